//! What a node of the search by threats is asked for.

use tengen_core::Point;

use crate::solver::dfpn::proof_numbers::{MANY, ProofNumbers};

/// What a node of the search may need.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Thresholds {
    /// Stop as soon as the proof number is that large.
    pub(in crate::solver) proof: u32,
    /// Or the disproof number.
    pub(in crate::solver) disproof: u32,
    /// Plies that are left.
    pub(in crate::solver) plies: u16,
    /// The last stone that attacked.
    pub(in crate::solver) last: Option<Point>,
}

impl Thresholds {
    /// To settle a position once and for all within so many plies.
    pub(in crate::solver) fn whole(plies: u16, last: Option<Point>) -> Thresholds {
        Thresholds { proof: MANY, disproof: MANY, plies, last }
    }

    /// Whether these numbers are all that is asked for.
    pub(in crate::solver) fn is_done(self, numbers: &ProofNumbers) -> bool {
        let is_settled = numbers.is_won() || numbers.is_refuted();
        is_settled || numbers.proof >= self.proof || numbers.disproof >= self.disproof
    }

    /// The same after one more ply.
    pub(in crate::solver) fn next(self, last: Option<Point>) -> Thresholds {
        Thresholds { plies: self.plies.saturating_sub(1), last, ..self }
    }
}
