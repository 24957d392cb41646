//! What one stone does, by the rules alone.

use tengen_core::{Game, Point, Side};

/// The points where a side makes five.
pub(super) fn fives(game: &Game, side: Side) -> Vec<Point> {
    let mut board = game.board().clone();
    let free: Vec<Point> = board.free_points().collect();
    let makes_five = |&point: &Point| {
        board.place(point, side);
        let wins = board.wins(point, side, game.rule());
        board.remove(point, side);
        wins
    };
    free.into_iter().filter(makes_five).collect()
}

/// The free points that are not forbidden to the side to move.
fn legal_moves(game: &Game) -> Vec<Point> {
    game.board().free_points().filter(|&point| !game.is_forbidden(point)).collect()
}

/// The same, those that are likely to matter first.
pub(super) fn legal_moves_from(game: &Game, likely: &[Point]) -> Vec<Point> {
    let mut moves = legal_moves(game);
    let place = |point: &Point| likely.iter().position(|one| one == point);
    moves.sort_by_key(|point| place(point).unwrap_or(likely.len()));
    moves
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Size};
    use tengen_formats::{Rows, parse_position};

    use super::*;

    fn game(rule: Rule, text: &str) -> Game {
        parse_position(text, Size::default(), rule, Rows::Bottom).unwrap()
    }

    fn names(points: &[Point]) -> Vec<String> {
        points.iter().map(Point::to_string).collect()
    }

    #[test]
    fn a_row_that_is_too_long_is_no_five() {
        let text = "b=h8i8j8k8f8;w=a1a3;t=b";
        assert_eq!(names(&fives(&game(Rule::Freestyle, text), Side::Black)), ["g8", "l8"]);
        assert_eq!(names(&fives(&game(Rule::Standard, text), Side::Black)), ["l8"]);
    }

    #[test]
    fn forbidden_points_are_no_moves() {
        // Two threes cross at j8.
        let game = game(Rule::Renju, "h8a1i8o1j9a15j10o15");
        let j8: Point = "j8".parse().unwrap();
        assert!(!legal_moves(&game).contains(&j8));
    }

    #[test]
    fn likely_moves_come_first_in_their_order() {
        let game = game(Rule::Freestyle, "h8");
        let likely = ["j9", "h8", "c3"].map(|name| name.parse().unwrap());
        let moves = legal_moves_from(&game, &likely);
        assert_eq!(names(&moves[..3]), ["j9", "c3", "a1"]);
        assert_eq!(moves.len(), 224);
    }
}
