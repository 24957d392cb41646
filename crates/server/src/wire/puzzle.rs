//! Puzzles: those that ship, and those of the user's own mistakes.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{PointName, Position, RuleName, SideName, ThreatKind};

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PuzzleKind {
    /// A win by fours.
    Vcf,
    /// A win by threats.
    Vct,
    /// A win by any moves.
    Win,
    /// The only defence.
    Defence,
    /// A win by fours that needs a forbidden point.
    Trap,
    /// The best move, in place of a mistake of the user's own.
    Best,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [PuzzleKind; 6] = [
        PuzzleKind::Vcf,
        PuzzleKind::Vct,
        PuzzleKind::Win,
        PuzzleKind::Defence,
        PuzzleKind::Trap,
        PuzzleKind::Best,
    ];
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PuzzleKind::Vcf => "vcf",
            PuzzleKind::Vct => "vct",
            PuzzleKind::Win => "win",
            PuzzleKind::Defence => "defence",
            PuzzleKind::Trap => "trap",
            PuzzleKind::Best => "best",
        })
    }
}

/// Which puzzles are wanted: `GET /api/puzzles?…`. What is not named does not matter.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PuzzleFilter {
    /// The kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PuzzleKind>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// The side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
    /// The lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<u32>,
    /// The highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<u32>,
    /// Whether those that are solved are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsolved: Option<bool>,
    /// The puzzle that is shown: the next one is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// The puzzles that are wanted, and who asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PuzzleList {
    /// How many ship.
    pub total: u32,
    /// Those that are wanted, the easiest first.
    pub puzzles: Vec<PuzzleSummary>,
    /// The one to try next: none of those that are solved, and of about the user's rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// How well the user does.
    pub player: PuzzlePlayer,
    /// How many mistakes of the user's own are puzzles.
    pub own: u32,
    /// How many of them are due.
    pub due: u32,
}

/// What lists show of a puzzle: nothing that solves it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PuzzleSummary {
    /// Its name.
    pub id: String,
    /// What is to be found.
    pub kind: PuzzleKind,
    /// The rule.
    pub rule: RuleName,
    /// Lines of the board.
    pub size: u8,
    /// Who is to move.
    pub side: SideName,
    /// Own stones of the win, the five included; 0 where there is none to be made.
    pub stones: u32,
    /// How hard it is, in Elo of the levels; none for a mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// How it went up to now.
    pub state: PuzzleProgress,
}

/// How it went with a puzzle up to now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PuzzleProgress {
    /// Never tried.
    #[default]
    New,
    /// Tried, and not solved yet.
    Failed,
    /// Solved, perhaps after failures.
    Solved,
}

/// A puzzle as it is set: nothing that solves it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PuzzleShown {
    /// What lists show of it.
    pub summary: PuzzleSummary,
    /// The position.
    pub pos: Position,
    /// Where it comes from.
    pub source: String,
    /// What it is if it is a mistake of the user's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnPuzzle>,
}

/// A mistake that became a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnPuzzle {
    /// Its name as a puzzle.
    pub id: String,
    /// The game.
    pub game: String,
    /// The place of the mistake in it, from 0.
    pub ply: u32,
    /// The rule.
    pub rule: RuleName,
    /// Lines of the board.
    pub size: u8,
    /// Who is to move.
    pub side: SideName,
    /// The move that was played.
    pub played: PointName,
    /// The stones before it, black and white.
    pub stones: (Vec<PointName>, Vec<PointName>),
    /// When it was saved, in milliseconds since 1970.
    pub saved: u64,
    /// When it is to be tried again.
    pub due: u64,
    /// Whether that is now.
    pub is_due: bool,
    /// How often in a row it was solved in time; after four times it is learned.
    pub step: u32,
}

/// What became of `Save as puzzles`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnSaved {
    /// Mistakes that are puzzles now.
    pub saved: u32,
    /// Those that were puzzles before.
    pub known: u32,
    /// The first of them to try, a new one if there is one.
    pub first: Option<String>,
}

/// How well the user solves puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzlePlayer {
    /// The rating, on the scale of the levels.
    pub rating: f64,
    /// How uncertain it is: one standard deviation.
    pub deviation: f64,
    /// Puzzles solved at the first try.
    pub solved: u32,
    /// Puzzles that were not.
    pub failed: u32,
    /// Solved at the first try in a row.
    pub streak: u32,
    /// The longest such row.
    pub best_streak: u32,
}

/// Tries a move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleTry {
    /// The puzzle.
    pub puzzle: String,
    /// The moves since its position, the defender's too; the last is the one that is tried.
    pub moves: Vec<PointName>,
}

/// What a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleVerdict {
    /// As good as any.
    Correct,
    /// It wins, but there is a shorter way.
    AlsoWins,
    /// It does not do what is asked.
    Fails,
}

/// What became of a move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PuzzleTried {
    /// The puzzle.
    pub puzzle: String,
    /// The moves that were tried.
    pub moves: Vec<PointName>,
    /// What the last of them is.
    pub verdict: PuzzleVerdict,
    /// Whether the puzzle is solved.
    pub solved: bool,
    /// The defender's answer, if the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<PointName>,
    /// What follows a move that fails, the other side first.
    pub refutation: Vec<PointName>,
    /// How well the user does now.
    pub player: PuzzlePlayer,
    /// How much the rating changed, if this decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

/// Asks for a hint.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleHintAsk {
    /// The puzzle.
    pub puzzle: String,
    /// The moves since its position.
    pub moves: Vec<PointName>,
    /// How much is told, 1 to 3: the kind of the move, an area, the point. The point decides the rating.
    pub step: u32,
}

/// A hint.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PuzzleHint {
    /// The puzzle.
    pub puzzle: String,
    /// How much is told.
    pub step: u32,
    /// What the move makes; none: nothing that must be answered at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threat: Option<ThreatKind>,
    /// The area, lower left and upper right corner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<(PointName, PointName)>,
    /// The point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<PointName>,
    /// How well the user does now.
    pub player: PuzzlePlayer,
    /// How much the rating changed, if this decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

/// The solution: of a puzzle that is not solved, this gives it up.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PuzzleSolution {
    /// The puzzle.
    pub puzzle: String,
    /// The moves that solve it.
    pub answers: Vec<PointName>,
    /// The best line, the user first.
    pub line: Vec<PointName>,
    /// Of a defence: what the other side wins by if nothing is done, the other side first.
    pub threat: Vec<PointName>,
    /// How well the user does now.
    pub player: PuzzlePlayer,
    /// How much the rating changed, if this decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}
