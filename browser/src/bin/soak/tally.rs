//! What was done, how long answers took, and what went wrong.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::meter::Sample;
use crate::run::lock;

/// Counts of a run.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) requests: AtomicU64,
    pub(crate) messages: AtomicU64,
    pub(crate) games: AtomicU64,
    pub(crate) moves: AtomicU64,
    pub(crate) kills: AtomicU64,
    pub(crate) checks: AtomicU64,
    pub(crate) floods: AtomicU64,
    pub(crate) steps: AtomicU64,
    /// Searches that the server gave up, as it may on a busy machine.
    pub(crate) restarted: AtomicU64,
    failed: AtomicUsize,
    times: Mutex<Times>,
}

/// How long answers took that need no search.
#[derive(Debug, Default)]
struct Times {
    /// All of them, in microseconds.
    all: Vec<u32>,
    /// The longest, and what it was the answer to.
    worst: Option<(Duration, String)>,
}

impl Tally {
    /// Something is wrong. It is said at once.
    pub(crate) fn fail(&self, text: &str) {
        self.failed.fetch_add(1, Ordering::Relaxed);
        println!("WRONG: {text}");
    }

    pub(crate) fn failures(&self) -> usize {
        self.failed.load(Ordering::Relaxed)
    }

    /// A client of good manners had its answer after this time.
    pub(crate) fn answered(&self, what: &str, time: Duration) {
        let mut times = lock(&self.times);
        times.all.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
        if times.worst.as_ref().is_none_or(|(worst, _)| *worst < time) {
            times.worst = Some((time, what.to_owned()));
        }
    }

    /// Prints all of it; the number of failures.
    pub(crate) fn summary(&self, samples: &[Sample]) -> usize {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        println!(
            "\n{} requests, {} messages, {} games, {} moves, {} steps in the browser, {} floods",
            of(&self.requests),
            of(&self.messages),
            of(&self.games),
            of(&self.moves),
            of(&self.steps),
            of(&self.floods),
        );
        let (kills, checks) = (of(&self.kills), of(&self.checks));
        println!("{kills} kills, {checks} games and records looked at again after them");
        println!("{} searches given up", of(&self.restarted));
        let mut times = lock(&self.times);
        times.all.sort_unstable();
        if let (Some((worst, what)), count @ 1..) = (&times.worst, times.all.len()) {
            let share = |percent: usize| f64::from(times.all[(count - 1) * percent / 100]) / 1000.0;
            let (half, most) = (share(50), share(99));
            println!("answers: p50 {half:.1} ms, p99 {most:.1} ms, worst {worst:.1?} ({what})");
        }
        if let Some(last) = samples.last() {
            println!("at the end: {last}");
        }
        self.failures()
    }
}
