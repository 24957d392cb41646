//! What all clients of a run share: the time, the lives of the server, and what was seen.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use tengen_browser::Server;

use crate::ledger::Ledger;
use crate::tally::Tally;

/// A run. Even numbers name lives of the server, odd ones the times between them.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) host: String,
    pub(crate) seed: u64,
    pub(crate) tally: Tally,
    pub(crate) ledger: Ledger,
    /// Who opens all the sockets there are holds this, so that nobody else is refused one.
    pub(crate) crowd: Mutex<()>,
    life: AtomicU32,
    begun: Instant,
    length: Duration,
    is_stopped: AtomicBool,
}

/// Problems after which a run is not worth its time.
const MOST_FAILURES: usize = 20;

impl Run {
    pub(crate) fn new(host: String, seed: u64, length: Duration) -> Run {
        Run {
            host,
            seed,
            tally: Tally::default(),
            ledger: Ledger::default(),
            crowd: Mutex::new(()),
            life: AtomicU32::new(0),
            begun: Instant::now(),
            length,
            is_stopped: AtomicBool::new(false),
        }
    }

    /// Random numbers of a client's own.
    pub(crate) fn random(&self, client: u64) -> fastrand::Rng {
        fastrand::Rng::with_seed(self.seed.wrapping_mul(1000).wrapping_add(client))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub(crate) fn length(&self) -> Duration {
        self.length
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
            || self.elapsed() >= self.length
            || self.tally.failures() >= MOST_FAILURES
    }

    /// Ends the run early.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Waits, but not beyond the end.
    pub(crate) fn pause(&self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end && !self.is_over() {
            std::thread::sleep(Duration::from_millis(200).min(end - Instant::now()));
        }
    }

    /// When the server is killed: twenty times in the first half of two hours, and once near the end.
    /// The time between is one life: a leak in a server that is young again every three minutes shows
    /// nowhere.
    pub(crate) fn kills(&self) -> Vec<Duration> {
        let (shortest, longest) = (Duration::from_secs(20), Duration::from_secs(180));
        let every = (self.length / 20).clamp(shortest, longest);
        let early = (1..).map(|n| n * every).take_while(|at| *at <= self.length / 2);
        let last = self.length - (self.length / 20).clamp(shortest, longest);
        early.chain([last]).collect()
    }

    /// The life of the server, or an odd number while it has none.
    pub(crate) fn life(&self) -> u32 {
        self.life.load(Ordering::SeqCst)
    }

    /// Kills the server and starts it again on the same folder and port.
    pub(crate) fn kill(&self, server: &mut Server) -> Result<()> {
        // Counted before, so that nobody takes the loss of a connection for a fault.
        self.life.fetch_add(1, Ordering::SeqCst);
        server.kill();
        std::thread::sleep(Duration::from_millis(300));
        let start = Instant::now();
        server.restart()?;
        println!("killed; up again after {:.1} s", start.elapsed().as_secs_f64());
        self.life.fetch_add(1, Ordering::SeqCst);
        self.tally.kills.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Runs the sessions of a client one after the other until the end. A session that fails while the
    /// server lives is a failure of the run.
    pub(crate) fn sessions(&self, name: &str, mut session: impl FnMut(u32) -> Result<()>) {
        while !self.is_over() {
            let life = self.life();
            if life % 2 == 1 {
                std::thread::sleep(Duration::from_millis(20));
                continue;
            }
            let done = session(life);
            if let Err(error) = done
                && self.life() == life
            {
                self.tally.fail(&format!("{name}: {error:#}"));
                self.pause(Duration::from_secs(1));
            }
        }
    }
}

/// A panic elsewhere does not spoil what was written down.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
