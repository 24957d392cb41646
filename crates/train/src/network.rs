//! Networks: how `tengen_engine::Network` is trained. `docs/network-format.md` has the arithmetic.
//!
//! In reading order: [`windows`] (rows of windows of five, seven and nine cells), [`Situation`] (what a network
//! sees of a position), [`NetworkData`] (the positions of games), [`board`] (which windows a position has),
//! [`model`] (the weights as floats), [`pass`] (from the features of a board to its value, and back),
//! [`gradient`] (loss and gradient of a position), [`NetworkTrainer`] (Adam), [`export`] (from floats to whole
//! numbers), [`import`] (and back), [`mod@reference`] (what the whole numbers say of a board).

mod board;
mod data;
mod export;
mod gradient;
mod import;
mod losses;
mod model;
mod parts;
mod pass;
mod reference;
mod situation;
mod trainer;
mod vector;
mod windows;

pub use data::NetworkData;
pub use losses::NetworkLosses;
pub use reference::{reference_policy, reference_value};
pub use situation::Situation;
pub use trainer::{NetworkConfig, NetworkTrainer};
