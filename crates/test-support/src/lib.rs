//! What the tests of several crates share.
//!
//! Only integration tests use it (the files in `tests/` of a crate). The unit tests inside a crate
//! cannot: they are compiled together with their crate, and this one links that crate a second time.
//!
//! It is never published. Crates name it as a dev-dependency without a version, which Cargo leaves out
//! of what it packages.
//!
//! - Always there: games from text ([`game`]) and [`picture`]s, a slow [`referee`] with random
//!   [`positions`] and [`vectors`], numbers from the [`environment`], [`wait`]ing, connections
//!   in [`silence`], and the real programs in a [`process`], in a [`dialogue`] or under a [`manager`].
//! - Each feature adds the helpers that need the crate of its name.

pub mod dialogue;
pub mod environment;
pub mod game;
pub mod manager;
pub mod picture;
pub mod positions;
pub mod process;
pub mod referee;
pub mod silence;
pub mod vectors;
pub mod wait;

#[cfg(feature = "arena")]
pub mod arena;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "formats")]
pub mod formats;
#[cfg(feature = "proof")]
pub mod proof;
#[cfg(feature = "engine")]
pub mod puzzles;
#[cfg(feature = "server")]
pub mod server;
