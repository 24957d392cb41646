//! From whole numbers back to floats: where training goes on from a network.

use tengen_core::Side;
use tengen_engine::{Head, Network};

use super::export::DISTANCE_UNIT;
use super::model::{FloatHead, HALF, Model, rows_per_window};
use crate::heads::Blocks;

impl Model {
    /// The weights of a network. Its rows become those of windows of nine cells: what they share with shorter
    /// windows is not known any more.
    pub(super) fn import(network: &Network) -> Model {
        let blocks = Blocks::of(network.rule);
        let mut model = Model::zero(blocks);
        let count = rows_per_window(blocks);
        for (n, row) in network.rows.iter().enumerate() {
            for (half, numbers) in row.as_chunks::<HALF>().0.iter().take(count).enumerate() {
                model.rows[count * n + half] = numbers.map(weight);
            }
        }
        for (to, side) in model.heads.iter_mut().zip(Side::BOTH) {
            *to = FloatHead::import(network.head(side));
        }
        model
    }
}

fn weight(number: i16) -> f32 {
    f32::from(number) / Network::UNIT as f32
}

fn matrix<const N: usize, const M: usize>(rows: &[[i16; M]; N]) -> [[f32; M]; N] {
    std::array::from_fn(|n| rows[n].map(weight))
}

impl FloatHead {
    fn import(head: &Head) -> FloatHead {
        let distance = |number: i16| f32::from(number) / DISTANCE_UNIT;
        let mut threats = FloatHead::ZERO.threats;
        let rows = head.threats.as_flattened().as_flattened();
        threats.iter_mut().zip(rows).for_each(|(to, row)| *to = row.map(weight));
        FloatHead {
            first: matrix(&head.first),
            classical: head.classical.map(weight),
            threats,
            first_bias: head.first_bias.map(weight),
            second: matrix(&head.second),
            second_bias: head.second_bias.map(weight),
            third: head.third.map(weight),
            third_bias: head.third_bias as f32 / (Network::UNIT * Network::UNIT) as f32,
            value_share: weight(head.value_share),
            policy: matrix(&head.policy),
            policy_bias: head.policy_bias.map(weight),
            policy_share: weight(head.policy_share),
            last: head.last.map(distance),
            before: head.before.map(distance),
        }
    }
}
