//! How an entry is shown: as a line for people, as JSON for programs.

use serde::Serialize;
use tengen_analysis::{Claim, Entry};

use crate::output::names;

/// The claim as far as it can be believed, the line and where they come from.
pub(super) fn text(claim: Option<Claim>, is_proven: bool, entry: &Entry) -> String {
    let claim = match (claim, is_proven) {
        (Some(claim), true) => format!("{claim}, proven"),
        (Some(claim), false) => claim.to_string(),
        (None, _) => "not searched".to_owned(),
    };
    let searched = match entry.depth {
        0 => String::new(),
        depth => format!(", depth {depth}, {} nodes", entry.nodes),
    };
    let line = names(&entry.line).join(" ");
    format!("{claim}{searched}, {}, {}: {line}", entry.engine, entry.source.name())
}

/// The same as JSON.
#[derive(Serialize)]
pub(super) struct View {
    claim: Option<String>,
    proven: bool,
    depth: u32,
    nodes: u64,
    engine: String,
    date: u64,
    source: &'static str,
    pv: Vec<String>,
}

impl View {
    pub(super) fn of(claim: Option<Claim>, is_proven: bool, entry: &Entry) -> View {
        View {
            claim: claim.map(|claim| claim.to_string()),
            proven: is_proven,
            depth: entry.depth,
            nodes: entry.nodes,
            engine: entry.engine.clone(),
            date: entry.date,
            source: entry.source.name(),
            pv: names(&entry.line),
        }
    }
}
