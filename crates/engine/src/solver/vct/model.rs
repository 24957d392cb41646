//! A VCT of one position replayed in another with the same stones of the attacker.
//!
//! Most replies to a quiet move do not change how the attacker wins after a pass. To replay that win
//! after each of them costs far less than a search.

use tengen_core::Point;

use crate::Position;
use crate::solver::dfpn::thresholds::Thresholds;
use crate::solver::solve::MAX_PLIES;
use crate::solver::vct::replay::VCF_NODES;
use crate::solver::vct::replies::{Replies, find_replies};
use crate::solver::{Budget, BudgetSpent, SolverLevel, VcfResult, VctSolver};

/// A position in which the side to move has a VCT of this level.
#[derive(Clone, Debug)]
pub struct KnownVct {
    pub(in crate::solver) position: Position,
    pub(in crate::solver) level: SolverLevel,
}

impl VctSolver {
    /// The level at which the side to move has a VCT.
    pub(in crate::solver) fn winning_level(
        &mut self,
        position: &mut Position,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<SolverLevel>, BudgetSpent> {
        for level in [SolverLevel::Fast, SolverLevel::Slow] {
            let before = budget.narrow(nodes);
            let found = self.solve(position, level, MAX_PLIES, budget);
            budget.widen(before)?;
            if found.is_ok_and(|found| found.is_won()) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// The points that the model's win is known to depend on. Others may matter too.
    pub(in crate::solver) fn relevance_zone(
        &mut self,
        model: &mut KnownVct,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Point>, BudgetSpent> {
        let mut zone = Vec::new();
        self.level = model.level;
        let before = budget.narrow(nodes);
        let thresholds = Thresholds::infinite(MAX_PLIES, None);
        let collected = self.collect_attacks(&mut model.position, thresholds, &mut zone, budget);
        budget.widen(before)?;
        // What was collected before the budget ran out is still right.
        let (Ok(()) | Err(BudgetSpent)) = collected;
        zone.sort_unstable();
        zone.dedup();
        Ok(zone)
    }

    /// Adds the points of a VCT to the zone, with the attacker to move.
    fn collect_attacks(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        zone: &mut Vec<Point>,
        budget: &mut Budget<'_>,
    ) -> Result<(), BudgetSpent> {
        let (point, below) = self.next_attack(position, thresholds, budget)?;
        zone.push(point);
        budget.spend()?;
        position.play(point);
        let collected = self.collect_replies(position, below, zone, budget);
        position.undo();
        collected
    }

    /// The same with the defender to move.
    fn collect_replies(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        zone: &mut Vec<Point>,
        budget: &mut Budget<'_>,
    ) -> Result<(), BudgetSpent> {
        let found = find_replies(position, &mut self.vcf, VCF_NODES, budget)?;
        let Replies::Listed { points, .. } = found else { return Err(BudgetSpent) };
        zone.extend(&points);
        for reply in points {
            budget.spend()?;
            position.play(reply);
            let next = thresholds.next(thresholds.last);
            let collected = self.collect_attacks(position, next, zone, budget);
            position.undo();
            collected?;
        }
        Ok(())
    }

    /// The move of a known VCT, and the thresholds after it.
    fn next_attack(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<(Point, Thresholds), BudgetSpent> {
        match self.first_four(position, budget)? {
            Some(first) => Ok((first, thresholds.next(Some(first)))),
            None => self.winning_attack(position, thresholds, budget),
        }
    }

    /// Replays the win of the model. Returns its plies if it wins here too, and stores the wins it
    /// has shown in the VCT table.
    pub(in crate::solver) fn replay_vct(
        &mut self,
        position: &mut Position,
        model: &mut KnownVct,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, BudgetSpent> {
        let replayed = self.replay_vcf(position, &mut model.position, budget)?;
        if replayed.is_some() {
            return Ok(replayed);
        }
        let before = budget.narrow(VCF_NODES);
        let found = self.vcf.solve(position, VcfResult::UNLIMITED, budget);
        budget.widen(before)?;
        if let Ok(VcfResult::Win { moves, first }) = found {
            let plies = 2 * moves - 1;
            self.store_win(position.key(), plies, first);
            return Ok(Some(plies));
        }
        self.level = model.level;
        let (point, below) = self.next_attack(&mut model.position, thresholds, budget)?;
        if !position.is_free(point) || !position.is_legal(point) {
            return Ok(None);
        }
        budget.spend()?;
        position.play(point);
        model.position.play(point);
        let plies = self.replay_replies(position, model, below, budget);
        model.position.undo();
        position.undo();
        let plies = plies?;
        if let Some(plies) = plies {
            self.store_win(position.key(), plies, point);
        }
        Ok(plies)
    }

    /// The same after the attacker's move.
    fn replay_replies(
        &mut self,
        position: &mut Position,
        model: &mut KnownVct,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, BudgetSpent> {
        let found = find_replies(position, &mut self.vcf, VCF_NODES, budget)?;
        let Replies::Listed { points, else_plies } = found else { return Ok(None) };
        let mut longest = else_plies + 1;
        for reply in points {
            if !model.position.is_free(reply) {
                return Ok(None);
            }
            budget.spend()?;
            position.play(reply);
            model.position.play(reply);
            let plies = self.replay_vct(position, model, thresholds.next(thresholds.last), budget);
            model.position.undo();
            position.undo();
            let Some(plies) = plies? else { return Ok(None) };
            longest = longest.max(plies + 2);
        }
        Ok(Some(longest))
    }
}
