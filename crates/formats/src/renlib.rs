//! RenLib libraries: a binary tree of moves on fifteen lines, with comments and board texts.
//!
//! Every node is a position byte, a flag byte and what the flags announce; the tree stands in
//! pre-order and is closed by the flags alone.

mod fold;
mod merge;
mod walk;
mod write;

use encoding_rs::Encoding;
use tengen_core::{Move, Point, Side, Size};

use crate::error::Fault;
use crate::reading::Collected;
use crate::record::Mark;
use crate::{Editor, NodeId, ReadOptions, decode};

pub(crate) use fold::{fold, normalise};
pub(crate) use merge::merged;
pub use walk::{LibraryMove, walk_library};
pub(crate) use write::write;

/// The first bytes of a file; a version and ten more bytes follow.
pub(crate) const MAGIC: &[u8] = b"\xFFRenLib\xFF";
const HEADER_LENGTH: usize = 20;

/// The byte of the middle point, with which files without a header begin.
const MIDDLE: u8 = 0x78;

const SIBLING_FOLLOWS: u8 = 0x80;
const LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARKED: u8 = 0x10;
const COMMENT: u8 = 0x08;
const NO_MOVE: u8 = 0x02;
const EXTENDED: u8 = 0x01;
/// In the second extension byte.
const BOARD_TEXT: u8 = 0x01;

/// Whether a file is a library without a header. Such a file begins with a letter x, which no
/// position does.
pub(crate) fn is_headless(bytes: &[u8]) -> bool {
    let is_text = |b: &u8| b.is_ascii_alphanumeric() || *b == b' ';
    bytes.first() == Some(&MIDDLE) && (bytes.contains(&0) || !bytes.get(1).is_none_or(is_text))
}

/// Reads a library into `games`, as far as it goes.
pub(crate) fn read(
    bytes: &[u8],
    options: &ReadOptions,
    games: &mut Collected,
) -> Result<(), Fault> {
    let size = Size::default();
    let start = if bytes.starts_with(MAGIC) { HEADER_LENGTH } else { 0 };
    let mut reader = Reader { bytes, at: start, charset: options.charset };
    let mut editor = games.editor_at(0, size)?;
    let done = reader.tree(&mut editor, size);
    games.push(editor.finish());
    done
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    charset: &'static Encoding,
}

/// One node as it stands in the file.
struct Entry {
    at: usize,
    position: u8,
    flags: u8,
    comment: String,
    board_text: String,
}

impl Reader<'_> {
    fn tree(&mut self, editor: &mut Editor, size: Size) -> Result<(), Fault> {
        // The forks at which a further sibling is still to come.
        let mut forks: Vec<NodeId> = Vec::new();
        let mut is_first = true;
        loop {
            let entry = self.entry()?;
            let parent = editor.at();
            if entry.flags & SIBLING_FOLLOWS != 0 {
                forks.push(parent);
            }
            let is_root = std::mem::take(&mut is_first) && entry.position == 0;
            add(editor, entry.at, &entry, is_root, size)?;
            if entry.flags & LEAF != 0 {
                match forks.pop() {
                    Some(fork) => editor.climb_to(fork).expect("a fork is above its leaves"),
                    None => return self.end(),
                }
            }
        }
    }

    fn end(&self) -> Result<(), Fault> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            1 => Err(Fault::new(self.at, "1 byte follows the end of the tree")),
            rest => Err(Fault::new(self.at, format!("{rest} bytes follow the end of the tree"))),
        }
    }

    fn entry(&mut self) -> Result<Entry, Fault> {
        let at = self.at;
        let (position, flags) = (self.byte()?, self.byte()?);
        let mut extension = 0;
        if flags & EXTENDED != 0 {
            self.byte()?;
            extension = self.byte()?;
        }
        let comment = match flags {
            _ if flags & COMMENT != 0 => self.text()?,
            _ if flags & OLD_COMMENT != 0 => self.old_text()?,
            _ => String::new(),
        };
        let board_text = if extension & BOARD_TEXT != 0 { self.text()? } else { String::new() };
        Ok(Entry { at, position, flags, comment, board_text })
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = self
            .bytes
            .get(self.at)
            .copied()
            .ok_or_else(|| Fault::new(self.bytes.len(), "the file ends inside the tree"))?;
        self.at += 1;
        Ok(byte)
    }

    /// Bytes up to a zero, padded to an even number.
    fn text(&mut self) -> Result<String, Fault> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&b| b == 0);
        let length = length.ok_or_else(|| Fault::new(self.at, "this text has no end"))?;
        self.skip_padded(length + 1)?;
        Ok(with_breaks(&decode::text_or(&rest[..length], self.charset)))
    }

    /// Bytes up to one with the top bit set, padded to an even number.
    fn old_text(&mut self) -> Result<String, Fault> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&b| b & 0x80 != 0);
        let length = length.ok_or_else(|| Fault::new(self.at, "this text has no end"))? + 1;
        self.skip_padded(length)?;
        let text: String = rest[..length].iter().map(|&b| char::from(b & 0x7F)).collect();
        Ok(with_breaks(&text))
    }

    fn skip_padded(&mut self, length: usize) -> Result<(), Fault> {
        self.at += length;
        if length % 2 == 1 {
            self.byte()?;
        }
        Ok(())
    }
}

/// A byte 8 parts the headline from the rest; other lines end as on Windows.
fn with_breaks(text: &str) -> String {
    text.replace('\u{8}', "\n").replace("\r\n", "\n")
}

/// Adds what a node says below the one the editor stands on, and goes to its move.
fn add(
    editor: &mut Editor,
    at: usize,
    entry: &Entry,
    is_root: bool,
    size: Size,
) -> Result<(), Fault> {
    let action = action(entry, size)?;
    if let (Move::Stone(point), false) = (action, entry.board_text.is_empty()) {
        // The text is shown on the board before the move is made.
        let label = Mark::Label(entry.board_text.clone());
        editor.note(|notes| notes.marks.push((point, label)));
    }
    if !is_root && entry.flags & NO_MOVE == 0 {
        let before = editor.record().play(editor.at());
        let side = before.map_or(Side::Black, |play| !play.side);
        editor.play(side, action).map_err(|error| Fault::new(at, error))?;
    }
    if !entry.comment.is_empty() || entry.flags & MARKED != 0 {
        editor.note(|notes| {
            if !notes.comment.is_empty() && !entry.comment.is_empty() {
                notes.comment.push('\n');
            }
            notes.comment.push_str(&entry.comment);
            notes.hot |= entry.flags & MARKED != 0;
        });
    }
    Ok(())
}

/// Position 0 is the root or a pass; else 16 × row from the top + column from one.
fn action(entry: &Entry, size: Size) -> Result<Move, Fault> {
    match entry.position {
        0 => Ok(Move::Pass),
        position => point_of(position, size)
            .map(Move::Stone)
            .map_err(|problem| Fault::new(entry.at, problem)),
    }
}

/// The point of a position byte other than 0.
fn point_of(position: u8, size: Size) -> Result<Point, String> {
    let (row, column) = (position >> 4, position & 0xF);
    let point = column.checked_sub(1).and_then(|column| Point::new(column, row));
    let point = point.filter(|&point| size.contains(point)).map(|point| point.flipped(size));
    point.ok_or_else(|| format!("{position:#04x} is not a point of a library"))
}
