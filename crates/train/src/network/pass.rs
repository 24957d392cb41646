//! From the pooled features of a position to its value and to the weights of its policy, and back.

use tengen_engine::Network;

use super::data::Packed;
use super::model::{FloatHead, WIDTH, Wide};
use super::vector::{add, add_products, add_times, back_products, dot, open};

/// The bounds of the whole numbers as floats.
const MAX_INPUT: f32 = Network::MAX_INPUT as f32 / Network::UNIT as f32;
const MAX_HIDDEN: f32 = Network::MAX_HIDDEN as f32 / Network::UNIT as f32;
/// How the pool is scaled.
const POOL: f32 = 1.0 / (1 << Network::POOL_SHIFT) as f32;
/// Hundredths of a point in one unit of log odds.
const VALUE_UNIT: f32 = 200.0;

/// The numbers between a pool and a value.
pub(super) struct Pass<'a> {
    head: &'a FloatHead,
    pool: Wide,
    x: Wide,
    h1: Wide,
    h2: Wide,
    /// The weights of the channels in the policy, before they are clamped and after.
    free_g: Wide,
    pub(super) g: Wide,
    /// The value in log odds.
    pub(super) value: f32,
}

/// A move whose policy is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Where its features are.
    pub(super) place: usize,
    /// Its classical logit.
    pub(super) classical: f32,
    /// The number of its distance to the other side's last stone.
    pub(super) last: Option<usize>,
    /// The number of its distance to the own last stone.
    pub(super) before: Option<usize>,
}

/// The classical value as an input of the first layer.
fn classical(sample: Packed<'_>) -> f32 {
    let most = Network::MAX_HIDDEN as f32;
    f32::from(sample.classical()).clamp(-most, most) / Network::UNIT as f32
}

impl<'a> Pass<'a> {
    pub(super) fn new(head: &'a FloatHead, pool: &Wide, sample: Packed<'_>) -> Pass<'a> {
        let pool = pool.map(|sum| sum * POOL);
        let x = pool.map(|x| x.clamp(-MAX_INPUT, MAX_INPUT));
        let mut h1 = head.first_bias;
        add_times(&mut h1, classical(sample), &head.classical);
        sample.threats().for_each(|threat| add(&mut h1, &head.threats[threat]));
        add_products(&mut h1, &head.first, &x);
        let h1 = h1.map(|h| h.clamp(0.0, MAX_HIDDEN));
        let mut h2 = head.second_bias;
        add_products(&mut h2, &head.second, &h1);
        let h2 = h2.map(|h| h.clamp(0.0, MAX_HIDDEN));
        let classical = head.value_share * f32::from(sample.classical()) / VALUE_UNIT;
        let value = classical + dot(&head.third, &h2) + head.third_bias;
        let mut free_g = head.policy_bias;
        add_products(&mut free_g, &head.policy, &h1);
        let g = free_g.map(|g| g.clamp(-MAX_INPUT, MAX_INPUT));
        Pass { head, pool, x, h1, h2, free_g, g, value }
    }

    /// The logit of a candidate.
    pub(super) fn logit(&self, candidate: &Candidate, features: &Wide) -> f32 {
        self.head.policy_share * candidate.classical
            + dot(&self.g, features)
            + candidate.last.map_or(0.0, |n| self.head.last[n])
            + candidate.before.map_or(0.0, |n| self.head.before[n])
    }

    /// Adds the gradient of the head, from the slopes of the value and of g; the slope of the pool.
    pub(super) fn back(
        &self,
        into: &mut FloatHead,
        value: f32,
        g: &Wide,
        sample: Packed<'_>,
    ) -> Wide {
        let head = self.head;
        into.value_share += value * f32::from(sample.classical()) / VALUE_UNIT;
        into.third_bias += value;
        add_times(&mut into.third, value, &self.h2);
        let h2 = open(&head.third.map(|weight| weight * value), &self.h2, MAX_HIDDEN);
        add(&mut into.second_bias, &h2);
        let mut h1 = [0.0; WIDTH];
        back_products(&mut into.second, &mut h1, &head.second, &h2, &self.h1);
        let g = std::array::from_fn(|c| if self.free_g[c].abs() < MAX_INPUT { g[c] } else { 0.0 });
        add(&mut into.policy_bias, &g);
        back_products(&mut into.policy, &mut h1, &head.policy, &g, &self.h1);
        let h1 = open(&h1, &self.h1, MAX_HIDDEN);
        add(&mut into.first_bias, &h1);
        add_times(&mut into.classical, classical(sample), &h1);
        sample.threats().for_each(|threat| add(&mut into.threats[threat], &h1));
        let mut x = [0.0; WIDTH];
        back_products(&mut into.first, &mut x, &head.first, &h1, &self.x);
        std::array::from_fn(|c| if self.pool[c].abs() < MAX_INPUT { x[c] * POOL } else { 0.0 })
    }
}
