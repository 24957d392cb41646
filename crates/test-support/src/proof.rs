//! Proofs as tests write them, and truth on small boards to compare them with.

pub mod artist;
pub mod fixtures;
pub mod sketch;
pub mod small;
