//! The rows of windows of five, seven and nine cells.
//!
//! While training, the row of a window of nine cells is the sum of three: its own, that of the seven cells in
//! its middle and that of the five. Windows that are rare so begin with what is known of their middle.

use tengen_engine::Network;

/// The two bits of a cell off the board; an empty one has 0, stones have 1 and 2.
pub(super) const WALL: u8 = 3;

/// Cells to either side of a point in windows of nine, seven and five.
const REACHES: [usize; 3] = [4, 3, 2];
/// How many windows of nine, seven and five cells there are.
pub(super) const ROWS: [usize; 3] = [rows(4), rows(3), rows(2)];
const _: () = assert!(ROWS[0] == Network::ROWS);

/// Keys of four cells.
const KEYS: usize = 256;

/// How many halves of so many cells there are: 1 + 3 + 9 + …, as nothing lies beyond a wall.
const fn halves(reach: usize) -> usize {
    (3usize.pow(reach as u32 + 1) - 1) / 2
}

const fn rows(reach: usize) -> usize {
    halves(reach) * (halves(reach) + 1) / 2 * 3
}

/// The number of a half window, the nearest cell first.
fn number(cells: &[u8]) -> usize {
    let open = cells.iter().take_while(|&&cell| cell != WALL).count();
    let offset: usize = (open + 1..=cells.len()).map(|n| 3usize.pow(n as u32)).sum();
    offset + cells[..open].iter().rev().fold(0, |sum, &cell| 3 * sum + usize::from(cell))
}

fn fold(left: usize, right: usize, middle: u8) -> usize {
    let (more, less) = (left.max(right), left.min(right));
    (more * (more + 1) / 2 + less) * 3 + usize::from(middle)
}

/// The cell with the colours exchanged.
const fn swap(cell: u8) -> u8 {
    [0, 2, 1, 3][cell as usize]
}

/// What is looked up of windows.
#[derive(Debug)]
pub(super) struct Windows {
    left: [u16; KEYS],
    right: [u16; KEYS],
    /// By row of nine cells: the row with the colours exchanged.
    pub(super) swapped: Vec<u16>,
    /// By row of nine cells: the row of the seven in the middle.
    pub(super) seven: Vec<u16>,
    /// By row of nine cells: the row of the five in the middle.
    pub(super) five: Vec<u16>,
}

impl Windows {
    pub(super) fn new() -> Windows {
        let cells_of = |key: usize| [0, 2, 4, 6].map(|shift| (key >> shift & 3) as u8);
        let mut windows = Windows {
            left: [0; KEYS],
            right: [0; KEYS],
            swapped: vec![0; ROWS[0]],
            seven: vec![0; ROWS[0]],
            five: vec![0; ROWS[0]],
        };
        for key in 0..KEYS {
            let cells = cells_of(key);
            let mut reversed = cells;
            reversed.reverse();
            windows.right[key] = number(&cells) as u16;
            windows.left[key] = number(&reversed) as u16;
        }
        for left in (0..KEYS).map(cells_of) {
            for right in (0..KEYS).map(cells_of) {
                for middle in 0..WALL {
                    let [nine, seven, five] = REACHES
                        .map(|reach| fold(number(&left[..reach]), number(&right[..reach]), middle));
                    let swapped =
                        fold(number(&left.map(swap)), number(&right.map(swap)), swap(middle));
                    windows.swapped[nine] = swapped as u16;
                    windows.seven[nine] = seven as u16;
                    windows.five[nine] = five as u16;
                }
            }
        }
        windows
    }

    /// The row of nine cells of two bits each, from left to right.
    #[inline]
    pub(super) fn row(&self, window: u64) -> usize {
        let left = self.left[window as usize & (KEYS - 1)];
        let right = self.right[(window >> 10) as usize & (KEYS - 1)];
        fold(left.into(), right.into(), (window >> 8 & 3) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Side;
    use tengen_engine::row_of;

    /// Windows without any order, walls outside only.
    fn some_windows() -> impl Iterator<Item = [u8; 9]> {
        let mut rng = fastrand::Rng::with_seed(1);
        (0..5000).map(move |_| {
            let mut cells = [(); 9].map(|()| rng.u8(0..3));
            for (wall, from) in [(rng.usize(0..9), 4), (rng.usize(0..9), 4)] {
                if wall > from {
                    cells[wall..].fill(WALL);
                }
                cells.reverse();
            }
            cells
        })
    }

    fn key(cells: [u8; 9]) -> u64 {
        cells.iter().rev().fold(0, |key, &cell| key << 2 | u64::from(cell))
    }

    fn engine_row(cells: [u8; 9]) -> usize {
        row_of(&cells.map(|cell| match cell {
            0 => Some(None),
            1 => Some(Some(Side::Black)),
            2 => Some(Some(Side::White)),
            _ => None,
        }))
    }

    #[test]
    fn rows_are_those_of_the_engine() {
        let windows = Windows::new();
        for cells in some_windows() {
            assert_eq!(windows.row(key(cells)), engine_row(cells), "{cells:?}");
            let swapped = windows.swapped[windows.row(key(cells))];
            assert_eq!(usize::from(swapped), engine_row(cells.map(swap)), "{cells:?}");
        }
    }

    #[test]
    fn shorter_windows_have_numbers_of_their_own() {
        assert_eq!(ROWS, [22_143, 2460, 273]);
        let windows = Windows::new();
        for cells in some_windows() {
            let row = windows.row(key(cells));
            for (reach, table) in [(3, &windows.seven), (2, &windows.five)] {
                let left: Vec<u8> = cells[4 - reach..4].iter().rev().copied().collect();
                let right = &cells[5..5 + reach];
                let expected = fold(number(&left), number(right), cells[4]);
                assert_eq!(usize::from(table[row]), expected, "{cells:?}");
                assert_eq!(expected, fold(number(right), number(&left), cells[4]), "mirrored");
            }
        }
        for (table, count) in [(&windows.seven, ROWS[1]), (&windows.five, ROWS[2])] {
            let used: std::collections::HashSet<u16> = table.iter().copied().collect();
            assert_eq!(used.len(), count, "every row is that of some window");
        }
    }
}
