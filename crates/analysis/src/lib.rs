//! A database of analysed positions: what was searched once need not be searched again.
//!
//! ```
//! use tengen_analysis::{Claim, Database, Entry, Position};
//! use tengen_core::{Game, Rule, Size, Symmetry};
//!
//! let database = Database::in_memory()?;
//! let mut game = Game::new(Size::default(), Rule::Freestyle);
//! for point in ["h8", "i9", "g10"] {
//!     game.play(point.parse()?)?;
//! }
//! let position = Position::of(&game);
//! let entry = Entry {
//!     claim: Some(Claim::Estimate { centi: 30 }),
//!     depth: 16,
//!     ..Entry::hint(vec!["h9".parse()?], "an engine")
//! };
//! database.put(&position, entry, None)?;
//!
//! // All eight images of a position are one.
//! let turned = position.image(Symmetry::ALL[4]);
//! let known = database.get(&turned)?.expect("the position is known");
//! assert_eq!(known.claim(), Some(Claim::Estimate { centi: 30 }));
//! assert_eq!(known.entry.line[0].to_string(), "i8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Three rules hold. Of two entries the one that [outranks](Entry::outranks) the other stays. Nothing is
//! believed to be won or lost without a proof that is [checked](Known) when it is given out. And of a
//! [`Question`] the exact answer is kept as well, because a review compares estimates that were searched
//! alike.
//!
//! In reading order: [`Position`] and [`Placed`] (what is a key), [`Claim`] and [`Entry`], [`Question`],
//! [`Database`], [`to_line`] and [`from_line`] (JSON lines). `docs/analysis-database.md` describes the file.
//!
//! What is not here: searches, and who decides when to ask.

mod bytes;
mod database;
mod entry;
mod error;
mod lines;
mod position;
mod proofs;
mod question;

pub use database::{Database, Filter, Item, Known, Row, Stat, Unreadable, VERSION, Written};
pub use entry::{Claim, Entry, ParseClaimError, ProofId, Source, now};
pub use error::Error;
pub use lines::{HEAD, Imported, from_line, to_line};
pub use position::{Key, Placed, Position};
pub use question::Question;
