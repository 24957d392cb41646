//! The engine's moves as text.

use tengen_core::Point;
use tengen_player::{Answer, Report, Source, Verdict};

/// A move, and what the engine thinks of it.
pub(super) fn answer(answer: &Answer, point: Point) -> String {
    let (is_from_book, depth) = (answer.source == Source::Book, answer.report.depth);
    described(point, answer.verdict, is_from_book, depth)
}

/// What a search thinks just now.
pub(super) fn progress(report: &Report) -> Option<String> {
    let verdict = report.pvs.first()?.verdict;
    Some(described(report.best()?, Some(verdict), false, report.depth))
}

fn described(point: Point, verdict: Option<Verdict>, is_from_book: bool, depth: u32) -> String {
    let Some(verdict) = verdict else { return format!("{point} (at a glance)") };
    let book = if is_from_book { "from the opening book, " } else { "" };
    let chance = match verdict {
        Verdict::Unclear { .. } => format!(", winning chance {} %", verdict.percent()),
        _ => String::new(),
    };
    format!("{point} ({book}{verdict}{chance}, depth {depth})")
}
