//! From the features of a board to a value and a policy.

use tengen_core::{Point, Side};

use super::accumulator::{Accumulator, clamped};
use super::{Head, Network};
use crate::{PolicyWeights, Position, Threat};

/// The units of a hidden layer.
pub(super) type Hidden = [i16; Network::HIDDEN];

/// What the first layer sees.
pub(super) struct Inputs {
    /// The pooled features.
    pub(super) pool: [i16; Network::CHANNELS],
    /// The classical value, clamped.
    pub(super) classical: i16,
    /// What the threats on the board add.
    pub(super) threats: [i32; Network::HIDDEN],
}

/// What a position looks like to a head beside its stones.
pub(crate) struct View<'a> {
    pub(crate) to_move: Side,
    /// The classical value.
    pub(crate) classical: i32,
    /// Its threats.
    pub(crate) position: &'a Position,
}

impl Accumulator {
    /// The first hidden layer of the board as it is now.
    pub(crate) fn hidden(&mut self, view: &View<'_>) -> Hidden {
        self.sync();
        let head = &self.layout().heads[view.to_move];
        let mut threats = [0; Network::HIDDEN];
        for (own, side) in [view.to_move, !view.to_move].into_iter().enumerate() {
            for &threat in &Threat::ALL[1..] {
                let count = view.position.count(side, threat);
                if count > 0 {
                    let row = &head.threats[own][threat as usize][count.min(Network::COUNTS) - 1];
                    threats.iter_mut().zip(row).for_each(|(sum, &one)| *sum += i32::from(one));
                }
            }
        }
        let most = Network::MAX_INPUT;
        let pool = self.pool().map(|sum| (sum >> Network::POOL_SHIFT).clamp(-most, most) as i16);
        let most = i32::from(Network::MAX_WEIGHT);
        let inputs = Inputs { pool, classical: view.classical.clamp(-most, most) as i16, threats };
        head.first_layer(&inputs)
    }

    /// The value for the side to move.
    pub(crate) fn value(&mut self, view: &View<'_>) -> i32 {
        let hidden = self.hidden(view);
        let head = &self.layout().heads[view.to_move];
        let kept = (i64::from(head.value_share) * i64::from(view.classical)) >> 8;
        let added = (200 * i64::from(head.value(&hidden))) >> 16;
        (kept + added) as i32
    }

    /// What ranks the moves of the board as it is now.
    pub(crate) fn ranking(&mut self, view: &View<'_>) -> Ranking {
        let hidden = self.hidden(view);
        let head = &self.layout().heads[view.to_move];
        Ranking { to_move: view.to_move, weights: head.channel_weights(&hidden) }
    }

    /// What a move is worth, with its classical policy and the last stones of the other side and of its own.
    #[inline]
    pub(crate) fn policy(
        &self,
        ranking: &Ranking,
        point: Point,
        classical: i32,
        last: Option<Point>,
        before: Option<Point>,
    ) -> i32 {
        let head = &self.layout().heads[ranking.to_move];
        let features = &self.point(point).0;
        let products = ranking.weights.iter().zip(features);
        let sum: i32 =
            products.map(|(&weight, &sum)| i32::from(weight) * i32::from(clamped(sum))).sum();
        let near = |stone: Option<Point>, by: &[i16; PolicyWeights::DISTANCES]| {
            stone.map_or(0, |stone| i32::from(by[PolicyWeights::distance(stone, point)]))
        };
        ((i32::from(head.policy_share) * classical) >> 8)
            + ((100 * (sum >> 8)) >> 8)
            + near(last, &head.last)
            + near(before, &head.before)
    }
}

/// The weights of the channels in the policy of a position.
pub(crate) struct Ranking {
    to_move: Side,
    weights: [i16; Network::CHANNELS],
}

impl Head {
    pub(super) fn first_layer(&self, inputs: &Inputs) -> Hidden {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return super::wide::first_layer(self, inputs);
        }
        self.first_layer_plain(inputs)
    }

    pub(super) fn value(&self, hidden: &Hidden) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return super::wide::value(self, hidden);
        }
        self.value_plain(hidden)
    }

    pub(super) fn channel_weights(&self, hidden: &Hidden) -> [i16; Network::CHANNELS] {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return super::wide::channel_weights(self, hidden);
        }
        self.channel_weights_plain(hidden)
    }

    #[inline(always)]
    pub(super) fn first_layer_plain(&self, inputs: &Inputs) -> Hidden {
        let mut units = [0; Network::HIDDEN];
        for (j, unit) in units.iter_mut().enumerate() {
            let classical = i32::from(self.classical[j]) * i32::from(inputs.classical);
            let sum = (dot(&self.first[j], &inputs.pool) + classical) >> 8;
            *unit = rectified(sum + i32::from(self.first_bias[j]) + inputs.threats[j]);
        }
        units
    }

    /// The third layer's sum.
    #[inline(always)]
    pub(super) fn value_plain(&self, hidden: &Hidden) -> i32 {
        let mut units = [0; Network::HIDDEN];
        for (j, unit) in units.iter_mut().enumerate() {
            let sum = dot(&self.second[j], hidden) >> 8;
            *unit = rectified(sum + i32::from(self.second_bias[j]));
        }
        dot(&self.third, &units) + self.third_bias
    }

    #[inline(always)]
    pub(super) fn channel_weights_plain(&self, hidden: &Hidden) -> [i16; Network::CHANNELS] {
        let mut weights = [0; Network::CHANNELS];
        for (c, weight) in weights.iter_mut().enumerate() {
            let sum = (dot(&self.policy[c], hidden) >> 8) + i32::from(self.policy_bias[c]);
            *weight = sum.clamp(-Network::MAX_INPUT, Network::MAX_INPUT) as i16;
        }
        weights
    }
}

/// The sum of the products.
#[inline(always)]
fn dot(a: &[i16; 32], b: &[i16; 32]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// A hidden unit from its sum.
#[inline(always)]
fn rectified(sum: i32) -> i16 {
    sum.clamp(0, Network::MAX_HIDDEN) as i16
}
