//! Every line of the board as one machine word, two bits a cell.

use tengen_core::{Direction, Point, Side, Size};

use crate::pattern::tables::{WALL, cell};

const MAX: usize = Size::MAX.lines() as usize;
const DIAGONALS: usize = 2 * MAX - 1;

/// The four words of every point: its row, its column and both diagonals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Words(Box<[u64; 2 * MAX + 2 * DIAGONALS]>);

impl Words {
    /// Cells kept on both ends of a word as walls: 22 lines and twice 5 cells fill 64 bits exactly.
    pub(crate) const MARGIN: usize = 5;

    pub(crate) fn new(size: Size) -> Words {
        let mut words = Words(Box::new([u64::MAX; 2 * MAX + 2 * DIAGONALS]));
        for point in size.points() {
            words.flip(point, WALL);
        }
        words
    }

    /// Which word, and which cell of it.
    #[inline]
    const fn place(point: Point, direction: Direction) -> (usize, usize) {
        let (x, y) = (point.x() as usize, point.y() as usize);
        let (word, cell) = match direction {
            Direction::Row => (y, x),
            Direction::Column => (MAX + x, y),
            Direction::Rising => (2 * MAX + (x + MAX - 1 - y), x),
            Direction::Falling => (2 * MAX + DIAGONALS + (x + y), x),
        };
        (word, cell + Words::MARGIN)
    }

    /// What is added to a point's index by a step along a line.
    pub(crate) const fn index_step(direction: Direction) -> i32 {
        let row = Point::new(0, 1).expect("boards have two rows").index() as i32;
        match direction {
            Direction::Row => 1,
            Direction::Column => row,
            Direction::Rising => row + 1,
            Direction::Falling => 1 - row,
        }
    }

    #[inline]
    fn flip(&mut self, point: Point, bits: u64) {
        for direction in Direction::ALL {
            let (word, cell) = Words::place(point, direction);
            self.0[word] ^= bits << (2 * cell);
        }
    }

    /// A stone comes or goes.
    #[inline]
    pub(crate) fn toggle(&mut self, point: Point, side: Side) {
        self.flip(point, cell(side));
    }

    /// The two bits of a point.
    #[inline]
    pub(crate) fn cell(&self, point: Point) -> u64 {
        let (word, cell) = self.line(point, Direction::Row);
        word >> (2 * cell) & 3
    }

    pub(crate) fn at(&self, point: Point) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.cell(point) == cell(side))
    }

    /// The word of a line, and the point's cell in it.
    #[inline]
    pub(crate) fn line(&self, point: Point, direction: Direction) -> (u64, u32) {
        let (word, cell) = Words::place(point, direction);
        (self.0[word], cell as u32)
    }

    /// The eleven cells around a cell of a word.
    #[inline]
    pub(crate) const fn window_at(word: u64, cell: u32) -> u64 {
        word >> (2 * (cell - Words::MARGIN as u32))
    }

    /// The eleven cells around a point on a line.
    pub(crate) fn window(&self, point: Point, direction: Direction) -> u64 {
        let (word, cell) = self.line(point, direction);
        Words::window_at(word, cell)
    }

    /// The empty points within two rows and columns of a stone, row by row.
    pub(crate) fn neighbours(&self, size: Size) -> impl Iterator<Item = Point> {
        /// The lower bit of every cell.
        const LOW: u64 = 0x5555_5555_5555_5555;
        let lines = size.lines() as usize;
        let on_board = LOW & (((1u64 << (2 * lines)) - 1) << (2 * Words::MARGIN));
        let stones = move |y: usize| (self.0[y] | self.0[y] >> 1) & on_board;
        let mut wide = [0u64; MAX];
        for (y, wide) in wide.iter_mut().enumerate().take(lines) {
            let row = stones(y);
            *wide = row | row << 2 | row >> 2 | row << 4 | row >> 4;
        }
        (0..lines).flat_map(move |y| {
            let near = wide[y.saturating_sub(2)..(y + 3).min(lines)].iter().fold(0, |a, b| a | b);
            let mut free = near & on_board & !stones(y);
            std::iter::from_fn(move || {
                let bit = free.trailing_zeros() as usize;
                (free != 0).then(|| free &= free - 1)?;
                Point::new((bit / 2 - Words::MARGIN) as u8, y as u8)
            })
        })
    }
}
