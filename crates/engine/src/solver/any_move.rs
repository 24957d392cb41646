//! Wins by any moves: threats and a guide search by turns.

pub(in crate::solver) mod quiet;
mod win_solver;

pub use win_solver::WinSolver;

use tengen_proof::Proof;

use crate::Position;
use crate::solver::any_move::quiet::{Guide, QuietSearch, Wins, Won};
use crate::solver::facade::{ENDLESS, FIRST_TURN, proven, writing};
use crate::solver::proof::{Prover, Source};
use crate::solver::{Budget, Over, Solver, SolverLevel, SolverVerdict};

impl Solver {
    /// Whether the side to move wins, and how. That it does not is never known.
    pub(crate) fn look_for_any(
        &mut self,
        position: &mut Position,
        guide: &mut dyn Guide,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> (SolverVerdict, Option<Proof>) {
        let mut wins = Wins::new();
        let Ok(()) = self.win_by_turns(position, guide, &mut wins, budget) else {
            return (SolverVerdict::Unknown, None);
        };
        let solver = Source::Any(&mut self.threats, &wins);
        proven(Prover::prove(solver, position, ENDLESS, &mut writing(is_stopped)).ok())
    }

    fn win_by_turns(
        &mut self,
        position: &mut Position,
        guide: &mut dyn Guide,
        wins: &mut Wins,
        budget: &mut Budget<'_>,
    ) -> Result<(), Over> {
        let mut nodes = FIRST_TURN / 2;
        let mut levels = vec![SolverLevel::Fast, SolverLevel::Slow];
        loop {
            let begun = budget.nodes();
            for level in levels.clone() {
                let before = budget.narrow(nodes);
                let found = self.threats.solve(position, level, ENDLESS, budget);
                budget.widen(before)?;
                match found {
                    Ok(found) if found.is_won() => {
                        wins.insert(position.key(), Won::Threats(level));
                        return Ok(());
                    }
                    Ok(_) => levels.retain(|&other| other != level),
                    Err(Over) => {}
                }
            }
            let before = budget.narrow(nodes.saturating_mul(GUIDED));
            let threats = &mut self.threats;
            let mut search = QuietSearch { threats, guide, wins, patience: nodes / PATIENCE };
            let found = search.claim(position, nodes.saturating_mul(CLAIM), budget);
            budget.widen(before)?;
            if found == Ok(true) {
                return Ok(());
            }
            // Threats do not win, and the guide has seen all that it ever will.
            if budget.nodes() == begun {
                return Err(Over);
            }
            nodes = nodes.saturating_mul(2);
        }
    }
}

/// How much more than a search by threats the first move of a win by any moves may cost.
const CLAIM: u64 = 6;

/// The same for all that it takes to prove it.
const GUIDED: u64 = 32;

/// How many times less its single steps may cost.
const PATIENCE: u64 = 2;
