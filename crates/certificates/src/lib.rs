//! The first player's win, as far as it is proven: certificates that ship with the program, and the games
//! that follow them.
//!
//! A library has one part for each reply of the second player, up to symmetry. Where a reply has no part
//! yet, nothing is claimed. What a part says is checked by `tengen check-proof` with the rules alone.
//!
//! ```
//! use tengen_certificates::Library;
//! use tengen_core::{Game, Rule, Size};
//!
//! let library = Library::shipped(Rule::Freestyle, Size::default()).expect("this one ships");
//! let mut game = Game::new(library.size(), library.rule());
//! game.play(library.first_move())?;
//! game.play("b1".parse()?)?;
//! let followed = library.follow(&game).expect("a settled reply");
//! assert!(followed.next_move().is_some(), "Black knows what to play");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod libraries;
mod library;

pub use libraries::Libraries;
pub use library::{Followed, Library, LibraryError};
