//! From the features of a board to a value and a policy.

use tengen_core::{Point, Side};

use super::Network;
use super::accumulator::{Accumulator, clamped};
use super::layout::HeadLayout;
use crate::{PolicyWeights, Position, Threat};

/// The units of a hidden layer.
pub(super) type Hidden = [i16; Network::HIDDEN];

/// What the first layer sees.
struct Inputs {
    /// The pooled features.
    pool: [i16; Network::CHANNELS],
    /// The classical value, clamped.
    classical: i16,
    /// What the threats on the board add.
    threats: [i32; Network::HIDDEN],
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
    /// The first hidden layer of the board as it is now. It is kept until a stone comes or goes: value and
    /// policy of a node share it.
    fn hidden(&mut self, view: &View<'_>) -> Hidden {
        match self.kept {
            Some((side, hidden)) if side == view.to_move => hidden,
            _ => {
                let hidden = self.computed_hidden(view);
                self.kept = Some((view.to_move, hidden));
                hidden
            }
        }
    }

    fn computed_hidden(&mut self, view: &View<'_>) -> Hidden {
        self.sync();
        let layout = &self.layout().heads[view.to_move];
        let mut threats = [0; Network::HIDDEN];
        for (own, side) in [view.to_move, !view.to_move].into_iter().enumerate() {
            for &threat in &Threat::ALL[1..] {
                let count = view.position.count(side, threat);
                if count > 0 {
                    let counts = &layout.head.threats[own][threat as usize];
                    let row = &counts[count.min(Network::COUNTS) - 1];
                    threats.iter_mut().zip(row).for_each(|(sum, &one)| *sum += i32::from(one));
                }
            }
        }
        let most = Network::MAX_INPUT;
        let pool = self.pool().map(|sum| (sum >> Network::POOL_SHIFT).clamp(-most, most) as i16);
        let most = i32::from(Network::MAX_WEIGHT);
        let inputs = Inputs { pool, classical: view.classical.clamp(-most, most) as i16, threats };
        layout.first_layer(&inputs)
    }

    /// The value for the side to move.
    pub(crate) fn value(&mut self, view: &View<'_>) -> i32 {
        let hidden = self.hidden(view);
        let layout = &self.layout().heads[view.to_move];
        let kept = (i64::from(layout.head.value_share) * i64::from(view.classical)) >> 8;
        let added = (200 * i64::from(layout.value(&hidden))) >> 16;
        (kept + added) as i32
    }

    /// What ranks the moves of the board as it is now.
    pub(crate) fn ranking(&mut self, view: &View<'_>) -> Ranking {
        let hidden = self.hidden(view);
        let weights = self.layout().heads[view.to_move].channel_weights(&hidden);
        Ranking { to_move: view.to_move, weights }
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
        let head = &self.layout().heads[ranking.to_move].head;
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

impl HeadLayout {
    fn first_layer(&self, inputs: &Inputs) -> Hidden {
        let (sums, head) = (self.first.sums(&inputs.pool), &self.head);
        std::array::from_fn(|j| {
            let classical = i32::from(head.classical[j]) * i32::from(inputs.classical);
            let sum = (sums[j] + classical) >> 8;
            rectified(sum + i32::from(head.first_bias[j]) + inputs.threats[j])
        })
    }

    /// The third layer's sum.
    fn value(&self, hidden: &Hidden) -> i32 {
        let (sums, head) = (self.second.sums(hidden), &self.head);
        let unit = |j: usize| rectified((sums[j] >> 8) + i32::from(head.second_bias[j]));
        let products = (0..Network::HIDDEN).map(|j| i32::from(head.third[j]) * i32::from(unit(j)));
        products.sum::<i32>() + head.third_bias
    }

    /// The weights of the channels in the policy.
    fn channel_weights(&self, hidden: &Hidden) -> [i16; Network::CHANNELS] {
        let (sums, most) = (self.policy.sums(hidden), Network::MAX_INPUT);
        let weight = |c: usize| (sums[c] >> 8) + i32::from(self.head.policy_bias[c]);
        std::array::from_fn(|c| weight(c).clamp(-most, most) as i16)
    }
}

/// A hidden unit from its sum.
#[inline(always)]
fn rectified(sum: i32) -> i16 {
    sum.clamp(0, Network::MAX_HIDDEN) as i16
}
