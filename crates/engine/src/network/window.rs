//! Which row of a network a window of nine cells selects.
//!
//! The window is the middle and four cells to either side on a line. Mirror images select the same row.

use tengen_core::Side;

use crate::pattern::tables::{EMPTY, WALL, cell};

/// Cells to either side of the middle.
const REACH: usize = 4;
/// Halves that occur: beyond the first wall there are only walls.
const HALVES: usize = 121;
/// Rows.
pub(super) const COUNT: usize = HALVES * (HALVES + 1) / 2 * 3;
/// Keys of a half: two bits a cell.
const KEYS: usize = 1 << (2 * REACH);

/// Numbers of halves by their cells, those of the left half read from its far end.
pub(super) struct Halves {
    left: [u16; KEYS],
    right: [u16; KEYS],
}

/// One table for all networks.
pub(super) static TABLES: Halves = Halves::new();

impl Halves {
    const fn new() -> Halves {
        let (mut left, mut right) = ([0; KEYS], [0; KEYS]);
        let mut key = 0;
        while key < KEYS {
            let mut cells = [0; REACH];
            let mut n = 0;
            while n < REACH {
                cells[n] = (key >> (2 * n) & 3) as u64;
                n += 1;
            }
            right[key] = number(cells);
            left[key] = number([cells[3], cells[2], cells[1], cells[0]]);
            key += 1;
        }
        Halves { left, right }
    }

    /// The row of eleven cells around a point, two bits each, as positions keep them.
    #[inline(always)]
    pub(super) fn row(&self, window: u64) -> usize {
        let left = self.left[(window >> 2) as usize & (KEYS - 1)];
        let right = self.right[(window >> 12) as usize & (KEYS - 1)];
        fold(left, right, middle(window >> 10 & 3))
    }
}

/// The number of the half with these cells, the nearest first.
const fn number(cells: [u64; REACH]) -> u16 {
    const OFFSETS: [u16; REACH + 1] = [120, 117, 108, 81, 0];
    let (mut sum, mut factor, mut n) = (0, 1, 0);
    while n < REACH && cells[n] != WALL {
        sum += factor * middle(cells[n]);
        factor *= 3;
        n += 1;
    }
    OFFSETS[n] + sum
}

/// A cell that is no wall as a number: empty 0, Black 1, White 2.
const fn middle(found: u64) -> u16 {
    if found == EMPTY {
        0
    } else if found == cell(Side::Black) {
        1
    } else {
        2
    }
}

/// The row of two halves and a middle.
#[inline(always)]
const fn fold(left: u16, right: u16, middle: u16) -> usize {
    let (more, less) = if left > right { (left, right) } else { (right, left) };
    let (more, less) = (more as usize, less as usize);
    (more * (more + 1) / 2 + less) * 3 + middle as usize
}

/// The row that a window selects: nine cells in order, each with a stone or without, or `None` where there is no
/// point.
///
/// ```
/// use tengen_core::Side;
/// use tengen_engine::{Network, row_of};
///
/// let mut cells = [Some(None); 9];
/// assert_eq!(row_of(&cells), 0);
/// cells[5] = Some(Some(Side::Black));
/// let mirrored = { let mut cells = cells; cells.reverse(); cells };
/// assert_eq!(row_of(&cells), row_of(&mirrored));
/// assert!(row_of(&cells) < Network::ROWS);
/// ```
pub fn row_of(cells: &[Option<Option<Side>>; 9]) -> usize {
    let bits = |found: Option<Option<Side>>| match found {
        None => WALL,
        Some(None) => EMPTY,
        Some(Some(side)) => cell(side),
    };
    let half = |places: [usize; REACH]| number(places.map(|place| bits(cells[place])));
    fold(half([3, 2, 1, 0]), half([5, 6, 7, 8]), middle(bits(cells[4])))
}
