//! Positions, and the one of eight images under which the database knows them.

use tengen_core::{Board, Game, Point, Rule, Side, Size, Symmetry};

/// A position: stones, whose turn it is, and the rule.
///
/// ```
/// # use tengen_analysis::Position;
/// # use tengen_core::{Game, Rule, Size};
/// let mut game = Game::new(Size::default(), Rule::Renju);
/// game.play("h8".parse()?)?;
/// let position = Position::of(&game);
/// assert_eq!(position.board.stone_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The rule.
    pub rule: Rule,
    /// The stones.
    pub board: Board,
    /// The side to move.
    pub to_move: Side,
}

impl Position {
    /// The position in which a game is.
    pub fn of(game: &Game) -> Position {
        Position { rule: game.rule(), board: game.board().clone(), to_move: game.to_move() }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// A game that begins here; none if somebody has won or no point is free.
    pub fn game(&self) -> Option<Game> {
        let stones = Side::BOTH.into_iter();
        let stones = stones.flat_map(|side| self.board.stones(side).map(move |at| (at, side)));
        let game = Game::from_setup(self.size(), self.rule, stones, self.to_move).ok()?;
        game.outcome().is_none().then_some(game)
    }

    /// The image under a symmetry.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Position {
        Position { board: symmetry.apply_to_board(&self.board), ..*self }
    }

    /// The longest beginning of a line that can be played here. A first move that is forbidden to the
    /// side to move ends it at once.
    pub(crate) fn playable(&self, line: &[Point]) -> usize {
        let Some(mut game) = self.game() else { return 0 };
        for (n, &point) in line.iter().enumerate() {
            if n == 0 && game.board().is_free(point) && game.is_forbidden(point) {
                return 0;
            }
            if game.play(point).is_err() {
                return n;
            }
        }
        line.len()
    }
}

/// What a position is called in the database: the stones of its least image, written out. A hash would be
/// no identity.
///
/// - the rule's code, the board's lines, 0 if Black is to move or 1;
/// - how many stones Black has, in two bytes, and White likewise;
/// - the points of Black's and then White's stones in ascending order, row by row from the bottom left,
///   in one byte on boards of up to sixteen lines, else in two. All numbers begin with their high byte.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(Box<[u8]>);

/// The bytes before the stones.
const HEAD: usize = 7;

impl Key {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The key at the beginning of these bytes, and what follows it; none if there is none.
    pub(crate) fn split(bytes: &[u8]) -> Option<(Key, Position, &[u8])> {
        let (head, stones) = bytes.split_first_chunk::<HEAD>()?;
        let [rule, lines, turn, black @ .., _, _] = head;
        let black = usize::from(u16::from_be_bytes(*black));
        let white = usize::from(u16::from_be_bytes([head[5], head[6]]));
        let (rule, size) = (Rule::from_code(*rule)?, Size::new(*lines)?);
        let to_move = *Side::BOTH.get(usize::from(*turn))?;
        let length = (black + white) * point_bytes(size);
        let (stones, rest) = stones.split_at_checked(length)?;
        let mut board = Board::new(size);
        for (n, bytes) in stones.chunks_exact(point_bytes(size)).enumerate() {
            let number = bytes.iter().fold(0, |number, &byte| number << 8 | u16::from(byte));
            let point = point_of(number, size).filter(|&point| board.is_free(point))?;
            board.place(point, if n < black { Side::Black } else { Side::White });
        }
        let key = Key(bytes[..HEAD + length].into());
        Some((key, Position { rule, board, to_move }, rest))
    }
}

/// A position with its place in the database.
///
/// ```
/// # use tengen_analysis::{Placed, Position};
/// # use tengen_core::{Game, Rule, Size};
/// let placed = |moves: [&str; 2]| {
///     let mut game = Game::new(Size::default(), Rule::Freestyle);
///     moves.map(|point| game.play(point.parse().unwrap()).unwrap());
///     Placed::of(&Position::of(&game))
/// };
/// let (one, two) = (placed(["h8", "i9"]), placed(["h8", "g9"]));
/// assert_eq!(one.key(), two.key());
/// // What is known of a point here is known of its image there.
/// let stored = one.to_stored("j10".parse()?);
/// assert!(["f10", "f11"].contains(&two.from_stored(stored).to_string().as_str()));
/// # Ok::<(), tengen_core::ParsePointError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placed {
    key: Key,
    symmetry: Symmetry,
    size: Size,
}

impl Placed {
    /// Where a position lies.
    pub fn of(position: &Position) -> Placed {
        let images = Symmetry::ALL.map(|symmetry| (key_bytes(position, symmetry), symmetry));
        let least = images.into_iter().min_by(|(one, _), (other, _)| one.cmp(other));
        let (bytes, symmetry) = least.expect("there are eight images");
        Placed { key: Key(bytes.into()), symmetry, size: position.size() }
    }

