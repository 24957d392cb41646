//! Position files: a move string or a set-up on each line.

use crate::error::Fault;
use crate::notation::{self, Rows};
use crate::reading::Collected;
use crate::{ReadOptions, Record, lines};

/// Reads a position a line into `games`; empty lines are skipped.
pub(crate) fn read(text: &str, options: &ReadOptions, games: &mut Collected) -> Result<(), Fault> {
    for line in lines::of(text).filter(|line| !line.text.trim().is_empty()) {
        let shifted = |fault: Fault| Fault { byte: line.at + fault.byte, ..fault };
        let (position, fault) = notation::Line::read(line.text, options.size, options.rows);
        if let (true, Some(fault)) = (position.is_empty(), &fault) {
            return Err(shifted(Fault::new(fault.byte, &fault.problem)));
        }
        let mut editor = games.editor_at(line.at, options.size)?;
        let done = position.record(&mut editor).map_err(shifted);
        games.push(editor.finish());
        done?;
        // What was read before it stays.
        fault.map(shifted).map_or(Ok(()), Err)?;
    }
    Ok(())
}

/// Writes the main line of each record on a line.
pub(crate) fn write(records: &[Record], rows: Rows) -> String {
    let lines = records.iter().map(|record| {
        let text = notation::line_text(&record.line_to(record.main_end()), rows);
        // An empty line says nothing: the empty board is a set-up without stones.
        if text.is_empty() { "b=;w=;t=b\n".to_owned() } else { text + "\n" }
    });
    lines.collect()
}
