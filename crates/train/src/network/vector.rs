//! Vectors and matrices of the width of a network, in loops that compilers vectorise.
//!
//! Sums have a fixed order: the same numbers on every machine.

use super::model::{WIDTH, Wide};

/// Adds a vector to another.
#[inline(always)]
pub(super) fn add<const N: usize>(to: &mut [f32; N], from: &[f32; N]) {
    for n in 0..N {
        to[n] += from[n];
    }
}

/// Adds so much of a vector to another.
#[inline(always)]
pub(super) fn add_times<const N: usize>(to: &mut [f32; N], times: f32, from: &[f32; N]) {
    for n in 0..N {
        to[n] += times * from[n];
    }
}

/// The inner product: in lanes, so that it is vectorised and yet the same everywhere.
#[inline(always)]
pub(super) fn dot(a: &Wide, b: &Wide) -> f32 {
    let mut lanes = [0.0; 8];
    for n in 0..WIDTH {
        lanes[n % 8] += a[n] * b[n];
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Adds a matrix times a vector.
#[inline(always)]
pub(super) fn add_products(to: &mut Wide, matrix: &[Wide; WIDTH], by: &Wide) {
    for (to, row) in to.iter_mut().zip(matrix) {
        *to += dot(row, by);
    }
}

/// The gradient of [`add_products`]: of the matrix and of the vector.
#[inline(always)]
pub(super) fn back_products(
    into: &mut [Wide; WIDTH],
    into_by: &mut Wide,
    matrix: &[Wide; WIDTH],
    slope: &Wide,
    by: &Wide,
) {
    for n in 0..WIDTH {
        if slope[n] != 0.0 {
            add_times(&mut into[n], slope[n], by);
            add_times(into_by, slope[n], &matrix[n]);
        }
    }
}

/// The slopes before numbers were clamped from zero to a bound.
#[inline(always)]
pub(super) fn open(slope: &Wide, clamped: &Wide, most: f32) -> Wide {
    std::array::from_fn(|c| if clamped[c] > 0.0 && clamped[c] < most { slope[c] } else { 0.0 })
}
