//! What the tests of the app in a real browser are made of.
//!
//! A [`Stage`] is one server of its own (the release binary, a fresh data folder) and one browser of
//! its own (a fresh profile, driven through chromedriver). What a test looks for it finds as a user
//! would: by role and name in the browser's accessibility tree ([`Browser::find`]), and what it does
//! it does with a mouse, a finger or keys ([`Browser::press`], [`Browser::key`]). Every wait ends
//! early when its wish comes true, and gives up only after [`PATIENCE`].
//!
//! A console error, an unhandled rejection or a request to another machine fails a test
//! ([`Stage::check_quiet`]).
//!
//! Left out on purpose: timings. `src/bin/perf.rs` measures them and asserts nothing.

mod board;
mod browser;
mod driver;
mod find;
mod hand;
mod places;
#[cfg(test)]
mod rooms;
mod server;
mod socket;
mod stage;
mod wait;
mod watch;

pub use board::Stones;
pub use browser::{Browser, Screen};
pub use driver::Driver;
pub use find::Found;
pub use hand::Key;
pub use places::{Places, out_folder, repository};
pub use server::{Answer, Server, ask, ask_with};
pub use socket::Socket;
pub use stage::{Engine, Stage};
pub use wait::{PATIENCE, until};
