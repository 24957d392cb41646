//! Openings: where games begin.

use tengen_core::{Game, Point, Rule, Size};
use tengen_formats::{ReadError, ReadOptions, Record, ReplayError, Rows};

/// Positions from which a match is played, at least one. Each is played twice, colours changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings(Vec<Game>);

/// A file that gives no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// It is no file of positions.
    #[error(transparent)]
    File(#[from] ReadError),
    /// A position is none under this rule.
    #[error("opening {number}: {problem}")]
    Position {
        /// Which one, from one.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A line of a table is no opening.
    #[error("line {line}: {problem}")]
    Line {
        /// Which line, from one.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// Nothing is left.
    #[error("there is no opening for {rule} on {size} lines")]
    None {
        /// The rule of the match.
        rule: Rule,
        /// The board of the match.
        size: Size,
    },
}

impl Openings {
    /// Only the empty board.
    pub fn empty_board(rule: Rule, size: Size) -> Openings {
        Openings(vec![Game::new(size, rule)])
    }

    /// Reads openings from a file: positions in any format that `tengen_formats` knows, or a table
    /// `id | rule | size | moves | …` of which the fitting ones are taken.
    ///
    /// # Errors
    /// If the file is damaged, or holds a position that is over or on another board, or nothing.
    pub fn read(
        bytes: &[u8],
        rule: Rule,
        size: Size,
        rows: Rows,
    ) -> Result<Openings, OpeningsError> {
        let games = match table(bytes) {
            Some(table) => read_table(&table, rule, size, rows)?,
            None => read_positions(bytes, rule, size, rows)?,
        };
        Openings::of(games).ok_or(OpeningsError::None { rule, size })
    }

    /// These positions, if there are any. All must be unfinished games under one rule.
    pub fn of(games: Vec<Game>) -> Option<Openings> {
        (!games.is_empty()).then_some(Openings(games))
    }

    /// A few stones near the middle of the board, `count` times; they follow from `seed`.
    pub fn random(rule: Rule, size: Size, count: usize, seed: u64) -> Openings {
        let mut random = fastrand::Rng::with_seed(seed);
        Openings((0..count.max(1)).map(|_| random_opening(rule, size, &mut random)).collect())
    }

    /// The same in an order that follows from `seed`.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Openings {
        fastrand::Rng::with_seed(seed).shuffle(&mut self.0);
        self
    }

    /// Where a game of the match begins; after the last opening comes the first again.
    pub fn of_game(&self, number: usize) -> &Game {
        &self.0[number / 2 % self.0.len()]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// A number that other openings, or these in another order, hardly have.
    pub fn digest(&self) -> u64 {
        self.0.iter().fold(0, |digest: u64, game| digest.rotate_left(7) ^ game.key())
    }
}

/// The text of a table: its first line that is no remark has columns.
fn table(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8(bytes.to_vec()).ok()?;
    let first = lines(&text).next()?;
    first.1.contains('|').then_some(text)
}

/// Lines that are neither empty nor remarks, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(text.lines().map(str::trim));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn read_table(text: &str, rule: Rule, size: Size, rows: Rows) -> Result<Vec<Game>, OpeningsError> {
    let mut fitting = Vec::new();
    for (number, line) in lines(text) {
        let fault = |problem: String| OpeningsError::Line { line: number, problem };
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[_, its_rule, its_size, moves, ..] = columns.as_slice() else {
            return Err(fault("there are not four columns: id | rule | size | moves".to_owned()));
        };
        let its_rule: Rule = its_rule.parse().map_err(|error| fault(format!("{error}")))?;
        if its_size == size.to_string() {
            fitting.push((number, its_rule, moves));
        }
    }
    let has = |wanted: &&Rule| fitting.iter().any(|(_, its_rule, _)| its_rule == *wanted);
    let wanted = table_rules(rule).iter().find(has).copied();
    let game = |(line, _, moves): (usize, Rule, &str)| {
        let fault = |problem: String| OpeningsError::Line { line, problem };
        let game = tengen_formats::parse_position(moves, size, rule, rows);
        unfinished(game.map_err(|error| fault(error.to_string()))?).map_err(fault)
    };
    fitting.into_iter().filter(|&(_, its_rule, _)| Some(its_rule) == wanted).map(game).collect()
}

/// The rules whose openings are taken, the first that the table has: most collections have none for caro.
fn table_rules(rule: Rule) -> &'static [Rule] {
    match rule {
        Rule::Freestyle => &[Rule::Freestyle],
        Rule::Caro => &[Rule::Caro, Rule::Freestyle],
        Rule::CaroExact => &[Rule::CaroExact, Rule::Caro, Rule::Freestyle],
        Rule::Standard => &[Rule::Standard],
        Rule::Renju => &[Rule::Renju],
    }
}

