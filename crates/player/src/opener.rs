//! How the engine opens a game: stones that are fair to both sides, and which side to take.
//!
//! A proposal is found as a person would: many ways to put the stones, a short look at all of
//! them, longer ones at those that seem even. A choice is a search of the position. Estimates of
//! the first moves lean to one side, and how far differs by rule; `data/opening-bias.txt` holds what
//! was measured.

use fastrand::Rng;
use tengen_core::opening::{Act, Action, Choice, Opening, Player};
use tengen_core::{Game, OpeningRule, Point, Rule, Side};
use tengen_engine::{Engine, Limits, Stop};

mod bias;
mod budget;
mod evaluator;
mod even;
mod ideas;

use bias::OpeningBias;
use budget::Budget;
use evaluator::{Eval, Evaluator};
use even::{Idea, most_even};

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
    /// Stones played in the searches.
    pub(crate) nodes: u64,
}

/// An opening step that the engine cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotOpen {
    /// There is no step left.
    #[error("the opening is over")]
    Over,
    /// It has not learnt this opening rule.
    #[error("the engine does not play the opening rule {0}")]
    Unknown(OpeningRule),
}

/// Two more stones are put where neither colour has more than this chance to win.
///
/// The proposer has searched these stones for as long as they liked. Where we see hardly a better
/// side he may know one, and stones of our own choice turn that around.
const UNCLEAR: f64 = 0.54;

/// Single stones that are thought of in a proposal. Of all of them always the same would win.
const SINGLE: usize = 24;

/// Nodes after which a proposal gets hardly more even.
const PROPOSAL: u64 = 4_000_000;

/// Whether the engine plays an opening rule from its first step to its last.
pub const fn plays_opening(rule: OpeningRule) -> bool {
    matches!(
        rule,
        OpeningRule::None | OpeningRule::SwapFirst | OpeningRule::Swap | OpeningRule::Swap2
    )
}

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
    /// If the opening is over, or asks for something that the engine has not learnt.
    pub(crate) fn decide(
        &mut self,
        opening: &Opening,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Decision, CannotOpen> {
        let unknown = CannotOpen::Unknown(opening.rule());
        if !plays_opening(opening.rule()) {
            return Err(unknown);
        }
        let step = opening.step().ok_or(CannotOpen::Over)?;
        let game = opening.game(self.rule);
        let budget = Budget::open(limits, stop, game.board().free_points().count());
        let budget = match step.action {
            Action::Place { .. } => budget.at_most(PROPOSAL),
            _ => budget,
        };
        let mut work = Work { evaluator: Evaluator { engine: self.engine, budget }, game, opening };
        match step.action {
            Action::Place { colors, zone } => {
                let allowed = |point: Point| zone.contains(point);
                let idea = work.stones(colors.len(), &mut self.rng, allowed).ok_or(unknown)?;
                let acts = idea.stones.iter().copied().map(Act::Place).collect();
                Ok(work.decision(acts, None, idea.eval, idea.stones.len()))
            }
            Action::Choose { options } => {
                work.choose(&options, step.actor, &mut self.rng).ok_or(unknown)
            }
            Action::Offer { .. } | Action::Declare { .. } => Err(unknown),
        }
    }

    /// Looks for `count` stones, put in turn, after which the position is worth `bias` hundredths
    /// of a point to the side that puts the first of them, as nearly as possible. Which points may
    /// be used follows from the limits. None if there is no way to put the stones without an end
    /// of the game.
    pub(crate) fn balance(
        &mut self,
        game: &Game,
        count: usize,
        bias: i32,
        limits: &Limits,
        stop: &Stop,
    ) -> Option<Balance> {
        let allowed = |point: Point| {
            !limits.exclude.contains(&point)
                && (limits.only.is_empty() || limits.only.contains(&point))
        };
        let ideas = ideas::ideas(game, count, &mut self.rng, allowed);
        let budget = Budget::open(limits, stop, game.board().free_points().count());
        let mut evaluator = Evaluator { engine: self.engine, budget };
        let sign = if game.to_move() == Side::Black { 1 } else { -1 };
        let idea = most_even(&mut evaluator, game, ideas, sign * bias)?;
        let centi = sign * idea.eval.black;
        Some(Balance { stones: idea.stones, centi, nodes: evaluator.budget.spent() })
    }
}

