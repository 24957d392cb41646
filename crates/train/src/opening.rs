//! Openings of self-play: a few stones at random, which a search finds playable for both sides.

use tengen_core::{Game, Move, Point};
use tengen_engine::{Engine, Limits, Stop, Verdict};

/// How openings are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningPlan {
    /// The fewest and the most stones.
    pub stones: (usize, usize),
    /// The estimate up to which a side may be better.
    pub most: i32,
    /// Nodes of the search that looks.
    pub nodes: u64,
}

impl Default for OpeningPlan {
    fn default() -> Self {
        OpeningPlan { stones: (2, 8), most: 200, nodes: 3000 }
    }
}

/// How far from the middle of the board the first stone may lie.
const MIDDLE: i32 = 3;
/// How far from another stone the next one may lie.
const NEAR: i32 = 3;

/// Puts random stones until a search finds them playable. A game with nothing on it comes back
/// only if `stop` ends the work.
pub(crate) fn put(
    empty: &Game,
    plan: &OpeningPlan,
    engine: &mut Engine,
    rng: &mut fastrand::Rng,
    stop: &Stop,
) -> Game {
    while !stop.is_stopped() {
        let count = rng.usize(plan.stones.0..=plan.stones.1);
        if let Some(game) = scatter(empty, count, rng)
            && is_playable(&game, plan, engine, stop)
        {
            return game;
        }
    }
    empty.clone()
}

/// Stones near each other about the middle; none if the dice put one where it may not lie, or the
/// game is over.
fn scatter(empty: &Game, count: usize, rng: &mut fastrand::Rng) -> Option<Game> {
    let mut game = empty.clone();
    let middle = empty.size().centre().or_else(|| {
        let half = empty.size().lines() / 2;
        Point::new(half, half)
    })?;
    let mut stones: Vec<Point> = Vec::new();
    for _ in 0..count {
        let (from, reach) = match stones.is_empty() {
            true => (middle, MIDDLE),
            false => (stones[rng.usize(..stones.len())], NEAR),
        };
        let point = from.moved(rng.i32(-reach..=reach), rng.i32(-reach..=reach), empty.size())?;
        let outcome = game.play(point).ok()?;
        if outcome.is_some() {
            return None;
        }
        stones.push(point);
    }
    Some(game)
}

fn is_playable(game: &Game, plan: &OpeningPlan, engine: &mut Engine, stop: &Stop) -> bool {
    engine.forget();
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let report = engine.search(game, &limits, stop, &mut |_| {});
    let Some(line) = report.pvs.first() else { return false };
    matches!(line.verdict, Verdict::Unclear { centi } if centi.abs() <= plan.most)
}

/// The stones of an opening, in turn.
pub(crate) fn stones(game: &Game) -> Vec<Point> {
    let stone = |action: &Move| match *action {
        Move::Stone(point) => Some(point),
        Move::Pass => None,
    };
    game.moves().iter().filter_map(stone).collect()
}
