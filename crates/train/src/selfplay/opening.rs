//! Openings of self-play: a few random stones that a search finds playable for both sides.

use tengen_core::{Game, Move, Point};
use tengen_engine::{Engine, Limits, Stop, Verdict};

/// How openings are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningConfig {
    /// The fewest and the most stones.
    pub stones: (usize, usize),
    /// How far from even the search may find them, in hundredths of a point.
    pub max_score: i32,
    /// Nodes of that search.
    pub nodes: u64,
}

impl Default for OpeningConfig {
    fn default() -> Self {
        OpeningConfig { stones: (2, 8), max_score: 200, nodes: 3000 }
    }
}

/// How far from the middle of the board the first stone may be.
const MIDDLE: i32 = 3;
/// How far from another stone the next one may be.
const NEAR: i32 = 3;

/// Places random stones until a search finds them playable. Returns an empty board only if it was
/// stopped.
pub(super) fn place(
    empty: &Game,
    config: &OpeningConfig,
    engine: &mut Engine,
    rng: &mut fastrand::Rng,
    stop: &Stop,
) -> Game {
    while !stop.is_stopped() {
        let count = rng.usize(config.stones.0..=config.stones.1);
        if let Some(game) = scatter(empty, count, rng)
            && is_playable(&game, config, engine, stop)
        {
            return game;
        }
    }
    empty.clone()
}

/// Random stones near each other around the middle; none if one of them is illegal or ends the game.
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

fn is_playable(game: &Game, config: &OpeningConfig, engine: &mut Engine, stop: &Stop) -> bool {
    engine.forget();
    let limits = Limits { nodes: Some(config.nodes), ..Limits::default() };
    let report = engine.search(game, &limits, stop, &mut |_| {});
    let Some(line) = report.pvs.first() else { return false };
    matches!(line.verdict, Verdict::Unclear { centi } if centi.abs() <= config.max_score)
}

/// The stones of an opening, in turn.
pub(super) fn stones(game: &Game) -> Vec<Point> {
    let stone = |action: &Move| match *action {
        Move::Stone(point) => Some(point),
        Move::Pass => None,
    };
    game.moves().iter().filter_map(stone).collect()
}
