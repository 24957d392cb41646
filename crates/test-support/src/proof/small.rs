//! Boards that are small enough to try everything: truth without any cleverness.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use tengen_core::{Board, Game, Outcome, Point, Rule, Side, Size};

use super::sketch::{Node, Sketch};

/// A random board with these numbers of lines and free points, on which nobody has won yet. Stones come
/// in clumps, so that rows are not rare.
pub fn position(
    rng: &mut fastrand::Rng,
    rule: Rule,
    lines: RangeInclusive<u8>,
    free: RangeInclusive<usize>,
) -> Game {
    loop {
        let size = Size::new(rng.u8(lines.clone())).unwrap();
        let mut points: Vec<Point> = size.points().collect();
        rng.shuffle(&mut points);
        let stones = points.split_off(rng.usize(free.clone())).into_iter();
        let (slant, to_move) = (rng.u8(1..=4), Side::BOTH[rng.usize(..2)]);
        let stones = stones.map(|point| {
            let black = (point.x() / slant + point.y() / (5 - slant)).is_multiple_of(2);
            let side = if black == (rng.u8(..4) > 0) { Side::Black } else { Side::White };
            (point, side)
        });
        if let Ok(game) = Game::from_setup(size, rule, stones, to_move) {
            return game;
        }
    }
}

/// The game from these stones on, unless one side already has five.
pub fn game_on(board: &Board, rule: Rule, to_move: Side) -> Option<Game> {
    let stones = Side::BOTH.map(|side| board.stones(side).map(move |point| (point, side)));
    Game::from_setup(board.size(), rule, stones.into_iter().flatten(), to_move).ok()
}

/// The stones of both sides, a bit each: small boards have no more than 49 points.
pub type Stones = [u64; 2];

/// The stones of a board.
pub fn stones(board: &Board) -> Stones {
    let lines = board.size().lines();
    let bit = |point: Point| 1 << (point.y() * lines + point.x());
    Side::BOTH.map(|side| board.stones(side).map(bit).sum())
}

/// Plain minimax over one game, with a memory.
#[derive(Debug, Default)]
pub struct Minimax {
    known: HashMap<(Stones, Side), bool>,
}

impl Minimax {
    /// Whether `attacker` wins, however long it takes. All calls must be of one rule and size.
    pub fn wins(&mut self, game: &mut Game, attacker: Side) -> bool {
        if let Some(outcome) = game.outcome() {
            return outcome.winner() == Some(attacker);
        }
        let (key, attacks) = ((stones(game.board()), attacker), game.to_move() == attacker);
        if let Some(&won) = self.known.get(&key) {
            return won;
        }
        let free: Vec<Point> = game.board().free_points().collect();
        let mut wins_by = |point: Point| {
            game.play(point).unwrap();
            let won = self.wins(game, attacker);
            game.undo();
            won
        };
        let won = match attacks {
            true => free.into_iter().any(&mut wins_by),
            false => free.into_iter().all(&mut wins_by),
        };
        self.known.insert(key, won);
        won
    }
}

/// Whether a move answers a reply as an else move must, by trying everything.
pub fn answers(game: &Game, reply: Point, otherwise: Point, attacker: Side) -> bool {
    let mut game = game.clone();
    let wins = |outcome: Option<Outcome>| outcome.and_then(Outcome::winner) == Some(attacker);
    if wins(game.play(reply).unwrap()) {
        return true;
    }
    if game.outcome().is_some() || !game.board().is_free(otherwise) {
        return false;
    }
    if game.play(otherwise).unwrap().is_some() {
        return wins(game.outcome());
    }
    let wins_after = |last: Point| {
        let mut game = game.clone();
        let outcome = game.play(last).unwrap();
        let five = |point: Point| wins(game.clone().play(point).unwrap());
        wins(outcome) || outcome.is_none() && game.board().free_points().any(five)
    };
    let mut passed = game.clone();
    passed.pass().unwrap();
    let threatens = |point: Point| wins(passed.clone().play(point).unwrap());
    game.board().free_points().any(threatens) && game.board().free_points().all(wins_after)
}

/// Whether the moves of a sketch win, by playing them against everything.
pub fn holds(sketch: &Sketch, game: &Game, attacker: Side) -> bool {
    let root = &sketch.0[sketch.root()];
    let attacks = game.to_move() == attacker;
    game.outcome().is_none()
        && attacks == root.point.is_some()
        && if attacks {
            attack_holds(sketch, root, game)
        } else {
            defence_holds(sketch, root, game)
        }
}

fn attack_holds(sketch: &Sketch, node: &Node, game: &Game) -> bool {
    let (mut game, attacker) = (game.clone(), game.to_move());
    let Some(Ok(outcome)) = node.point.map(|point| game.play(point)) else { return false };
    match outcome {
        Some(outcome) => {
            let ends = node.replies.is_empty() && node.otherwise.is_none();
            outcome.winner() == Some(attacker) && ends
        }
        None => defence_holds(sketch, node, &game),
    }
}

fn defence_holds(sketch: &Sketch, node: &Node, game: &Game) -> bool {
    let (board, defender) = (game.board(), game.to_move());
    let listed = |reply: Point| node.replies.iter().filter(|&&(point, _)| point == reply).count();
    let lists = node.replies.iter().all(|&(reply, _)| board.is_free(reply) && listed(reply) == 1);
    let free = |point: Point| board.is_free(point);
    let wins = |reply: &Point| {
        let outcome = game.clone().play(*reply).unwrap();
        outcome.and_then(Outcome::winner) == Some(defender)
    };
    let unlisted_lose = || {
        board.free_points().filter(|&reply| listed(reply) == 0).all(|reply| {
            let answered = |otherwise| answers(game, reply, otherwise, !defender);
            let loses = game.clone().play(reply).unwrap().and_then(Outcome::winner);
            loses == Some(!defender) || node.otherwise.is_some_and(answered)
        })
    };
    let listed_lose = || {
        node.replies.iter().all(|&(reply, answer)| {
            let mut board = board.clone();
            board.place(reply, defender);
            // Forbidden replies need no answer, but what is given must be right.
            game_on(&board, game.rule(), !defender)
                .is_some_and(|game| attack_holds(sketch, &sketch.0[answer], &game))
        })
    };
    lists
        && node.otherwise.is_none_or(free)
        && !board.free_points().any(|reply| wins(&reply))
        && unlisted_lose()
        && listed_lose()
}
