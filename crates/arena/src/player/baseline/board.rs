//! The board with the baseline's scores, kept incrementally.

use std::sync::Arc;

use tengen_core::{Board, BySide, Direction, Game, Point, Rule, Side, Size, renju};

use super::shape::{CELLS, REACH, Shape, ShapeTable, WALL, Window, stone};

/// A row of cells: the largest board and a margin on both sides, so that no window looks beyond.
const WIDTH: usize = 22 + 2 * REACH;
/// All cells.
const AREA: usize = WIDTH * WIDTH;

/// A board whose stones are scored by the shapes they stand in.
#[derive(Debug)]
pub(super) struct ScoredBoard {
    table: Arc<ShapeTable>,
    rule: Rule,
    /// What decides about rules: fives and forbidden points.
    board: Board,
    to_move: Side,
    stones: Box<[Option<Side>; AREA]>,
    /// The windows of each cell in the order of the directions.
    windows: Box<[[Window; 4]; AREA]>,
    /// How many stones lie right beside a cell.
    beside: Box<[u8; AREA]>,
    /// The scores of all stones.
    scores: BySide<i32>,
    played: Vec<Played>,
}

/// A move, and the scores before it.
#[derive(Debug)]
struct Played {
    point: Point,
    scores: BySide<i32>,
}

impl ScoredBoard {
    /// The position of a game.
    pub(super) fn of(game: &Game, table: Arc<ShapeTable>) -> ScoredBoard {
        let size = game.size();
        let mut board = ScoredBoard {
            table,
            rule: game.rule(),
            board: Board::new(size),
            to_move: game.to_move(),
            stones: Box::new([None; AREA]),
            windows: empty_windows(size),
            beside: Box::new([0; AREA]),
            scores: BySide::default(),
            played: Vec::new(),
        };
        for side in Side::BOTH {
            game.board().stones(side).for_each(|point| board.put(point, side));
        }
        board
    }

    pub(super) fn size(&self) -> Size {
        self.board.size()
    }

    pub(super) fn to_move(&self) -> Side {
        self.to_move
    }

    /// A number of the stones; other stones hardly have the same.
    pub(super) fn key(&self) -> u64 {
        self.board.key()
    }

    pub(super) fn stone_count(&self) -> usize {
        self.board.stone_count()
    }

    pub(super) fn is_full(&self) -> bool {
        self.board.is_full()
    }

    pub(super) fn free_points(&self) -> impl Iterator<Item = Point> {
        self.board.free_points()
    }

    /// The static evaluation: the scores of the stones of the side to move, less the enemy's.
    pub(super) fn evaluation(&self) -> i32 {
        self.scores[self.to_move] - self.scores[!self.to_move]
    }

    /// Puts a stone of the side to move.
    pub(super) fn play(&mut self, point: Point) {
        self.played.push(Played { point, scores: self.scores });
        self.put(point, self.to_move);
        self.to_move = !self.to_move;
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) {
        let Some(played) = self.played.pop() else { return };
        self.to_move = !self.to_move;
        let side = self.to_move;
        self.board.remove(played.point, side);
        let cell = cell(played.point);
        self.stones[cell] = None;
        for (line, step) in steps() {
            for n in 0..CELLS {
                let (other, mirrored) = seen(cell, step, n);
                self.windows[other][line] ^= stone(side) << (2 * mirrored);
                self.beside[other] -= u8::from(is_next(n));
            }
        }
        self.scores = played.scores;
    }

    /// Whether a stone lies right beside a point.
    pub(super) fn has_neighbour(&self, point: Point) -> bool {
        self.beside[cell(point)] > 0
    }

    /// Whether a stone lies within two rows and columns of a point.
    pub(super) fn has_far_neighbour(&self, point: Point) -> bool {
        let corner = cell(point) - 2 * WIDTH - 2;
        (0..5).any(|y| {
            let row = corner + y * WIDTH;
            self.stones[row..row + 5].iter().any(Option::is_some)
        })
    }

    /// What the lines of a free point become if `side` plays there. Rows that look like five but
    /// do not win under the rule are nothing.
    pub(super) fn shapes(&self, point: Point, side: Side) -> [Shape; 4] {
        let shapes = self.windows[cell(point)].map(|window| self.table.shape(window, side));
        if shapes.contains(&Shape::Five) && !self.makes_five(point, side) {
            return shapes.map(|shape| if shape == Shape::Five { Shape::Nothing } else { shape });
        }
        shapes
    }

    /// Whether a row that looks like five wins.
    fn makes_five(&self, point: Point, side: Side) -> bool {
        // The shapes are those of freestyle: under other rules not every such row wins.
        self.rule == Rule::Freestyle || {
            let mut board = self.board.clone();
            board.place(point, side);
            board.wins(point, side, self.rule)
        }
    }

    /// Whether the side to move may not play a free point.
    pub(super) fn is_forbidden(&self, point: Point) -> bool {
        self.rule.forbids(self.to_move) && renju::is_forbidden(&self.board, point)
    }

    fn put(&mut self, point: Point, side: Side) {
        self.board.place(point, side);
        let cell = cell(point);
        for (line, step) in steps() {
            self.scores[side] += self.score(self.windows[cell][line], side);
            for n in 0..CELLS {
                let (other, mirrored) = seen(cell, step, n);
                let before = self.windows[other][line];
                let after = before ^ stone(side) << (2 * mirrored);
                self.windows[other][line] = after;
                self.beside[other] += u8::from(is_next(n));
                if let Some(owner) = self.stones[other] {
                    let gain = self.score(after, owner) - self.score(before, owner);
                    self.scores[owner] += gain;
                }
            }
        }
        self.stones[cell] = Some(side);
    }

    /// What a stone is worth on one line. A five that the game goes on after is none.
    fn score(&self, window: Window, side: Side) -> i32 {
        match self.table.shape(window, side) {
            Shape::Five => 0,
            shape => shape.score(),
        }
    }
}

fn cell(point: Point) -> usize {
    (point.y() as usize + REACH) * WIDTH + point.x() as usize + REACH
}

/// The directions by number, each with the way from a cell to the next.
fn steps() -> impl Iterator<Item = (usize, isize)> {
    const STEPS: [isize; 4] = [1, WIDTH as isize, WIDTH as isize + 1, 1 - WIDTH as isize];
    STEPS.into_iter().enumerate()
}

/// The n-th cell of the window around a cell, and which one this cell is in the other's window.
fn seen(cell: usize, step: isize, n: usize) -> (usize, usize) {
    let reach = REACH as isize;
    let steps = n as isize - reach + isize::from(n >= REACH);
    (cell.wrapping_add_signed(steps * step), CELLS - 1 - n)
}

/// Whether the n-th cell of a window is right beside its middle.
const fn is_next(n: usize) -> bool {
    n == REACH - 1 || n == REACH
}

/// The windows of a board without stones: the edge is all they see.
fn empty_windows(size: Size) -> Box<[[Window; 4]; AREA]> {
    let mut windows = Box::new([[0; 4]; AREA]);
    for point in size.points() {
        for (line, direction) in Direction::ALL.into_iter().enumerate() {
            for n in 0..CELLS {
                let steps = n as i8 - REACH as i8 + i8::from(n >= REACH);
                if point.stepped(direction, steps, size).is_none() {
                    windows[cell(point)][line] |= WALL << (2 * n);
                }
            }
        }
    }
    windows
}
