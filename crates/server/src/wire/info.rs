//! What the server is and can, and what the user prefers.

use serde::{Deserialize, Serialize};

use super::{Algorithm, OpeningName, RuleName};

/// The answer to `GET /api/info`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Info {
    /// The version of the protocol.
    pub protocol: u32,
    /// The program's version.
    pub version: String,
    /// Names this build.
    pub build: String,
    /// The engine's name.
    pub engine: String,
    /// All rules.
    pub rules: Vec<RuleName>,
    /// The opening rules that can be played.
    pub openings: Vec<OpeningInfo>,
    /// The levels, weakest first.
    pub levels: Vec<LevelInfo>,
    /// How the engine can search.
    pub algorithms: Vec<Algorithm>,
    /// What this server allows.
    pub limits: ServerLimits,
    /// By which numbers a review judges.
    pub review: ReviewTable,
    /// Formats that can be imported.
    pub reads: Vec<String>,
    /// Formats that can be exported.
    pub writes: Vec<String>,
    /// Languages of the app.
    pub languages: Vec<String>,
    /// Where games are kept.
    pub data: String,
    /// Whether this server shows a match (`watch.open`) and does nothing else.
    pub watch: bool,
    /// Whether answers come from a script of a test instead of the engine.
    pub scripted: bool,
}

/// An opening rule, and the boards it suits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningInfo {
    /// Its name.
    pub name: OpeningName,
    /// The board sizes it suits.
    pub sizes: Vec<u8>,
}

/// A level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelInfo {
    /// From 1 on.
    pub level: u8,
    /// Stones it tries in thought. The app has its name and a sentence: `level.<n>.name` and `.text`.
    pub nodes: u64,
    /// How strong it proved to be; none until it is measured.
    pub rating: Option<RatingInfo>,
}

/// A measured rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingInfo {
    /// Elo points.
    pub elo: i32,
    /// Half of the 95 % interval.
    pub error: i32,
    /// Games behind it.
    pub games: u32,
}

/// The numbers of the table of labels, in percent of winning chance unless they say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewTable {
    /// A win that is at most this many plies longer than the shortest one is as good.
    pub slower_plies: u32,
    /// A missed win is a blunder below the first, a mistake below the second.
    pub missed_win: [u32; 2],
    /// A losing move is an inaccuracy below the first, a mistake below the second.
    pub losing: [u32; 2],
    /// Losses: up to the first a move is best, below the others good, an inaccuracy, a mistake.
    pub loss: [u32; 4],
    /// A loss of this much makes a move worth nothing for accuracy.
    pub worthless: u32,
}

/// What a server allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerLimits {
    /// The most threads of a search.
    pub threads: u32,
    /// The most megabytes of a search.
    pub memory: u32,
    /// Megabytes of a search unless another number is asked for.
    pub default_memory: u32,
    /// The most lines of an analysis.
    pub lines: u32,
    /// The smallest and largest board.
    pub sizes: (u8, u8),
    /// The largest file that is imported, in bytes; libraries may be larger.
    pub import_bytes: u64,
    /// The largest RenLib library that is imported, in bytes.
    pub library_bytes: u64,
    /// The longest message, in bytes.
    pub message_bytes: u32,
    /// The largest profile, in bytes.
    pub profile_bytes: u32,
}

/// The user's settings, mirrored so that another browser or port finds them.
/// `GET` and `PUT /api/profile`; of two the one changed later wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Profile {
    /// When the settings were changed, in milliseconds since 1970; 0: never.
    pub changed: u64,
    /// The settings. The server does not look into them.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub settings: serde_json::Map<String, serde_json::Value>,
}
