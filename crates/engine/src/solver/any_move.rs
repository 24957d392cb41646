//! Wins by any moves: VCT first, then VCT and a guide in turns.

pub(in crate::solver) mod quiet;
mod win_solver;

pub use win_solver::WinSolver;

use tengen_proof::Proof;

use crate::Position;
use crate::solver::any_move::quiet::{Guide, ProvedWins, QuietSearch};
use crate::solver::proof::{Prover, Source};
use crate::solver::solve::{MAX_PLIES, max_plies, proof_budget};
use crate::solver::vct::turns::VctTurns;
use crate::solver::{Budget, BudgetSpent, Solver, SolverLimits};

/// A search for a win by any moves. It never says that there is none.
struct AnyMoveSearch<'a> {
    solver: &'a mut Solver,
    guide: &'a mut dyn Guide,
    /// The VCT search of the root, until it is refuted. It is the search of
    /// [`SolverKind::Vct`](crate::SolverKind), turn by turn.
    vct: Option<VctTurns>,
    wins: ProvedWins,
    /// Nodes of all guided turns so far.
    guided_nodes: u64,
    /// The measure of the next guided turn, in nodes. Each turn is twice as long as the one before.
    unit: u64,
}

impl<'a> AnyMoveSearch<'a> {
    fn new(
        solver: &'a mut Solver,
        guide: &'a mut dyn Guide,
        limits: &SolverLimits,
    ) -> AnyMoveSearch<'a> {
        let max_plies = max_plies(limits);
        // Even a five takes a ply.
        let vct = (max_plies > 0).then(|| VctTurns::new(limits.level, max_plies));
        let wins = ProvedWins::new();
        AnyMoveSearch { solver, guide, vct, wins, guided_nodes: 0, unit: FIRST_UNIT }
    }

    /// The proof that the side to move wins.
    fn solve(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Proof, BudgetSpent> {
        loop {
            if let Some(plies) = self.vct_turns(position, budget)?
                && let Some(proof) = self.solver.prove_vct(position, plies, is_stopped)
            {
                return Ok(proof);
            }
            let before = budget.nodes();
            if self.guided_turn(position, budget)? {
                let source = Source::Any(&mut self.solver.vct, &self.wins);
                return Prover::prove(source, position, MAX_PLIES, &mut proof_budget(is_stopped));
            }
            let nodes = budget.nodes() - before;
            // VCT is refuted, and the guide has nothing more to say.
            if self.vct.is_none() && nodes == 0 {
                return Err(BudgetSpent);
            }
            self.guided_nodes += nodes;
            self.unit = self.unit.saturating_mul(2);
        }
    }

    /// Turns of VCT until it has its share of the nodes, but at least one, since the guide may have
    /// nothing more to say. Returns the plies of the win it found.
    fn vct_turns(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, BudgetSpent> {
        let share = VCT_FIRST_NODES.saturating_add(self.guided_nodes);
        while let Some(turns) = &mut self.vct {
            if let Some(found) = turns.take(&mut self.solver.vct, position, budget)? {
                self.vct = None;
                return Ok(found.is_won().then_some(found.plies));
            }
            if turns.nodes() >= share {
                break;
            }
        }
        Ok(None)
    }

    /// A turn of the guide: whether the move it suggests is proved to win.
    fn guided_turn(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<bool, BudgetSpent> {
        let before = budget.narrow(self.unit.saturating_mul(GUIDED_SHARE));
        let mut search = QuietSearch {
            vct: &mut self.solver.vct,
            guide: &mut *self.guide,
            wins: &mut self.wins,
            step_nodes: self.unit / STEP_DIVISOR,
        };
        let guide_nodes = self.unit.saturating_mul(GUIDE_SHARE);
        let found = search.prove_suggestion(position, guide_nodes, budget);
        let more = budget.widen(before);
        if found == Ok(true) { Ok(true) } else { more.map(|()| false) }
    }
}

/// Nodes for VCT alone before the first guided turn. Most VCTs that are found at all take fewer, and
/// where a quiet move wins, VCT is mostly refuted within fewer. From here on VCT has half.
const VCT_FIRST_NODES: u64 = 100_000;

/// The unit of the first guided turn.
const FIRST_UNIT: u64 = 2_500;

/// Units for the guide's first move.
const GUIDE_SHARE: u64 = 6;

/// Units for the whole turn.
const GUIDED_SHARE: u64 = 32;

/// A single step of the proof has a unit divided by this.
const STEP_DIVISOR: u64 = 2;
