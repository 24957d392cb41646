//! Files as other programs write them and as people break them, format by format.

mod board;
mod hostile;
mod json;
mod lib_files;
mod offset;
mod pos;
mod psq;
mod recognise;
mod records;
mod sgf;

use tengen_core::Size;
use tengen_formats::{Format, NodeId, Place, ReadError, ReadOptions, Reading, Record, read};

/// Reads what must be readable.
fn reading(format: Format, bytes: impl AsRef<[u8]>) -> Reading {
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    read(bytes.as_ref(), &options).unwrap_or_else(|error| panic!("{error}"))
}

/// The only record of a file.
fn record(format: Format, bytes: impl AsRef<[u8]>) -> Record {
    let mut records = reading(format, bytes).records;
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// The only record of a file that does not name its size.
fn record_on(lines: u8, format: Format, text: &str) -> Record {
    let size = Size::new(lines).unwrap();
    let options = ReadOptions { format: Some(format), size, ..ReadOptions::default() };
    let mut records = read(text.as_bytes(), &options).unwrap_or_else(|e| panic!("{e}")).records;
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// Reads what must be refused.
fn refusal(format: Format, bytes: impl AsRef<[u8]>) -> ReadError {
    let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let error = read(bytes.as_ref(), &options).map(|reading| reading.records).unwrap_err();
    assert_eq!(error.format, Some(format));
    error
}

/// That a text is refused in these words, place and all.
#[track_caller]
fn check_refused(format: Format, text: impl AsRef<[u8]>, message: &str) {
    assert_eq!(refusal(format, text).to_string(), message);
}

/// The moves on the way to a node: `black h8, white --`.
fn moves_to(record: &Record, id: NodeId) -> String {
    let plays = record.path_to(id).into_iter().filter_map(|id| record.play(id));
    let moves: Vec<String> = plays.map(|play| format!("{} {}", play.side, play.action)).collect();
    moves.join(", ")
}

/// The moves of the main line.
fn main_moves(record: &Record) -> String {
    moves_to(record, record.main_end())
}

/// The points of the main line, in any colour.
fn points(record: &Record) -> String {
    let plays = record.main_line().filter_map(|id| record.play(id));
    plays.map(|play| play.action.to_string()).collect::<Vec<_>>().join(" ")
}

/// The set-up of a node: `black h8 i9, white g7, cleared a1, white to move`.
fn setup_at(record: &Record, id: NodeId) -> String {
    let setup = &record.notes(id).setup;
    let mut parts = Vec::new();
    for side in tengen_core::Side::BOTH {
        let stones = setup.stones.iter().filter(|stone| stone.1 == side);
        let names: Vec<String> = stones.map(|stone| stone.0.to_string()).collect();
        if !names.is_empty() {
            parts.push(format!("{side} {}", names.join(" ")));
        }
    }
    if !setup.cleared.is_empty() {
        let names: Vec<String> = setup.cleared.iter().map(ToString::to_string).collect();
        parts.push(format!("cleared {}", names.join(" ")));
    }
    parts.extend(setup.to_move.map(|side| format!("{side} to move")));
    parts.join(", ")
}

/// A place in a text.
fn at(line: usize, column: usize) -> Place {
    Place::Line { line, column }
}
