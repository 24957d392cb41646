//! The words of an opening: who acts, what is asked, what is done.

use std::fmt;
use std::ops::{Not, RangeInclusive};
use std::str::FromStr;

use crate::{Point, Side};

/// One of the two players, whatever colour he ends up with. `!player` is the other one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Player {
    /// Acts first.
    First,
    /// Answers.
    Second,
}

impl Not for Player {
    type Output = Player;

    fn not(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}

/// What has to be done next, and by whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which step this is, from one. Several stones put in a row are one step.
    pub number: usize,
    /// How many steps there are as things stand; a choice may change that.
    pub of: usize,
    /// Who has to act.
    pub actor: Player,
    /// Names the step for user interfaces that explain it: the rule and a word, `swap2.choose`.
    pub text: &'static str,
    /// What has to be done.
    pub action: Action,
}

/// What a step asks for; what is already done of it is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Stones, one [`Act::Place`] each.
    Place {
        /// The colours of the stones that are still to be put, in their order.
        colors: Vec<Side>,
        /// Where they may be put.
        zone: Zone,
    },
    /// Fifth moves for Black, one [`Act::Place`] each, of which White will keep one. They lie
    /// anywhere, but no two where a symmetry of the four stones makes them the same.
    Offer {
        /// How many are still to be offered.
        count: usize,
    },
    /// One of these options, by [`Act::Choose`].
    Choose {
        /// The options.
        options: Vec<Choice>,
    },
    /// How many fifth moves there will be, by [`Act::Declare`].
    Declare {
        /// The numbers allowed.
        range: RangeInclusive<u8>,
    },
}

/// Where a stone may be put. Squares are given by their lower left and upper right corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zone {
    /// On the whole board.
    Anywhere,
    /// In this square.
    Inside(Point, Point),
    /// Not in this square.
    Outside(Point, Point),
}

impl Zone {
    /// Whether `point` belongs to the zone.
    pub fn contains(self, point: Point) -> bool {
        let within = |low: Point, high: Point| {
            (low.x()..=high.x()).contains(&point.x()) && (low.y()..=high.y()).contains(&point.y())
        };
        match self {
            Zone::Anywhere => true,
            Zone::Inside(low, high) => within(low, high),
            Zone::Outside(low, high) => !within(low, high),
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Zone::Anywhere => f.write_str("anywhere"),
            Zone::Inside(low, high) if low == high => write!(f, "on {low}"),
            Zone::Inside(low, high) => write!(f, "inside the square from {low} to {high}"),
            Zone::Outside(low, high) => write!(f, "outside the square from {low} to {high}"),
        }
    }
}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Puts one stone, or offers one fifth move.
    Place(Point),
    /// Takes one of the options.
    Choose(Choice),
    /// Says how many fifth moves there will be.
    Declare(u8),
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Place(point) => write!(f, "place {point}"),
            Act::Choose(choice) => write!(f, "choose {choice}"),
            Act::Declare(number) => write!(f, "declare {number}"),
        }
    }
}

/// One of the options of a choice.
///
/// ```
/// # use tengen_core::opening::Choice;
/// assert_eq!("place-two".parse(), Ok(Choice::PlaceTwo));
/// assert_eq!("h9".parse::<Choice>()?.to_string(), "h9");
/// # Ok::<(), tengen_core::opening::ParseChoiceError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Stays White.
    StayWhite,
    /// Plays Black from now on.
    TakeBlack,
    /// Plays White from now on.
    TakeWhite,
    /// Puts two more stones and leaves the choice to the other.
    PlaceTwo,
    /// Exchanges the colours.
    Swap,
    /// Leaves the colours as they are.
    Stay,
    /// Leaves the colours as they are and offers ten fifth moves.
    OfferTen,
    /// Keeps this one of the offered fifth moves.
    Keep(Point),
}

impl Choice {
    /// The choices that have a name of their own; the others are called like their point.
    const NAMED: [Choice; 7] = [
        Choice::StayWhite,
        Choice::TakeBlack,
        Choice::TakeWhite,
        Choice::PlaceTwo,
        Choice::Swap,
        Choice::Stay,
        Choice::OfferTen,
    ];
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::StayWhite => f.write_str("stay-white"),
            Choice::TakeBlack => f.write_str("take-black"),
            Choice::TakeWhite => f.write_str("take-white"),
            Choice::PlaceTwo => f.write_str("place-two"),
            Choice::Swap => f.write_str("swap"),
            Choice::Stay => f.write_str("stay"),
            Choice::OfferTen => f.write_str("offer-ten"),
            Choice::Keep(point) => fmt::Display::fmt(point, f),
        }
    }
}

/// A text that names no choice of any opening rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is neither a choice nor a point")]
pub struct ParseChoiceError(String);

impl FromStr for Choice {
    type Err = ParseChoiceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Choice::NAMED
            .into_iter()
            .find(|choice| choice.to_string().eq_ignore_ascii_case(text))
            .or_else(|| text.parse().ok().map(Choice::Keep))
            .ok_or_else(|| ParseChoiceError(text.chars().take(20).collect()))
    }
}
