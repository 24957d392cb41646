//! Where the numbers of both sides stand among the weights.

use tengen_core::{Rule, Side};
use tengen_engine::{SideWeights, Weights};

/// One block of weights for both sides, or one for each where the rule treats them differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocks {
    /// Both sides share their numbers.
    Shared,
    /// Each side has its own.
    Apart,
}

/// Shows every number of a side: its place in the block, itself, and how far it may go.
pub(crate) type Visit = fn(&mut SideWeights, &mut dyn FnMut(usize, &mut i16, i16));

impl Blocks {
    /// What a rule asks for.
    pub fn of(rule: Rule) -> Blocks {
        if rule.forbids(Side::Black) { Blocks::Apart } else { Blocks::Shared }
    }

    /// Where the block of a side starts.
    pub(crate) fn start(self, side: Side, length: usize) -> usize {
        if self == Blocks::Apart { side as usize * length } else { 0 }
    }

    /// The numbers as weights. Those that sides share are Black's.
    pub(crate) fn read(self, from: &Weights, length: usize, unit: f32, visit: Visit) -> Vec<f32> {
        let sides: &[Side] = if self == Blocks::Apart { &Side::BOTH } else { &[Side::Black] };
        let mut weights = vec![0.0; sides.len() * length];
        for &side in sides {
            let start = self.start(side, length);
            visit(&mut from.of(side).clone(), &mut |place, number, _| {
                weights[start + place] = f32::from(*number) / unit;
            });
        }
        weights
    }

    /// Takes weights over as numbers.
    pub(crate) fn write(
        self,
        to: &mut Weights,
        length: usize,
        unit: f32,
        weights: &[f32],
        visit: Visit,
    ) {
        for side in Side::BOTH {
            let start = self.start(side, length);
            visit(to.of_mut(side), &mut |place, number, most| {
                let most = f32::from(most);
                *number = (weights[start + place] * unit).round().clamp(-most, most) as i16;
            });
        }
    }
}
