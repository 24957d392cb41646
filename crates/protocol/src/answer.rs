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
    /// Several moves: a proposal of an opening, or a balanced pair.
    Moves(Vec<Spot>),
    /// The engine takes the other colour.
    Swap,
    /// These points are forbidden.
    Forbidden(Vec<Spot>),
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
            "SWAP" => Answer::Swap,
            "ERROR" => Answer::Error(rest()),
            "UNKNOWN" => Answer::Unknown(rest()),
            "MESSAGE" => Answer::Message(rest()),
            "DEBUG" => Answer::Debug(rest()),
            "FORBID" => match forbidden(&rest()) {
                Some(spots) => Answer::Forbidden(spots),
                None => Answer::Other(line.to_owned()),
            },
            _ => match line.parse() {
                // Two numbers in a free text are no move.
                Ok(spot) if line.contains(',') => Answer::Move(spot),
                _ => moves(line).unwrap_or_else(|| Answer::Other(line.to_owned())),
            },
        })
    }
}

/// Several points, each with its comma, separated by blanks.
fn moves(line: &str) -> Option<Answer> {
    let spot = |word: &str| word.contains(',').then(|| word.parse().ok())?;
    let spots: Option<Vec<Spot>> = line.split_whitespace().map(spot).collect();
    spots.filter(|spots| spots.len() > 1).map(Answer::Moves)
}

/// Two digits for each number, up to the dot.
fn forbidden(text: &str) -> Option<Vec<Spot>> {
    let digits = text.strip_suffix('.')?.as_bytes();
    let number = |pair: &[u8]| match pair {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
            Some(u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
        }
        _ => None,
    };
    let (spots, rest) = digits.as_chunks::<4>();
    let spot = |spot: &[u8; 4]| Some(Spot { x: number(&spot[..2])?, y: number(&spot[2..])? });
    rest.is_empty().then(|| spots.iter().map(spot).collect())?
}

/// As the engine sends it: one line, whatever the text.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Move(spot) => fmt::Display::fmt(spot, f),
            Answer::Moves(spots) => {
                let words: Vec<String> = spots.iter().map(Spot::to_string).collect();
                f.write_str(&words.join(" "))
            }
            Answer::Swap => f.write_str("SWAP"),
            Answer::Forbidden(spots) => {
                f.write_str("FORBID ")?;
                spots.iter().try_for_each(|spot| write!(f, "{:02}{:02}", spot.x, spot.y))?;
                f.write_str(".")
            }
            Answer::Ok => f.write_str("OK"),
            Answer::Error(text) => write!(f, "ERROR {}", one_line(text)),
            Answer::Unknown(text) => write!(f, "UNKNOWN {}", one_line(text)),
            Answer::Message(text) => write!(f, "MESSAGE {}", one_line(text)),
            Answer::Debug(text) => write!(f, "DEBUG {}", one_line(text)),
            Answer::Other(text) => f.write_str(&one_line(text)),
        }
    }
}

/// Control characters would end the line, or hide it in a log.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_back_as_they_are_printed() {
        let text = || "what it says".to_owned();
        for answer in [
            Answer::Move(Spot { x: 0, y: 21 }),
            Answer::Moves(vec![Spot { x: 1, y: 2 }, Spot { x: 10, y: 11 }]),
            Answer::Swap,
            Answer::Forbidden(vec![]),
            Answer::Forbidden(vec![Spot { x: 7, y: 8 }, Spot { x: 11, y: 3 }]),
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
    fn forbidden_points_have_two_digits_each() {
        let spots = vec![Spot { x: 7, y: 8 }, Spot { x: 11, y: 3 }];
        assert_eq!(Answer::Forbidden(spots).to_string(), "FORBID 07081103.");
        assert_eq!(Answer::Forbidden(vec![]).to_string(), "FORBID .");
        for text in ["FORBID", "FORBID 07", "FORBID 070.", "FORBID 07a8."] {
            assert_eq!(Answer::parse(text), Some(Answer::Other(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_text_never_makes_a_second_line() {
        assert_eq!(Answer::Error("a\r\n1,2".to_owned()).to_string(), "ERROR a  1,2");
        assert_eq!(Answer::Message("no\0\x1b[2J".to_owned()).to_string(), "MESSAGE no  [2J");
    }
}
