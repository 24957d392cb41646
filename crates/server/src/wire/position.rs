//! Positions, and what is known of them without a search.

use serde::{Deserialize, Serialize};

use super::{MoveName, PointName, Problem, RuleName, SideName};

/// A position: a board, perhaps with stones set up, and moves in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Position {
    /// The rule.
    pub rule: RuleName,
    /// Lines of the board, 5 to 22.
    pub size: u8,
    /// Stones that were set up before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// The moves since then.
    #[serde(default)]
    pub moves: Vec<MoveName>,
}

/// Stones set up, and who moves then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Setup {
    /// Black stones.
    pub black: Vec<PointName>,
    /// White stones.
    pub white: Vec<PointName>,
    /// Who moves first.
    pub turn: SideName,
}

/// A question about a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PositionQuery {
    /// The position.
    pub pos: Position,
    /// Whether [`Facts::shapes`] are wanted, for the heat-map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shapes: Option<bool>,
}

/// What is known of a position by the rules and by looking at lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Facts {
    /// The position that was asked about. If some of its moves cannot be played, `problem` says
    /// why, and these are the moves before.
    pub pos: Position,
    /// Whose turn it is.
    pub turn: SideName,
    /// How many stones of each side lie on the board.
    pub stones: Counts,
    /// How the game ended, if it did.
    #[cfg_attr(test, ts(optional = false))]
    pub result: Option<GameResult>,
    /// What makes this no position of the rule ("white already has five at h8"), or the first
    /// move that cannot be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// Whether the engine can search this position: it is possible, and the game is not over.
    pub searchable: bool,
    /// The points forbidden to Black, even if White is to move. Only renju has any.
    pub forbidden: Vec<Forbidden>,
    /// What either side could make with its next stone, strongest first.
    pub threats: Vec<Threat>,
    /// The points that answer what the other side threatens to do at once: all others lose, but
    /// for own fours where no four has to be stopped. Empty if nothing has to be answered.
    pub must: Vec<PointName>,
    /// What the certificates of the first player's win say, if the game began as they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateState>,
    /// What the engine sees at every empty point, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shapes: Option<Vec<PointShapes>>,
}

/// What the certificates of the first player's win say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum CertificateState {
    /// The first player wins it: the position is inside a certificate.
    Proven,
    /// Nothing: the reply to the first move is not settled yet.
    Open,
}

/// A number for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Counts {
    /// Black's.
    pub black: u32,
    /// White's.
    pub white: u32,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameResult {
    /// Who won; none: a draw.
    pub winner: Option<SideName>,
    /// Why.
    pub reason: Reason,
    /// The kinds of foul, if Black played a forbidden point.
    pub fouls: Vec<FoulKind>,
    /// The stones of the rows that won.
    pub rows: Vec<Vec<PointName>>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Five in a row.
    Five,
    /// Black played a forbidden point.
    Forbidden,
    /// The other side gave up.
    Resignation,
    /// The other side's time was over.
    Time,
    /// The other side broke the rules of play.
    Forfeit,
    /// Draw: the board is full.
    FullBoard,
    /// Draw: agreed.
    Agreement,
}

/// A kind of forbidden move: overline, double four, double three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FoulKind {
    /// Overline.
    #[serde(rename = "6")]
    Overline,
    /// Double four.
    #[serde(rename = "44")]
    DoubleFour,
    /// Double three.
    #[serde(rename = "33")]
    DoubleThree,
}

/// A point forbidden to Black, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Forbidden {
    /// The point.
    pub point: PointName,
    /// All kinds that apply; the first is the one to show.
    pub kinds: Vec<FoulKind>,
    /// The rows, fours and threes that make it forbidden.
    pub shapes: Vec<FoulLine>,
}

/// A row, four or three that counts towards a prohibition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoulLine {
    /// The kind it counts towards.
    pub kind: FoulKind,
    /// Its stones, the forbidden one among them, in the order of the line.
    pub stones: Vec<PointName>,
    /// Where it would grow to five or to a straight four.
    pub growth: Vec<PointName>,
}

/// What a side could make with its next stone on a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Threat {
    /// The point.
    pub point: PointName,
    /// Whose threat it is.
    pub side: SideName,
    /// What it would make.
    pub kind: ThreatKind,
    /// The lines that make it: fives first, then fours, then threes.
    pub lines: Vec<ThreatLine>,
}

/// What a stone makes, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ThreatKind {
    /// Five.
    Five,
    /// An open four: two points make it five.
    OpenFour,
    /// Two fours.
    DoubleFour,
    /// A four and an open three.
    FourThree,
    /// Two open threes.
    DoubleThree,
    /// A four: one point makes it five.
    Four,
    /// An open three: one more stone makes an open four.
    OpenThree,
}

/// One line of a threat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThreatLine {
    /// What this line becomes: `five`, `open-four`, `four` or `open-three`.
    pub shape: String,
    /// The stones already there and the point itself, in the order of the line.
    pub stones: Vec<PointName>,
    /// The empty points where it would be completed next: to five, or an open three to an open
    /// four.
    pub completes: Vec<PointName>,
}

/// What the engine sees at an empty point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PointShapes {
    /// The point.
    pub point: PointName,
    /// For Black.
    pub black: SideShapes,
    /// For White.
    pub white: SideShapes,
    /// The policy of the side to move: how likely the point is its best move, as a logarithm.
    pub policy: i32,
}

/// What a point is for one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SideShapes {
    /// What the four lines become: row, column, diagonal up right, diagonal down right. Names as in
    /// `tengen shapes --json`.
    pub lines: Vec<String>,
    /// What they threaten together.
    pub threat: String,
    /// What the point gives its side.
    pub attack: i32,
    /// What it takes from the other.
    pub defence: i32,
}
