//! The game of five in a row: points, boards, rules, forbidden points and opening procedures.
//!
//! This crate is exactly right before it is fast, and it is fast. It knows nothing of search,
//! scores, time, threads or files.
//!
//! ```
//! use tengen_core::{Game, Rule, Size};
//!
//! let mut game = Game::new(Size::default(), Rule::Renju);
//! game.play("h8".parse()?)?;
//! game.play("h9".parse()?)?;
//! assert_eq!(game.board().stone_count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In reading order: [`Point`] and [`Side`], [`Rule`] (what wins), [`Board`] (where stones lie),
//! [`renju`] (what is forbidden), [`Game`] (moves and results), [`Symmetry`], [`zobrist`],
//! [`opening`] (how the first stones are put and who gets which colour).
//!
//! The feature `serde`, off by default, reads and writes [`Point`], [`Side`], [`Size`], [`Rule`] and
//! [`OpeningRule`] as users type them.

mod board;
mod game;
mod images;
mod lines;
pub mod opening;
mod point;
pub mod renju;
mod rule;
#[cfg(feature = "serde")]
mod serde;
mod side;
mod symmetry;
pub mod zobrist;

pub use board::Board;
pub use game::{DrawReason, Game, IllegalMove, IllegalSetup, Move, Outcome, WinReason};
pub use images::ImageKeys;
pub use opening::{Opening, OpeningRule, OpeningUnsuited, ParseOpeningRuleError};
pub use point::{Direction, ParsePointError, Point, Size};
pub use renju::{Foul, FoulShape, Fouls, Prohibition};
pub use rule::{ParseRuleError, Rule, Run};
pub use side::{BySide, Side};
pub use symmetry::{Placement, Symmetry};
