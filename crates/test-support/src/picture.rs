//! Boards as pictures.

use tengen_core::{Board, Game, Point, Rule, Side, Size};

/// A picture, the top row first: `x` black, `o` white, `.` empty. Any other mark names a point: `X` a
/// black stone, `O` a white one, all others an empty point.
///
/// ```
/// # use tengen_test_support::picture::Picture;
/// let three = Picture::read(
///     ". . . . .
///      . . . . .
///      ! x X x !
///      . . . . .
///      . . . . o",
/// );
/// assert_eq!(three.point('X').to_string(), "c3");
/// assert_eq!(three.points('!').len(), 2);
/// assert_eq!(three.board().stone_count(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    size: Size,
    /// The bottom row first, as points count.
    rows: Vec<Vec<char>>,
}

impl Picture {
    /// Reads a picture; blanks do not count.
    ///
    /// # Panics
    /// If it is not square, or no board has its size.
    pub fn read(text: &str) -> Picture {
        let rows = text.lines().map(|line| line.chars().filter(|c| !c.is_whitespace()).collect());
        let rows: Vec<Vec<char>> = rows.filter(|row: &Vec<char>| !row.is_empty()).rev().collect();
        assert!(rows.iter().all(|row| row.len() == rows.len()), "a picture is square");
        Picture { size: Size::new(rows.len() as u8).expect("a supported size"), rows }
    }

    /// The same with the stones of the two sides exchanged.
    pub fn swapped(mut self) -> Picture {
        for mark in self.rows.iter_mut().flatten() {
            *mark = match *mark {
                'x' => 'o',
                'o' => 'x',
                'X' => 'O',
                'O' => 'X',
                other => other,
            };
        }
        self
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    fn mark(&self, point: Point) -> char {
        self.rows[usize::from(point.y())][usize::from(point.x())]
    }

    /// All points with this mark.
    pub fn points(&self, mark: char) -> Vec<Point> {
        self.size.points().filter(|&point| self.mark(point) == mark).collect()
    }

    /// The first point with this mark.
    ///
    /// # Panics
    /// If there is none.
    pub fn point(&self, mark: char) -> Point {
        *self.points(mark).first().unwrap_or_else(|| panic!("no {mark} in the picture"))
    }

    /// The stones.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Side)> {
        self.size.points().filter_map(|point| match self.mark(point) {
            'x' | 'X' => Some((point, Side::Black)),
            'o' | 'O' => Some((point, Side::White)),
            _ => None,
        })
    }

    /// The board with the stones.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        self.stones().for_each(|(point, side)| board.place(point, side));
        board
    }

    /// The game that goes on from the stones.
    ///
    /// # Panics
    /// If somebody has won already.
    pub fn game(&self, rule: Rule, to_move: Side) -> Game {
        let game = Game::from_setup(self.size, rule, self.stones(), to_move);
        game.expect("nobody has won yet")
    }
}

/// The game of a picture.
///
/// # Panics
/// If the picture is none, or somebody has won already.
pub fn drawn(rule: Rule, to_move: Side, picture: &str) -> Game {
    Picture::read(picture).game(rule, to_move)
}
