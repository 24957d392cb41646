//! How many nodes a solver may spend, and when it has to stop.

/// The budget is spent. What the search did not find by then may still be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BudgetSpent;

/// A limit of nodes, and a question that ends the search earlier.
#[derive(Clone)]
pub(crate) struct Budget<'a> {
    nodes: u64,
    limit: u64,
    should_stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

impl<'a> Budget<'a> {
    /// A budget of `limit` nodes. It asks `should_stop` now and then.
    pub(crate) fn new(limit: u64, should_stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { nodes: 0, limit, should_stop, stopped: false }
    }

    /// Nodes spent: stones played.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes left.
    pub(crate) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.nodes)
    }

    /// Allows at most `nodes` more. Returns the limit from before, for [`Budget::widen`].
    pub(crate) fn narrow(&mut self, nodes: u64) -> u64 {
        let narrow = self.limit.min(self.nodes.saturating_add(nodes));
        std::mem::replace(&mut self.limit, narrow)
    }

    /// Restores a limit that [`Budget::narrow`] returned. Fails if nothing is left of it.
    pub(crate) fn widen(&mut self, limit: u64) -> Result<(), BudgetSpent> {
        self.limit = limit;
        if self.stopped || self.nodes >= self.limit { Err(BudgetSpent) } else { Ok(()) }
    }

    /// Spends a node.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), BudgetSpent> {
        /// A fraction of a millisecond.
        const NODES_PER_QUESTION: u64 = 256;
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_QUESTION) {
            self.stopped |= (self.should_stop)();
        }
        self.check()
    }

    /// Spends nodes that another search has played.
    pub(crate) fn spend_many(&mut self, nodes: u64) -> Result<(), BudgetSpent> {
        self.nodes = self.nodes.saturating_add(nodes);
        self.stopped |= (self.should_stop)();
        self.check()
    }

    #[inline]
    fn check(&self) -> Result<(), BudgetSpent> {
        if self.stopped || self.nodes > self.limit { Err(BudgetSpent) } else { Ok(()) }
    }
}
