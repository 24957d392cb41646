//! Writing and reading back: nothing gets lost that is not named.

use std::slice;

use tengen_core::{Move, Point, Side};
use tengen_formats::{
    Format, Play, ReadOptions, Record, Reduced, Rows, WriteError, Written, read, reduce, write,
};

/// The formats, all of which can be written.
pub fn writable() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter()
}

/// How to read a file of one format that was written from `record`.
pub fn options_for(record: &Record, format: Format, rows: Rows) -> ReadOptions {
    ReadOptions { format: Some(format), size: record.size(), rows, ..ReadOptions::default() }
}

/// Writes, reads back and writes again; says what was lost, or why nothing was written.
pub fn check_round_trip(
    record: &Record,
    format: Format,
    rows: Rows,
) -> Result<Vec<String>, WriteError> {
    assert_eq!(reduce(record, format).err(), expected_error(record, format), "{format}");
    let written = write(slice::from_ref(record), format, rows)?;
    let Reduced { record: kept, lost } = reduce(record, format)?;
    assert_eq!(written.lost, lost);

    let told = lost.iter().filter(|&lost| lost != "the board's size").count();
    assert_eq!(told == 0, kept == *record, "{format} lost {lost:?} of\n{}", json(record));

    assert_eq!(Format::recognise(&written.bytes), Some(format), "{}", text(&written));
    let options = options_for(record, format, rows);
    let reading = read(&written.bytes, &options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(reading.records.len(), 1, "{}", text(&written));
    let same = reading.records[0] == kept;
    assert!(same, "{}\nis not\n{}\n{}", json(&reading.records[0]), json(&kept), text(&written));

    let again = write(&reading.records, format, rows)?;
    assert_eq!(text(&again), text(&written));
    Ok(lost)
}

/// A record in full, to be shown.
pub fn json(record: &Record) -> String {
    text(&write(slice::from_ref(record), Format::Json, Rows::Bottom).unwrap())
}

fn text(written: &Written) -> String {
    let text = String::from_utf8(written.bytes.clone());
    // A library is no text.
    text.unwrap_or_else(|bytes| bytes.into_bytes().escape_ascii().to_string())
}

/// Why a format cannot hold the main line: worked out without the code under test.
fn expected_error(record: &Record, format: Format) -> Option<WriteError> {
    let line = MainLine::of(record);
    match format {
        Format::Lib => library_error(record),
        Format::Psq | Format::Offset if !line.start.is_empty() || line.first == Side::White => {
            Some(WriteError::Setup(format))
        }
        Format::Psq | Format::Offset if line.has_pass => Some(WriteError::Pass(format)),
        Format::Offset if line.end.is_empty() => Some(WriteError::Empty(format)),
        Format::Board => {
            let count = |side| line.end.iter().filter(|stone| stone.1 == side).count();
            let (black, white) = (count(Side::Black), count(Side::White));
            // Even numbers mean Black, one more of the other side's White; else the first stone,
            // which is black if there is any, belongs to the side to move only if that is Black.
            let understood = match line.to_move {
                Side::Black => black == white || (black > 0 && black + 1 != white),
                Side::White => black > white || (black > 0 && black != white),
            };
            (!understood).then_some(WriteError::Turn(format, line.to_move))
        }
        _ => None,
    }
}

/// Why a library cannot hold a tree.
fn library_error(record: &Record) -> Option<WriteError> {
    if record.size().lines() != 15 {
        return Some(WriteError::Board(Format::Lib, record.size()));
    }
    if record.preorder().any(|id| !record.notes(id).setup.is_empty()) {
        return Some(WriteError::Setup(Format::Lib));
    }
    let in_turn = record.leaves().all(|leaf| {
        let path = record.path_to(leaf).into_iter();
        let sides = path.filter_map(|id| record.play(id)).map(|play| play.side);
        sides.zip([Side::Black, Side::White].into_iter().cycle()).all(|(one, two)| one == two)
    });
    (!in_turn).then_some(WriteError::Order(Format::Lib))
}

struct MainLine {
    /// The stones after the last set-up.
    start: Vec<(Point, Side)>,
    end: Vec<(Point, Side)>,
    first: Side,
    to_move: Side,
    /// Somebody passes, or one side moves twice, which is the same.
    has_pass: bool,
}

impl MainLine {
    fn of(record: &Record) -> MainLine {
        let mut stones: Vec<(Point, Side)> = Vec::new();
        let (mut start, mut told, mut plays) = (Vec::new(), None, Vec::new());
        for id in std::iter::once(Record::ROOT).chain(record.main_line()) {
            if let Some(play) = record.play(id) {
                plays.push(play);
                if let Move::Stone(point) = play.action {
                    stones.push((point, play.side));
                }
            }
            let setup = &record.notes(id).setup;
            if !setup.is_empty() {
                stones.retain(|stone| !setup.cleared.contains(&stone.0));
                stones.extend(&setup.stones);
                (start, told) = (stones.clone(), setup.to_move);
                plays.clear();
            }
        }
        let count = |side| start.iter().filter(|stone| stone.1 == side).count();
        let fewer = if count(Side::White) < count(Side::Black) { Side::White } else { Side::Black };
        let first = told.or(plays.first().map(|play| play.side)).unwrap_or(fewer);
        let last = plays.last().map(|play| !play.side);
        let sides = std::iter::once(!first).chain(plays.iter().map(|play| play.side));
        let twice = sides.zip(&plays).any(|(before, play)| before == play.side);
        let passes = plays.iter().any(|play: &Play| play.action == Move::Pass);
        let to_move = last.unwrap_or(first);
        MainLine { start, end: stones, first, to_move, has_pass: twice || passes }
    }
}
