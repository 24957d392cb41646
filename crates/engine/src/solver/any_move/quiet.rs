//! Wins that need quiet moves: a guide suggests the moves, VCT proves them.
//!
//! A quiet move must threaten a VCT, should the defender pass. That VCT is replayed after every
//! reply, and mostly wins all the same. Only after the replies that spoil it does the search look
//! for another win.

use std::collections::HashMap;

use tengen_core::Point;

use crate::solver::dfpn::thresholds::Thresholds;
use crate::solver::solve::MAX_PLIES;
use crate::solver::vct::replay::VCF_NODES;
use crate::solver::vct::replies::{Replies, find_replies};
use crate::solver::{Budget, BudgetSpent, SolverLevel, VcfResult, VctSolver};
use crate::{Position, Threat};

/// A search that suggests moves.
pub(crate) trait Guide {
    /// A move with which the side to move probably wins, and the nodes it took.
    fn winning_move(&mut self, position: &Position, nodes: u64) -> (Option<Point>, u64);
}

/// How a position is won, with the attacker to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WonBy {
    /// By a move that may be quiet.
    Move(Point),
    /// By a VCT of this level.
    Vct(SolverLevel),
}

/// The positions won so far, by their keys.
pub(crate) type ProvedWins = HashMap<u64, WonBy>;

/// A search for a win by any moves.
pub(crate) struct QuietSearch<'a> {
    pub(crate) vct: &'a mut VctSolver,
    pub(crate) guide: &'a mut dyn Guide,
    pub(crate) wins: &'a mut ProvedWins,
    /// Nodes of one VCT search, and of one question to the guide.
    pub(crate) step_nodes: u64,
}

/// The position where the defender has passed: the attacker has a VCT there.
struct Model {
    position: Position,
    level: SolverLevel,
}

impl QuietSearch<'_> {
    /// Whether the side to move is proved to win.
    fn attack(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<bool, BudgetSpent> {
        if self.wins.contains_key(&position.key()) {
            return Ok(true);
        }
        // A quick VCT first, since it answers most replies; then the guide.
        Ok(self.prove_vct(position, self.step_nodes / 32, budget)?
            || self.prove_suggestion(position, self.step_nodes, budget)?
            || self.prove_vct(position, self.step_nodes, budget)?)
    }

    /// Whether the side to move is proved to win by VCT.
    fn prove_vct(
        &mut self,
        position: &mut Position,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, BudgetSpent> {
        let level = self.winning_level(position, nodes, budget)?;
        if let Some(level) = level {
            self.wins.insert(position.key(), WonBy::Vct(level));
        }
        Ok(level.is_some())
    }

    /// Whether the move that the guide suggests after `nodes` is proved to win.
    pub(crate) fn prove_suggestion(
        &mut self,
        position: &mut Position,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, BudgetSpent> {
        let (suggested, nodes) = self.guide.winning_move(position, nodes.min(budget.left()));
        budget.spend_many(nodes)?;
        let Some(point) = suggested.filter(|&point| position.is_legal(point)) else {
            return Ok(false);
        };
        let key = position.key();
        budget.spend()?;
        position.play(point);
        let wins = self.defend(position, budget);
        position.undo();
        if wins? {
            self.wins.insert(key, WonBy::Move(point));
            return Ok(true);
        }
        Ok(false)
    }

    /// The level at which the side to move has a VCT.
    fn winning_level(
        &mut self,
        position: &mut Position,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<SolverLevel>, BudgetSpent> {
        for level in [SolverLevel::Fast, SolverLevel::Slow] {
            let before = budget.narrow(nodes);
            let found = self.vct.solve(position, level, MAX_PLIES, budget);
            budget.widen(before)?;
            if found.is_ok_and(|found| found.is_won()) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// Whether the attacker is proved to win, with the defender to move.
    fn defend(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<bool, BudgetSpent> {
        if position.count(position.to_move(), Threat::Five) > 0 {
            return Ok(false);
        }
        let mut passed = position.clone();
        passed.pass();
        let level = self.winning_level(&mut passed, self.step_nodes, budget)?;
        let Some(level) = level else { return Ok(false) };
        let mut model = Model { position: passed, level };
        let zone = self.relevance_zone(&mut model, budget)?;
        let mut replies: Vec<Point> = position.size().points().collect();
        replies.retain(|&reply| position.is_free(reply) && position.is_legal(reply));
        // The likeliest refutations first, so that a wrong suggestion fails soon.
        replies.sort_by_cached_key(|&reply| {
            (!zone.contains(&reply), -position.candidate(reply).policy)
        });
        for reply in replies {
            budget.spend()?;
            position.play(reply);
            let answered = self.answer(position, &mut model, budget);
            position.undo();
            if !answered? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the side to move wins after a reply: as in the model, or in another way.
    fn answer(
        &mut self,
        position: &mut Position,
        model: &mut Model,
        budget: &mut Budget<'_>,
    ) -> Result<bool, BudgetSpent> {
        if self.wins.contains_key(&position.key()) {
            return Ok(true);
        }
        let before = budget.narrow(self.step_nodes);
        let replayed = self.replay(position, model, Thresholds::infinite(MAX_PLIES, None), budget);
        budget.widen(before)?;
        if let Ok(Some(_)) = replayed {
            self.wins.insert(position.key(), WonBy::Vct(SolverLevel::Slow));
            return Ok(true);
        }
        self.attack(position, budget)
    }

    /// The points that the model's win is known to depend on. Others may matter too.
    fn relevance_zone(
        &mut self,
        model: &mut Model,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Point>, BudgetSpent> {
        let mut zone = Vec::new();
        self.vct.level = model.level;
        let before = budget.narrow(self.step_nodes);
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
        let found = find_replies(position, &mut self.vct.vcf, VCF_NODES, budget)?;
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
        match self.vct.first_four(position, budget)? {
            Some(first) => Ok((first, thresholds.next(Some(first)))),
            None => self.vct.winning_attack(position, thresholds, budget),
        }
    }

    /// Replays the win of the model. Returns its plies if it wins here too, and stores the wins it
    /// has shown in the VCT table.
    fn replay(
        &mut self,
        position: &mut Position,
        model: &mut Model,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, BudgetSpent> {
        let replayed = self.vct.replay_vcf(position, &mut model.position, budget)?;
        if replayed.is_some() {
            return Ok(replayed);
        }
        let before = budget.narrow(VCF_NODES);
        let found = self.vct.vcf.solve(position, VcfResult::UNLIMITED, budget);
        budget.widen(before)?;
        if let Ok(VcfResult::Win { moves, first }) = found {
            let plies = 2 * moves - 1;
            self.vct.store_win(position.key(), plies, first);
            return Ok(Some(plies));
        }
        self.vct.level = model.level;
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
            self.vct.store_win(position.key(), plies, point);
        }
        Ok(plies)
    }

    /// The same after the attacker's move.
    fn replay_replies(
        &mut self,
        position: &mut Position,
        model: &mut Model,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, BudgetSpent> {
        let found = find_replies(position, &mut self.vct.vcf, VCF_NODES, budget)?;
        let Replies::Listed { points, else_plies } = found else { return Ok(None) };
        let mut longest = else_plies + 1;
        for reply in points {
            budget.spend()?;
            position.play(reply);
            model.position.play(reply);
            let plies = self.replay(position, model, thresholds.next(thresholds.last), budget);
            model.position.undo();
            position.undo();
            let Some(plies) = plies? else { return Ok(None) };
            longest = longest.max(plies + 2);
        }
        Ok(Some(longest))
    }
}
