//! Wins by any moves: VCT first, then VCT and a guide in turns.

pub(in crate::solver) mod quiet;
mod win_solver;

pub use win_solver::WinSolver;

use tengen_proof::Proof;

use crate::Position;
use crate::solver::any_move::quiet::{Guide, ProvedWins, QuietSearch};
use crate::solver::proof::{Prover, Source};
use crate::solver::solve::{MAX_PLIES, VctTurns, max_plies, proof_budget};
use crate::solver::{Budget, BudgetSpent, Solver, SolverLimits, VctSolver};

/// A search for a win by any moves. It never says that there is none.
///
/// Its VCT search of the root is the one of [`SolverKind::Vct`](crate::SolverKind), turn by turn,
/// and nothing else touches the tables of that search. So a VCT that takes n nodes there takes n
/// nodes here too, if n is at most [`VCT_FIRST_NODES`], and less than 2n if it is more.
struct AnyMoveSearch<'a> {
    solver: &'a mut Solver,
    /// The VCT search of the root, until it is refuted.
    vct: Option<VctTurns>,
    max_plies: u16,
    guide: &'a mut dyn Guide,
    /// Proves what the guide suggests.
    quiet: &'a mut VctSolver,
    wins: ProvedWins,
    shares: Shares,
}

impl<'a> AnyMoveSearch<'a> {
    fn new(
        solver: &'a mut Solver,
        quiet: &'a mut VctSolver,
        guide: &'a mut dyn Guide,
        limits: &SolverLimits,
    ) -> AnyMoveSearch<'a> {
        let max_plies = max_plies(limits);
        // Even a five takes a ply.
        let vct = (max_plies > 0).then(|| VctTurns::new(limits.level, max_plies));
        let (wins, shares) = (ProvedWins::new(), Shares::new());
        AnyMoveSearch { solver, vct, max_plies, guide, quiet, wins, shares }
    }

    /// The proof that the side to move wins.
    fn solve(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Proof, BudgetSpent> {
        loop {
            let before = budget.nodes();
            if let Some(proof) = self.vct_turn(position, budget, is_stopped)? {
                return Ok(proof);
            }
            self.shares.vct += budget.nodes() - before;
            if self.vct.is_some() && !self.shares.is_guides_turn() {
                continue;
            }
            let before = budget.nodes();
            if self.guided_turn(position, budget)? {
                let source = Source::Any(self.quiet, &self.wins);
                return Prover::prove(source, position, MAX_PLIES, &mut proof_budget(is_stopped));
            }
            let nodes = budget.nodes() - before;
            // VCT is refuted, and the guide has nothing more to say.
            if self.vct.is_none() && nodes == 0 {
                return Err(BudgetSpent);
            }
            self.shares.end_guided_turn(nodes);
        }
    }

    /// A turn of the VCT search, if it is not refuted: the proof of the win it found.
    fn vct_turn(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Proof>, BudgetSpent> {
        let Some(turns) = &mut self.vct else { return Ok(None) };
        let Some(found) = turns.take(&mut self.solver.vct, position, budget)? else {
            return Ok(None);
        };
        self.vct = None;
        let won = found.is_won().then_some(found.plies);
        let proof = won.and_then(|plies| self.solver.prove_vct(position, plies, is_stopped));
        Ok(proof.filter(|proof| proof.plies() <= u32::from(self.max_plies)))
    }

    /// A turn of the guide: whether the move it suggests is proved to win.
    fn guided_turn(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<bool, BudgetSpent> {
        let nodes = self.shares.next_guided;
        let before = budget.narrow(nodes);
        let mut search = QuietSearch {
            vct: &mut *self.quiet,
            guide: &mut *self.guide,
            wins: &mut self.wins,
            step_nodes: nodes / STEP_DIVISOR,
        };
        let found = search.prove_suggestion(position, nodes / GUIDE_DIVISOR, budget);
        budget.widen(before)?;
        Ok(found == Ok(true))
    }
}

/// Nodes for VCT alone before the guide's first turn: what a search of a second takes.
const VCT_FIRST_NODES: u64 = 500_000;

/// Nodes of the guide's first turn.
const FIRST_GUIDED_NODES: u64 = 80_000;

/// The nodes of a guided turn, for each node that the guide may take for its first move.
const GUIDE_DIVISOR: u64 = 5;

/// The nodes of a guided turn, for each node of a single step of the proof.
const STEP_DIVISOR: u64 = 64;

/// Who has had how many nodes.
struct Shares {
    vct: u64,
    guided: u64,
    /// Nodes of the guide's next turn. Every turn is twice as long as the one before.
    next_guided: u64,
}

impl Shares {
    fn new() -> Shares {
        Shares { vct: 0, guided: 0, next_guided: FIRST_GUIDED_NODES }
    }

    /// Whether it is the guide's turn while VCT goes on: from [`VCT_FIRST_NODES`] on both get the
    /// same.
    fn is_guides_turn(&self) -> bool {
        self.guided + self.next_guided <= self.vct.saturating_sub(VCT_FIRST_NODES)
    }

    fn end_guided_turn(&mut self, nodes: u64) {
        self.guided += nodes;
        self.next_guided = self.next_guided.saturating_mul(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_never_has_more_nodes_than_vct_and_none_before_it() {
        let mut shares = Shares::new();
        let mut turns = 0;
        for _ in 0..1_000 {
            shares.vct += 20_000;
            while shares.is_guides_turn() {
                shares.end_guided_turn(shares.next_guided);
                turns += 1;
            }
            assert!(shares.guided <= shares.vct.saturating_sub(VCT_FIRST_NODES));
        }
        assert!(turns > 5 && shares.guided > shares.vct / 3, "{turns}, {}", shares.guided);
    }
}
