//! The numbers of the evaluation and of the order of moves. They are data: see `data/eval`.

mod board;
mod text;
mod value;

use tengen_core::{BySide, Rule, Side};

use crate::{Code, Threat};

pub use board::{OrderNumbers, ThreatNumbers};
pub use text::WeightsError;
pub use value::CodeNumbers;
pub(crate) use value::Worth;

/// All numbers, for either side: those of codes belong to the side whose shapes they are, those of
/// the board to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    sides: BySide<Numbers>,
}

/// The numbers of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    codes: Vec<CodeNumbers>,
    /// What threats add to the evaluation.
    pub threats: ThreatNumbers,
    /// What is added to the order of a move.
    pub order: OrderNumbers,
}

impl Weights {
    /// The numbers that come with the engine for a rule.
    pub fn built_in(rule: Rule) -> Weights {
        let text = match rule {
            Rule::Freestyle => include_str!("../../../../data/eval/freestyle.txt"),
            Rule::Standard => include_str!("../../../../data/eval/standard.txt"),
            Rule::Renju => include_str!("../../../../data/eval/renju.txt"),
            Rule::Caro | Rule::CaroExact => include_str!("../../../../data/eval/caro.txt"),
        };
        Weights::parse(text).expect("the numbers that come with the engine are well-formed")
    }

    /// The numbers of a side.
    pub fn of(&self, side: Side) -> &Numbers {
        &self.sides[side]
    }

    /// The numbers of a side, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut Numbers {
        &mut self.sides[side]
    }
}

impl Numbers {
    /// The numbers of a code.
    pub fn code(&self, code: Code) -> CodeNumbers {
        self.codes[code.index()]
    }

    /// The numbers of a code, to be changed.
    pub fn code_mut(&mut self, code: Code) -> &mut CodeNumbers {
        &mut self.codes[code.index()]
    }

    pub(crate) fn worth(&self, code: Code, threat: Threat) -> Worth {
        Worth::new(self.code(code), threat)
    }
}
