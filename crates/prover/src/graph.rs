//! The graph of positions: what is known of each, and its proof numbers.
//!
//! An OR node has the attacker to move, an AND node the defender. Positions that are symmetric are
//! one node; points of a node are those of its canonical orientation.

use std::collections::HashMap;

use tengen_core::Point;
use tengen_engine::Win;

use crate::walk::Key;

/// The place of a node in the graph.
pub(crate) type NodeId = u32;

/// The proof number of what cannot be proved, and the disproof number of what is proved.
pub(crate) const INFINITE: u32 = 1 << 28;

#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Roughly how many open positions must still be won to prove this one.
    pub(crate) proof: u32,
    /// Roughly how many must be given up to give this one up.
    pub(crate) disproof: u32,
    /// Steps spent below this node.
    pub(crate) visits: u32,
    /// A thread works on this node right now.
    pub(crate) is_busy: bool,
    pub(crate) state: State,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing.
    New,
    /// An OR node with moves to try.
    Attack { moves: Vec<Edge>, width: Width },
    /// An AND node: replies after which the attacker must still win, and replies that nobody has
    /// looked at yet, in the order in which they will be.
    Defence { open: Vec<Edge>, pending: Vec<Point>, is_wide: bool },
    /// The attacker wins; with the move if he is to move.
    Won(Option<Win>),
    /// The search gives up: no move within its width wins. The position may be won all the same.
    GivenUp,
}

/// A move to another node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    pub(crate) point: Point,
    pub(crate) node: NodeId,
}

/// Which moves an OR node tries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Width {
    /// Moves that won in similar positions.
    Hinted,
    /// Also the best of the main search.
    Narrow,
    /// More of them.
    Broad,
}

impl Width {
    pub(crate) const ALL: [Width; 3] = [Width::Hinted, Width::Narrow, Width::Broad];

    /// How many moves of the main search are tried.
    pub(crate) fn moves(self) -> usize {
        match self {
            Width::Hinted => 0,
            Width::Narrow => 10,
            Width::Broad => 30,
        }
    }

    pub(crate) fn next(self) -> Option<Width> {
        match self {
            Width::Hinted => Some(Width::Narrow),
            Width::Narrow => Some(Width::Broad),
            Width::Broad => None,
        }
    }
}

impl Node {
    pub(crate) fn is_won(&self) -> bool {
        matches!(self.state, State::Won(_))
    }

    pub(crate) fn is_given_up(&self) -> bool {
        matches!(self.state, State::GivenUp)
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.is_won() || self.is_given_up()
    }

    pub(crate) fn is_wide(&self) -> bool {
        matches!(self.state, State::Defence { is_wide: true, .. })
    }
}

/// Hints that all have at least this proof number do not help: the main search is asked as well.
const WIDEN_HINTED: u32 = 10;
/// Likewise for its best moves.
const WIDEN_NARROW: u32 = 400;
/// Replies nobody has looked at, for one that will turn out to be open.
const PENDING_PER_OPEN: usize = 40;

/// All nodes.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    ids: HashMap<Key, NodeId>,
}

impl Graph {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    pub(crate) fn find(&self, key: Key) -> Option<NodeId> {
        self.ids.get(&key).copied()
    }

    /// The node of a position; a new one begins with this proof number.
    pub(crate) fn enter(&mut self, key: Key, proof: u32) -> NodeId {
        let next = self.nodes.len() as NodeId;
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            let state = State::New;
            self.nodes.push(Node { proof, disproof: 1, visits: 0, is_busy: false, state });
        }
        id
    }

    /// Settles a node.
    pub(crate) fn settle(&mut self, id: NodeId, state: State) {
        let node = self.node_mut(id);
        (node.proof, node.disproof) = match state {
            State::Won(_) => (0, INFINITE),
            _ => (INFINITE, 0),
        };
        node.state = state;
    }

    /// Works out a node's numbers from its children. Whether that settles it.
    pub(crate) fn refresh(&mut self, id: NodeId) -> bool {
        if self.node(id).is_settled() {
            return false;
        }
        match std::mem::replace(&mut self.node_mut(id).state, State::New) {
            State::Attack { moves, width } => self.refresh_attack(id, moves, width),
            State::Defence { open, pending, is_wide } => {
                self.refresh_defence(id, open, pending, is_wide)
            }
            other => {
                self.node_mut(id).state = other;
                false
            }
        }
    }

    fn refresh_attack(&mut self, id: NodeId, moves: Vec<Edge>, width: Width) -> bool {
        if let Some(won) = moves.iter().find(|edge| self.node(edge.node).is_won()) {
            self.settle(id, State::Won(Some(Win::Move(won.point))));
            return true;
        }
        let open = || moves.iter().filter(|edge| !self.node(edge.node).is_given_up());
        let proof = open().map(|edge| self.node(edge.node).proof).min();
        let disproof = open().map(|edge| u64::from(self.node(edge.node).disproof)).sum::<u64>();
        match (proof, width.next()) {
            (None, None) => {
                self.settle(id, State::GivenUp);
                return true;
            }
            (proof, _) => {
                let node = self.node_mut(id);
                node.proof = proof.unwrap_or(WIDEN_HINTED);
                node.disproof = disproof.clamp(1, u64::from(INFINITE)) as u32;
                node.state = State::Attack { moves, width };
            }
        }
        false
    }

    fn refresh_defence(
        &mut self,
        id: NodeId,
        mut open: Vec<Edge>,
        pending: Vec<Point>,
        is_wide: bool,
    ) -> bool {
        open.retain(|edge| !self.node(edge.node).is_won());
        if open.iter().any(|edge| self.node(edge.node).is_given_up()) {
            self.settle(id, State::GivenUp);
            return true;
        }
        if open.is_empty() && pending.is_empty() {
            self.settle(id, State::Won(None));
            return true;
        }
        let children = || open.iter().map(|edge| self.node(edge.node));
        let rest = pending.len().div_ceil(PENDING_PER_OPEN) as u64;
        let proof = children().map(|child| u64::from(child.proof)).sum::<u64>() + rest;
        let disproof = children().map(|child| child.disproof).min().unwrap_or(1);
        let node = self.node_mut(id);
        node.proof = proof.min(u64::from(INFINITE - 1)) as u32;
        node.disproof = disproof;
        node.state = State::Defence { open, pending, is_wide };
        false
    }

    /// Whether an OR node wants more moves: those it has look too hard, or are given up.
    pub(crate) fn wants_width(&self, id: NodeId) -> Option<Width> {
        let State::Attack { moves, width } = &self.node(id).state else { return None };
        let limit = match width {
            Width::Hinted => WIDEN_HINTED,
            Width::Narrow => WIDEN_NARROW,
            Width::Broad => return None,
        };
        let is_hard = |edge: &Edge| self.node(edge.node).proof >= limit;
        // The replies to a move without a threat are many, so its number says little.
        let is_wide = |edge: &Edge| self.node(edge.node).is_wide();
        let is_stuck = moves.iter().all(|edge| is_hard(edge) && !is_wide(edge));
        if is_stuck { width.next() } else { None }
    }
}
