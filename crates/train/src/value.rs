//! Examples for the evaluation: what lies on the board, and how the game went on.

use tengen_engine::{Code, Threat, Verdict, Weights};

use crate::fit::Examples;
use crate::positions::{Moment, free, strongest};

/// Where the numbers of the evaluation stand among the weights: codes, pairs of strongest threats,
/// counts of threats.
const PAIRS: usize = Code::COUNT;
const COUNTS: usize = PAIRS + Threat::COUNT * Threat::COUNT;
const ALL: usize = COUNTS + Threat::COUNT * Weights::COUNTED * Weights::COUNTED;

/// A natural logarithm of the odds in hundredths of a point: the curve of [`Verdict::win_rate`].
const UNIT: f32 = 200.0;

fn pair(own: Threat, enemy: Threat) -> usize {
    PAIRS + own as usize * Threat::COUNT + enemy as usize
}

fn count(threat: Threat, own: usize, enemy: usize) -> usize {
    COUNTS + (threat as usize * Weights::COUNTED + own) * Weights::COUNTED + enemy
}

/// The threats whose numbers the evaluation counts.
fn counted() -> &'static [Threat] {
    &Threat::ALL[1..Threat::OpenFour as usize]
}

/// Every place among the weights with how to read and write it.
fn places(mut see: impl FnMut(usize, Place)) {
    Code::all().for_each(|(code, _)| see(code.index(), Place::Code(code)));
    for own in Threat::ALL {
        Threat::ALL.iter().for_each(|&enemy| see(pair(own, enemy), Place::Pair(own, enemy)));
    }
    for &threat in counted() {
        for (own, enemy) in
            (0..Weights::COUNTED).flat_map(|a| (0..Weights::COUNTED).map(move |b| (a, b)))
        {
            see(count(threat, own, enemy), Place::Count(threat, own, enemy));
        }
    }
}

/// A number of the evaluation.
enum Place {
    Code(Code),
    Pair(Threat, Threat),
    Count(Threat, usize, usize),
}

/// Positions with what is to be said of them.
///
/// What a position has is packed: a place, whether it counts against the side to move, and how often.
#[derive(Clone, Debug, Default)]
pub struct ValueExamples {
    features: Vec<u32>,
    /// Where the features of each example end.
    ends: Vec<usize>,
    /// The chance of the side to move.
    chances: Vec<f32>,
}

/// Bits of how often a feature is there; the next one is its sign.
const TIMES_BITS: u32 = 10;

impl ValueExamples {
    /// The numbers of the evaluation as weights.
    pub fn weights(numbers: &Weights) -> Vec<f32> {
        let mut weights = vec![0.0; ALL];
        places(|index, place| {
            let number = match place {
                Place::Code(code) => numbers.code(code)[0],
                Place::Pair(own, enemy) => numbers.pair(own, enemy),
                Place::Count(threat, own, enemy) => numbers.count(threat, own, enemy),
            };
            weights[index] = f32::from(number) / UNIT;
        });
        weights
    }

    /// Takes weights over as the numbers of the evaluation.
    pub fn take(numbers: &mut Weights, weights: &[f32]) {
        places(|index, place| {
            let number = (weights[index] * UNIT).round().clamp(-20_000.0, 20_000.0) as i16;
            match place {
                Place::Code(code) => {
                    let [_, attack, defence] = numbers.code(code);
                    numbers.set_code(code, [number, attack, defence]);
                }
                Place::Pair(own, enemy) => numbers.set_pair(own, enemy, number),
                Place::Count(threat, own, enemy) => numbers.set_count(threat, own, enemy, number),
            }
        });
    }

    /// Adds a position; `blend` of what is to be said of it is the search's word, the rest the
    /// result of the game.
    pub fn add(&mut self, moment: &Moment<'_>, blend: f32) {
        let mut found = features(moment);
        found.sort_unstable();
        for same in found.chunk_by(|a, b| a == b) {
            self.features.push(same[0] << TIMES_BITS | same.len() as u32);
        }
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

/// What a position has, once for every time: twice the place, one more if it is the enemy's.
fn features(moment: &Moment<'_>) -> Vec<u32> {
    let position = moment.position;
    let (own, enemy) = (position.to_move(), !position.to_move());
    let mut found = Vec::with_capacity(512);
    for point in free(position) {
        found.push(2 * position.code(point, own).index() as u32);
        found.push(2 * position.code(point, enemy).index() as u32 + 1);
    }
    found.push(2 * pair(strongest(position, own), strongest(position, enemy)) as u32);
    let most = Weights::COUNTED - 1;
    for &threat in counted() {
        let (a, b) = (position.count(own, threat), position.count(enemy, threat));
        found.push(2 * count(threat, a.min(most), b.min(most)) as u32);
    }
    found
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
