//! Puzzles of a folder outside this repository, if `TENGEN_DATA` names one; every one of them
//! unless `TENGEN_EVERY` says otherwise.

use std::collections::HashMap;

use serde_json::Value;
use tengen_core::{Game, Point, Rule, Side, Size};
use tengen_engine::{KillLevel, KillLimits, KillVerdict};

use crate::positions::number;
use crate::reference::Reference;
use crate::solving::{Solving, fours, threats};

/// The puzzles of a file, or nothing if there is no folder.
fn puzzles(file: &str) -> Vec<Value> {
    let Ok(folder) = std::env::var("TENGEN_DATA") else {
        println!("skipped: TENGEN_DATA names no folder of puzzles");
        return Vec::new();
    };
    let path = format!("{folder}/{file}");
    let list = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = list.lines().step_by(number("TENGEN_EVERY", 1));
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A solver for every rule.
struct Solvers(HashMap<Rule, Solving>);

impl Solvers {
    fn new() -> Solvers {
        Solvers(HashMap::new())
    }

    fn of(&mut self, game: &Game) -> &mut Solving {
        let rule = game.rule();
        self.0.entry(rule).or_insert_with(|| Solving::new(rule, 1 << 24))
    }
}

fn set_up(puzzle: &Value) -> Game {
    let text = |field: &str| puzzle[field].as_str().unwrap();
    let side = |name: &str| Side::BOTH.into_iter().find(|side| side.to_string() == name).unwrap();
    let stones = Side::BOTH.into_iter().flat_map(|side| {
        points(&puzzle[side.to_string()]).into_iter().map(move |point| (point, side))
    });
    let size = Size::new(puzzle["size"].as_u64().unwrap() as u8).unwrap();
    let rule = text("rule").parse().unwrap();
    Game::from_setup(size, rule, stones, side(text("side_to_move"))).unwrap()
}

fn points(list: &Value) -> Vec<Point> {
    list.as_array().unwrap().iter().map(|point| point.as_str().unwrap().parse().unwrap()).collect()
}

#[test]
fn puzzles_of_fours_are_won_in_their_plies() {
    let mut solvers = Solvers::new();
    let puzzles = puzzles("puzzles_vcf.jsonl");
    for puzzle in &puzzles {
        let game = set_up(puzzle);
        let plies = puzzle["win_len"].as_u64().unwrap() as u32;
        let KillVerdict::Win { plies: said } = solvers.of(&game).solve(&game, &fours()) else {
            panic!("{} is not won", puzzle["id"]);
        };
        let exact = puzzle["win_len_exact"] == true;
        assert!(said == plies || !exact && said < plies, "{}: {said}, not {plies}", puzzle["id"]);
    }
    println!("{} puzzles of fours are won in their plies", puzzles.len());
}

#[test]
fn puzzles_without_a_win_have_none() {
    let mut solvers = Solvers::new();
    let (mut none, mut lost) = (0, 0);
    for puzzle in puzzles("puzzles_negative.jsonl") {
        let game = set_up(&puzzle);
        assert_eq!(solvers.of(&game).solve(&game, &fours()), KillVerdict::None, "{}", puzzle["id"]);
        none += 1;
        if puzzle["kind"] == "loss" {
            let limits = KillLimits { nodes: Some(200_000), ..threats(KillLevel::Slow) };
            let said = solvers.of(&game).solve(&game, &limits);
            let is_win = matches!(said, KillVerdict::Win { .. });
            assert!(!is_win, "{} is lost, not {said:?}", puzzle["id"]);
            lost += 1;
        }
    }
    println!("{none} puzzles have no win by fours, {lost} of them none by threats");
}

#[test]
fn puzzles_of_defence_list_the_same_quiet_moves() {
    let mut solvers = Solvers::new();
    let puzzles = puzzles("puzzles_defense.jsonl");
    for puzzle in &puzzles {
        let game = set_up(puzzle);
        let mut best = points(&puzzle["best"]);
        let mut reference = Reference::of(&game);
        let said = solvers.of(&game).defend(&game, &fours());
        assert!(said.complete, "{}", puzzle["id"]);
        let moves = said.moves.into_iter().map(|(point, _)| point);
        let quiet = moves.filter(|&point| !reference.is_forcing(point, game.to_move()));
        let mut quiet: Vec<Point> = quiet.collect();
        best.sort_unstable();
        quiet.sort_unstable();
        assert_eq!(quiet, best, "{}", puzzle["id"]);
    }
    println!("{} puzzles of defence have the same quiet moves", puzzles.len());
}
