//! The solver beside the main search: forced wins of either side, for a share of the nodes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tengen_core::{BySide, Point};
use tengen_proof::Proof;

use super::Shared;
use crate::solver::{
    Budget, Solver, SolverKind, SolverLevel, SolverLimits, SolverVerdict, VcfReplay,
};
use crate::{Position, Score};

/// Searches for forced wins of either side around the root.
pub(crate) struct ForcedWinProbe<'a> {
    solver: &'a mut Solver,
    position: Position,
    limits: SolverLimits,
    /// Nodes per hundred of the main search, for either side.
    share: u64,
    /// Nodes spent so far, by the side whose win was searched.
    spent: BySide<u64>,
    /// Whether the side to move is known to have no forced win.
    is_hopeless: bool,
    /// The move after which the enemy is known to have none.
    safe: Option<Point>,
    /// How the enemy wins by fours after moves that were looked at.
    plans: VcfReplay,
}

/// A slice of fewer nodes is not worth its start. Not tuned.
const MIN_SLICE: u64 = 200;

impl<'a> ForcedWinProbe<'a> {
    pub(crate) fn new(
        solver: &'a mut Solver,
        position: Position,
        level: SolverLevel,
        max_plies: Option<u32>,
        share: u64,
    ) -> ForcedWinProbe<'a> {
        let limits = SolverLimits { level, max_plies, shorten: false, ..SolverLimits::default() };
        ForcedWinProbe {
            solver,
            position,
            limits,
            share,
            spent: BySide::default(),
            is_hopeless: false,
            safe: None,
            plans: VcfReplay::default(),
        }
    }

    /// A forced win of the side to move, if one is found by now.
    pub(crate) fn win(&mut self, shared: &Shared<'_>) -> Option<Arc<Proof>> {
        if self.is_hopeless {
            return None;
        }
        let (verdict, proof) = self.slice(shared)?;
        self.is_hopeless = verdict == SolverVerdict::None;
        proof.map(Arc::new)
    }

    /// The score of a move that lets the enemy win by force, if that is found by now.
    pub(crate) fn refutation(&mut self, point: Point, shared: &Shared<'_>) -> Option<Score> {
        if self.safe == Some(point) {
            return None;
        }
        self.position.play(point);
        let found = self.slice(shared);
        self.position.undo();
        match found?.0 {
            SolverVerdict::Win { plies } => Some(Score::loss_in(plies + 1)),
            SolverVerdict::None => {
                self.safe = Some(point);
                None
            }
            SolverVerdict::Unknown => None,
        }
    }

    /// The same for wins by fours alone (VCF), as far as the budget allows.
    pub(crate) fn refutation_by_fours(
        &mut self,
        point: Point,
        budget: &mut Budget<'_>,
    ) -> Option<Score> {
        if self.safe == Some(point) {
            return None;
        }
        self.position.play(point);
        let found = self.plans.win(&mut self.position, self.solver.vcf(), budget);
        self.position.undo();
        match found {
            Ok(Some(moves)) => Some(Score::loss_in(2 * u32::from(moves))),
            _ => None,
        }
    }

    /// The score of a four of the side to move that only delays the enemy's win by fours: a loss,
    /// though nobody knows in how many plies.
    pub(crate) fn vain_four(&mut self, point: Point, budget: &mut Budget<'_>) -> Option<Score> {
        if !self.position.threat(point, self.position.to_move()).makes_four() {
            return None;
        }
        let limits = SolverLimits {
            kind: SolverKind::Vcf,
            nodes: Some(budget.left()),
            ..SolverLimits::default()
        };
        let (in_vain, nodes) = self.solver.refutes(&mut self.position, point, &limits);
        // What the solver could not finish is not refuted.
        let _ = budget.spend_many(nodes);
        in_vain.then(|| Score::loss_in(4).unless_refuted())
    }

    /// Searches for a win of the side to move with what its share allows; `None` if that is too
    /// little.
    fn slice(&mut self, shared: &Shared<'_>) -> Option<(SolverVerdict, Option<Proof>)> {
        let side = self.position.to_move();
        let total = shared.nodes.load(Ordering::Relaxed);
        let main = total.saturating_sub(self.spent[side] + self.spent[!side]);
        let left = shared.timer.nodes().map_or(u64::MAX, |most| most.saturating_sub(total));
        let share = main.saturating_mul(self.share) / 100;
        let allowed = share.saturating_sub(self.spent[side]).min(left);
        let is_over = || shared.stop.is_stopped() || shared.timer.is_over(1);
        if allowed < MIN_SLICE || is_over() {
            return None;
        }
        let mut budget = Budget::new(allowed, &is_over);
        // Reserved before the search, or all threads together would use too many.
        shared.nodes.fetch_add(allowed, Ordering::Relaxed);
        let found =
            self.solver.solve_position(&mut self.position, &self.limits, &mut budget, &is_over);
        self.spent[side] += budget.nodes();
        shared.nodes.fetch_sub(allowed.saturating_sub(budget.nodes()), Ordering::Relaxed);
        let (verdict, proof) = found;
        // A proof that the checker refuses is not played.
        let holds = proof.as_ref().is_none_or(|proof| tengen_proof::check(proof, u64::MAX).is_ok());
        debug_assert!(holds, "a proof must be one");
        holds.then_some((verdict, proof))
    }
}
