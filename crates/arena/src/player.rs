//! What a player is.

use std::time::Duration;

use tengen_core::{Game, Point};
use tengen_engine::{Stop, Verdict};

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
    /// A game begins from this position. The time it takes is not counted.
    ///
    /// # Errors
    /// If the player cannot play it; then the game is lost.
    fn begin(&mut self, opening: &Game, time: &TimeControl) -> Result<(), Failure>;

    /// Chooses a move for the side to move.
    ///
    /// # Errors
    /// If no move came; then the game is lost, unless it was stopped.
    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure>;

    /// What it says of the position in which it last chose a move, if it says such things.
    fn verdict(&self) -> Option<Verdict> {
        None
    }

    /// The player is no longer needed.
    fn end(&mut self) {}
}

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// For each move, if limited.
    pub turn: Option<Duration>,
    /// For all moves of a game together, if limited.
    pub game: Option<Duration>,
    /// How much longer a move may take before the game is lost: no machine is punctual.
    pub tolerance: Duration,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// For this move, if limited.
    pub turn: Option<Duration>,
    /// For this and all later moves, if limited.
    pub left: Option<Duration>,
    /// How much longer it may take.
    pub tolerance: Duration,
}

impl TimeControl {
    /// The time for the next move of a player who has already used some.
    pub fn after(&self, used: Duration) -> Turn {
        let left = self.game.map(|game| game.saturating_sub(used));
        Turn { turn: self.turn, left, tolerance: self.tolerance }
    }
}

impl Turn {
    /// The most that this move should take.
    pub fn limit(&self) -> Option<Duration> {
        match (self.turn, self.left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    /// From here on the game is lost.
    pub fn deadline(&self) -> Option<Duration> {
        self.limit().map(|limit| limit + self.tolerance)
    }
}

/// Why no move came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The player's time was over.
    #[error("no move came in time")]
    Time,
    /// The player answered something that is no move, or refused to play.
    #[error("{0}")]
    Answer(String),
    /// The player is gone.
    #[error("{0}")]
    Crash(String),
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
