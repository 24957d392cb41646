//! A position: the board, and everything the search wants to know of it, kept incrementally.

use std::sync::Arc;

use tengen_core::{Board, BySide, Direction, Game, Move, Point, Rule, Side, Size, zobrist};

use crate::set::PointSet;
use crate::tables::{EMPTY, Tables, WALL};
use crate::{Code, Shape, Shapes, Threat};

mod words;
use words::Words;

/// Room for every point index, rounded up so that a mask replaces the bounds check.
const POINTS: usize = Point::INDEX_END.next_power_of_two();

/// What is known of an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PointState {
    shapes: BySide<Shapes>,
    code: BySide<Code>,
    threat: BySide<Threat>,
}

/// What is known of the whole board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Totals {
    /// The values of all empty points, Black's less White's.
    value: i32,
    /// How many points are which threat.
    counts: BySide<[u16; Threat::COUNT]>,
}

/// What a move changed.
#[derive(Clone, Debug)]
struct Played {
    /// None for a pass.
    point: Option<Point>,
    /// How many changes there were before.
    changes: usize,
    totals: Totals,
}

/// The board with shapes, threats, values and candidates.
///
/// A position trusts its callers: moves are asserted in debug builds only.
#[derive(Clone, Debug)]
pub struct Position {
    tables: Arc<Tables>,
    size: Size,
    to_move: Side,
    key: u64,
    words: Words,
    /// The stones once more where the rule forbids points: that test wants a board.
    board: Option<Box<Board>>,
    points: Box<[PointState; POINTS]>,
    threats: Box<BySide<[PointSet; Threat::COUNT]>>,
    totals: Totals,
    free: usize,
    played: Vec<Played>,
    /// Points that moves changed, with what was known of them before.
    changes: Vec<(u16, PointState)>,
}

impl Position {
    /// The empty board, Black to move.
    pub fn new(size: Size, tables: Arc<Tables>) -> Position {
        Position::from_board(&Board::new(size), Side::Black, tables)
    }

    /// The position of a game.
    ///
    /// # Panics
    /// If the tables are those of another rule.
    pub fn of(game: &Game, tables: Arc<Tables>) -> Position {
        assert_eq!(game.rule(), tables.rule(), "the tables are of the game's rule");
        let mut position = Position::from_board(game.start(), game.first_to_move(), tables);
        for &action in game.moves() {
            match action {
                Move::Stone(point) => position.play(point),
                Move::Pass => position.pass(),
            }
        }
        position
    }

    /// Any stones, with any side to move.
    pub fn from_board(board: &Board, to_move: Side, tables: Arc<Tables>) -> Position {
        let size = board.size();
        let mut words = Words::new(size);
        for side in Side::BOTH {
            board.stones(side).for_each(|point| words.toggle(point, side));
        }
        let forbids = tables.rule().forbids(Side::Black);
        let mut position = Position {
            board: forbids.then(|| Box::new(board.clone())),
            key: board.key() ^ zobrist::frame(size, tables.rule(), to_move),
            tables,
            size,
            to_move,
            words,
            points: Box::new([PointState::default(); POINTS]),
            threats: Box::default(),
            totals: Totals::default(),
            free: size.area() - board.stone_count(),
            played: Vec::new(),
            changes: Vec::new(),
        };
        for point in board.free_points() {
            let state = position.computed(point);
            position.points[point.index() & (POINTS - 1)] = state;
            position.enter(point);
        }
        position
    }

    /// The same position, with nothing of its history, computed afresh.
    pub fn recomputed(&self) -> Position {
        let mut board = Board::new(self.size);
        for point in self.size.points() {
            if let Some(side) = self.at(point) {
                board.place(point, side);
            }
        }
        Position::from_board(&board, self.to_move, self.tables.clone())
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.tables.rule()
    }

    /// Who moves next.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// How many moves were made since the position was set up, passes included.
    pub fn move_count(&self) -> usize {
        self.played.len()
    }

    /// The Zobrist key, the same as [`Game::key`].
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The stone on a point.
    pub fn at(&self, point: Point) -> Option<Side> {
        self.words.at(point)
    }

