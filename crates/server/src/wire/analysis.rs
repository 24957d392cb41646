//! Analysis: what a browser asks of the engine, and what the engine reports while it searches.

use serde::{Deserialize, Serialize};
use tengen_core::Side;
use tengen_player::Verdict;

use super::{PointName, Position, SideName};

/// Starts an analysis.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct AnalyseStart {
    /// Larger than every generation this connection used before. Updates carry it.
    #[serde(rename = "gen")]
    pub generation: u32,
    /// The position.
    pub pos: Position,
    /// How many PVs, 1 to 20; 3 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u32>,
    /// When to stop; never by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// Moves to leave out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exclude: Option<Vec<PointName>>,
    /// If any: the only moves to search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Vec<PointName>>,
    /// Threat view: what would the other side do if the side to move passed?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<bool>,
    /// How to search; alpha-beta by default. [`Info::algorithms`](super::Info) lists the choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<Algorithm>,
    /// How much of the position the solver searches for forced wins; `slow` (all of it) by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverLevelName>,
    /// Threads; at most what [`Info::limits`](super::Info) allows, which is the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// Megabytes for the table; at most what [`Info::limits`](super::Info) allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u32>,
}

/// When an analysis stops by itself: at whatever comes first.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Limit {
    /// Milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u32>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// How the engine searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Alpha-beta.
    #[default]
    Alphabeta,
    /// Monte Carlo tree search (MCTS).
    Mcts,
}

impl From<Algorithm> for tengen_player::Algorithm {
    fn from(algorithm: Algorithm) -> Self {
        match algorithm {
            Algorithm::Alphabeta => tengen_player::Algorithm::AlphaBeta,
            Algorithm::Mcts => tengen_player::Algorithm::Mcts,
        }
    }
}

impl From<tengen_player::Algorithm> for Algorithm {
    fn from(algorithm: tengen_player::Algorithm) -> Self {
        match algorithm {
            tengen_player::Algorithm::AlphaBeta => Algorithm::Alphabeta,
            tengen_player::Algorithm::Mcts => Algorithm::Mcts,
        }
    }
}

/// How much of a position the solver searches for forced wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SolverLevelName {
    /// Nowhere.
    Off,
    /// Near the last attack.
    Fast,
    /// And fours anywhere.
    Medium,
    /// Everywhere.
    #[default]
    Slow,
}

impl From<SolverLevelName> for Option<tengen_player::SolverLevel> {
    fn from(level: SolverLevelName) -> Self {
        match level {
            SolverLevelName::Off => None,
            SolverLevelName::Fast => Some(tengen_player::SolverLevel::Fast),
            SolverLevelName::Medium => Some(tengen_player::SolverLevel::Medium),
            SolverLevelName::Slow => Some(tengen_player::SolverLevel::Slow),
        }
    }
}

/// The state of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct AnalyseUpdate {
    /// The generation it belongs to; a client that expects another one drops it.
    #[serde(rename = "gen")]
    pub generation: u32,
    /// Whether it goes on.
    pub state: AnalyseState,
    /// The side to move in the searched position; in the threat view, the other side.
    pub turn: SideName,
    /// Depth in plies.
    pub depth: u32,
    /// The selective depth: the longest line searched, in plies.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds since the start.
    pub ms: u32,
    /// How full the table is, 0 to 1000.
    pub fill: u32,
    /// The PVs, best first.
    pub lines: Vec<AnalysisLine>,
    /// What the solver knows about a forced win of the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced_win: Option<ForcedWinReport>,
    /// What the user should know: less memory than asked for, a search that was restarted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<EngineNote>,
}

/// Whether and why an analysis has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum AnalyseState {
    /// It goes on.
    Thinking,
    /// It ended: the client stopped it, or another search replaced it.
    Stopped,
    /// It ended at its limit. Started again with a larger one it goes on where it was.
    Limit,
    /// It ended because everything wanted is proved.
    Solved,
    /// It never began: the game is over.
    Over,
    /// It broke down. The lines are the last ones known; the engine was restarted.
    Failed,
}

/// What the user should know of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineNote {
    /// What happened.
    pub code: NoteCode,
    /// One English sentence.
    pub text: String,
}

/// What happened to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoteCode {
    /// Less memory is used than was asked for.
    LessMemory,
    /// Fewer threads are used than were asked for.
    FewerThreads,
    /// The search did not stop in time and was given up; a fresh one takes its place.
    Restarted,
    /// The search broke down.
    Crashed,
}

/// A PV and its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// The first move.
    #[serde(rename = "move")]
    pub point: PointName,
    /// What it leads to, from Black's side.
    pub score: Score,
    /// The moves, the first one included.
    pub pv: Vec<PointName>,
}

/// What a position is worth, always from Black's side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Score {
    /// Black's winning chance, 0 to 1. With a proof 0, 0.5 or 1.
    pub wp: f64,
    /// What is proved for Black, if anything. Never shown like an estimate.
    #[cfg_attr(test, ts(optional = false))]
    pub proof: Option<ProofKind>,
    /// With a proof of a win or loss: plies up to and including the five.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Without a proof: what the search expects for Black although it left some replies out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely: Option<LikelyKind>,
    /// Without a proof: the engine's estimate for Black, in hundredths of a point; the best or worst
    /// one if a win or loss is likely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centi: Option<i32>,
}

impl Score {
    /// What a verdict of the side to move means for Black.
    pub(crate) fn of(verdict: Verdict, side: Side) -> Score {
        let black = verdict.for_black(side);
        let (proof, plies, likely) = match black {
            Verdict::Wins { plies } => (Some(ProofKind::Win), Some(plies), None),
            Verdict::Loses { plies } => (Some(ProofKind::Loss), Some(plies), None),
            Verdict::LikelyWin { .. } => (None, None, Some(LikelyKind::Win)),
            Verdict::LikelyLoss { .. } => (None, None, Some(LikelyKind::Loss)),
            Verdict::Unclear { .. } => (None, None, None),
        };
        let centi = proof.is_none().then(|| black.score());
        Score { wp: verdict.black_win_rate(side), proof, plies, likely, centi }
    }
}

/// What is likely and not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum LikelyKind {
    /// Black wins.
    Win,
    /// White wins.
    Loss,
}

/// What is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ProofKind {
    /// Black wins.
    Win,
    /// White wins.
    Loss,
    /// Nobody wins.
    Draw,
}

/// What the solver knows about a forced win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ForcedWinReport {
    /// The side whose win the solver searches for.
    pub side: SideName,
    /// How far the solver is.
    pub state: ForcedWinState,
    /// If it wins: plies up to and including the five.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// If it wins: the main line of the proof, which an independent checker has accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<PointName>>,
}

/// How far the solver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ForcedWinState {
    /// It is searching.
    Searching,
    /// The side wins by force; the proof was checked.
    Win,
    /// There is no forced win: the search was complete.
    None,
    /// It found none within its limits.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_likely_win_is_neither_a_proof_nor_a_mere_estimate() {
        let likely = Score::of(Verdict::LikelyWin { plies: 25 }, Side::White);
        assert_eq!((likely.proof, likely.plies), (None, None));
        assert_eq!((likely.likely, likely.centi), (Some(LikelyKind::Loss), Some(-26_999)));
        assert!(likely.wp > 0.0);
        let estimate = Score::of(Verdict::Unclear { centi: 12 }, Side::White);
        assert_eq!((estimate.likely, estimate.centi), (None, Some(-12)));
        let won = Score::of(Verdict::Wins { plies: 7 }, Side::White);
        assert_eq!((won.likely, won.centi, won.plies), (None, None, Some(7)));
    }
}
