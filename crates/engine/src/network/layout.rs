//! A network as the engine reads it: rows and weights where vectors of the machine want them.

use tengen_core::{BySide, Side};

use super::{Head, Network};

/// The features of a point, or a row: one line of the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Features(pub(crate) [i16; Network::CHANNELS]);

impl Default for Features {
    fn default() -> Self {
        Features([0; Network::CHANNELS])
    }
}

/// Rows by window, and both heads.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(super) rows: Vec<Features>,
    pub(super) heads: BySide<Box<HeadLayout>>,
}

impl Layout {
    pub(crate) fn new(network: &Network) -> Layout {
        let head = |side: Side| Box::new(HeadLayout::new(network.head(side)));
        Layout {
            rows: network.rows.iter().copied().map(Features).collect(),
            heads: BySide::new(head(Side::Black), head(Side::White)),
        }
    }
}

/// A head, with its layers once more as [`Dense`] ones.
#[derive(Debug)]
pub(super) struct HeadLayout {
    pub(super) head: Head,
    pub(super) first: Dense,
    pub(super) second: Dense,
    pub(super) policy: Dense,
}

impl HeadLayout {
    fn new(head: &Head) -> HeadLayout {
        HeadLayout {
            first: Dense::new(&head.first),
            second: Dense::new(&head.second),
            policy: Dense::new(&head.policy),
            head: head.clone(),
        }
    }
}

/// Inputs and outputs of a layer.
pub(super) const WIDTH: usize = 32;

/// The weights of a layer of 32 outputs: for each two inputs those of all outputs, in pairs.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Dense(pub(super) [[i16; 2 * WIDTH]; WIDTH / 2]);

impl Dense {
    /// From the weights by output, then by input.
    pub(super) fn new(weights: &[[i16; WIDTH]; WIDTH]) -> Dense {
        let pairs =
            |two: usize| std::array::from_fn(|place| weights[place / 2][2 * two + place % 2]);
        Dense(std::array::from_fn(pairs))
    }

    /// For each output the sum of its weights with the inputs.
    pub(super) fn sums(&self, inputs: &[i16; WIDTH]) -> [i32; WIDTH] {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return super::wide::sums(self, inputs);
        }
        self.sums_plain(inputs)
    }

    /// The same, for whatever the compiler makes of it.
    pub(super) fn sums_plain(&self, inputs: &[i16; WIDTH]) -> [i32; WIDTH] {
        let mut sums = [0; WIDTH];
        for (weights, two) in self.0.iter().zip(inputs.as_chunks::<2>().0) {
            let [one, other] = two.map(i32::from);
            for (sum, pair) in sums.iter_mut().zip(weights.as_chunks::<2>().0) {
                *sum += i32::from(pair[0]) * one + i32::from(pair[1]) * other;
            }
        }
        sums
    }
}
