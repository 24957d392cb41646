//! Move ordering: which moves a node searches, and which of them comes next.
//!
//! The policy ([`Candidate::policy`], learned) ranks the moves. A node adds history and killers, and
//! puts the TT move before all others; quiescence search takes the policy as it is. The root sorts
//! its moves once by policy (`root.rs`), then by what each depth found.

use tengen_core::Point;

use super::Worker;
use super::node::Node;
use crate::position::candidates::{Candidate, Coverage};

/// The policy of the TT move: it comes before all others.
const TT_MOVE: i32 = i32::MAX;

/// Hands out the moves of one node, the most promising first.
pub(super) struct MovePicker {
    /// Where the node's moves begin in [`Worker::moves`].
    first: usize,
    /// How many were handed out.
    picked: usize,
    /// The highest policy, the TT move aside.
    best_policy: i32,
    coverage: Coverage,
}

/// A move about to be searched.
#[derive(Clone, Copy)]
pub(super) struct PickedMove {
    pub(super) point: Point,
    /// How many moves were handed out before it.
    pub(super) index: usize,
    /// How far its policy, with history and killers, is behind the best one, the TT move aside.
    pub(super) policy_gap: i32,
}

impl Worker<'_> {
    /// Generates the moves of a node and scores them with the TT move, history and killers.
    pub(super) fn pick_moves(&mut self, node: &Node) -> MovePicker {
        let first = self.moves.len();
        let coverage = self.position.add_moves(node.situation, &mut self.moves);
        let side = self.position.to_move();
        // The network knows more than the patterns of the point, and takes its time.
        if self.moves.len() > first + 1 {
            self.position.rank(&mut self.moves[first..]);
        }
        let mut best_policy = None;
        for candidate in &mut self.moves[first..] {
            candidate.policy += self.history.bonus(side, candidate.point, node.ply);
            if Some(candidate.point) == node.tt_move {
                candidate.policy = TT_MOVE;
            } else {
                best_policy = best_policy.max(Some(candidate.policy));
            }
        }
        MovePicker { first, picked: 0, best_policy: best_policy.unwrap_or_default(), coverage }
    }

    /// Appends the fours that quiescence search tries to the moves, the most promising first.
    pub(super) fn add_quiescence_moves(&mut self) {
        let first = self.moves.len();
        self.position.add_rich_fours(&mut self.moves);
        self.moves[first..].sort_by_key(|candidate| (-candidate.policy, candidate.point));
    }
}

impl MovePicker {
    /// Whether the moves are all that matter.
    pub(super) fn coverage(&self) -> Coverage {
        self.coverage
    }

    /// The next move. Most nodes cut off early, so each step selects one move instead of sorting
    /// all; ties go by point, so that every machine searches the same tree.
    pub(super) fn next(&mut self, moves: &mut [Candidate]) -> Option<PickedMove> {
        let rest = moves.get_mut(self.first + self.picked..)?;
        let (mut best, mut at) = (*rest.first()?, 0);
        for (n, &candidate) in rest.iter().enumerate().skip(1) {
            if candidate.policy > best.policy
                || candidate.policy == best.policy && candidate.point < best.point
            {
                (best, at) = (candidate, n);
            }
        }
        rest.swap(0, at);
        let index = self.picked;
        self.picked += 1;
        let policy_gap = self.best_policy.saturating_sub(best.policy).max(0);
        Some(PickedMove { point: best.point, index, policy_gap })
    }

    /// Takes the node's moves off the stack again.
    pub(super) fn close(self, moves: &mut Vec<Candidate>) {
        moves.truncate(self.first);
    }
}
