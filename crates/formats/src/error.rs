//! Where and why reading stopped.

use std::fmt;

use crate::{Format, Record};

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a text: line and column, both from one; columns count characters.
    Line {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// In a binary file: how many bytes come before.
    Byte(usize),
}

impl Place {
    /// The place of a byte in a text.
    pub fn in_text(text: &str, byte: usize) -> Place {
        let before = text.get(..byte).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.bytes().filter(|&b| b == b'\n').count();
        Place::Line { line, column: 1 + before[start..].chars().count() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line { line, column } => write!(f, "line {line}, column {column}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// A file that could not be read to its end.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{place}: {problem} ({})", how_much(.read))]
pub struct ReadError {
    /// What the file was taken for; none if it looks like nothing known.
    pub format: Option<Format>,
    /// Where reading stopped.
    pub place: Place,
    /// What is wrong there.
    pub problem: String,
    /// What was read before; the last record may be incomplete.
    pub read: Vec<Record>,
}

/// "2 games with 31 moves were read".
fn how_much(records: &[Record]) -> String {
    let moves: usize = records.iter().map(Record::move_count).sum();
    let plural = |n: usize, one: &str| match n {
        1 => format!("1 {one}"),
        _ => format!("{n} {one}s"),
    };
    match records.len() {
        0 => "nothing was read".to_owned(),
        1 => format!("{} read", plural(moves, "move")),
        games => format!("{} with {} read", plural(games, "game"), plural(moves, "move")),
    }
}

/// What is wrong at a byte of a text or file: a [`ReadError`] in the making.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) byte: usize,
    pub(crate) problem: String,
}

impl Fault {
    pub(crate) fn new(byte: usize, problem: impl fmt::Display) -> Fault {
        Fault { byte, problem: problem.to_string() }
    }
}

/// A piece of a file for an error message: short, on one line, and without control characters.
pub(crate) fn excerpt(text: &str) -> String {
    format!("'{}'", cut(text, 16, char::escape_debug))
}

/// A message of another library that may quote the file, made fit to be shown.
pub(crate) fn message(text: &str) -> String {
    cut(text, 160, |c| Some(if c.is_control() { ' ' } else { c }).into_iter())
}

fn cut<C: Iterator<Item = char>>(text: &str, longest: usize, show: fn(char) -> C) -> String {
    let mut shown: String = text.chars().take(longest).flat_map(show).collect();
    if text.chars().nth(longest).is_some() {
        shown.push('…');
    }
    shown
}
