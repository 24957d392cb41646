//! A small network that values positions and ranks moves: what the evaluation and the policy alone do not
//! see. `docs/network-format.md` has the arithmetic and the file.
//!
//! In reading order: [`window`] (which row a window of nine cells selects), [`Network`] (the numbers),
//! [`file`] (their bytes), [`choice`] (which one an engine uses), [`layout`] (as the engine reads them),
//! [`accumulator`] (the features of a board, kept as stones come and go), [`head`] (from features to a value
//! and a policy).

use std::fmt;

use tengen_core::{BySide, Rule, Side};

use crate::{PolicyWeights, Threat};

pub(crate) mod accumulator;
mod choice;
mod file;
pub(crate) mod head;
pub(crate) mod layout;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod wide;
mod window;

pub use choice::NetworkChoice;
pub use file::NetworkError;
pub use window::row_of;

/// The numbers of a network. All are whole: the same on every machine.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// The rule it was made for; caro-exact plays with that of caro.
    pub rule: Rule,
    /// What each window adds to the features of its middle: [`Network::ROWS`] times
    /// [`Network::CHANNELS`].
    pub rows: Vec<[i16; Network::CHANNELS]>,
    /// From features to values, for the side to move.
    pub heads: BySide<Head>,
}

/// From the features of a board to a value and a policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// First layer: by hidden unit, then by channel.
    pub first: [[i16; Network::CHANNELS]; Network::HIDDEN],
    /// What the classical value adds to each hidden unit.
    pub classical: [i16; Network::HIDDEN],
    /// What counts of threats add: of the side to move (0) or the other (1), by threat, by count less one.
    pub threats: [[[[i16; Network::HIDDEN]; Network::COUNTS]; Threat::COUNT]; 2],
    /// The bias of the first layer.
    pub first_bias: [i16; Network::HIDDEN],
    /// Second layer: by hidden unit of the second layer, then of the first.
    pub second: [[i16; Network::HIDDEN]; Network::HIDDEN],
    /// Its bias.
    pub second_bias: [i16; Network::HIDDEN],
    /// The value's layer.
    pub third: [i16; Network::HIDDEN],
    /// Its bias.
    pub third_bias: i32,
    /// How much of the classical value is kept.
    pub value_share: i16,
    /// The weight of each channel of a point in its policy: by channel, then by hidden unit of the first
    /// layer.
    pub policy: [[i16; Network::HIDDEN]; Network::CHANNELS],
    /// Its bias.
    pub policy_bias: [i16; Network::CHANNELS],
    /// How much of the classical policy is kept.
    pub policy_share: i16,
    /// What the distance to the other side's last stone adds to the policy.
    pub last: [i16; PolicyWeights::DISTANCES],
    /// What the distance to the own last stone adds.
    pub before: [i16; PolicyWeights::DISTANCES],
}

impl Network {
    /// Features of a point.
    pub const CHANNELS: usize = 32;
    /// Units of the hidden layers.
    pub const HIDDEN: usize = 32;
    /// Windows of nine cells, mirror images counted once.
    pub const ROWS: usize = window::COUNT;
    /// Counts of a threat with weights of their own: one, two, three, more.
    pub const COUNTS: usize = 4;
    /// One, in weights, features and hidden units.
    pub const UNIT: i32 = 256;
    /// The greatest number in a row.
    pub const MAX_ROW: i16 = 4095;
    /// The greatest of the other weights that are multiplied.
    pub const MAX_WEIGHT: i16 = 2047;
    /// The greatest bias of the value.
    pub const MAX_BIAS: i32 = 1 << 26;
    /// The greatest feature of a point.
    pub const MAX_FEATURE: i16 = 1023;
    /// The greatest input of the first layer and of the policy.
    pub const MAX_INPUT: i32 = 4095;
    /// The greatest value of a hidden unit.
    pub const MAX_HIDDEN: i32 = 2047;
    /// The pooled features are divided by two to this.
    pub const POOL_SHIFT: u32 = 4;

    /// A network that changes nothing: value and policy are the classical ones.
    pub fn neutral(rule: Rule) -> Network {
        let head = Head::neutral();
        Network {
            rule,
            rows: vec![[0; Network::CHANNELS]; Network::ROWS],
            heads: BySide::new(head.clone(), head),
        }
    }

    /// Whether it is for games of this rule.
    pub fn fits(&self, rule: Rule) -> bool {
        let rule = if rule == Rule::CaroExact { Rule::Caro } else { rule };
        self.rule == rule
    }

    /// The head for a side to move.
    pub fn head(&self, side: Side) -> &Head {
        &self.heads[side]
    }
}

impl Head {
    /// One that changes nothing.
    pub fn neutral() -> Head {
        Head {
            first: [[0; Network::CHANNELS]; Network::HIDDEN],
            classical: [0; Network::HIDDEN],
            threats: [[[[0; Network::HIDDEN]; Network::COUNTS]; Threat::COUNT]; 2],
            first_bias: [0; Network::HIDDEN],
            second: [[0; Network::HIDDEN]; Network::HIDDEN],
            second_bias: [0; Network::HIDDEN],
            third: [0; Network::HIDDEN],
            third_bias: 0,
            value_share: Network::UNIT as i16,
            policy: [[0; Network::HIDDEN]; Network::CHANNELS],
            policy_bias: [0; Network::CHANNELS],
            policy_share: Network::UNIT as i16,
            last: [0; PolicyWeights::DISTANCES],
            before: [0; PolicyWeights::DISTANCES],
        }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Network({:016x})", self.checksum())
    }
}
