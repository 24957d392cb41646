//! Examples for the order of moves: which of all candidates a search chose.

use tengen_engine::{Code, Weights};

use crate::fit::Examples;
use crate::positions::Moment;

/// A natural logarithm of how likely a move is the best, in the units of the order.
const UNIT: f32 = 100.0;

/// Positions with their candidates, the chosen one first.
#[derive(Clone, Debug, Default)]
pub struct OrderExamples {
    /// Own code and enemy's code of a candidate.
    candidates: Vec<[u16; 2]>,
    ends: Vec<usize>,
}

impl OrderExamples {
    /// The numbers of the order as weights: attacks, then defences.
    pub fn weights(numbers: &Weights) -> Vec<f32> {
        let mut weights = vec![0.0; 2 * Code::COUNT];
        for (code, _) in Code::all() {
            let [_, attack, defence] = numbers.code(code);
            weights[code.index()] = f32::from(attack) / UNIT;
            weights[Code::COUNT + code.index()] = f32::from(defence) / UNIT;
        }
        weights
    }

    /// Takes weights over as the numbers of the order.
    pub fn take(numbers: &mut Weights, weights: &[f32]) {
        let number = |weight: f32| (weight * UNIT).round().clamp(-3000.0, 3000.0) as i16;
        for (code, _) in Code::all() {
            let [value, _, _] = numbers.code(code);
            let (attack, defence) = (weights[code.index()], weights[Code::COUNT + code.index()]);
            numbers.set_code(code, [value, number(attack), number(defence)]);
        }
    }

    /// Adds a position, unless the search chose what is no candidate.
    pub fn add(&mut self, moment: &Moment<'_>) {
        let position = moment.position;
        let own = position.to_move();
        let codes = |point| {
            let code = |side| position.code(point, side).index() as u16;
            [code(own), code(!own)]
        };
        let all = position.candidates();
        if !all.contains(&moment.chosen.point) {
            return;
        }
        self.candidates.push(codes(moment.chosen.point));
        let others = all.into_iter().filter(|&point| point != moment.chosen.point);
        self.candidates.extend(others.map(codes));
        self.ends.push(self.candidates.len());
    }

    fn candidates(&self, example: usize) -> &[[u16; 2]] {
        let from = if example == 0 { 0 } else { self.ends[example - 1] };
        &self.candidates[from..self.ends[example]]
    }
}

fn places([own, enemy]: [u16; 2]) -> [usize; 2] {
    [usize::from(own), Code::COUNT + usize::from(enemy)]
}

impl Examples for OrderExamples {
    fn count(&self) -> usize {
        self.ends.len()
    }

    fn loss(&self, example: usize, weights: &[f32], gradient: Option<&mut [f32]>) -> f32 {
        let all = self.candidates(example);
        let order =
            |&codes: &[u16; 2]| places(codes).map(|place| weights[place]).iter().sum::<f32>();
        let most = all.iter().map(order).fold(f32::MIN, f32::max);
        let total: f32 = all.iter().map(|codes| (order(codes) - most).exp()).sum();
        if let Some(gradient) = gradient {
            for (n, codes) in all.iter().enumerate() {
                let chance = (order(codes) - most).exp() / total;
                let wish = if n == 0 { chance - 1.0 } else { chance };
                places(*codes).into_iter().for_each(|place| gradient[place] += wish);
            }
        }
        total.ln() + most - order(&all[0])
    }
}
