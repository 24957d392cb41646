//! Wins that need more than threats: somebody names the moves, threats prove them.
//!
//! A quiet move must threaten to win by threats, were the defender to pass. That win is tried
//! against every reply: mostly it wins all the same. Only after the replies that spoil it is
//! another one looked for.

use std::collections::HashMap;

use tengen_core::Point;

use crate::solver::dfpn::thresholds::Thresholds;
use crate::solver::vct::replay::EFFORT;
use crate::solver::vct::replies::{Threatened, replies};
use crate::solver::{Budget, Over, SolverLevel, VcfResult, VctSolver};
use crate::{Position, Threat};

/// Who names moves that probably win.
pub(crate) trait Guide {
    /// A move with which the side to move probably wins, and what it cost to find out.
    fn winning_move(&mut self, position: &Position, nodes: u64) -> (Option<Point>, u64);
}

/// How a position is won, the attacker to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Won {
    /// By a move that need be no threat.
    Quiet(Point),
    /// By threats, as found at this level.
    Threats(SolverLevel),
}

/// The positions that were won so far, by their keys.
pub(crate) type Wins = HashMap<u64, Won>;

/// A search for a win by any moves.
pub(crate) struct QuietSearch<'a> {
    pub(crate) threats: &'a mut VctSolver,
    pub(crate) guide: &'a mut dyn Guide,
    pub(crate) wins: &'a mut Wins,
    /// Nodes for one search by threats, and for one question to the guide.
    pub(crate) patience: u64,
}

/// No win is longer, in plies.
const ENDLESS: u16 = 1000;

/// A win by threats of a position in which the attacker had one move more.
struct Example {
    position: Position,
    level: SolverLevel,
}

