//! The explorer: which moves were played in a position, and how that ended.

use serde::{Deserialize, Serialize};

use super::{PointName, Position, Score};

/// A question of the explorer's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explore {
    /// The position.
    pub pos: Position,
    /// Where to look.
    pub source: ExploreSource,
}

/// Where the explorer looks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ExploreSource {
    /// The stored games of the position's rule.
    Own,
    /// The opening book of the position's rule and board.
    Book,
    /// An imported collection, under whatever rule.
    Collection {
        /// The collection.
        id: String,
    },
}

/// What the explorer knows of a position, of all eight symmetries together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Explored {
    /// The moves, the most frequent first; those of the book best first.
    pub moves: Vec<ExploredMove>,
    /// How often the position was left by a move.
    pub games: u32,
    /// The opening that the game came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<NamedOpening>,
    /// Of the own games: how far they are looked through, if not all of them are yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indexing: Option<Indexing>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ExploredMove {
    /// The point, at least one: in a symmetric position all that it cannot tell apart.
    pub points: Vec<PointName>,
    /// How often it was played: games of a list, lines of a library, visits of the book.
    pub games: u32,
    /// How many of these games Black won.
    pub black: u32,
    /// How many White won.
    pub white: u32,
    /// How many were drawn. Others did not end, or nobody says how.
    pub draws: u32,
    /// What the book's search found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The opening that this move makes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<NamedOpening>,
}

/// An opening that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NamedOpening {
    /// Its number among the openings of renju: `D4`.
    pub number: String,
    /// The name that players use: `Kagetsu`.
    pub name: String,
    /// What that means.
    pub english: String,
    /// How it is written in Japanese.
    pub japanese: String,
}

/// How far the own games are looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Indexing {
    /// Games that are.
    pub done: u32,
    /// All of them.
    pub total: u32,
}

/// An imported collection. `GET /api/collections` lists them; `POST /api/collections?name=…` with a file as
/// its body makes one, `DELETE /api/collections/<id>` deletes it, `POST /api/collections/<id>/restore` brings
/// it back, and `POST /api/collections/<id>/stop` ends the reading of a file and keeps what was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct CollectionInfo {
    /// The collection.
    pub id: String,
    /// What the user calls it.
    pub name: String,
    /// The format of its file; nothing while it is read.
    pub format: String,
    /// Moves that were counted.
    pub moves: u64,
    /// Games, if the file had games and not one tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// Why the file was not read to its end, if it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// How far the file is read, while it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<CollectionProgress>,
}

/// How far a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CollectionProgress {
    /// Bytes that are, or that came while it is sent.
    pub read: u64,
    /// All of them; 0 if nobody said.
    pub total: u64,
    /// Whether the file is still on its way.
    pub sending: bool,
}
