//! A walk through a library of any size that keeps nothing but the line it is on.

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use tengen_core::{Move, Size};

use super::{
    BOARD_TEXT, COMMENT, EXTENDED, HEADER_LENGTH, LEAF, MAGIC, NO_MOVE, OLD_COMMENT,
    SIBLING_FOLLOWS, point_of,
};
use crate::{Format, Place, ReadError};

/// The longest line that is followed: a board and many passes. Without a limit a file of passes alone
/// would fill the memory.
const LONGEST_LINE: usize = 1024;
/// The most places at which siblings are still to come.
const MOST_FORKS: usize = 1 << 16;

/// A move of a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryMove {
    /// How many moves come before it on its line.
    pub ply: usize,
    /// The stone or pass.
    pub action: Move,
    /// How many bytes of the file come before it.
    pub byte: u64,
}

/// Walks through the tree of a RenLib library, each move before its continuations, until `visit`
/// breaks. Memory does not depend on the file; comments and labels are skipped.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use tengen_formats::{Format, ReadOptions, Rows, read, walk_library, write};
/// let game = read(b"h8i9", &ReadOptions::default())?.records;
/// let library = write(&game, Format::Lib, Rows::Bottom)?.bytes;
/// let mut moves = Vec::new();
/// walk_library(&library[..], |one| {
///     moves.push((one.ply, one.action.to_string()));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(moves, [(0, "h8".to_owned()), (1, "i9".to_owned())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file cannot be read or is damaged, with the place; what was visited before stands.
pub fn walk_library(
    input: impl BufRead,
    mut visit: impl FnMut(LibraryMove) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let mut walk = Walk { input, at: 0, line: Vec::new(), taken: [false; 256] };
    walk.tree(&mut visit).map_err(|problem| ReadError {
        format: Some(Format::Lib),
        place: Place::Byte(usize::try_from(walk.at).unwrap_or(usize::MAX)),
        problem,
        read: Vec::new(),
    })
}

struct Walk<R> {
    input: R,
    at: u64,
    /// The position bytes of the line to here; 0 is a pass.
    line: Vec<u8>,
    /// Which of them have a stone.
    taken: [bool; 256],
}

impl<R: BufRead> Walk<R> {
    fn tree(
        &mut self,
        visit: &mut impl FnMut(LibraryMove) -> ControlFlow<()>,
    ) -> Result<(), String> {
        let size = Size::default();
        self.header()?;
        let mut forks: Vec<usize> = Vec::new();
        let mut is_first = true;
        loop {
            let byte = self.at;
            let (position, flags) = (self.byte()?, self.byte()?);
            self.skip_texts(flags)?;
            if flags & SIBLING_FOLLOWS != 0 {
                if forks.len() == MOST_FORKS {
                    return Err(format!("more than {MOST_FORKS} variations wait for their turn"));
                }
                forks.push(self.line.len());
            }
            let is_root = std::mem::take(&mut is_first) && position == 0;
            if !is_root && flags & NO_MOVE == 0 {
                let action = match position {
                    0 => Move::Pass,
                    _ => Move::Stone(point_of(position, size)?),
                };
                let ply = self.line.len();
                self.descend(position, action)?;
                if visit(LibraryMove { ply, action, byte }).is_break() {
                    return Ok(());
                }
            }
            if flags & LEAF != 0 {
                match forks.pop() {
                    Some(length) => self.climb(length),
                    None => return self.end(),
                }
            }
        }
    }

    fn descend(&mut self, position: u8, action: Move) -> Result<(), String> {
        if self.line.len() == LONGEST_LINE {
            return Err(format!("a line has more than {LONGEST_LINE} moves"));
        }
        if position != 0 && std::mem::replace(&mut self.taken[usize::from(position)], true) {
            return Err(format!("{action} is occupied"));
        }
        self.line.push(position);
        Ok(())
    }

    fn climb(&mut self, length: usize) {
        for position in self.line.drain(length..) {
            self.taken[usize::from(position)] = false;
        }
    }

    /// Some files have no header.
    fn header(&mut self) -> Result<(), String> {
        let head = self.input.fill_buf().map_err(|error| error.to_string())?;
        if head.starts_with(MAGIC) {
            for _ in 0..HEADER_LENGTH {
                self.byte()?;
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        match self.next()? {
            None => Ok(()),
            Some(_) => {
                self.at -= 1;
                Err("more bytes follow the end of the tree".to_owned())
            }
        }
    }

    fn skip_texts(&mut self, flags: u8) -> Result<(), String> {
        let mut extension = 0;
        if flags & EXTENDED != 0 {
            self.byte()?;
            extension = self.byte()?;
        }
        match flags {
            _ if flags & COMMENT != 0 => self.skip_until(|byte| byte == 0)?,
            _ if flags & OLD_COMMENT != 0 => self.skip_until(|byte| byte & 0x80 != 0)?,
            _ => {}
        }
        if extension & BOARD_TEXT != 0 {
            self.skip_until(|byte| byte == 0)?;
        }
        Ok(())
    }

    /// Skips to the byte that ends a text, and the one that makes its length even.
    fn skip_until(&mut self, ends: impl Fn(u8) -> bool) -> Result<(), String> {
        let start = self.at;
        loop {
            match self.next()? {
                Some(byte) if ends(byte) => break,
                Some(_) => {}
                None => return Err("this text has no end".to_owned()),
            }
        }
        if (self.at - start) % 2 == 1 {
            self.byte()?;
        }
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, String> {
        self.next()?.ok_or_else(|| "the file ends inside the tree".to_owned())
    }

    fn next(&mut self) -> Result<Option<u8>, String> {
        loop {
            match self.input.fill_buf() {
                Ok([]) => return Ok(None),
                Ok([byte, ..]) => {
                    let byte = *byte;
                    self.input.consume(1);
                    self.at += 1;
                    return Ok(Some(byte));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}
