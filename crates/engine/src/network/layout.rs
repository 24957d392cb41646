//! A network as the engine reads it: rows and columns where vectors of the machine want them.

use super::{Head, Network};
use tengen_core::BySide;

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
    pub(super) heads: BySide<Box<Head>>,
}

impl Layout {
    pub(crate) fn new(network: &Network) -> Layout {
        Layout {
            rows: network.rows.iter().copied().map(Features).collect(),
            heads: BySide::new(
                Box::new(network.heads[tengen_core::Side::Black].clone()),
                Box::new(network.heads[tengen_core::Side::White].clone()),
            ),
        }
    }
}