    /// Whether a point is empty.
    #[inline]
    pub fn is_free(&self, point: Point) -> bool {
        self.words.cell(point) == EMPTY
    }

    /// The values of all empty points, Black's less White's.
    pub fn value(&self) -> i32 {
        self.totals.value
    }

    /// What the lines through an empty point become if `side` plays there.
    #[inline]
    pub fn shapes(&self, point: Point, side: Side) -> Shapes {
        self.state(point).shapes[side]
    }

    /// The code of an empty point.
    #[inline]
    pub fn code(&self, point: Point, side: Side) -> Code {
        self.state(point).code[side]
    }

    /// What `side` threatens by playing an empty point.
    #[inline]
    pub fn threat(&self, point: Point, side: Side) -> Threat {
        self.state(point).threat[side]
    }

    /// How many points are this threat for `side`.
    #[inline]
    pub fn count(&self, side: Side, threat: Threat) -> usize {
        self.totals.counts[side][threat as usize] as usize
    }

    /// The points that are this threat for `side`.
    pub fn points(&self, side: Side, threat: Threat) -> impl Iterator<Item = Point> {
        self.threats[side][threat as usize].iter()
    }

    /// The first of them.
    #[inline]
    pub fn first_point(&self, side: Side, threat: Threat) -> Option<Point> {
        self.threats[side][threat as usize].first()
    }

    /// Puts a stone of the side to move.
    pub fn play(&mut self, point: Point) {
        debug_assert!(self.is_free(point), "{point} is not free");
        let changes = self.changes.len();
        self.played.push(Played { point: Some(point), changes, totals: self.totals.clone() });
        self.leave(point);
        self.free -= 1;
        self.words.toggle(point, self.to_move);
        if let Some(board) = &mut self.board {
            board.place(point, self.to_move);
        }
        self.key ^= zobrist::stone(self.to_move, point);
        for direction in Direction::ALL {
            self.refresh(point, direction);
        }
        self.turn();
    }

    /// Leaves the turn to the other side.
    pub fn pass(&mut self) {
        let changes = self.changes.len();
        self.played.push(Played { point: None, changes, totals: self.totals.clone() });
        self.turn();
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// If no move was made since the position was set up.
    pub fn undo(&mut self) {
        let played = self.played.pop().expect("there is a move to take back");
        self.turn();
        while self.changes.len() > played.changes {
            let (index, before) = self.changes.pop().expect("there are more changes");
            self.restore(index as usize, before);
        }
        if let Some(point) = played.point {
            self.free += 1;
            self.words.toggle(point, self.to_move);
            if let Some(board) = &mut self.board {
                board.remove(point, self.to_move);
            }
            self.key ^= zobrist::stone(self.to_move, point);
            self.toggle_threats(point.index());
        }
        self.totals = played.totals;
    }

    /// Whether no empty point is left.
    pub fn is_full(&self) -> bool {
        self.free == 0
    }

    /// The empty points within two rows and columns of a stone, row by row.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = Point> {
        self.words.neighbours(self.size)
    }

    /// The tables of the rule.
    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The eleven cells around a point on a line.
    pub(crate) fn window(&self, point: Point, direction: Direction) -> u64 {
        self.words.window(point, direction)
    }

    /// The stones, where the rule forbids points.
    pub(crate) fn board(&self) -> &Board {
        self.board.as_deref().expect("only a rule with forbidden points asks for the board")
    }

    fn turn(&mut self) {
        self.key ^= zobrist::SIDE;
        self.to_move = !self.to_move;
    }

    #[inline]
    fn state(&self, point: Point) -> &PointState {
        &self.points[point.index() & (POINTS - 1)]
    }

    /// What is known of an empty point, computed from its lines.
    fn computed(&self, point: Point) -> PointState {
        let mut state = PointState::default();
        for direction in Direction::ALL {
            let shapes = self.tables.shapes(self.words.window(point, direction));
            for side in Side::BOTH {
                state.shapes[side] = state.shapes[side].with(direction as usize, shapes[side]);
            }
        }
        for side in Side::BOTH {
            state.code[side] = self.tables.code(state.shapes[side]);
            state.threat[side] = self.tables.worth(side, state.code[side]).threat;
        }
        state
    }

