//! The review itself: every move with its judgement, and what follows for the game.

use tengen_core::{BySide, Move, Side};
use tengen_player::Verdict;

use crate::findings::Known;
use crate::judge::accuracy;
use crate::turning::turning_points;
use crate::{Evidence, Findings, Found, Judgement, Label, Line, Ply, TurningPoint, judge};

/// A game, judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The moves, in order.
    pub moves: Vec<JudgedMove>,
    /// What each position is worth to its side to move, before every move and at the end; none where
    /// nothing was searched.
    pub positions: Vec<Option<Verdict>>,
    /// Black's winning chance before each move and at the end; none where nothing was searched.
    pub chances: Vec<Option<f64>>,
    /// Accuracy and labels of both sides.
    pub tallies: BySide<Tally>,
    /// Where the game was decided, in its order.
    pub turning_points: Vec<TurningPoint>,
    /// Whether every position was searched and checked.
    pub is_complete: bool,
}

/// A move and what the review says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// Its place in the game, from 0.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// The move.
    pub action: Move,
    /// Its label.
    pub judgement: Judgement,
    /// The best move in its place, for the mover.
    pub best: Option<Found>,
    /// The move itself, for the mover, with the line that follows.
    pub played: Option<Found>,
    /// The chance that it gave away.
    pub loss: f64,
    /// Whether it was searched with the larger budget.
    pub is_checked: bool,
}

/// What a side's moves add up to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// 0 to 100; none if no move counts.
    pub accuracy: Option<f64>,
    /// How many moves have each label, in the order of [`Label::ALL`].
    pub counts: [usize; Label::ALL.len()],
}

impl JudgedMove {
    /// The better line, where there was a better move.
    pub fn better(&self) -> Option<&Found> {
        let best = self.best.as_ref()?;
        let is_other = best.line.first().is_some_and(|&point| Move::Stone(point) != self.action);
        is_other.then_some(best)
    }
}

impl Tally {
    /// How many moves have a label.
    pub fn count(&self, label: Label) -> usize {
        self.counts[label as usize]
    }
}

impl Review {
    /// Judges what was found. Moves of the other side, if only one side is asked for, are not judged.
    pub fn of(line: &Line, findings: &Findings, side: Option<Side>) -> Review {
        let known = findings.known(line);
        let judged = |(ply, made): (usize, &Ply)| {
            let is_asked = side.is_none_or(|side| side == made.side());
            let is_checked = findings.positions[ply].is_checked;
            judged(ply, made, &known[ply], is_asked, is_checked)
        };
        let moves: Vec<JudgedMove> = line.plies().iter().enumerate().map(judged).collect();
        let chances = known.iter().enumerate().map(|(ply, known)| {
            let to_move = line.position(ply).to_move();
            known.best.as_ref().map(|best| best.verdict.black_win_rate(to_move))
        });
        let verdict = |known: &Known| known.best.as_ref().map(|best| best.verdict);
        Review {
            positions: known.iter().map(verdict).collect(),
            chances: chances.collect(),
            tallies: BySide::new(tally(&moves, Side::Black), tally(&moves, Side::White)),
            turning_points: turning_points(line, &known, &moves),
            moves,
            is_complete: findings.is_complete,
        }
    }
}

fn judged(ply: usize, made: &Ply, known: &Known, is_asked: bool, is_checked: bool) -> JudgedMove {
    let mut judged = JudgedMove {
        ply,
        side: made.side(),
        action: made.action,
        judgement: judge(None),
        best: known.best.clone(),
        played: known.played.clone(),
        loss: 0.0,
        is_checked,
    };
    if let (Some(best), Some(played), true) = (&known.best, &known.played, is_asked) {
        let evidence = Evidence {
            best: best.verdict,
            played: played.verdict,
            is_choice: best.line.first() == made.point().as_ref(),
            is_forced: made.is_forced,
            is_forbidden: made.is_forbidden,
            is_named: made.is_named,
            has_better: judged.better().is_some(),
        };
        judged.judgement = judge(Some(&evidence));
        judged.loss = evidence.loss();
    }
    judged
}

fn tally(moves: &[JudgedMove], side: Side) -> Tally {
    let own = || moves.iter().filter(|judged| judged.side == side);
    let mut counts = [0; Label::ALL.len()];
    own().for_each(|judged| counts[judged.judgement.label as usize] += 1);
    Tally { accuracy: accuracy(own().map(|judged| (judged.judgement.label, judged.loss))), counts }
}
