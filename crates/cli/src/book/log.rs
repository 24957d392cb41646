//! The log of a long job: what was found in each position, a line each as in a book.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde_json::json;
use tengen_core::{Rule, Size};
use tengen_engine::{Params, Weights};
use tengen_player::BookMove;
use tengen_player::book::Entry;

use crate::{bench, output};

/// What is known from runs before, and where it goes on. Its first line tells what the job was: a
/// log of another job, or of an engine with other numbers, is refused.
pub(super) struct Log {
    found: HashMap<String, Vec<BookMove>>,
    file: Option<(PathBuf, File)>,
}

/// What must be the same for a log to go on.
pub(super) fn conditions(job: &str, rule: Rule, size: Size, nodes: u64, lines: usize) -> String {
    let (rule_name, size) = (rule.name(), size.lines());
    let engine = fingerprint(rule);
    json!({ "job": job, "rule": rule_name, "size": size, "nodes": nodes, "lines": lines, "engine": engine })
        .to_string()
}

/// A number that an engine which plays otherwise hardly has.
pub(super) fn fingerprint(rule: Rule) -> String {
    let text =
        format!("{} {:?} {:?}", Weights::built_in(rule), Params::default(), bench::expected());
    let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    format!("{hash:016x}")
}

impl Log {
    /// A log that is not kept.
    pub(super) fn none() -> Log {
        Log { found: HashMap::new(), file: None }
    }

    /// Opens a log, or begins one. A line that a kill cut off is dropped.
    pub(super) fn open(path: &Path, conditions: &str) -> anyhow::Result<Log> {
        let open = || -> anyhow::Result<Log> {
            let text = match std::fs::read_to_string(path) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
                text => text?,
            };
            let mut whole =
                (1..).zip(text.split_inclusive('\n').filter(|line| line.ends_with('\n')));
            if let Some((_, head)) = whole.next() {
                ensure!(
                    head.trim_end() == conditions,
                    "this log is of another job or engine; remove it, or name another with --log"
                );
            }
            let mut kept = format!("{conditions}\n");
            let mut found = HashMap::new();
            for (number, line) in whole {
                let entry: Result<Entry, String> = line.trim_end().parse();
                let entry =
                    entry.map_err(anyhow::Error::msg).with_context(|| format!("line {number}"))?;
                found.insert(entry.name(), entry.moves);
                kept += line;
            }
            output::write(path, kept.as_bytes())?;
            let file = OpenOptions::new().append(true).open(path)?;
            Ok(Log { found, file: Some((path.to_owned(), file)) })
        };
        open().with_context(|| path.display().to_string())
    }

    /// What is known of a position.
    pub(super) fn get(&self, name: &str) -> Option<&Vec<BookMove>> {
        self.found.get(name)
    }

    /// All that is known.
    pub(super) fn found(&self) -> &HashMap<String, Vec<BookMove>> {
        &self.found
    }

    /// Adds what was found in a position; from here on a kill does not lose it.
    pub(super) fn add(&mut self, entry: Entry) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.file {
            let written = file.write_all(format!("{entry}\n").as_bytes());
            written.with_context(|| path.display().to_string())?;
        }
        self.found.insert(entry.name(), entry.moves);
        Ok(())
    }
}
