//! The engine: shapes on lines, positions kept incrementally, evaluation and search.
//!
//! It is silent and owns no globals: a search takes its own copy of the position, reports events
//! to a callback and returns a value. It knows nothing of standard input, files or browsers.
//!
//! ```
//! use tengen_core::{Game, Rule, Size};
//! use tengen_engine::{Engine, EngineOptions, Event, Limits, Solver, SolverLimits, Stop, Verdict};
//!
//! let mut game = Game::new(Size::default(), Rule::Freestyle);
//! for point in ["h8", "a1", "i8", "o1", "j9", "a15", "j10", "o15"] {
//!     game.play(point.parse()?)?;
//! }
//! let mut engine = Engine::new(EngineOptions { memory: 16 << 20, ..EngineOptions::default() });
//! let limits = Limits { nodes: Some(100_000), multipv: 1, ..Limits::default() };
//! let report = engine.search(&game, &limits, &Stop::new(), &mut |event| {
//!     if let Event::Progress(so_far) = event {
//!         assert!(so_far.depth <= 60);
//!     }
//! });
//! let pv = &report.pvs[0];
//! assert!(matches!(pv.verdict, Verdict::Wins { .. }), "Black wins by force");
//!
//! // The solver writes the win down as a proof, and a checker that knows only the rules accepts it.
//! let (tables, limits) = (engine.tables(game.rule()), SolverLimits::default());
//! let solution = Solver::new(1 << 20).solve(&game, tables, &limits, &Stop::new());
//! let proof = solution.proof.expect("it is a win by threats");
//! assert!(tengen_proof::check(&proof, u64::MAX).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In reading order: [`Shape`] (what a line becomes at a point), [`PatternCode`] and [`Threat`] (what
//! a point is), [`Weights`] (what that is worth), [`PatternTables`] (all of it per rule),
//! [`Position`], [`Engine`], [`Limits`], [`Report`], [`Ponder`].
//!
//! Training needs [`ValueFeature`], [`PolicyFeature`] and [`Weights`].

mod engine;
mod limits;
mod mcts;
mod network;
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
pub use network::{Head, Network, NetworkChoice, NetworkError, row_of};
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
    Defence, Defences, KnownVct, ProofSteps, Solution, Solver, SolverKind, SolverLevel,
    SolverLimits, SolverVerdict, Threatened, Win, WinSolver,
};
pub use strategy::{AlphaBeta, Fallback, Follow, ProvenWin, Race, Share, Strategy, Task, VctProbe};
pub use verdict::Verdict;