/// The chance of the worse side.
fn worse(black: f64) -> f64 {
    black.min(1.0 - black)
}

/// A step of an opening at work.
struct Work<'a> {
    evaluator: Evaluator<'a>,
    game: Game,
    opening: &'a Opening,
}

impl Work<'_> {
    /// The most even way to place `count` stones.
    fn stones(
        &mut self,
        count: usize,
        rng: &mut Rng,
        allowed: impl Fn(Point) -> bool,
    ) -> Option<Idea> {
        let wanted = self.even(count);
        let mut ideas = ideas::ideas(&self.game, count, rng, allowed);
        if count == 1 {
            ideas.truncate(SINGLE);
        }
        most_even(&mut self.evaluator, &self.game, ideas, wanted)
    }

    /// The option that gives its player the best chance.
    fn choose(&mut self, options: &[Choice], actor: Player, rng: &mut Rng) -> Option<Decision> {
        let may_place = options.contains(&Choice::PlaceTwo);
        let eval = self.evaluator.search(&self.game, if may_place { 2 } else { 1 });
        let black = self.chance(eval, 0);
        let holds_black = self.opening.black() == actor;
        let chance = |choice: Choice| match choice {
            Choice::TakeBlack => Some(black),
            Choice::StayWhite | Choice::TakeWhite => Some(1.0 - black),
            Choice::Stay => Some(if holds_black { black } else { 1.0 - black }),
            Choice::Swap => Some(if holds_black { 1.0 - black } else { black }),
            Choice::PlaceTwo | Choice::OfferTen | Choice::Keep(_) => None,
        };
        let sides = options.iter().filter_map(|&choice| Some((choice, chance(choice)?)));
        let (choice, best) = sides.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        if may_place
            && best < UNCLEAR
            && let Some(idea) = self.stones(2, rng, |_| true)
            && worse(self.chance(idea.eval, 2)) >= 1.0 - best
        {
            let places = idea.stones.iter().copied().map(Act::Place);
            let acts = [Act::Choose(Choice::PlaceTwo)].into_iter().chain(places).collect();
            return Some(self.decision(acts, None, idea.eval, 2));
        }
        Some(self.decision(vec![Act::Choose(choice)], eval.best, eval, 0))
    }

    /// A decision after which `stones` more lie on the board. The reply counts only if the acts
    /// end the opening and its player is to move.
    fn decision(
        &self,
        acts: Vec<Act>,
        reply: Option<Point>,
        eval: Eval,
        stones: usize,
    ) -> Decision {
        let mut after = self.opening.clone();
        let actor = after.step().map(|step| step.actor);
        for &act in &acts {
            let done = actor.is_some_and(|actor| after.act(actor, act).is_ok());
            debug_assert!(done, "{act} is what the step asks for");
        }
        let goes_on = after.step().is_none() && Some(after.player(after.to_move())) == actor;
        Decision {
            acts,
            reply: reply.filter(|_| goes_on),
            black: self.chance(eval, stones),
            nodes: self.evaluator.budget.spent(),
        }
    }

    /// The estimate for Black that means even chances after this many more stones.
    fn even(&self, stones: usize) -> i32 {
        let lying = self.opening.stones().len() + stones;
        OpeningBias::built_in().even(self.game.rule(), self.game.size(), lying)
    }

    /// Black's chance to win after this many more stones.
    fn chance(&self, eval: Eval, stones: usize) -> f64 {
        let lying = self.opening.stones().len() + stones;
        OpeningBias::built_in().chance(self.game.rule(), self.game.size(), lying, eval.black)
    }
}
