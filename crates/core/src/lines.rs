//! Every row, column and diagonal of the board as one machine word, a bit a point.

use crate::{Direction, Point, Size};

/// Free bits kept on both ends of a word, so that a window around an edge point needs no test:
/// 22 lines and twice 5 bits fill a word exactly.
const MARGIN: u32 = 5;
const MAX: usize = Size::MAX.lines() as usize;
const DIAGONALS: usize = 2 * MAX - 1;

const _: () = assert!(Size::MAX.lines() as u32 + 2 * MARGIN <= u32::BITS);

/// A set of points, kept four times: by row, by column and by both diagonals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lines([u32; 2 * MAX + 2 * DIAGONALS]);

impl Lines {
    pub(crate) const EMPTY: Lines = Lines([0; 2 * MAX + 2 * DIAGONALS]);

    /// Where a point stands: the number of its word and of its bit.
    ///
    /// Neither depends on the board's size: a smaller board uses fewer words and bits.
    const fn place(direction: Direction, point: Point) -> (usize, u32) {
        let (x, y) = (point.x() as usize, point.y() as usize);
        let (word, bit) = match direction {
            Direction::Row => (y, x),
            Direction::Column => (MAX + x, y),
            Direction::Rising => (2 * MAX + (x + MAX - 1 - y), x),
            Direction::Falling => (2 * MAX + DIAGONALS + (x + y), x),
        };
        (word, bit as u32 + MARGIN)
    }

    pub(crate) fn toggle(&mut self, point: Point) {
        for direction in Direction::ALL {
            let (word, bit) = Self::place(direction, point);
            self.0[word] ^= 1 << bit;
        }
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        let (word, bit) = Self::place(Direction::Row, point);
        self.0[word] >> bit & 1 == 1
    }

    /// The eleven points around `point` on one line; the point itself is bit 5.
    pub(crate) fn window(&self, direction: Direction, point: Point) -> u32 {
        let (word, bit) = Self::place(direction, point);
        self.0[word] >> (bit - MARGIN) & 0x7FF
    }

    /// How many points of the set follow each other from `point` on, itself included, forwards
    /// and backwards.
    pub(crate) fn reach(&self, direction: Direction, point: Point) -> (u32, u32) {
        let (word, bit) = Self::place(direction, point);
        let forwards = (self.0[word] >> bit).trailing_ones();
        let backwards = (self.0[word] << (u32::BITS - 1 - bit)).leading_ones();
        (forwards, backwards)
    }

    /// The members in one row, lowest bit = leftmost column.
    pub(crate) fn row(&self, y: u8) -> u32 {
        self.0[y as usize] >> MARGIN
    }
}