    /// The key.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// What lays the position onto the one that is stored.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The point in the stored image that means this point of the position.
    pub fn to_stored(&self, point: Point) -> Point {
        self.symmetry.apply(point, self.size)
    }

    /// The point of the position that a point of the stored image means.
    pub fn from_stored(&self, point: Point) -> Point {
        self.symmetry.inverse().apply(point, self.size)
    }
}

/// The key's bytes if this image were the least.
fn key_bytes(position: &Position, symmetry: Symmetry) -> Vec<u8> {
    let Position { rule, board, to_move } = position;
    let size = board.size();
    let mut bytes = Vec::with_capacity(HEAD + board.stone_count() * point_bytes(size));
    bytes.extend([rule.code(), size.lines(), *to_move as u8]);
    for side in Side::BOTH {
        bytes.extend((board.count(side) as u16).to_be_bytes());
    }
    for side in Side::BOTH {
        let image = board.stones(side).map(|point| number_of(symmetry.apply(point, size), size));
        let mut numbers: Vec<u16> = image.collect();
        numbers.sort_unstable();
        match point_bytes(size) {
            1 => bytes.extend(numbers.into_iter().map(|number| number as u8)),
            _ => bytes.extend(numbers.into_iter().flat_map(u16::to_be_bytes)),
        }
    }
    bytes
}

/// How many bytes a point takes: the points of boards up to sixteen lines fit into one.
pub(crate) fn point_bytes(size: Size) -> usize {
    if size.area() <= 1 << u8::BITS { 1 } else { 2 }
}

/// A point as a number: row by row from the bottom left.
pub(crate) fn number_of(point: Point, size: Size) -> u16 {
    u16::from(point.y()) * u16::from(size.lines()) + u16::from(point.x())
}

/// The point with this number.
pub(crate) fn point_of(number: u16, size: Size) -> Option<Point> {
    let lines = u16::from(size.lines());
    let (x, y) = (number % lines, number / lines);
    (y < lines).then(|| Point::new(x as u8, y as u8)).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_test_support::game::{game, random_game};

    use super::*;

    fn random(seed: u64) -> Position {
        let mut rng = fastrand::Rng::with_seed(seed);
        let rule = Rule::ALL[rng.usize(..Rule::ALL.len())];
        Position::of(&random_game(&mut rng, rule))
    }

    proptest! {
        #[test]
        fn all_images_of_a_position_have_one_key(seed: u64) {
            let position = random(seed);
            let placed = Placed::of(&position);
            for symmetry in Symmetry::ALL {
                let image = position.image(symmetry);
                let there = Placed::of(&image);
                prop_assert_eq!(there.key(), placed.key());
            }
        }

        #[test]
        fn a_key_tells_its_position_and_no_part_of_it_is_one(seed: u64) {
            let position = random(seed);
            let placed = Placed::of(&position);
            let bytes = placed.key().bytes();
            let (key, stored, rest) = Key::split(bytes).unwrap();
            prop_assert_eq!(&key, placed.key());
            prop_assert_eq!(stored, position.image(placed.symmetry()));
            prop_assert!(rest.is_empty());
            for length in 0..bytes.len() {
                prop_assert!(Key::split(&bytes[..length]).is_none());
            }
        }

        #[test]
        fn points_come_back_from_the_stored_image(seed: u64) {
            let position = random(seed);
            let placed = Placed::of(&position);
            for point in position.size().points() {
                prop_assert_eq!(placed.from_stored(placed.to_stored(point)), point);
            }
        }
    }

    #[test]
    fn rule_size_and_turn_keep_positions_apart() {
        let mut keys = Vec::new();
        for (rule, lines) in [(Rule::Freestyle, 15), (Rule::Renju, 15), (Rule::Freestyle, 16)] {
            let mut game = game(rule, lines, "h8 i9");
            keys.push(Placed::of(&Position::of(&game)).key);
            game.pass().unwrap();
            keys.push(Placed::of(&Position::of(&game)).key);
        }
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn a_line_is_playable_up_to_the_first_point_that_is_not() {
        let position = Position::of(&game(Rule::Freestyle, 15, "h8 i9"));
        let points = |names: &str| -> Vec<Point> {
            names.split(' ').map(|name| name.parse().unwrap()).collect()
        };
        assert_eq!(position.playable(&points("g7 j10 k11")), 3);
        assert_eq!(position.playable(&points("g7 i9 k11")), 1);
        assert_eq!(position.playable(&points("q16 g7")), 0);
        // Black's double three is no move to recommend.
        let renju = Position::of(&game(Rule::Renju, 15, "h8 a1 i8 a3 j9 c1 j10 c3"));
        assert_eq!(renju.playable(&points("j8")), 0);
    }
}
