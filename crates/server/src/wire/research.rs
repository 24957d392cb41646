//! Research tools: moves compared, stones that make a position even, and jobs in the background.

use serde::{Deserialize, Serialize};

use super::{Limit, PointName, Position, Score};

/// Compares moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CompareStart {
    /// Chosen by the browser. States carry it.
    #[serde(rename = "gen")]
    pub generation: u32,
    /// The position.
    pub pos: Position,
    /// Two to five moves.
    pub points: Vec<PointName>,
    /// What each of them gets.
    pub limit: Limit,
}

/// A comparison as far as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct CompareState {
    /// The generation.
    #[serde(rename = "gen")]
    pub generation: u32,
    /// Whether it goes on.
    pub running: bool,
    /// The move that is searched now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<PointName>,
    /// The moves in the order in which they were asked for.
    pub rows: Vec<CompareRow>,
    /// What went wrong, if anything did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct CompareRow {
    /// The move.
    #[serde(rename = "move")]
    pub point: PointName,
    /// What it leads to; none until its search says something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Depth in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: u32,
    /// The moves, the first one included.
    pub pv: Vec<PointName>,
}

/// Looks for stones that make a position even.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BalanceStart {
    /// Chosen by the browser. The state carries it.
    #[serde(rename = "gen")]
    pub generation: u32,
    /// The position.
    pub pos: Position,
    /// How many stones, put in turn: one or two.
    pub stones: u8,
    /// When to stop.
    pub limit: Limit,
}

/// Stones that make a position even.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BalanceState {
    /// The generation.
    #[serde(rename = "gen")]
    pub generation: u32,
    /// Whether it was stopped: then the stones are the best of a short look.
    pub stopped: bool,
    /// Ways to put the stones, the most even first.
    pub ways: Vec<BalanceWay>,
    /// Nodes searched.
    pub nodes: u64,
}

/// A way to put stones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BalanceWay {
    /// The stones in their order.
    pub stones: Vec<PointName>,
    /// What the position after them is worth.
    pub score: Score,
    /// How far Black's winning chance is from one half.
    pub distance: f64,
}

/// Starts a job: every position of a line, or of stored games, is searched in the background.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct JobStart {
    /// A line: its end, from which the earlier positions follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Position>,
    /// Or stored games, by their names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// What each position gets.
    pub limit: Limit,
}

/// Names a job.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JobName {
    /// The job.
    pub job: u32,
}

/// Pauses a job, or lets it go on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JobPause {
    /// The job.
    pub job: u32,
    /// Whether it pauses.
    pub pause: bool,
}

/// All jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Jobs {
    /// The oldest first. Those that have ended stay until they are dismissed.
    pub jobs: Vec<JobState>,
}

/// A job as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct JobState {
    /// Names it.
    pub job: u32,
    /// What it does now.
    pub state: JobPhase,
    /// Positions that are done.
    pub done: u32,
    /// All of its positions.
    pub total: u32,
    /// The stored games, if it is about any.
    pub games: Vec<String>,
    /// Milliseconds that it may still take while nothing else is searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_ms: Option<u64>,
    /// What went wrong, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum JobPhase {
    /// Another job comes first.
    Waiting,
    /// It searches.
    Running,
    /// A search of the user comes first; it goes on by itself.
    Yielding,
    /// The user paused it.
    Paused,
    /// All positions are done.
    Done,
    /// The user stopped it. What is done is kept.
    Stopped,
    /// The engine broke down. What is done is kept.
    Failed,
}

/// What a job found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JobResults {
    /// The job.
    pub job: u32,
    /// Its lines: one, or one a game.
    pub lines: Vec<ScoredLine>,
}

/// A line of play with the scores of its positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ScoredLine {
    /// The stored game, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The end of the line.
    pub pos: Position,
    /// Before the first move and after each; null where nothing is known yet.
    pub scores: Vec<Option<Score>>,
}
