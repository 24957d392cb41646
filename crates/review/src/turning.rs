//! Turning points: where the game was decided.

use tengen_core::{Point, Side};
use tengen_player::Verdict;

use crate::findings::Known;
use crate::{JudgedMove, Line, Reason};

/// A moment of the game that mattered. Plies count from 0.
#[derive(Clone, PartialEq, Debug)]
pub enum TurningPoint {
    /// From the position before move `ply` to the end, `loser` is proven lost.
    NoReturn {
        /// The first such position.
        ply: usize,
        /// Who is lost.
        loser: Side,
        /// Plies to the five.
        plies: u32,
    },
    /// The loser's move before that, and the move that does not lose.
    LastChance {
        /// The move.
        ply: usize,
        /// Who made it.
        loser: Side,
        /// What would have kept the game open.
        saving: Vec<Point>,
    },
    /// A proven win that was not taken.
    MissedWin {
        /// The move.
        ply: usize,
        /// Who missed it.
        side: Side,
        /// The winning line.
        winning: Vec<Point>,
        /// Plies to the five.
        plies: u32,
    },
}

impl TurningPoint {
    /// The ply it is about.
    pub fn ply(&self) -> usize {
        match self {
            TurningPoint::NoReturn { ply, .. }
            | TurningPoint::LastChance { ply, .. }
            | TurningPoint::MissedWin { ply, .. } => *ply,
        }
    }
}

/// The turning points of a game, in its order.
pub(crate) fn turning_points(
    line: &Line,
    known: &[Known],
    moves: &[JudgedMove],
) -> Vec<TurningPoint> {
    let mut points: Vec<TurningPoint> = moves.iter().filter_map(missed_win).collect();
    points.extend(decision(line, known, moves));
    // The last chance comes before the position that it led to.
    points.sort_by_key(TurningPoint::ply);
    points
}

fn missed_win(judged: &JudgedMove) -> Option<TurningPoint> {
    let best = judged.best.as_ref()?;
    let Verdict::Wins { plies } = best.verdict else { return None };
    (judged.judgement.reason == Some(Reason::MissedWin)).then(|| TurningPoint::MissedWin {
        ply: judged.ply,
        side: judged.side,
        winning: best.line.clone(),
        plies,
    })
}

/// The point of no return and the last chance before it.
fn decision(line: &Line, known: &[Known], moves: &[JudgedMove]) -> Vec<TurningPoint> {
    let verdict = |ply: usize| known[ply].best.as_ref().map(|best| best.verdict);
    let end = line.plies().len();
    let lost_at = |ply: usize| match verdict(ply)? {
        Verdict::Loses { plies } => Some((line.position(ply).to_move(), plies)),
        Verdict::Wins { plies } => Some((!line.position(ply).to_move(), plies)),
        _ => None,
    };
    let Some((loser, _)) = lost_at(end) else { return Vec::new() };
    let is_lost = |ply: &usize| lost_at(*ply).is_some_and(|(side, _)| side == loser);
    let Some(first) = (0..=end).rev().take_while(is_lost).last() else { return Vec::new() };
    let Some((_, plies)) = lost_at(first) else { return Vec::new() };
    let mut points = Vec::new();
    let before = first.checked_sub(1).map(|ply| &moves[ply]).filter(|made| made.side == loser);
    if let Some(made) = before
        && let Some(better) = made.better()
    {
        let saving = better.line.clone();
        points.push(TurningPoint::LastChance { ply: made.ply, loser, saving });
    }
    // The end of the game itself is no surprise.
    if first < end {
        points.push(TurningPoint::NoReturn { ply: first, loser, plies });
    }
    points
}
