//! Proof numbers: how much is still to be shown for a win, and how much against it.

use tengen_core::Point;

use crate::solver::dfpn::proof_table::{Packed, pack_point, unpack_point};

/// What is known of a position in the search for a win by threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solver) struct ProofNumbers {
    /// Positions that must yet be won to show the win; none: it is shown.
    pub(in crate::solver) proof: u32,
    /// Positions that must yet be saved to refute it; none: it is refuted.
    pub(in crate::solver) disproof: u32,
    /// Of a win: plies to the five at the latest. Else: plies within which it was looked for.
    pub(in crate::solver) plies: u16,
    /// Of a refutation: it holds as far as searches for fours of this effort see; 255 for ever.
    /// Of an attacker's position that is open: the effort that found no fours within the plies.
    pub(in crate::solver) effort: u8,
    /// The move that wins, once there is one.
    pub(in crate::solver) best: Option<Point>,
}

impl Packed for ProofNumbers {
    /// Proof, disproof, plies and best move, effort.
    type Words = [u32; 4];

    fn pack(self) -> [u32; 4] {
        let move_and_plies = u32::from(self.plies) | u32::from(pack_point(self.best)) << 16;
        [self.proof, self.disproof, move_and_plies, self.effort.into()]
    }

    fn unpack([proof, disproof, move_and_plies, effort]: [u32; 4]) -> ProofNumbers {
        let best = unpack_point((move_and_plies >> 16) as u16);
        ProofNumbers { proof, disproof, plies: move_and_plies as u16, effort: effort as u8, best }
    }
}

/// More than any sum of numbers.
pub(in crate::solver) const MANY: u32 = 1 << 30;

/// Of a refutation that no further effort can change.
pub(in crate::solver) const SURE: u8 = u8::MAX;

impl ProofNumbers {
    /// A position that nobody has looked at.
    pub(in crate::solver) const fn new(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof, plies: 0, effort: 0, best: None }
    }

    /// A win.
    pub(in crate::solver) const fn won(plies: u16, best: Option<Point>) -> ProofNumbers {
        ProofNumbers { proof: 0, disproof: MANY, plies, effort: 0, best }
    }

    /// No win within so many plies, as far as fours of this effort show.
    pub(in crate::solver) const fn refuted(plies: u16, effort: u8) -> ProofNumbers {
        ProofNumbers { proof: MANY, disproof: 0, plies, effort, best: None }
    }

    pub(in crate::solver) const fn is_won(&self) -> bool {
        self.proof == 0
    }

    pub(in crate::solver) const fn is_refuted(&self) -> bool {
        self.disproof == 0
    }

    /// Whether no further effort can change a refutation.
    pub(in crate::solver) const fn is_final(&self) -> bool {
        self.is_refuted() && self.effort == SURE
    }

    /// What this says to a search within `plies` and of this effort: a win that takes longer is
    /// none, a refutation within fewer plies or of less effort is forgotten.
    pub(in crate::solver) fn within(self, plies: u16, effort: u8) -> Option<ProofNumbers> {
        match self {
            _ if self.is_won() && self.plies <= plies => Some(self),
            _ if self.is_won() => None,
            _ if self.is_refuted() && (self.plies < plies || self.effort < effort) => None,
            _ => Some(self),
        }
    }
}
