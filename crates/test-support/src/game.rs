//! Games and points from text, and back.

use std::fmt::Write;

use fastrand::Rng;
use tengen_core::{Game, Move, Point, Rule, Side, Size};

/// The board of this many lines.
///
/// # Panics
/// If there is none.
pub fn size(lines: u8) -> Size {
    Size::new(lines).expect("a supported size")
}

/// A point by its name.
///
/// # Panics
/// If it is not one.
pub fn point(name: &str) -> Point {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Points by their names, with or without blanks between them: `h8 i9` or `h8i9`.
///
/// # Panics
/// If one of them is not a point.
pub fn points(names: &str) -> Vec<Point> {
    let is_letter = |&(_, letter): &(usize, char)| letter.is_ascii_alphabetic();
    let starts: Vec<usize> = names.char_indices().filter(is_letter).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([names.len()]);
    starts.iter().zip(ends).map(|(&from, to)| point(names[from..to].trim())).collect()
}

/// The game of these moves, with blanks between them; `--` passes.
///
/// # Panics
/// If a move is illegal.
pub fn game(rule: Rule, lines: u8, moves: &str) -> Game {
    let mut game = Game::new(size(lines), rule);
    for word in moves.split_whitespace() {
        let action = if word == "--" { Move::Pass } else { Move::Stone(point(word)) };
        game.make(action).unwrap_or_else(|error| panic!("{word}: {error}"));
    }
    game
}

/// A freestyle game on fifteen lines before its first move.
pub fn empty() -> Game {
    Game::new(Size::default(), Rule::Freestyle)
}

/// A position as users type it.
pub fn text(game: &Game) -> String {
    let mut text = format!("{} size {} ", game.rule(), game.size());
    for (side, mark) in [(Side::Black, "b="), (Side::White, ";w=")] {
        text += mark;
        game.board().stones(side).for_each(|point| _ = write!(text, "{point}"));
    }
    text + if game.to_move() == Side::Black { ";t=b" } else { ";t=w" }
}

/// A game of random stones that nobody has won, on a small board.
pub fn random_game(rng: &mut Rng, rule: Rule) -> Game {
    loop {
        let mut game = Game::new(size(rng.u8(5..=8)), rule);
        for _ in 0..rng.usize(4..16) {
            let free: Vec<Point> = game.board().free_points().collect();
            if game.outcome().is_none() {
                game.play(free[rng.usize(..free.len())]).expect("a free point");
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}
