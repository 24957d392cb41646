//! What a node of the search by threats is asked for.

use tengen_core::Point;

use super::numbers::{MANY, Numbers};

/// What a node of the search may need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Stop as soon as the proof number is that large.
    pub(super) proof: u32,
    /// Or the disproof number.
    pub(super) disproof: u32,
    /// Plies that are left.
    pub(super) plies: u16,
    /// The last stone that attacked.
    pub(super) last: Option<Point>,
}

impl Task {
    /// To settle a position once and for all within so many plies.
    pub(super) fn whole(plies: u16, last: Option<Point>) -> Task {
        Task { proof: MANY, disproof: MANY, plies, last }
    }

    /// Whether these numbers are all that is asked for.
    pub(super) fn is_done(self, numbers: &Numbers) -> bool {
        let is_settled = numbers.is_won() || numbers.is_refuted();
        is_settled || numbers.proof >= self.proof || numbers.disproof >= self.disproof
    }

    /// The same after one more ply.
    pub(super) fn next(self, last: Option<Point>) -> Task {
        Task { plies: self.plies.saturating_sub(1), last, ..self }
    }
}
