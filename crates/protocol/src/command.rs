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
    /// Stop thinking and answer now (`YXSTOP`, `STOP`).
    Stop,
    /// Something else; the word in upper case.
    Unknown(String),
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

/// As the manager sends it; a board takes several lines.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Start(size) => write!(f, "START {size}"),
            Command::Begin => f.write_str("BEGIN"),
            Command::Turn(spot) => write!(f, "TURN {spot}"),
            Command::Board(stones) => {
                f.write_str("BOARD\n")?;
                for Stone { spot, owner } in stones {
                    writeln!(f, "{spot},{}", owner.field())?;
                }
                f.write_str("DONE")
            }
            Command::Info(info) => write!(f, "INFO {info}"),
            Command::End => f.write_str("END"),
            Command::About => f.write_str("ABOUT"),
            Command::Restart => f.write_str("RESTART"),
            Command::TakeBack(spot) => write!(f, "TAKEBACK {spot}"),
            Command::Stop => f.write_str("YXSTOP"),
            Command::Unknown(word) => f.write_str(word),
        }
    }
}
