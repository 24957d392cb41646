//! The windows of a position: every line of the board as one machine word, two bits a cell.

use tengen_core::{Point, Size};

use super::windows::{WALL, Windows};

const MAX: usize = Size::MAX.lines() as usize;
/// Cells kept at both ends of a word as walls.
const MARGIN: usize = 4;
/// Points of the largest board.
pub(super) const CELLS: usize = MAX * MAX;

/// The number of a point, the same on boards of all sizes.
pub(super) fn cell(point: Point) -> usize {
    cell_at(point.x().into(), point.y().into())
}

pub(super) fn cell_at(x: usize, y: usize) -> usize {
    y * MAX + x
}

/// A board with its stones, 1 and 2.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    size: Size,
    /// Rows, columns, rising and falling diagonals.
    words: [[u64; 2 * MAX - 1]; 4],
    /// The stones of each row, with four empty rows before and after.
    stones: [u32; MAX + 2 * MARGIN],
}

/// Which words a point lies on, and at which cell.
#[inline]
fn places(x: usize, y: usize) -> [(usize, usize); 4] {
    [(y, x), (x, y), (x + MAX - 1 - y, x), (x + y, x)]
}

impl Lines {
    pub(super) fn empty(size: Size) -> Lines {
        let mut lines =
            Lines { size, words: [[u64::MAX; 2 * MAX - 1]; 4], stones: [0; MAX + 2 * MARGIN] };
        size.points().for_each(|point| lines.flip(point, WALL));
        lines
    }

    #[inline]
    fn flip(&mut self, point: Point, bits: u8) {
        let found = places(point.x().into(), point.y().into());
        for (words, (word, cell)) in self.words.iter_mut().zip(found) {
            words[word] ^= u64::from(bits) << (2 * (cell + MARGIN));
        }
    }

    /// Puts a stone, 1 or 2, on an empty point.
    #[inline]
    pub(super) fn place(&mut self, point: Point, stone: u8) {
        self.flip(point, stone);
        self.stones[usize::from(point.y()) + MARGIN] |= 1 << point.x();
    }

    /// The rows of the four windows of a point.
    #[inline]
    pub(super) fn windows(&self, windows: &Windows, x: usize, y: usize) -> [u16; 4] {
        let found = places(x, y);
        std::array::from_fn(|n| {
            let (word, cell) = found[n];
            windows.row(self.words[n][word] >> (2 * cell)) as u16
        })
    }

    /// Calls `see` for every point with a stone in one of its windows, row by row. `more` are points to see
    /// besides, as bits of each row.
    #[inline]
    pub(super) fn touched(&self, more: &[u32; MAX], mut see: impl FnMut(usize, usize)) {
        let lines = usize::from(self.size.lines());
        let board = (1u32 << lines) - 1;
        for (y, more) in more.iter().enumerate().take(lines) {
            let row = self.stones[y + MARGIN];
            let mut touched = row | more;
            for step in 1..=MARGIN {
                let others = self.stones[y + MARGIN - step] | self.stones[y + MARGIN + step];
                touched |= others | (row | others) << step | (row | others) >> step;
            }
            touched &= board;
            while touched != 0 {
                see(touched.trailing_zeros() as usize, y);
                touched &= touched - 1;
            }
        }
    }
}

/// Bits of points, by row.
pub(super) type Rows = [u32; MAX];
