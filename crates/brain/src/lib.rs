//! The engine under the control of a Gomocup manager, without a process of its own.
//!
//! ```
//! use tengen_brain::{BrainOptions, BrainSession, Order};
//! use tengen_protocol::{Answer, CommandReader};
//!
//! let options = BrainOptions { memory: 1 << 20, ..BrainOptions::default() };
//! let mut session = BrainSession::new(&options, Vec::new());
//! let mut reader = CommandReader::default();
//! for command in ["START 15", "INFO max_node 100", "BEGIN"].iter().flat_map(|line| reader.line(line)) {
//!     session.obey(Order::new(command))?;
//! }
//! let answers = String::from_utf8(std::mem::take(session.output()))?;
//! let answers: Vec<Answer> = answers.lines().filter_map(Answer::parse).collect();
//! assert!(matches!(answers[..], [Answer::Ok, Answer::Move(_)]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In reading order: [`BrainOptions`] (what the user allows), [`listen`] (a thread that reads, so that a
//! search can be stopped at any time), [`Order`] (a command that was read) and [`BrainSession`], which
//! obeys it and writes the answers.
//!
//! What is not here: the text of commands and answers (`tengen-protocol`), the search (`tengen-engine`),
//! and what a process has: arguments, standard input and output, an end.

mod memory;
mod reader;
mod session;
mod settings;
mod stones;
mod swap;
mod writer;

pub use reader::{Order, listen};
pub use session::BrainSession;
pub use settings::BrainOptions;
