//! What a job of several searches may cost, and how it is shared among them.

use std::time::{Duration, Instant};

use tengen_engine::{Limits, Stop};

/// Nodes of a job that nothing else limits.
const NODES: u64 = 4_000_000;
/// Nodes that a search makes in a millisecond even on a slow machine.
const NODES_A_MILLISECOND: u64 = 200;

/// The nodes and the time of a job, and what is left of them.
pub(super) struct Budget<'a> {
    limits: &'a Limits,
    stop: &'a Stop,
    begun: Instant,
    /// None: no clock runs.
    time: Option<Duration>,
    all: u64,
    spent: u64,
}

impl<'a> Budget<'a> {
    /// The job starts now, on a board with this many empty points.
    pub(super) fn open(limits: &'a Limits, stop: &'a Stop, free: usize) -> Budget<'a> {
        let time = limits.usual_time(free);
        let all = limits.nodes.unwrap_or(if time.is_none() { NODES } else { u64::MAX });
        Budget { limits, stop, begun: Instant::now(), time, all, spent: 0 }
    }

    /// The same for a job that gets hardly better with more than some nodes.
    pub(super) fn at_most(self, nodes: u64) -> Budget<'a> {
        Budget { all: self.all.min(nodes), ..self }
    }

    pub(super) fn stop(&self) -> &'a Stop {
        self.stop
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    pub(super) fn spend(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    /// Whether nothing more may be searched.
    pub(super) fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.left() == 0 || self.time_left() == Some(Duration::ZERO)
    }

    /// About how many nodes there will be in the end.
    pub(super) fn expected(&self) -> u64 {
        let in_time = |left: Duration| {
            u64::try_from(left.as_millis()).unwrap_or(u64::MAX).saturating_mul(NODES_A_MILLISECOND)
        };
        self.left().min(self.time_left().map_or(u64::MAX, in_time))
    }

    /// The limits of one search when this many of its cost are still to come.
    pub(super) fn share(&self, searches: usize) -> Limits {
        let parts = searches.max(1);
        Limits {
            nodes: Some((self.left() / parts as u64).max(1)),
            time: self.time_left().map(|left| left / parts as u32),
            depth: self.limits.depth,
            ..Limits::default()
        }
    }

    fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.begun.elapsed()))
    }

    fn left(&self) -> u64 {
        self.all.saturating_sub(self.spent)
    }
}
