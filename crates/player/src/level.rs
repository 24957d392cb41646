//! Levels: how strong the engine plays against people.
//!
//! Weaker play comes from shallower sight, a softer choice among reasonable moves and, on the first
//! two levels, from moves at a glance; never from stones at random.

mod choice;
mod rating;

use std::fmt;
use std::str::FromStr;

pub use choice::any_move;
pub(crate) use choice::{Plan, choose};
pub use rating::Rating;

/// A level from 1 to 10.
///
/// ```
/// use tengen_player::Level;
///
/// let level: Level = "3".parse().unwrap();
/// assert!(level < Level::BEST);
/// assert!("11".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// What a level looks at and overlooks.
#[derive(Clone, Copy, Debug)]
struct Strength {
    /// Stones tried in thought. At the best level a clock counts instead, where there is one.
    nodes: u64,
    /// How many best moves it weighs against each other.
    lines: usize,
    /// How much winning chance it may give away, 0 to 1.
    slack: f64,
    /// How often it plays at a glance, without looking at replies, 0 to 1.
    careless: f64,
}

const fn strength(nodes: u64, lines: usize, slack: f64, careless: f64) -> Strength {
    Strength { nodes, lines, slack, careless }
}

/// The levels, weakest first. Only the first two are careless: a level that looks at replies sees a
/// five and its block.
const LEVELS: [Strength; 10] = [
    strength(150, 6, 0.22, 0.80),
    strength(400, 6, 0.17, 0.35),
    strength(900, 5, 0.12, 0.0),
    strength(2_200, 4, 0.085, 0.0),
    strength(6_000, 3, 0.055, 0.0),
    strength(10_000, 3, 0.045, 0.0),
    strength(18_000, 2, 0.035, 0.0),
    strength(45_000, 2, 0.025, 0.0),
    strength(120_000, 1, 0.0, 0.0),
    strength(700_000, 1, 0.0, 0.0),
];

/// Even a level that knows the best move varies its first ones, so that games do not repeat.
const EARLY: usize = 6;

impl Level {
    /// The best there is.
    pub const BEST: Level = Level(LEVELS.len() as u8);

    /// A level by its number.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::BEST.0).contains(&number).then_some(Level(number))
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::BEST.0).map(Level)
    }

    /// Its number, from 1 on.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Stones it tries in thought. At the best level a clock counts instead, where there is one.
    pub fn nodes(self) -> u64 {
        LEVELS[usize::from(self.0) - 1].nodes
    }

    /// Stones it tries in thought in a step of an opening: several searches.
    pub fn opening_nodes(self) -> u64 {
        self.nodes().clamp(20_000, 300_000)
    }

    /// Its strength after `moves` moves.
    fn strength(self, moves: usize) -> Strength {
        let usual = LEVELS[usize::from(self.0) - 1];
        match moves < EARLY {
            true => Strength { lines: usual.lines.max(3), slack: usual.slack.max(0.03), ..usual },
            false => usual,
        }
    }
}

impl Default for Level {
    fn default() -> Self {
        Level(5)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let level = text.parse().ok().and_then(Level::new);
        level.ok_or_else(|| format!("levels go from 1 to {}", Level::BEST))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].lines >= pair[1].lines && pair[0].slack >= pair[1].slack);
            assert!(pair[0].careless >= pair[1].careless);
        }
        assert!(LEVELS[2..].iter().all(|level| level.careless == 0.0));
        assert!(Level::new(0).is_none() && Level::new(11).is_none());
    }
}
