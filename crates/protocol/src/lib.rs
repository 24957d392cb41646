//! The Gomocup (Piskvork) protocol: lines of text and what they mean.
//!
//! Both directions both ways: an engine parses [`Command`]s and prints [`Answer`]s, a program that
//! drives engines prints commands and parses answers. What a command causes is not known here.
//!
//! ```
//! use tengen_protocol::{Answer, Command, CommandReader, Spot};
//!
//! let mut reader = CommandReader::default();
//! assert_eq!(reader.line("board 7,7,2"), []);
//! let [Ok(Command::Board(stones))] = &reader.line("done")[..] else { panic!() };
//! assert_eq!(stones[0].spot, Spot { x: 7, y: 7 });
//! assert_eq!(Answer::Move(Spot { x: 7, y: 8 }).to_string(), "7,8");
//! ```
//!
//! In reading order: [`Spot`] (points as the protocol counts them), [`Info`] (settings),
//! [`Command`], [`CommandReader`], [`Answer`], [`Analysis`] and [`Realtime`] (what boards show while
//! an engine thinks), [`Lines`] (from bytes to lines).

mod analysis;
mod answer;
mod block;
mod command;
mod info;
mod lines;
mod reader;
mod spot;
mod words;

pub use analysis::{Analysis, Evaluation, Realtime};
pub use answer::Answer;
pub use command::{Balanced, Command, Owner, Stone};
pub use info::{Detail, Info, rule_of_code};
pub use lines::Lines;
pub use reader::{BadCommand, CommandReader};
pub use spot::{ParseSpotError, Spot};
