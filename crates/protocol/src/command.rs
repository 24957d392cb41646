//! What a manager asks of an engine.

use std::fmt;

use tengen_core::Size;

use crate::{Info, Spot};

/// A command of the manager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A new game on an empty board.
    Start(Size),
    /// The engine makes the first move.
    Begin,
    /// The opponent has played here; it is the engine's turn.
    Turn(Spot),
    /// These stones lie on the board; it is the engine's turn.
    Board(Vec<Stone>),
    /// A setting; never answered.
    Info(Info),
    /// The engine is no longer needed.
    End,
    /// Who are you?
    About,
    /// A new game on the same board.
    Restart,
    /// The stone here goes away.
    TakeBack(Spot),
    /// The engine is to make this very move (`PLAY`).
    Play(Spot),
    /// A step of the opening swap2: the stones so far, in the order of the moves.
    Swap2Board(Vec<Spot>),
    /// Stop thinking and answer now (`YXSTOP`, `STOP`).
    Stop,
    /// A board with a user sits here: what may it offer (`YXSHOWINFO`)?
    ShowInfo,
    /// These stones lie on the board; nothing is asked (`YXBOARD`).
    SetBoard(Vec<Stone>),
    /// This many PVs of the position, and the best move (`YXNBEST`).
    Best(usize),
    /// All moves, and which of them lose (`YXSEARCHDEFEND`).
    SearchDefend,
    /// One or two moves after which the position has this value (`YXBALANCEONE`, `YXBALANCETWO`).
    Balance {
        /// How many moves.
        moves: Balanced,
        /// The value that is wanted, seen by the side to move; zero is an even game.
        value: i32,
    },
    /// Forget what was searched (`YXHASHCLEAR`).
    ClearHash,
    /// How full is the table (`YXSHOWHASHUSAGE`)?
    ShowHashUsage,
    /// Which points are forbidden (`YXSHOWFORBID`)?
    ShowForbidden,
    /// These points are no moves from now on (`YXBLOCK`).
    Block(Vec<Spot>),
    /// These are moves again (`YXBLOCKUNDO`).
    Unblock(Vec<Spot>),
    /// All points are moves again (`YXBLOCKRESET`).
    UnblockAll,
    /// A step of the opening swap2 as Yixin-Board asks for it, from the first to the third; the
    /// stones came before.
    Swap2Step(u8),
    /// Something else; the word in upper case.
    Unknown(String),
}

/// How many moves a balance search is to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balanced {
    /// One move.
    One,
    /// A move of either side.
    Two,
}

/// A stone of a `BOARD` block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    /// Where it lies.
    pub spot: Spot,
    /// Whose it is.
    pub owner: Owner,
}

/// Whose a stone is, seen by the engine that is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The engine's own.
    Own,
    /// The opponent's.
    Opponent,
    /// Of a row that has already won in a continuous game: nobody can use it.
    Nobody,
}

impl Owner {
    /// The number that stands for the owner.
    pub const fn field(self) -> u32 {
        match self {
            Owner::Own => 1,
            Owner::Opponent => 2,
            Owner::Nobody => 3,
        }
    }

    /// The owner for whom this number stands.
    pub const fn from_field(field: u32) -> Option<Owner> {
        match field {
            1 => Some(Owner::Own),
            2 => Some(Owner::Opponent),
            3 => Some(Owner::Nobody),
            _ => None,
        }
    }
}

/// As a line of a block.
impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.spot, self.owner.field())
    }
}

/// As the manager sends it; a board takes several lines.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Start(size) => write!(f, "START {size}"),
            Command::Begin => f.write_str("BEGIN"),
            Command::Turn(spot) => write!(f, "TURN {spot}"),
            Command::Board(stones) => block(f, "BOARD", stones),
            Command::Info(info) => write!(f, "INFO {info}"),
            Command::End => f.write_str("END"),
            Command::About => f.write_str("ABOUT"),
            Command::Restart => f.write_str("RESTART"),
            Command::TakeBack(spot) => write!(f, "TAKEBACK {spot}"),
            Command::Play(spot) => write!(f, "PLAY {spot}"),
            Command::Swap2Board(spots) => block(f, "SWAP2BOARD", spots),
            Command::Stop => f.write_str("YXSTOP"),
            Command::ShowInfo => f.write_str("YXSHOWINFO"),
            Command::SetBoard(stones) => block(f, "YXBOARD", stones),
            Command::Best(lines) => write!(f, "YXNBEST {lines}"),
            Command::SearchDefend => f.write_str("YXSEARCHDEFEND"),
            Command::Balance { moves: Balanced::One, value } => write!(f, "YXBALANCEONE {value}"),
            Command::Balance { moves: Balanced::Two, value } => write!(f, "YXBALANCETWO {value}"),
            Command::ClearHash => f.write_str("YXHASHCLEAR"),
            Command::ShowHashUsage => f.write_str("YXSHOWHASHUSAGE"),
            Command::ShowForbidden => f.write_str("YXSHOWFORBID"),
            Command::Block(spots) => block(f, "YXBLOCK", spots),
            Command::Unblock(spots) => block(f, "YXBLOCKUNDO", spots),
            Command::UnblockAll => f.write_str("YXBLOCKRESET"),
            Command::Swap2Step(step) => write!(f, "YXSWAP2STEP{step}"),
            Command::Unknown(word) => f.write_str(word),
        }
    }
}

/// A command whose data stand on lines of their own.
fn block(f: &mut fmt::Formatter<'_>, word: &str, data: &[impl fmt::Display]) -> fmt::Result {
    writeln!(f, "{word}")?;
    data.iter().try_for_each(|line| writeln!(f, "{line}"))?;
    f.write_str("DONE")
}
