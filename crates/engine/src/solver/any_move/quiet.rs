//! Wins that need quiet moves: a guide suggests the moves, VCT proves them.
//!
//! A quiet move must threaten a VCT, should the defender pass. That VCT is replayed after every
//! reply, and mostly wins all the same. Only after the replies that spoil it does the search look
//! for another win.

use std::collections::HashMap;

use tengen_core::Point;

use crate::solver::dfpn::thresholds::Thresholds;
use crate::solver::solve::MAX_PLIES;
use crate::solver::vct::model::KnownVct;
use crate::solver::{Budget, BudgetSpent, SolverLevel, VctSolver};
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
        let level = self.vct.winning_level(position, nodes, budget)?;
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
        let level = self.vct.winning_level(&mut passed, self.step_nodes, budget)?;
        let Some(level) = level else { return Ok(false) };
        let mut model = KnownVct { position: passed, level };
        let zone = self.vct.relevance_zone(&mut model, self.step_nodes, budget)?;
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
        model: &mut KnownVct,
        budget: &mut Budget<'_>,
    ) -> Result<bool, BudgetSpent> {
        if self.wins.contains_key(&position.key()) {
            return Ok(true);
        }
        let before = budget.narrow(self.step_nodes);
        let replayed =
            self.vct.replay_vct(position, model, Thresholds::infinite(MAX_PLIES, None), budget);
        budget.widen(before)?;
        if let Ok(Some(_)) = replayed {
            self.wins.insert(position.key(), WonBy::Vct(SolverLevel::Slow));
            return Ok(true);
        }
        self.attack(position, budget)
    }
}
