//! Descent: weights that make a loss small on examples, and no smaller than on others held back.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Examples that weights can be fitted to.
pub trait Examples: Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// The loss of one example; what it wants of the weights is added to `gradient`, if given.
    fn loss(&self, example: usize, weights: &[f32], gradient: Option<&mut [f32]>) -> f32;
}

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitPlan {
    /// The length of the first steps, in natural logarithms; later ones are shorter.
    pub rate: f32,
    /// How strongly weights are pulled towards those they began with, for each example.
    pub pull: f32,
    /// The most rounds through all examples.
    pub rounds: usize,
    /// Examples a step.
    pub batch: usize,
    /// Threads that work.
    pub threads: usize,
    /// Where the dice begin that shuffle the examples.
    pub seed: u64,
}

impl Default for FitPlan {
    fn default() -> Self {
        FitPlan { rate: 0.01, pull: 0.0, rounds: 30, batch: 8192, threads: 1, seed: 1 }
    }
}

/// The losses after a round.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The round; 0 is before the first.
    pub number: usize,
    /// The mean loss of the examples that were learned from.
    pub learned: f64,
    /// The mean loss of those held back.
    pub held_back: f64,
}

/// Gradients are summed in so many parts whatever the threads, so that the result is the same.
const PARTS: usize = 8;
/// So many rounds without a better loss end the work.
const PATIENCE: usize = 3;

/// Where a fit stands after a round: all that it needs to go on as if nothing had happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitState {
    /// The losses so far.
    pub curve: Vec<Round>,
    /// The weights of the best round.
    pub best: Vec<f32>,
    best_round: usize,
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    rate: f32,
    steps: i32,
}

/// Fits weights, beginning with `start`, or going on from where an earlier call was. `on_round` hears
/// of every round and says whether to go on.
pub fn fit<E: Examples>(
    start: &[f32],
    learn: &E,
    hold: &E,
    plan: &FitPlan,
    before: Option<FitState>,
    mut on_round: impl FnMut(&FitState) -> bool,
) -> FitState {
    let held_back = |weights: &[f32]| mean_loss(hold, weights, plan.threads);
    let mut state = match before {
        Some(state) => state,
        None => {
            let learned = mean_loss(learn, start, plan.threads);
            let first = Round { number: 0, learned, held_back: held_back(start) };
            let state = FitState::new(start, plan, first);
            if !on_round(&state) {
                return state;
            }
            state
        }
    };
    let mut order: Vec<u32> = (0..learn.count() as u32).collect();
    let mut rng = fastrand::Rng::with_seed(plan.seed);
    for number in 1..=plan.rounds {
        // Rounds of an earlier call have shuffled too.
        rng.shuffle(&mut order);
        if number < state.curve.len() {
            continue;
        }
        if number > state.best_round + PATIENCE {
            break;
        }
        let learned = state.round(plan, start, learn, &order);
        let latest = Round { number, learned, held_back: held_back(&state.weights) };
        state.note(latest);
        if !on_round(&state) {
            break;
        }
    }
    state
}

/// Steps of Adam.
impl FitState {
    fn new(start: &[f32], plan: &FitPlan, first: Round) -> FitState {
        let zeros = vec![0.0; start.len()];
        FitState {
            curve: vec![first],
            best: start.to_vec(),
            best_round: 0,
            weights: start.to_vec(),
            mean: zeros.clone(),
            square: zeros,
            rate: plan.rate,
            steps: 0,
        }
    }

    /// The losses after the latest round.
    pub fn latest(&self) -> Round {
        self.curve[self.curve.len() - 1]
    }

    fn note(&mut self, latest: Round) {
        self.curve.push(latest);
        if latest.held_back < self.curve[self.best_round].held_back {
            self.best_round = latest.number;
            self.best.clone_from(&self.weights);
        } else {
            self.rate *= 0.5;
        }
    }

    /// Goes through all examples once; the mean loss on the way.
    fn round<E: Examples>(
        &mut self,
        plan: &FitPlan,
        start: &[f32],
        examples: &E,
        order: &[u32],
    ) -> f64 {
        let mut loss = 0.0;
        for batch in order.chunks(plan.batch) {
            let (sum, gradient) = sum(examples, batch, &self.weights, plan.threads);
            loss += sum;
            self.step(plan.pull, start, &gradient, batch.len() as f32);
        }
        loss / order.len().max(1) as f64
    }

    fn step(&mut self, pull: f32, start: &[f32], gradient: &[f32], count: f32) {
        const MEMORY: (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let settled = (1.0 - MEMORY.0.powi(self.steps), 1.0 - MEMORY.1.powi(self.steps));
        for (n, weight) in self.weights.iter_mut().enumerate() {
            let wish = gradient[n] / count + pull * (*weight - start[n]);
            self.mean[n] += (1.0 - MEMORY.0) * (wish - self.mean[n]);
            self.square[n] += (1.0 - MEMORY.1) * (wish * wish - self.square[n]);
            let size = (self.square[n] / settled.1).sqrt() + 1e-8;
            *weight -= self.rate * self.mean[n] / settled.0 / size;
        }
    }
}

/// The loss and the gradient of a batch.
fn sum<E: Examples>(
    examples: &E,
    batch: &[u32],
    weights: &[f32],
    threads: usize,
) -> (f64, Vec<f32>) {
    let part = |range: Range<usize>| {
        let mut gradient = vec![0.0; weights.len()];
        let loss = batch[range]
            .iter()
            .map(|&one| f64::from(examples.loss(one as usize, weights, Some(&mut gradient))))
            .sum::<f64>();
        (loss, gradient)
    };
    let parts = in_parts(batch.len(), threads, part);
    let mut total = (0.0, vec![0.0; weights.len()]);
    for (loss, gradient) in parts {
        total.0 += loss;
        total.1.iter_mut().zip(gradient).for_each(|(sum, one)| *sum += one);
    }
    total
}

/// The mean loss of examples.
pub(crate) fn mean_loss<E: Examples>(examples: &E, weights: &[f32], threads: usize) -> f64 {
    let part = |range: Range<usize>| {
        range.map(|one| f64::from(examples.loss(one, weights, None))).sum::<f64>()
    };
    in_parts(examples.count(), threads, part).into_iter().sum::<f64>()
        / examples.count().max(1) as f64
}

/// Does work in [`PARTS`] parts on so many threads; the results are in order.
fn in_parts<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let part = |n: usize| work(count * n / PARTS..count * (n + 1) / PARTS);
    if threads <= 1 || count < 512 {
        return (0..PARTS).map(part).collect();
    }
    let threads = threads.min(PARTS);
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                let part = &part;
                scope.spawn(move || {
                    let mine = (thread..PARTS).step_by(threads);
                    mine.map(|n| (n, part(n))).collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no part panics")).collect()
    });
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, result)| result).collect()
}
