//! SPSA, simultaneous perturbation stochastic approximation: all parameters are perturbed at once, up
//! and down, and a few games say which direction is better.

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaParam {
    /// Its name.
    pub name: String,
    /// Its present value.
    pub value: f64,
    /// Its smallest and largest value.
    pub range: (f64, f64),
    /// The perturbation at the last step.
    pub c_end: f64,
}

/// The state of a tuning run.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    params: Vec<SpsaParam>,
    /// Steps made.
    done: u64,
    /// Steps planned: perturbations and updates get smaller towards the last one.
    planned: u64,
    seed: u64,
}

/// Exponents by which the learning rate and the perturbation decay, as Spall recommends them.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The learning rate at the last step, relative to the square of the perturbation.
const R_END: f64 = 0.02;
/// The share of all steps by which the decay of the learning rate is delayed, Spall's A.
const STABILITY: f64 = 0.1;

impl Spsa {
    /// Starts from these parameters.
    pub fn new(params: Vec<SpsaParam>, planned: u64, seed: u64) -> Spsa {
        Spsa { params, done: 0, planned: planned.max(1), seed }
    }

    /// Resumes after `done` steps that led to these values.
    pub fn resume(&mut self, done: u64, values: &[f64]) {
        self.done = done;
        self.params.iter_mut().zip(values).for_each(|(param, &value)| param.value = value);
    }

    /// The parameters with their present values.
    pub fn params(&self) -> &[SpsaParam] {
        &self.params
    }

    /// Steps made.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The two sets of values that play each other next, perturbed in opposite directions. The same
    /// step of the same seed gives the same sets.
    pub fn perturbed(&self) -> [Vec<f64>; 2] {
        let scale = self.decay(self.done, GAMMA, 0.0);
        let signs = self.signs();
        [1.0, -1.0].map(|direction| {
            let perturb = |(param, sign): (&SpsaParam, &f64)| {
                let value = param.value + direction * sign * param.c_end * scale;
                value.clamp(param.range.0, param.range.1)
            };
            self.params.iter().zip(&signs).map(perturb).collect()
        })
    }

    /// Makes a step by the first set's result, from −1 (lost all games) to 1 (won all).
    pub fn update(&mut self, result: f64) {
        let delay = STABILITY * self.planned as f64;
        let scale = self.decay(self.done, GAMMA, 0.0);
        let rate = R_END * self.decay(self.done, ALPHA, delay);
        let signs = self.signs();
        for (param, sign) in self.params.iter_mut().zip(signs) {
            let step = rate * param.c_end * sign * result / scale;
            param.value = (param.value + step).clamp(param.range.0, param.range.1);
        }
        self.done += 1;
    }

    /// A factor that decays to one at the last step.
    fn decay(&self, step: u64, exponent: f64, delay: f64) -> f64 {
        let at = |step: u64| delay + step as f64 + 1.0;
        (at(self.planned - 1) / at(step.min(self.planned - 1))).powf(exponent)
    }

    /// The direction in which each parameter is perturbed in this step.
    fn signs(&self) -> Vec<f64> {
        let seed = self.seed ^ self.done.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = fastrand::Rng::with_seed(seed);
        self.params.iter().map(|_| if rng.bool() { 1.0 } else { -1.0 }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(name: &str, value: f64) -> SpsaParam {
        SpsaParam { name: name.to_owned(), value, range: (-100.0, 100.0), c_end: 5.0 }
    }

    /// Noisy games whose best values are 20 and −30.
    fn play(sets: &[Vec<f64>; 2], rng: &mut fastrand::Rng) -> f64 {
        let strength = |set: &[f64]| -((set[0] - 20.0).powi(2) + (set[1] + 30.0).powi(2)) / 1000.0;
        let chance = 1.0 / (1.0 + (strength(&sets[1]) - strength(&sets[0])).exp());
        if rng.f64() < chance { 1.0 } else { -1.0 }
    }

    #[test]
    fn noisy_games_lead_to_the_best_values() {
        let mut spsa = Spsa::new(vec![param("a", 0.0), param("b", 0.0)], 20_000, 7);
        let mut rng = fastrand::Rng::with_seed(3);
        while spsa.done() < 20_000 {
            let result = play(&spsa.perturbed(), &mut rng);
            spsa.update(result);
        }
        let values: Vec<f64> = spsa.params().iter().map(|param| param.value).collect();
        assert!((values[0] - 20.0).abs() < 6.0 && (values[1] + 30.0).abs() < 6.0, "{values:?}");
    }

    #[test]
    fn a_resumed_run_is_the_same_as_one_without_a_break() {
        let start = || Spsa::new(vec![param("a", 0.0), param("b", 9.0)], 100, 7);
        let mut whole = start();
        let mut rng = fastrand::Rng::with_seed(3);
        for step in 0..100 {
            if step == 40 {
                let values: Vec<f64> = whole.params().iter().map(|param| param.value).collect();
                let mut again = start();
                again.resume(40, &values);
                assert_eq!(again, whole);
            }
            let result = play(&whole.perturbed(), &mut rng);
            whole.update(result);
        }
    }

    #[test]
    fn values_stay_in_their_range() {
        let mut spsa = Spsa::new(vec![SpsaParam { range: (0.0, 1.0), ..param("a", 0.5) }], 50, 1);
        for _ in 0..50 {
            let [one, two] = spsa.perturbed();
            assert!((0.0..=1.0).contains(&one[0]) && (0.0..=1.0).contains(&two[0]));
            spsa.update(1.0);
            assert!((0.0..=1.0).contains(&spsa.params()[0].value));
        }
    }
}
