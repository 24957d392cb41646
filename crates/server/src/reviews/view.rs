//! A review as messages show it.

use tengen_core::{Point, Side};
use tengen_review::{Depth, JudgedMove, Label, Line, Pass, Progress, Reason, Review, TurningPoint};

use crate::wire::{
    PointName, ReviewDepth, ReviewLabel, ReviewPhase, ReviewProgress, ReviewReason, ReviewState,
    ReviewTurn, ReviewTurnKind, ReviewedMove, Score,
};

impl From<ReviewDepth> for Depth {
    fn from(depth: ReviewDepth) -> Depth {
        match depth {
            ReviewDepth::Quick => Depth::Quick,
            ReviewDepth::Standard => Depth::Standard,
            ReviewDepth::Deep => Depth::Deep,
        }
    }
}

/// The state of a review.
pub(super) fn state(
    game: u64,
    line: &Line,
    review: &Review,
    depth: ReviewDepth,
    side: Option<Side>,
    phase: ReviewPhase,
) -> ReviewState {
    let scores = review.positions.iter().enumerate().map(|(ply, verdict)| {
        let to_move = line.position(ply).to_move();
        verdict.map(|verdict| Score::of(verdict, to_move))
    });
    ReviewState {
        game: game.to_string(),
        state: phase,
        depth,
        side: side.map(Into::into),
        progress: None,
        opening: line.opening(),
        black: review.tallies[Side::Black].accuracy,
        white: review.tallies[Side::White].accuracy,
        turning: review.turning_points.iter().map(turn).collect(),
        moves: review.moves.iter().map(judged).collect(),
        scores: scores.collect(),
    }
}

pub(super) fn progress(progress: &Progress) -> ReviewProgress {
    ReviewProgress {
        checking: progress.pass == Pass::Check,
        ply: progress.ply as u32,
        done: progress.done as u32,
        total: progress.total as u32,
        left_ms: u32::try_from(progress.left.as_millis()).unwrap_or(u32::MAX),
    }
}

pub(super) fn names(points: &[Point]) -> Vec<PointName> {
    points.iter().map(|&point| point.into()).collect()
}

fn turn(point: &TurningPoint) -> ReviewTurn {
    let ply = point.ply() as u32;
    let (kind, side, line, plies) = match point {
        TurningPoint::NoReturn { loser, plies, .. } => {
            (ReviewTurnKind::NoReturn, loser, Vec::new(), Some(*plies))
        }
        TurningPoint::LastChance { loser, saving, .. } => {
            (ReviewTurnKind::LastChance, loser, names(saving), None)
        }
        TurningPoint::MissedWin { side, winning, plies, .. } => {
            (ReviewTurnKind::MissedWin, side, names(winning), Some(*plies))
        }
    };
    ReviewTurn { kind, ply, side: (*side).into(), line, plies }
}

fn judged(judged: &JudgedMove) -> ReviewedMove {
    ReviewedMove {
        side: judged.side.into(),
        action: judged.action.into(),
        label: label(judged.judgement.label),
        sign: judged.judgement.label.sign().to_owned(),
        reason: judged.judgement.reason.map(reason),
        before: judged.best.as_ref().map(|found| Score::of(found.verdict, judged.side)),
        after: judged.played.as_ref().map(|found| Score::of(found.verdict, judged.side)),
        better: judged.better().map(|found| names(&found.line)).unwrap_or_default(),
        checked: judged.is_checked,
    }
}

const fn label(label: Label) -> ReviewLabel {
    match label {
        Label::NotJudged => ReviewLabel::NotJudged,
        Label::Lost => ReviewLabel::Lost,
        Label::Forced => ReviewLabel::Forced,
        Label::Book => ReviewLabel::Book,
        Label::Best => ReviewLabel::Best,
        Label::Good => ReviewLabel::Good,
        Label::Inaccuracy => ReviewLabel::Inaccuracy,
        Label::Mistake => ReviewLabel::Mistake,
        Label::Blunder => ReviewLabel::Blunder,
    }
}

const fn reason(reason: Reason) -> ReviewReason {
    match reason {
        Reason::Forbidden => ReviewReason::Forbidden,
        Reason::Slower => ReviewReason::Slower,
        Reason::MissedWin => ReviewReason::MissedWin,
        Reason::Losing => ReviewReason::Losing,
    }
}
