//! The most even of many ways to put stones: all get a short look, the better ones longer ones.

use tengen_core::{Game, Point};

use super::judge::{Judge, Opinion};

/// Stones to put, in their order, and what the position after them is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Idea {
    pub(super) stones: Vec<Point>,
    pub(super) opinion: Opinion,
}

impl Idea {
    /// How far the position is from the estimate that is wanted.
    fn distance(&self, wanted: i32) -> i32 {
        (self.opinion.black - wanted).abs()
    }
}

/// Each round leaves one of so many.
const OF: usize = 4;
/// Nodes that a first look is worth; ideas beyond what that allows only get a static one.
const FIRST_LOOK: u64 = 500;
/// The most ideas that are searched.
const MOST: usize = 160;

/// The idea whose position comes nearest to `wanted`, an estimate for Black. There is none only
/// if there is no idea.
pub(super) fn most_even(
    judge: &mut Judge,
    game: &Game,
    ideas: Vec<Vec<Point>>,
    wanted: i32,
) -> Option<Idea> {
    let mut ideas: Vec<Idea> = ideas
        .into_iter()
        .filter_map(|stones| {
            let after = after(game, &stones)?;
            Some(Idea { opinion: judge.look(&after), stones })
        })
        .collect();
    keep_nearest(&mut ideas, room(judge), wanted);
    while ideas.len() > 1 && !judge.account.is_over() {
        let count = ideas.len();
        // Every round costs the same: fewer ideas, deeper searches.
        let later = rounds(count) * count - count;
        for (n, idea) in ideas.iter_mut().enumerate() {
            if let Some(after) = after(game, &idea.stones) {
                idea.opinion = judge.search(&after, count - n + later);
            }
        }
        keep_nearest(&mut ideas, count / OF, wanted);
    }
    ideas.into_iter().next()
}

/// The game after these stones; none if they cannot all be put or end it.
pub(super) fn after(game: &Game, stones: &[Point]) -> Option<Game> {
    let mut after = game.clone();
    stones.iter().all(|&point| after.play(point) == Ok(None)).then_some(after)
}

/// How many ideas can be searched.
fn room(judge: &Judge) -> usize {
    let looks = judge.account.expected() / (4 * FIRST_LOOK);
    usize::try_from(looks).unwrap_or(MOST).clamp(4, MOST)
}

fn rounds(ideas: usize) -> usize {
    if ideas <= 1 { 0 } else { 1 + rounds(ideas / OF) }
}

/// Keeps the `count` best ideas, at least one, the best first.
fn keep_nearest(ideas: &mut Vec<Idea>, count: usize, wanted: i32) {
    ideas.sort_by_key(|idea| idea.distance(wanted));
    ideas.truncate(count.max(1));
}
