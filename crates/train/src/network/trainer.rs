//! Adam on minibatches, step by step, so that a run can stop and resume after any of them.

use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use tengen_engine::{Network, NetworkError};

use super::data::{NetworkData, Samples};
use super::gradient::{Gradient, Merged, Scratch, Shares};
use super::losses::{NetworkLosses, Sums};
use super::model::{Half, Model};
use super::parts::{PARTS, in_chunks, in_parts};
use super::reference::Reference;
use super::vector::add;
use crate::fit::Epoch;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkConfig {
    /// The highest learning rate: it is reached in the first steps, then falls to zero as half a cosine.
    pub learning_rate: f32,
    /// What the loss of the policy counts; that of the value counts one.
    pub policy_weight: f32,
    /// How often every position is seen.
    pub epochs: usize,
    /// Positions a step.
    pub batch_size: usize,
    /// Threads that compute gradients.
    pub threads: usize,
    /// RNG seed of the first weights and of the shuffle.
    pub seed: u64,
}

impl Default for NetworkConfig {
    fn default() -> Self {
        NetworkConfig {
            learning_rate: 2e-3,
            policy_weight: 0.2,
            epochs: 3,
            batch_size: 2048,
            threads: 1,
            seed: 1,
        }
    }
}

/// Steps until the learning rate is at its highest: Adam knows little of the gradient before.
const WARM_UP: f32 = 100.0;
/// How fast Adam's means of the gradient and of its square forget.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
/// Before the first epoch the training loss is that of one position in this many.
const GLANCE: usize = 16;

/// A run, which stands between two steps.
#[derive(Debug)]
pub struct NetworkTrainer<'a> {
    data: &'a NetworkData,
    config: NetworkConfig,
    model: Model,
    /// Adam's means of the gradient and of its square.
    moments: [Model; 2],
    progress: Progress,
    /// The training positions in the order of this epoch.
    order: Vec<u32>,
    merged: Merged,
    parts: Vec<Mutex<Part>>,
    total: Gradient,
}

/// How far a run is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Progress {
    /// Steps so far.
    step: usize,
    /// The losses of this epoch so far.
    sums: Sums,
    /// Those of value and policy after each epoch.
    curves: [Vec<Epoch>; 2],
}

#[derive(Debug)]
struct Part {
    gradient: Gradient,
    scratch: Scratch,
}

impl<'a> NetworkTrainer<'a> {
    /// A run at its start: the network says what the classical value and policy say.
    pub fn new(data: &'a NetworkData, config: NetworkConfig) -> NetworkTrainer<'a> {
        let model = Model::neutral(data.blocks(), config.seed);
        NetworkTrainer::blank(data, config).begun_with(model)
    }

    /// A run that starts from a network.
    ///
    /// # Errors
    /// If it was made for another rule than that of the games.
    pub fn starting_from(
        data: &'a NetworkData,
        config: NetworkConfig,
        network: &Network,
    ) -> Result<NetworkTrainer<'a>, NetworkError> {
        match network.fits(data.rule()) {
            true => Ok(NetworkTrainer::blank(data, config).begun_with(Model::import(network))),
            false => Err(NetworkError::Rule { found: network.rule, expected: data.rule() }),
        }
    }

