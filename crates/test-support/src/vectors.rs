//! The vectors of `data/rules`.

use tengen_core::{Foul, Point};

use crate::environment::root;
use crate::game::{point, points};

/// A renju position on fifteen lines with all points that are forbidden to Black.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Its name.
    pub id: String,
    /// Black stones.
    pub black: Vec<Point>,
    /// White stones.
    pub white: Vec<Point>,
    /// The forbidden points, with the kinds where the source names them.
    pub forbidden: Vec<(Point, Vec<Foul>)>,
}

/// A row of the table of wins: the line, and what each rule says.
#[derive(Debug)]
pub struct WinRow {
    /// The line of the board.
    pub line: String,
    /// What each rule says of it.
    pub answers: Vec<String>,
}

/// The vectors R01 to R54, whose forbidden points come with all their kinds.
pub fn forbidden() -> Vec<Vector> {
    entries("forbidden.txt", vector)
}

/// The positions of other programs and games, whose forbidden points come without kinds.
pub fn positions() -> Vec<Vector> {
    entries("positions.txt", vector)
}

/// The table of wins.
pub fn wins() -> Vec<WinRow> {
    entries("wins.txt", |entry| {
        let mut fields = entry.split_whitespace().map(str::to_owned);
        WinRow { line: fields.next().expect("a line"), answers: fields.collect() }
    })
}

fn entries<T>(file: &str, read: impl Fn(&str) -> T) -> Vec<T> {
    let path = root().join("data/rules").join(file);
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(read).collect()
}

fn vector(entry: &str) -> Vector {
    let fields: Vec<&str> = entry.split(" | ").collect();
    let &[id, black, white, forbidden, _] = fields.as_slice() else {
        panic!("five fields, not {entry}");
    };
    let stones = |names| if names == "-" { Vec::new() } else { points(names) };
    let forbidden = forbidden.split_whitespace().filter(|&name| name != "none");
    Vector {
        id: id.to_owned(),
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
