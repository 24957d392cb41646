//! What a kill search may spend, and who may end it.

/// The budget is spent: nothing follows from what was not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Over;

/// Nodes, and somebody who knows whether to end.
#[derive(Clone)]
pub(crate) struct Budget<'a> {
    nodes: u64,
    most: u64,
    is_over: &'a dyn Fn() -> bool,
    stopped: bool,
}

impl<'a> Budget<'a> {
    /// So many nodes from now on, unless it is over before. That is asked now and then.
    pub(crate) fn new(most: u64, is_over: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { nodes: 0, most, is_over, stopped: false }
    }

    /// Stones played.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Stones that may still be played.
    pub(crate) fn left(&self) -> u64 {
        self.most.saturating_sub(self.nodes)
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
            self.stopped |= (self.is_over)();
        }
        if self.stopped || self.nodes > self.most { Err(Over) } else { Ok(()) }
    }

    /// Somebody else has played so many stones.
    pub(crate) fn spend_many(&mut self, nodes: u64) -> Result<(), Over> {
        self.nodes = self.nodes.saturating_add(nodes);
        self.stopped |= (self.is_over)();
        if self.stopped || self.nodes > self.most { Err(Over) } else { Ok(()) }
    }
}
