//! What is said of the moves that stop a forced win.

use serde::Serialize;
use tengen_core::{Game, Point};
use tengen_engine::{Defence, Defences, SolverKind, SolverLimits};
use tengen_formats::{Rows, position_text};

use super::moves_text;
use crate::output::names;

/// For people, in a line; `within` says what ended the search.
pub(super) fn told(game: &Game, defences: &Defences, kind: SolverKind, within: &str) -> String {
    let moves = |status: Defence| -> Vec<Point> {
        let with = defences.moves.iter().filter(|&&(_, found)| found == status);
        with.map(|&(point, _)| point).collect()
    };
    let (holding, open) = (moves(Defence::Holds), moves(Defence::NotRefuted));
    let mut parts = Vec::new();
    let legal = game.board().free_points().filter(|&point| !game.is_forbidden(point));
    if holding.len() == legal.count() {
        parts.push(format!("Every move holds: there is no win by {} to stop", moves_text(kind)));
    } else if !holding.is_empty() {
        parts.push(format!("Holds: {}", names(&holding).join(" ")));
    }
    if !open.is_empty() {
        parts.push(format!("Not refuted {within}: {}", names(&open).join(" ")));
    }
    if parts.is_empty() {
        parts.push("No defence: every move loses to a proved win".to_owned());
    }
    let milliseconds = defences.elapsed.as_secs_f64() * 1000.0;
    format!("{} ({} nodes, {milliseconds:.1} ms)", parts.join("; "), defences.nodes)
}

/// For programs.
pub(super) fn view(game: &Game, defences: &Defences, limits: &SolverLimits) -> View {
    let moves = defences.moves.iter();
    View {
        position: position_text(game, Rows::Bottom),
        defences: moves
            .map(|(point, status)| DefenceView { point: point.to_string(), status: status.name() })
            .collect(),
        complete: defences.complete,
        nodes: defences.nodes,
        ms: defences.elapsed.as_secs_f64() * 1000.0,
        kind: limits.kind.name(),
        rule: game.rule().name(),
        size: game.size().lines(),
        side: game.to_move().to_string(),
        level: limits.level.name(),
    }
}

/// The moves that stop a forced win, as JSON.
#[derive(Serialize)]
pub(super) struct View {
    position: String,
    defences: Vec<DefenceView>,
    /// Whether each of them is known to hold.
    complete: bool,
    nodes: u64,
    ms: f64,
    kind: &'static str,
    rule: &'static str,
    size: u8,
    side: String,
    level: &'static str,
}

#[derive(Serialize)]
struct DefenceView {
    #[serde(rename = "move")]
    point: String,
    status: &'static str,
}
