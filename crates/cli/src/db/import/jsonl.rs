//! The JSON lines of an export.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, anyhow};
use tengen_analysis::from_line;

use crate::db::Batch;
use crate::position::shown;
use crate::progress::Shown;

/// A file or, for `-`, standard input.
pub(super) fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let file = File::open(path).with_context(|| shown(path))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Whether a file that begins so is an export.
pub(super) fn is_export(begin: &[u8]) -> bool {
    let head = begin.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let head: Option<serde_json::Value> = serde_json::from_slice(head).ok();
    head.is_some_and(|head| head["format"] == "tengen-analysis")
}

/// Reads it line by line: it may be larger than the memory.
pub(super) fn read(
    path: &Path,
    reader: Box<dyn BufRead>,
    batch: &mut Batch<'_>,
) -> anyhow::Result<()> {
    let mut progress = Shown::endless("entries");
    for (number, line) in (1..).zip(reader.lines()) {
        let place = || format!("{}, line {number}", shown(path));
        let line = line.with_context(place)?;
        if line.trim().is_empty() {
            continue;
        }
        let entry = from_line(&line).map_err(|problem| anyhow!("{}: {problem}", place()))?;
        if let Some(entry) = entry {
            batch.add(entry)?;
        }
        progress.update(number, String::new());
    }
    progress.finish();
    Ok(())
}
