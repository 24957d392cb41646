//! Tuning by simultaneous perturbation: all numbers are moved at once, this way and that way, and a
//! few games tell which way is better.

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub value: f64,
    /// How low and how high it may go.
    pub range: (f64, f64),
    /// How far it is moved to see what comes of it, at the end of the work.
    pub reach: f64,
}

/// The state of the work.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    knobs: Vec<Knob>,
    /// Steps made.
    done: u64,
    /// Steps planned: moves get smaller towards the last one.
    planned: u64,
    seed: u64,
}

/// Exponents by which reach and rate fall with the steps; those that Spall recommends.
const REACH_FALL: f64 = 0.101;
const RATE_FALL: f64 = 0.602;
/// The rate in reaches at the last step.
const LAST_RATE: f64 = 0.02;
/// The share of all steps by which the fall of the rate is delayed.
const STABILITY: f64 = 0.1;

impl Spsa {
    /// Begins with these numbers.
    pub fn new(knobs: Vec<Knob>, planned: u64, seed: u64) -> Spsa {
        Spsa { knobs, done: 0, planned: planned.max(1), seed }
    }

    /// Goes on after so many steps that led to these values.
    pub fn resume(&mut self, done: u64, values: &[f64]) {
        self.done = done;
        self.knobs.iter_mut().zip(values).for_each(|(knob, &value)| knob.value = value);
    }

    /// The numbers as they are.
    pub fn knobs(&self) -> &[Knob] {
        &self.knobs
    }

    /// Steps made.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The two sets that are to play each other next. The same step of the same seed asks the same.
    pub fn question(&self) -> [Vec<f64>; 2] {
        let reach = self.fall(self.done, REACH_FALL, 0.0);
        let signs = self.signs();
        [1.0, -1.0].map(|way| {
            let moved = |(knob, sign): (&Knob, &f64)| {
                let value = knob.value + way * sign * knob.reach * reach;
                value.clamp(knob.range.0, knob.range.1)
            };
            self.knobs.iter().zip(&signs).map(moved).collect()
        })
    }

    /// Takes the answer: how much better the first set did, from −1 (lost all) to 1 (won all).
    pub fn answer(&mut self, better: f64) {
        let delay = STABILITY * self.planned as f64;
        let reach = self.fall(self.done, REACH_FALL, 0.0);
        let rate = LAST_RATE * self.fall(self.done, RATE_FALL, delay);
        let signs = self.signs();
        for (knob, sign) in self.knobs.iter_mut().zip(signs) {
            let step = rate * knob.reach * sign * better / reach;
            knob.value = (knob.value + step).clamp(knob.range.0, knob.range.1);
        }
        self.done += 1;
    }

    /// A factor that falls to one at the last step.
    fn fall(&self, step: u64, exponent: f64, delay: f64) -> f64 {
        let at = |step: u64| delay + step as f64 + 1.0;
        (at(self.planned - 1) / at(step.min(self.planned - 1))).powf(exponent)
    }

    /// Which way each number is moved in this step.
    fn signs(&self) -> Vec<f64> {
        let seed = self.seed ^ self.done.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = fastrand::Rng::with_seed(seed);
        self.knobs.iter().map(|_| if rng.bool() { 1.0 } else { -1.0 }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(name: &str, value: f64) -> Knob {
        Knob { name: name.to_owned(), value, range: (-100.0, 100.0), reach: 5.0 }
    }

    /// Noisy games whose best numbers are 20 and −30.
    fn play(sets: &[Vec<f64>; 2], rng: &mut fastrand::Rng) -> f64 {
        let strength = |set: &[f64]| -((set[0] - 20.0).powi(2) + (set[1] + 30.0).powi(2)) / 1000.0;
        let chance = 1.0 / (1.0 + (strength(&sets[1]) - strength(&sets[0])).exp());
        if rng.f64() < chance { 1.0 } else { -1.0 }
    }

    #[test]
    fn noisy_games_lead_to_the_best_numbers() {
        let mut spsa = Spsa::new(vec![knob("a", 0.0), knob("b", 0.0)], 20_000, 7);
        let mut rng = fastrand::Rng::with_seed(3);
        while spsa.done() < 20_000 {
            let better = play(&spsa.question(), &mut rng);
            spsa.answer(better);
        }
        let values: Vec<f64> = spsa.knobs().iter().map(|knob| knob.value).collect();
        assert!((values[0] - 20.0).abs() < 6.0 && (values[1] + 30.0).abs() < 6.0, "{values:?}");
    }

    #[test]
    fn work_that_goes_on_is_the_same_as_work_without_a_break() {
        let start = || Spsa::new(vec![knob("a", 0.0), knob("b", 9.0)], 100, 7);
        let mut whole = start();
        let mut rng = fastrand::Rng::with_seed(3);
        for step in 0..100 {
            if step == 40 {
                let values: Vec<f64> = whole.knobs().iter().map(|knob| knob.value).collect();
                let mut again = start();
                again.resume(40, &values);
                assert_eq!(again, whole);
            }
            let better = play(&whole.question(), &mut rng);
            whole.answer(better);
        }
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let mut spsa = Spsa::new(vec![Knob { range: (0.0, 1.0), ..knob("a", 0.5) }], 50, 1);
        for _ in 0..50 {
            let [one, two] = spsa.question();
            assert!((0.0..=1.0).contains(&one[0]) && (0.0..=1.0).contains(&two[0]));
            spsa.answer(1.0);
            assert!((0.0..=1.0).contains(&spsa.knobs()[0].value));
        }
    }
}
