//! Side searches beside a main search, each on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use super::{Strategy, Task};
use crate::search::time::Moment;
use crate::sync::{Condvar, Mutex, spawn, thread};
use crate::{Event, Report, Stop};

#[cfg(all(test, feature = "shuttle"))]
mod model;

/// The first proved win ends all other searches. Otherwise the main answer counts. If the main
/// search reaches its depth or nodes before its time is up, it waits for the side searches until
/// then. A side search that panics affects no other.
#[derive(Debug)]
pub struct Race {
    main: Box<dyn Strategy>,
    sides: Vec<Box<dyn Strategy>>,
}

impl Race {
    /// Runs `sides` beside `main`.
    pub fn new(main: Box<dyn Strategy>, sides: Vec<Box<dyn Strategy>>) -> Race {
        Race { main, sides }
    }
}

impl Strategy for Race {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let begun = Moment::now();
        let Race { main, sides } = self;
        let side = |strategy: &mut Box<dyn Strategy>, stop: &Stop| {
            let task = Task { stop, ..*task };
            let searched = catch_unwind(AssertUnwindSafe(|| strategy.search(&task, &mut |_| {})));
            if searched.is_err() {
                // A panic may have left it in any state.
                let _ = catch_unwind(AssertUnwindSafe(|| strategy.forget()));
            }
            searched.unwrap_or_default()
        };
        let sides = sides.iter_mut().map(|strategy| |stop: &Stop| side(strategy, stop)).collect();
        let ran = run(
            task.stop,
            |stop| main.search(&Task { stop, ..*task }, on_event),
            sides,
            Report::wins,
            |report| patience(task, report, begun),
        );
        let nodes = ran.main.nodes + ran.sides.iter().map(|side| side.nodes).sum::<u64>();
        let Report { elapsed, table_fill, .. } = ran.main;
        match ran.sides.into_iter().find(Report::wins).filter(|_| !ran.main.wins()) {
            Some(found) => {
                let found = Report { nodes, elapsed, table_fill, ..found };
                on_event(&Event::Progress(found.clone()));
                found
            }
            None => Report { nodes, ..ran.main },
        }
    }

    fn forget(&mut self) {
        self.main.forget();
        self.sides.iter_mut().for_each(|side| side.forget());
    }
}

/// How long the main answer waits for the side searches: the time that is left, if the main search
/// ended at its depth or nodes.
fn patience(task: &Task<'_>, report: &Report, begun: Moment) -> Duration {
    let limits = task.limits;
    let ended = limits.depth.is_some_and(|depth| report.depth >= depth)
        || limits.nodes.is_some_and(|nodes| report.nodes >= nodes);
    match limits.time {
        Some(time) if ended && limits.ponder.is_none() => time.saturating_sub(begun.elapsed()),
        _ => Duration::ZERO,
    }
}

/// The results of a race.
struct Ran<T> {
    main: T,
    sides: Vec<T>,
}

/// Which side searches still run, for the thread that waits.
#[derive(Default)]
struct Runners {
    running: usize,
    has_won: bool,
}

/// Runs `main` here and the `sides` on threads of their own, and returns when all have ended. A
/// result that `wins` stops all others. The end of `main` stops the sides, after it has waited for
/// them as long as its `patience`. If `main` panics, so does this, after the sides have ended.
fn run<T: Send>(
    stop: &Stop,
    main: impl FnOnce(&Stop) -> T,
    sides: Vec<impl FnOnce(&Stop) -> T + Send>,
    wins: impl Fn(&T) -> bool + Sync,
    patience: impl FnOnce(&T) -> Duration,
) -> Ran<T> {
    let (for_main, for_sides) = (stop.part(), stop.part());
    let runners = (Mutex::new(Runners::default()), Condvar::new());
    let lock = || runners.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    thread::scope(|scope| {
        let threads: Vec<_> = sides
            .into_iter()
            .map(|side| {
                lock().running += 1;
                let (for_main, for_sides, lock, ended) = (&for_main, &for_sides, &lock, &runners.1);
                let wins = &wins;
                let run = move || {
                    let result = catch_unwind(AssertUnwindSafe(|| side(for_sides)));
                    let has_won = result.as_ref().is_ok_and(wins);
                    if has_won {
                        for_main.stop();
                        for_sides.stop();
                    }
                    let mut runners = lock();
                    runners.running -= 1;
                    runners.has_won |= has_won;
                    ended.notify_all();
                    drop(runners);
                    result.ok()
                };
                let thread = spawn(scope, run);
                if thread.is_none() {
                    lock().running -= 1;
                }
                thread
            })
            .collect();
        let result = catch_unwind(AssertUnwindSafe(|| main(&for_main)));
        if let Ok(result) = &result
            && !wins(result)
        {
            wait(&runners, stop, patience(result));
        }
        for_sides.stop();
        let threads = threads.into_iter().flatten();
        let sides = threads.filter_map(|thread| thread.join().ok().flatten()).collect();
        match result {
            Ok(main) => Ran { main, sides },
            Err(panic) => resume_unwind(panic),
        }
    })
}

/// Waits until no side runs, one has won, or the time is over.
fn wait(runners: &(Mutex<Runners>, Condvar), stop: &Stop, patience: Duration) {
    /// The time between looks at the stop from outside.
    const POLL_INTERVAL: Duration = Duration::from_millis(5);
    let begun = Moment::now();
    let mut state = runners.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    while state.running > 0 && !state.has_won && !stop.is_stopped() {
        let left = patience.saturating_sub(begun.elapsed());
        if left.is_zero() {
            break;
        }
        let waited = runners.1.wait_timeout(state, left.min(POLL_INTERVAL));
        state = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
    }
}
