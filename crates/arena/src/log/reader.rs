//! Reading a log that another process may be writing.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Header, Introduction, LogError, LoggedPlayer};
use crate::GameRecord;

/// Follows a log. It takes no lock and writes nothing, so the match does not notice it.
#[derive(Debug)]
pub struct LogReader {
    path: PathBuf,
    /// Bytes of whole lines that were read, and how many lines that were.
    read: u64,
    lines: usize,
}

/// What a line of a log says.
#[derive(Clone, PartialEq, Debug)]
pub enum LogEntry {
    /// The conditions of the match, on the first line.
    Conditions(Value),
    /// A player whose games may follow.
    Player(LoggedPlayer),
    /// A game.
    Game(Box<GameRecord>),
}

impl LogReader {
    /// A reader at the beginning of a log, which need not be there yet.
    pub fn new(path: &Path) -> LogReader {
        LogReader { path: path.to_owned(), read: 0, lines: 0 }
    }

    /// The whole lines that were added since the last call. One that is being written comes later.
    ///
    /// # Errors
    /// If the file cannot be read, has become shorter, or a line is none of a log.
    pub fn news(&mut self) -> Result<Vec<LogEntry>, LogError> {
        let mut file = File::open(&self.path)?;
        if file.metadata()?.len() < self.read {
            let problem = "the file has become shorter; it is another log now".to_owned();
            return Err(LogError::Damaged { line: self.lines, problem });
        }
        file.seek(SeekFrom::Start(self.read))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut entries = Vec::new();
        for text in bytes[..whole].split_inclusive(|&byte| byte == b'\n') {
            let entry = entry(self.lines == 0, text).map_err(|error| LogError::Damaged {
                line: self.lines + 1,
                problem: error.to_string(),
            })?;
            entries.push(entry);
            self.lines += 1;
            self.read += text.len() as u64;
        }
        Ok(entries)
    }
}

/// What a line says.
pub(super) fn entry(is_first: bool, text: &[u8]) -> serde_json::Result<LogEntry> {
    Ok(if is_first {
        LogEntry::Conditions(serde_json::from_slice::<Header>(text)?.conditions)
    } else if text.starts_with(b"{\"player\":") {
        LogEntry::Player(serde_json::from_slice::<Introduction>(text)?.player)
    } else {
        LogEntry::Game(Box::new(serde_json::from_slice(text)?))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_line_that_is_being_written_comes_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let mut reader = LogReader::new(&path);
        assert!(matches!(reader.news(), Err(LogError::Io(_))));
        let mut file = File::create(&path).unwrap();
        file.write_all(b"{\"match\":{\"size\":15}}\n{\"player\":{\"na").unwrap();
        let conditions = serde_json::json!({ "size": 15 });
        assert_eq!(reader.news().unwrap(), [LogEntry::Conditions(conditions)]);
        assert_eq!(reader.news().unwrap(), []);
        file.write_all(b"me\":\"x\",\"text\":\"tengen\"}}\n").unwrap();
        let player = LoggedPlayer { name: "x".to_owned(), text: "tengen".to_owned() };
        assert_eq!(reader.news().unwrap(), [LogEntry::Player(player)]);
    }

    #[test]
    fn what_is_no_log_is_refused_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        std::fs::write(&path, "{\"match\":{}}\nnonsense\n").unwrap();
        let error = LogReader::new(&path).news().unwrap_err();
        assert!(error.to_string().starts_with("line 2: "), "{error}");
        // A file that is replaced by a shorter one is another log.
        let mut reader = LogReader::new(&path);
        std::fs::write(&path, "{\"match\":{}}\n").unwrap();
        reader.news().unwrap();
        std::fs::write(&path, "").unwrap();
        assert!(matches!(reader.news(), Err(LogError::Damaged { .. })));
    }
}
