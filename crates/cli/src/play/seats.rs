//! Which sides are played by a person.

use std::fmt;

use clap::ValueEnum;
use tengen_core::Side;

/// What the person at the board plays; the engine plays the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Seats {
    Black,
    White,
    Both,
    None,
}

impl Seats {
    /// Whether a person plays this side.
    pub(super) fn hold(self, side: Side) -> bool {
        match self {
            Seats::Black => side == Side::Black,
            Seats::White => side == Side::White,
            Seats::Both => true,
            Seats::None => false,
        }
    }

    /// The seats after black and white have changed places.
    pub(super) fn exchanged(self) -> Seats {
        match self {
            Seats::Black | Seats::White => self.swapped(),
            Seats::Both | Seats::None => self,
        }
    }

    /// The seats after person and engine have changed places.
    pub(super) fn swapped(self) -> Seats {
        match self {
            Seats::Black => Seats::White,
            Seats::White => Seats::Black,
            Seats::Both => Seats::None,
            Seats::None => Seats::Both,
        }
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seats::Black => "black",
            Seats::White => "white",
            Seats::Both => "both",
            Seats::None => "none",
        })
    }
}
