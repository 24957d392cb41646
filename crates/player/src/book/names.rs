//! Names of openings. They are data: see `data/book/names.txt`.

use std::collections::HashMap;

use tengen_core::{Game, Move, Point, Side, Symmetry};

use super::BookError;
use super::text::points;

/// What an opening is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// Its number among the openings of renju: `D4`, `I7`.
    pub number: String,
    /// The name that players use: `Kagetsu`.
    pub name: String,
    /// What that means.
    pub english: String,
    /// How it is written in Japanese.
    pub japanese: String,
    /// The stones, in the usual orientation.
    pub stones: Vec<Point>,
}

/// Names, found by the stones in any place and orientation.
///
/// Which of two black stones was the first makes two openings of one shape (D6 and I6), so stones
/// are seen from the middle of the board if a black one lies there, else from the first one played.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_player::book::Names;
/// let mut game = Game::new(Size::default(), Rule::Renju);
/// for point in ["h8", "g8", "g7"] {
///     game.play(point.parse()?)?;
/// }
/// let names = Names::built_in();
/// let name = names.of(&game).unwrap();
/// assert_eq!((name.number.as_str(), name.name.as_str()), ("D4", "Kagetsu"));
/// game.play("i9".parse()?)?;
/// assert_eq!(names.of(&game), None);
/// assert_eq!(names.of_opening(&game).unwrap().english, "flower moon");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Names {
    names: Vec<Name>,
    /// Which name a figure has.
    figures: HashMap<Figure, usize>,
}

/// Stones seen from one of them, in the orientation that is the least.
type Figure = Vec<(i32, i32, Side)>;

impl Names {
    /// The built-in names.
    pub fn built_in() -> Names {
        Names::parse(include_str!("../../data/book/names.txt"))
            .expect("the built-in names are well-formed")
    }

    /// Reads lines `number | name | in English | in Japanese | moves`.
    ///
    /// # Errors
    /// Names the first line that is malformed or names stones that have a name.
    pub fn parse(text: &str) -> Result<Names, BookError> {
        let mut names = Names { names: Vec::new(), figures: HashMap::new() };
        for (line, text) in (1..).zip(text.lines()) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            names.add(text).map_err(|problem| BookError { line, problem })?;
        }
        Ok(names)
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let columns: Vec<String> = line.split('|').map(|column| column.trim().to_owned()).collect();
        let Ok([number, name, english, japanese, moves]) = <[String; 5]>::try_from(columns) else {
            return Err(
                "five columns are wanted: number | name | English | Japanese | moves".to_owned()
            );
        };
        let stones = points(&moves)?;
        let sides = Side::BOTH.into_iter().cycle();
        let sided: Vec<(Point, Side)> = stones.iter().copied().zip(sides).collect();
        let figure = figure(stones[0], &sided);
        if let Some(&before) = self.figures.get(&figure) {
            return Err(format!("these stones are called {}", self.names[before].name));
        }
        self.figures.insert(figure, self.names.len());
        self.names.push(Name { number, name, english, japanese, stones });
        Ok(())
    }

    /// All names.
    pub fn all(&self) -> &[Name] {
        &self.names
    }

    /// The opening that is called so, in any of its languages and in small letters or large ones. Not
    /// by its number, which could as well be a point.
    ///
    /// ```
    /// # use tengen_player::book::Names;
    /// let names = Names::built_in();
    /// assert_eq!(names.find("kagetsu").unwrap().number, "D4");
    /// assert_eq!(names.find("flower moon"), names.find("花月"));
    /// assert_eq!(names.find("D4"), None);
    /// ```
    pub fn find(&self, text: &str) -> Option<&Name> {
        let wanted = text.to_lowercase();
        let is_so_called = |name: &&Name| {
            [&name.name, &name.english, &name.japanese]
                .iter()
                .any(|one| one.to_lowercase() == wanted)
        };
        self.names.iter().find(is_so_called)
    }

    /// The name of a position.
    pub fn of(&self, game: &Game) -> Option<&Name> {
        let board = game.board();
        let most = self.names.iter().map(|name| name.stones.len()).max()?;
        let turn = [Side::Black, Side::White][board.stone_count() % 2];
        if board.stone_count() > most || game.to_move() != turn {
            return None;
        }
        let is_black = |point: &Point| board.at(*point) == Some(Side::Black);
        let first = game.moves().first().and_then(|action| match action {
            Move::Stone(point) => Some(*point),
            Move::Pass => None,
        });
        let centre = game.size().centre().filter(is_black);
        let eye = centre.or(first.filter(is_black)).or_else(|| board.stones(Side::Black).next())?;
        let stones =
            Side::BOTH.into_iter().flat_map(|side| board.stones(side).map(move |p| (p, side)));
        let stones: Vec<(Point, Side)> = stones.collect();
        self.figures.get(&figure(eye, &stones)).map(|&number| &self.names[number])
    }

    /// The name of the opening that a game came from: of its last position that has one.
    pub fn of_opening(&self, game: &Game) -> Option<&Name> {
        let mut before = game.clone();
        loop {
            if let Some(name) = self.of(&before) {
                return Some(name);
            }
            before.undo()?;
        }
    }
}

