//! Networks: how `tengen_engine::Network` is trained. `docs/network-format.md` has the arithmetic.
//!
//! In reading order: [`windows`] (rows of windows of five, seven and nine cells), [`Situation`] (what a network
//! sees of a position), [`NetworkData`] (the positions of games), [`board`] (which windows a position has),
//! [`model`] (the weights as floats), [`gradient`] (loss and gradient of a position), [`NetworkTrainer`]
//! (Adam), [`export`] (from floats to whole numbers), [`reference`] (what the whole numbers say of a board).

mod board;
mod data;
mod export;
mod gradient;
mod model;
mod reference;
mod situation;
mod trainer;
mod windows;

pub use data::NetworkData;
pub use reference::{reference_policy, reference_value};
pub use situation::Situation;
pub use trainer::{NetworkConfig, NetworkLosses, NetworkTrainer};
