//! A review as JSON.

use serde::Serialize;
use tengen_core::Side;
use tengen_formats::{Rows, position_text};
use tengen_review::{Depth, Found, JudgedMove, Label, Line, Reason, Review, Tally, TurningPoint};

use crate::analyze::VerdictView;
use crate::output::names;

#[derive(Serialize)]
pub(super) struct View {
    game: String,
    position: String,
    rule: &'static str,
    size: u8,
    depth: &'static str,
    complete: bool,
    opening: Option<String>,
    black: TallyView,
    white: TallyView,
    /// Black's winning chance before each move and at the end.
    chances: Vec<Option<f64>>,
    turning_points: Vec<TurningView>,
    moves: Vec<MoveView>,
}

#[derive(Serialize)]
struct TallyView {
    accuracy: Option<f64>,
    counts: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct TurningView {
    kind: &'static str,
    /// The number of the move, from 1.
    #[serde(rename = "move")]
    number: usize,
    side: String,
    line: Vec<String>,
    plies: Option<u32>,
}

#[derive(Serialize)]
struct MoveView {
    number: usize,
    side: String,
    #[serde(rename = "move")]
    action: String,
    label: &'static str,
    sign: &'static str,
    reason: Option<&'static str>,
    /// The best move and the one played, for the mover.
    before: Option<FoundView>,
    after: Option<FoundView>,
    loss: f64,
    checked: bool,
}

#[derive(Serialize)]
struct FoundView {
    #[serde(flatten)]
    verdict: VerdictView,
    pv: Vec<String>,
}

impl View {
    pub(super) fn of(name: &str, line: &Line, review: &Review, depth: Depth) -> View {
        let end = line.end();
        View {
            game: name.to_owned(),
            position: position_text(end, Rows::Bottom),
            rule: end.rule().name(),
            size: end.size().lines(),
            depth: depth.name(),
            complete: review.is_complete,
            opening: line.opening(),
            black: tally(&review.tallies[Side::Black]),
            white: tally(&review.tallies[Side::White]),
            chances: review.chances.clone(),
            turning_points: review.turning_points.iter().map(turning).collect(),
            moves: review.moves.iter().map(judged).collect(),
        }
    }
}

fn tally(tally: &Tally) -> TallyView {
    let counts = Label::ALL.map(|label| (label.name().to_owned(), tally.count(label).into()));
    TallyView { accuracy: tally.accuracy, counts: counts.into_iter().collect() }
}

fn turning(point: &TurningPoint) -> TurningView {
    let number = point.ply() + 1;
    let (kind, side, line, plies) = match point {
        TurningPoint::NoReturn { loser, plies, .. } => ("no-return", loser, &[][..], Some(*plies)),
        TurningPoint::LastChance { loser, saving, .. } => ("last-chance", loser, &saving[..], None),
        TurningPoint::MissedWin { side, winning, plies, .. } => {
            ("missed-win", side, &winning[..], Some(*plies))
        }
    };
    TurningView { kind, number, side: side.to_string(), line: names(line), plies }
}

fn judged(judged: &JudgedMove) -> MoveView {
    let found = |found: &Found| FoundView {
        verdict: VerdictView::of(found.verdict),
        pv: names(&found.line),
    };
    MoveView {
        number: judged.ply + 1,
        side: judged.side.to_string(),
        action: judged.action.to_string(),
        label: judged.judgement.label.name(),
        sign: judged.judgement.label.sign(),
        reason: judged.judgement.reason.map(Reason::name),
        before: judged.best.as_ref().map(found),
        after: judged.played.as_ref().map(found),
        loss: judged.loss,
        checked: judged.is_checked,
    }
}
