//! Why an opening, or something done in it, is refused: sentences for users.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Action, Choice, OpeningRule, Player, Zone};
use crate::{Point, Size};

/// A board on which a rule cannot be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{rule} needs an odd number of lines, at least {}; this board has {size}",
    rule.least_lines()
)]
pub struct OpeningUnsuited {
    /// The opening rule.
    pub rule: OpeningRule,
    /// The board's size.
    pub size: Size,
}

/// Something that cannot be done now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Ordinary play has begun.
    #[error("the opening is over")]
    Over,
    /// The other player, named here, has to act.
    #[error("it is the {0} player's turn")]
    NotYourTurn(Player),
    /// Something else is asked for, as said here.
    #[error("{0}")]
    WrongAct(Action),
    /// The board is too small for that point.
    #[error("{0} is off the board")]
    OffBoard(Point),
    /// A stone lies there.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The stone has to be put elsewhere.
    #[error("{point} is not allowed: the stone must lie {zone}")]
    OutOfZone {
        /// Where the stone was to be put.
        point: Point,
        /// Where it may be put.
        zone: Zone,
    },
    /// The very same fifth move was offered before.
    #[error("{0} is already offered")]
    AlreadyOffered(Point),
    /// A fifth move that differs only by symmetry was offered before.
    #[error("{point} is the same as {offer} by symmetry, which is already offered")]
    Symmetric {
        /// The refused fifth move.
        point: Point,
        /// The offer it repeats.
        offer: Point,
    },
    /// The choice is none of those given.
    #[error("{choice} is not an option; choose {}", listed(options))]
    NotAnOption {
        /// What was chosen.
        choice: Choice,
        /// What there is to choose from.
        options: Vec<Choice>,
    },
    /// The number is too small or too large.
    #[error("{number} is out of range; declare {}", numbers(range))]
    OutOfRange {
        /// What was declared.
        number: u8,
        /// The numbers allowed.
        range: RangeInclusive<u8>,
    },
    /// The last act was not this player's.
    #[error("the {0} player has nothing to take back")]
    NothingToTakeBack(Player),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place { zone, .. } => write!(f, "a stone is to be put now, {zone}"),
            Action::Offer { .. } => f.write_str("a fifth move is to be offered now"),
            Action::Choose { options } => {
                write!(f, "a choice is to be made now: {}", listed(options))
            }
            Action::Declare { range } => {
                write!(f, "the number of fifth moves is to be declared now: {}", numbers(range))
            }
        }
    }
}

fn numbers(range: &RangeInclusive<u8>) -> String {
    format!("{} to {}", range.start(), range.end())
}

/// `swap, stay or offer-ten`.
fn listed(options: &[Choice]) -> String {
    let names: Vec<String> = options.iter().map(Choice::to_string).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}
