//! The same code once more, compiled for machines with AVX2: the results are the same by construction.
#![allow(unsafe_code)]

use tengen_core::{Point, Side};

use super::accumulator::Accumulator;
use super::head::{Hidden, Inputs};
use super::{Head, Network};

/// [`Accumulator::add_plain`]. Call it only where AVX2 is.
pub(super) fn add(accumulator: &mut Accumulator, point: Point, side: Side) {
    #[target_feature(enable = "avx2")]
    fn wide(accumulator: &mut Accumulator, point: Point, side: Side) {
        accumulator.add_plain(point, side);
    }
    debug_assert!(std::arch::is_x86_feature_detected!("avx2"));
    // SAFETY: the caller has asked for AVX2.
    unsafe { wide(accumulator, point, side) }
}

/// [`Head::first_layer`]. Call it only where AVX2 is.
pub(super) fn first_layer(head: &Head, inputs: &Inputs) -> Hidden {
    #[target_feature(enable = "avx2")]
    fn wide(head: &Head, inputs: &Inputs) -> Hidden {
        head.first_layer_plain(inputs)
    }
    debug_assert!(std::arch::is_x86_feature_detected!("avx2"));
    // SAFETY: the caller has asked for AVX2.
    unsafe { wide(head, inputs) }
}

/// [`Head::value_plain`]. Call it only where AVX2 is.
pub(super) fn value(head: &Head, hidden: &Hidden) -> i32 {
    #[target_feature(enable = "avx2")]
    fn wide(head: &Head, hidden: &Hidden) -> i32 {
        head.value_plain(hidden)
    }
    debug_assert!(std::arch::is_x86_feature_detected!("avx2"));
    // SAFETY: the caller has asked for AVX2.
    unsafe { wide(head, hidden) }
}

/// [`Head::channel_weights_plain`]. Call it only where AVX2 is.
pub(super) fn channel_weights(head: &Head, hidden: &Hidden) -> [i16; Network::CHANNELS] {
    #[target_feature(enable = "avx2")]
    fn wide(head: &Head, hidden: &Hidden) -> [i16; Network::CHANNELS] {
        head.channel_weights_plain(hidden)
    }
    debug_assert!(std::arch::is_x86_feature_detected!("avx2"));
    // SAFETY: the caller has asked for AVX2.
    unsafe { wide(head, hidden) }
}