fn read_positions(
    bytes: &[u8],
    rule: Rule,
    size: Size,
    rows: Rows,
) -> Result<Vec<Game>, OpeningsError> {
    let options = ReadOptions { size, rows, ..ReadOptions::default() };
    let records = tengen_formats::read(bytes, &options)?.records;
    let game = |(number, record): (usize, Record)| {
        let fault = |problem: String| OpeningsError::Position { number, problem };
        if record.size() != size {
            return Err(fault(format!("the board has {} lines, not {size}", record.size())));
        }
        let game = record.game_at(record.main_end(), rule);
        unfinished(game.map_err(|error: ReplayError| fault(error.to_string()))?).map_err(fault)
    };
    (1..).zip(records).map(game).collect()
}

fn unfinished(game: Game) -> Result<Game, String> {
    match game.outcome() {
        Some(outcome) => Err(format!("the game is over: {outcome}")),
        None => Ok(game),
    }
}

fn random_opening(rule: Rule, size: Size, random: &mut fastrand::Rng) -> Game {
    // Stones further apart than this have nothing to do with each other.
    let reach = 3.min(size.lines() / 2);
    let middle = size.lines() / 2;
    let near = middle - reach..=(middle + reach).min(size.lines() - 1);
    let mut points: Vec<Point> =
        size.points().filter(|p| near.contains(&p.x()) && near.contains(&p.y())).collect();
    random.shuffle(&mut points);
    let mut game = Game::new(size, rule);
    for &point in &points[..random.usize(2..=6)] {
        game.play(point).expect("three stones of a side end nothing and forbid nothing");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# id | rule | size | moves\n\n\
        a | freestyle | 15 | h8i9 | here\nb | renju | 15 | h8h9i9 |\nc | freestyle | 20 | k10 |\n";

    fn texts(openings: &Openings) -> Vec<String> {
        openings.0.iter().map(|g| tengen_formats::position_text(g, Rows::Bottom)).collect()
    }

    #[test]
    fn a_table_gives_what_fits() {
        let read = |rule, lines| {
            Openings::read(TABLE.as_bytes(), rule, Size::new(lines).unwrap(), Rows::Bottom)
        };
        assert_eq!(texts(&read(Rule::Freestyle, 15).unwrap()), ["h8i9"]);
        assert_eq!(texts(&read(Rule::Caro, 20).unwrap()), ["k10"]);
        let own = format!("{TABLE}d | caro | 20 | l11 |\n");
        let read_own = |rule| {
            Openings::read(own.as_bytes(), rule, Size::new(20).unwrap(), Rows::Bottom).unwrap()
        };
        assert_eq!(texts(&read_own(Rule::CaroExact)), ["l11"]);
        assert_eq!(texts(&read_own(Rule::Freestyle)), ["k10"]);
        let none = read(Rule::Standard, 15).unwrap_err().to_string();
        assert_eq!(none, "there is no opening for standard on 15 lines");
    }

    #[test]
    fn positions_are_read_with_rows_from_either_edge() {
        let read = |text: &str, rows| {
            Openings::read(text.as_bytes(), Rule::Freestyle, Size::default(), rows).unwrap()
        };
        assert_eq!(texts(&read("a1b2\nh8\n", Rows::Top)), ["a15b14", "h8"]);
        assert_eq!(texts(&read("0,0, 1,-1\n", Rows::Top)), ["h8i9"]);
    }

    #[test]
    fn a_finished_game_is_no_opening() {
        let over = "a1b1a2b2a3b3a4b4a5";
        let read = |text: &str| {
            let read =
                Openings::read(text.as_bytes(), Rule::Freestyle, Size::default(), Rows::Bottom);
            read.unwrap_err().to_string()
        };
        let end = "the game is over: black wins: five in a row";
        assert_eq!(read(&format!("h8\n{over}\n")), format!("opening 2: {end}"));
        assert_eq!(read(&format!("x|freestyle|15|{over}|")), format!("line 1: {end}"));
    }

    #[test]
    fn random_openings_follow_from_the_seed_on_every_board() {
        for rule in Rule::ALL {
            for size in Size::all() {
                let openings = Openings::random(rule, size, 20, 7);
                assert_eq!(openings.count(), 20);
                assert_eq!(openings, Openings::random(rule, size, 20, 7));
                assert!(openings.0.iter().all(|game| game.outcome().is_none()));
            }
        }
        let openings = Openings::random(Rule::Renju, Size::default(), 20, 7);
        assert_ne!(openings.digest(), openings.clone().shuffled(1).digest());
        assert_eq!(openings.of_game(0), openings.of_game(1));
        assert_eq!(openings.of_game(40), openings.of_game(0));
    }
}
