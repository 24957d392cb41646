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
        let (x, y) = self.apply_about_middle((i32::from(point.x()), i32::from(point.y())), size);
        Point::new(x as u8, y as u8).expect("a symmetry keeps points on the board")
    }

    /// The same for coordinates that may lie beside the board.
    fn apply_about_middle(self, (x, y): (i32, i32), size: Size) -> (i32, i32) {
        let (x, y) = self.apply_to(x, y);
        // A mirrored coordinate counts from the far edge.
        let far = i32::from(size.lines()) - 1;
        let x = if self.0 & MIRROR_X != 0 { far + x } else { x };
        let y = if self.0 & MIRROR_Y != 0 { far + y } else { y };
        (x, y)
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

    /// This symmetry after another one.
    ///
    /// ```
    /// # use tengen_core::{Point, Size, Symmetry};
    /// let (size, b1): (_, Point) = (Size::default(), "b1".parse()?);
    /// for first in Symmetry::ALL {
    ///     for then in Symmetry::ALL {
    ///         let both = then.after(first);
    ///         assert_eq!(both.apply(b1, size), then.apply(first.apply(b1, size), size));
    ///     }
    /// }
    /// # Ok::<(), tengen_core::ParsePointError>(())
    /// ```
    pub const fn after(self, first: Symmetry) -> Symmetry {
        let mirrors = first.0 & (MIRROR_X | MIRROR_Y);
        // Columns that become rows take their mirror with them.
        let carried = match self.0 & TRANSPOSE {
            0 => mirrors,
            _ => mirrors >> 1 | (mirrors & MIRROR_X) << 1,
        };
        Symmetry((self.0 ^ first.0) & TRANSPOSE | carried ^ (self.0 & (MIRROR_X | MIRROR_Y)))
    }

    /// The number of a symmetry, from zero: bit 2 exchanges rows and columns, then bit 0 mirrors the
    /// columns and bit 1 the rows.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The symmetry with this number.
    pub const fn from_code(code: u8) -> Option<Symmetry> {
        if code < 8 { Some(Symmetry(code)) } else { None }
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

/// How a position is laid onto the one that stands for all its images: turned or mirrored, then
/// shifted.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// // The same three stones, turned and on another place of the board.
/// let mut one = Game::new(Size::default(), Rule::Freestyle);
/// let mut two = one.clone();
/// for (a, b) in [("h8", "i9"), ("h9", "i8"), ("i10", "h7")] {
///     one.play(a.parse()?)?;
///     two.play(b.parse()?)?;
/// }
/// assert_eq!(one.shift_key(), two.shift_key());
/// let (from, to) = (one.placements()[0], two.placements()[0]);
/// assert_eq!(from.carry("j10".parse()?, to).unwrap().to_string(), "g7");
/// // Near the edge of the one there may be no room left in the other.
/// assert_eq!(from.carry("a1".parse()?, to), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    symmetry: Symmetry,
    shift: (i32, i32),
    size: Size,
}

impl Placement {
    /// The point of another position that means the same as `point` in this one, if it is on the
    /// board. Both placements must be of positions with the same [`Game::shift_key`](crate::Game::shift_key).
    pub fn carry(self, point: Point, to: Placement) -> Option<Point> {
        let (x, y) = self.apply(point);
        let image = (x - to.shift.0, y - to.shift.1);
        let (x, y) = to.symmetry.inverse().apply_about_middle(image, to.size);
        let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
        to.size.contains(point).then_some(point)
    }

    /// Where `point` comes to lie; a point far from all stones may leave the board.
    fn apply(self, point: Point) -> (i32, i32) {
        let point = self.symmetry.apply(point, self.size);
        (i32::from(point.x()) + self.shift.0, i32::from(point.y()) + self.shift.1)
    }

    /// The key of the stones as they come to lie.
    fn key(self, board: &Board) -> u64 {
        let stones = Side::BOTH.into_iter().flat_map(|side| {
            board.stones(side).map(move |point| {
                let (x, y) = self.apply(point);
                let image = Point::new(x as u8, y as u8);
                zobrist::stone(side, image.expect("an open position stays on the board"))
            })
        });
        stones.fold(0, |key, stone| key ^ stone)
    }
}

/// A key equal for all eight images of a position.
pub(crate) fn canonical_key(board: &Board, rule: Rule, to_move: Side) -> u64 {
    let size = board.size();
    let images = Symmetry::ALL.map(|symmetry| Placement { symmetry, shift: (0, 0), size });
    smallest(board, &images) ^ zobrist::frame(size, rule, to_move)
}

/// Free lines to every edge that make a position independent of where on the board it lies: no
/// row of five through its stones can feel the edge.
const OPEN_MARGIN: u8 = 5;

/// A key equal for all eight images of a position and, if at least five free lines remain to
/// every edge, for all of their shifts that leave as many.
pub(crate) fn shift_key(board: &Board, rule: Rule, to_move: Side) -> u64 {
    smallest(board, &images(board)) ^ zobrist::frame(board.size(), rule, to_move)
}

/// The ways to lay a position onto the one whose stones have the key that all share.
pub(crate) fn placements(board: &Board) -> Vec<Placement> {
    let images = images(board);
    let least = smallest(board, &images);
    images.into_iter().filter(|image| image.key(board) == least).collect()
}

/// The eight images of a position. Each image of an open one is moved until its lower left corner
/// has just the margin left.
fn images(board: &Board) -> [Placement; 8] {
    let (size, home) = (board.size(), i32::from(OPEN_MARGIN));
    let open = Extent::of(board).filter(|extent| extent.is_open(size));
    Symmetry::ALL.map(|symmetry| {
        let shift = open.as_ref().map_or((0, 0), |extent| {
            let (left, bottom) = extent.image(symmetry, size).lower_left();
            (home - left, home - bottom)
        });
        Placement { symmetry, shift, size }
    })
}

/// The smallest of the images' stone keys.
fn smallest(board: &Board, images: &[Placement; 8]) -> u64 {
    let keys = images.iter().map(|image| image.key(board));
    keys.min().expect("there are eight symmetries")
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
    fn points_are_carried_as_the_board_is_turned_and_shifted() {
        let size = Size::default();
        let stones = [("g7", Side::Black), ("h7", Side::White), ("i9", Side::Black)];
        let stones = stones.map(|(point, side)| (point.parse::<Point>().unwrap(), side));
        let image = |place: &dyn Fn(Point) -> Point| {
            let mut board = Board::new(size);
            stones.iter().for_each(|&(point, side)| board.place(place(point), side));
            placements(&board)
        };
        let from = image(&|point| point);
        for symmetry in Symmetry::ALL {
            for (dx, dy) in [(0, 0), (1, 0), (-1, 1)] {
                let place = |point: Point| symmetry.apply(point, size).moved(dx, dy, size);
                let to = image(&|point| place(point).unwrap());
                assert_eq!((from.len(), to.len()), (1, 1));
                for point in size.points() {
                    assert_eq!(from[0].carry(point, to[0]), place(point), "{point} {symmetry:?}");
                }
            }
        }
    }

    #[test]
    fn a_symmetric_position_has_several_placements() {
        let count = |stones: &[&str]| {
            let mut board = Board::new(Size::default());
            stones.iter().for_each(|point| board.place(point.parse().unwrap(), Side::Black));
            placements(&board).len()
        };
        assert_eq!(count(&[]), 8);
        // Wherever a stone lies open it has no side of the board.
        assert_eq!((count(&["h8"]), count(&["g9"])), (8, 8));
        assert_eq!((count(&["a1"]), count(&["a3"])), (2, 1));
        assert_eq!((count(&["g8", "h8"]), count(&["g8", "h9"]), count(&["g8", "i9"])), (4, 4, 2));
    }

    #[test]
    fn the_eight_symmetries_differ() {
        let b1 = "b1".parse().unwrap();
        let mut images = Symmetry::ALL.map(|s| s.apply(b1, Size::default()));
        images.sort();
        assert!(images.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
