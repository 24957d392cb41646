//! The project's own JSON: everything a record holds, versioned.
//!
//! The tree is a flat list, each node naming its parent where that is not the node before, so no
//! depth of nesting can exhaust a reader. Nodes are checked as they are read: an error names its
//! line, and what came before is kept.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use serde::{Deserialize, Serialize};

/// What the file says it is.
const FORMAT: &str = "tengen";
/// The version that is written; readers refuse newer ones.
const VERSION: u32 = 1;

/// One node as it stands in the file.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct NodeText {
    /// The node before; without it the one listed before.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<SideText>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<SetupText>,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hot: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extra: Vec<(String, Vec<String>)>,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum SideText {
    Black,
    White,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct SetupText {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    black: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    white: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cleared: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<SideText>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkText {
    point: String,
    mark: MarkKind,
    /// What a label says; other marks have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Where an arrow ends; other marks have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<String>,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum MarkKind {
    Circle,
    Triangle,
    Square,
    Cross,
    Label,
    Arrow,
}

/// How the game ended: a winner with a way, or a draw, or neither.
#[derive(Serialize, Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum EndingText {
    Black(HowText),
    White(HowText),
    Drawn,
    Void,
    Finished,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum HowText {
    Play,
    Resignation,
    Time,
    Forfeit,
}
