//! What is on the board: stones, marks, forbidden points, the row that won.

use tengen_core::{Foul, Game, Move, Outcome, Point, Side, Size, WinReason, renju};

/// What a picture shows. Plain data: build it with [`Diagram::of`] and change what you like.
///
/// Whatever lies off the board is left out of the picture.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_picture::Diagram;
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// game.play("h8".parse()?)?;
/// let diagram = Diagram::of(&game);
/// assert_eq!(diagram.stones[0].number, Some(1));
/// assert_eq!(diagram.last, Some("h8".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The board's size.
    pub size: Size,
    /// The stones; of two on one point the later one is seen.
    pub stones: Vec<Stone>,
    /// Where the last stone was played, if that is to be shown.
    pub last: Option<Point>,
    /// What the author drew. A mark on a stone takes the place of its number.
    pub marks: Vec<(Point, Mark)>,
    /// The points forbidden to Black, and what they would be.
    pub forbidden: Vec<(Point, Foul)>,
    /// The stones of the rows that won.
    pub winning_rows: Vec<Vec<Point>>,
    /// A text below the board. Long ones are wrapped, very long ones end in `…`.
    pub caption: Option<String>,
}

/// A stone of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stone {
    /// Where it lies.
    pub point: Point,
    /// Whose it is.
    pub side: Side,
    /// The number of the move that put it there; stones that were set up have none.
    pub number: Option<u32>,
}

/// A mark of the author's on a stone or on an empty point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `○`
    Circle,
    /// `△`
    Triangle,
    /// `□`
    Square,
    /// `×`, thinner than the one of a forbidden point.
    Cross,
    /// A letter or a short text. It is made smaller to fit, and ends in `…` if that is not enough.
    Label(String),
    /// `→` to another point.
    Arrow(Point),
}

impl Diagram {
    /// An empty board.
    pub fn new(size: Size) -> Diagram {
        Diagram {
            size,
            stones: Vec::new(),
            last: None,
            marks: Vec::new(),
            forbidden: Vec::new(),
            winning_rows: Vec::new(),
            caption: None,
        }
    }

    /// The position of a game, its stones numbered by their moves.
    ///
    /// Forbidden points are those of the side to move; if the last move was forbidden, it is the
    /// only one.
    pub fn of(game: &Game) -> Diagram {
        let last = match game.moves().last() {
            Some(&Move::Stone(point)) => Some(point),
            Some(Move::Pass) | None => None,
        };
        Diagram {
            stones: set_up(game).chain(played(game)).collect(),
            last,
            forbidden: forbidden(game, last),
            winning_rows: game.winning_rows(),
            ..Diagram::new(game.size())
        }
    }

    /// Makes move `first` number 1, as a book does where a new diagram begins. Earlier stones lose
    /// their numbers.
    pub fn renumber_from(&mut self, first: u32) {
        for stone in &mut self.stones {
            let earlier = stone.number.and_then(|number| number.checked_sub(first));
            stone.number = earlier.and_then(|earlier| earlier.checked_add(1));
        }
    }

    /// The stone seen on `point`.
    pub(crate) fn stone_at(&self, point: Point) -> Option<&Stone> {
        self.stones.iter().rfind(|stone| stone.point == point)
    }

    /// The marks that can be drawn.
    pub(crate) fn visible_marks(&self) -> impl Iterator<Item = (Point, &Mark)> {
        let marks = self.marks.iter().map(|(point, mark)| (*point, mark));
        marks.filter(|&(point, mark)| self.size.contains(point) && mark.is_seen(point, self.size))
    }

    /// The forbidden points that can be drawn.
    pub(crate) fn visible_fouls(&self) -> impl Iterator<Item = (Point, Foul)> {
        self.forbidden.iter().copied().filter(|&(point, _)| self.size.contains(point))
    }
}

impl Mark {
    /// Whether there is something to draw when it begins at `point`.
    fn is_seen(&self, point: Point, size: Size) -> bool {
        match self {
            Mark::Label(text) => !text.trim().is_empty(),
            Mark::Arrow(to) => *to != point && size.contains(*to),
            _ => true,
        }
    }

