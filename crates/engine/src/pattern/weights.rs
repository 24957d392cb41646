//! The weights of the evaluation and of the policy. They are data, learned: see `data/weights`.

mod board;
mod text;
mod value;

use tengen_core::{BySide, Rule, Side};

use crate::{PatternCode, Threat};

pub use board::{PolicyWeights, ThreatWeights};
pub use text::WeightsError;
pub(crate) use value::PatternValue;
pub use value::PatternWeights;

/// All weights, for either side: those of patterns belong to the side whose shapes they are, those
/// of the board to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    sides: BySide<SideWeights>,
}

/// The weights of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideWeights {
    codes: Vec<PatternWeights>,
    /// What threats add to the evaluation.
    pub threats: ThreatWeights,
    /// What is added to the policy of a move beside its patterns.
    pub policy: PolicyWeights,
}

impl Weights {
    /// The weights that come with the engine for a rule.
    pub fn built_in(rule: Rule) -> Weights {
        let text = match rule {
            Rule::Freestyle => include_str!("../../data/weights/freestyle.txt"),
            Rule::Standard => include_str!("../../data/weights/standard.txt"),
            Rule::Renju => include_str!("../../data/weights/renju.txt"),
            Rule::Caro | Rule::CaroExact => include_str!("../../data/weights/caro.txt"),
        };
        Weights::parse(text).expect("the weights that come with the engine are well-formed")
    }

    /// The weights of a side.
    pub fn of(&self, side: Side) -> &SideWeights {
        &self.sides[side]
    }

    /// The weights of a side, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut SideWeights {
        &mut self.sides[side]
    }
}

impl SideWeights {
    /// The weights of a pattern.
    pub fn code(&self, code: PatternCode) -> PatternWeights {
        self.codes[code.index()]
    }

    /// The weights of a pattern, to be changed.
    pub fn code_mut(&mut self, code: PatternCode) -> &mut PatternWeights {
        &mut self.codes[code.index()]
    }

    /// The weights of a pattern that is this threat, packed.
    pub(crate) fn pattern_value(&self, code: PatternCode, threat: Threat) -> PatternValue {
        PatternValue::new(self.code(code), threat)
    }
}
