//! The kill search beside the main search: wins by force for a share of the nodes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tengen_core::Point;
use tengen_proof::Proof;

use super::Shared;
use crate::solver::{
    Budget, Solver, SolverKind, SolverLevel, SolverLimits, SolverVerdict, VcfReplay,
};
use crate::{Position, Score};

/// Looks for forced wins of either side around the root.
pub(crate) struct ForcedWinProbe<'a> {
    solver: &'a mut Solver,
    position: Position,
    limits: SolverLimits,
    /// Nodes for every hundred of the main search, for either side.
    share: u64,
    spent: [u64; 2],
    /// Whether the side to move is known to have no win by force.
    is_hopeless: bool,
    /// The move after which the other side is known to have none.
    safe: Option<Point>,
    /// How the enemy wins by fours after moves that were looked at.
    plans: VcfReplay,
}

/// A slice of fewer nodes is not worth beginning.
const LEAST: u64 = 200;

/// Whose win is looked for.
#[derive(Clone, Copy)]
enum Quarry {
    Own,
    Enemy,
}

impl<'a> ForcedWinProbe<'a> {
    pub(crate) fn new(
        solver: &'a mut Solver,
        position: Position,
        level: SolverLevel,
        max_plies: Option<u32>,
        share: u64,
    ) -> ForcedWinProbe<'a> {
        let limits = SolverLimits { level, max_plies, shorten: false, ..SolverLimits::default() };
        let (spent, plans) = ([0; 2], VcfReplay::default());
        ForcedWinProbe {
            solver,
            position,
            limits,
            share,
            spent,
            is_hopeless: false,
            safe: None,
            plans,
        }
    }

    /// A win by force of the side to move, if one is found by now.
    pub(crate) fn win(&mut self, shared: &Shared<'_>) -> Option<Arc<Proof>> {
        if self.is_hopeless {
            return None;
        }
        let (verdict, proof) = self.slice(Quarry::Own, shared)?;
        self.is_hopeless = verdict == SolverVerdict::None;
        proof.map(Arc::new)
    }

    /// The plies to the enemy's five after a move of the side to move that allows him to win by
    /// force, if that is found by now.
    pub(crate) fn refutation(&mut self, point: Point, shared: &Shared<'_>) -> Option<Score> {
        if self.safe == Some(point) {
            return None;
        }
        self.position.play(point);
        let found = self.slice(Quarry::Enemy, shared);
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

    /// The same for wins by fours alone, as far as the budget allows.
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

    /// Whether a four of the side to move only puts off the enemy's win by fours: a loss, though
    /// nobody knows after how many plies.
    pub(crate) fn is_vain_four(&mut self, point: Point, budget: &mut Budget<'_>) -> Option<Score> {
        if !self.position.threat(point, self.position.to_move()).makes_four() {
            return None;
        }
        let limits = SolverLimits {
            kind: SolverKind::Vcf,
            nodes: Some(budget.left()),
            ..SolverLimits::default()
        };
        let (in_vain, nodes) = self.solver.refutes(&mut self.position, point, &limits);
        // What it could not see to its end is not refuted.
        let _ = budget.spend_many(nodes);
        in_vain.then(|| Score::loss_in(4).unless_refuted())
    }

    /// Looks for a win of the side to move with what its share allows; none if that is nothing.
    fn slice(
        &mut self,
        quarry: Quarry,
        shared: &Shared<'_>,
    ) -> Option<(SolverVerdict, Option<Proof>)> {
        let total = shared.nodes.load(Ordering::Relaxed);
        let main = total.saturating_sub(self.spent.iter().sum());
        let left = shared.timer.nodes().map_or(u64::MAX, |most| most.saturating_sub(total));
        let spent = &mut self.spent[quarry as usize];
        let share = main.saturating_mul(self.share) / 100;
        let allowed = share.saturating_sub(*spent).min(left);
        let is_over = || shared.stop.is_stopped() || shared.timer.is_over(1);
        if allowed < LEAST || is_over() {
            return None;
        }
        let mut budget = Budget::new(allowed, &is_over);
        // Taken from what the other threads may use before, or all together would use too much.
        shared.nodes.fetch_add(allowed, Ordering::Relaxed);
        let found =
            self.solver.solve_position(&mut self.position, &self.limits, &mut budget, &is_over);
        *spent += budget.nodes();
        shared.nodes.fetch_sub(allowed.saturating_sub(budget.nodes()), Ordering::Relaxed);
        let (verdict, proof) = found;
        // What the checker does not believe is not played.
        let holds = proof.as_ref().is_none_or(|proof| tengen_proof::check(proof, u64::MAX).is_ok());
        debug_assert!(holds, "a proof must be one");
        holds.then_some((verdict, proof))
    }
}
