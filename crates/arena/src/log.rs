//! The log of a match: a file that grows by a line a game, so that a match can go on later.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::GameRecord;

/// An open log.
#[derive(Debug)]
pub struct Log {
    file: File,
}

/// A log that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It belongs to another match.
    #[error("this log is of another match: {0}")]
    OtherMatch(String),
    /// A line is no game.
    #[error("line {line}: {problem}")]
    Damaged {
        /// Which line, from one.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "match")]
    conditions: Value,
}

impl Log {
    /// Opens a log, new or not, for a match under these conditions; gives the games it holds.
    ///
    /// # Errors
    /// If the file cannot be used, is damaged, or was written under other conditions.
    pub fn open(path: &Path, conditions: &Value) -> Result<(Log, Vec<GameRecord>), LogError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let (records, whole) = read(&text, conditions)?;
        // What follows the last whole line was being written when the machine stopped.
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut log = Log { file };
        if whole == 0 {
            log.write(&Header { conditions: conditions.clone() })?;
        }
        Ok((log, records))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), LogError> {
        self.write(record)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        let mut text = serde_json::to_string(line).map_err(io::Error::from)?;
        text.push('\n');
        Ok(self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush())?)
    }
}

/// The games of a log, and how many bytes are whole lines.
fn read(text: &str, conditions: &Value) -> Result<(Vec<GameRecord>, usize), LogError> {
    let whole = text.rfind('\n').map_or(0, |last| last + 1);
    let mut lines = (1..).zip(text[..whole].lines());
    let damaged = |line: usize, error: serde_json::Error| LogError::Damaged {
        line,
        problem: error.to_string(),
    };
    if let Some((line, first)) = lines.next() {
        let header: Header = serde_json::from_str(first).map_err(|error| damaged(line, error))?;
        if header.conditions != *conditions {
            return Err(LogError::OtherMatch(difference(&header.conditions, conditions)));
        }
    }
    let records =
        lines.map(|(line, text)| serde_json::from_str(text).map_err(|error| damaged(line, error)));
    Ok((records.collect::<Result<_, _>>()?, whole))
}

/// Which condition differs, in words.
fn difference(logged: &Value, asked: &Value) -> String {
    let (Value::Object(logged), Value::Object(asked)) = (logged, asked) else {
        return "its conditions differ".to_owned();
    };
    let keys = asked.keys().chain(logged.keys());
    let null = &Value::Null;
    keys.map(|key| (key, logged.get(key).unwrap_or(null), asked.get(key).unwrap_or(null)))
        .find(|(_, logged, asked)| logged != asked)
        .map_or_else(String::new, |(key, logged, asked)| format!("{key} is {logged}, not {asked}"))
}