    fn begun_with(self, model: Model) -> NetworkTrainer<'a> {
        let mut trainer = self;
        trainer.model = model;
        trainer.merged.update(&trainer.model);
        let train: Vec<u32> = (0..trainer.order.len() as u32).step_by(GLANCE).collect();
        let train = trainer.losses_of(&trainer.data.samples.train, &train);
        trainer.note(train);
        trainer
    }

    /// A run that was written down by [`NetworkTrainer::checkpoint`]; none if the bytes are not its own.
    pub fn resume(
        data: &'a NetworkData,
        config: NetworkConfig,
        bytes: &[u8],
    ) -> Option<NetworkTrainer<'a>> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let mut trainer = NetworkTrainer::blank(data, config);
        trainer.progress = serde_json::from_slice(&bytes[..end]).ok()?;
        let mut floats = bytes[end + 1..].chunks_exact(4);
        let NetworkTrainer { model, moments: [first, second], .. } = &mut trainer;
        for slice in [model, first, second].into_iter().flat_map(Model::slices) {
            for number in slice {
                let four = floats.next()?;
                *number = f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
            }
        }
        trainer.merged.update(&trainer.model);
        trainer.shuffle();
        floats.next().is_none().then_some(trainer)
    }

    fn blank(data: &'a NetworkData, config: NetworkConfig) -> NetworkTrainer<'a> {
        let blocks = data.blocks();
        let samples = &data.samples;
        let mut sizes = samples.train.sizes();
        sizes.extend(samples.validation.sizes());
        let merged = Merged::new(blocks, sizes);
        let part = |_| Part { gradient: Gradient::new(&merged), scratch: Scratch::new() };
        let mut trainer = NetworkTrainer {
            model: Model::zero(blocks),
            moments: [Model::zero(blocks), Model::zero(blocks)],
            progress: Progress::default(),
            order: (0..samples.train.len() as u32).collect(),
            parts: (0..PARTS).map(part).map(Mutex::new).collect(),
            total: Gradient::new(&merged),
            merged,
            data,
            config,
        };
        trainer.shuffle();
        trainer
    }

    /// All that the run needs to go on as if nothing had happened: a line of JSON, then floats.
    pub fn checkpoint(&mut self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(&self.progress).expect("numbers can be written");
        bytes.push(b'\n');
        let NetworkTrainer { model, moments: [first, second], .. } = self;
        for slice in [model, first, second].into_iter().flat_map(Model::slices) {
            bytes.extend(slice.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Steps so far.
    pub fn step_count(&self) -> usize {
        self.progress.step
    }

    /// Steps of the whole run.
    pub fn steps(&self) -> usize {
        self.steps_per_epoch() * self.config.epochs
    }

    /// Whether there is nothing left to do.
    pub fn is_done(&self) -> bool {
        self.progress.step >= self.steps()
    }

    fn steps_per_epoch(&self) -> usize {
        self.order.len().div_ceil(self.config.batch_size)
    }

    /// The loss curves of value and policy.
    pub fn curves(&self) -> &[Vec<Epoch>; 2] {
        &self.progress.curves
    }

    /// The losses of this epoch so far.
    pub fn losses(&self) -> NetworkLosses {
        self.progress.sums.mean()
    }

    /// The weights as whole numbers.
    pub fn network(&self) -> Network {
        self.model.export(self.data.rule())
    }

    /// One step; how many positions it saw. The losses of an epoch follow its last step.
    pub fn advance(&mut self) -> usize {
        let per_epoch = self.steps_per_epoch();
        let in_epoch = self.progress.step % per_epoch;
        let size = self.config.batch_size;
        let from = in_epoch * size;
        let to = (from + size).min(self.order.len());
        self.add_gradients(from, to);
        self.adapt();
        self.progress.step += 1;
        self.progress.sums += self.total.sums;
        self.merged.update(&self.model);
        if in_epoch + 1 == per_epoch {
            let train = self.losses();
            self.note(train);
            self.shuffle();
        }
        to - from
    }

    /// Ends an epoch with its losses.
    fn note(&mut self, train: NetworkLosses) {
        let validation = self.validation_losses();
        let number = self.progress.curves[0].len();
        let epoch = |train_loss, validation_loss| Epoch { number, train_loss, validation_loss };
        let losses = [(train.value, validation.value), (train.policy, validation.policy)];
        for (curve, (train, validation)) in self.progress.curves.iter_mut().zip(losses) {
            curve.push(epoch(train, validation));
        }
        self.progress.sums = Sums::default();
    }

    /// The order of the epoch that comes next: from the seed and its number alone.
    fn shuffle(&mut self) {
        let epoch = self.progress.step / self.steps_per_epoch().max(1);
        let mut rng = fastrand::Rng::with_seed(self.config.seed);
        rng = fastrand::Rng::with_seed(rng.u64(..) ^ epoch as u64);
        (0..).zip(&mut self.order).for_each(|(n, place)| *place = n);
        rng.shuffle(&mut self.order);
    }

    /// The gradient of these positions of the epoch, summed into `total`.
    fn add_gradients(&mut self, from: usize, to: usize) {
        let NetworkTrainer { data, config, model, order, merged, parts, total, .. } = self;
        let batch = &order[from..to];
        let value = 1.0 / batch.len() as f32;
        let shares = Shares { value, policy: value * config.policy_weight };
        let samples = &data.samples.train;
        in_parts(config.threads, |n| {
            let mut part = parts[n].lock().expect("no part panics");
            let Part { gradient, scratch } = &mut *part;
            gradient.clear();
            let mut sums = Sums::default();
            for &sample in &batch[batch.len() * n / PARTS..batch.len() * (n + 1) / PARTS] {
                let sample = samples.get(sample as usize);
                merged.run(model, sample, scratch, &mut sums, Some((&mut *gradient, shares)));
            }
            gradient.sums = sums;
        });
        total.clear();
        let mut parts: Vec<&mut Part> =
            parts.iter_mut().map(|part| part.get_mut().expect("no part panics")).collect();
        for part in &mut parts {
            total.add_heads(&mut part.gradient);
        }
        let rows: Vec<&[Half]> = parts.iter().map(|part| &part.gradient.model.rows[..]).collect();
        in_chunks(config.threads, &mut total.model.rows, |from, chunk| {
            for rows in &rows {
                chunk.iter_mut().zip(&rows[from..]).for_each(|(to, row)| add(to, row));
            }
        });
        merged.finish(total);
    }

    /// A step of Adam.
    fn adapt(&mut self) {
        let progress = self.progress.step as f32;
        let done = progress / self.steps() as f32;
        let warm = ((progress + 1.0) / WARM_UP).min(1.0);
        let rate =
            self.config.learning_rate * warm * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        let steps = self.progress.step as i32 + 1;
        let correction = (1.0 - BETA_1.powi(steps), 1.0 - BETA_2.powi(steps));
        let NetworkTrainer { model, moments: [first, second], total, .. } = self;
        let moments = first.slices().into_iter().zip(second.slices());
        let slopes = total.model.slices();
        for ((weights, slopes), (first, second)) in
            model.slices().into_iter().zip(slopes).zip(moments)
        {
            let moments = first.iter_mut().zip(second);
            for ((weight, slope), (first, second)) in weights.iter_mut().zip(slopes).zip(moments) {
                *first += (1.0 - BETA_1) * (*slope - *first);
                *second += (1.0 - BETA_2) * (*slope * *slope - *second);
                let size = (*second / correction.1).sqrt() + 1e-8;
                *weight -= rate * (*first / correction.0) / size;
            }
        }
    }

    /// The mean losses of the validation positions.
    pub fn validation_losses(&self) -> NetworkLosses {
        let samples = &self.data.samples.validation;
        let all: Vec<u32> = (0..samples.len() as u32).collect();
        self.losses_of(samples, &all)
    }

    fn losses_of(&self, samples: &Samples, chosen: &[u32]) -> NetworkLosses {
        self.sum(chosen, |index, sums, scratch| {
            self.merged.run(&self.model, samples.get(index), scratch, sums, None);
        })
    }

    /// The mean losses of the validation positions with the network in whole numbers.
    pub fn whole_losses(&self, network: &Network) -> NetworkLosses {
        let samples = &self.data.samples.validation;
        let all: Vec<u32> = (0..samples.len() as u32).collect();
        self.sum(&all, |index, sums, _| {
            let sample = samples.get(index);
            let reference = Reference::new(network, sample.situation());
            sums.add_value(reference.value() as f32 / 200.0, sample.target());
            let logits = sample
                .candidates()
                .map(|(point, policy)| reference.policy(point, policy.into()) as f32 / 100.0);
            sums.add_policy(&mut logits.collect::<Vec<f32>>());
        })
    }

    fn sum(
        &self,
        chosen: &[u32],
        add: impl Fn(usize, &mut Sums, &mut Scratch) + Sync,
    ) -> NetworkLosses {
        let parts: [Mutex<Sums>; PARTS] = Default::default();
        in_parts(self.config.threads, |n| {
            let mut scratch = Scratch::new();
            let mut sums = Sums::default();
            for &index in &chosen[chosen.len() * n / PARTS..chosen.len() * (n + 1) / PARTS] {
                add(index as usize, &mut sums, &mut scratch);
            }
            *parts[n].lock().expect("no part panics") = sums;
        });
        let mut total = Sums::default();
        parts.into_iter().for_each(|part| total += part.into_inner().expect("no part panics"));
        total.mean()
    }
}
