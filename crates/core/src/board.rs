//! The board: where the stones lie, and nothing about whose turn it is.

use crate::lines::Lines;
use crate::{BySide, Direction, Point, Rule, Run, Side, Size, zobrist};

/// Stones on a square board.
///
/// A board trusts its callers: points are asserted in debug builds only. [`crate::Game`] is the
/// door that checks.
///
/// ```
/// # use tengen_core::{Board, Point, Side, Size};
/// let mut board = Board::new(Size::default());
/// let h8: Point = "h8".parse()?;
/// board.place(h8, Side::Black);
/// assert_eq!(board.at(h8), Some(Side::Black));
/// # Ok::<(), tengen_core::ParsePointError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    size: Size,
    stones: BySide<Lines>,
    free: Lines,
    count: BySide<u16>,
    key: u64,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let mut free = Lines::EMPTY;
        for point in size.points() {
            free.toggle(point);
        }
        Board {
            size,
            stones: BySide::new(Lines::EMPTY, Lines::EMPTY),
            free,
            count: BySide::default(),
            key: 0,
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on `point`, if there is one.
    pub fn at(&self, point: Point) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stones[side].contains(point))
    }

    /// Whether `point` is on the board and empty.
    pub fn is_free(&self, point: Point) -> bool {
        self.free.contains(point)
    }

    /// Whether no empty point is left.
    pub fn is_full(&self) -> bool {
        self.stone_count() == self.size.area()
    }

    /// How many stones lie on the board.
    pub fn stone_count(&self) -> usize {
        Side::BOTH.into_iter().map(|side| self.count(side)).sum()
    }

    /// How many stones `side` has on the board.
    pub fn count(&self, side: Side) -> usize {
        self.count[side] as usize
    }

    /// The stones of `side`, row by row from the bottom left.
    pub fn stones(&self, side: Side) -> impl Iterator<Item = Point> {
        members(&self.stones[side], self.size)
    }

    /// The empty points, row by row from the bottom left.
    pub fn free_points(&self) -> impl Iterator<Item = Point> {
        members(&self.free, self.size)
    }

    /// Puts a stone on an empty point.
    pub fn place(&mut self, point: Point, side: Side) {
        debug_assert!(self.is_free(point), "{point} is not free");
        self.turn(point, side);
        self.count[side] += 1;
    }

    /// Takes the stone of `side` away from `point`.
    pub fn remove(&mut self, point: Point, side: Side) {
        debug_assert!(self.at(point) == Some(side), "no {side} stone on {point}");
        self.turn(point, side);
        self.count[side] -= 1;
    }

    /// A stone comes or goes: both are the same exclusive-or.
    fn turn(&mut self, point: Point, side: Side) {
        self.stones[side].toggle(point);
        self.free.toggle(point);
        self.key ^= zobrist::stone(side, point);
    }

    /// The Zobrist key of the stones alone, kept incrementally.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The row of `side`'s stones through `point`, where one of them lies.
    pub fn run(&self, point: Point, side: Side, direction: Direction) -> Run {
        debug_assert!(self.at(point) == Some(side), "no {side} stone on {point}");
        let (forwards, backwards) = self.stones[side].reach(direction, point);
        let ends = [forwards as i8, -(backwards as i8)];
        let stopped_ends = ends.into_iter().filter(|&end| {
            let beyond = point.stepped(direction, end, self.size);
            beyond.is_some_and(|beyond| self.stones[!side].contains(beyond))
        });
        Run { length: forwards + backwards - 1, stopped_ends: stopped_ends.count() as u32 }
    }

    /// Whether the stone of `side` on `point` stands in a row that wins under `rule`.
    pub fn wins(&self, point: Point, side: Side, rule: Rule) -> bool {
        Direction::ALL.into_iter().any(|d| rule.wins(side, self.run(point, side, d)))
    }

    /// The stones of every winning row through `point`, in the order of [`Direction::ALL`].
    pub fn winning_rows(&self, point: Point, side: Side, rule: Rule) -> Vec<Vec<Point>> {
        Direction::ALL
            .into_iter()
            .filter(|&d| rule.wins(side, self.run(point, side, d)))
            .map(|d| self.row_of(point, side, d))
            .collect()
    }

    /// The stones of the unbroken row through `point`, first to last along `direction`.
    pub(crate) fn row_of(&self, point: Point, side: Side, direction: Direction) -> Vec<Point> {
        let (forwards, backwards) = self.stones[side].reach(direction, point);
        (1 - backwards as i8..forwards as i8)
            .filter_map(|steps| point.stepped(direction, steps, self.size))
            .collect()
    }

    /// The stones of `side` and the empty points around `point` on one line; bit 5 is the point.
    pub(crate) fn windows(&self, point: Point, side: Side, direction: Direction) -> (u32, u32) {
        (self.stones[side].window(direction, point), self.free.window(direction, point))
    }
}

fn members(lines: &Lines, size: Size) -> impl Iterator<Item = Point> {
    (0..size.lines()).flat_map(move |y| {
        let mut row = lines.row(y);
        std::iter::from_fn(move || {
            let x = row.trailing_zeros();
            (row != 0).then(|| row &= row - 1).and_then(|()| Point::new(x as u8, y))
        })
    })
}
