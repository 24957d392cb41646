//! A position: the board, and everything the search wants to know of it, kept incrementally.

use std::sync::Arc;

use tengen_core::{Board, Direction, Game, Move, Point, Rule, Side, Size, zobrist};

use crate::network::accumulator::Accumulator;
use crate::pattern::tables::{EMPTY, PatternTables};
use crate::pattern::weights::PatternValue;
use crate::{PatternCode, Shapes, Threat};

pub(crate) mod candidates;
pub(crate) mod defence;
pub(crate) mod eval;
mod features;
mod field;
pub(crate) mod set;
pub(crate) mod words;
use field::{Field, Mark};
use words::Words;

/// What a move changed.
#[derive(Clone, Debug)]
struct Played {
    /// None for a pass.
    point: Option<Point>,
    /// What was known before.
    mark: Mark,
}

/// The board with shapes, threats, values and candidates.
///
/// A position trusts its callers: moves are asserted in debug builds only.
#[derive(Clone, Debug)]
pub struct Position {
    tables: Arc<PatternTables>,
    size: Size,
    to_move: Side,
    key: u64,
    words: Words,
    /// The stones once more where the rule forbids points: that test wants a board.
    board: Option<Box<Board>>,
    /// What is known of the empty points.
    field: Box<Field>,
    free: usize,
    played: Vec<Played>,
    /// The features of the network, where they are wanted.
    features: Option<Box<Accumulator>>,
}

impl Position {
    /// The empty board, Black to move.
    pub fn new(size: Size, tables: Arc<PatternTables>) -> Position {
        Position::from_board(&Board::new(size), Side::Black, tables)
    }

    /// The position of a game.
    ///
    /// # Panics
    /// If the tables are those of another rule.
    pub fn of(game: &Game, tables: Arc<PatternTables>) -> Position {
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
    pub fn from_board(board: &Board, to_move: Side, tables: Arc<PatternTables>) -> Position {
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
            field: Box::default(),
            free: size.area() - board.stone_count(),
            played: Vec::new(),
            features: None,
        };
        for point in board.free_points() {
            position
                .field
                .enter(&position.tables, point, |line| position.words.window(point, line));
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

    /// The point of the last move, if it was a stone.
    pub fn last_point(&self) -> Option<Point> {
        self.played.last().and_then(|played| played.point)
    }

    /// The point of the move before the last one, if it was a stone.
    pub fn point_before(&self) -> Option<Point> {
        self.played.iter().nth_back(1).and_then(|played| played.point)
    }

    /// The Zobrist key, the same as [`Game::key`].
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a stone of the side to move.
    pub(crate) fn key_after(&self, point: Point) -> u64 {
        self.key ^ zobrist::stone(self.to_move(), point) ^ zobrist::SIDE
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
        self.field.value()
    }

    /// What all empty points add for the side to move.
    pub fn tempo(&self) -> i32 {
        self.field.tempo()
    }

    /// What the lines through an empty point become if `side` plays there.
    #[inline]
    pub fn shapes(&self, point: Point, side: Side) -> Shapes {
        self.field.shapes(point, side)
    }

    /// The pattern code of an empty point.
    #[inline]
    pub fn code(&self, point: Point, side: Side) -> PatternCode {
        self.tables.code(self.shapes(point, side))
    }

    /// What `side` threatens by playing an empty point.
    #[inline]
    pub fn threat(&self, point: Point, side: Side) -> Threat {
        self.pattern_value(point, side).threat()
    }

    /// How many points are this threat for `side`.
    #[inline]
    pub fn count(&self, side: Side, threat: Threat) -> usize {
        self.field.count(side, threat)
    }

    /// The points that are this threat for `side`.
    pub fn points(&self, side: Side, threat: Threat) -> impl Iterator<Item = Point> {
        self.field.threats(side, threat).iter()
    }

    /// The first of them.
    #[inline]
    pub fn first_point(&self, side: Side, threat: Threat) -> Option<Point> {
        self.field.threats(side, threat).first()
    }

    /// Puts a stone of the side to move.
    pub fn play(&mut self, point: Point) {
        debug_assert!(self.is_free(point), "{point} is not free");
        self.played.push(Played { point: Some(point), mark: self.field.mark() });
        self.field.leave(point);
        self.free -= 1;
        self.words.toggle(point, self.to_move);
        if let Some(board) = &mut self.board {
            board.place(point, self.to_move);
        }
        self.key ^= zobrist::stone(self.to_move, point);
        if let Some(features) = &mut self.features {
            features.play(point, self.to_move);
        }
        for direction in Direction::ALL {
            let (word, cell) = self.words.line(point, direction);
            self.field.refresh(&self.tables, point, direction, word, cell);
        }
        self.turn();
    }

    /// Leaves the turn to the other side.
    pub fn pass(&mut self) {
        self.played.push(Played { point: None, mark: self.field.mark() });
        self.turn();
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// If no move was made since the position was set up.
    pub fn undo(&mut self) {
        let played = self.played.pop().expect("there is a move to take back");
        self.turn();
        self.field.restore(played.point, &played.mark);
        if let Some(point) = played.point {
            self.free += 1;
            self.words.toggle(point, self.to_move);
            if let Some(board) = &mut self.board {
                board.remove(point, self.to_move);
            }
            self.key ^= zobrist::stone(self.to_move, point);
            if let Some(features) = &mut self.features {
                features.undo();
            }
        }
    }

    /// Keeps the features of the network from here on, if the tables have one: for
    /// [`Position::value_by_network`] and [`Position::policies_by_network`]. Moves made before must not be taken
    /// back after that.
    #[must_use]
    pub fn with_features(mut self) -> Position {
        if let Some(network) = self.tables.network() {
            let stones = self.size.points().filter_map(|point| Some((point, self.at(point)?)));
            self.features = Some(Box::new(Accumulator::new(network.clone(), self.size, stones)));
        }
        self
    }

    /// Whether no empty point is left.
    pub fn is_full(&self) -> bool {
        self.free == 0
    }

    /// How many points are empty.
    pub(crate) fn free_count(&self) -> usize {
        self.free
    }

    /// The empty points within two rows and columns of a stone, row by row.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = Point> {
        self.words.neighbours(self.size)
    }

    /// What the pattern of an empty point is worth to `side`.
    #[inline]
    pub(crate) fn pattern_value(&self, point: Point, side: Side) -> PatternValue {
        self.field.pattern_value(point, side)
    }

    /// The tables of the rule, to share with other positions.
    pub fn shared_tables(&self) -> Arc<PatternTables> {
        self.tables.clone()
    }

    /// The tables of the rule.
    pub(crate) fn tables(&self) -> &PatternTables {
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
}

/// Positions are equal if everything that is known of them is; how they came about is not.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let same_point =
            |point: Point| !self.is_free(point) || self.field.is_same_at(point, &other.field);
        self.size == other.size
            && self.rule() == other.rule()
            && self.to_move == other.to_move
            && self.key == other.key
            && self.words == other.words
            && self.board == other.board
            && self.field.has_same_totals(&other.field)
            && self.size.points().all(same_point)
    }
}
