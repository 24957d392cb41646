//! The engine's moves as text.

use tengen_core::Point;
use tengen_player::{Answer, Report, Source, Verdict};

/// A move, and what the engine thinks of it.
pub(super) fn answer(answer: &Answer, point: Point) -> String {
    described(point, answer.verdict, answer.source, answer.report.depth)
}

/// What a search thinks just now.
pub(super) fn progress(report: &Report) -> Option<String> {
    let verdict = report.pvs.first()?.verdict;
    Some(described(report.best()?, Some(verdict), Source::Search, report.depth))
}

fn described(point: Point, verdict: Option<Verdict>, source: Source, depth: u32) -> String {
    let Some(verdict) = verdict else { return format!("{point} (at a glance)") };
    let from = match source {
        Source::Certificate => return format!("{point} (from the certificate, proven: {verdict})"),
        Source::Book => "from the opening book, ",
        _ => "",
    };
    let chance = match verdict {
        Verdict::Unclear { .. } => format!(", winning chance {} %", verdict.percent()),
        _ => String::new(),
    };
    format!("{point} ({from}{verdict}{chance}, depth {depth})")
}
