//! The value head: features of a position, and who wins.

use tengen_core::Side;
use tengen_engine::{Code, CodeNumbers, Numbers, Threat, ThreatNumbers, Verdict, Weights};

use super::blocks::Blocks;
use crate::fit::Examples;
use crate::record::{Sample, free_points, strongest_threat};

/// Where the weights of a side are in its block: values and tempi of codes, pairs of strongest
/// threats, counts of threats.
const TEMPI: usize = Code::COUNT;
const PAIRS: usize = TEMPI + Code::COUNT;
const COUNTS: usize = PAIRS + Threat::COUNT * Threat::COUNT;
const BLOCK: usize = COUNTS + Threat::COUNT * COUNTED * COUNTED;

const COUNTED: usize = ThreatNumbers::COUNTED;

/// Hundredths of a point in one unit of log odds: the curve of [`Verdict::win_rate`].
const UNIT: f32 = 200.0;

/// The threats that the evaluation counts.
fn counted() -> &'static [Threat] {
    &Threat::ALL[1..Threat::OpenFour as usize]
}

/// Visits every weight of a side that this head trains.
fn numbers(numbers: &mut Numbers, see: &mut dyn FnMut(usize, &mut i16, i16)) {
    const MOST: i16 = 20_000;
    for (code, shapes) in Code::all() {
        see(code.index(), &mut numbers.code_mut(code).value, MOST);
        if Threat::of(shapes, false) != Threat::None {
            see(TEMPI + code.index(), &mut numbers.code_mut(code).tempo, CodeNumbers::MAX_TEMPO);
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
        self.blocks.read(from, BLOCK, UNIT, numbers)
    }

    /// Writes a vector back as the weights of this head.
    pub fn write(&self, to: &mut Weights, weights: &[f32]) {
        self.blocks.write(to, BLOCK, UNIT, weights, numbers);
    }

    /// Adds a position; `lambda` is the share of the search's score in its target, the rest is the
    /// result of the game.
    pub fn add(&mut self, sample: &Sample<'_>, lambda: f32) {
        let mut active = self.active(sample);
        active.sort_unstable();
        for same in active.chunk_by(|a, b| a == b) {
            self.features.push(same[0] << TIMES_BITS | same.len() as u32);
        }
        self.ends.push(self.features.len());
        let centi = i32::from(sample.played.score);
        let searched = Verdict::Unclear { centi }.win_rate() as f32;
        self.targets.push(lambda * searched + (1.0 - lambda) * sample.result);
    }

    /// The active features of a position, each as often as it is active: twice the index, plus one
    /// if it counts against the side to move.
    fn active(&self, sample: &Sample<'_>) -> Vec<u32> {
        let position = sample.position;
        let own = position.to_move();
        let mut active = Vec::with_capacity(1024);
        let mut see = |side: Side, index: usize, against: bool| {
            active.push(2 * (self.blocks.start(side, BLOCK) + index) as u32 + u32::from(against));
        };
        for point in free_points(position) {
            for side in Side::BOTH {
                let code = position.code(point, side).index();
                see(side, code, side != own);
                // Hundreds of points threaten nothing: a tempo for them would make every step
                // unstable.
                if position.threat(point, side) != Threat::None {
                    see(side, TEMPI + code, false);
                }
            }
        }
        let [mine, theirs] = [own, !own].map(|side| strongest_threat(position, side) as usize);
        see(own, PAIRS + mine * Threat::COUNT + theirs, false);
        for &threat in counted() {
            let [a, b] = [own, !own].map(|side| position.count(side, threat).min(COUNTED - 1));
            see(own, COUNTS + (threat as usize * COUNTED + a) * COUNTED + b, false);
        }
        active
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
