//! The limits of a search, and how it is stopped.

use std::time::Duration;

use tengen_core::Point;

use crate::Ponder;
use crate::search::time::Timer;
use crate::sync::{Arc, AtomicBool, Ordering};

/// When a search ends, and which moves it tries. The default searches until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time for this move, all of which may be used.
    pub time: Option<Duration>,
    /// Time for the rest of the game, of which a share is used.
    pub clock: Option<Clock>,
    /// Nodes, counted over all threads.
    pub nodes: Option<u64>,
    /// Depth of the main search in plies.
    pub depth: Option<u32>,
    /// Multi-PV: how many of the best moves get a PV; 0 counts as 1.
    pub multipv: usize,
    /// Root moves that are left out.
    pub exclude: Vec<Point>,
    /// If any: the only root moves that are searched.
    pub only: Vec<Point>,
    /// If any: the search ponders on the opponent's time until this says that the move was played.
    /// Until then neither `time` nor `clock` counts.
    pub ponder: Option<Ponder>,
}

impl Limits {
    /// What a job of several searches may take on a board with `free` empty points: as much as a
    /// usual move. None if no clock runs.
    pub fn usual_time(&self, free: usize) -> Option<Duration> {
        Timer::start(self, free).left()
    }
}

/// A game clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left for all further moves.
    pub left: Duration,
    /// What is added after every move.
    pub increment: Duration,
}

/// Stops a search from outside. Clones stop the same search.
///
/// ```
/// # use tengen_engine::Stop;
/// let all = Stop::new();
/// let (one, other) = (all.part(), all.part());
/// one.stop();
/// assert!(one.is_stopped() && !other.is_stopped() && !all.is_stopped());
/// all.stop();
/// assert!(other.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    is_set: AtomicBool,
    /// What this is a part of.
    whole: Option<Stop>,
}

impl Stop {
    /// Nothing is stopped yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// The stop of a part of the work: it stops alone, or with the whole.
    pub fn part(&self) -> Stop {
        Stop(Arc::new(Signal { is_set: AtomicBool::new(false), whole: Some(self.clone()) }))
    }

    /// Ends the search within milliseconds.
    pub fn stop(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed) || self.0.whole.as_ref().is_some_and(Stop::is_stopped)
    }
}
