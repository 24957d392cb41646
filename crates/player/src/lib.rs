//! A player around the engine: levels, openings, the opening book and pondering.
//!
//! ```
//! use tengen_core::{Game, Rule, Size};
//! use tengen_engine::{Engine, EngineOptions, Limits, Stop};
//! use tengen_player::{Book, Chooser, Level};
//!
//! let mut game = Game::new(Size::default(), Rule::Renju);
//! game.play("h8".parse()?)?;
//! let book = Book::built_in(Rule::Renju, Size::default()).expect("it comes with this crate");
//! assert!(!book.moves(&game).is_empty());
//!
//! let mut engine = Engine::new(EngineOptions { memory: 1 << 20, ..EngineOptions::default() });
//! let mut chooser = Chooser::new(Level::new(3).expect("levels go from 1 to 10"), Some(1));
//! let stop = Stop::new();
//! let choice = chooser.choose(&mut engine, &game, &Limits::default(), &stop, &mut |_| {});
//! assert!(game.board().is_free(choice.expect("there is a move").line[0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod book;
mod level;
mod opener;
mod pondering;

pub use book::{Book, BookError, BookMove, Books};
pub use level::{Choice, Chooser, Level, Rating, any_move};
pub use opener::{Balance, CannotOpen, Decision, Opener};
pub use pondering::Pondering;
