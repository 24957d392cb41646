//! How often each move was played in a position, and how that ended.

use std::collections::BTreeMap;

use tengen_core::Point;

use crate::wire::Winner;

/// Games with one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Count {
    pub(crate) games: u32,
    pub(crate) black: u32,
    pub(crate) white: u32,
    pub(crate) draws: u32,
}

impl Count {
    /// One game with this result.
    pub(crate) fn one(result: Option<Winner>) -> Count {
        let is = |winner| u32::from(result == Some(winner));
        Count {
            games: 1,
            black: is(Winner::Black),
            white: is(Winner::White),
            draws: is(Winner::Draw),
        }
    }

    /// Adds other games.
    pub(crate) fn add(&mut self, other: Count) {
        self.games = self.games.saturating_add(other.games);
        self.black = self.black.saturating_add(other.black);
        self.white = self.white.saturating_add(other.white);
        self.draws = self.draws.saturating_add(other.draws);
    }
}

/// Counts by move, each named as [`ImageKeys::least`](tengen_core::ImageKeys::least) does.
pub(crate) type Tally = BTreeMap<Point, Count>;

/// The moves of a tally, the most frequent first.
pub(crate) fn ranked(tally: Tally) -> Vec<(Point, Count)> {
    let mut moves: Vec<(Point, Count)> = tally.into_iter().collect();
    moves.sort_by_key(|&(point, count)| (std::cmp::Reverse(count.games), point));
    moves
}
