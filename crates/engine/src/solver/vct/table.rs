//! How VCT uses the proof table: the keys of its nodes, probes, and wins that come from elsewhere.

use tengen_core::{Point, Side, zobrist};

use crate::solver::dfpn::proof_numbers::ProofNumbers;
use crate::solver::{SolverLevel, VctSolver};

/// The cost under which a win is stored that was not searched for. It is low, since such a win is
/// soon found again.
const REPLAYED_COST: u64 = 8;

impl VctSolver {
    /// The key of a node: the position, who is to move in the attack, the level, and where the
    /// faster levels go on from. No level may rely on a refutation of another one, not even before
    /// the first attack.
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

    /// What the table knows of a node for a search within `plies` and with the current effort.
    pub(in crate::solver) fn probe(&self, key: u64, plies: u16) -> Option<ProofNumbers> {
        self.table.probe(key).and_then(|known| known.within(plies, self.effort))
    }

    /// Stores a win that was found by a replay, with the attacker to move.
    pub(in crate::solver) fn store_win(&mut self, position: u64, plies: u16, first: Point) {
        let key = self.key_at(SolverLevel::Slow, position, true, None);
        self.table.store(key, ProofNumbers::won(plies, Some(first)), REPLAYED_COST);
    }

    /// The move of a win within `plies` that is stored at level slow, with the attacker to move.
    pub(in crate::solver) fn stored_win(&self, position: u64, plies: u16) -> Option<Point> {
        let key = self.key_at(SolverLevel::Slow, position, true, None);
        let known = self.table.probe(key).and_then(|known| known.within(plies, 0));
        known.filter(ProofNumbers::is_won).and_then(|known| known.best)
    }
}
