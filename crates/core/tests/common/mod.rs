//! What the tests of this crate share: a slow referee, pictures, vectors and rich positions.
#![allow(dead_code, reason = "every test file takes what it needs")]

pub(crate) mod picture;
pub(crate) mod positions;
pub(crate) mod reference;
pub(crate) mod vectors;

use tengen_core::{Point, Size};

/// A number from the environment, for the long runs.
pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// The seed of all random tests: the same in every run unless `TENGEN_SEED` says otherwise.
pub(crate) fn seed() -> u64 {
    number("TENGEN_SEED", 1)
}

pub(crate) fn size(lines: u8) -> Size {
    Size::new(lines).expect("a supported size")
}

pub(crate) fn point(name: &str) -> Point {
    name.parse().expect("the name of a point")
}

/// Points by their names, with blanks between.
pub(crate) fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(point).collect()
}
