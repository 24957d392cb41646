//! The log of a match: a file that grows by a line a game, so that a match can go on later.
//!
//! A line is written in one piece when its game has ended, and nothing before it is ever touched.
//! So whenever a match ends, killed or not, the log holds all games but those that were being
//! played, and at most one line is torn, the last: it is cut off when the log is opened again.

mod reader;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::GameRecord;

pub use reader::{LogEntry, LogReader};

/// An open log. No other process can open it meanwhile.
#[derive(Debug)]
pub struct Log {
    file: File,
    players: Vec<LoggedPlayer>,
}

/// A player whose games a log holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedPlayer {
    /// The name by which games know it.
    pub name: String,
    /// What it is.
    pub text: String,
}

/// A log that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another match writes it.
    #[error("another match writes this log")]
    InUse,
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

/// A line that introduces a player.
#[derive(Serialize, Deserialize)]
struct Introduction {
    player: LoggedPlayer,
}

impl Log {
    /// Opens a log, new or not, for a match under these conditions; gives the games it holds.
    ///
    /// # Errors
    /// If the file cannot be used, is damaged, or was written under other conditions.
    pub fn open(path: &Path, conditions: &Value) -> Result<(Log, Vec<GameRecord>), LogError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(LogError::InUse),
            // Where files cannot be locked nobody can be kept out.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // What follows the last whole line was being written when the match was killed.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let content = Content::read(&bytes[..whole], conditions)?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut log = Log { file, players: content.players };
        if whole == 0 {
            log.write(&Header { conditions: conditions.clone() })?;
        }
        Ok((log, content.records))
    }

    /// Adds a player whose games may follow, unless it is known.
    ///
    /// # Errors
    /// If the log knows another player by this name, or cannot be written.
    pub fn introduce(&mut self, player: LoggedPlayer) -> Result<(), LogError> {
        match self.players.iter().find(|known| known.name == player.name) {
            Some(known) if *known == player => Ok(()),
            Some(LoggedPlayer { name, text }) => {
                let other = &player.text;
                Err(LogError::OtherMatch(format!("{name} is {text} there, not {other}")))
            }
            None => {
                self.write(&Introduction { player: player.clone() })?;
                self.players.push(player);
                Ok(())
            }
        }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), LogError> {
        self.write(record)
    }

    /// What is handed to the system outlives this process; waiting for the disk would take longer
    /// than a short game.
    fn write(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        let mut text = serde_json::to_string(line).map_err(io::Error::from)?;
        text.push('\n');
        Ok(self.file.write_all(text.as_bytes())?)
    }
}

/// What a log holds.
#[derive(Default)]
struct Content {
    players: Vec<LoggedPlayer>,
    records: Vec<GameRecord>,
}

impl Content {
    fn read(bytes: &[u8], conditions: &Value) -> Result<Content, LogError> {
        let mut content = Content::default();
        for (line, text) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let damaged =
                |error: serde_json::Error| LogError::Damaged { line, problem: error.to_string() };
            match reader::entry(line == 1, text).map_err(damaged)? {
                LogEntry::Conditions(logged) => Header { conditions: logged }.check(conditions)?,
                LogEntry::Player(player) => content.players.push(player),
                LogEntry::Game(record) => content.records.push(*record),
            }
        }
        Ok(content)
    }
}

impl Header {
    fn check(&self, conditions: &Value) -> Result<(), LogError> {
        if self.conditions == *conditions {
            return Ok(());
        }
        Err(LogError::OtherMatch(difference(&self.conditions, conditions)))
    }
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
