//! The policy head, which orders moves: which of all candidates a search chose.

use tengen_core::Point;
use tengen_engine::{Code, Numbers, OrderNumbers, Threat, Weights};

use super::blocks::Blocks;
use crate::fit::Examples;
use crate::record::Sample;

/// Units of the move order in one unit of log probability.
const UNIT: f32 = 100.0;

/// Where the weights of a side are in its block: attacks, defences, pairs of threats, distances to
/// the last stones, and a weight that is always zero.
const DEFENCES: usize = Code::COUNT;
const PAIRS: usize = DEFENCES + Code::COUNT;
const LAST: usize = PAIRS + Threat::COUNT * Threat::COUNT;
const BEFORE: usize = LAST + OrderNumbers::DISTANCES;
const ZERO: usize = BEFORE + OrderNumbers::DISTANCES;
const BLOCK: usize = ZERO + 1;

/// Visits every weight of a side that this head trains.
fn numbers(numbers: &mut Numbers, see: &mut dyn FnMut(usize, &mut i16, i16)) {
    const MOST: i16 = 3000;
    for (code, _) in Code::all() {
        see(code.index(), &mut numbers.code_mut(code).attack, MOST);
        see(DEFENCES + code.index(), &mut numbers.code_mut(code).defence, MOST);
    }
    let order = &mut numbers.order;
    let rows = [
        (PAIRS, order.pairs.as_flattened_mut()),
        (LAST, &mut order.last),
        (BEFORE, &mut order.before),
    ];
    for (place, row) in rows {
        row.iter_mut().enumerate().for_each(|(n, number)| see(place + n, number, MOST));
    }
}

/// The active features of a candidate: the sum of their weights is its logit.
type Features = [u16; 5];

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
        self.blocks.read(from, BLOCK, UNIT, numbers)
    }

    /// Writes a vector back as the weights of this head.
    pub fn write(&self, to: &mut Weights, weights: &[f32]) {
        self.blocks.write(to, BLOCK, UNIT, weights, numbers);
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
        let position = sample.position;
        let own = position.to_move();
        let [mine, theirs] = [own, !own].map(|side| position.threat(point, side) as usize);
        let near = |stone: Option<Point>, index: usize| {
            stone.map_or(ZERO, |stone| index + OrderNumbers::distance(stone, point))
        };
        let start = |side| self.blocks.start(side, BLOCK);
        // A defence takes something from the other side: its code is among that side's weights.
        [
            start(own) + position.code(point, own).index(),
            start(!own) + DEFENCES + position.code(point, !own).index(),
            start(own) + PAIRS + mine * Threat::COUNT + theirs,
            start(own) + near(position.last_point(), LAST),
            start(own) + near(position.point_before(), BEFORE),
        ]
        .map(|index| index as u16)
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
