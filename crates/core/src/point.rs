//! Points, board sizes and directions: the geometry of the board.

use std::fmt;
use std::str::FromStr;

/// The side length of a board: 5 to 22 lines, 15 unless told otherwise.
///
/// ```
/// # use tengen_core::Size;
/// assert_eq!(Size::default().lines(), 15);
/// assert!(Size::new(23).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Size(u8);

impl Size {
    /// The smallest board.
    pub const MIN: Size = Size(5);
    /// The largest board.
    pub const MAX: Size = Size(22);

    /// A board of `lines` rows and columns, if such a board is supported.
    pub const fn new(lines: u8) -> Option<Size> {
        if lines >= Self::MIN.0 && lines <= Self::MAX.0 { Some(Size(lines)) } else { None }
    }

    /// How many rows (and columns) the board has.
    pub const fn lines(self) -> u8 {
        self.0
    }

    /// How many points the board has.
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Whether `point` lies on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.0 && point.y() < self.0
    }

    /// The middle point. Boards with an even number of lines have none.
    ///
    /// ```
    /// # use tengen_core::Size;
    /// assert_eq!(Size::default().centre().unwrap().to_string(), "h8");
    /// assert_eq!(Size::new(20).unwrap().centre(), None);
    /// ```
    pub const fn centre(self) -> Option<Point> {
        if self.0 % 2 == 1 { Some(Point::packed(self.0 / 2, self.0 / 2)) } else { None }
    }

    /// All points, row by row from the bottom left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.0).flat_map(move |y| (0..self.0).map(move |x| Point::packed(x, y)))
    }

    /// All supported sizes, smallest first.
    pub fn all() -> impl Iterator<Item = Size> {
        (Self::MIN.0..=Self::MAX.0).map(Size)
    }
}

impl Default for Size {
    fn default() -> Self {
        Size(15)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A crossing of the board. `h8` on fifteen lines is tengen, the centre.
///
/// Columns are named `a…` from the left and rows `1…` from the **bottom**; `x` and `y` count the
/// same way from zero, so a point has the same name on every board. Programs and files that count
/// rows from the top convert with [`Point::flipped`] where they are read and written.
///
/// ```
/// # use tengen_core::Point;
/// let tengen: Point = "h8".parse()?;
/// assert_eq!((tengen.x(), tengen.y()), (7, 7));
/// assert_eq!("K10".parse::<Point>()?.to_string(), "k10");
/// # Ok::<(), tengen_core::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

/// Bits of a packed point that hold the column.
const COLUMN_BITS: u32 = 5;

impl Point {
    /// One more than the largest [`Point::index`].
    pub const INDEX_END: usize = (Size::MAX.0 as usize) << COLUMN_BITS;

    /// The point in column `x` and row `y`, both from zero, if any board has it.
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if x < Size::MAX.0 && y < Size::MAX.0 { Some(Point::packed(x, y)) } else { None }
    }

    const fn packed(x: u8, y: u8) -> Point {
        Point((y as u16) << COLUMN_BITS | x as u16)
    }

    /// Column from the left, from zero.
    pub const fn x(self) -> u8 {
        (self.0 & ((1 << COLUMN_BITS) - 1)) as u8
    }

    /// Row from the bottom, from zero.
    pub const fn y(self) -> u8 {
        (self.0 >> COLUMN_BITS) as u8
    }

    /// A small number of its own for every point, for tables of [`Point::INDEX_END`] entries.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with this [`Point::index`], if there is one.
    pub const fn from_index(index: usize) -> Option<Point> {
        let (x, y) = (index & ((1 << COLUMN_BITS) - 1), index >> COLUMN_BITS);
        if y < Size::MAX.0 as usize { Point::new(x as u8, y as u8) } else { None }
    }

    /// The point `steps` further along `direction` (backwards if negative), if it is on the board.
    ///
    /// ```
    /// # use tengen_core::{Direction, Point, Size};
    /// let h8: Point = "h8".parse()?;
    /// let up_right = h8.stepped(Direction::Rising, 2, Size::default());
    /// assert_eq!(up_right.unwrap().to_string(), "j10");
    /// # Ok::<(), tengen_core::ParsePointError>(())
    /// ```
    pub fn stepped(self, direction: Direction, steps: i8, size: Size) -> Option<Point> {
        let (dx, dy) = direction.step();
        self.moved(dx as i32 * steps as i32, dy as i32 * steps as i32, size)
    }

    /// The point `dx` columns to the right and `dy` rows up, if it is on the board.
    pub fn moved(self, dx: i32, dy: i32, size: Size) -> Option<Point> {
        let on_board = 0..i32::from(size.0);
        let (x, y) = (i32::from(self.x()) + dx, i32::from(self.y()) + dy);
        (on_board.contains(&x) && on_board.contains(&y)).then(|| Point::packed(x as u8, y as u8))
    }

    /// The point seen when rows are counted from the other edge: `a1` and `a15` change places.
    ///
    /// # Panics
    /// If the point is not on a board of this size.
    pub fn flipped(self, size: Size) -> Point {
        assert!(size.contains(self), "{self} is not on a board of {size}");
        Point::packed(self.x(), size.0 - 1 - self.y())
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.x()) as char, self.y() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no point of any board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a point")]
pub struct ParsePointError(String);

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let column = text.bytes().next()?.to_ascii_lowercase();
            let digits = text.get(1..)?;
            let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
            let row: u8 = digits.parse().ok().filter(|_| plain)?;
            Point::new(column.checked_sub(b'a')?, row.checked_sub(1)?)
        };
        parse().ok_or_else(|| ParsePointError(text.chars().take(12).collect()))
    }
}

/// One of the four directions in which stones line up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Direction {
    /// Left to right.
    Row,
    /// Bottom to top.
    Column,
    /// The diagonal that goes up to the right.
    Rising,
    /// The diagonal that goes down to the right.
    Falling,
}

impl Direction {
    /// All four, in the order in which lines are reported.
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Rising, Direction::Falling];

    /// The step to the next point: columns to the right, rows up.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Row => "row",
            Direction::Column => "column",
            Direction::Rising => "rising diagonal",
            Direction::Falling => "falling diagonal",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_every_board_is_read_back_from_its_name() {
        for point in Size::MAX.points() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(Point::from_index(point.index()), Some(point));
            assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
        }
    }

    #[test]
    fn what_is_not_a_point_is_refused() {
        for text in
            ["", "h", "8", "h0", "h08", "h23", "w1", "h8 ", "hh", "h+8", "é8", "h256", "h-1"]
        {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }

    #[test]
    fn steps_stop_at_the_edge() {
        let size = Size::default();
        let corner = Point::new(14, 0).unwrap();
        assert_eq!(corner.stepped(Direction::Row, 1, size), None);
        assert_eq!(corner.stepped(Direction::Falling, 1, size), None);
        assert_eq!(corner.stepped(Direction::Falling, -14, size), Point::new(0, 14));
    }
}
