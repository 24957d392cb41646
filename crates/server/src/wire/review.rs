//! The review of a stored game.

use serde::{Deserialize, Serialize};

use super::{MoveName, PointName, Score, SideName};

/// Starts a review, or goes on with one that was stopped.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ReviewStart {
    /// The game.
    pub game: String,
    /// How thorough; quick by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<ReviewDepth>,
    /// Whose moves are judged; both by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
}

/// A move that is tried in place of a mistake.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewTry {
    /// The game.
    pub game: String,
    /// The place of the mistake, from 0.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub point: PointName,
}

/// How good a tried move is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewTried {
    /// The game.
    pub game: String,
    /// The place of the mistake, from 0.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub point: PointName,
    /// Whether it is as good as the best, or nearly.
    pub accepted: bool,
    /// What it leads to.
    pub score: Score,
    /// The line that follows, the move included.
    pub line: Vec<PointName>,
}

/// How thorough a review is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReviewDepth {
    /// Seconds.
    #[default]
    Quick,
    /// Five times as much.
    Standard,
    /// Twenty-five times as much.
    Deep,
}

/// A review as far as it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ReviewState {
    /// The game.
    pub game: String,
    /// Whether it goes on.
    pub state: ReviewPhase,
    /// How thorough it is.
    pub depth: ReviewDepth,
    /// Whose moves are judged, if not both sides'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
    /// How far it has come, while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<ReviewProgress>,
    /// The name of the opening, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Black's accuracy, 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<f64>,
    /// White's accuracy, 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<f64>,
    /// Where the game was decided.
    pub turning: Vec<ReviewTurn>,
    /// Every move.
    pub moves: Vec<ReviewedMove>,
    /// What each position is worth, before every move and at the end; null where nothing is known.
    pub scores: Vec<Option<Score>>,
}

/// Whether a review goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReviewPhase {
    /// There is none.
    None,
    /// It goes on.
    Running,
    /// It was stopped; what is done is kept.
    Stopped,
    /// It is complete.
    Done,
    /// The engine broke down; what is done is kept.
    Failed,
}

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewProgress {
    /// Whether the closer look has begun.
    pub checking: bool,
    /// The position searched last, from 0.
    pub ply: u32,
    /// Searches of this pass that are done.
    pub done: u32,
    /// Searches of this pass.
    pub total: u32,
    /// Milliseconds left of this pass, as far as one can tell.
    pub left_ms: u32,
}

/// A moment that mattered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ReviewTurn {
    /// What it was.
    pub kind: ReviewTurnKind,
    /// The move it is about, from 0; a point of no return is the position before it.
    pub ply: u32,
    /// Who is lost, or missed the win.
    pub side: SideName,
    /// What would have saved or won the game.
    pub line: Vec<PointName>,
    /// Plies to the five.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

/// What a turning point was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ReviewTurnKind {
    /// From here on one side is proven lost.
    NoReturn,
    /// The last move that could have kept the game open.
    LastChance,
    /// A proven win that was not taken.
    MissedWin,
}

/// A move of the game and what the review says of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ReviewedMove {
    /// Who made it.
    pub side: SideName,
    /// The move.
    #[serde(rename = "move")]
    pub action: MoveName,
    /// Its label.
    pub label: ReviewLabel,
    /// The sign of the label; may be empty.
    pub sign: String,
    /// Why, where the winning chance alone does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReviewReason>,
    /// What the best move leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Score>,
    /// What this move leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Score>,
    /// The better line; empty if there was none.
    pub better: Vec<PointName>,
    /// Whether it was looked at closely.
    pub checked: bool,
}

/// What a review calls a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ReviewLabel {
    /// Not searched, or not with the whole budget.
    NotJudged,
    /// The mover was already lost.
    Lost,
    /// The only move that does not lose at once.
    Forced,
    /// A move of a named opening.
    Book,
    /// As good as any.
    Best,
    /// Nearly as good.
    Good,
    /// A little worse.
    Inaccuracy,
    /// Clearly worse.
    Mistake,
    /// Much worse.
    Blunder,
}

/// Why a move got its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ReviewReason {
    /// Black played a forbidden point.
    Forbidden,
    /// It wins, but later than it could.
    Slower,
    /// There was a proven win, and this move has none.
    MissedWin,
    /// It loses by force, and another move did not.
    Losing,
}
