//! The output of `--balance`: stones that make a position even.

use serde::Serialize;
use tengen_core::Game;
use tengen_formats::{Rows, position_text};
use tengen_player::{Answer, Verdict};

use crate::output::names;

/// For people: the estimate and the stones.
pub(super) fn text(answer: &Answer, verdict: Verdict, ms: f64) -> String {
    let (nodes, stones) = (answer.report.nodes, names(&answer.line).join(" "));
    format!("{nodes} nodes, {ms:.0} ms\n  {verdict}  {stones}\n")
}

/// As JSON; the score is that of the side to move before the stones.
#[derive(Serialize)]
pub(super) struct View {
    position: String,
    rule: &'static str,
    size: u8,
    side: String,
    stones: Vec<String>,
    score: i32,
    /// `win` or `loss` if that is likely.
    likely: Option<&'static str>,
    nodes: u64,
    ms: f64,
}

impl View {
    pub(super) fn of(game: &Game, answer: &Answer, verdict: Verdict, ms: f64) -> View {
        View {
            position: position_text(game, Rows::Bottom),
            rule: game.rule().name(),
            size: game.size().lines(),
            side: game.to_move().to_string(),
            stones: names(&answer.line),
            score: verdict.score(),
            likely: verdict.likely(),
            nodes: answer.report.nodes,
            ms,
        }
    }
}
