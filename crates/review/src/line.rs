//! A game, position by position, with what the rules alone say of each move.

use tengen_core::{Board, Game, Move, Outcome, Point, Side, WinReason};
use tengen_player::Verdict;
use tengen_player::book::Names;

/// The line of a game: the position before each move, and the end.
#[derive(Clone, Debug)]
pub struct Line {
    plies: Vec<Ply>,
    end: Game,
}

/// One move of a line.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The position before the move.
    pub before: Game,
    /// The move.
    pub action: Move,
    /// The other side threatened five on one point, and the move blocks it.
    pub is_forced: bool,
    /// Black played a forbidden point.
    pub is_forbidden: bool,
    /// The move belongs to an opening that has a name.
    pub is_named: bool,
}

impl Ply {
    /// Who moves.
    pub fn side(&self) -> Side {
        self.before.to_move()
    }

    /// The point played; none for a pass.
    pub fn point(&self) -> Option<Point> {
        match self.action {
            Move::Stone(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl Line {
    /// The line of a game, from its start to its last move.
    pub fn of(game: &Game) -> Line {
        let mut before = game.clone();
        while before.undo().is_some() {}
        let named = named_moves(game);
        let mut plies = Vec::with_capacity(game.moves().len());
        for (number, &action) in game.moves().iter().enumerate() {
            let mut after = before.clone();
            after.make(action).expect("the moves of a game can be made again");
            let is_forbidden = after.outcome().is_some_and(is_foul);
            let is_forced = forced(&before).is_some_and(|point| action == Move::Stone(point));
            let is_named = number < named;
            plies.push(Ply { before, action, is_forced, is_forbidden, is_named });
            before = after;
        }
        Line { plies, end: before }
    }

    /// The moves.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The position after the last move.
    pub fn end(&self) -> &Game {
        &self.end
    }

    /// The position before move `ply`, counted from 0, or the end.
    pub fn position(&self, ply: usize) -> &Game {
        self.plies.get(ply).map_or(&self.end, |ply| &ply.before)
    }

    /// What the rules say of the end, for the side to move; none if the game is not over on the board.
    pub(crate) fn final_verdict(&self) -> Option<Verdict> {
        let outcome = self.end.outcome()?;
        Some(match outcome.winner() {
            Some(side) if side == self.end.to_move() => Verdict::Wins { plies: 0 },
            Some(_) => Verdict::Loses { plies: 0 },
            None => Verdict::Unclear { centi: 0 },
        })
    }

    /// The name of the opening, if it has one.
    pub fn opening(&self) -> Option<String> {
        Names::built_in().of_opening(&self.end).map(|name| name.name.clone())
    }
}

/// How many moves of a game belong to an opening that has a name.
fn named_moves(game: &Game) -> usize {
    let names = Names::built_in();
    let mut before = game.clone();
    while !before.moves().is_empty() {
        if names.of(&before).is_some() {
            return before.moves().len();
        }
        before.undo();
    }
    0
}

fn is_foul(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Win(_, WinReason::Forbidden(_)))
}

/// The only point that keeps the other side from five at once, if there is just one. Who can make five
/// need not block.
fn forced(game: &Game) -> Option<Point> {
    let side = game.to_move();
    if fives(game, side).next().is_some() {
        return None;
    }
    let mut threats = fives(game, !side);
    let threat = threats.next()?;
    (threats.next().is_none() && !game.is_forbidden(threat)).then_some(threat)
}

/// The points on which a side makes five.
fn fives(game: &Game, side: Side) -> impl Iterator<Item = Point> {
    let (board, rule) = (game.board(), game.rule());
    board.free_points().filter(move |&point| {
        let mut with: Board = board.clone();
        with.place(point, side);
        with.wins(point, side, rule)
    })
}

#[cfg(test)]
mod tests {
    use tengen_core::Rule;
    use tengen_test_support::game::game;

    use super::*;

    #[test]
    fn a_block_of_the_only_five_is_forced() {
        let line = Line::of(&game(Rule::Freestyle, 15, "h8 a1 i8 a2 j8 g8 k8 l8"));
        let forced: Vec<bool> = line.plies().iter().map(|ply| ply.is_forced).collect();
        assert_eq!(forced, [false, false, false, false, false, false, false, true]);
    }

    #[test]
    fn a_move_elsewhere_and_a_block_of_one_of_two_fives_are_not_forced() {
        for moves in ["h8 a1 i8 a2 j8 g8 k8 a3", "h8 a1 i8 a2 j8 a3 k8 l8"] {
            let line = Line::of(&game(Rule::Freestyle, 15, moves));
            assert!(!line.plies()[7].is_forced, "{moves}");
        }
    }

    #[test]
    fn who_can_make_five_is_not_forced_to_block() {
        let moves = "h8 a1 i8 a2 j8 a3 k8 a4 g8";
        assert!(!Line::of(&game(Rule::Freestyle, 15, moves)).plies()[8].is_forced);
    }

    #[test]
    fn a_foul_is_seen_and_ends_the_game() {
        let line = Line::of(&game(Rule::Renju, 15, "h8 a1 i8 a3 j9 c1 j10 c3 j8"));
        assert!(line.plies()[8].is_forbidden);
        assert_eq!(line.final_verdict(), Some(Verdict::Wins { plies: 0 }));
    }

    #[test]
    fn the_first_moves_of_a_named_opening_belong_to_it() {
        let line = Line::of(&game(Rule::Renju, 15, "h8 g8 g7 i9"));
        let named: Vec<bool> = line.plies().iter().map(|ply| ply.is_named).collect();
        assert_eq!(named, [true, true, true, false]);
        assert_eq!(line.opening().as_deref(), Some("Kagetsu"));
    }
}
