//! From a file to a collection: every position with the moves that were made in it.

use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::Path;

use tengen_core::{Board, ImageKeys, Move, Side, Size};
use tengen_formats::{Format, ReadOptions, Record, read, walk_library};

use super::line::{Step, made};
use super::sorted::Builder;
use super::tally::Count;
use crate::records;

/// Nodes of all games of a file that is no library: these are held in memory while it is read.
const MOST_NODES: usize = 1_000_000;

/// What was read of a file.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// Moves that were counted.
    pub(super) moves: u64,
    /// Games, if the file has games and not one tree.
    pub(super) games: Option<u32>,
    /// Why reading stopped before the end, if it did.
    pub(super) problem: Option<String>,
}

/// Whether to go on, after this many bytes and moves.
pub(super) type Watch<'a> = &'a dyn Fn(u64, u64) -> ControlFlow<()>;

/// Reads a file into `builder`, as far as it goes.
pub(super) fn into_counts(
    path: &Path,
    format: Format,
    builder: &mut Builder,
    watch: Watch<'_>,
) -> io::Result<Summary> {
    match format {
        Format::Lib => library(path, builder, watch),
        _ => games(path, format, builder, watch),
    }
}

/// A move on the line that is walked, and how many lines end below it.
struct Open {
    step: Option<Step>,
    action: Move,
    lines: u32,
}

/// Counts, for each move of a library, the lines that go through it.
fn library(path: &Path, builder: &mut Builder, watch: Watch<'_>) -> io::Result<Summary> {
    let input = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut images = ImageKeys::of(&Board::new(Size::default()), Side::Black);
    let mut line: Vec<Open> = Vec::new();
    let (mut moves, mut failed) = (0, Ok(()));
    let walked = walk_library(input, |one| {
        if let Err(error) = close(&mut line, one.ply, &mut images, builder) {
            failed = Err(error);
            return ControlFlow::Break(());
        }
        line.push(Open { step: made(&mut images, one.action), action: one.action, lines: 0 });
        moves += 1;
        if moves % 4096 == 0 { watch(one.byte, moves) } else { ControlFlow::Continue(()) }
    });
    failed?;
    close(&mut line, 0, &mut images, builder)?;
    let problem = walked.err().map(|error| format!("{}: {}", error.place, error.problem));
    Ok(Summary { moves, games: None, problem })
}

/// Takes back moves until so many are left. All that follows them was seen, so their counts are known.
fn close(
    line: &mut Vec<Open>,
    left: usize,
    images: &mut ImageKeys,
    builder: &mut Builder,
) -> io::Result<()> {
    while line.len() > left {
        let Some(Open { step, action, lines }) = line.pop() else { break };
        match action {
            Move::Stone(point) => images.undo(point),
            Move::Pass => images.pass(),
        }
        let lines = lines.max(1);
        if let Some(before) = line.last_mut() {
            before.lines = before.lines.saturating_add(lines);
        }
        if let Some(step) = step {
            builder.add(step, Count { games: lines, ..Count::default() })?;
        }
    }
    Ok(())
}

/// Counts the main lines of games, with their results.
fn games(
    path: &Path,
    format: Format,
    builder: &mut Builder,
    watch: Watch<'_>,
) -> io::Result<Summary> {
    let bytes = std::fs::read(path)?;
    let options = ReadOptions { format: Some(format), max_nodes: MOST_NODES, ..Default::default() };
    let (records, problem) = match read(&bytes, &options) {
        Ok(reading) => (reading.records, None),
        Err(error) => {
            let problem = format!("{}: {}", error.place, error.problem);
            (error.read, Some(problem))
        }
    };
    let mut summary = Summary { problem, games: Some(0), ..Summary::default() };
    for (number, record) in (1..).zip(&records) {
        summary.moves += game(record, builder)?;
        summary.games = Some(number);
        let read = bytes.len() as u64 * u64::from(number) / records.len() as u64;
        if watch(read, summary.moves).is_break() {
            break;
        }
    }
    Ok(summary)
}

/// Counts the main line of a game; how many moves it has.
fn game(record: &Record, builder: &mut Builder) -> io::Result<u64> {
    let line = record.line_to(record.main_end());
    let result = records::result_of(record);
    let mut images = ImageKeys::of(&line.start, line.first_to_move);
    for &(_, action) in &line.moves {
        if let Some(step) = made(&mut images, action) {
            builder.add(step, Count::one(result))?;
        }
    }
    Ok(line.moves.len() as u64)
}
