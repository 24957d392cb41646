//! The vectors of `data/rules`.

use tengen_core::{Foul, Point};

use super::{point, points};

const FORBIDDEN: &str = include_str!("../../../../data/rules/forbidden.txt");
const POSITIONS: &str = include_str!("../../../../data/rules/positions.txt");
const WINS: &str = include_str!("../../../../data/rules/wins.txt");

/// A renju position on fifteen lines with all points that are forbidden to Black.
#[derive(Clone)]
pub(crate) struct Vector {
    pub(crate) id: &'static str,
    pub(crate) black: Vec<Point>,
    pub(crate) white: Vec<Point>,
    /// With the kinds, where the source names them.
    pub(crate) forbidden: Vec<(Point, Vec<Foul>)>,
}

/// A row of the table of wins: the line, and what each rule says.
pub(crate) struct WinRow {
    pub(crate) line: &'static str,
    pub(crate) answers: Vec<&'static str>,
}

/// The vectors R01 to R54, whose forbidden points come with all their kinds.
pub(crate) fn forbidden() -> Vec<Vector> {
    entries(FORBIDDEN).map(vector).collect()
}

/// The positions of other programs and games, whose forbidden points come without kinds.
pub(crate) fn positions() -> Vec<Vector> {
    entries(POSITIONS).map(vector).collect()
}

pub(crate) fn wins() -> Vec<WinRow> {
    let row = |entry: &'static str| {
        let mut fields = entry.split_whitespace();
        WinRow { line: fields.next().expect("a line"), answers: fields.collect() }
    };
    entries(WINS).map(row).collect()
}

fn entries(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

fn vector(entry: &'static str) -> Vector {
    let fields: Vec<&str> = entry.split(" | ").collect();
    let &[id, black, white, forbidden, _] = fields.as_slice() else {
        panic!("five fields, not {entry}");
    };
    let stones = |names| if names == "-" { Vec::new() } else { points(names) };
    let forbidden = forbidden.split_whitespace().filter(|&name| name != "none");
    Vector {
        id,
        black: stones(black),
        white: stones(white),
        forbidden: forbidden.map(forbidden_point).collect(),
    }
}

/// Reads `h8` or `h8:44+OL`.
fn forbidden_point(text: &str) -> (Point, Vec<Foul>) {
    let (name, kinds) = text.split_once(':').unwrap_or((text, ""));
    let mut kinds: Vec<Foul> = kinds.split('+').filter(|kind| !kind.is_empty()).map(kind).collect();
    kinds.sort();
    (point(name), kinds)
}

fn kind(name: &str) -> Foul {
    match name {
        "OL" => Foul::Overline,
        "44" => Foul::DoubleFour,
        "33" => Foul::DoubleThree,
        other => panic!("no kind of foul: {other}"),
    }
}
