//! The puzzles inside the program: those of `data/puzzles` with their ratings and without their proofs, which
//! take most of the room. `tengen puzzles pack` writes the file, and a test compares it with what it was made of.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::str::FromStr;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use tengen_core::{Game, Point, Rule, Size};
use tengen_formats::{Rows, parse_position, position_text};

use crate::wire::PuzzleKind;

/// A puzzle as the app has it. `docs/puzzles.md` says what each field means.
#[derive(Clone, PartialEq, Debug)]
pub struct PackedPuzzle {
    /// What is to be found.
    pub kind: PuzzleKind,
    /// The position.
    pub game: Game,
    /// How hard it is, in Elo of the levels.
    pub rating: u32,
    /// Plies of the win.
    pub length: u32,
    /// The moves that solve it.
    pub answers: Vec<Point>,
    /// The win against the longest resistance; of a defence the win that is to be stopped.
    pub line: Vec<Point>,
    /// The game it comes from: file, seed, number and stones.
    pub source: String,
}

impl PackedPuzzle {
    /// Its name in addresses: it depends on position and kind alone, so it stays when the set grows.
    pub fn id(&self) -> String {
        let position = position_text(&self.game, Rows::Bottom);
        let text =
            format!("{} {} {} {position}", self.kind, self.game.rule(), self.game.size().lines());
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
    }

    fn to_line(&self) -> String {
        let names = |points: &[Point]| points.iter().map(Point::to_string).collect::<String>();
        let words = [
            self.kind.to_string(),
            self.game.rule().to_string(),
            self.game.size().lines().to_string(),
            self.rating.to_string(),
            self.length.to_string(),
            names(&self.answers),
            names(&self.line),
            self.source.clone(),
            position_text(&self.game, Rows::Bottom),
        ];
        words.join(" ")
    }

    fn parse(line: &str) -> Result<PackedPuzzle, String> {
        let words: Vec<&str> = line.splitn(9, ' ').collect();
        let &[kind, rule, size, rating, length, answers, moves, source, position] = &words[..]
        else {
            return Err("there are too few words".to_owned());
        };
        let rule: Rule = rule.parse().map_err(said)?;
        let size = size.parse().ok().and_then(Size::new).ok_or("this is no size")?;
        Ok(PackedPuzzle {
            kind: kind.parse()?,
            game: parse_position(position, size, rule, Rows::Bottom).map_err(said)?,
            rating: rating.parse().map_err(said)?,
            length: length.parse().map_err(said)?,
            answers: points(answers)?,
            line: points(moves)?,
            source: source.to_owned(),
        })
    }
}

#[allow(clippy::needless_pass_by_value)]
fn said(error: impl ToString) -> String {
    error.to_string()
}

/// Points that are written without anything between them.
fn points(text: &str) -> Result<Vec<Point>, String> {
    let starts: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&at, end)| text[at..end].parse().map_err(said)).collect()
}

/// The first line: what it is, and its version.
const HEAD: &str = "tengen-puzzles 1";

/// The file of these puzzles.
///
/// # Panics
/// Never: memory can be written to.
pub fn pack(puzzles: &[PackedPuzzle]) -> Vec<u8> {
    let lines: String = puzzles.iter().map(|puzzle| puzzle.to_line() + "\n").collect();
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let written = packed.write_all(format!("{HEAD}\n{lines}").as_bytes());
    written.and_then(|()| packed.finish()).expect("memory can be written to")
}

/// The puzzles of a file.
///
/// # Errors
/// If it is damaged: the line, and what is wrong with it.
pub fn unpack(bytes: &[u8]) -> Result<Vec<PackedPuzzle>, String> {
    let mut text = String::new();
    ZlibDecoder::new(bytes).read_to_string(&mut text).map_err(said)?;
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return Err("this is no set of puzzles, or one of another version".to_owned());
    }
    let parse = |(number, line)| {
        PackedPuzzle::parse(line).map_err(|problem| format!("line {number}: {problem}"))
    };
    (2..).zip(lines).map(parse).collect()
}

/// The file that ships.
pub const SHIPPED: &[u8] = include_bytes!("../data/puzzles.z");

/// The puzzles that ship, with their names.
#[derive(Debug)]
pub(crate) struct PuzzleSet {
    /// In the order of their names.
    pub(crate) puzzles: Vec<(String, PackedPuzzle)>,
    places: HashMap<String, usize>,
}

static SET: LazyLock<PuzzleSet> = LazyLock::new(|| {
    let puzzles = unpack(SHIPPED).expect("a test has read the set that ships");
    let puzzles: Vec<(String, PackedPuzzle)> =
        puzzles.into_iter().map(|puzzle| (puzzle.id(), puzzle)).collect();
    let places = puzzles.iter().enumerate().map(|(n, (id, _))| (id.clone(), n)).collect();
    PuzzleSet { puzzles, places }
});

impl PuzzleSet {
    /// The set that ships; it is read when somebody wants it.
    pub(crate) fn shipped() -> &'static PuzzleSet {
        &SET
    }

    /// A puzzle by its name.
    pub(crate) fn get(&self, id: &str) -> Option<&PackedPuzzle> {
        self.places.get(id).map(|&place| &self.puzzles[place].1)
    }
}

impl FromStr for PuzzleKind {
    type Err = String;

    fn from_str(text: &str) -> Result<PuzzleKind, String> {
        let kind = PuzzleKind::ALL.into_iter().find(|kind| kind.to_string() == text);
        kind.ok_or_else(|| format!("'{text}' is no kind of puzzle"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_that_ships_can_be_read_and_every_name_is_there_once() {
        let set = PuzzleSet::shipped();
        assert_eq!(set.puzzles.len(), set.places.len());
        for (id, puzzle) in &set.puzzles {
            assert_eq!(set.get(id), Some(puzzle));
            let is_free = |point: &Point| puzzle.game.board().is_free(*point);
            assert!(puzzle.answers.iter().all(is_free), "{id}");
            assert!(puzzle.game.outcome().is_none(), "{id}");
        }
    }

    #[test]
    fn the_set_that_ships_is_small() {
        assert!(SHIPPED.len() <= 200 << 10, "{} bytes", SHIPPED.len());
    }

    #[test]
    fn what_was_packed_is_unpacked_the_same_and_damage_is_named() {
        let puzzles: Vec<PackedPuzzle> =
            PuzzleSet::shipped().puzzles.iter().take(5).map(|(_, puzzle)| puzzle.clone()).collect();
        assert_eq!(unpack(&pack(&puzzles)).as_ref(), Ok(&puzzles));
        assert!(unpack(&pack(&puzzles)[..40]).is_err());
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        packed.write_all(b"tengen-puzzles 1\nvcf go 15\n").unwrap();
        let problem = unpack(&packed.finish().unwrap()).unwrap_err();
        assert_eq!(problem, "line 2: there are too few words");
    }

    #[test]
    fn points_without_anything_between_them_are_told_apart() {
        let names: Vec<String> = points("h8a12o15").unwrap().iter().map(Point::to_string).collect();
        assert_eq!(names, ["h8", "a12", "o15"]);
        assert!(points("h8zz").is_err());
    }
}
