//! A game: a position that was set up, the moves since, and how it ended.

use std::fmt;

use crate::{Board, Fouls, Placement, Point, Rule, Side, Size, renju, symmetry, zobrist};

/// What a player does in his turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Puts a stone on a point.
    Stone(Point),
    /// Puts no stone. It ends no game by itself, however often it happens: people use it to ask
    /// what the other side threatens.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Stone(point) => fmt::Display::fmt(point, f),
            Move::Pass => f.write_str("--"),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side won.
    Win(Side, WinReason),
    /// Nobody won.
    Draw(DrawReason),
}

/// Why a side won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// It made five, as the rule counts it.
    Five,
    /// Black played a forbidden point.
    Forbidden(Fouls),
    /// The other side gave up.
    Resignation,
    /// The other side's time was over.
    Time,
    /// The other side broke the rules of play: an illegal move, a crash.
    Forfeit,
}

/// Why nobody won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// No empty point is left.
    FullBoard,
    /// Both sides, or a referee, called it a draw.
    Agreement,
}

impl Outcome {
    /// Who won, if anybody did.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side, _) => Some(side),
            Outcome::Draw(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(side, reason) => write!(f, "{side} wins: {reason}"),
            Outcome::Draw(DrawReason::FullBoard) => f.write_str("draw: the board is full"),
            Outcome::Draw(DrawReason::Agreement) => f.write_str("draw: agreed"),
        }
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WinReason::Five => f.write_str("five in a row"),
            WinReason::Forbidden(fouls) => write!(f, "black played a forbidden {fouls}"),
            WinReason::Resignation => f.write_str("the other side resigned"),
            WinReason::Time => f.write_str("the other side's time was over"),
            WinReason::Forfeit => f.write_str("the other side broke the rules of play"),
        }
    }
}

/// A move that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// A stone lies there.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The board is too small for that point.
    #[error("{0} is off the board")]
    OffBoard(Point),
    /// The game has ended.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
}

/// Stones that cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalSetup {
    /// Two stones on one point.
    #[error("{0} is set twice")]
    Twice(Point),
    /// The board is too small for that point.
    #[error("{0} is off the board")]
    OffBoard(Point),
    /// The position is already won.
    #[error("{0} already has five at {1}")]
    AlreadyWon(Side, Point),
}

