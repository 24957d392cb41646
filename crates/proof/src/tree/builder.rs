//! How proofs are made.

use tengen_core::{Board, Point, Rule, Side};

use super::{AttackId, Proof, Tree};

/// Makes a [`Proof`], the answers to replies before the attacks that allow these replies.
#[derive(Clone, Debug)]
pub struct ProofBuilder {
    rule: Rule,
    board: Board,
    attacker: Side,
    tree: Tree,
}

impl ProofBuilder {
    /// A proof that `attacker` wins with these stones on the board.
    pub fn new(rule: Rule, board: Board, attacker: Side) -> ProofBuilder {
        ProofBuilder { rule, board, attacker, tree: Tree::default() }
    }

    /// Adds the attacker's move `point`: `replies` are answered by attacks that were added before,
    /// all others by the else move `otherwise`. A move that makes five has neither.
    ///
    /// One attack may answer replies of several others only if all stones lie alike there.
    ///
    /// # Panics
    /// If a point is off the board, if an answer is not yet there, or after four milliards of
    /// attacks or replies.
    pub fn add(
        &mut self,
        point: Point,
        replies: &[(Point, AttackId)],
        otherwise: Option<Point>,
    ) -> AttackId {
        self.push(Some(point), replies, otherwise)
    }

    /// How many attacks were added.
    pub fn attack_count(&self) -> usize {
        self.tree.len() as usize
    }

    /// The proof that the attacker, who is to move, wins with the attack `root`. What does not
    /// belong to it is dropped, and the numbers of attacks may change.
    ///
    /// # Panics
    /// If `root` was not added.
    pub fn finish(self, root: AttackId) -> Proof {
        Proof {
            rule: self.rule,
            board: self.board,
            attacker: self.attacker,
            tree: self.tree.only(root),
        }
    }

    /// The proof that the defender, who is to move, loses: what answers his first replies. What
    /// does not belong to it is dropped, and the numbers of attacks may change.
    ///
    /// # Panics
    /// As [`ProofBuilder::add`].
    pub fn finish_defence(
        mut self,
        replies: &[(Point, AttackId)],
        otherwise: Option<Point>,
    ) -> Proof {
        let root = self.push(None, replies, otherwise);
        self.finish(root)
    }

    fn push(
        &mut self,
        point: Option<Point>,
        replies: &[(Point, AttackId)],
        otherwise: Option<Point>,
    ) -> AttackId {
        let points = replies.iter().map(|&(point, _)| point).chain(point).chain(otherwise);
        for point in points {
            assert!(self.board.size().contains(point), "{point} is off the board");
        }
        self.tree.push(point, replies.iter().copied(), otherwise)
    }
}
