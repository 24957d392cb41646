//! Proofs as files. The format is described byte by byte in `docs/proof-format.md`.
//!
//! ```
//! use tengen_core::{Game, Rule, Side, Size};
//! use tengen_proof::{ProofBuilder, ReadLimits, check, read, write};
//!
//! let mut game = Game::new(Size::default(), Rule::Freestyle);
//! for point in ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"] {
//!     game.play(point.parse()?)?;
//! }
//! let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
//! let five = builder.add("l8".parse()?, &[], None);
//! let proof = builder.finish(five);
//!
//! let mut bytes = Vec::new();
//! write(&proof, &mut bytes)?;
//! let again = read(&bytes, ReadLimits::default())?;
//! assert_eq!(again, proof);
//! // Reading says nothing about whether it is true.
//! assert!(check(&again, 1_000).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use tengen_core::{Point, Size};

mod certificate;
mod error;
mod input;
mod read;
mod write;

pub use certificate::{read_certificate, write_certificate};
pub use error::{FileError, FileProblem};
pub use read::{ReadLimits, read};
pub use write::write;

/// What every proof file begins with.
const MAGIC: [u8; 7] = *b"TENGPRF";
/// The version of the format, in the byte after that.
const VERSION: u8 = 1;
/// The version of certificates.
const CERTIFICATE_VERSION: u8 = 2;

/// The version of a proof file, by its first bytes.
pub fn version(bytes: &[u8]) -> Option<u8> {
    bytes.strip_prefix(&MAGIC)?.first().copied()
}

/// What follows in the bits of the first byte of an attack: whether its first reply is answered by
/// the attack just before it in the file,
const ANSWER_BEFORE: u32 = 1;
/// which else move it has, of the kinds below, in two bits,
const ELSE_SHIFT: u32 = 1;
const ELSE_MASK: u32 = 3;
/// and how many replies, in all further bits.
const REPLIES_SHIFT: u32 = 3;

/// No else move.
const ELSE_NONE: u32 = 0;
/// An else move, which follows.
const ELSE_OTHER: u32 = 1;
/// The else move is on the point of the first reply: the answer to a four that has one hole.
const ELSE_FIRST_REPLY: u32 = 2;

/// How many bytes a point takes: the points of boards up to sixteen lines fit into one.
fn point_bytes(size: Size) -> usize {
    if size.area() <= 1 << u8::BITS { 1 } else { 2 }
}

/// A point as a number: row by row from the bottom left.
fn number_of(point: Point, size: Size) -> u16 {
    u16::from(point.y()) * u16::from(size.lines()) + u16::from(point.x())
}

/// The checksum at the end of the file: 64-bit FNV-1a. Every step is one-to-one for a given byte,
/// so that no single wrong byte goes unnoticed.
#[derive(Clone, Copy)]
struct Checksum(u64);

impl Checksum {
    const LENGTH: usize = 8;

    fn new() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn bytes(self) -> [u8; Self::LENGTH] {
        self.0.to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_its_authors() {
        // From the test vectors that the authors of FNV publish.
        for (text, sum) in [("", 0xcbf2_9ce4_8422_2325), ("foobar", 0x8594_4171_f739_67e8_u64)] {
            let mut checksum = Checksum::new();
            checksum.add(text.as_bytes());
            assert_eq!(checksum.0, sum, "{text}");
        }
    }
}
