//! A review in English words, for terminals, files and comments.

use std::fmt::Write;

use tengen_core::{Point, Side};
use tengen_player::Verdict;

use crate::{JudgedMove, Judgement, Label, Line, Reason, Review, TurningPoint};

/// How much of a line a text shows.
const SHOWN_MOVES: usize = 10;
/// Labels that are worth counting in a report.
const COUNTED: [Label; 6] =
    [Label::Best, Label::Good, Label::Forced, Label::Inaccuracy, Label::Mistake, Label::Blunder];

/// The whole review as text: accuracy, turning points, and a line for every move.
pub fn report(line: &Line, review: &Review) -> String {
    let mut text = String::new();
    if let Some(opening) = line.opening() {
        let _ = writeln!(text, "opening: {opening}");
    }
    for side in Side::BOTH {
        let _ = writeln!(text, "{}", tally_text(review, side));
    }
    for point in &review.turning_points {
        let _ = writeln!(text, "{}", turning_text(point));
    }
    let open = review.chances.iter().filter(|chance| chance.is_none()).count();
    if !review.is_complete {
        let _ = writeln!(
            text,
            "stopped: {open} of {} positions were not searched",
            review.chances.len()
        );
    }
    for judged in &review.moves {
        let _ = writeln!(text, "{:>3}. {}", judged.ply + 1, move_text(judged));
    }
    text
}

/// `black: accuracy 87%, 12 best, 1 blunder`.
fn tally_text(review: &Review, side: Side) -> String {
    let tally = &review.tallies[side];
    let accuracy = tally.accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.0}%"));
    let counts = COUNTED.iter().filter_map(|&label| match tally.count(label) {
        0 => None,
        count => Some(format!(", {count} {}", label.name())),
    });
    format!("{side}: accuracy {accuracy}{}", counts.collect::<String>())
}

/// One move in words: `h8 ? mistake, 61% → 45%; better g7 h9 i10`.
pub fn move_text(judged: &JudgedMove) -> String {
    let Judgement { label, reason } = judged.judgement;
    let mut text = format!("{} {}", judged.side, judged.action);
    if !label.sign().is_empty() {
        let _ = write!(text, " {}", label.sign());
    }
    let _ = match reason {
        Some(reason) => write!(text, " {} ({})", label_text(label), reason_text(reason)),
        None => write!(text, " {}", label_text(label)),
    };
    if let (Some(best), Some(played)) = (&judged.best, &judged.played)
        && label != Label::NotJudged
    {
        let _ = write!(text, ", {} → {}", verdict_text(best.verdict), verdict_text(played.verdict));
    }
    let shows_better = label.is_reproach() || reason == Some(Reason::Slower);
    if let Some(better) = judged.better().filter(|_| shows_better) {
        let _ = write!(text, "; better {}", line_text(&better.line));
    }
    text
}

/// A turning point in words.
pub fn turning_text(point: &TurningPoint) -> String {
    match point {
        TurningPoint::NoReturn { ply, loser, plies } => {
            format!("point of no return: after move {ply} {loser} is proven lost in {plies}")
        }
        TurningPoint::LastChance { ply, loser, saving } => format!(
            "last chance: move {} was {loser}'s last one; {} kept the game open",
            ply + 1,
            line_text(&saving[..saving.len().min(1)]),
        ),
        TurningPoint::MissedWin { ply, side, winning, plies } => format!(
            "missed win: at move {} {side} had a win in {plies}: {}",
            ply + 1,
            line_text(winning),
        ),
    }
}

/// What a mover can expect: `won in 7`, `lost in 8` or `61%`.
fn verdict_text(verdict: Verdict) -> String {
    match verdict {
        Verdict::Wins { plies } => format!("won in {plies}"),
        Verdict::Loses { plies } => format!("lost in {plies}"),
        open => format!("{}%", open.percent()),
    }
}

const fn label_text(label: Label) -> &'static str {
    match label {
        Label::NotJudged => "not judged",
        Label::Lost => "already lost",
        other => other.name(),
    }
}

const fn reason_text(reason: Reason) -> &'static str {
    match reason {
        Reason::Forbidden => "forbidden point",
        Reason::Slower => "a slower win",
        Reason::MissedWin => "missed win",
        Reason::Losing => "losing move",
    }
}

fn line_text(line: &[Point]) -> String {
    let names: Vec<String> = line.iter().take(SHOWN_MOVES).map(Point::to_string).collect();
    let more = if line.len() > SHOWN_MOVES { " …" } else { "" };
    names.join(" ") + more
}
