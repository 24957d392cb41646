//! The app: a local web server for games and analysis, and the front end inside it.
//!
//! In reading order: [`wire`] (every message, declared once), `http` and `live` (the doors),
//! `guard` (who may come in), `games` and `play` (games that are followed; the rules of the table),
//! `watch` (a match to look at), `analyst` (one analysis at a time), `research` and `jobs` (moves compared,
//! positions searched in the background), `engine_pool` and `engines` (who answers), `store` (what outlives
//! the server).
//!
//! Searches run on plain threads; `async` is for sockets and timers. What is not here: rules, file
//! formats and pictures, which are crates of their own, and printing, which the command line does.
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! use tengen_server::{App, Options, bind, serve};
//!
//! let listener = bind("127.0.0.1:7575".parse()?, true).await?;
//! println!("http://{}/", listener.local_addr()?);
//! serve(App::start(&Options::new("games"))?, listener, None).await;
//! # Ok(())
//! # }
//! ```

mod analyst;
mod app;
mod assets;
mod clients;
pub mod date;
mod engine_pool;
mod engines;
mod error;
mod explain;
mod explorer;
mod facts;
mod games;
mod guard;
mod http;
mod jobs;
mod live;
mod play;
pub mod puzzle_set;
mod puzzles;
mod records;
mod research;
mod reviews;
mod secret;
mod serve;
mod store;
mod watch;
pub mod wire;

pub use app::{App, Options, StartError};
pub use facts::position;
pub use http::router;
pub use live::Page;
pub use secret::{Token, write_secret};
pub use serve::{Limits, Tls, TlsError, bind, serve, serve_within};
pub use store::{Check, OpenError, Restored, StoredGames, StoredGamesError, restore};
pub use watch::Watched;
