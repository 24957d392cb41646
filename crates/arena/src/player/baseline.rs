//! The baseline that our engine is measured against: plain alpha-beta of a fixed depth, moves in
//! buckets by shape, a limit on how many are tried, stones scored by fixed numbers.
//!
//! It is what the documents that Tengen grew out of describe, and it shares nothing with the engine:
//! shapes, scores, moves and search are its own. It only knows the shapes of freestyle; under other
//! rules it plays by them too, but the rules decide what wins and what is forbidden.

use std::sync::Arc;
use std::time::Instant;

use tengen_core::{Game, Point};
use tengen_engine::Stop;

use crate::{Failure, Player, TimeControl, Turn};

mod board;
mod candidates;
mod search;
mod shape;
#[cfg(test)]
mod tests;

use board::ScoredBoard;
use search::{Cache, Search};
use shape::ShapeTable;

/// How many positions the cache has room for.
const CACHE: usize = 1 << 20;

/// How the baseline player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BaselineSettings {
    /// Plies of each search.
    pub depth: u32,
    /// How many moves are tried if nothing forces.
    pub limit: usize,
}

impl Default for BaselineSettings {
    /// The documents search nine plies at most. They limit the moves without naming a number: 20 is
    /// wider than the eight to ten moves they expect.
    fn default() -> Self {
        BaselineSettings { depth: 9, limit: 20 }
    }
}

/// The baseline player. It searches to its depth whatever the time, but does not lose on time: when
/// its time is over it plays the best move so far.
///
/// ```
/// use tengen_arena::{Player, BaselinePlayer, BaselineSettings, TimeControl};
/// use tengen_core::{Game, Rule, Size};
/// use tengen_engine::Stop;
///
/// let mut player = BaselinePlayer::new(BaselineSettings { depth: 3, ..BaselineSettings::default() });
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// let turn = TimeControl::default().turn_with(None);
/// assert_eq!(player.choose(&game, &turn, &Stop::new())?.to_string(), "h8");
/// # Ok::<(), tengen_arena::Failure>(())
/// ```
#[derive(Debug)]
pub struct BaselinePlayer {
    settings: BaselineSettings,
    table: Arc<ShapeTable>,
    cache: Cache,
}

impl BaselinePlayer {
    /// A player with these settings.
    pub fn new(settings: BaselineSettings) -> BaselinePlayer {
        BaselinePlayer { settings, table: Arc::new(ShapeTable::new()), cache: Cache::new(CACHE) }
    }
}

impl Player for BaselinePlayer {
    fn begin(&mut self, _: &Game, _: &TimeControl, _: u64) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let deadline = turn.limit().map(|limit| Instant::now() + limit);
        self.cache.clear();
        let mut search = Search {
            board: ScoredBoard::of(game, self.table.clone()),
            cache: &mut self.cache,
            limit: self.settings.limit,
            stop,
            deadline,
            nodes: 0,
        };
        let best = search.best(self.settings.depth).map(|(point, _)| point);
        // Where everything is forbidden a move must be made all the same.
        best.or_else(|| game.board().free_points().next())
            .ok_or_else(|| Failure::Answer("the board is full".to_owned()))
    }
}
