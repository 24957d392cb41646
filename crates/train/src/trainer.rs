//! A training run: both heads fitted to a dataset, one after the other.

use serde::{Deserialize, Serialize};
use tengen_engine::Weights;

use crate::dataset::Dataset;
use crate::fit::{Epoch, FitConfig, FitState, fit};

/// How both heads are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainConfig {
    /// How the value head is fitted.
    pub value: FitConfig,
    /// How the policy head is fitted.
    pub policy: FitConfig,
}

impl Default for TrainConfig {
    fn default() -> Self {
        let usual = FitConfig::default();
        TrainConfig {
            value: FitConfig { l2_to_prior: 1e-6, ..usual },
            policy: FitConfig { learning_rate: 0.02, l2_to_prior: 1e-5, ..usual },
        }
    }
}

/// What an epoch trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// The evaluation.
    Value,
    /// The policy, for move ordering.
    Policy,
}

/// How far a run is; an interrupted run resumes from it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Checkpoint {
    value: Option<FitState>,
    policy: Option<FitState>,
}

impl Checkpoint {
    /// The losses after the latest epoch of a head.
    pub fn latest(&self, head: Head) -> Option<Epoch> {
        let state = match head {
            Head::Value => &self.value,
            Head::Policy => &self.policy,
        };
        state.as_ref().map(FitState::latest)
    }
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Run {
    /// The best weights of each head.
    pub weights: Weights,
    /// The loss curve of the value head.
    pub value: Vec<Epoch>,
    /// The loss curve of the policy head; empty if the run was stopped before it.
    pub policy: Vec<Epoch>,
}

/// Trains both heads, starting from these weights or resuming from a checkpoint. `on_epoch` gets a
/// checkpoint after every epoch and says whether to go on.
pub fn train(
    dataset: &Dataset,
    config: &TrainConfig,
    start: &Weights,
    mut checkpoint: Checkpoint,
    mut on_epoch: impl FnMut(Head, &Checkpoint) -> bool,
) -> Run {
    let mut weights = start.clone();
    let mut goes_on = true;
    let (examples, validation) = (&dataset.value.train, &dataset.value.validation);
    let (prior, before) = (examples.read(start), checkpoint.value.take());
    let value = fit(&prior, examples, validation, &config.value, before, |state| {
        checkpoint.value = Some(state.clone());
        goes_on = on_epoch(Head::Value, &checkpoint);
        goes_on
    });
    examples.write(&mut weights, &value.best);
    checkpoint.value = Some(value.clone());
    if !goes_on {
        return Run { weights, value: value.curve, policy: Vec::new() };
    }
    let (examples, validation) = (&dataset.policy.train, &dataset.policy.validation);
    let (prior, before) = (examples.read(start), checkpoint.policy.take());
    let policy = fit(&prior, examples, validation, &config.policy, before, |state| {
        checkpoint.policy = Some(state.clone());
        on_epoch(Head::Policy, &checkpoint)
    });
    examples.write(&mut weights, &policy.best);
    Run { weights, value: value.curve, policy: policy.curve }
}
