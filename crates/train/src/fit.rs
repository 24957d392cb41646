//! The optimizer: Adam on minibatches, with early stopping by the validation loss.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Examples that weights can be fitted to.
pub trait Examples: Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// The loss of one example; its gradient is added to `gradient`, if given.
    fn loss(&self, example: usize, weights: &[f32], gradient: Option<&mut [f32]>) -> f32;
}

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitConfig {
    /// The learning rate of the first epochs. An epoch that does not improve halves it.
    pub learning_rate: f32,
    /// Strength of the L2 penalty on the distance from the weights that the fit started with.
    pub l2_to_prior: f32,
    /// The most epochs.
    pub epochs: usize,
    /// Examples a step.
    pub batch_size: usize,
    /// Threads that compute gradients.
    pub threads: usize,
    /// RNG seed of the shuffle.
    pub seed: u64,
}

impl Default for FitConfig {
    fn default() -> Self {
        FitConfig {
            learning_rate: 0.01,
            l2_to_prior: 0.0,
            epochs: 30,
            batch_size: 8192,
            threads: 1,
            seed: 1,
        }
    }
}

/// The losses after an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Epoch {
    /// The epoch; 0 is before the first.
    pub number: usize,
    /// The mean loss of the training examples.
    pub train_loss: f64,
    /// The mean loss of the validation examples.
    pub validation_loss: f64,
}

/// Gradients are summed in this many parts on any number of threads, so that the result is the same.
const PARTS: usize = 8;
/// Early stopping: the fit ends after this many epochs without a better validation loss.
const PATIENCE: usize = 3;
/// How fast Adam's means of the gradient and of its square forget.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;

/// A fit after an epoch: all it needs to resume as if it had not been interrupted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitState {
    /// The loss curve so far.
    pub curve: Vec<Epoch>,
    /// The weights of the best epoch.
    pub best: Vec<f32>,
    best_epoch: usize,
    weights: Vec<f32>,
    /// Adam's mean of the gradient.
    first_moment: Vec<f32>,
    /// Adam's mean of its square.
    second_moment: Vec<f32>,
    learning_rate: f32,
    steps: i32,
}

/// Fits weights, starting from `prior` or resuming an earlier fit. `on_epoch` is called after every
/// epoch and says whether to go on.
pub fn fit<E: Examples>(
    prior: &[f32],
    train: &E,
    validation: &E,
    config: &FitConfig,
    before: Option<FitState>,
    mut on_epoch: impl FnMut(&FitState) -> bool,
) -> FitState {
    let validate = |weights: &[f32]| mean_loss(validation, weights, config.threads);
    let mut state = match before {
        Some(state) => state,
        None => {
            let train_loss = mean_loss(train, prior, config.threads);
            let first = Epoch { number: 0, train_loss, validation_loss: validate(prior) };
            let state = FitState::new(prior, config, first);
            if !on_epoch(&state) {
                return state;
            }
            state
        }
    };
    let mut order: Vec<u32> = (0..train.count() as u32).collect();
    let mut rng = fastrand::Rng::with_seed(config.seed);
    for number in 1..=config.epochs {
        // The epochs of an earlier call have shuffled too.
        rng.shuffle(&mut order);
        if number < state.curve.len() {
            continue;
        }
        if number > state.best_epoch + PATIENCE {
            break;
        }
        let train_loss = state.epoch(config, prior, train, &order);
        let validation_loss = validate(&state.weights);
        state.note(Epoch { number, train_loss, validation_loss });
        if !on_epoch(&state) {
            break;
        }
    }
    state
}

impl FitState {
    fn new(prior: &[f32], config: &FitConfig, first: Epoch) -> FitState {
        let zeros = vec![0.0; prior.len()];
        FitState {
            curve: vec![first],
            best: prior.to_vec(),
            best_epoch: 0,
            weights: prior.to_vec(),
            first_moment: zeros.clone(),
            second_moment: zeros,
            learning_rate: config.learning_rate,
            steps: 0,
        }
    }

    /// The losses after the latest epoch.
    pub fn latest(&self) -> Epoch {
        self.curve[self.curve.len() - 1]
    }

    fn note(&mut self, latest: Epoch) {
        self.curve.push(latest);
        if latest.validation_loss < self.curve[self.best_epoch].validation_loss {
            self.best_epoch = latest.number;
            self.best.clone_from(&self.weights);
        } else {
            self.learning_rate *= 0.5;
        }
    }

    /// One epoch; the mean loss of its batches.
    fn epoch<E: Examples>(
        &mut self,
        config: &FitConfig,
        prior: &[f32],
        examples: &E,
        order: &[u32],
    ) -> f64 {
        let mut loss = 0.0;
        for batch in order.chunks(config.batch_size) {
            let (sum, gradient) = sum(examples, batch, &self.weights, config.threads);
            loss += sum;
            self.step(config.l2_to_prior, prior, &gradient, batch.len() as f32);
        }
        loss / order.len().max(1) as f64
    }

    /// A step of Adam.
    fn step(&mut self, l2_to_prior: f32, prior: &[f32], gradient: &[f32], count: f32) {
        self.steps += 1;
        let correction = (1.0 - BETA_1.powi(self.steps), 1.0 - BETA_2.powi(self.steps));
        for (n, weight) in self.weights.iter_mut().enumerate() {
            let slope = gradient[n] / count + l2_to_prior * (*weight - prior[n]);
            self.first_moment[n] += (1.0 - BETA_1) * (slope - self.first_moment[n]);
            self.second_moment[n] += (1.0 - BETA_2) * (slope * slope - self.second_moment[n]);
            let size = (self.second_moment[n] / correction.1).sqrt() + 1e-8;
            *weight -= self.learning_rate * self.first_moment[n] / correction.0 / size;
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
fn mean_loss<E: Examples>(examples: &E, weights: &[f32], threads: usize) -> f64 {
    let part = |range: Range<usize>| {
        range.map(|one| f64::from(examples.loss(one, weights, None))).sum::<f64>()
    };
    in_parts(examples.count(), threads, part).into_iter().sum::<f64>()
        / examples.count().max(1) as f64
}

/// Does work in [`PARTS`] parts on some threads; the results are in order.
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
