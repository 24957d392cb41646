//! Fifth moves that are the same but for a symmetry of the four stones.

use std::collections::HashSet;

use crate::{Point, Size, Symmetry};

/// The fifth moves after `stones`, given in the order of their moves: of those that a symmetry makes
/// the same, one.
///
/// ```
/// # use tengen_core::{Point, Size, opening::distinct_fifths};
/// let stones: Vec<Point> = ["h8", "h9", "h10", "h11"].map(|name| name.parse().unwrap()).to_vec();
/// let fifths = distinct_fifths(Size::default(), &stones);
/// // The column through the stones is a mirror: its eleven other points, and one half of the rest.
/// assert_eq!(fifths.len(), 11 + 7 * 15);
/// ```
pub fn distinct_fifths(size: Size, stones: &[Point]) -> Vec<Point> {
    let plane = Plane::around(stones);
    let symmetries = plane.symmetries(stones);
    let mut fifths: Vec<Point> = Vec::new();
    let mut seen: HashSet<(i32, i32)> = HashSet::new();
    for point in size.points().filter(|point| !stones.contains(point)) {
        if seen.insert(plane.place(point)) {
            seen.extend(symmetries.iter().map(|&symmetry| plane.image(point, symmetry)));
            fifths.push(point);
        }
    }
    fifths
}

/// The offer that is `point` itself or its image under a symmetry of `stones`, given in the order
/// of their moves. The plane has no edges here: the symmetry need not be one of the board.
pub(super) fn among(offers: &[Point], point: Point, stones: &[Point]) -> Option<Point> {
    let plane = Plane::around(stones);
    let symmetries = plane.symmetries(stones);
    let images: Vec<(i32, i32)> =
        symmetries.into_iter().map(|symmetry| plane.image(point, symmetry)).collect();
    offers.iter().copied().find(|&offer| images.contains(&plane.place(offer)))
}

/// Coordinates about the stones' centre of gravity. Whatever maps the stones onto themselves
/// leaves it where it is, so there it is one of the eight symmetries without any shift.
struct Plane {
    /// How many stones; all coordinates are taken as many times as large, to have no fractions.
    scale: i32,
    /// The centre of gravity on that scale: the sums of the stones' coordinates.
    sum: (i32, i32),
}

impl Plane {
    fn around(stones: &[Point]) -> Plane {
        let sum = |of: fn(Point) -> u8| stones.iter().map(|&stone| i32::from(of(stone))).sum();
        Plane { scale: stones.len() as i32, sum: (sum(Point::x), sum(Point::y)) }
    }

    fn place(&self, point: Point) -> (i32, i32) {
        let scaled = |n: u8| self.scale * i32::from(n);
        (scaled(point.x()) - self.sum.0, scaled(point.y()) - self.sum.1)
    }

    fn image(&self, point: Point, symmetry: Symmetry) -> (i32, i32) {
        let (x, y) = self.place(point);
        symmetry.apply_to(x, y)
    }

    fn symmetries(&self, stones: &[Point]) -> Vec<Symmetry> {
        Symmetry::ALL.into_iter().filter(|&symmetry| self.keeps(stones, symmetry)).collect()
    }

    /// Whether every stone falls on one of its own colour.
    fn keeps(&self, stones: &[Point], symmetry: Symmetry) -> bool {
        stones.iter().enumerate().all(|(n, &stone)| {
            let image = self.image(stone, symmetry);
            stones.iter().skip(n % 2).step_by(2).any(|&other| self.place(other) == image)
        })
    }
}