    /// Whether it takes the place of what is written on its point.
    pub(crate) fn covers(&self) -> bool {
        !matches!(self, Mark::Arrow(_))
    }
}

fn set_up(game: &Game) -> impl Iterator<Item = Stone> {
    Side::BOTH.into_iter().flat_map(|side| {
        game.start().stones(side).map(move |point| Stone { point, side, number: None })
    })
}

fn played(game: &Game) -> impl Iterator<Item = Stone> {
    let sides = [game.first_to_move(), !game.first_to_move()].into_iter().cycle();
    // A pass counts as a move, so the stone after it has the number that players would say.
    (1..).zip(game.moves()).zip(sides).filter_map(|((number, &action), side)| match action {
        Move::Stone(point) => Some(Stone { point, side, number: Some(number) }),
        Move::Pass => None,
    })
}

fn forbidden(game: &Game, last: Option<Point>) -> Vec<(Point, Foul)> {
    match game.outcome() {
        Some(Outcome::Win(_, WinReason::Forbidden(fouls))) => {
            last.zip(fouls.first()).into_iter().collect()
        }
        None if game.rule().forbids(game.to_move()) => {
            let name = |point| Some((point, renju::fouls(game.board(), point).first()?));
            game.board().free_points().filter_map(name).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Rule;

    fn game(rule: Rule, moves: &str) -> Game {
        let mut game = Game::new(Size::default(), rule);
        for point in moves.split(' ') {
            game.play(point.parse().unwrap()).unwrap();
        }
        game
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn a_pass_takes_a_number_and_set_up_stones_have_none() {
        let set = [(point("a1"), Side::White), (point("b1"), Side::Black)];
        let mut game =
            Game::from_setup(Size::default(), Rule::Freestyle, set, Side::White).unwrap();
        game.play(point("c3")).unwrap();
        game.pass().unwrap();
        game.play(point("d4")).unwrap();
        let stones: Vec<_> =
            Diagram::of(&game).stones.iter().map(|s| (s.point, s.side, s.number)).collect();
        assert_eq!(
            stones,
            [
                (point("b1"), Side::Black, None),
                (point("a1"), Side::White, None),
                (point("c3"), Side::White, Some(1)),
                (point("d4"), Side::White, Some(3)),
            ]
        );
    }

    #[test]
    fn a_last_move_that_was_a_pass_leaves_no_last_stone() {
        let mut game = game(Rule::Freestyle, "h8 h9");
        assert_eq!(Diagram::of(&game).last, Some(point("h9")));
        game.pass().unwrap();
        assert_eq!(Diagram::of(&game).last, None);
    }

    #[test]
    fn forbidden_points_are_shown_to_black_alone() {
        let mut game = game(Rule::Renju, "g8 a1 i8 a3 h7 a5 h9 a7");
        assert_eq!(Diagram::of(&game).forbidden, [(point("h8"), Foul::DoubleThree)]);
        game.pass().unwrap();
        assert_eq!(Diagram::of(&game).forbidden, []);
        game.undo();
        game.play(point("h8")).unwrap();
        assert_eq!(Diagram::of(&game).forbidden, [(point("h8"), Foul::DoubleThree)]);
    }

    #[test]
    fn the_rows_that_won_are_known() {
        let game = game(Rule::Freestyle, "h8 h9 i8 i9 j8 j9 k8 k9 l8");
        let row = ["h8", "i8", "j8", "k8", "l8"].map(point);
        assert_eq!(Diagram::of(&game).winning_rows, [row.to_vec()]);
    }

    #[test]
    fn renumbering_starts_at_one() {
        let mut diagram = Diagram::of(&game(Rule::Freestyle, "h8 h9 i8 i9"));
        diagram.renumber_from(3);
        let numbers: Vec<_> = diagram.stones.iter().map(|stone| stone.number).collect();
        assert_eq!(numbers, [None, None, Some(1), Some(2)]);
    }
}
