//! When df-pn leaves a node: the thresholds of its two numbers.

use tengen_core::Point;

use crate::solver::dfpn::proof_numbers::{INFINITE, ProofNumbers};

/// How far the search of a node may go.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Thresholds {
    /// The search leaves the node when its proof number is at least this.
    pub(in crate::solver) proof: u32,
    /// Or when its disproof number is at least this.
    pub(in crate::solver) disproof: u32,
    /// Plies left for the win.
    pub(in crate::solver) plies: u16,
    /// The last stone that attacked.
    pub(in crate::solver) last: Option<Point>,
}

impl Thresholds {
    /// No thresholds: the search ends when the node is proved or disproved within `plies`.
    pub(in crate::solver) fn infinite(plies: u16, last: Option<Point>) -> Thresholds {
        Thresholds { proof: INFINITE, disproof: INFINITE, plies, last }
    }

    /// Whether a node with these numbers can be left.
    pub(in crate::solver) fn are_reached(self, numbers: &ProofNumbers) -> bool {
        let is_solved = numbers.is_won() || numbers.is_refuted();
        is_solved || numbers.proof >= self.proof || numbers.disproof >= self.disproof
    }

    /// The same one ply later.
    pub(in crate::solver) fn next(self, last: Option<Point>) -> Thresholds {
        Thresholds { plies: self.plies.saturating_sub(1), last, ..self }
    }
}
