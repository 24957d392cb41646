//! What each opening rule asks, as tables: the tasks in their order.
//!
//! A task belongs to the player who holds a colour when its turn comes. That is all it takes to name the
//! players of every rule: the first player begins with Black, so "the other may swap" after a
//! black stone is a task of White's, and the other way round.

use super::{Choice, OpeningRule, Zone};
use crate::{Point, Side, Size};

use Area::{Anywhere, Beyond, Central};
use Choice::{OfferTen, PlaceTwo, Stay, StayWhite, Swap, TakeBlack, TakeWhite};
use Side::{Black, White};

/// One step of a rule, the same for every board.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Task {
    pub(super) text: &'static str,
    /// The colour whose holder has to act.
    pub(super) by: Side,
    pub(super) deed: Deed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// Stones up to the move of this number.
    Place(usize, Area),
    /// One of these options.
    Choose(&'static [Choice]),
    /// A number of fifth moves, at most this.
    Declare(u8),
    /// As many fifth moves as were declared; this many where nobody declares.
    Offer(u8),
    /// One of the offers.
    Keep,
}

/// A part of the board around its centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Area {
    Anywhere,
    /// The central square with this many lines.
    Central(u8),
    /// Everything outside the central square with this many lines.
    Beyond(u8),
}

impl Area {
    pub(super) fn on(self, size: Size) -> Zone {
        let corner = |n| Point::new(n, n).expect("the rule suits the board");
        let low = |lines| corner((size.lines() - lines) / 2);
        let high = |lines| corner((size.lines() + lines) / 2 - 1);
        match self {
            Anywhere => Zone::Anywhere,
            Central(lines) => Zone::Inside(low(lines), high(lines)),
            Beyond(lines) => Zone::Outside(low(lines), high(lines)),
        }
    }
}

/// The tasks of `rule` unless somebody chooses a detour.
pub(super) fn of(rule: OpeningRule) -> &'static [Task] {
    match rule {
        OpeningRule::None => &[],
        OpeningRule::SwapFirst => SWAP_FIRST,
        OpeningRule::Swap => SWAP,
        OpeningRule::Swap2 => SWAP2,
        OpeningRule::Pro => PRO,
        OpeningRule::LongPro => LONG_PRO,
        OpeningRule::Rif => RIF,
        OpeningRule::Yamaguchi => YAMAGUCHI,
        OpeningRule::Soosyrv8 => SOOSYRV8,
        OpeningRule::Taraguchi10 => TARAGUCHI10,
    }
}

const SWAP_FIRST: &[Task] = &[
    place("swap-first.place", Black, 1, Anywhere),
    choose("swap-first.choose", White, &[StayWhite, TakeBlack]),
];

const SWAP: &[Task] = &[
    place("swap.place", Black, 3, Anywhere),
    choose("swap.choose", White, &[StayWhite, TakeBlack]),
];

const SWAP2: &[Task] = &[
    place("swap2.place", Black, 3, Anywhere),
    choose("swap2.choose", White, &[StayWhite, TakeBlack, PlaceTwo]),
];

/// What follows when the second player of swap2 puts two more stones.
pub(super) const PLACE_TWO: &[Task] = &[
    place("swap2.place-two", White, 5, Anywhere),
    choose("swap2.choose-side", Black, &[TakeBlack, TakeWhite]),
];

const PRO: &[Task] = &[
    place("pro.place", Black, 1, Central(1)),
    place("pro.place", White, 2, Anywhere),
    place("pro.place", Black, 3, Beyond(5)),
];

const LONG_PRO: &[Task] = &[
    place("long-pro.place", Black, 1, Central(1)),
    place("long-pro.place", White, 2, Anywhere),
    place("long-pro.place", Black, 3, Beyond(7)),
];

const MAY_SWAP: &[Choice] = &[Swap, Stay];

const RIF: &[Task] = &[
    place("rif.place", Black, 1, Central(1)),
    place("rif.place", Black, 2, Central(3)),
    place("rif.place", Black, 3, Central(5)),
    choose("rif.swap", White, MAY_SWAP),
    place("rif.place", White, 4, Anywhere),
    offer("rif.offer", 2),
    keep("rif.keep"),
];

/// The most fifth moves of Yamaguchi. The rule itself sets no limit; nobody declares more.
const YAMAGUCHI_MOST: u8 = 12;

const YAMAGUCHI: &[Task] = &[
    place("yamaguchi.place", Black, 1, Central(1)),
    place("yamaguchi.place", Black, 2, Central(3)),
    place("yamaguchi.place", Black, 3, Central(5)),
    declare("yamaguchi.declare", Black, YAMAGUCHI_MOST),
    choose("yamaguchi.swap", White, MAY_SWAP),
    place("yamaguchi.place", White, 4, Anywhere),
    offer("yamaguchi.offer", YAMAGUCHI_MOST),
    keep("yamaguchi.keep"),
];

const SOOSYRV8: &[Task] = &[
    place("soosyrv8.place", Black, 1, Central(1)),
    place("soosyrv8.place", Black, 2, Central(3)),
    place("soosyrv8.place", Black, 3, Central(5)),
    choose("soosyrv8.swap", White, MAY_SWAP),
    place("soosyrv8.place", White, 4, Anywhere),
    declare("soosyrv8.declare", White, 8),
    choose("soosyrv8.swap", Black, MAY_SWAP),
    offer("soosyrv8.offer", 8),
    keep("soosyrv8.keep"),
];

const TARAGUCHI10: &[Task] = &[
    place("taraguchi10.place", Black, 1, Central(1)),
    choose("taraguchi10.swap", White, MAY_SWAP),
    place("taraguchi10.place", White, 2, Central(3)),
    choose("taraguchi10.swap", Black, MAY_SWAP),
    place("taraguchi10.place", Black, 3, Central(5)),
    choose("taraguchi10.swap", White, MAY_SWAP),
    place("taraguchi10.place", White, 4, Central(7)),
    choose("taraguchi10.choose", Black, &[Swap, Stay, OfferTen]),
    place("taraguchi10.place", Black, 5, Central(9)),
    choose("taraguchi10.swap", White, MAY_SWAP),
];

/// What follows when Black of Taraguchi-10 offers ten fifth moves.
pub(super) const OFFER_TEN: &[Task] = &[offer("taraguchi10.offer", 10), keep("taraguchi10.keep")];

const fn place(text: &'static str, by: Side, last: usize, area: Area) -> Task {
    Task { text, by, deed: Deed::Place(last, area) }
}

const fn choose(text: &'static str, by: Side, options: &'static [Choice]) -> Task {
    Task { text, by, deed: Deed::Choose(options) }
}

const fn declare(text: &'static str, by: Side, most: u8) -> Task {
    Task { text, by, deed: Deed::Declare(most) }
}

const fn offer(text: &'static str, most: u8) -> Task {
    Task { text, by: Black, deed: Deed::Offer(most) }
}

const fn keep(text: &'static str) -> Task {
    Task { text, by: White, deed: Deed::Keep }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_begins_with_the_name_of_its_rule() {
        let detours = [(OpeningRule::Swap2, PLACE_TWO), (OpeningRule::Taraguchi10, OFFER_TEN)];
        let scripts = OpeningRule::ALL.map(|rule| (rule, of(rule)));
        for (rule, tasks) in scripts.into_iter().chain(detours) {
            for task in tasks {
                assert_eq!(task.text.split_once('.').map(|(name, _)| name), Some(rule.name()));
            }
        }
    }
}
