//! The engine: shapes on lines, positions kept incrementally, evaluation and search.
//!
//! It is silent and owns no globals: a search takes its own copy of the position, reports events
//! to a callback and returns a value. It knows nothing of standard input, files or browsers.
//!
//! In reading order: [`Shape`] (what a line is worth at a point), [`Code`] and [`Threat`] (what a
//! point is worth), [`Tables`] (all of it per rule), [`Position`], [`Engine`], [`Limits`],
//! [`Report`], [`Ponder`], [`Opener`].

pub mod book;
mod engine;
mod level;
mod limits;
mod lore;
mod mcts;
mod opener;
mod pages;
mod params;
mod pattern;
mod ponder;
mod position;
mod report;
mod score;
mod search;
mod solver;
mod strategy;
mod sync;

pub use book::{Book, BookError, BookMove};
pub use engine::{Algorithm, Engine, EngineOptions};
pub use level::{Choice, Chooser, Level, Rating, any_move};
pub use limits::{Clock, Limits, Stop};
pub use lore::Lore;
pub use mcts::Mcts;
pub use opener::{Balance, CannotOpen, Decision, Opener};
pub use params::{ParamError, Params};
pub use pattern::code::{Code, Shapes};
pub use pattern::shape::Shape;
pub use pattern::tables::Tables;
pub use pattern::threat::Threat;
pub use pattern::weights::{
    CodeNumbers, Numbers, OrderNumbers, ThreatNumbers, Weights, WeightsError,
};
pub use ponder::{Ponder, Pondering};
pub use position::Position;
pub use position::candidates::{Bucket, Candidate};
pub use report::{Event, Line, Report};
pub use score::{Score, Verdict};
pub use solver::{
    Defence, Defences, Kill, KillKind, KillLevel, KillLimits, KillSolver, KillVerdict, WinSolver,
};
pub use strategy::{AlphaBeta, Fallback, Follow, Killer, Lookup, Race, Share, Strategy, Task};