impl QuietSearch<'_> {
    /// Whether the side to move is shown to win.
    pub(crate) fn attack(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Over> {
        if self.wins.contains_key(&position.key()) {
            return Ok(true);
        }
        // A quick look, since most replies are answered by threats; then who knows better.
        Ok(self.wins_by_threats(position, self.patience / 32, budget)?
            || self.claim(position, self.patience, budget)?
            || self.wins_by_threats(position, self.patience, budget)?)
    }

    /// Whether the side to move is shown to win by threats.
    fn wins_by_threats(
        &mut self,
        position: &mut Position,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Over> {
        let level = self.level_that_wins(position, nodes, budget)?;
        if let Some(level) = level {
            self.wins.insert(position.key(), Won::Threats(level));
        }
        Ok(level.is_some())
    }

    /// Whether a move that the guide names with so many nodes is shown to win.
    pub(crate) fn claim(
        &mut self,
        position: &mut Position,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Over> {
        let (named, nodes) = self.guide.winning_move(position, nodes.min(budget.left()));
        budget.spend_many(nodes)?;
        let Some(point) = named.filter(|&point| position.is_legal(point)) else {
            return Ok(false);
        };
        let key = position.key();
        budget.spend()?;
        position.play(point);
        let holds = self.defend(position, budget);
        position.undo();
        if holds? {
            self.wins.insert(key, Won::Quiet(point));
            return Ok(true);
        }
        Ok(false)
    }

    /// The level that shows a win by threats of the side to move.
    fn level_that_wins(
        &mut self,
        position: &mut Position,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<SolverLevel>, Over> {
        for level in [SolverLevel::Fast, SolverLevel::Slow] {
            let before = budget.narrow(nodes);
            let found = self.threats.solve(position, level, ENDLESS, budget);
            budget.widen(before)?;
            if found.is_ok_and(|found| found.is_won()) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// Whether the attacker is shown to win, the defender to move.
    fn defend(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Result<bool, Over> {
        if position.count(position.to_move(), Threat::Five) > 0 {
            return Ok(false);
        }
        let mut example = position.clone();
        example.pass();
        let level = self.level_that_wins(&mut example, self.patience, budget)?;
        let Some(level) = level else { return Ok(false) };
        let mut example = Example { position: example, level };
        let zone = self.zone(&mut example, budget)?;
        let mut replies: Vec<Point> = position.size().points().collect();
        replies.retain(|&reply| position.is_free(reply) && position.is_legal(reply));
        // A claim that fails fails soon: the likeliest replies first.
        replies.sort_by_cached_key(|&reply| {
            (!zone.contains(&reply), -position.candidate(reply).order)
        });
        for reply in replies {
            budget.spend()?;
            position.play(reply);
            let answered = self.answer(position, &mut example, budget);
            position.undo();
            if !answered? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the side to move wins after a reply: as in the example, or in another way.
    fn answer(
        &mut self,
        position: &mut Position,
        example: &mut Example,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Over> {
        if self.wins.contains_key(&position.key()) {
            return Ok(true);
        }
        let before = budget.narrow(self.patience);
        let task = Thresholds::whole(ENDLESS, None);
        let repeated = self.repeat(position, example, task, budget);
        budget.widen(before)?;
        if let Ok(Some(_)) = repeated {
            self.wins.insert(position.key(), Won::Threats(SolverLevel::Slow));
            return Ok(true);
        }
        self.attack(position, budget)
    }

    /// The points that the example depends on for sure; others may matter too.
    fn zone(&mut self, example: &mut Example, budget: &mut Budget<'_>) -> Result<Vec<Point>, Over> {
        let mut zone = Vec::new();
        self.threats.level = example.level;
        let task = Thresholds::whole(ENDLESS, None);
        let before = budget.narrow(self.patience);
        let walked = self.walk(&mut example.position, task, &mut zone, budget);
        budget.widen(before)?;
        // What was met before the walk was given up is still true.
        let (Ok(()) | Err(Over)) = walked;
        zone.sort_unstable();
        zone.dedup();
        Ok(zone)
    }

    /// Adds the points of a win by threats.
    fn walk(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        zone: &mut Vec<Point>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Over> {
        let (point, below) = self.next_attack(position, task, budget)?;
        zone.push(point);
        budget.spend()?;
        position.play(point);
        let walked = self.walk_replies(position, below, zone, budget);
        position.undo();
        walked
    }

    fn walk_replies(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        zone: &mut Vec<Point>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Over> {
        let found = replies(position, &mut self.threats.fours, EFFORT, budget)?;
        let Threatened::Replies { points, .. } = found else { return Err(Over) };
        zone.extend(&points);
        for reply in points {
            budget.spend()?;
            position.play(reply);
            let walked = self.walk(position, task.next(task.last), zone, budget);
            position.undo();
            walked?;
        }
        Ok(())
    }

    /// The move of a win by threats that is known, and what is left to do after it.
    fn next_attack(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<(Point, Thresholds), Over> {
        match self.threats.known_four(position, budget)? {
            Some(first) => Ok((first, task.next(Some(first)))),
            None => self.threats.win(position, task, budget),
        }
    }

    /// Attacks as in the example; the plies it takes, if that wins here too. What it shows on the
    /// way is remembered as wins by threats.
    fn repeat(
        &mut self,
        position: &mut Position,
        example: &mut Example,
        task: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, Over> {
        let repeated = self.threats.repeat_fours(position, &mut example.position, budget)?;
        if repeated.is_some() {
            return Ok(repeated);
        }
        let before = budget.narrow(EFFORT);
        let found = self.threats.fours.solve(position, VcfResult::ENDLESS, budget);
        budget.widen(before)?;
        if let Ok(VcfResult::Win { moves, first }) = found {
            let plies = 2 * moves - 1;
            self.threats.learn(position.key(), plies, first);
            return Ok(Some(plies));
        }
        self.threats.level = example.level;
        let (point, below) = self.next_attack(&mut example.position, task, budget)?;
        if !position.is_free(point) || !position.is_legal(point) {
            return Ok(None);
        }
        budget.spend()?;
        position.play(point);
        example.position.play(point);
        let plies = self.repeat_after(position, example, below, budget);
        example.position.undo();
        position.undo();
        let plies = plies?;
        if let Some(plies) = plies {
            self.threats.learn(position.key(), plies, point);
        }
        Ok(plies)
    }

    /// The same after the attacker's move.
    fn repeat_after(
        &mut self,
        position: &mut Position,
        example: &mut Example,
        task: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, Over> {
        let found = replies(position, &mut self.threats.fours, EFFORT, budget)?;
        let Threatened::Replies { points, otherwise } = found else { return Ok(None) };
        let mut longest = otherwise + 1;
        for reply in points {
            budget.spend()?;
            position.play(reply);
            example.position.play(reply);
            let plies = self.repeat(position, example, task.next(task.last), budget);
            example.position.undo();
            position.undo();
            let Some(plies) = plies? else { return Ok(None) };
            longest = longest.max(plies + 2);
        }
        Ok(Some(longest))
    }
}
