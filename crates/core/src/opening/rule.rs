//! The names of the opening rules and the boards they suit.

use std::fmt;
use std::str::FromStr;

use crate::Size;

/// How a game is opened.
///
/// "The other" is always the player who did not make the last move; a swap exchanges the colours
/// and leaves the stones.
///
/// ```
/// # use tengen_core::{OpeningRule, Size};
/// assert_eq!("soosyrv8".parse(), Ok(OpeningRule::Soosyrv8));
/// assert!(!OpeningRule::Soosyrv8.suits(Size::new(20).unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum OpeningRule {
    /// No rule: ordinary play from the first move.
    #[default]
    None,
    /// One stone; the other takes Black or stays White.
    SwapFirst,
    /// Three stones; the other takes Black or stays White.
    Swap,
    /// Three stones; the other takes Black, stays White, or puts two more and lets the first
    /// player choose.
    Swap2,
    /// The first move in the centre, the third outside the central 5 × 5 square.
    Pro,
    /// The first move in the centre, the third outside the central 7 × 7 square.
    LongPro,
    /// One of the 26 openings; the other may swap; of two fifth moves White keeps one.
    Rif,
    /// One of the 26 openings and a number; the other may swap; of that many fifth moves White
    /// keeps one.
    Yamaguchi,
    /// One of the 26 openings; the other may swap; White makes the fourth move and declares a
    /// number up to eight; the other may swap; of that many fifth moves White keeps one.
    Soosyrv8,
    /// After each of the first five moves, in squares that grow, the other may swap; instead of a
    /// fifth move in its square Black may offer ten anywhere, of which White keeps one.
    Taraguchi10,
}

impl OpeningRule {
    /// All opening rules, simple ones first.
    pub const ALL: [OpeningRule; 10] = [
        OpeningRule::None,
        OpeningRule::SwapFirst,
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Pro,
        OpeningRule::LongPro,
        OpeningRule::Rif,
        OpeningRule::Yamaguchi,
        OpeningRule::Soosyrv8,
        OpeningRule::Taraguchi10,
    ];

    /// The opening rule's name, as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            OpeningRule::None => "none",
            OpeningRule::SwapFirst => "swap-first",
            OpeningRule::Swap => "swap",
            OpeningRule::Swap2 => "swap2",
            OpeningRule::Pro => "pro",
            OpeningRule::LongPro => "long-pro",
            OpeningRule::Rif => "rif",
            OpeningRule::Yamaguchi => "yamaguchi",
            OpeningRule::Soosyrv8 => "soosyrv8",
            OpeningRule::Taraguchi10 => "taraguchi10",
        }
    }

    /// Whether the first move has to be in the centre, which only odd boards have.
    pub const fn needs_centre(self) -> bool {
        !matches!(
            self,
            OpeningRule::None | OpeningRule::SwapFirst | OpeningRule::Swap | OpeningRule::Swap2
        )
    }

    /// How many lines a board needs at least.
    pub const fn least_lines(self) -> u8 {
        match self {
            OpeningRule::None | OpeningRule::SwapFirst | OpeningRule::Swap | OpeningRule::Swap2 => {
                Size::MIN.lines()
            }
            // A ring around the closed square remains.
            OpeningRule::Pro => 7,
            OpeningRule::LongPro => 9,
            // Taraguchi's largest square. Twelve different offers, the most there can be, find
            // room as well: four stones have at most four symmetries, so an offer takes at most
            // four points.
            OpeningRule::Rif
            | OpeningRule::Yamaguchi
            | OpeningRule::Soosyrv8
            | OpeningRule::Taraguchi10 => 9,
        }
    }

    /// Whether a game on such a board can be opened by this rule.
    pub const fn suits(self, size: Size) -> bool {
        size.lines() >= self.least_lines() && (!self.needs_centre() || size.centre().is_some())
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no opening rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not an opening rule; the opening rules are none, swap-first, swap, swap2, pro, \
     long-pro, rif, yamaguchi, soosyrv8 and taraguchi10"
)]
pub struct ParseOpeningRuleError(String);

impl FromStr for OpeningRule {
    type Err = ParseOpeningRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        OpeningRule::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseOpeningRuleError(text.chars().take(20).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_rule_and_are_listed_for_those_who_miss_them() {
        let error = "swap3".parse::<OpeningRule>().unwrap_err().to_string();
        for rule in OpeningRule::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
            assert!(error.contains(&format!(" {rule}")), "{rule}");
        }
    }
}
