//! What the search by threats remembers, and under which keys.

use tengen_core::{Point, Side, zobrist};

use crate::solver::dfpn::proof_numbers::ProofNumbers;
use crate::solver::{SolverLevel, VctSolver};

/// What a win that was not searched for is worth: less than any other, since it is soon found again.
const FOUND_ELSEWHERE: u64 = 8;

impl VctSolver {
    /// The key of a node: whose attack it is, and where the fast levels go on from. No level may
    /// take another's word for it that there is no win, even where nothing has attacked yet.
    pub(in crate::solver) fn key(
        &self,
        position: u64,
        attacker_moves: bool,
        last: Option<Point>,
    ) -> u64 {
        self.key_at(self.level, position, attacker_moves, last)
    }

    fn key_at(
        &self,
        level: SolverLevel,
        position: u64,
        attacker_moves: bool,
        last: Option<Point>,
    ) -> u64 {
        const ATTACK: u64 = 0x9E37_79B9_7F4A_7C15;
        let salt: u64 = match level {
            SolverLevel::Slow => 0,
            SolverLevel::Medium => 0xD1B5_4A32_D192_ED03,
            SolverLevel::Fast => 0xABCC_5167_CCAD_925F,
        };
        let last = last.filter(|_| level != SolverLevel::Slow);
        let from = last.map_or(0, |last| zobrist::stone(Side::Black, last).rotate_left(21));
        position ^ salt ^ from ^ if attacker_moves { ATTACK } else { 0 }
    }

    /// What is known of a node for a search within so many plies and of the effort at hand.
    pub(in crate::solver) fn known(&self, key: u64, plies: u16) -> Option<ProofNumbers> {
        self.memory.probe(key).and_then(|known| known.within(plies, self.effort))
    }

    /// Takes note of a win that somebody else has found, the attacker to move.
    pub(in crate::solver) fn learn(&mut self, position: u64, plies: u16, first: Point) {
        let key = self.key_at(SolverLevel::Slow, position, true, None);
        self.memory.store(key, ProofNumbers::won(plies, Some(first)), FOUND_ELSEWHERE);
    }

    /// The move of a win within so many plies that is known at level slow, the attacker to move.
    pub(in crate::solver) fn learnt(&self, position: u64, plies: u16) -> Option<Point> {
        let key = self.key_at(SolverLevel::Slow, position, true, None);
        let known = self.memory.probe(key).and_then(|known| known.within(plies, 0));
        known.filter(ProofNumbers::is_won).and_then(|known| known.best)
    }
}
