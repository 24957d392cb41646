//! Random positions in which something happens: long rows, broken rows, crossing threes.

use fastrand::Rng;
use tengen_core::{Point, Size, Symmetry};

use crate::referee::{BLACK, EMPTY, Grid, WHITE};
use crate::vectors::Vector;

/// Makes random positions of five sorts, in equal shares.
#[derive(Debug)]
pub struct Source {
    /// Known positions on fifteen lines, to be changed a little.
    known: Vec<Vector>,
}

impl Source {
    /// A source that knows these positions.
    pub fn new(known: Vec<Vector>) -> Source {
        Source { known }
    }

    /// A random position.
    pub fn position(&self, rng: &mut Rng, size: Size) -> Grid {
        match rng.u8(0..5) {
            0 => scattered(rng, size),
            1 => clustered(rng, size),
            2 => few_lines(rng, size),
            3 => knotted(rng, size),
            _ if size.lines() >= 15 => self.changed(rng, size),
            _ => few_lines(rng, size),
        }
    }

    /// A known position, turned, shifted, with a few stones more or less.
    fn changed(&self, rng: &mut Rng, size: Size) -> Grid {
        let vector = &self.known[rng.usize(..self.known.len())];
        let room = i32::from(size.lines()) - 15;
        let (dx, dy) = (rng.i32(0..=room), rng.i32(0..=room));
        let symmetry = Symmetry::ALL[rng.usize(..8)];
        let place = |&point: &Point| {
            symmetry.apply(point.moved(dx, dy, size).expect("there is room"), size)
        };
        let black: Vec<Point> = vector.black.iter().map(place).collect();
        let white: Vec<Point> = vector.white.iter().map(place).collect();
        let mut grid = Grid::of(size, &black, &white);
        let around: Vec<Point> = black.into_iter().chain(white).collect();
        for _ in 0..rng.usize(0..6) {
            let near = around.get(rng.usize(..around.len().max(1))).copied();
            let point = near.and_then(|near| nearby(rng, near, 3, size));
            grid.put(point.unwrap_or_else(|| anywhere(rng, size)), mostly_black(rng));
        }
        grid
    }
}

/// Up to `count` different empty points, most of them close to a stone.
pub fn questions(rng: &mut Rng, grid: &Grid, count: usize) -> Vec<Point> {
    let mut free = grid.stones(EMPTY);
    rng.shuffle(&mut free);
    let stones: Vec<Point> = [BLACK, WHITE].iter().flat_map(|&side| grid.stones(side)).collect();
    let is_close = |point: &Point| {
        stones.iter().any(|s| s.x().abs_diff(point.x()) <= 1 && s.y().abs_diff(point.y()) <= 1)
    };
    let (close, far): (Vec<Point>, Vec<Point>) = free.into_iter().partition(is_close);
    let few_far = far.into_iter().take(count / 8);
    few_far.chain(close).take(count).collect()
}

/// Stones all over the board, of any density.
fn scattered(rng: &mut Rng, size: Size) -> Grid {
    let (density, share) = (0.05 + 0.85 * rng.f64(), 0.3 + 0.5 * rng.f64());
    let mut grid = Grid::new(size);
    for point in size.points() {
        if rng.f64() < density {
            grid.put(point, if rng.f64() < share { BLACK } else { WHITE });
        }
    }
    grid
}

/// Stones heaped around one or two points.
fn clustered(rng: &mut Rng, size: Size) -> Grid {
    let mut grid = Grid::new(size);
    for _ in 0..rng.usize(1..=2) {
        let centre = anywhere(rng, size);
        for _ in 0..rng.usize(6..=30) {
            // Two steps added fall near the middle more often than far from it.
            let near = nearby(rng, centre, 3, size).and_then(|near| nearby(rng, near, 2, size));
            grid.put(near.unwrap_or(centre), mostly_black(rng));
        }
    }
    grid
}

/// A few lines through one point, each filled like a comb: rows of four to seven, two fours on
/// one line, threes that cross.
fn few_lines(rng: &mut Rng, size: Size) -> Grid {
    let mut grid = Grid::new(size);
    let middle = anywhere(rng, size);
    let (own, other) = if rng.u8(0..4) > 0 { (BLACK, WHITE) } else { (WHITE, BLACK) };
    for _ in 0..rng.usize(1..=4) {
        let (dx, dy) = [(1, 0), (0, 1), (1, 1), (1, -1)][rng.usize(..4)];
        let density = 0.35 + 0.6 * rng.f64();
        for steps in (-6..=6).filter(|&steps| steps != 0) {
            let filled = rng.f64() < density;
            if let Some(point) = middle.moved(steps * dx, steps * dy, size).filter(|_| filled) {
                grid.put(point, if rng.u8(0..12) == 0 { other } else { own });
            }
        }
    }
    grid
}

/// A small patch with many black stones and some white ones: nested threes.
fn knotted(rng: &mut Rng, size: Size) -> Grid {
    let (black, white) = (0.15 + 0.3 * rng.f64(), 0.25 * rng.f64());
    let mut grid = Grid::new(size);
    let centre = anywhere(rng, size);
    for (dx, dy) in (-4..=4).flat_map(|dx| (-4..=4).map(move |dy| (dx, dy))) {
        let Some(point) = centre.moved(dx, dy, size) else { continue };
        match rng.f64() {
            roll if roll < black => grid.put(point, BLACK),
            roll if roll < black + white => grid.put(point, WHITE),
            _ => {}
        }
    }
    grid
}

fn mostly_black(rng: &mut Rng) -> char {
    if rng.u8(0..5) < 3 { BLACK } else { WHITE }
}

/// A random point.
pub fn anywhere(rng: &mut Rng, size: Size) -> Point {
    let lines = size.lines();
    Point::new(rng.u8(..lines), rng.u8(..lines)).expect("on the board")
}

fn nearby(rng: &mut Rng, point: Point, steps: i32, size: Size) -> Option<Point> {
    point.moved(rng.i32(-steps..=steps), rng.i32(-steps..=steps), size)
}
