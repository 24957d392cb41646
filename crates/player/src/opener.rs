//! How the engine opens a game: stones that are fair to both sides, and which side to take.
//!
//! A proposal is found as a person would: many ways to put the stones, a short look at all of
//! them, longer ones at those that seem even. A choice is a search of the position. Where fifth moves
//! will be offered, stones are worth what the worst of the offers is worth. Estimates of the first
//! moves lean to one side, and how far differs by rule; `data/opening-bias.txt` holds what was
//! measured.

use fastrand::Rng;
use tengen_core::opening::{Act, Action, Opening};
use tengen_core::{Game, Point, Rule, Side};
use tengen_engine::{Engine, Limits, Stop};

mod bias;
mod budget;
mod choose;
mod evaluator;
mod ideas;
mod propose;
mod select;
mod sequel;
mod work;

use budget::Budget;
use evaluator::Evaluator;
use select::{Aim, Goal, Idea, ranked};
use sequel::Sequel;
use work::Work;

/// What the engine does in a step of an opening.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// What it does, in order: all stones of the step, or a choice and what that obliges to.
    pub acts: Vec<Act>,
    /// If ordinary play begins with a move of the same player: what to play.
    pub reply: Option<Point>,
    /// How likely Black wins from the position it leaves, draws as half.
    pub black: f64,
    /// Stones played in the searches.
    pub nodes: u64,
}

/// Stones that make a position even.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Balance {
    /// The stones, in their order.
    pub(crate) stones: Vec<Point>,
    /// The estimate after them in hundredths of a point, for the side that puts the first.
    pub(crate) centi: i32,
}

/// An opening step that the engine cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotOpen {
    /// There is no step left.
    #[error("the opening is over")]
    Over,
    /// There are not enough points left for what the step asks for.
    #[error("there is no room left on the board")]
    NoRoom,
}

/// Nodes after which a proposal gets hardly more even.
const PROPOSAL: u64 = 4_000_000;

/// Opens games for an engine.
///
/// What it does depends on the seed, so that no two games need to be alike. With a limit of nodes,
/// one thread and an engine that knows no positions it depends on nothing else.
pub(crate) struct Opener<'a> {
    engine: &'a mut Engine,
    rule: Rule,
    rng: Rng,
}

impl<'a> Opener<'a> {
    /// An opener for games under `rule`.
    pub(crate) fn new(engine: &'a mut Engine, rule: Rule, seed: u64) -> Opener<'a> {
        Opener { engine, rule, rng: Rng::with_seed(seed) }
    }

    /// Decides the next step of an opening for the player whose turn it is. When stopped, it answers
    /// with the best step so far.
    ///
    /// # Errors
    /// If the opening is over, or the board has no room for what is asked.
    pub(crate) fn decide(
        &mut self,
        opening: &Opening,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Decision, CannotOpen> {
        let step = opening.step().ok_or(CannotOpen::Over)?;
        let game = opening.game(self.rule);
        let budget = Budget::open(limits, stop, game.board().free_points().count());
        let budget = match step.action {
            Action::Place { .. } => budget.at_most(PROPOSAL),
            _ => budget,
        };
        let evaluator = Evaluator { engine: self.engine, budget };
        let mut work = Work { evaluator, game, opening, actor: step.actor };
        let decision = match step.action {
            Action::Place { .. } => work.place(&mut self.rng),
            Action::Choose { options } => work.choose(&options, &mut self.rng),
            Action::Declare { .. } => work.declare(),
            Action::Offer { count } => work.offer(count),
        };
        decision.ok_or(CannotOpen::NoRoom)
    }

    /// Looks for `count` stones, put in turn, after which the position is worth `bias` hundredths
    /// of a point to the side that puts the first of them, as nearly as possible. Which points may
    /// be used, and how many ways are wanted at most, follows from the limits. The best first; none if
    /// there is no way to put the stones without an end of the game. Also the stones played in the searches.
    pub(crate) fn balance(
        &mut self,
        game: &Game,
        count: usize,
        bias: i32,
        limits: &Limits,
        stop: &Stop,
    ) -> (Vec<Balance>, u64) {
        let allowed = |point: Point| {
            !limits.exclude.contains(&point)
                && (limits.only.is_empty() || limits.only.contains(&point))
        };
        let ideas = ideas::ideas(game, count, &mut self.rng, |_, point| allowed(point));
        let budget = Budget::open(limits, stop, game.board().free_points().count());
        let mut evaluator = Evaluator { engine: self.engine, budget };
        let sign = if game.to_move() == Side::Black { 1 } else { -1 };
        let goal = Goal { sequel: Sequel::Play, aim: Aim::Even(sign * bias) };
        let ideas = ranked(&mut evaluator, game, ideas, &goal);
        let best = ideas.into_iter().take(limits.multipv.max(1));
        let balance = |idea: Idea| Balance { stones: idea.stones, centi: sign * idea.eval.black };
        (best.map(balance).collect(), evaluator.budget.spent())
    }
}
