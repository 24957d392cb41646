//! Game records, and the files of this and other programs that hold them.
//!
//! [`read`] recognises a file by what it holds and gives [`Record`]s, or an error with its place and
//! whatever was read before; [`write()`] says what a format could not hold.
//!
//! ```
//! use tengen_formats::{Format, ReadOptions, Rows, read, write};
//!
//! let reading = read(b"(;FF[4]GM[4]SZ[15];B[hh](;W[ih])(;W[ii]))", &ReadOptions::default())?;
//! assert_eq!(reading.format, Format::Sgf);
//! assert_eq!(reading.records[0].variation_count(), 1);
//!
//! let written = write(&reading.records, Format::Pos, Rows::Bottom)?;
//! assert_eq!(written.bytes, b"h8i8\n");
//! assert_eq!(written.lost, ["1 variation"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | format | module | what it holds |
//! |---|---|---|
//! | SGF, JSON | `sgf`, `json` | everything |
//! | PSQ | `psq` | one game: moves, times, names |
//! | RenLib | `renlib` | a tree with comments and labels on 15 lines |
//! | pos | `pos`, `notation` | a line of play or a set-up on each line |
//! | offset | `offset` | an opening on each line |
//! | `BOARD … DONE` | `protocol_text` | one position |
//!
//! What this crate leaves out on purpose: opening files, drawing, and whether a game was played
//! by the rules; [`Record::game_at`] asks the rules.

mod decode;
mod error;
mod format;
mod json;
mod lines;
mod notation;
mod offset;
mod pos;
mod protocol_text;
mod psq;
mod reading;
mod record;
mod reduce;
mod renlib;
mod sgf;

pub use encoding_rs::Encoding;
pub use error::{Place, ReadError};
pub use format::{Capacity, Format, ParseFormatError};
pub use notation::{PositionError, Rows, parse_position, position_text};
pub use record::{
    EditError, Editor, Ending, How, Info, LineOfPlay, Mark, NodeId, Notes, Play, Property, Record,
    ReplayError, Setup,
};
pub use reduce::{Reduced, WriteError, reduce};
pub use renlib::{LibraryMove, walk_library};
use tengen_core::{Side, Size};

use crate::error::Fault;
use crate::reading::Collected;

/// What a file does not say itself.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// The format; recognised by content if none.
    pub format: Option<Format>,
    /// The board, for formats that do not name it.
    pub size: Size,
    /// Where row 1 lies, in pos files.
    pub rows: Rows,
    /// The author's code page, for texts that are neither Unicode nor say what they are.
    pub charset: &'static Encoding,
    /// The most nodes of all records together, roots included. A file with more is read so far.
    pub max_nodes: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        let (size, rows) = (Size::default(), Rows::default());
        let charset = encoding_rs::WINDOWS_1252;
        ReadOptions { format: None, size, rows, charset, max_nodes: usize::MAX }
    }
}

/// What a file holds.
#[derive(Debug)]
pub struct Reading {
    /// The format it was read in.
    pub format: Format,
    /// Its games or positions.
    pub records: Vec<Record>,
    /// What a user should know of how it was read.
    pub notices: Vec<String>,
}

/// Reads a file in any format.
///
/// # Errors
/// If the file looks like nothing known, is damaged or has too many nodes; the error holds what was
/// read before.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Reading, ReadError> {
    let Some(format) = options.format.or_else(|| Format::recognise(bytes)) else {
        let problem = format!("this looks like none of {}", Format::list());
        let place = Place::Line { line: 1, column: 1 };
        return Err(ReadError { format: None, place, problem, read: Vec::new() });
    };
    let mut records = Collected::new(options.max_nodes);
    let mut notices = Vec::new();
    let failed = |place, problem, read| ReadError { format: Some(format), place, problem, read };
    if format == Format::Lib {
        return match renlib::read(bytes, options, &mut records) {
            Ok(()) => Ok(Reading { format, records: records.records, notices }),
            Err(Fault { byte, problem }) => {
                Err(failed(Place::Byte(byte), problem, records.records))
            }
        };
    }
    let text = decode::text(bytes, options.charset);
    let done = match format {
        Format::Sgf => sgf::read(&text, options, &mut records, &mut notices),
        Format::Psq => psq::read(&text, &mut records),
        Format::Pos => pos::read(&text, options, &mut records),
        Format::Offset => offset::read(&text, options, &mut records),
        Format::Board => protocol_text::read(&text, options, &mut records),
        Format::Json => json::read(&text, &mut records),
        Format::Lib => unreachable!("libraries are read as bytes"),
    };
    match done {
        Ok(()) => Ok(Reading { format, records: records.records, notices }),
        Err(Fault { byte, problem }) => {
            Err(failed(Place::in_text(&text, byte), problem, records.records))
        }
    }
}

/// A file to be.
#[derive(Debug)]
pub struct Written {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What the format could not hold, a few words each.
    pub lost: Vec<String>,
}

/// Writes records in a format, as far as it can hold them. A library is one tree, so several
/// records become one, in which equal beginnings are the same moves.
///
/// # Errors
/// If what the format holds would be another game.
pub fn write(records: &[Record], format: Format, rows: Rows) -> Result<Written, WriteError> {
    let joins = format == Format::Lib && !records.is_empty();
    if !format.capacity().many && records.len() != 1 && !joins {
        return Err(WriteError::OneGame(format, records.len()));
    }
    let mut lost = Vec::new();
    let mut kept = Vec::new();
    for record in records {
        let reduced = reduce(record, format)?;
        lost.extend(reduced.lost);
        kept.push(reduced.record);
    }
    let bytes = match format {
        Format::Sgf => sgf::write(&kept).into_bytes(),
        Format::Psq => psq::write(&kept[0]).into_bytes(),
        Format::Pos => pos::write(&kept, rows).into_bytes(),
        Format::Offset => offset::write(&kept).into_bytes(),
        Format::Board => protocol_text::write(&kept[0]).into_bytes(),
        Format::Json => json::write(&kept).into_bytes(),
        Format::Lib if kept.len() > 1 => {
            lost.push(format!("that these were {} games: they are one tree", kept.len()));
            renlib::write(&renlib::merged(&kept))
        }
        Format::Lib => renlib::write(&kept[0]),
    };
    Ok(Written { bytes, lost })
}
