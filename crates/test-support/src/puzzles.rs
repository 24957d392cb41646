//! Puzzles of a folder outside this repository, if `TENGEN_DATA` names one.

use serde_json::Value;
use tengen_core::{Game, Point, Side, Size};

use crate::environment::number;

/// Every `every`th puzzle of a kind, unless `TENGEN_EVERY` says otherwise; nothing if there is no
/// folder.
#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
pub fn puzzles(kind: &str, every: usize) -> Vec<Value> {
    let Ok(folder) = std::env::var("TENGEN_DATA") else {
        println!("skipped: TENGEN_DATA names no folder of puzzles");
        return Vec::new();
    };
    let path = format!("{folder}/puzzles_{kind}.jsonl");
    let list = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = list.lines().step_by(number("TENGEN_EVERY", every));
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The game at which a puzzle begins.
pub fn set_up(puzzle: &Value) -> Game {
    let text = |field: &str| puzzle[field].as_str().unwrap();
    let side = |name: &str| Side::BOTH.into_iter().find(|side| side.to_string() == name).unwrap();
    let stones = Side::BOTH.into_iter().flat_map(|side| {
        points(&puzzle[side.to_string()]).into_iter().map(move |point| (point, side))
    });
    let size = Size::new(puzzle["size"].as_u64().unwrap() as u8).unwrap();
    let rule = text("rule").parse().unwrap();
    Game::from_setup(size, rule, stones, side(text("side_to_move"))).unwrap()
}

/// The points of a list of names.
pub fn points(list: &Value) -> Vec<Point> {
    list.as_array().unwrap().iter().map(|point| point.as_str().unwrap().parse().unwrap()).collect()
}
