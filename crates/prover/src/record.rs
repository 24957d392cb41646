//! One line of the store: what is known of a position, as bytes.
//!
//! The stones are written out: a key alone is no identity.

use tengen_core::{Point, Side, Size};
use tengen_engine::{SolverLevel, Win};

use crate::graph::Width;

/// What is known of a position, with points in its canonical orientation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    pub(crate) black: Vec<Point>,
    pub(crate) white: Vec<Point>,
    pub(crate) to_move: Side,
    pub(crate) visits: u32,
    pub(crate) fact: Fact,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    /// The moves that are tried.
    Attack { moves: Vec<Point>, width: Width },
    /// The replies that are open, and those nobody has looked at.
    Defence { open: Vec<Point>, pending: Vec<Point>, is_wide: bool },
    /// The attacker wins.
    Won(Option<Win>),
    /// The search gave up.
    GivenUp,
    /// No position: the seconds that a thread has spent since the last such record.
    Spent(u32),
}

/// How a record's bytes begin.
mod code {
    pub(super) const ATTACK: u8 = 1;
    pub(super) const DEFENCE: u8 = 2;
    pub(super) const WON: u8 = 3;
    pub(super) const WON_BY_MOVE: u8 = 4;
    pub(super) const WON_BY_VCT: u8 = 5;
    pub(super) const GIVEN_UP: u8 = 6;
    pub(super) const SPENT: u8 = 7;
    /// Added if White is to move.
    pub(super) const WHITE: u8 = 0x80;
}

impl Record {
    /// A thread has spent these seconds.
    pub(crate) fn spent(seconds: u32) -> Record {
        let (black, white) = (Vec::new(), Vec::new());
        Record { black, white, to_move: Side::Black, visits: 0, fact: Fact::Spent(seconds) }
    }

    pub(crate) fn to_bytes(&self, size: Size) -> Vec<u8> {
        let turn = if self.to_move == Side::White { code::WHITE } else { 0 };
        let mut bytes = vec![0];
        bytes.extend(self.visits.to_le_bytes());
        put(&mut bytes, &self.black, size);
        put(&mut bytes, &self.white, size);
        let code = match &self.fact {
            Fact::Attack { moves, width } => {
                bytes.push(*width as u8);
                put(&mut bytes, moves, size);
                code::ATTACK
            }
            Fact::Defence { open, pending, is_wide } => {
                bytes.push(u8::from(*is_wide));
                put(&mut bytes, open, size);
                put(&mut bytes, pending, size);
                code::DEFENCE
            }
            Fact::Won(None) => code::WON,
            Fact::Won(Some(Win::Move(point))) => {
                put(&mut bytes, &[*point], size);
                code::WON_BY_MOVE
            }
            Fact::Won(Some(Win::Vct(level))) => {
                bytes.push(*level as u8);
                code::WON_BY_VCT
            }
            Fact::GivenUp => code::GIVEN_UP,
            Fact::Spent(seconds) => {
                bytes.extend(seconds.to_le_bytes());
                code::SPENT
            }
        };
        bytes[0] = code | turn;
        bytes
    }

    /// None if the bytes are no record.
    pub(crate) fn from_bytes(mut bytes: &[u8], size: Size) -> Option<Record> {
        let code = byte(&mut bytes)?;
        let to_move = if code & code::WHITE == 0 { Side::Black } else { Side::White };
        let (visits, mut rest) = bytes.split_first_chunk()?;
        let visits = u32::from_le_bytes(*visits);
        let (black, white) = (take(&mut rest, size)?, take(&mut rest, size)?);
        let fact = match code & !code::WHITE {
            code::ATTACK => {
                let width = *Width::ALL.get(usize::from(byte(&mut rest)?))?;
                Fact::Attack { width, moves: take(&mut rest, size)? }
            }
            code::DEFENCE => {
                let is_wide = byte(&mut rest)? != 0;
                let (open, pending) = (take(&mut rest, size)?, take(&mut rest, size)?);
                Fact::Defence { open, pending, is_wide }
            }
            code::WON => Fact::Won(None),
            code::WON_BY_MOVE => Fact::Won(Some(Win::Move(*take(&mut rest, size)?.first()?))),
            code::WON_BY_VCT => {
                let level = *SolverLevel::ALL.get(usize::from(byte(&mut rest)?))?;
                Fact::Won(Some(Win::Vct(level)))
            }
            code::GIVEN_UP => Fact::GivenUp,
            code::SPENT => {
                let (seconds, after) = rest.split_first_chunk()?;
                rest = after;
                Fact::Spent(u32::from_le_bytes(*seconds))
            }
            _ => return None,
        };
        rest.is_empty().then_some(Record { black, white, to_move, visits, fact })
    }
}

/// A number of points, and the points: column by row, two bytes each.
fn put(bytes: &mut Vec<u8>, points: &[Point], size: Size) {
    bytes.extend((points.len() as u16).to_le_bytes());
    for point in points {
        let index = u16::from(point.y()) * u16::from(size.lines()) + u16::from(point.x());
        bytes.extend(index.to_le_bytes());
    }
}

fn take(bytes: &mut &[u8], size: Size) -> Option<Vec<Point>> {
    let count = number(bytes)?;
    let lines = u16::from(size.lines());
    let point = |index: u16| {
        let (x, y) = ((index % lines) as u8, (index / lines) as u8);
        Point::new(x, y).filter(|_| y < size.lines())
    };
    (0..count).map(|_| point(number(bytes)?)).collect()
}

fn number(bytes: &mut &[u8]) -> Option<u16> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u16::from_le_bytes(*number))
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Vec<Point> {
        text.split_whitespace().map(|point| point.parse().unwrap()).collect()
    }

    #[test]
    fn every_record_is_read_as_it_was_written_and_no_part_of_it_is_a_record() {
        let won = |win| Fact::Won(win);
        let facts = [
            Fact::Attack { moves: points("a1 o15"), width: Width::Broad },
            Fact::Defence { open: points("h9"), pending: points("a2 a3 k11"), is_wide: true },
            Fact::Defence { open: Vec::new(), pending: Vec::new(), is_wide: false },
            won(None),
            won(Some(Win::Move("g7".parse().unwrap()))),
            won(Some(Win::Vct(SolverLevel::Medium))),
            Fact::GivenUp,
            Fact::Spent(100_000),
        ];
        let size = Size::default();
        for (fact, to_move) in facts.into_iter().zip(Side::BOTH.into_iter().cycle()) {
            let (black, white) = (points("h8 i7"), points("i9"));
            let record = Record { black, white, to_move, visits: 70_000, fact };
            let bytes = record.to_bytes(size);
            assert_eq!(Record::from_bytes(&bytes, size), Some(record));
            for length in 0..bytes.len() {
                assert_eq!(Record::from_bytes(&bytes[..length], size), None);
            }
            assert_eq!(Record::from_bytes(&[&bytes[..], &[0]].concat(), size), None);
        }
    }
}
