//! Examples for the evaluation: what lies on the board, and how the game went on.

use tengen_engine::{SideWeights, ValueFeature, Verdict, Weights};

use crate::blocks::Blocks;
use crate::fit::Examples;
use crate::positions::Moment;

/// The weights of a side.
const BLOCK: usize = ValueFeature::COUNT;

/// A natural logarithm of the odds in hundredths of a point: the curve of [`Verdict::win_rate`].
const UNIT: f32 = 200.0;

/// Visits every weight of a side that is learned here.
fn numbers(weights: &mut SideWeights, see: &mut dyn FnMut(usize, &mut i16, i16)) {
    for feature in ValueFeature::all() {
        see(feature.index(), feature.weight_mut(weights), feature.max_weight());
    }
}

/// Positions with what is to be said of them.
///
/// What a position has is packed: a place, whether it counts against the side to move, and how often.
#[derive(Clone, Debug)]
pub struct ValueExamples {
    blocks: Blocks,
    features: Vec<u32>,
    /// Where the features of each example end.
    ends: Vec<usize>,
    /// The chance of the side to move.
    chances: Vec<f32>,
}

/// Bits of how often a feature is there; the next one is its sign.
const TIMES_BITS: u32 = 10;

impl ValueExamples {
    /// None yet.
    pub fn new(blocks: Blocks) -> ValueExamples {
        ValueExamples { blocks, features: vec![], ends: vec![], chances: vec![] }
    }

    /// The numbers of the evaluation as weights.
    pub fn weights(&self, from: &Weights) -> Vec<f32> {
        self.blocks.read(from, BLOCK, UNIT, numbers)
    }

    /// Takes weights over as the numbers of the evaluation.
    pub fn take(&self, to: &mut Weights, weights: &[f32]) {
        self.blocks.write(to, BLOCK, UNIT, weights, numbers);
    }

    /// Adds a position; `blend` of what is to be said of it is the search's word, the rest the
    /// result of the game.
    pub fn add(&mut self, moment: &Moment<'_>, blend: f32) {
        let first = self.features.len();
        for (side, feature, times) in moment.position.value_features() {
            let place = (self.blocks.start(side, BLOCK) + feature.index()) as u32;
            let signed = 2 * place + u32::from(times < 0);
            self.features.push(signed << TIMES_BITS | times.unsigned_abs());
        }
        self.features[first..].sort_unstable();
        self.ends.push(self.features.len());
        let centi = i32::from(moment.chosen.score);
        let said = Verdict::Unclear { centi }.win_rate() as f32;
        self.chances.push(blend * said + (1.0 - blend) * moment.result);
    }

    fn features(&self, example: usize) -> impl Iterator<Item = (usize, f32)> {
        let from = if example == 0 { 0 } else { self.ends[example - 1] };
        self.features[from..self.ends[example]].iter().map(|feature| {
            let times = (feature & ((1 << TIMES_BITS) - 1)) as f32;
            let against = feature >> TIMES_BITS & 1 == 1;
            ((feature >> (TIMES_BITS + 1)) as usize, if against { -times } else { times })
        })
    }
}

impl Examples for ValueExamples {
    fn count(&self) -> usize {
        self.chances.len()
    }

    fn loss(&self, example: usize, weights: &[f32], gradient: Option<&mut [f32]>) -> f32 {
        let sum: f32 = self.features(example).map(|(place, times)| weights[place] * times).sum();
        let chance = 1.0 / (1.0 + (-sum).exp());
        let wanted = self.chances[example];
        if let Some(gradient) = gradient {
            for (place, times) in self.features(example) {
                gradient[place] += (chance - wanted) * times;
            }
        }
        let sure = chance.clamp(1e-6, 1.0 - 1e-6);
        -(wanted * sure.ln() + (1.0 - wanted) * (1.0 - sure).ln())
    }
}
