//! The best of many ways to put stones: all get a short look, the better ones longer ones.

use std::collections::HashSet;

use tengen_core::{Game, Point, Side};

use super::evaluator::{Eval, Evaluator};
use super::sequel::Sequel;

/// Stones to put, in their order, and what the position after them is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Idea {
    pub(super) stones: Vec<Point>,
    /// How many fifth moves to declare, if the player declares.
    pub(super) number: Option<u8>,
    pub(super) eval: Eval,
}

/// What stones are put for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Goal {
    pub(super) sequel: Sequel,
    pub(super) aim: Aim,
}

/// Which worth is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// This estimate for Black: the other player may take the better side.
    Even(i32),
    /// At most this estimate for Black: he may go on or do something that is even.
    AtMost(i32),
    /// The best for this side.
    Best(Side),
}

impl Aim {
    /// How far an estimate for Black is from what is wanted.
    pub(super) fn cost(self, black: i32) -> i32 {
        match self {
            Aim::Even(wanted) => (black - wanted).abs(),
            Aim::AtMost(most) => (black - most).max(0),
            Aim::Best(Side::Black) => -black,
            Aim::Best(Side::White) => black,
        }
    }
}

/// Each round keeps one idea of this many.
const OF: usize = 3;
/// This few ideas are searched once more and then the best is taken: among fewer, none may be left
/// that the deepest search still finds good.
const LAST: usize = 5;
/// Nodes that a first look is worth; ideas beyond what that allows only get a static one.
const FIRST_LOOK: u64 = 500;
/// Ideas that get a static look even if there is no time for any.
const HURRIED: usize = 16;
/// The most ideas that are searched.
const MOST: usize = 160;

/// The idea whose position comes nearest to the goal. There is none only if there is no idea.
pub(super) fn select(
    evaluator: &mut Evaluator,
    game: &Game,
    ideas: Vec<Vec<Point>>,
    goal: &Goal,
) -> Option<Idea> {
    let mut best = ranked(evaluator, game, ideas, goal).into_iter().next()?;
    // Nothing to choose from, but a number may still be to find.
    if best.number.is_none() && goal.sequel != Sequel::Play {
        best.value(evaluator, game, goal, 1);
    }
    Some(best)
}

/// The few ideas that come nearest to the goal, the best first.
pub(super) fn ranked(
    evaluator: &mut Evaluator,
    game: &Game,
    ideas: Vec<Vec<Point>>,
    goal: &Goal,
) -> Vec<Idea> {
    let mut ideas = looked_at(evaluator, game, ideas);
    keep_best(&mut ideas, room(evaluator, goal), goal.aim);
    while ideas.len() > 1 && !evaluator.budget.is_over() {
        let count = ideas.len();
        // Every round costs the same: fewer ideas, deeper searches.
        let later = rounds(count) * count - count;
        for (n, idea) in ideas.iter_mut().enumerate() {
            idea.value(evaluator, game, goal, count - n + later);
        }
        if count <= LAST {
            keep_best(&mut ideas, LAST, goal.aim);
            break;
        }
        keep_best(&mut ideas, left(count), goal.aim);
    }
    ideas
}

impl Idea {
    fn value(&mut self, evaluator: &mut Evaluator, game: &Game, goal: &Goal, valuations: usize) {
        if let Some(after) = after(game, &self.stones) {
            let cost = |black| goal.aim.cost(black);
            (self.number, self.eval) = evaluator.value(&after, &goal.sequel, cost, valuations);
        }
    }
}

/// The ideas with their static values; of those that are the same but for a symmetry the first.
/// In a hurry a few must do.
fn looked_at(evaluator: &mut Evaluator, game: &Game, ideas: Vec<Vec<Point>>) -> Vec<Idea> {
    let (mut seen, mut keys) = (Vec::new(), HashSet::new());
    for stones in ideas {
        if seen.len() >= HURRIED && evaluator.budget.is_over() {
            break;
        }
        if let Some(after) = after(game, &stones)
            && keys.insert(after.canonical_key())
        {
            seen.push(Idea { eval: evaluator.look(&after), number: None, stones });
        }
    }
    seen
}

/// The game after these stones; none if they cannot all be put or end it.
pub(super) fn after(game: &Game, stones: &[Point]) -> Option<Game> {
    let mut after = game.clone();
    stones.iter().all(|&point| after.play(point) == Ok(None)).then_some(after)
}

/// How many ideas can be searched.
fn room(evaluator: &Evaluator, goal: &Goal) -> usize {
    let looks = evaluator.budget.expected() / (4 * FIRST_LOOK * goal.sequel.cost());
    usize::try_from(looks).unwrap_or(MOST).clamp(4, MOST)
}

/// How many ideas a round keeps.
fn left(ideas: usize) -> usize {
    if ideas <= LAST { 1 } else { (ideas / OF).max(LAST) }
}

fn rounds(ideas: usize) -> usize {
    if ideas <= 1 { 0 } else { 1 + rounds(left(ideas)) }
}

/// Keeps the `count` best ideas, at least one, the best first.
fn keep_best(ideas: &mut Vec<Idea>, count: usize, aim: Aim) {
    ideas.sort_by_key(|idea| aim.cost(idea.eval.black));
    ideas.truncate(count.max(1));
}
