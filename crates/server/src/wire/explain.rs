//! Explanations: what a browser asks about forced wins, and proofs as steps that can be shown.

use serde::{Deserialize, Serialize};

use super::{Forbidden, ForcedWinState, PointName, Position, SideName, ThreatKind, ThreatLine};

/// Asks for a forced win and its proof.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ExplainAsk {
    /// The position.
    pub pos: Position,
    /// Whose win: that of the side to move by default. For the other side: what it threatens, as if the side
    /// to move passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
    /// Whether only wins by fours are wanted; by fours and threats by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fours_only: Option<bool>,
    /// Which moves the attacker may use; fours and threats by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ExplainKind>,
    /// When to give up, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ms: Option<u32>,
}

/// Which moves an attacker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ExplainKind {
    /// Fours alone (VCF).
    Fours,
    /// Fours and threats (VCT).
    Threats,
    /// Any moves. That there is no such win is never said.
    Any,
}

/// A forced win with its proof, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Explanation {
    /// The position that is explained.
    pub pos: Position,
    /// The side whose win it is, or was searched for.
    pub side: SideName,
    /// Whether there is a win.
    pub state: ExplainState,
    /// Where it comes from.
    pub source: ExplainSource,
    /// What a search for a win by fours found, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fours: Option<ForcedWinState>,
    /// What a search for a win by threats found, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threats: Option<ForcedWinState>,
    /// What a search for a win by any moves found, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any: Option<ForcedWinState>,
    /// Plies up to and including the five, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Names the proof in other calls, while the server keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// Whether `GET /api/proof/<proof>` gives it as a file.
    pub can_be_saved: bool,
    /// The line to show first, one of the longest.
    pub line: Vec<ExplainStep>,
    /// The limit of the search, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ms: Option<u32>,
}

/// Whether there is a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ExplainState {
    /// There is, and an independent checker has accepted the proof.
    Win,
    /// There is none of the wanted kind: the search was complete.
    None,
    /// None was found within the limit.
    Unknown,
    /// The search was stopped.
    Stopped,
}

/// Where an explanation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ExplainSource {
    /// A search by the solver.
    Search,
    /// A certificate of the first player's win.
    Certificate,
    /// A proof file.
    File,
}

/// One stone of a line, and what it means. Pages make sentences of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ExplainStep {
    /// The point.
    pub point: PointName,
    /// Whose stone.
    pub side: SideName,
    /// What it makes, if it threatens something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub makes: Option<ThreatKind>,
    /// The lines that make it.
    pub lines: Vec<ThreatLine>,
    /// Whether it stops a five of the other side.
    pub blocks: bool,
    /// After a threat of the attacker: the points where the defender can answer it. All others lose at once,
    /// but for own fours.
    pub answers: Vec<PointName>,
    /// After a threat of the attacker: the points where it could be answered if they were not forbidden.
    pub forbidden: Vec<Forbidden>,
    /// At a stone of the defender: other replies, each with a refutation of its own. At most forty are
    /// named.
    pub others: Vec<PointName>,
    /// How many others there are.
    pub other_count: u32,
}

/// Asks how a proof answers another reply.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplainReply {
    /// The proof, as its explanation names it.
    pub proof: String,
    /// The moves from the explained position on; the last one is the defender's reply.
    pub moves: Vec<PointName>,
}

/// A line of a proof: the moves that were asked about, and how it goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplainedLine {
    /// The proof.
    pub proof: String,
    /// All steps from the explained position on.
    pub line: Vec<ExplainStep>,
}

/// Asks what stops the forced wins of the side that is not to move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct DefendAsk {
    /// The position.
    pub pos: Position,
    /// When to give up, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ms: Option<u32>,
}

/// The moves after which the opponent has no known forced win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DefenceList {
    /// Whether it was stopped before its end: then the moves say nothing.
    pub stopped: bool,
    /// The moves. All others lose to a proven win.
    pub moves: Vec<DefenceMove>,
}

/// A move that stops a forced win, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DefenceMove {
    /// The point.
    pub point: PointName,
    /// Whether it is proven to hold against fours and threats; else it was not refuted within the limit.
    pub holds: bool,
}
