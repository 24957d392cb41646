//! A search for a VCT in turns: a level, and level fast before it.

use crate::Position;
use crate::solver::dfpn::proof_numbers::ProofNumbers;
use crate::solver::{Budget, BudgetSpent, SolverLevel, VctSolver};

/// A search at a level and at level fast in turns, for more and more nodes.
///
/// Most wins stay on the rays of the last attack, and the fast level finds them long before a
/// search of the whole board does.
pub(in crate::solver) struct VctTurns {
    level: SolverLevel,
    plies: u16,
    /// The level of the next turn.
    next: SolverLevel,
    /// Nodes of the next turn.
    turn_nodes: u64,
    is_fast_refuted: bool,
    /// Nodes of all turns so far.
    nodes: u64,
}

/// Nodes of the first turn of a level.
const FIRST_TURN_NODES: u64 = 5_000;

impl VctTurns {
    /// A search for a VCT within `plies`.
    pub(in crate::solver) fn new(level: SolverLevel, plies: u16) -> VctTurns {
        VctTurns {
            level,
            plies,
            next: SolverLevel::Fast,
            turn_nodes: FIRST_TURN_NODES,
            is_fast_refuted: false,
            nodes: 0,
        }
    }

    /// Nodes of all turns so far.
    pub(in crate::solver) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Takes the next turn. Returns what the search found, or `None` if there are more turns.
    pub(in crate::solver) fn take(
        &mut self,
        vct: &mut VctSolver,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<ProofNumbers>, BudgetSpent> {
        let (level, nodes_before) = (self.next, budget.nodes());
        let before = budget.narrow(self.turn_nodes);
        let found = vct.solve(position, level, self.plies, budget);
        let more = budget.widen(before);
        self.nodes += budget.nodes() - nodes_before;
        match found {
            Ok(found) if found.is_won() || level == self.level => return Ok(Some(found)),
            Ok(_) => self.is_fast_refuted = true,
            Err(BudgetSpent) => more?,
        }
        if level == self.level {
            self.turn_nodes = self.turn_nodes.saturating_mul(2);
        }
        self.next = match level == self.level && !self.is_fast_refuted {
            true => SolverLevel::Fast,
            false => self.level,
        };
        Ok(None)
    }

    /// Takes turns until the search has found something.
    pub(in crate::solver) fn take_all(
        mut self,
        vct: &mut VctSolver,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, BudgetSpent> {
        loop {
            if let Some(found) = self.take(vct, position, budget)? {
                return Ok(found);
            }
        }
    }
}
