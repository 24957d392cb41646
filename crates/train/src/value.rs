//! Examples for the evaluation: what lies on the board, and how the game went on.

use tengen_core::Side;
use tengen_engine::{
    PatternCode, PatternWeights, SideWeights, Threat, ThreatWeights, Verdict, Weights,
};

use crate::blocks::Blocks;
use crate::fit::Examples;
use crate::positions::{Moment, free, strongest};

/// Where the numbers of a side stand in its block: values and tempi of codes, pairs of strongest
/// threats, counts of threats.
const TEMPI: usize = PatternCode::COUNT;
const PAIRS: usize = TEMPI + PatternCode::COUNT;
const COUNTS: usize = PAIRS + Threat::COUNT * Threat::COUNT;
const BLOCK: usize = COUNTS + Threat::COUNT * COUNTED * COUNTED;

const COUNTED: usize = ThreatWeights::COUNTED;

/// A natural logarithm of the odds in hundredths of a point: the curve of [`Verdict::win_rate`].
const UNIT: f32 = 200.0;

/// The threats whose numbers the evaluation counts.
fn counted() -> &'static [Threat] {
    &Threat::ALL[1..Threat::OpenFour as usize]
}

/// Every number of a side that is learned here, with its place in the block and how far it goes.
fn numbers(numbers: &mut SideWeights, see: &mut dyn FnMut(usize, &mut i16, i16)) {
    const MOST: i16 = 20_000;
    for (code, shapes) in PatternCode::all() {
        see(code.index(), &mut numbers.code_mut(code).value, MOST);
        if Threat::of(shapes, false) != Threat::None {
            see(TEMPI + code.index(), &mut numbers.code_mut(code).tempo, PatternWeights::MAX_TEMPO);
        }
    }
    let pairs = numbers.threats.pairs.as_flattened_mut();
    pairs.iter_mut().enumerate().for_each(|(n, number)| see(PAIRS + n, number, MOST));
    for &threat in counted() {
        let counts = numbers.threats.counts[threat as usize].as_flattened_mut();
        let place = |n| COUNTS + threat as usize * COUNTED * COUNTED + n;
        counts.iter_mut().enumerate().for_each(|(n, number)| see(place(n), number, MOST));
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
        let mut found = self.found(moment);
        found.sort_unstable();
        for same in found.chunk_by(|a, b| a == b) {
            self.features.push(same[0] << TIMES_BITS | same.len() as u32);
        }
        self.ends.push(self.features.len());
        let centi = i32::from(moment.chosen.score);
        let said = Verdict::Unclear { centi }.win_rate() as f32;
        self.chances.push(blend * said + (1.0 - blend) * moment.result);
    }

    /// What a position has, once for every time: twice the place, one more if it is the enemy's.
    fn found(&self, moment: &Moment<'_>) -> Vec<u32> {
        let position = moment.position;
        let own = position.to_move();
        let mut found = Vec::with_capacity(1024);
        let mut see = |side: Side, place: usize, against: bool| {
            found.push(2 * (self.blocks.start(side, BLOCK) + place) as u32 + u32::from(against));
        };
        for point in free(position) {
            for side in Side::BOTH {
                let code = position.code(point, side).index();
                see(side, code, side != own);
                // Points that threaten nothing are hundreds: a tempo of theirs would shake every
                // step.
                if position.threat(point, side) != Threat::None {
                    see(side, TEMPI + code, false);
                }
            }
        }
        let [mine, theirs] = [own, !own].map(|side| strongest(position, side) as usize);
        see(own, PAIRS + mine * Threat::COUNT + theirs, false);
        for &threat in counted() {
            let [a, b] = [own, !own].map(|side| position.count(side, threat).min(COUNTED - 1));
            see(own, COUNTS + (threat as usize * COUNTED + a) * COUNTED + b, false);
        }
        found
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
