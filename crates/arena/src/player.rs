//! What a player is.

use serde::{Deserialize, Serialize};
use tengen_core::opening::{Act, Opening};
use tengen_core::{Game, Point, Rule};
use tengen_engine::{Stop, Verdict};

use crate::{TimeControl, Turn};

mod baseline;
mod brain;
mod engine;
mod random;

pub use baseline::{BaselinePlayer, BaselineSettings};
pub use brain::{BrainPlayer, BrainSettings};
pub use engine::{EnginePlayer, EngineSettings};
pub use random::RandomPlayer;

/// Anything that plays games: our engine, a foreign process, a test.
pub trait Player: Send {
    /// A game begins from this position. The time it takes is not counted. A player that chooses at
    /// random seeds its RNG with `seed`, so that the game can be repeated.
    ///
    /// # Errors
    /// If the player cannot play it; then the game is lost.
    fn begin(&mut self, opening: &Game, time: &TimeControl, seed: u64) -> Result<(), Failure>;

    /// Chooses a move for the side to move.
    ///
    /// # Errors
    /// If no move came; then the game is lost, unless it was stopped.
    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure>;

    /// Decides a step of an opening in a game under `rule`: acts in their order, at least one.
    ///
    /// # Errors
    /// If no act came, or it plays no opening rules; then the game is lost, unless it was stopped.
    fn open(
        &mut self,
        _opening: &Opening,
        _rule: Rule,
        _turn: &Turn,
        _stop: &Stop,
    ) -> Result<Vec<Act>, Failure> {
        Err(Failure::Answer("it plays no opening rules".to_owned()))
    }

    /// Its verdict on the position in which it last chose a move, if it gives verdicts and its wins
    /// and losses are proven.
    fn verdict(&self) -> Option<Verdict> {
        None
    }

    /// The same as a score in hundredths of a point, proven or not.
    fn score(&self) -> Option<i32> {
        self.verdict().map(Verdict::number)
    }

    /// How many nodes its last search visited, if it reports them.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// What pondering was worth for its last move, if it ponders and had something to ponder on.
    fn pondered(&self) -> Option<Pondered> {
        None
    }

    /// The player is no longer needed.
    fn end(&mut self) {}
}

/// What pondering (thinking on the opponent's time) was worth for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pondered {
    /// Whether the opponent played what was expected.
    pub hit: bool,
    /// How deep the search of the move was in the end.
    pub depth: u32,
}

/// Why no move came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The player ran out of time; anything else that is known of it.
    #[error("no move came in time{0}")]
    Time(String),
    /// The player answered something that is no move, or refused to play.
    #[error("{0}")]
    Answer(String),
    /// The player is gone.
    #[error("{0}")]
    Crash(String),
}

impl Failure {
    /// It ran out of time, and nothing else is known.
    pub(crate) fn late() -> Failure {
        Failure::Time(String::new())
    }
}

/// A player that cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {program}: {problem}")]
pub struct StartError {
    /// What was to be started.
    pub program: String,
    /// Why it did not start.
    pub problem: String,
}
