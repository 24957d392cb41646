//! What an engine answers.

use std::fmt;

use crate::Spot;

/// A line of the engine.
///
/// ```
/// # use tengen_protocol::{Answer, Spot};
/// assert_eq!(Answer::parse("7,8"), Some(Answer::Move(Spot { x: 7, y: 8 })));
/// assert_eq!(Answer::parse("error no such size"), Some(Answer::Error("no such size".into())));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The engine's move.
    Move(Spot),
    /// Done.
    Ok,
    /// The command is known but cannot be obeyed.
    Error(String),
    /// The command is not known.
    Unknown(String),
    /// For the user's log.
    Message(String),
    /// For the author.
    Debug(String),
    /// Anything else, such as what an engine says of itself.
    Other(String),
}

impl Answer {
    /// Reads a line without its end; an empty line says nothing.
    pub fn parse(line: &str) -> Option<Answer> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = || rest.trim().to_owned();
        Some(match word.to_ascii_uppercase().as_str() {
            "" => return None,
            "OK" => Answer::Ok,
            "ERROR" => Answer::Error(rest()),
            "UNKNOWN" => Answer::Unknown(rest()),
            "MESSAGE" => Answer::Message(rest()),
            "DEBUG" => Answer::Debug(rest()),
            _ => match line.parse() {
                // Two numbers in a free text are no move.
                Ok(spot) if line.contains(',') => Answer::Move(spot),
                _ => Answer::Other(line.to_owned()),
            },
        })
    }
}

/// As the engine sends it: one line, whatever the text.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Move(spot) => fmt::Display::fmt(spot, f),
            Answer::Ok => f.write_str("OK"),
            Answer::Error(text) => write!(f, "ERROR {}", one_line(text)),
            Answer::Unknown(text) => write!(f, "UNKNOWN {}", one_line(text)),
            Answer::Message(text) => write!(f, "MESSAGE {}", one_line(text)),
            Answer::Debug(text) => write!(f, "DEBUG {}", one_line(text)),
            Answer::Other(text) => f.write_str(&one_line(text)),
        }
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_back_as_they_are_printed() {
        let text = || "what it says".to_owned();
        for answer in [
            Answer::Move(Spot { x: 0, y: 21 }),
            Answer::Ok,
            Answer::Error(text()),
            Answer::Unknown(text()),
            Answer::Message(text()),
            Answer::Debug(text()),
            Answer::Other("name=\"x\", version=\"1\"".to_owned()),
        ] {
            assert_eq!(Answer::parse(&answer.to_string()), Some(answer));
        }
    }

    #[test]
    fn a_text_never_makes_a_second_line() {
        assert_eq!(Answer::Error("a\r\n1,2".to_owned()).to_string(), "ERROR a  1,2");
    }
}
