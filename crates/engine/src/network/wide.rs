//! The same once more for machines with AVX2: whole numbers without overflow, so the results are the same.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256,
};

use tengen_core::{Point, Side};

use super::accumulator::Accumulator;
use super::layout::{Dense, WIDTH};

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

/// [`Dense::sums_plain`]. Call it only where AVX2 is.
pub(super) fn sums(layer: &Dense, inputs: &[i16; WIDTH]) -> [i32; WIDTH] {
    #[target_feature(enable = "avx2")]
    fn wide(layer: &Dense, inputs: &[i16; WIDTH]) -> [i32; WIDTH] {
        const LANES: usize = 8;
        let mut sums = [_mm256_setzero_si256(); WIDTH / LANES];
        for (weights, two) in layer.0.iter().zip(inputs.as_chunks::<2>().0) {
            let both = _mm256_set1_epi32(i32::from(two[0]) & 0xffff | i32::from(two[1]) << 16);
            for (sum, pairs) in sums.iter_mut().zip(weights.as_chunks::<{ 2 * LANES }>().0) {
                // SAFETY: these are 32 bytes, and any address will do.
                let pairs = unsafe { _mm256_loadu_si256(pairs.as_ptr().cast()) };
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, both));
            }
        }
        // SAFETY: both are 128 bytes, of which every value is a number.
        unsafe { std::mem::transmute(sums) }
    }
    debug_assert!(std::arch::is_x86_feature_detected!("avx2"));
    // SAFETY: the caller has asked for AVX2.
    unsafe { wide(layer, inputs) }
}
