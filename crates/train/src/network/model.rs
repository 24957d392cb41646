//! The weights of a network as floats: one is [`Network::UNIT`] of the whole numbers.

use tengen_engine::{Network, PolicyWeights};

use super::situation::Situation;
use super::vector::add;
use super::windows::{ROWS, Windows};
use crate::heads::Blocks;

/// Channels and hidden units.
pub(super) const WIDTH: usize = Network::CHANNELS;
const _: () = assert!(Network::HIDDEN == WIDTH);
/// Half of the channels of a row: what a row of the tables has.
pub(super) const HALF: usize = WIDTH / 2;

pub(super) type Half = [f32; HALF];
pub(super) type Wide = [f32; WIDTH];

/// From features to a value and a policy: the fields of [`tengen_engine::Head`].
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FloatHead {
    pub(super) first: [Wide; WIDTH],
    pub(super) classical: Wide,
    pub(super) threats: [Wide; Situation::THREATS],
    pub(super) first_bias: Wide,
    pub(super) second: [Wide; WIDTH],
    pub(super) second_bias: Wide,
    pub(super) third: Wide,
    pub(super) third_bias: f32,
    pub(super) value_share: f32,
    pub(super) policy: [Wide; WIDTH],
    pub(super) policy_bias: Wide,
    pub(super) policy_share: f32,
    pub(super) last: [f32; PolicyWeights::DISTANCES],
    pub(super) before: [f32; PolicyWeights::DISTANCES],
}

impl FloatHead {
    pub(super) const ZERO: FloatHead = FloatHead {
        first: [[0.0; WIDTH]; WIDTH],
        classical: [0.0; WIDTH],
        threats: [[0.0; WIDTH]; Situation::THREATS],
        first_bias: [0.0; WIDTH],
        second: [[0.0; WIDTH]; WIDTH],
        second_bias: [0.0; WIDTH],
        third: [0.0; WIDTH],
        third_bias: 0.0,
        value_share: 0.0,
        policy: [[0.0; WIDTH]; WIDTH],
        policy_bias: [0.0; WIDTH],
        policy_share: 0.0,
        last: [0.0; PolicyWeights::DISTANCES],
        before: [0.0; PolicyWeights::DISTANCES],
    };

    /// One whose value and policy are the classical ones.
    fn neutral(rng: &mut fastrand::Rng) -> FloatHead {
        let mut head = FloatHead { value_share: 1.0, policy_share: 1.0, ..FloatHead::ZERO };
        // He's: units with rectifiers keep the variance of their inputs.
        let deviation = (2.0 / WIDTH as f32).sqrt();
        let random = [&mut head.first, &mut head.second].into_iter().flatten();
        random.chain([&mut head.classical]).for_each(|weights| fill(weights, deviation, rng));
        head
    }

    /// All numbers.
    pub(super) fn slices(&mut self) -> [&mut [f32]; 14] {
        [
            self.first.as_flattened_mut(),
            &mut self.classical,
            self.threats.as_flattened_mut(),
            &mut self.first_bias,
            self.second.as_flattened_mut(),
            &mut self.second_bias,
            &mut self.third,
            std::slice::from_mut(&mut self.third_bias),
            std::slice::from_mut(&mut self.value_share),
            self.policy.as_flattened_mut(),
            &mut self.policy_bias,
            std::slice::from_mut(&mut self.policy_share),
            &mut self.last,
            &mut self.before,
        ]
    }
}

/// All that is trained.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Model {
    /// The tables of windows of nine, of seven and of five cells. Where both sides share their weights a window
    /// has one row: the channels that follow are those of the window with colours exchanged. Else it has two.
    pub(super) rows: Vec<Half>,
    /// One, or that of Black and that of White.
    pub(super) heads: Vec<FloatHead>,
}

/// How many rows of the tables a window has.
pub(super) fn rows_per_window(blocks: Blocks) -> usize {
    if blocks == Blocks::Shared { 1 } else { 2 }
}

impl Model {
    /// All zero.
    pub(super) fn zero(blocks: Blocks) -> Model {
        let count = rows_per_window(blocks);
        let rows = vec![[0.0; HALF]; ROWS.iter().sum::<usize>() * count];
        Model { rows, heads: vec![FloatHead::ZERO; count] }
    }

    /// One whose value and policy are the classical ones, ready to learn more.
    pub(super) fn neutral(blocks: Blocks, seed: u64) -> Model {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut model = Model::zero(blocks);
        // Windows that differ beyond five cells begin alike: those that are never seen stay so.
        let shortest = model.rows.len() - ROWS[2] * rows_per_window(blocks);
        model.rows[shortest..].iter_mut().for_each(|row| fill(row, 0.1, &mut rng));
        model.heads.fill_with(|| FloatHead::neutral(&mut rng));
        model
    }

    /// All numbers.
    pub(super) fn slices(&mut self) -> Vec<&mut [f32]> {
        let mut slices = vec![self.rows.as_flattened_mut()];
        slices.extend(self.heads.iter_mut().flat_map(FloatHead::slices));
        slices
    }

    /// The rows of all windows of nine cells as sums of the three tables.
    pub(super) fn merge(&self, windows: &Windows, merged: &mut Vec<Half>) {
        let count = self.heads.len();
        let (nine, rest) = self.rows.split_at(ROWS[0] * count);
        let (seven, five) = rest.split_at(ROWS[1] * count);
        merged.clear();
        merged.extend(nine.iter().enumerate().map(|(at, row)| {
            let (window, half) = (at / count, at % count);
            let seven = &seven[usize::from(windows.seven[window]) * count + half];
            let five = &five[usize::from(windows.five[window]) * count + half];
            std::array::from_fn(|c| row[c] + (seven[c] + five[c]))
        }));
    }

    /// Where this is a gradient of merged rows: makes it one of the three tables.
    pub(super) fn unmerge(&mut self, windows: &Windows) {
        let count = self.heads.len();
        let (nine, rest) = self.rows.split_at_mut(ROWS[0] * count);
        let (seven, five) = rest.split_at_mut(ROWS[1] * count);
        seven.fill([0.0; HALF]);
        five.fill([0.0; HALF]);
        for (at, row) in nine.iter().enumerate() {
            let (window, half) = (at / count, at % count);
            add(&mut seven[usize::from(windows.seven[window]) * count + half], row);
            add(&mut five[usize::from(windows.five[window]) * count + half], row);
        }
    }
}

/// Random numbers around zero.
fn fill(numbers: &mut [f32], deviation: f32, rng: &mut fastrand::Rng) {
    let most = deviation * 3f32.sqrt();
    numbers.iter_mut().for_each(|number| *number = (2.0 * rng.f32() - 1.0) * most);
}
