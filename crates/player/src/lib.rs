//! A player around the engine: levels, openings, the opening book and pondering.

pub mod book;
mod level;
mod opener;
mod pondering;

pub use book::{Book, BookError, BookMove, Books};
pub use level::{Choice, Chooser, Level, Rating, any_move};
pub use opener::{Balance, CannotOpen, Decision, Opener};
pub use pondering::Pondering;
