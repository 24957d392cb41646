//! What people type in an opening.

use std::fmt;
use std::str::FromStr;

use tengen_core::opening::{Act, Action, Choice};

/// A point, a choice or a number. What a point means depends on the step: a stone, an offer, or the
/// offer that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Choice(Choice),
    Number(u8),
}

impl Word {
    /// What it means where `action` is asked for.
    pub(crate) fn act(self, action: &Action) -> Act {
        match (self, action) {
            (Word::Choice(Choice::Keep(point)), Action::Place { .. } | Action::Offer { .. }) => {
                Act::Place(point)
            }
            (Word::Choice(choice), _) => Act::Choose(choice),
            (Word::Number(number), _) => Act::Declare(number),
        }
    }

    /// The word for an act.
    pub(crate) fn of(act: Act) -> Word {
        match act {
            Act::Place(point) => Word::Choice(Choice::Keep(point)),
            Act::Choose(choice) => Word::Choice(choice),
            Act::Declare(number) => Word::Number(number),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Choice(choice) => fmt::Display::fmt(choice, f),
            Word::Number(number) => fmt::Display::fmt(number, f),
        }
    }
}

impl FromStr for Word {
    type Err = String;

    fn from_str(text: &str) -> Result<Word, String> {
        match text.parse() {
            Ok(number) => Ok(Word::Number(number)),
            Err(_) => text.parse().map(Word::Choice).map_err(|error| error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::opening::Zone;

    use super::*;

    #[test]
    fn a_point_is_a_stone_or_what_is_kept_by_what_is_asked_for() {
        let word: Word = "h8".parse().unwrap();
        let point = "h8".parse().unwrap();
        let place = Action::Place { colors: Vec::new(), zone: Zone::Anywhere };
        assert_eq!(word.act(&place), Act::Place(point));
        assert_eq!(word.act(&Action::Offer { count: 2 }), Act::Place(point));
        let keep = Action::Choose { options: vec![Choice::Keep(point)] };
        assert_eq!(word.act(&keep), Act::Choose(Choice::Keep(point)));
        assert_eq!("5".parse::<Word>().unwrap().act(&keep), Act::Declare(5));
        assert_eq!(Word::of(Act::Choose(Choice::OfferTen)).to_string(), "offer-ten");
    }
}
