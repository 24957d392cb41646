//! The eight symmetries of the square, and keys that are the same for all images of a position.

use crate::{Board, Point, Rule, Side, Size, zobrist};

/// A rotation or reflection of the board.
///
/// ```
/// # use tengen_core::{Point, Size, Symmetry};
/// let size = Size::default();
/// let b1: Point = "b1".parse()?;
/// let corner: Vec<String> =
///     Symmetry::ALL.iter().map(|s| s.apply(b1, size).to_string()).collect();
/// assert_eq!(corner, ["b1", "n1", "b15", "n15", "a2", "a14", "o2", "o14"]);
/// # Ok::<(), tengen_core::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symmetry(u8);

/// Left and right change places.
const MIRROR_X: u8 = 1;
/// Bottom and top change places.
const MIRROR_Y: u8 = 2;
/// Columns become rows; done before the mirrors.
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::IDENTITY,
        Symmetry(MIRROR_X),
        Symmetry(MIRROR_Y),
        Symmetry(MIRROR_X | MIRROR_Y),
        Symmetry(TRANSPOSE),
        Symmetry(TRANSPOSE | MIRROR_Y),
        Symmetry(TRANSPOSE | MIRROR_X),
        Symmetry(TRANSPOSE | MIRROR_X | MIRROR_Y),
    ];

    /// The image of `point`, which must be on the board.
    pub fn apply(self, point: Point, size: Size) -> Point {
        let (x, y) = self.apply_to(i32::from(point.x()), i32::from(point.y()));
        // About the middle of the board: a mirrored coordinate counts from the far edge.
        let far = i32::from(size.lines()) - 1;
        let x = if self.0 & MIRROR_X != 0 { far + x } else { x };
        let y = if self.0 & MIRROR_Y != 0 { far + y } else { y };
        Point::new(x as u8, y as u8).expect("a symmetry keeps points on the board")
    }

    /// The image of a vector: the symmetry about the origin.
    pub fn apply_to(self, x: i32, y: i32) -> (i32, i32) {
        let (x, y) = if self.0 & TRANSPOSE != 0 { (y, x) } else { (x, y) };
        let sign = |bit| if self.0 & bit != 0 { -1 } else { 1 };
        (sign(MIRROR_X) * x, sign(MIRROR_Y) * y)
    }

    /// The symmetry that takes every image back.
    pub const fn inverse(self) -> Symmetry {
        // Only the two quarter turns are not their own inverse; each is the other's.
        match self.0 {
            turn if turn == TRANSPOSE | MIRROR_X => Symmetry(TRANSPOSE | MIRROR_Y),
            turn if turn == TRANSPOSE | MIRROR_Y => Symmetry(TRANSPOSE | MIRROR_X),
            own => Symmetry(own),
        }
    }

    /// The image of a whole board.
    pub fn apply_to_board(self, board: &Board) -> Board {
        let mut image = Board::new(board.size());
        for side in Side::BOTH {
            for point in board.stones(side) {
                image.place(self.apply(point, board.size()), side);
            }
        }
        image
    }
}

/// A key equal for all eight images of a position.
pub(crate) fn canonical_key(board: &Board, rule: Rule, to_move: Side) -> u64 {
    smallest_image(board, |_| (0, 0)) ^ zobrist::frame(board.size(), rule, to_move)
}

/// Free lines to every edge that make a position independent of where on the board it lies: no
/// row of five through its stones can feel the edge.
const OPEN_MARGIN: u8 = 5;

/// A key equal for all eight images of a position and, if at least five free lines remain to
/// every edge, for all of their shifts that leave as many.
pub(crate) fn shift_key(board: &Board, rule: Rule, to_move: Side) -> u64 {
    let home = i32::from(OPEN_MARGIN);
    let stones = match Extent::of(board) {
        // Each image is moved until its lower left corner has just the margin left.
        Some(extent) if extent.is_open(board.size()) => smallest_image(board, |symmetry| {
            let (left, bottom) = extent.image(symmetry, board.size()).lower_left();
            (home - left, home - bottom)
        }),
        _ => smallest_image(board, |_| (0, 0)),
    };
    stones ^ zobrist::frame(board.size(), rule, to_move)
}

/// The smallest of the eight images' stone keys, each image shifted as `shift` says.
fn smallest_image(board: &Board, shift: impl Fn(Symmetry) -> (i32, i32)) -> u64 {
    let size = board.size();
    let key = |symmetry: Symmetry| {
        let (dx, dy) = shift(symmetry);
        let stones = Side::BOTH.into_iter().flat_map(|side| {
            board.stones(side).map(move |point| {
                let image = symmetry.apply(point, size).moved(dx, dy, size);
                zobrist::stone(side, image.expect("an open position stays on the board"))
            })
        });
        stones.fold(0, |key, stone| key ^ stone)
    };
    Symmetry::ALL.into_iter().map(key).min().expect("there are eight symmetries")
}

/// The smallest rectangle that holds all stones, by two opposite corners.
struct Extent(Point, Point);

impl Extent {
    fn of(board: &Board) -> Option<Extent> {
        let points = || Side::BOTH.into_iter().flat_map(|side| board.stones(side));
        let corner = |x: Option<u8>, y: Option<u8>| Point::new(x?, y?);
        let low = corner(points().map(Point::x).min(), points().map(Point::y).min())?;
        let high = corner(points().map(Point::x).max(), points().map(Point::y).max())?;
        Some(Extent(low, high))
    }

    fn is_open(&self, size: Size) -> bool {
        let inside = |n: u8| n >= OPEN_MARGIN && n + OPEN_MARGIN < size.lines();
        [self.0, self.1].iter().all(|corner| inside(corner.x()) && inside(corner.y()))
    }

    fn image(&self, symmetry: Symmetry, size: Size) -> Extent {
        Extent(symmetry.apply(self.0, size), symmetry.apply(self.1, size))
    }

    fn lower_left(&self) -> (i32, i32) {
        (i32::from(self.0.x().min(self.1.x())), i32::from(self.0.y().min(self.1.y())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_takes_every_point_back() {
        for size in [Size::MIN, Size::default(), Size::MAX] {
            for symmetry in Symmetry::ALL {
                for point in size.points() {
                    assert_eq!(symmetry.inverse().apply(symmetry.apply(point, size), size), point);
                }
            }
        }
    }

    #[test]
    fn the_eight_symmetries_differ() {
        let b1 = "b1".parse().unwrap();
        let mut images = Symmetry::ALL.map(|s| s.apply(b1, Size::default()));
        images.sort();
        assert!(images.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
