//! Examples for the order of moves: which of all candidates a search chose.

use tengen_core::Point;
use tengen_engine::{PolicyFeature, SideWeights, Weights};

use crate::blocks::Blocks;
use crate::fit::Examples;
use crate::positions::Moment;

/// A natural logarithm of how likely a move is the best, in the units of the order.
const UNIT: f32 = 100.0;

/// The weights of a side, and one that is always zero for features that a move does not have.
const NOTHING: usize = PolicyFeature::COUNT;
const BLOCK: usize = NOTHING + 1;

/// Visits every weight of a side that is learned here.
fn numbers(weights: &mut SideWeights, see: &mut dyn FnMut(usize, &mut i16, i16)) {
    for feature in PolicyFeature::all() {
        see(feature.index(), feature.weight_mut(weights), PolicyFeature::MAX_WEIGHT);
    }
}

/// The places whose weights together are the order of a candidate.
type Places = [u16; PolicyFeature::PER_MOVE];

/// Positions with their candidates, the chosen one first.
#[derive(Clone, Debug)]
pub struct OrderExamples {
    blocks: Blocks,
    candidates: Vec<Places>,
    ends: Vec<usize>,
}

impl OrderExamples {
    /// None yet.
    pub fn new(blocks: Blocks) -> OrderExamples {
        OrderExamples { blocks, candidates: vec![], ends: vec![] }
    }

    /// The numbers of the order as weights.
    pub fn weights(&self, from: &Weights) -> Vec<f32> {
        self.blocks.read(from, BLOCK, UNIT, numbers)
    }

    /// Takes weights over as the numbers of the order.
    pub fn take(&self, to: &mut Weights, weights: &[f32]) {
        self.blocks.write(to, BLOCK, UNIT, weights, numbers);
    }

    /// Adds a position, unless the search chose what is no candidate.
    pub fn add(&mut self, moment: &Moment<'_>) {
        let all = moment.position.candidates();
        if !all.contains(&moment.chosen.point) {
            return;
        }
        self.candidates.push(self.places(moment, moment.chosen.point));
        let others = all.into_iter().filter(|&point| point != moment.chosen.point);
        let others: Vec<Places> = others.map(|point| self.places(moment, point)).collect();
        self.candidates.extend(others);
        self.ends.push(self.candidates.len());
    }

    fn places(&self, moment: &Moment<'_>, point: Point) -> Places {
        let mut places = [NOTHING as u16; PolicyFeature::PER_MOVE];
        for (place, (side, feature)) in
            places.iter_mut().zip(moment.position.policy_features(point))
        {
            *place = (self.blocks.start(side, BLOCK) + feature.index()) as u16;
        }
        places
    }

    fn candidates(&self, example: usize) -> &[Places] {
        let from = if example == 0 { 0 } else { self.ends[example - 1] };
        &self.candidates[from..self.ends[example]]
    }
}

impl Examples for OrderExamples {
    fn count(&self) -> usize {
        self.ends.len()
    }

    fn loss(&self, example: usize, weights: &[f32], gradient: Option<&mut [f32]>) -> f32 {
        let all = self.candidates(example);
        let order =
            |places: &Places| places.iter().map(|&place| weights[usize::from(place)]).sum::<f32>();
        let orders: Vec<f32> = all.iter().map(order).collect();
        let most = orders.iter().copied().fold(f32::MIN, f32::max);
        let chances: Vec<f32> = orders.iter().map(|order| (order - most).exp()).collect();
        let total: f32 = chances.iter().sum();
        if let Some(gradient) = gradient {
            for (n, places) in all.iter().enumerate() {
                let chance = chances[n] / total;
                let wish = if n == 0 { chance - 1.0 } else { chance };
                // What is always nothing is left as it is.
                for place in places.iter().map(|&place| usize::from(place)) {
                    gradient[place] += if place % BLOCK == NOTHING { 0.0 } else { wish };
                }
            }
        }
        total.ln() + most - orders[0]
    }
}
