//! What a black stone makes of one line: everything is decided by five points to each side.

use super::{Foul, FoulShape, is_forbidden};
use crate::{Board, Direction, Point, Side};

/// The bit of the point on which the stone is imagined.
const MIDDLE: u32 = 5;

/// Eleven points of a line, a bit each, with a black stone imagined in the middle.
pub(super) struct Line {
    direction: Direction,
    /// Black stones, the imagined one among them.
    black: u32,
    /// Empty points.
    free: u32,
}

impl Line {
    pub(super) fn through(board: &Board, point: Point, direction: Direction) -> Line {
        let (black, free) = board.windows(point, Side::Black, direction);
        Line { direction, black: black | 1 << MIDDLE, free: free & !(1 << MIDDLE) }
    }

    /// How many stones there are beside the imagined one.
    pub(super) fn others(&self) -> u32 {
        self.black.count_ones() - 1
    }

    /// How many stones stand in a row through the middle.
    pub(super) fn run(&self) -> u32 {
        run(self.black).count_ones()
    }

    /// The fours on this line, each with the bits that make it five.
    ///
    /// A straight four is one four with two such bits; two bits without it are two fours, as in
    /// `x_x*x_x`.
    pub(super) fn fours(&self) -> impl Iterator<Item = u32> {
        let [down, up] = self.nearest_free().map(|bit| bit & self.completions());
        let straight = self.run() == 4 && up != 0 && down != 0;
        let fours = if straight { [down | up, 0] } else { [down, up] };
        fours.into_iter().filter(|&four| four != 0)
    }

    /// The bits on which a further stone makes exactly five through the middle.
    fn completions(&self) -> u32 {
        let makes_five = |bit: &u32| *bit != 0 && run(self.black | bit).count_ones() == 5;
        self.nearest_free().into_iter().filter(makes_five).sum()
    }

    /// The bits on which a further stone makes a straight four through the middle.
    pub(super) fn possible_eyes(&self) -> impl Iterator<Item = u32> {
        self.nearest_free().into_iter().filter(|&bit| bit != 0 && self.is_straight_four_with(bit))
    }

    /// The first empty point met in both senses when walking from the middle through stones, as
    /// bits in the order of the line; zero where a wall or a white stone comes first.
    fn nearest_free(&self) -> [u32; 2] {
        let own = run(self.black);
        [own >> 1 & !own & self.free, own << 1 & !own & self.free]
    }

    fn is_straight_four_with(&self, bit: u32) -> bool {
        let grown = Line { black: self.black | bit, free: self.free & !bit, ..*self };
        grown.run() == 4 && grown.completions().count_ones() == 2
    }

    /// Whether this line is a three once the stone lies on `point` of `with_stone`.
    pub(super) fn is_three(&self, point: Point, with_stone: &Board) -> bool {
        self.eyes(point, with_stone).next().is_some()
    }

    /// The points that legally make this line a straight four.
    fn eyes(&self, point: Point, with_stone: &Board) -> impl Iterator<Item = Point> {
        self.possible_eyes().map(move |bit| self.point(point, bit, with_stone)).filter(|&eye| {
            // A five elsewhere wins at once: the stone would not make a four there.
            !makes_five(with_stone, eye) && !is_forbidden(with_stone, eye)
        })
    }

    /// What this line adds to a prohibition of `point`, whose stone lies on `with_stone`.
    pub(super) fn shapes(&self, point: Point, with_stone: &Board) -> Vec<FoulShape> {
        let shape = |foul, bits, growth| FoulShape {
            foul,
            direction: self.direction,
            stones: self.points(point, bits, with_stone),
            growth,
        };
        if self.run() > 5 {
            let row = with_stone.row_of(point, Side::Black, self.direction);
            return vec![FoulShape { stones: row, ..shape(Foul::Overline, 0, Vec::new()) }];
        }
        let mut shapes: Vec<FoulShape> = self
            .fours()
            .map(|ends| {
                let four = run(self.black | ends) & self.black;
                shape(Foul::DoubleFour, four, self.points(point, ends, with_stone))
            })
            .collect();
        let eyes: Vec<Point> = self.eyes(point, with_stone).collect();
        if let Some(bit) = self.possible_eyes().next().filter(|_| !eyes.is_empty()) {
            shapes.push(shape(Foul::DoubleThree, run(self.black | bit) & self.black, eyes));
        }
        shapes
    }

    fn points(&self, point: Point, bits: u32, board: &Board) -> Vec<Point> {
        let bits = (0..=2 * MIDDLE).map(|n| 1 << n).filter(|bit| bits & bit != 0);
        bits.map(|bit| self.point(point, bit, board)).collect()
    }

    fn point(&self, middle: Point, bit: u32, board: &Board) -> Point {
        let steps = bit.trailing_zeros() as i8 - MIDDLE as i8;
        middle
            .stepped(self.direction, steps, board.size())
            .expect("stones and empty points of a window are on the board")
    }
}

/// The unbroken row of bits through the middle.
fn run(stones: u32) -> u32 {
    let up = (stones >> MIDDLE).trailing_ones();
    let down = (stones << (u32::BITS - 1 - MIDDLE)).leading_ones();
    ((1 << (up + down - 1)) - 1) << (MIDDLE + 1 - down)
}

fn makes_five(board: &Board, point: Point) -> bool {
    Direction::ALL.into_iter().any(|direction| Line::through(board, point, direction).run() == 5)
}
