//! The race under a model checker, which tries many interleavings of its threads.
//!
//! `cargo test -p tengen-engine --features shuttle --lib race::model`

use std::time::Duration;

use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::thread;

use super::{Ran, run};
use crate::Stop;

/// What a search of the model does.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Habit {
    /// Wins after this many looks at its stop.
    Wins(usize),
    /// Ends without a win after this many looks.
    Ends(usize),
    /// Runs until it is stopped.
    Endless,
    /// Panics.
    Panics,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Said {
    won: bool,
}

fn live(habit: Habit, stop: &Stop, running: &AtomicUsize) -> Said {
    running.fetch_add(1, Ordering::SeqCst);
    let looks = match habit {
        Habit::Wins(looks) | Habit::Ends(looks) => looks,
        Habit::Endless => usize::MAX,
        Habit::Panics => 0,
    };
    let mut looked = 0;
    let mut stopped = stop.is_stopped();
    while looked < looks && !stopped {
        thread::yield_now();
        looked += 1;
        stopped = stop.is_stopped();
    }
    running.fetch_sub(1, Ordering::SeqCst);
    assert!(habit != Habit::Panics, "as it is meant to");
    Said { won: !stopped && matches!(habit, Habit::Wins(_)) }
}

fn race(main: Habit, sides: &'static [Habit], outside: bool) {
    shuttle::check_random(
        move || {
            let stop = Stop::new();
            let running = Arc::new(AtomicUsize::new(0));
            let outsider = outside.then(|| {
                let stop = stop.clone();
                thread::spawn(move || stop.stop())
            });
            let count = &running;
            let runners =
                sides.iter().map(|&side| move |stop: &Stop| live(side, stop, count)).collect();
            let Ran { main: said, sides: others } = run(
                &stop,
                |stop| live(main, stop, &running),
                runners,
                |said: &Said| said.won,
                |_| Duration::ZERO,
            );
            // No search is left running.
            assert_eq!(running.load(Ordering::SeqCst), 0);
            // An endless main search ends only by a win of a side or from outside.
            if main == Habit::Endless && !outside {
                assert!(others.iter().any(|said| said.won));
            }
            if let Habit::Wins(_) = main
                && !outside
                && !others.iter().any(|said| said.won)
            {
                assert!(said.won, "only a win ends a main that would win");
            }
            // Every side reports, except those that panic.
            let reporting = sides.iter().filter(|&&side| side != Habit::Panics).count();
            assert_eq!(others.len(), reporting);
            if let Some(outsider) = outsider {
                outsider.join().unwrap();
            }
        },
        2_000,
    );
}

#[test]
fn the_first_win_ends_the_others() {
    race(Habit::Endless, &[Habit::Wins(2), Habit::Endless], false);
    race(Habit::Wins(2), &[Habit::Wins(2), Habit::Wins(1)], false);
    race(Habit::Wins(1), &[Habit::Endless, Habit::Endless], false);
}

#[test]
fn the_end_of_the_main_search_ends_the_sides() {
    race(Habit::Ends(2), &[Habit::Endless, Habit::Wins(3)], false);
    race(Habit::Ends(0), &[Habit::Endless, Habit::Ends(1)], false);
}

#[test]
fn a_stop_from_outside_ends_all() {
    race(Habit::Endless, &[Habit::Endless, Habit::Ends(1)], true);
    race(Habit::Endless, &[Habit::Endless, Habit::Wins(2)], true);
}

#[test]
fn a_side_that_fails_ends_nobody() {
    race(Habit::Wins(2), &[Habit::Panics, Habit::Endless], false);
    race(Habit::Ends(2), &[Habit::Panics], false);
}
