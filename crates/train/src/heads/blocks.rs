//! Where the weights of both sides are in the vector that is fitted.

use tengen_core::{Rule, Side};
use tengen_engine::{SideWeights, Weights};

/// One block of weights for both sides, or one for each where the rule treats them differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocks {
    /// Both sides share their weights.
    Shared,
    /// Each side has its own.
    PerSide,
}

/// Visits every weight of a side: its index in the block, itself, and its largest magnitude.
pub(crate) type Visit = fn(&mut SideWeights, &mut dyn FnMut(usize, &mut i16, i16));

impl Blocks {
    /// The blocks of a rule.
    pub fn of(rule: Rule) -> Blocks {
        if rule.forbids(Side::Black) { Blocks::PerSide } else { Blocks::Shared }
    }

    /// Where the block of a side starts.
    pub(crate) fn start(self, side: Side, length: usize) -> usize {
        if self == Blocks::PerSide { side as usize * length } else { 0 }
    }

    /// The engine's weights as a vector. Weights that both sides share are read from Black's.
    pub(crate) fn read(self, from: &Weights, length: usize, unit: f32, visit: Visit) -> Vec<f32> {
        let sides: &[Side] = if self == Blocks::PerSide { &Side::BOTH } else { &[Side::Black] };
        let mut weights = vec![0.0; sides.len() * length];
        for &side in sides {
            let start = self.start(side, length);
            visit(&mut from.of(side).clone(), &mut |index, weight, _| {
                weights[start + index] = f32::from(*weight) / unit;
            });
        }
        weights
    }

    /// Writes a vector back into the engine's weights, rounded and clamped.
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
            visit(to.of_mut(side), &mut |index, weight, most| {
                let most = f32::from(most);
                *weight = (weights[start + index] * unit).round().clamp(-most, most) as i16;
            });
        }
    }
}
