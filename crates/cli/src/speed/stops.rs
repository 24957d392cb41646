//! How long a search takes to answer after it is stopped, on a busy machine.

use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde::Serialize;
use tengen_core::Game;
use tengen_engine::{Engine, EngineOptions, Limits, Stop};

use crate::machine;

/// A search is stopped at some moment of its first tenth of a second.
const LATEST: Duration = Duration::from_millis(100);

/// Times from a stop to its answer, in milliseconds.
#[derive(Serialize)]
pub(super) struct Stops {
    stops: usize,
    /// Threads of each search that is stopped.
    threads: usize,
    /// Searches that run beside it.
    load: usize,
    p50_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}

impl Stops {
    /// Stops `count` searches of these positions, each with a thread for every core, while as many
    /// other searches keep the machine busy. After an interrupt there are fewer.
    pub(super) fn measure(count: usize, games: &[Game], seed: u64, interrupt: &Stop) -> Stops {
        let cores = machine::cores();
        let end = Stop::new();
        let times = thread::scope(|scope| {
            for first in 0..cores {
                let end = &end;
                scope.spawn(move || keep_busy(&games[first % games.len()..], end));
            }
            let times = stop_searches(count, games, cores, seed, interrupt);
            end.stop();
            times
        });
        Stops {
            stops: times.len(),
            threads: cores,
            load: cores,
            p50_ms: percentile(&times, 50),
            p99_ms: percentile(&times, 99),
            max_ms: percentile(&times, 100),
        }
    }
}

/// For people.
impl std::fmt::Display for Stops {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{} stops of {} threads beside {} other searches",
            self.stops, self.threads, self.load
        )?;
        writeln!(
            f,
            "answered after {:.2} ms (median), {:.2} ms (99 of 100), {:.2} ms (at most)",
            self.p50_ms, self.p99_ms, self.max_ms
        )
    }
}

fn engine(threads: usize) -> Engine {
    Engine::new(EngineOptions { memory: 32 << 20, threads, ..EngineOptions::default() })
}

/// Searches until it is stopped.
fn keep_busy(games: &[Game], end: &Stop) {
    let mut engine = engine(1);
    for game in games.iter().cycle().take_while(|_| !end.is_stopped()) {
        engine.search(game, &Limits::default(), end, &mut |_| {});
    }
}

/// The times from stop to answer, shortest first.
fn stop_searches(
    count: usize,
    games: &[Game],
    threads: usize,
    seed: u64,
    interrupt: &Stop,
) -> Vec<Duration> {
    let mut engine = engine(threads);
    let mut moments = fastrand::Rng::with_seed(seed);
    let bar = ProgressBar::new(count as u64);
    let mut times = Vec::new();
    for game in games.iter().cycle() {
        if times.len() >= count || interrupt.is_stopped() {
            break;
        }
        let moment = Duration::from_micros(moments.u64(..LATEST.as_micros() as u64));
        let stop = Stop::new();
        let (stopped, answered) = thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                thread::sleep(moment);
                let now = Instant::now();
                stop.stop();
                now
            });
            engine.search(game, &Limits::default(), &stop, &mut |_| {});
            let answered = Instant::now();
            (stopper.join(), answered)
        });
        // A search that ended by itself says nothing about stops.
        if let Ok(stopped) = stopped
            && let Some(time) = answered.checked_duration_since(stopped)
        {
            times.push(time);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    times.sort_unstable();
    times
}

/// The time within which this percentage of the answers came.
fn percentile(sorted: &[Duration], percent: usize) -> f64 {
    let place = (sorted.len() * percent).div_ceil(100).max(1) - 1;
    sorted.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_count_answers() {
        let times: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        assert_eq!([50, 99, 100].map(|percent| percentile(&times, percent)), [100.0, 198.0, 200.0]);
        assert_eq!([50, 99, 100].map(|percent| percentile(&times[..1], percent)), [1.0; 3]);
        assert_eq!(percentile(&[], 50), 0.0);
    }
}
