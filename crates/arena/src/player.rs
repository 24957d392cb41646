//! What a player is.

use serde::{Deserialize, Serialize};
use tengen_core::{Game, Point};
use tengen_engine::{Stop, Verdict};

use crate::{TimeControl, Turn};

mod brain;
mod engine;
mod random;
mod seeds;

pub use brain::{BrainPlayer, BrainSettings};
pub use engine::{EnginePlayer, EngineSettings};
pub use random::RandomPlayer;
pub use seeds::{SeedsPlayer, SeedsSettings};

/// Somebody who plays games: our engine, a foreign process, a test.
pub trait Player: Send {
    /// A game begins from this position. The time it takes is not counted. Whoever plays by chance
    /// takes it from `lot`, so that a game can be repeated.
    ///
    /// # Errors
    /// If the player cannot play it; then the game is lost.
    fn begin(&mut self, opening: &Game, time: &TimeControl, lot: u64) -> Result<(), Failure>;

    /// Chooses a move for the side to move.
    ///
    /// # Errors
    /// If no move came; then the game is lost, unless it was stopped.
    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure>;

    /// What it says of the position in which it last chose a move, if it says such things and its
    /// wins and losses are proven.
    fn verdict(&self) -> Option<Verdict> {
        None
    }

    /// The same as a score in hundredths of a point, proven or not.
    fn score(&self) -> Option<i32> {
        self.verdict().map(Verdict::number)
    }

    /// How many stones its last search played, if it tells.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// Whether its last move was thought about on the opponent's time, if it does such things and had
    /// something to think about.
    fn pondered(&self) -> Option<Pondered> {
        None
    }

    /// The player is no longer needed.
    fn end(&mut self) {}
}

/// What thinking on the opponent's time was worth for a move.
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
    /// The player's time was over; what else is to be said of it.
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
    /// The time was over, and that is all.
    pub(crate) fn late() -> Failure {
        Failure::Time(String::new())
    }
}

/// A player who cannot even begin.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {program}: {problem}")]
pub struct StartError {
    /// What was to be started.
    pub program: String,
    /// Why it did not start.
    pub problem: String,
}