/// A game under one rule, from the empty board or from any set-up.
///
/// ```
/// # use tengen_core::{Game, Outcome, Rule, Side, Size, WinReason};
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9", "l8"] {
///     game.play(point.parse()?)?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Win(Side::Black, WinReason::Five)));
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    rule: Rule,
    start: Board,
    first_to_move: Side,
    board: Board,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game from the empty board, Black to move.
    pub fn new(size: Size, rule: Rule) -> Game {
        Game::on(Board::new(size), rule, Side::Black)
    }

    /// A game from stones of any number and colour.
    ///
    /// # Errors
    /// If a stone is off the board or set twice, or if one side already has five. A row of Black's
    /// that is too long for renju is no five and stays a lifeless row.
    pub fn from_setup(
        size: Size,
        rule: Rule,
        stones: impl IntoIterator<Item = (Point, Side)>,
        to_move: Side,
    ) -> Result<Game, IllegalSetup> {
        let mut board = Board::new(size);
        for (point, side) in stones {
            if !size.contains(point) {
                return Err(IllegalSetup::OffBoard(point));
            }
            if !board.is_free(point) {
                return Err(IllegalSetup::Twice(point));
            }
            board.place(point, side);
        }
        for side in Side::BOTH {
            if let Some(point) = board.stones(side).find(|&point| board.wins(point, side, rule)) {
                return Err(IllegalSetup::AlreadyWon(side, point));
            }
        }
        Ok(Game::on(board, rule, to_move))
    }

    fn on(board: Board, rule: Rule, first_to_move: Side) -> Game {
        let outcome = board.is_full().then_some(Outcome::Draw(DrawReason::FullBoard));
        Game { rule, start: board.clone(), first_to_move, board, moves: Vec::new(), outcome }
    }

    /// The rule that is played.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// The stones as they lie now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The stones as they lay before the first move.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Who made, or makes, the first move.
    pub fn first_to_move(&self) -> Side {
        self.first_to_move
    }

    /// The moves since the set-up.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whose turn it is; in a finished game, whose it would be.
    pub fn to_move(&self) -> Side {
        if self.moves.len().is_multiple_of(2) { self.first_to_move } else { !self.first_to_move }
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Puts a stone for the side to move.
    ///
    /// A forbidden point can be played: it loses at once. [`Game::is_forbidden`] asks before.
    ///
    /// # Errors
    /// If the point is occupied or off the board, or the game is over; nothing changes then.
    pub fn play(&mut self, point: Point) -> Result<Option<Outcome>, IllegalMove> {
        self.check_running()?;
        if !self.size().contains(point) {
            return Err(IllegalMove::OffBoard(point));
        }
        if !self.board.is_free(point) {
            return Err(IllegalMove::Occupied(point));
        }
        let side = self.to_move();
        let fouls = match self.rule.forbids(side) {
            true => renju::fouls(&self.board, point),
            false => Fouls::default(),
        };
        self.board.place(point, side);
        self.moves.push(Move::Stone(point));
        self.outcome = if self.board.wins(point, side, self.rule) {
            Some(Outcome::Win(side, WinReason::Five))
        } else if !fouls.is_empty() {
            Some(Outcome::Win(!side, WinReason::Forbidden(fouls)))
        } else {
            self.board.is_full().then_some(Outcome::Draw(DrawReason::FullBoard))
        };
        Ok(self.outcome)
    }

    /// Leaves the turn to the other side.
    ///
    /// # Errors
    /// If the game is over.
    pub fn pass(&mut self) -> Result<(), IllegalMove> {
        self.check_running()?;
        self.moves.push(Move::Pass);
        Ok(())
    }

    /// Plays a stone or passes.
    ///
    /// # Errors
    /// As [`Game::play`] and [`Game::pass`].
    pub fn make(&mut self, action: Move) -> Result<Option<Outcome>, IllegalMove> {
        match action {
            Move::Stone(point) => self.play(point),
            Move::Pass => self.pass().map(|()| None),
        }
    }

    /// Ends the game by what no stone shows: resignation, time, agreement.
    ///
    /// # Errors
    /// If the game is already over.
    pub fn end(&mut self, outcome: Outcome) -> Result<(), IllegalMove> {
        self.check_running()?;
        self.outcome = Some(outcome);
        Ok(())
    }

    /// Takes the last move back, and with it whatever ended the game.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        if let Move::Stone(point) = last {
            self.board.remove(point, self.to_move());
        }
        self.outcome = None;
        Some(last)
    }

    /// Whether the side to move would lose by playing the free point `point`.
    pub fn is_forbidden(&self, point: Point) -> bool {
        self.rule.forbids(self.to_move()) && renju::is_forbidden(&self.board, point)
    }

    /// The stones of the rows that won, empty unless somebody made five.
    pub fn winning_rows(&self) -> Vec<Vec<Point>> {
        match (self.outcome, self.moves.last()) {
            (Some(Outcome::Win(side, WinReason::Five)), Some(&Move::Stone(point))) => {
                self.board.winning_rows(point, side, self.rule)
            }
            _ => Vec::new(),
        }
    }

    /// The Zobrist key of the position: stones, side to move, size and rule.
    pub fn key(&self) -> u64 {
        self.board.key() ^ zobrist::frame(self.size(), self.rule, self.to_move())
    }

    /// A key that all eight images of the position share.
    pub fn canonical_key(&self) -> u64 {
        symmetry::canonical_key(&self.board, self.rule, self.to_move())
    }

    /// A key that all eight images share, and all shifts of them as long as at least five free
    /// lines remain to every edge: for opening books.
    pub fn shift_key(&self) -> u64 {
        symmetry::shift_key(&self.board, self.rule, self.to_move())
    }

    /// The ways to lay the stones onto those that stand for all positions of this [`Game::shift_key`]:
    /// one, or several if the position is symmetric. What is known of a point under the key is
    /// carried from one position to another by them.
    pub fn placements(&self) -> Vec<Placement> {
        symmetry::placements(&self.board)
    }

    fn check_running(&self) -> Result<(), IllegalMove> {
        self.outcome.map_or(Ok(()), |outcome| Err(IllegalMove::GameOver(outcome)))
    }
}
