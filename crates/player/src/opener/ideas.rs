//! Ways to place stones in an opening, drawn at random.

use fastrand::Rng;
use tengen_core::{Game, Point};

/// How far a stone may lie from another one, in lines: stones farther apart have little to do
/// with each other.
const REACH: i32 = 4;
/// Ways that are drawn. Most of them get a static look only.
const DRAWN: usize = 600;

/// Ways to place `count` stones: all ways for one stone, random ones otherwise. `allowed` says where
/// each of them may lie; they are numbered from zero.
pub(super) fn ideas(
    game: &Game,
    count: usize,
    rng: &mut Rng,
    allowed: impl Fn(usize, Point) -> bool,
) -> Vec<Vec<Point>> {
    let free = game.board().free_points();
    let mut drawn: Vec<Vec<Point>> = match count {
        0 => Vec::new(),
        1 => free.filter(|&point| allowed(0, point)).map(|point| vec![point]).collect(),
        _ => (0..DRAWN).filter_map(|_| draw(game, count, rng, &allowed)).collect(),
    };
    rng.shuffle(&mut drawn);
    drawn
}

/// One way to place `count` stones, each near one that is already there.
fn draw(
    game: &Game,
    count: usize,
    rng: &mut Rng,
    allowed: impl Fn(usize, Point) -> bool,
) -> Option<Vec<Point>> {
    let mut lying: Vec<Point> =
        game.size().points().filter(|&point| !game.board().is_free(point)).collect();
    let mut stones = Vec::with_capacity(count);
    while stones.len() < count {
        let number = stones.len();
        let free = game.board().free_points().filter(|&point| allowed(number, point));
        let rest: Vec<Point> = free.filter(|point| !stones.contains(point)).collect();
        let near: Vec<Point> = match lying.is_empty() {
            true => Vec::new(),
            false => {
                let anchor = lying[rng.usize(..lying.len())];
                rest.iter().copied().filter(|&point| distance(point, anchor) <= REACH).collect()
            }
        };
        let choice = if near.is_empty() { rest } else { near };
        let point = *choice.get(rng.usize(..choice.len().max(1)))?;
        stones.push(point);
        lying.push(point);
    }
    Some(stones)
}

/// How many lines two points are apart.
fn distance(one: Point, other: Point) -> i32 {
    let apart = |a: u8, b: u8| (i32::from(a) - i32::from(b)).abs();
    apart(one.x(), other.x()).max(apart(one.y(), other.y()))
}
