//! The rules of the game: what wins.

use std::fmt;
use std::str::FromStr;

use crate::Side;

/// An unbroken row of one side's stones on a line, as long as it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// How many stones.
    pub length: u32,
    /// How many of its two ends touch an enemy stone. The board's edge does not count.
    pub stopped_ends: u32,
}

/// Which of the games is played.
///
/// ```
/// # use tengen_core::Rule;
/// assert_eq!("renju".parse(), Ok(Rule::Renju));
/// assert_eq!(Rule::CaroExact.code(), 9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five win; a longer row is nothing.
    Standard,
    /// Exactly five win for Black, five or more for White; Black has forbidden points.
    Renju,
    /// Five wins unless enemy stones stop both its ends; a longer row always wins.
    Caro,
    /// Exactly five wins unless enemy stones stop both its ends.
    CaroExact,
}

impl Rule {
    /// All rules, in the order of their protocol codes.
    pub const ALL: [Rule; 5] =
        [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact];

    /// Whether this row ends the game. The one place that knows what "five" means.
    pub const fn wins(self, side: Side, run: Run) -> bool {
        match (self, side) {
            (Rule::Freestyle, _) | (Rule::Renju, Side::White) => run.length >= 5,
            (Rule::Standard, _) | (Rule::Renju, Side::Black) => run.length == 5,
            // Only enemy stones stop an end; the edge never does.
            (Rule::Caro, _) => run.length > 5 || run.length == 5 && run.stopped_ends < 2,
            (Rule::CaroExact, _) => run.length == 5 && run.stopped_ends < 2,
        }
    }

    /// Whether a five still wins with enemy stones at both its ends. Where it does not, one stone
    /// can spoil a five without lying on it.
    pub const fn lets_stopped_fives_win(self, side: Side) -> bool {
        self.wins(side, Run { length: 5, stopped_ends: 2 })
    }

    /// Whether this rule forbids some points to `side`.
    pub const fn forbids(self, side: Side) -> bool {
        matches!((self, side), (Rule::Renju, Side::Black))
    }

    /// The number that stands for this rule in the Gomocup protocol.
    pub const fn code(self) -> u8 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
            Rule::CaroExact => 9,
        }
    }

    /// The rule with this protocol code.
    pub fn from_code(code: u8) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.code() == code)
    }

    /// The rule's name, as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro-exact",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a rule; the rules are {rules}", rules = Rule::ALL.map(Rule::name).join(", "))]
pub struct ParseRuleError(String);

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Rule::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRuleError(text.chars().take(20).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_lead_back_to_their_rule() {
        for rule in Rule::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
            assert_eq!(Rule::from_code(rule.code()), Some(rule));
        }
        assert_eq!(Rule::from_code(2), None);
    }
}
