//! From floats to whole numbers: rounded, and clamped to what a network may have.

use tengen_core::{BySide, Rule};
use tengen_engine::{Head, Network};

use super::model::{FloatHead, HALF, Model, WIDTH};
use super::windows::Windows;

/// Numbers of the policy's distances in one of log probability.
pub(super) const DISTANCE_UNIT: f32 = 100.0;

impl Model {
    /// The network of these weights.
    pub(super) fn export(&self, rule: Rule) -> Network {
        let windows = Windows::new();
        let mut merged = Vec::new();
        self.merge(&windows, &mut merged);
        let mut network = Network::neutral(rule);
        let is_shared = self.heads.len() == 1;
        for (n, row) in network.rows.iter_mut().enumerate() {
            let halves =
                if is_shared { [n, windows.swapped[n].into()] } else { [2 * n, 2 * n + 1] };
            for (to, from) in row.iter_mut().zip(halves.map(|half| merged[half]).as_flattened()) {
                *to = whole(*from, Network::UNIT as f32, Network::MAX_ROW);
            }
        }
        let black = self.heads[0].export();
        let white = if is_shared { turned(&black) } else { self.heads[1].export() };
        network.heads = BySide::new(black, white);
        network
    }
}

/// A head for the other side, where both share their weights: what were its own stones are the other's.
fn turned(head: &Head) -> Head {
    let mut turned = head.clone();
    for c in 0..WIDTH {
        let other = (c + HALF) % WIDTH;
        for j in 0..WIDTH {
            turned.first[j][c] = head.first[j][other];
        }
        turned.policy[c] = head.policy[other];
        turned.policy_bias[c] = head.policy_bias[other];
    }
    turned
}

fn whole(number: f32, unit: f32, most: i16) -> i16 {
    (number * unit).round().clamp(-f32::from(most), f32::from(most)) as i16
}

fn weight(number: f32) -> i16 {
    whole(number, Network::UNIT as f32, Network::MAX_WEIGHT)
}

fn weights<const N: usize>(numbers: &[f32; N]) -> [i16; N] {
    numbers.map(weight)
}

fn matrix<const N: usize, const M: usize>(rows: &[[f32; M]; N]) -> [[i16; M]; N] {
    std::array::from_fn(|n| weights(&rows[n]))
}

fn distances<const N: usize>(numbers: &[f32; N]) -> [i16; N] {
    numbers.map(|number| whole(number, DISTANCE_UNIT, Network::MAX_WEIGHT))
}

impl FloatHead {
    fn export(&self) -> Head {
        let mut head = Head::neutral();
        for (to, from) in
            head.threats.as_flattened_mut().as_flattened_mut().iter_mut().zip(&self.threats)
        {
            *to = weights(from);
        }
        let most = Network::MAX_BIAS as f32;
        let unit = (Network::UNIT * Network::UNIT) as f32;
        Head {
            first: matrix(&self.first),
            classical: weights(&self.classical),
            first_bias: weights(&self.first_bias),
            second: matrix(&self.second),
            second_bias: weights(&self.second_bias),
            third: weights(&self.third),
            third_bias: (self.third_bias * unit).round().clamp(-most, most) as i32,
            value_share: weight(self.value_share),
            policy: matrix(&self.policy),
            policy_bias: weights(&self.policy_bias),
            policy_share: weight(self.policy_share),
            last: distances(&self.last),
            before: distances(&self.before),
            ..head
        }
    }
}
