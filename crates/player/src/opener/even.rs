//! The most even of many ways to put stones: all get a short look, the better ones longer ones.

use std::collections::HashSet;

use tengen_core::{Game, Point};

use super::evaluator::{Eval, Evaluator};

/// Stones to put, in their order, and what the position after them is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Idea {
    pub(super) stones: Vec<Point>,
    pub(super) eval: Eval,
}

impl Idea {
    /// How far the position is from the estimate that is wanted.
    fn distance(&self, wanted: i32) -> i32 {
        (self.eval.black - wanted).abs()
    }
}

/// Each round keeps one idea of this many.
const OF: usize = 3;
/// This few ideas are searched once more and then the best is taken: among fewer, none may be left
/// that the deepest search still finds even.
const LAST: usize = 5;
/// Nodes that a first look is worth; ideas beyond what that allows only get a static one.
const FIRST_LOOK: u64 = 500;
/// Ideas that get a static look even if there is no time for any.
const HURRIED: usize = 16;
/// The most ideas that are searched.
const MOST: usize = 160;

/// The idea whose position comes nearest to `wanted`, an estimate for Black. There is none only
/// if there is no idea.
pub(super) fn most_even(
    evaluator: &mut Evaluator,
    game: &Game,
    ideas: Vec<Vec<Point>>,
    wanted: i32,
) -> Option<Idea> {
    let mut ideas = looked_at(evaluator, game, ideas);
    keep_nearest(&mut ideas, room(evaluator), wanted);
    while ideas.len() > 1 && !evaluator.budget.is_over() {
        let count = ideas.len();
        // Every round costs the same: fewer ideas, deeper searches.
        let later = rounds(count) * count - count;
        for (n, idea) in ideas.iter_mut().enumerate() {
            if let Some(after) = after(game, &idea.stones) {
                idea.eval = evaluator.search(&after, count - n + later);
            }
        }
        keep_nearest(&mut ideas, left(count), wanted);
    }
    ideas.into_iter().next()
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
            seen.push(Idea { eval: evaluator.look(&after), stones });
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
fn room(evaluator: &Evaluator) -> usize {
    let looks = evaluator.budget.expected() / (4 * FIRST_LOOK);
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
fn keep_nearest(ideas: &mut Vec<Idea>, count: usize, wanted: i32) {
    ideas.sort_by_key(|idea| idea.distance(wanted));
    ideas.truncate(count.max(1));
}