/// Stones seen from `eye`, in the least of the eight orientations.
fn figure(eye: Point, stones: &[(Point, Side)]) -> Figure {
    let seen = |symmetry: Symmetry| {
        let stones = stones.iter().map(|&(point, side)| {
            let far = |a: u8, b: u8| i32::from(a) - i32::from(b);
            let (x, y) = symmetry.apply_to(far(point.x(), eye.x()), far(point.y(), eye.y()));
            (x, y, side)
        });
        let mut stones: Figure = stones.collect();
        stones.sort();
        stones
    };
    Symmetry::ALL.into_iter().map(seen).min().expect("there are eight symmetries")
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Size};

    use super::*;

    #[test]
    fn all_openings_of_renju_have_their_names() {
        let names = Names::built_in();
        let (size, centre) = (Size::default(), Size::default().centre().unwrap());
        let mut met = std::collections::BTreeSet::new();
        // Every third stone in the middle five lines after every second stone in the middle three.
        let near = |most: u8| {
            let far = move |point: Point| point.x().abs_diff(7).max(point.y().abs_diff(7));
            size.points().filter(move |&point| far(point) <= most)
        };
        for second in near(1).filter(|&point| point != centre) {
            for third in near(2).filter(|&point| point != centre && point != second) {
                let mut game = Game::new(size, Rule::Renju);
                assert!([centre, second, third].iter().all(|&point| game.play(point).is_ok()));
                let name = names.of(&game).unwrap_or_else(|| panic!("h8 {second} {third}"));
                assert_eq!(names.of_opening(&game), Some(name));
                met.insert(name.number.clone());
            }
        }
        assert_eq!(met.len(), 26);
        assert_eq!(met.iter().filter(|number| number.starts_with('D')).count(), 13);
    }

    /// The list that the openings were collected in numbers them as the federation does.
    #[test]
    fn numbers_and_stones_are_those_of_the_federation() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/openings/openings.txt");
        let text = std::fs::read_to_string(path).unwrap();
        let names = Names::built_in();
        let listed = text.lines().filter_map(|line| line.split_once("| RIF canonical opening "));
        let mut count = 0;
        for (line, number) in listed {
            let moves = line.split('|').nth(3).unwrap().trim();
            let name = names.all().iter().find(|name| name.number == number).unwrap();
            assert_eq!(name.stones, points(moves).unwrap(), "{number}");
            count += 1;
        }
        assert_eq!(count, 26);
    }

    #[test]
    fn the_first_stone_tells_two_openings_of_one_shape_apart() {
        let names = Names::built_in();
        let name = |size: u8, moves: &str| {
            let mut game = Game::new(Size::new(size).unwrap(), Rule::Freestyle);
            points(moves).unwrap().into_iter().for_each(|point| assert!(game.play(point).is_ok()));
            names.of(&game).map(|name| name.name.clone())
        };
        let of = |name: &str| Some(name.to_owned());
        assert_eq!((name(15, "h8h9i8"), name(15, "h8i9i8")), (of("Ugetsu"), of("Ungetsu")));
        // The middle of the board counts more than the order.
        assert_eq!(name(15, "i8h9h8"), of("Ugetsu"));
        assert_eq!((name(20, "k10k11l10"), name(20, "k10l11l10")), (of("Ugetsu"), of("Ungetsu")));
        assert_eq!(name(15, "c3d4"), of("Indirect"));
        assert_eq!((name(15, "h8"), name(15, "h8h10"), name(15, "h8h9l8")), (None, None, None));
    }

    #[test]
    fn bad_lines_are_named() {
        let error = |text: &str| Names::parse(text).unwrap_err().to_string();
        assert!(error("# x\nD1 | Kansei | h8h9h10").starts_with("line 2: five columns"));
        let twice = "D1 | A | a | a | h8h9h10\nD2 | B | b | b | h8h7h6";
        assert_eq!(error(twice), "line 2: these stones are called A");
        assert_eq!(error("D1 | A | a | a | h8x"), "line 1: 'x' is not a point");
    }
}
