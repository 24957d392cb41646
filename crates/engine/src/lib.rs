//! The engine: shapes on lines, positions kept incrementally, evaluation and search.
//!
//! It is silent and owns no globals: a search takes its own copy of the position, reports events
//! to a callback and returns a value. It knows nothing of standard input, files or browsers.
//!
//! In reading order: [`Shape`] (what a line is worth at a point), [`Code`] and [`Threat`] (what a
//! point is worth), [`Tables`] (all of it per rule), [`Position`], [`Engine`], [`Limits`],
//! [`Report`], [`Ponder`], [`Opener`].

pub mod book;
mod candidates;
mod code;
mod defence;
mod engine;
mod eval;
mod history;
mod kill;
mod level;
mod limits;
mod lore;
mod mcts;
mod opener;
mod pages;
mod params;
mod ponder;
mod position;
mod report;
mod score;
mod search;
mod set;
mod shape;
mod strategy;
mod sync;
mod table;
mod tables;
mod threat;
mod time;
mod weights;
mod win;

pub use book::{Book, BookError, BookMove};
pub use candidates::{Bucket, Candidate};
pub use code::{Code, Shapes};
pub use engine::{Algorithm, Engine, EngineOptions};
pub use kill::{Defence, Defences, Kill, KillKind, KillLevel, KillLimits, KillSolver, KillVerdict};
pub use level::{Choice, Chooser, Level, Rating, any_move};
pub use limits::{Clock, Limits, Stop};
pub use lore::Lore;
pub use mcts::Mcts;
pub use opener::{Balance, CannotOpen, Decision, Opener};
pub use params::{ParamError, Params};
pub use ponder::{Ponder, Pondering};
pub use position::Position;
pub use report::{Event, Line, Report};
pub use score::{Score, Verdict};
pub use shape::Shape;
pub use strategy::{AlphaBeta, Fallback, Follow, Killer, Lookup, Race, Share, Strategy, Task};
pub use tables::Tables;
pub use threat::Threat;
pub use weights::{CodeNumbers, Numbers, OrderNumbers, ThreatNumbers, Weights, WeightsError};
pub use win::WinSolver;
