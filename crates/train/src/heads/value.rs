//! The value head: features of a position, and who wins.

use tengen_engine::{SideWeights, ValueFeature, Verdict, Weights};

use super::blocks::Blocks;
use crate::fit::Examples;
use crate::record::Sample;

/// The weights of a side.
const BLOCK: usize = ValueFeature::COUNT;

/// Hundredths of a point in one unit of log odds: the curve of [`Verdict::win_rate`].
const UNIT: f32 = 200.0;

/// Visits every weight of a side that this head trains.
fn visit(weights: &mut SideWeights, see: &mut dyn FnMut(usize, &mut i16, i16)) {
    for feature in ValueFeature::all() {
        see(feature.index(), feature.weight_mut(weights), feature.max_weight());
    }
}

/// Positions with their targets.
///
/// Features are packed: an index, whether it counts against the side to move, and how often it is
/// active.
#[derive(Clone, Debug)]
pub struct ValueExamples {
    blocks: Blocks,
    features: Vec<u32>,
    /// Where the features of each example end.
    ends: Vec<usize>,
    /// The targets: winning probabilities of the side to move.
    targets: Vec<f32>,
}

/// Bits for how often a feature is active; the next bit is its sign.
const TIMES_BITS: u32 = 10;

impl ValueExamples {
    /// No examples yet.
    pub fn new(blocks: Blocks) -> ValueExamples {
        ValueExamples { blocks, features: vec![], ends: vec![], targets: vec![] }
    }

    /// The weights of this head as a vector.
    pub fn read(&self, from: &Weights) -> Vec<f32> {
        self.blocks.read(from, BLOCK, UNIT, visit)
    }

    /// Writes a vector back as the weights of this head.
    pub fn write(&self, to: &mut Weights, weights: &[f32]) {
        self.blocks.write(to, BLOCK, UNIT, weights, visit);
    }

    /// Adds a position; `lambda` is the share of the search's score in its target, the rest is the
    /// result of the game.
    pub fn add(&mut self, sample: &Sample<'_>, lambda: f32) {
        let first = self.features.len();
        for (side, feature, times) in sample.position.value_features() {
            let index = (self.blocks.start(side, BLOCK) + feature.index()) as u32;
            let signed = 2 * index + u32::from(times < 0);
            self.features.push(signed << TIMES_BITS | times.unsigned_abs());
        }
        self.features[first..].sort_unstable();
        self.ends.push(self.features.len());
        let centi = i32::from(sample.played.score);
        let searched = Verdict::Unclear { centi }.win_rate() as f32;
        self.targets.push(lambda * searched + (1.0 - lambda) * sample.result);
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
        self.targets.len()
    }

    fn loss(&self, example: usize, weights: &[f32], gradient: Option<&mut [f32]>) -> f32 {
        let sum: f32 = self.features(example).map(|(index, times)| weights[index] * times).sum();
        let predicted = 1.0 / (1.0 + (-sum).exp());
        let target = self.targets[example];
        if let Some(gradient) = gradient {
            for (index, times) in self.features(example) {
                gradient[index] += (predicted - target) * times;
            }
        }
        let safe = predicted.clamp(1e-6, 1.0 - 1e-6);
        -(target * safe.ln() + (1.0 - target) * (1.0 - safe).ln())
    }
}
