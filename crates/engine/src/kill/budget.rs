//! What a kill search may spend, and who may end it.

use std::time::Duration;

use crate::Stop;
use crate::time::Moment;

/// The budget is spent: nothing follows from what was not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Over;

/// Nodes, time and a stop from outside.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    nodes: u64,
    most: u64,
    begun: Moment,
    time: Option<Duration>,
    stops: Vec<Stop>,
    stopped: bool,
}

impl Budget {
    /// No limit at all.
    pub(crate) fn endless() -> Budget {
        Budget {
            nodes: 0,
            most: u64::MAX,
            begun: Moment::now(),
            time: None,
            stops: Vec::new(),
            stopped: false,
        }
    }

    /// So many nodes from now on.
    pub(crate) fn of_nodes(most: u64) -> Budget {
        Budget { most, ..Budget::endless() }
    }

    /// The same with a time that begins now.
    pub(crate) fn within(self, time: Option<Duration>) -> Budget {
        Budget { time, begun: Moment::now(), ..self }
    }

    /// The same, ended by `stop` as well.
    pub(crate) fn stopped_by(mut self, stop: &Stop) -> Budget {
        self.stops.push(stop.clone());
        self
    }

    /// Stones played.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Until `most` further nodes are spent, at the latest; the limit before, to be put back.
    pub(crate) fn narrow(&mut self, most: u64) -> u64 {
        let narrow = self.most.min(self.nodes.saturating_add(most));
        std::mem::replace(&mut self.most, narrow)
    }

    /// Back to a limit that [`Budget::narrow`] gave; whether it allows more.
    pub(crate) fn widen(&mut self, most: u64) -> Result<(), Over> {
        self.most = most;
        if self.stopped || self.nodes >= self.most { Err(Over) } else { Ok(()) }
    }

    /// A stone is played.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Over> {
        /// A fraction of a millisecond.
        const OFTEN: u64 = 256;
        self.nodes += 1;
        if self.nodes.is_multiple_of(OFTEN) {
            let late = self.time.is_some_and(|time| self.begun.elapsed() >= time);
            self.stopped |= late || self.stops.iter().any(Stop::is_stopped);
        }
        if self.stopped || self.nodes > self.most { Err(Over) } else { Ok(()) }
    }
}
