//! An entry as bytes; `docs/analysis-database.md` describes them one by one.
//!
//! Numbers take seven bits a byte, the low ones first; the high bit says that more follow.

use tengen_core::Size;

use crate::entry::ProofId;
use crate::position::{number_of, point_of};
use crate::{Claim, Entry, Source};

/// The first byte: the layout.
const LAYOUT: u8 = 1;
/// No line is longer than a board has points.
const LONGEST_NAME: usize = 200;

/// The bytes of an entry.
pub(crate) fn of_entry(entry: &Entry) -> Vec<u8> {
    let mut bytes = vec![LAYOUT];
    let (tag, value) = match entry.claim {
        None => (0, 0),
        Some(Claim::Wins { plies }) => (1, plies.into()),
        Some(Claim::Loses { plies }) => (2, plies.into()),
        Some(Claim::LikelyWin { plies }) => (3, plies.into()),
        Some(Claim::LikelyLoss { plies }) => (4, plies.into()),
        // The sign goes into the lowest bit, so that small numbers stay short.
        Some(Claim::Estimate { centi }) => (5, ((centi << 1) ^ (centi >> 31)) as u32 as u64),
    };
    bytes.push(tag);
    put(&mut bytes, value);
    put(&mut bytes, entry.depth.into());
    put(&mut bytes, entry.nodes);
    put(&mut bytes, entry.date);
    bytes.push(entry.source as u8);
    let name = short(&entry.engine);
    bytes.push(name.len() as u8);
    bytes.extend(name.as_bytes());
    put(&mut bytes, entry.line.len() as u64);
    // The largest board's numbers mean the same on every board.
    entry.line.iter().for_each(|&point| put(&mut bytes, number_of(point, Size::MAX).into()));
    if let Some(ProofId(sum)) = entry.proof {
        bytes.extend(sum.to_be_bytes());
    }
    bytes
}

/// The entry that these bytes are; what is wrong if they are none.
pub(crate) fn to_entry(bytes: &[u8], size: Size) -> Result<Entry, &'static str> {
    let mut rest = bytes;
    if byte(&mut rest)? != LAYOUT {
        return Err("its layout is unknown");
    }
    let tag = byte(&mut rest)?;
    let value = number(&mut rest)?;
    let plies = || u32::try_from(value).map_err(|_| "its claim is out of range");
    let claim = match tag {
        0 if value == 0 => None,
        1 => Some(Claim::Wins { plies: plies()? }),
        2 => Some(Claim::Loses { plies: plies()? }),
        3 => Some(Claim::LikelyWin { plies: plies()? }),
        4 => Some(Claim::LikelyLoss { plies: plies()? }),
        5 => {
            let packed = plies()?;
            Some(Claim::Estimate { centi: (packed >> 1) as i32 ^ -((packed & 1) as i32) })
        }
        _ => return Err("its claim is unknown"),
    };
    let depth = u32::try_from(number(&mut rest)?).map_err(|_| "its depth is out of range")?;
    let (nodes, date) = (number(&mut rest)?, number(&mut rest)?);
    let source = usize::from(byte(&mut rest)?);
    let source = *Source::ALL.get(source).ok_or("its source is unknown")?;
    let length = usize::from(byte(&mut rest)?);
    let (name, after) = rest.split_at_checked(length).ok_or(SHORT)?;
    let engine = str::from_utf8(name).map_err(|_| "its engine's name is no text")?.to_owned();
    rest = after;
    let count = number(&mut rest)?;
    if count > size.area() as u64 {
        return Err("its line is too long");
    }
    let mut line = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let point = u16::try_from(number(&mut rest)?).ok().and_then(|n| point_of(n, Size::MAX));
        line.push(point.filter(|&point| size.contains(point)).ok_or("a point is off the board")?);
    }
    let proof = match rest {
        [] => None,
        sum => Some(ProofId(u64::from_be_bytes(sum.try_into().map_err(|_| "it does not end")?))),
    };
    if proof.is_some() && !claim.is_some_and(Claim::needs_proof) {
        return Err("it has a proof of nothing");
    }
    Ok(Entry { claim, line, depth, nodes, engine, date, source, proof })
}

const SHORT: &str = "it ends too early";

/// A name that fits.
fn short(name: &str) -> &str {
    let mut end = name.len().min(LONGEST_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    &name[..end]
}

pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn number(bytes: &mut &[u8]) -> Result<u64, &'static str> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = byte(bytes)?;
        let part = u64::from(byte & 0x7F);
        if part << shift >> shift != part {
            return Err("a number is out of range");
        }
        number |= part << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err("a number is out of range")
}

fn byte(bytes: &mut &[u8]) -> Result<u8, &'static str> {
    let (&first, rest) = bytes.split_first().ok_or(SHORT)?;
    *bytes = rest;
    Ok(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::entry::tests::entries;

    proptest! {
        #[test]
        fn an_entry_is_read_as_it_was_written(entry in entries(), nodes: u64, date: u64) {
            let entry = Entry { nodes, date, ..entry };
            let bytes = of_entry(&entry);
            prop_assert_eq!(to_entry(&bytes, Size::default()), Ok(entry.clone()));
            for length in 0..bytes.len() {
                // Without its proof an entry is whole, and claims what it cannot show.
                let without = Entry { proof: None, ..entry.clone() };
                if let Ok(read) = to_entry(&bytes[..length], Size::default()) {
                    prop_assert_eq!(read, without);
                }
            }
        }

        #[test]
        fn any_bytes_are_an_entry_or_none(bytes: Vec<u8>) {
            if let Ok(entry) = to_entry(&bytes, Size::default()) {
                prop_assert_eq!(to_entry(&of_entry(&entry), Size::default()), Ok(entry));
            }
        }

        #[test]
        fn damage_is_no_panic(entry in entries(), at: prop::sample::Index, to: u8) {
            let mut bytes = of_entry(&entry);
            let at = at.index(bytes.len());
            bytes[at] = to;
            let _ = to_entry(&bytes, Size::default());
        }
    }

    #[test]
    fn a_long_name_is_cut_between_two_characters() {
        let entry = Entry::hint(Vec::new(), &"天".repeat(100));
        let read = to_entry(&of_entry(&entry), Size::default()).unwrap();
        assert_eq!(read.engine, "天".repeat(66));
    }
}
