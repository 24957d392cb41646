//! Wins by any moves: VCT and a guide take turns.

pub(in crate::solver) mod quiet;
mod win_solver;

pub use win_solver::WinSolver;

use tengen_proof::Proof;

use crate::Position;
use crate::solver::any_move::quiet::{Guide, ProvedWins, QuietSearch, WonBy};
use crate::solver::proof::{Prover, Source};
use crate::solver::solve::{MAX_PLIES, proof_budget, verdict_of};
use crate::solver::vct::turns::FIRST_TURN_NODES;
use crate::solver::{Budget, BudgetSpent, Solver, SolverLevel, SolverVerdict};

impl Solver {
    /// Whether the side to move wins, and how. It never says that there is no win.
    fn solve_any(
        &mut self,
        position: &mut Position,
        guide: &mut dyn Guide,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> (SolverVerdict, Option<Proof>) {
        let mut wins = ProvedWins::new();
        let Ok(()) = self.alternate_with_guide(position, guide, &mut wins, budget) else {
            return (SolverVerdict::Unknown, None);
        };
        let source = Source::Any(&mut self.vct, &wins);
        verdict_of(Prover::prove(source, position, MAX_PLIES, &mut proof_budget(is_stopped)).ok())
    }

    /// Searches by VCT and with the guide in turns, for more and more nodes, until the position is
    /// one of the proved `wins`.
    fn alternate_with_guide(
        &mut self,
        position: &mut Position,
        guide: &mut dyn Guide,
        wins: &mut ProvedWins,
        budget: &mut Budget<'_>,
    ) -> Result<(), BudgetSpent> {
        let mut nodes = FIRST_TURN_NODES / 2;
        let mut levels = vec![SolverLevel::Fast, SolverLevel::Slow];
        loop {
            let nodes_before = budget.nodes();
            for level in levels.clone() {
                let before = budget.narrow(nodes);
                let found = self.vct.solve(position, level, MAX_PLIES, budget);
                budget.widen(before)?;
                match found {
                    Ok(found) if found.is_won() => {
                        wins.insert(position.key(), WonBy::Vct(level));
                        return Ok(());
                    }
                    Ok(_) => levels.retain(|&other| other != level),
                    Err(BudgetSpent) => {}
                }
            }
            let before = budget.narrow(nodes.saturating_mul(GUIDED_SHARE));
            let (vct, step_nodes) = (&mut self.vct, nodes / STEP_DIVISOR);
            let mut search = QuietSearch { vct, guide, wins, step_nodes };
            let guide_nodes = nodes.saturating_mul(GUIDE_SHARE);
            let found = search.prove_suggestion(position, guide_nodes, budget);
            budget.widen(before)?;
            if found == Ok(true) {
                return Ok(());
            }
            // VCT is refuted, and the guide has nothing more to say.
            if budget.nodes() == nodes_before {
                return Err(BudgetSpent);
            }
            nodes = nodes.saturating_mul(2);
        }
    }
}

/// Nodes for the guide's first move, for each node of a VCT turn.
const GUIDE_SHARE: u64 = 6;

/// Nodes for the whole proof of that move, likewise.
const GUIDED_SHARE: u64 = 32;

/// The nodes of a VCT turn, for each node of a single step of that proof.
const STEP_DIVISOR: u64 = 2;
