//! What the engine thinks of a position of the opening.

use tengen_core::{Game, Point, Side};
use tengen_engine::{Engine, Event, Limits, Position, Pv, Report, Verdict};

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
        let lines = self.best_moves(game, Vec::new(), 1, searches);
        match lines.first() {
            Some(&(point, black)) => Eval { black, best: Some(point) },
            None => self.look(game),
        }
    }

    /// The best moves of a position, best first, each with the estimate for Black after it. There
    /// are none when nothing is left to spend.
    pub(super) fn best_moves(
        &mut self,
        game: &Game,
        exclude: Vec<Point>,
        count: usize,
        searches: usize,
    ) -> Vec<(Point, i32)> {
        if self.budget.is_over() {
            return Vec::new();
        }
        let limits = Limits { multipv: count, exclude, ..self.budget.share(searches) };
        let mut reports: Vec<Report> = Vec::new();
        let mut note = |event: &Event| {
            let Event::Progress(report) = event else { return };
            reports.retain(|other| other.depth != report.depth);
            reports.push(report.clone());
        };
        let report = self.engine.search(game, &limits, self.budget.stop(), &mut note);
        self.budget.spend(report.nodes.max(1));
        let before = reports.iter().find(|before| before.depth + 1 == report.depth);
        let rated = |pv: &Pv| {
            let score = smoothed(pv, before);
            Some((*pv.moves.first()?, for_black(game, score)))
        };
        let mut moves: Vec<(Point, i32)> = report.pvs.iter().filter_map(rated).collect();
        let sign = if game.to_move() == Side::Black { -1 } else { 1 };
        moves.sort_by_key(|&(_, black)| sign * black);
        moves
    }

    /// The static value of a position.
    pub(super) fn look(&mut self, game: &Game) -> Eval {
        let position = Position::of(game, self.engine.tables(game.rule()));
        Eval { black: for_black(game, position.evaluate().number()), best: None }
    }
}

/// Each depth favours the side that moved last, so two in a row say more than one.
fn smoothed(pv: &Pv, before: Option<&Report>) -> i32 {
    let last = number(pv.verdict);
    let same = |other: &&Pv| other.moves.first() == pv.moves.first();
    // A single PV is followed from move to move; of several each is compared with itself.
    let earlier = before.and_then(|report| match report.pvs.as_slice() {
        [only] => Some(only),
        several => several.iter().find(same),
    });
    match earlier.map(|earlier| number(earlier.verdict)) {
        Some(before) if !pv.verdict.is_proven() && before.abs() < WON / 2 => (last + before) / 2,
        _ => last,
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
