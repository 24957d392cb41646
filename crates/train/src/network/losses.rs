//! Losses of values and of policies.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Mean losses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkLosses {
    /// Logistic loss of the value.
    pub value: f64,
    /// Cross-entropy of the move that the search chose.
    pub policy: f64,
}

/// Losses of positions, summed.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Sums {
    pub(super) value: f64,
    pub(super) policy: f64,
    pub(super) values: u64,
    pub(super) policies: u64,
}

impl Sums {
    /// The mean losses.
    pub(super) fn mean(self) -> NetworkLosses {
        NetworkLosses {
            value: self.value / self.values.max(1) as f64,
            policy: self.policy / self.policies.max(1) as f64,
        }
    }

    /// Adds the loss of a value in log odds.
    pub(super) fn add_value(&mut self, value: f32, target: f32) {
        self.values += 1;
        self.value += f64::from(softplus(value) - target * value);
    }

    /// Adds the loss of the logits of candidates, the played one first, and makes them odds; their sum.
    pub(super) fn add_policy(&mut self, logits: &mut [f32]) -> f32 {
        let Some(&played) = logits.first() else { return 1.0 };
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        logits.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
        let total = logits.iter().sum::<f32>();
        self.policies += 1;
        self.policy += f64::from(total.ln() + most - played);
        total
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, more: Sums) {
        self.value += more.value;
        self.policy += more.policy;
        self.values += more.values;
        self.policies += more.policies;
    }
}

/// The chance of these log odds.
pub(super) fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The logarithm of 1 + eˣ.
fn softplus(logit: f32) -> f32 {
    logit.max(0.0) + (-logit.abs()).exp().ln_1p()
}
