//! The numbers and points of a proof file.

use tengen_core::{Point, Size};

use super::{Checksum, FileError, FileProblem, point_bytes};

/// The bytes of a file, and how far they were read.
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Input<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Input { bytes, offset: 0 }
    }

    /// How many bytes were read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.offset
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let array = self.bytes[self.offset..].first_chunk().ok_or_else(|| self.truncated())?;
        self.offset += N;
        Ok(*array)
    }

    pub(super) fn byte(&mut self) -> Result<u8, FileError> {
        self.array().map(|[byte]| byte)
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    pub(super) fn varint(&mut self) -> Result<u32, FileError> {
        let start = self.offset;
        let mut number = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u32::from(byte & 0x7F);
            number |= bits << shift;
            if byte & 0x80 == 0 {
                // There is one way to write a number: no bits are lost, and no byte is empty.
                let plain = number >> shift == bits && (bits != 0 || shift == 0);
                return if plain { Ok(number) } else { Err(error(start, FileProblem::Number)) };
            }
        }
        Err(error(start, FileProblem::Number))
    }

    pub(super) fn point(&mut self, size: Size) -> Result<Point, FileError> {
        let start = self.offset;
        let number = match point_bytes(size) {
            1 => self.byte()?.into(),
            _ => u16::from_le_bytes(self.array()?),
        };
        let lines = u16::from(size.lines());
        let point =
            Point::new((number % lines) as u8, (number / lines).try_into().unwrap_or(u8::MAX));
        point
            .filter(|&point| size.contains(point))
            .ok_or_else(|| error(start, FileProblem::OffBoard(number)))
    }

    /// The checksum of all that was read, and nothing after it.
    pub(super) fn end(mut self) -> Result<(), FileError> {
        let mut checksum = Checksum::new();
        checksum.add(&self.bytes[..self.offset]);
        let start = self.offset;
        let found = self.array()?;
        if self.left() > 0 {
            return Err(error(self.offset, FileProblem::Trailing));
        }
        match found == checksum.bytes() {
            true => Ok(()),
            false => Err(error(start, FileProblem::Checksum)),
        }
    }

    /// The file ends before something that must come.
    pub(super) fn truncated(&self) -> FileError {
        error(self.bytes.len(), FileProblem::Truncated)
    }
}

pub(super) fn error(offset: usize, problem: FileProblem) -> FileError {
    FileError { offset, problem }
}
