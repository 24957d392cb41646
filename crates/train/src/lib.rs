//! Learning: games of self-play, and the numbers of the engine fitted to them.
//!
//! In reading order: [`Record`] (a game as it is kept), [`Reader`], [`Writer`] and [`pack`] (files of
//! games), [`OpeningPlan`] and [`Selfplay`] (how games come about), [`quiet`] (which positions can be
//! learned from), [`Blocks`], [`ValueExamples`], [`OrderExamples`] and [`fit`] (how weights are fitted),
//! [`Course`] (all of it together), [`Spsa`] (numbers that games alone can judge); [`puzzles`] (what else the games
//! are good for).

mod blocks;
mod fit;
mod opening;
mod order;
mod positions;
pub mod puzzles;
mod record;
mod selfplay;
mod spsa;
mod store;
mod train;
mod value;

pub use blocks::Blocks;
pub use fit::{Examples, FitPlan, FitState, Round, fit};
pub use opening::OpeningPlan;
pub use order::OrderExamples;
pub use positions::{Moment, quiet};
pub use record::{BadRecord, Ending, Record, Searched};
pub use selfplay::{Filled, Selfplay};
pub use spsa::{Knob, Spsa};
pub use store::{Damage, Reader, StoreError, Writer, pack};
pub use train::{Course, Lesson, Progress, Subject, TrainPlan};
pub use value::ValueExamples;
