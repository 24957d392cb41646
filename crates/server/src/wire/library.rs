//! Stored games, records, files and pictures.

use serde::{Deserialize, Serialize};

use super::{GameState, OpeningName, PointName, Position, RuleName, SideName};

/// A record: a tree of moves with what people write beside them. The same fields as a game of the
/// app's own JSON files; the tree is a flat list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct GameRecord {
    /// Lines of the board.
    pub size: u8,
    /// The rule, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// Black's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// White's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// The occasion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// The date, as the file writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// The nodes: the root first, each after its parent, the main continuation before others.
    pub nodes: Vec<RecordNode>,
}

/// A node of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct RecordNode {
    /// The place of the node before in the list; if nothing is said, the one listed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Who moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
    /// The move: a point, or `--`.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Stones set up or taken away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<RecordSetup>,
    /// Free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Marks on points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<RecordMark>>,
    /// Thinking time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u32>,
    /// Whether somebody marked it as worth a look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hot: Option<bool>,
    /// What has no field of its own, by its SGF name: names and their texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<Vec<(String, Vec<String>)>>,
}

/// Stones set up or taken away at a node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct RecordSetup {
    /// Black stones put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<Vec<PointName>>,
    /// White stones put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Vec<PointName>>,
    /// Points cleared before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared: Option<Vec<PointName>>,
    /// Who moves next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<SideName>,
}

/// A mark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct RecordMark {
    /// Where.
    pub point: PointName,
    /// What.
    pub mark: MarkKind,
    /// What a label says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Where an arrow ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<PointName>,
}

/// A kind of mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum MarkKind {
    /// A ring.
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A cross.
    Cross,
    /// A short text.
    Label,
    /// An arrow from the point to another one.
    Arrow,
}

/// What a record says of the game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Black won.
    Black(How),
    /// White won.
    White(How),
    /// Nobody won.
    Drawn,
    /// The game does not count.
    Void,
    /// It ended, nobody says how.
    Finished,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// On the board.
    Play,
    /// By resignation.
    Resignation,
    /// On time.
    Time,
    /// By forfeit.
    Forfeit,
}

/// A stored game in a list. `GET /api/games` gives them, the last changed first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct GameSummary {
    /// The game.
    pub id: String,
    /// A game that is or was played, or a record that was saved.
    pub kind: StoredKind,
    /// A name, if the user gave one.
    pub name: String,
    /// Tags, if the user gave any.
    pub tags: Vec<String>,
    /// Black's name: a person's, or the engine's with its level.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The rule.
    pub rule: RuleName,
    /// Lines of the board.
    pub size: u8,
    /// The opening rule.
    pub opening: OpeningName,
    /// How many moves the main line has.
    pub moves: u32,
    /// The stones at its end, for a thumbnail: black ones, white ones.
    pub stones: (Vec<PointName>, Vec<PointName>),
    /// How it ended: `black`, `white`, `draw`, or nothing if it did not.
    #[cfg_attr(test, ts(optional = false))]
    pub result: Option<Winner>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it was last changed.
    pub changed: u64,
    /// Whether the game was left before its end.
    pub unfinished: bool,
    /// Whether the game's review is complete; nothing if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed: Option<bool>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody.
    Draw,
}

/// What is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum StoredKind {
    /// A game played here.
    Game,
    /// A record: an analysis, or an import.
    Record,
}

/// A stored game with everything. `GET /api/games/<id>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoredGame {
    /// As in the list.
    pub summary: GameSummary,
    /// The moves and what stands beside them.
    pub record: GameRecord,
    /// The state of a game played here; `game.open` goes on with it.
    pub state: Option<GameState>,
}

/// Saves a record: `POST /api/games` for a new one, `PUT /api/games/<id>` for another version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct SaveRecord {
    /// A name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The record.
    pub record: GameRecord,
    /// Of another version: the `changed` of the version that was edited. If the game has changed since,
    /// nothing is saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<u64>,
}

/// Renames a stored game: `PATCH /api/games/<id>`. What is left out stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct RenameGame {
    /// The name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
}

/// The answer to `DELETE /api/games/<id>`: `POST /api/games/<id>/restore` brings the game back as
/// long as this lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Deleted {
    /// The game.
    pub id: String,
    /// For how many milliseconds it can be brought back.
    pub restorable_ms: u32,
}

/// Several stored games: the body of `POST /api/games/delete`, of `POST /api/games/restore`, and of `POST
/// /api/games/export?format=…`, which gives one file of them all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ManyGames {
    /// The games.
    pub games: Vec<String>,
}

/// The answer to `POST /api/games/delete`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeletedGames {
    /// Those that were there.
    pub games: Vec<String>,
    /// For how many milliseconds they can be brought back.
    pub restorable_ms: u32,
}

/// Adds and removes tags: `POST /api/games/tag`. The answer are the games that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TagGames {
    /// The games.
    pub games: Vec<String>,
    /// Tags to add.
    #[serde(default)]
    pub add: Vec<String>,
    /// Tags to remove.
    #[serde(default)]
    pub remove: Vec<String>,
}

/// The answer to `GET /api/storage`: how the database fares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Storage {
    /// The data folder.
    pub folder: String,
    /// Games that are in the database but cannot be read.
    pub unreadable: Vec<String>,
    /// Games that the disk did not take: they are in memory alone until it does.
    pub unsaved: Vec<String>,
}

/// The answer to `POST /api/import`, whose body is the file or text itself. Nothing is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Imported {
    /// What it was read as; none if it looks like nothing known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// What was read, all of it or up to the error.
    pub records: Vec<GameRecord>,
    /// How many moves these have, in all variations together.
    pub moves: u32,
    /// How many lines beside the main ones.
    pub variations: u32,
    /// What the user should know of how it was read.
    pub notices: Vec<String>,
    /// Why reading stopped, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ImportError>,
}

/// Where and why reading stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ImportError {
    /// One English sentence with the place and how much was read.
    pub text: String,
    /// What is wrong, without the place.
    pub problem: String,
    /// The line, from one, in a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, from one, in a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// How many bytes come before, in a binary file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byte: Option<u32>,
}

/// The body of `POST /api/export?format=sgf|psq|lib|pos|json|board|offset`; the answer is the file, and
/// the header `tengen-lost` says what the format could not hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Export {
    /// The records.
    pub records: Vec<GameRecord>,
}

/// The body of `POST /api/render?format=svg|png|gif`; the answer is the picture, as a GIF the moves of the
/// position one after the other. `GET /api/render.svg`, `.png` and `.gif` take a position link instead:
/// `?r=renju&n=15&m=h8i9`, with `numbers`, `theme`, `width` and the other fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Render {
    /// The position.
    pub pos: Position,
    /// Marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<RecordMark>>,
    /// Moves after the position that are drawn as marks with numbers 1, 2, …: a line of analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghosts: Option<Vec<PointName>>,
    /// How.
    #[serde(default)]
    #[serde(flatten)]
    pub look: PictureLook,
}

/// How a picture looks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PictureLook {
    /// Numbers on stones: `none`, `all`, or how many of the last moves, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<String>,
    /// Makes this move number 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number_from: Option<u32>,
    /// Edges with coordinates: `none`, `two` or `four`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<String>,
    /// Colours: `wood`, `paper` or `slate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// Forbidden points: `none`, `cross` or `kind`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<String>,
    /// A text below the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// Width of a PNG or GIF in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// A GIF begins with the position after this many moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// Milliseconds for each picture of a GIF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<u32>,
}
