//! What the engine thinks of a position of the opening.

use tengen_core::{Game, Point, Side};
use tengen_engine::{Engine, Event, Position, Verdict};

use super::budget::Budget;

/// How a position is valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Eval {
    /// The estimate for Black in hundredths of a point; a win is far beyond all estimates.
    pub(super) black: i32,
    /// The move that the side to move would play, if the position was searched.
    pub(super) best: Option<Point>,
}

/// What a won position counts: beyond every estimate.
pub(super) const WON: i32 = Verdict::PROVEN;

/// The engine, with the budget of its job.
pub(super) struct Evaluator<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) budget: Budget<'a>,
}

impl Evaluator<'_> {
    /// Searches a position when this many searches of its cost are still to come. When nothing
    /// is left to spend, the static value has to do.
    pub(super) fn search(&mut self, game: &Game, searches: usize) -> Eval {
        if self.budget.is_over() {
            return self.look(game);
        }
        let limits = self.budget.share(searches);
        let mut scores: Vec<(u32, i32)> = Vec::new();
        let mut note = |event: &Event| {
            let Event::Progress(report) = event else { return };
            let score = report.pvs.first().map_or(0, |line| number(line.verdict));
            scores.retain(|&(depth, _)| depth != report.depth);
            scores.push((report.depth, score));
        };
        let report = self.engine.search(game, &limits, self.budget.stop(), &mut note);
        self.budget.spend(report.nodes.max(1));
        let Some(line) = report.pvs.first() else { return self.look(game) };
        let last = number(line.verdict);
        let before = scores.iter().find(|&&(depth, _)| depth + 1 == report.depth);
        // Each depth favours the side that moved last, so two in a row say more than one.
        let score = match before {
            Some(&(_, before)) if !line.verdict.is_proven() && before.abs() < WON / 2 => {
                (last + before) / 2
            }
            _ => last,
        };
        Eval { black: for_black(game, score), best: report.best() }
    }

    /// The static value of a position.
    pub(super) fn look(&mut self, game: &Game) -> Eval {
        let position = Position::of(game, self.engine.tables(game.rule()));
        Eval { black: for_black(game, position.evaluate().number()), best: None }
    }
}

/// How soon it is won does not matter here.
fn number(verdict: Verdict) -> i32 {
    verdict.number().clamp(-WON, WON)
}

fn for_black(game: &Game, score: i32) -> i32 {
    match game.to_move() {
        Side::Black => score,
        Side::White => -score,
    }
}
