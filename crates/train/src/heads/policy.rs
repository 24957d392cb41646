//! The policy head, which orders moves: which of all candidates a search chose.

use tengen_core::Point;
use tengen_engine::{PolicyFeature, SideWeights, Weights};

use super::blocks::Blocks;
use crate::fit::Examples;
use crate::record::Sample;

/// Units of the policy in one unit of log probability.
const UNIT: f32 = 100.0;

/// The weights of a side, and one that is always zero for features that a move does not have.
const ZERO: usize = PolicyFeature::COUNT;
const BLOCK: usize = ZERO + 1;

/// Visits every weight of a side that this head trains.
fn visit(weights: &mut SideWeights, see: &mut dyn FnMut(usize, &mut i16, i16)) {
    for feature in PolicyFeature::all() {
        see(feature.index(), feature.weight_mut(weights), PolicyFeature::MAX_WEIGHT);
    }
}

/// The active features of a candidate: the sum of their weights is its logit.
type Features = [u16; PolicyFeature::PER_MOVE];

/// Positions with their candidates, the chosen one first.
#[derive(Clone, Debug)]
pub struct PolicyExamples {
    blocks: Blocks,
    candidates: Vec<Features>,
    ends: Vec<usize>,
}

impl PolicyExamples {
    /// No examples yet.
    pub fn new(blocks: Blocks) -> PolicyExamples {
        PolicyExamples { blocks, candidates: vec![], ends: vec![] }
    }

    /// The weights of this head as a vector.
    pub fn read(&self, from: &Weights) -> Vec<f32> {
        self.blocks.read(from, BLOCK, UNIT, visit)
    }

    /// Writes a vector back as the weights of this head.
    pub fn write(&self, to: &mut Weights, weights: &[f32]) {
        self.blocks.write(to, BLOCK, UNIT, weights, visit);
    }

    /// Adds a position, unless the search chose a move that is no candidate.
    pub fn add(&mut self, sample: &Sample<'_>) {
        let all = sample.position.candidates();
        if !all.contains(&sample.played.point) {
            return;
        }
        self.candidates.push(self.features(sample, sample.played.point));
        let others = all.into_iter().filter(|&point| point != sample.played.point);
        let others: Vec<Features> = others.map(|point| self.features(sample, point)).collect();
        self.candidates.extend(others);
        self.ends.push(self.candidates.len());
    }

    fn features(&self, sample: &Sample<'_>, point: Point) -> Features {
        let mut features = [ZERO as u16; PolicyFeature::PER_MOVE];
        for (index, (side, feature)) in
            features.iter_mut().zip(sample.position.policy_features(point))
        {
            *index = (self.blocks.start(side, BLOCK) + feature.index()) as u16;
        }
        features
    }

    fn candidates(&self, example: usize) -> &[Features] {
        let from = if example == 0 { 0 } else { self.ends[example - 1] };
        &self.candidates[from..self.ends[example]]
    }
}

impl Examples for PolicyExamples {
    fn count(&self) -> usize {
        self.ends.len()
    }

    fn loss(&self, example: usize, weights: &[f32], gradient: Option<&mut [f32]>) -> f32 {
        let all = self.candidates(example);
        let logit = |features: &Features| {
            features.iter().map(|&index| weights[usize::from(index)]).sum::<f32>()
        };
        let logits: Vec<f32> = all.iter().map(logit).collect();
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let odds: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
        let total: f32 = odds.iter().sum();
        if let Some(gradient) = gradient {
            for (n, features) in all.iter().enumerate() {
                let probability = odds[n] / total;
                let slope = if n == 0 { probability - 1.0 } else { probability };
                // The weight that is always zero is not trained.
                for index in features.iter().map(|&index| usize::from(index)) {
                    gradient[index] += if index % BLOCK == ZERO { 0.0 } else { slope };
                }
            }
        }
        total.ln() + most - logits[0]
    }
}
