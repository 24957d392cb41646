//! Proof and disproof numbers: the values of a node in df-pn.

use tengen_core::Point;

use crate::solver::dfpn::proof_table::{Packed, pack_point, unpack_point};

/// What the VCT search knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solver) struct ProofNumbers {
    /// Leaves that must still be won to prove the win; 0: it is proved.
    pub(in crate::solver) proof: u32,
    /// Leaves that must still be saved to disprove it; 0: it is refuted.
    pub(in crate::solver) disproof: u32,
    /// Of a win: plies to the five at the latest. Otherwise: the plies that were searched.
    pub(in crate::solver) plies: u16,
    /// Of a refutation: the VCF effort it depends on, [`CERTAIN`] if on none. Of an open position
    /// with the attacker to move: the VCF effort that found no win.
    pub(in crate::solver) effort: u8,
    /// The winning move, once there is one.
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
pub(in crate::solver) const INFINITE: u32 = 1 << 30;

/// The effort of a refutation that no further effort can change.
pub(in crate::solver) const CERTAIN: u8 = u8::MAX;

impl ProofNumbers {
    /// A position that was not searched yet.
    pub(in crate::solver) const fn new(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof, plies: 0, effort: 0, best: None }
    }

    /// A proved win.
    pub(in crate::solver) const fn won(plies: u16, best: Option<Point>) -> ProofNumbers {
        ProofNumbers { proof: 0, disproof: INFINITE, plies, effort: 0, best }
    }

    /// No win within `plies`, as far as VCF searches of this effort can tell.
    pub(in crate::solver) const fn refuted(plies: u16, effort: u8) -> ProofNumbers {
        ProofNumbers { proof: INFINITE, disproof: 0, plies, effort, best: None }
    }

    pub(in crate::solver) const fn is_won(&self) -> bool {
        self.proof == 0
    }

    pub(in crate::solver) const fn is_refuted(&self) -> bool {
        self.disproof == 0
    }

    /// Whether this is a refutation that no further effort can change.
    pub(in crate::solver) const fn is_final(&self) -> bool {
        self.is_refuted() && self.effort == CERTAIN
    }

    /// What a search within `plies` and with this effort may use: no win that takes longer, no
    /// refutation within fewer plies or with less effort.
    pub(in crate::solver) fn within(self, plies: u16, effort: u8) -> Option<ProofNumbers> {
        match self {
            _ if self.is_won() && self.plies <= plies => Some(self),
            _ if self.is_won() => None,
            _ if self.is_refuted() && (self.plies < plies || self.effort < effort) => None,
            _ => Some(self),
        }
    }
}
