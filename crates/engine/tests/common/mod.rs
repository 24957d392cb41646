//! Games and engines for the tests.

pub(crate) mod puzzles;

use std::fmt::Write;

use tengen_core::{Game, Move, Rule, Side, Size};
use tengen_engine::{Engine, EngineOptions, Params};

/// How many of something, unless the environment says otherwise.
pub(crate) fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// A position as users type it.
pub(crate) fn text(game: &Game) -> String {
    let mut text = format!("{} size {} ", game.rule(), game.size());
    for (side, mark) in [(Side::Black, "b="), (Side::White, ";w=")] {
        text += mark;
        game.board().stones(side).for_each(|point| _ = write!(text, "{point}"));
    }
    text + if game.to_move() == Side::Black { ";t=b" } else { ";t=w" }
}

/// The game of these moves, apart by blanks; `--` passes.
pub(crate) fn game(rule: Rule, lines: u8, moves: &str) -> Game {
    let mut game = Game::new(Size::new(lines).unwrap(), rule);
    for word in moves.split_whitespace() {
        let action = if word == "--" { Move::Pass } else { Move::Stone(word.parse().unwrap()) };
        game.make(action).unwrap();
    }
    game
}

/// The game of a picture: `x` Black, `o` White, `.` free, the top row first.
pub(crate) fn drawn(rule: Rule, to_move: Side, picture: &str) -> Game {
    let rows: Vec<Vec<&str>> = picture
        .lines()
        .map(|row| row.split_whitespace().collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let size = Size::new(rows.len() as u8).unwrap();
    let stones = size.points().filter_map(|point| {
        match rows[rows.len() - 1 - usize::from(point.y())][usize::from(point.x())] {
            "x" => Some((point, Side::Black)),
            "o" => Some((point, Side::White)),
            _ => None,
        }
    });
    Game::from_setup(size, rule, stones, to_move).unwrap()
}

/// A game of random stones that nobody has won, on a small board.
pub(crate) fn random_game(rng: &mut fastrand::Rng, rule: Rule) -> Game {
    loop {
        let size = Size::new(rng.u8(5..=8)).unwrap();
        let mut game = Game::new(size, rule);
        for _ in 0..rng.usize(4..16) {
            let free: Vec<_> = game.board().free_points().collect();
            if game.outcome().is_none() {
                game.play(free[rng.usize(..free.len())]).unwrap();
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// An engine with a small table of its own.
pub(crate) fn engine(params: Params) -> Engine {
    Engine::new(EngineOptions { memory: 4 << 20, params, ..EngineOptions::default() })
}

/// All rules, or those that `TENGEN_RULES` names with commas between them.
pub(crate) fn rules() -> Vec<Rule> {
    let named = std::env::var("TENGEN_RULES").unwrap_or_default();
    let names: Vec<&str> = named.split(',').filter(|name| !name.is_empty()).collect();
    let named = |name: &&str| name.parse().unwrap_or_else(|error| panic!("TENGEN_RULES: {error}"));
    if names.is_empty() { Rule::ALL.to_vec() } else { names.iter().map(named).collect() }
}
