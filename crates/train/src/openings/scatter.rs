//! Random stones in a part of the board.

use tengen_core::{Game, Point, Size};

use super::Zone;

/// What the stones of an opening have in common, before they are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) zone: Zone,
    pub(super) stones: usize,
    /// How far from another stone the next one may be.
    pub(super) reach: i32,
}

/// How often a place is drawn for a stone.
const DRAWS: usize = 20;

/// Draws the stones; none if they do not fit, one is forbidden or the game is over.
pub(super) fn scatter(empty: &Game, shape: Shape, rng: &mut fastrand::Rng) -> Option<Game> {
    let size = empty.size();
    let firsts: Vec<Point> =
        size.points().filter(|&point| Zone::of(&[point], size) == shape.zone).collect();
    let mut stones = vec![rng.choice(firsts)?];
    while stones.len() < shape.stones {
        let point = (0..DRAWS).find_map(|_| near(&stones, shape.reach, size, rng))?;
        stones.push(point);
    }
    // Later stones may have drifted out of it.
    if Zone::of(&stones, size) != shape.zone {
        return None;
    }
    let mut game = empty.clone();
    for point in stones {
        if game.play(point).ok()?.is_some() {
            return None;
        }
    }
    Some(game)
}

/// A free point near one of the stones.
fn near(stones: &[Point], reach: i32, size: Size, rng: &mut fastrand::Rng) -> Option<Point> {
    let from = rng.choice(stones)?;
    let point = from.moved(rng.i32(-reach..=reach), rng.i32(-reach..=reach), size)?;
    (!stones.contains(&point)).then_some(point)
}