    /// Brings the empty points up to date that feel a stone on one line.
    #[inline]
    fn refresh(&mut self, point: Point, direction: Direction) {
        let (word, bit) = self.words.line(point, direction);
        let step = Words::index_step(direction);
        for (sense, step) in [(1i32, step), (-1, -step)] {
            let mut seen = EMPTY;
            for distance in 1..=self.tables.reach() as i32 {
                let at = bit as i32 + sense * distance;
                let cell = word >> (2 * at) & 3;
                seen |= cell;
                if seen == WALL {
                    // An edge, or stones of both colours: neither side feels what is beyond.
                    break;
                }
                if cell == EMPTY {
                    let index = (point.index() as i32 + distance * step) as usize & (POINTS - 1);
                    let shapes = self.tables.shapes(Words::window_at(word, at as u32));
                    self.change(index, direction as usize, shapes);
                }
            }
        }
    }

    /// Gives an empty point new shapes on one of its lines.
    #[inline]
    fn change(&mut self, index: usize, direction: usize, shapes: BySide<Shape>) {
        let before = self.points[index];
        let mut state = before;
        for side in Side::BOTH {
            state.shapes[side] = before.shapes[side].with(direction, shapes[side]);
        }
        if state.shapes == before.shapes {
            return;
        }
        self.changes.push((index as u16, before));
        for side in Side::BOTH {
            if state.shapes[side] == before.shapes[side] {
                continue;
            }
            let code = self.tables.code(state.shapes[side]);
            let (old, new) =
                (self.tables.worth(side, before.code[side]), self.tables.worth(side, code));
            state.code[side] = code;
            state.threat[side] = new.threat;
            let gain = i32::from(new.value) - i32::from(old.value);
            self.totals.value += if side == Side::Black { gain } else { -gain };
            if new.threat != old.threat {
                self.threats[side][old.threat as usize].toggle(index);
                self.threats[side][new.threat as usize].toggle(index);
                self.totals.counts[side][old.threat as usize] -= 1;
                self.totals.counts[side][new.threat as usize] += 1;
            }
        }
        self.points[index] = state;
    }

    /// Gives a point back what was known of it. The totals are restored as a whole.
    #[inline]
    fn restore(&mut self, index: usize, before: PointState) {
        let now = std::mem::replace(&mut self.points[index & (POINTS - 1)], before);
        for side in Side::BOTH {
            if now.threat[side] != before.threat[side] {
                self.threats[side][now.threat[side] as usize].toggle(index);
                self.threats[side][before.threat[side] as usize].toggle(index);
            }
        }
    }

    /// Counts an empty point in.
    fn enter(&mut self, point: Point) {
        self.toggle_threats(point.index());
        self.weigh(point, 1);
    }

    /// Counts a point out that will not be empty any more.
    fn leave(&mut self, point: Point) {
        self.toggle_threats(point.index());
        self.weigh(point, -1);
    }

    fn weigh(&mut self, point: Point, sign: i32) {
        let state = *self.state(point);
        for side in Side::BOTH {
            let value = i32::from(self.tables.worth(side, state.code[side]).value) * sign;
            self.totals.value += if side == Side::Black { value } else { -value };
            let count = &mut self.totals.counts[side][state.threat[side] as usize];
            *count = count.wrapping_add_signed(sign as i16);
        }
    }

    fn toggle_threats(&mut self, index: usize) {
        let state = self.points[index & (POINTS - 1)];
        for side in Side::BOTH {
            self.threats[side][state.threat[side] as usize].toggle(index);
        }
    }
}

/// Positions are equal if everything that is known of them is; how they came about is not.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let same_points =
            |point: Point| !self.is_free(point) || self.state(point) == other.state(point);
        self.size == other.size
            && self.rule() == other.rule()
            && self.to_move == other.to_move
            && self.key == other.key
            && self.words == other.words
            && self.board == other.board
            && self.threats == other.threats
            && self.totals == other.totals
            && self.size.points().all(same_points)
    }
}
