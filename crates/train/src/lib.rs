//! Training: games of self-play, and the engine's weights fitted to them.
//!
//! In reading order: [`Record`] (a game and its bytes), [`Reader`], [`Writer`] and [`pack`] (files of
//! games), [`OpeningConfig`] and [`Selfplay`] (how games are played), [`quiet_positions`] (which
//! positions become samples), [`Blocks`], [`ValueExamples`] and [`PolicyExamples`] (the two heads),
//! [`Dataset`] (training and validation examples), [`fit`] (the optimizer), [`train`] (a whole run),
//! [`NetworkData`] and [`NetworkTrainer`] (networks instead of weights),
//! [`Spsa`] (search parameters, which only games can judge), [`book`] (opening
//! books), [`puzzles`] (problems out of our own games), [`openings`] (even positions for matches).

pub mod book;
mod dataset;
mod fit;
mod heads;
mod network;
pub mod openings;
pub mod puzzles;
mod record;
mod selfplay;
mod spsa;
mod trainer;

pub use dataset::{Dataset, DatasetConfig};
pub use fit::{Epoch, Examples, FitConfig, FitState, fit};
pub use heads::{Blocks, PolicyExamples, ValueExamples};
pub use network::{
    NetworkConfig, NetworkData, NetworkLosses, NetworkTrainer, Situation, reference_policy,
    reference_value,
};
pub use record::{
    BadRecord, Conditions, Damage, Ending, Reader, Record, Sample, ScoredMove, StoreError, Writer,
    pack, quiet_positions, unsettled_positions,
};
pub use selfplay::{OpeningConfig, Selfplay, SelfplayEvent};
pub use spsa::{Spsa, SpsaParam};
pub use trainer::{Checkpoint, Head, Run, TrainConfig, train};
