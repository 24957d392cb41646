//! A match that is watched.

use serde::{Deserialize, Serialize};

use super::{OpeningName, Position, RuleName, SideName};

/// A match as it stands now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct WatchState {
    /// The log that is followed; none for a match of this very program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The rule.
    pub rule: RuleName,
    /// Lines of the board.
    pub size: u8,
    /// The opening rule that the players follow.
    pub opening: OpeningName,
    /// Milliseconds a move, if it is the same for all players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// Milliseconds a game, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_ms: Option<u64>,
    /// The players; if there are more than two, the best first.
    pub players: Vec<WatchPlayer>,
    /// Who has met whom.
    pub encounters: Vec<WatchEncounter>,
    /// The SPRT, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<WatchSprt>,
    /// The games that are being played, one a table.
    pub live: Vec<WatchLive>,
    /// Games that have ended.
    pub played: u32,
    /// Games of the whole match, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// The games that ended last, the newest first.
    pub latest: Vec<WatchGame>,
    /// Milliseconds since it began, or since it was resumed.
    pub elapsed_ms: u64,
    /// Games an hour, once one has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_per_hour: Option<f64>,
    /// Milliseconds that all games may still take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_ms: Option<u64>,
    /// Why it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<WatchFinish>,
    /// What went wrong, if the match or its log broke.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct WatchPlayer {
    /// Its name.
    pub name: String,
    /// What it is: `tengen:nodes=5000`.
    pub text: String,
    /// Its games.
    pub games: u32,
    /// Share of the points, 0 to 1, once there are games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Among more than two players: its rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// Half of the 95 % interval of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo_error: Option<f64>,
    /// Milliseconds a move.
    pub move_ms: f64,
    /// Nodes a second, if it reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nps: Option<f64>,
}

/// The games of two players, as the first one sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct WatchEncounter {
    /// The first player.
    pub a: String,
    /// The second player.
    pub b: String,
    /// Games.
    pub games: u32,
    /// Those that the first player won.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Those that the first player lost.
    pub losses: u32,
    /// The first player's share of the points, 0 to 1, once there are games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The difference in Elo; none if it is infinite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// Half of the 95 % interval; none if it has no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo_error: Option<f64>,
    /// How sure it is that the first player is stronger, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub los: Option<f64>,
    /// Pairs of games by the first player's half points: none, one, two, three, four.
    pub pairs: [u64; 5],
}

/// The state of an SPRT.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchSprt {
    /// The lesser claim about the first player's advantage.
    pub elo0: f64,
    /// The greater claim.
    pub elo1: f64,
    /// The ratio at which the test fails.
    pub lower: f64,
    /// The ratio at which it passes.
    pub upper: f64,
    /// The log-likelihood ratio (LLR) now.
    pub llr: f64,
    /// What that says.
    pub verdict: WatchVerdict,
    /// The ratio after some of the pairs in their order; the last value is that after all of them.
    pub llrs: Vec<f64>,
    /// After how many games each of them was taken.
    pub at: Vec<u32>,
}

/// What an SPRT says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum WatchVerdict {
    /// The difference is rather `elo1`.
    Passed,
    /// The difference is rather `elo0`.
    Failed,
    /// Too early to say.
    Undecided,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum WatchFinish {
    /// All games were played.
    Complete,
    /// The SPRT was decided.
    Decided,
    /// It was stopped.
    Stopped,
}

/// A game that is being played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct WatchLive {
    /// Where it is played, from zero: at each table one game follows the other.
    pub table: u32,
    /// Its number in its encounter, from zero.
    pub game: u32,
    /// Who has Black.
    pub black: String,
    /// Who has White.
    pub white: String,
    /// The moves so far.
    pub pos: Position,
    /// How many of them are the opening's.
    pub opening: u32,
    /// Milliseconds that the last one took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct WatchGame {
    /// Its place among those that have ended, from zero.
    pub number: u32,
    /// Its number in its encounter, from zero.
    pub game: u32,
    /// Who had Black.
    pub black: String,
    /// Who had White.
    pub white: String,
    /// Who won, if anybody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideName>,
    /// How it ended, as logs name it: `five`, `time`, `full-board` …
    pub ending: String,
    /// What went wrong, if anything did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The moves.
    pub pos: Position,
    /// How many of them are the opening's.
    pub opening: u32,
}

/// Asks for games that have ended.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchGamesAsk {
    /// Those before this one, as [`WatchGame::number`] counts.
    pub before: u32,
}

/// Games that have ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchGames {
    /// The newest first, at most a hundred.
    pub games: Vec<WatchGame>,
}
