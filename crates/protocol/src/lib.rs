//! The Gomocup (Piskvork) protocol: lines of text and what they mean.
//!
//! Both directions both ways: an engine parses [`Command`]s and prints [`Answer`]s, a program that
//! drives engines prints commands and parses answers. What a command causes is not known here.
//!
//! ```
//! use tengen_protocol::{Answer, Command, CommandReader, Spot};
//!
//! let mut reader = CommandReader::default();
//! assert_eq!(reader.line("board 7,7,2"), None);
//! let Some(Ok(Command::Board(stones))) = reader.line("done") else { panic!() };
//! assert_eq!(stones[0].spot, Spot { x: 7, y: 7 });
//! assert_eq!(Answer::Move(Spot { x: 7, y: 8 }).to_string(), "7,8");
//! ```
//!
//! In reading order: [`Spot`] (points as the protocol counts them), [`Info`] (settings),
//! [`Command`], [`CommandReader`], [`Answer`], [`Lines`] (from bytes to lines).

mod answer;
mod command;
mod info;
mod lines;
mod reader;
mod spot;

pub use answer::Answer;
pub use command::{Command, Owner, Stone};
pub use info::{Info, rule_of_code};
pub use lines::Lines;
pub use reader::{BadCommand, CommandReader};
pub use spot::{ParseSpotError, Spot};
