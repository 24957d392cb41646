//! A player around the engine: everything that needs a move or an analysis asks a [`Session`].
//!
//! ```
//! use tengen_core::{Game, Rule, Size};
//! use tengen_player::{Ask, Level, Request, Session, SharedData, Stop, Want};
//!
//! let mut game = Game::new(Size::default(), Rule::Freestyle);
//! game.play("h8".parse()?)?;
//! let mut session = Session::new(&SharedData::default());
//! let level = Level::new(3).expect("levels go from 1 to 10");
//! let request = Request::new(game.clone(), Want::Level(level));
//! let answer = session.ask(&request, &Stop::new(), &mut |_| {})?;
//! game.play(answer.point().expect("the board has room"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In reading order: [`Request`] and [`Want`] (the question), [`Session`] (which answers it), [`Event`]
//! and [`Answer`]; then what a session uses: [`Level`], [`Book`], networks and openings. The engine's types that
//! requests and answers contain are re-exported.
//!
//! What is not here: the search itself (`tengen-engine`), protocols and clocks of games, and building
//! a book (`tengen-train`). A session reports events to a callback and never prints.

mod answer;
pub mod book;
mod level;
mod network;
mod opener;
mod request;
mod session;

pub use answer::{Answer, AskError, Ending, Event, ForcedWin, Source};
pub use book::{Book, BookError, BookMove, Books};
pub use level::{Level, Rating, any_move};
pub use network::{ReadNetworkError, read_network};
pub use opener::{CannotOpen, Decision};
pub use request::{Remember, Request, Want};
pub use session::{Ask, Session, SharedData};
/// The analysis database that sessions can share.
pub use tengen_analysis::{Database, Source as EntrySource};
pub use tengen_engine::{
    Algorithm, Clock, Defence, EngineOptions, Limits, NetworkChoice, NetworkError, Pv, Report,
    SolverKind, SolverLevel, Stop, Verdict,
};
