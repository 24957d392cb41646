//! Renju's forbidden points for Black, exact and recursive.
//!
//! A point is forbidden if a black stone on it makes an overline (six or more), two fours or two
//! threes, unless it also makes five. A three counts only if a legal move turns it into a
//! straight four on that very line, so the test calls itself with the stone added.
//!
//! ```
//! # use tengen_core::{renju, Foul, Game, Rule, Size};
//! let mut game = Game::new(Size::default(), Rule::Renju);
//! for point in ["g8", "a1", "i8", "a3", "h7", "a5", "h9", "a7"] {
//!     game.play(point.parse()?)?;
//! }
//! let why = renju::prohibition(game.board(), "h8".parse()?).expect("two threes cross at h8");
//! assert_eq!(why.fouls.first(), Some(Foul::DoubleThree));
//! assert_eq!(why.shapes.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::{Board, Direction, Point, Side};

mod line;
use line::Line;

/// A kind of forbidden move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Foul {
    /// A row of six or more.
    Overline,
    /// Two or more fours at once.
    DoubleFour,
    /// Two or more threes at once.
    DoubleThree,
}

impl Foul {
    /// All kinds, in the order in which one is named where several apply.
    pub const ALL: [Foul; 3] = [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree];

    /// The short name: `6`, `44` or `33`.
    pub const fn code(self) -> &'static str {
        match self {
            Foul::Overline => "6",
            Foul::DoubleFour => "44",
            Foul::DoubleThree => "33",
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double four",
            Foul::DoubleThree => "double three",
        })
    }
}

/// A set of kinds of forbidden move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fouls(u8);

impl Fouls {
    /// The set of one kind.
    pub const fn only(foul: Foul) -> Fouls {
        Fouls(1 << foul as u8)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `foul` is one of them.
    pub const fn contains(self, foul: Foul) -> bool {
        self.0 & Fouls::only(foul).0 != 0
    }

    /// The kinds, in the order of [`Foul::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Foul> {
        Foul::ALL.into_iter().filter(move |&foul| self.contains(foul))
    }

    /// The one kind to name where only one is: the first in the order of [`Foul::ALL`].
    pub fn first(self) -> Option<Foul> {
        self.iter().next()
    }

    fn add(&mut self, foul: Foul) {
        self.0 |= Fouls::only(foul).0;
    }
}

impl fmt::Display for Fouls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, foul) in self.iter().enumerate() {
            write!(f, "{}{foul}", if n > 0 { " and " } else { "" })?;
        }
        Ok(())
    }
}

/// Why a point is forbidden: all kinds that apply, and the lines that make them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prohibition {
    /// The forbidden point.
    pub point: Point,
    /// All kinds that apply.
    pub fouls: Fouls,
    /// The rows, fours and threes of those kinds.
    pub shapes: Vec<FoulShape>,
}

/// One row, four or three that counts towards a prohibition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoulShape {
    /// The kind it counts towards.
    pub foul: Foul,
    /// The line it lies on.
    pub direction: Direction,
    /// Its stones, the forbidden one among them, in the order of the line.
    pub stones: Vec<Point>,
    /// Where it would grow: the point or points that make a four five (two for a straight four),
    /// or the points that legally make a three a straight four, in the order of the line. Empty
    /// for an overline.
    pub growth: Vec<Point>,
}

/// Whether `point` is forbidden to Black. The point must be free.
pub fn is_forbidden(board: &Board, point: Point) -> bool {
    let lines = Lines::around(board, point);
    // Most points of most boards end here, and proofs ask for very many.
    if !lines.are_rich() || lines.make_five() {
        return false;
    }
    if lines.make_overline() || lines.fours() >= 2 {
        return true;
    }
    // Only a second three asks for the recursion.
    lines.possible_threes() >= 2 && {
        let with_stone = with_black(board, point);
        let threes = lines.0.iter().filter(|line| line.is_three(point, &with_stone));
        threes.take(2).count() == 2
    }
}

/// All kinds of foul that a black stone on `point` commits. The point must be free.
pub fn fouls(board: &Board, point: Point) -> Fouls {
    prohibition(board, point).map_or(Fouls::default(), |prohibition| prohibition.fouls)
}

/// Why `point` is forbidden to Black, if it is. The point must be free.
pub fn prohibition(board: &Board, point: Point) -> Option<Prohibition> {
    let lines = Lines::around(board, point);
    let quiet = !lines.make_overline() && lines.fours() < 2 && lines.possible_threes() < 2;
    if quiet || lines.make_five() {
        return None;
    }
    let with_stone = with_black(board, point);
    let shapes: Vec<FoulShape> =
        lines.0.iter().flat_map(|line| line.shapes(point, &with_stone)).collect();
    let count = |foul| shapes.iter().filter(|shape| shape.foul == foul).count();
    let mut fouls = Fouls::default();
    for (foul, needed) in [(Foul::Overline, 1), (Foul::DoubleFour, 2), (Foul::DoubleThree, 2)] {
        if count(foul) >= needed {
            fouls.add(foul);
        }
    }
    let shapes = shapes.into_iter().filter(|shape| fouls.contains(shape.foul)).collect();
    (!fouls.is_empty()).then_some(Prohibition { point, fouls, shapes })
}

/// All points that are forbidden to Black, row by row from the bottom left.
pub fn forbidden_points(board: &Board) -> Vec<Point> {
    board.free_points().filter(|&point| is_forbidden(board, point)).collect()
}

fn with_black(board: &Board, point: Point) -> Board {
    let mut with_stone = board.clone();
    with_stone.place(point, Side::Black);
    with_stone
}

/// The four lines through a point on which a black stone is imagined.
struct Lines([Line; 4]);

impl Lines {
    fn around(board: &Board, point: Point) -> Lines {
        debug_assert!(board.is_free(point), "{point} is not free");
        Lines(Direction::ALL.map(|direction| Line::through(board, point, direction)))
    }

    /// Whether there are stones enough for a foul: four others on a line, or two on each of two.
    fn are_rich(&self) -> bool {
        let others = self.0.each_ref().map(Line::others);
        others.iter().any(|&count| count >= 4)
            || others.iter().filter(|&&count| count >= 2).count() >= 2
    }

    fn make_five(&self) -> bool {
        self.0.iter().any(|line| line.run() == 5)
    }

    fn make_overline(&self) -> bool {
        self.0.iter().any(|line| line.run() > 5)
    }

    fn fours(&self) -> usize {
        self.0.iter().map(|line| line.fours().count()).sum()
    }

    fn possible_threes(&self) -> usize {
        self.0.iter().filter(|line| line.possible_eyes().next().is_some()).count()
    }
}
