//! The engine: shapes on lines, positions kept incrementally, evaluation and search.
//!
//! It is silent and owns no globals: a search takes its own copy of the position, reports events
//! to a callback and returns a value. It knows nothing of standard input, files or browsers.
//!
//! In reading order: [`Shape`] (what a line becomes at a point), [`PatternCode`] and [`Threat`] (what
//! a point is), [`Weights`] (what that is worth), [`PatternTables`] (all of it per rule),
//! [`Position`], [`Engine`], [`Limits`], [`Report`], [`Ponder`].
//!
//! Training needs [`ValueFeature`], [`PolicyFeature`] and [`Weights`].

mod engine;
mod limits;
mod mcts;
mod pages;
mod params;
mod pattern;
mod ponder;
mod position;
mod report;
mod score;
mod search;
mod shared_tables;
mod solver;
mod strategy;
mod sync;
mod verdict;

pub use engine::{Algorithm, Engine, EngineOptions};
pub use limits::{Clock, Limits, Stop};
pub use mcts::Mcts;
pub use params::{ParamError, Params};
pub use pattern::code::{PatternCode, Shapes};
pub use pattern::features::{PolicyFeature, ValueFeature};
pub use pattern::shape::Shape;
pub use pattern::tables::PatternTables;
pub use pattern::threat::Threat;
pub use pattern::weights::{
    PatternWeights, PolicyWeights, SideWeights, ThreatWeights, Weights, WeightsError,
};
pub use ponder::Ponder;
pub use position::Position;
pub use position::candidates::{Bucket, Candidate};
pub use report::{Event, Pv, Report};
pub use score::Score;
pub use shared_tables::SharedTables;
pub use solver::{
    Defence, Defences, Solution, Solver, SolverKind, SolverLevel, SolverLimits, SolverVerdict,
    WinSolver,
};
pub use strategy::{AlphaBeta, Fallback, Follow, Race, Share, Strategy, Task, VctProbe};
pub use verdict::Verdict;
