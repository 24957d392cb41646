//! Shapes of the baseline: what a line is with a stone in its middle, found by adding stones until
//! there is a five.

use tengen_core::{BySide, Side};

/// What a stone is on one line, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Shape {
    /// No three can come of it in one move.
    Nothing,
    /// One move from a closed three.
    ClosedTwo,
    /// One move from an open three.
    OpenTwo,
    /// One move from a four.
    ClosedThree,
    /// One move from an open four.
    OpenThree,
    /// One point makes five.
    Four,
    /// Two points make five.
    OpenFour,
    /// Five or more in a row. Whether they win is for the rule to say.
    Five,
}

impl Shape {
    /// What a stone in this shape is worth.
    pub(super) const fn score(self) -> i32 {
        match self {
            Shape::Nothing => 0,
            Shape::ClosedTwo => 10,
            Shape::OpenTwo | Shape::ClosedThree => 100,
            Shape::OpenThree | Shape::Four => 1000,
            Shape::OpenFour => 10_000,
            Shape::Five => 100_000,
        }
    }
}

/// Cells of a line that matter on each side of a stone.
pub(super) const REACH: usize = 4;
/// The cells of a window: those around its middle, which is left out.
pub(super) const CELLS: usize = 2 * REACH;

/// What the cells around a point of a line hold, two bits each, the first cell lowest.
pub(super) type Window = u16;

/// Two bits of a cell beyond the edge; an empty one has none.
pub(super) const WALL: Window = 3;

/// The two bits of a stone.
pub(super) const fn stone(side: Side) -> Window {
    match side {
        Side::Black => 1,
        Side::White => 2,
    }
}

/// The shape of every window for both sides.
#[derive(Debug)]
pub(super) struct ShapeTable(BySide<Box<[Shape]>>);

impl ShapeTable {
    pub(super) fn new() -> ShapeTable {
        ShapeTable(BySide::new(shapes_of(Side::Black), shapes_of(Side::White)))
    }

    /// What a stone of `side` in the middle of a window is.
    pub(super) fn shape(&self, window: Window, side: Side) -> Shape {
        self.0[side][window as usize]
    }
}

fn shapes_of(side: Side) -> Box<[Shape]> {
    let mut shapes = vec![Shape::Nothing; 1 << (2 * CELLS)].into_boxed_slice();
    // One more stone makes a window's number larger, so that its shape is already known.
    for window in (0..=Window::MAX).rev() {
        shapes[window as usize] = shape(window, side, &shapes);
    }
    shapes
}

fn shape(window: Window, side: Side, known: &[Shape]) -> Shape {
    if row(window, side) >= 5 {
        return Shape::Five;
    }
    let empty = (0..CELLS).filter(|&n| cell(window, n) == 0);
    let grown = empty.map(|n| known[(window | stone(side) << (2 * n)) as usize]);
    let ways = |to: Shape| grown.clone().filter(|&shape| shape == to).count();
    match () {
        () if ways(Shape::Five) >= 2 => Shape::OpenFour,
        () if ways(Shape::Five) == 1 => Shape::Four,
        () if ways(Shape::OpenFour) > 0 => Shape::OpenThree,
        () if ways(Shape::Four) > 0 => Shape::ClosedThree,
        () if ways(Shape::OpenThree) > 0 => Shape::OpenTwo,
        () if ways(Shape::ClosedThree) > 0 => Shape::ClosedTwo,
        () => Shape::Nothing,
    }
}

fn cell(window: Window, n: usize) -> Window {
    window >> (2 * n) & 3
}

/// How many stones stand in an unbroken row with the one in the middle.
fn row(window: Window, side: Side) -> usize {
    let own = |n: &usize| cell(window, *n) == stone(side);
    1 + (0..REACH).rev().take_while(own).count() + (REACH..CELLS).take_while(own).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window of a picture: `*` is the middle, `x` own stones, `o` enemies, `|` the edge.
    fn window(picture: &str, side: Side) -> Window {
        let middle = picture.find('*').unwrap();
        let place = |n: usize| (n + REACH).checked_sub(middle).filter(|&n| n <= CELLS);
        let cells = picture.char_indices().filter_map(|(n, cell)| {
            let n = place(n).filter(|&n| n != REACH)?;
            let bits = match cell {
                'x' => stone(side),
                'o' => stone(!side),
                '|' => WALL,
                _ => 0,
            };
            Some(bits << (2 * if n > REACH { n - 1 } else { n }))
        });
        cells.fold(0, |window, cell| window | cell)
    }

    #[test]
    fn shapes_follow_from_the_stones_that_are_missing_to_five() {
        let table = ShapeTable::new();
        for (picture, shape) in [
            ("xx*xx", Shape::Five),
            ("xxxx*x", Shape::Five),
            ("_xxx*_", Shape::OpenFour),
            ("x_x*x_x", Shape::OpenFour),
            ("oxxx*_", Shape::Four),
            ("|xxx*_", Shape::Four),
            ("xx_x*", Shape::Four),
            ("_xx*__", Shape::OpenThree),
            ("_x_x*_", Shape::OpenThree),
            ("o_xx*_o", Shape::ClosedThree),
            ("oxx*__", Shape::ClosedThree),
            ("__x*__", Shape::OpenTwo),
            ("_x__*_", Shape::OpenTwo),
            ("ox*___", Shape::ClosedTwo),
            ("____*____", Shape::Nothing),
            ("oxx*_o", Shape::Nothing),
        ] {
            for side in Side::BOTH {
                assert_eq!(table.shape(window(picture, side), side), shape, "{picture}");
            }
        }
    }
}
