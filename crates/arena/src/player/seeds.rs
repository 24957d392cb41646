//! A test player built as the documents were that Tengen grew out of: moves in buckets by shape, a
//! limit on how many are tried, stones scored by fixed numbers, plain alpha-beta of a fixed depth.
//!
//! Our engine is measured against it, so that nothing here is the engine's: shapes, scores, moves
//! and search are its own. It knows the shapes of freestyle alone; under the other rules it plays
//! by them, but the rules decide what wins and what is forbidden.

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

/// How the test player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeedsSettings {
    /// Plies of each search.
    pub depth: u32,
    /// How many moves are tried if nothing forces.
    pub limit: usize,
}

impl Default for SeedsSettings {
    /// The deepest search the seeds speak of. They have a limit but name no number: 20 is wider than
    /// the eight to ten moves they count on.
    fn default() -> Self {
        SeedsSettings { depth: 9, limit: 20 }
    }
}

/// The player. It plays its depth whatever the time, but does not lose by it: when its time is
/// over it plays the best move so far.
///
/// ```
/// use tengen_arena::{Player, SeedsPlayer, SeedsSettings, TimeControl};
/// use tengen_core::{Game, Rule, Size};
/// use tengen_engine::Stop;
///
/// let mut player = SeedsPlayer::new(SeedsSettings { depth: 3, ..SeedsSettings::default() });
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// let turn = TimeControl::default().turn_with(None);
/// assert_eq!(player.choose(&game, &turn, &Stop::new())?.to_string(), "h8");
/// # Ok::<(), tengen_arena::Failure>(())
/// ```
#[derive(Debug)]
pub struct SeedsPlayer {
    settings: SeedsSettings,
    table: Arc<ShapeTable>,
    cache: Cache,
}

impl SeedsPlayer {
    /// A player with these settings.
    pub fn new(settings: SeedsSettings) -> SeedsPlayer {
        SeedsPlayer { settings, table: Arc::new(ShapeTable::new()), cache: Cache::new(CACHE) }
    }
}

impl Player for SeedsPlayer {
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
