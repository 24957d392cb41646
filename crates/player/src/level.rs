//! Levels: how strong the engine plays against people.
//!
//! Weaker play comes from shallower sight, a softer choice among reasonable moves and, on the first
//! two levels, from moves at a glance; never from stones at random.

mod rating;

use std::fmt;
use std::str::FromStr;

use tengen_core::{Game, Point};
use tengen_engine::{Bucket, Engine, Event, Limits, Position, Report, Stop, Verdict};

pub use rating::Rating;

use crate::Books;

/// A level from 1 to 10.
///
/// ```
/// use tengen_player::Level;
///
/// let level: Level = "3".parse().unwrap();
/// assert!(level < Level::BEST);
/// assert!("11".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// What a level looks at and overlooks.
#[derive(Clone, Copy, Debug)]
struct Strength {
    /// Stones tried in thought. At the best level a clock counts instead, where there is one.
    nodes: u64,
    /// How many best moves it weighs against each other.
    lines: usize,
    /// How much winning chance it may give away, 0 to 1.
    slack: f64,
    /// How often it plays at a glance, without looking at replies, 0 to 1.
    careless: f64,
}

const fn strength(nodes: u64, lines: usize, slack: f64, careless: f64) -> Strength {
    Strength { nodes, lines, slack, careless }
}

/// The levels, weakest first. Only the first two are careless: whoever looks at replies sees a
/// five and its block.
const LEVELS: [Strength; 10] = [
    strength(150, 6, 0.22, 0.80),
    strength(400, 6, 0.17, 0.35),
    strength(900, 5, 0.12, 0.0),
    strength(2_200, 4, 0.085, 0.0),
    strength(6_000, 3, 0.055, 0.0),
    strength(10_000, 3, 0.045, 0.0),
    strength(18_000, 2, 0.035, 0.0),
    strength(45_000, 2, 0.025, 0.0),
    strength(120_000, 1, 0.0, 0.0),
    strength(700_000, 1, 0.0, 0.0),
];

/// Even a level that knows the best move varies its first ones, so that games do not repeat.
const EARLY: usize = 6;

impl Level {
    /// The best there is.
    pub const BEST: Level = Level(LEVELS.len() as u8);

    /// A level by its number.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::BEST.0).contains(&number).then_some(Level(number))
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::BEST.0).map(Level)
    }

    /// Its number, from 1 on.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Stones it tries in thought. At the best level a clock counts instead, where there is one.
    pub fn nodes(self) -> u64 {
        LEVELS[usize::from(self.0) - 1].nodes
    }

    /// What it looks at after so many moves.
    fn strength(self, moves: usize) -> Strength {
        let usual = LEVELS[usize::from(self.0) - 1];
        match moves < EARLY {
            true => Strength { lines: usual.lines.max(3), slack: usual.slack.max(0.03), ..usual },
            false => usual,
        }
    }
}

impl Default for Level {
    fn default() -> Self {
        Level(5)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let level = text.parse().ok().and_then(Level::new);
        level.ok_or_else(|| format!("levels go from 1 to {}", Level::BEST))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A move of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move, and what may follow.
    pub line: Vec<Point>,
    /// What the search thinks of it; none if there was no search.
    pub verdict: Option<Verdict>,
    /// How deep the search was.
    pub depth: u32,
    /// How many stones it tried.
    pub nodes: u64,
    /// Whether the opening book knew it.
    pub is_from_book: bool,
}

impl Choice {
    fn unsearched(point: Point) -> Choice {
        let line = vec![point];
        Choice { line, verdict: None, depth: 0, nodes: 0, is_from_book: false }
    }
}

/// Chooses moves of a level, by chance among those that are good enough for it.
#[derive(Clone, Debug)]
pub struct Chooser {
    /// The level; it may change from move to move.
    pub level: Level,
    /// Whether the best level plays from the opening book. The others never do: what they are
    /// worth was measured by their nodes.
    pub book: bool,
    books: Books,
    chance: fastrand::Rng,
}

impl Chooser {
    /// Without the opening book. Chance follows from the seed, if there is one.
    pub fn new(level: Level, seed: Option<u64>) -> Chooser {
        let chance = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        Chooser { level, book: false, books: Books::default(), chance }
    }

    /// A move, within these limits; nodes that they name count instead of the level's. None only if
    /// there is no free point.
    pub fn choose(
        &mut self,
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event),
    ) -> Option<Choice> {
        let strength = self.level.strength(game.moves().len());
        let position = Position::of(game, engine.tables(game.rule()));
        if self.chance.f64() < strength.careless
            && let Some(point) = self.glance(&position)
        {
            return Some(Choice::unsearched(point));
        }
        // A forced reply is played without delay.
        let forced = forced(&position);
        if let [only] = forced[..] {
            return Some(Choice::unsearched(only));
        }
        let has_clock = limits.time.is_some() || limits.clock.is_some() || limits.depth.is_some();
        let own = (self.level != Level::BEST || !has_clock).then_some(strength.nodes);
        let asks_book = self.book && self.level == Level::BEST;
        let seed = asks_book.then(|| self.chance.u64(..));
        let seed = seed.filter(|_| forced.is_empty() && limits.exclude.is_empty());
        let known = seed.and_then(|seed| self.books.look_up(game, seed));
        let is_from_book = known.is_some();
        let limits = Limits {
            nodes: limits.nodes.or(own),
            multipv: strength.lines,
            only: forced,
            ..limits.clone()
        };
        let report = known.unwrap_or_else(|| engine.search(game, &limits, stop, on_event));
        let near = nearly_best(strength.slack, &report, game);
        if near.is_empty() {
            return any_move(game).map(Choice::unsearched);
        }
        let (line, verdict) = near[self.chance.usize(..near.len())].clone();
        let Report { depth, nodes, .. } = report;
        Some(Choice { line, verdict: Some(verdict), depth, nodes, is_from_book })
    }

    /// A move by the look of its shapes, as likely as the order of moves says it is the best.
    fn glance(&mut self, position: &Position) -> Option<Point> {
        let points = position.candidates().into_iter().filter(|&point| position.is_legal(point));
        let candidates: Vec<_> = points.map(|point| position.candidate(point)).collect();
        let most = candidates.iter().map(|candidate| candidate.order).max()?;
        let weight = |order: i32| (f64::from(order - most) / 100.0).exp();
        let total: f64 = candidates.iter().map(|candidate| weight(candidate.order)).sum();
        let mut left = self.chance.f64() * total;
        let chosen = candidates.iter().find(|candidate| {
            left -= weight(candidate.order);
            left <= 0.0
        });
        chosen.or(candidates.first()).map(|candidate| candidate.point)
    }
}

/// What a five leaves: the five itself, or its blocks.
fn forced(position: &Position) -> Vec<Point> {
    let buckets = position.buckets();
    let urgent = buckets.iter().find(|(bucket, moves)| {
        matches!(bucket, Bucket::Fives | Bucket::FiveBlocks) && !moves.is_empty()
    });
    urgent.map_or_else(Vec::new, |(_, moves)| moves.iter().map(|one| one.point).collect())
}

/// The lines of a report that are nearly as good as the best, the best first. Who can win wins,
/// nobody chooses to lose, and after the first moves no stone lies far from all others.
fn nearly_best(slack: f64, report: &Report, game: &Game) -> Vec<(Vec<Point>, Verdict)> {
    let sound = |point: Point| !game.is_forbidden(point);
    let lines: Vec<(Vec<Point>, Verdict)> = report
        .pvs
        .iter()
        .filter(|line| line.moves.first().is_some_and(|&point| sound(point)))
        .map(|line| (line.moves.clone(), line.verdict))
        .collect();
    let Some(&(_, best)) = lines.first() else { return lines };
    // A depth that was not finished knows the worth of its best move alone.
    if report.depth == 0 || best.is_proven() {
        return lines[..1].to_vec();
    }
    let is_near =
        |verdict: Verdict| !verdict.is_proven() && best.win_rate() - verdict.win_rate() <= slack;
    let has_neighbour = |point: Point| game.moves().len() < 4 || has_neighbour(game, point);
    let near = lines.iter().filter(|(line, verdict)| is_near(*verdict) && has_neighbour(line[0]));
    let near: Vec<_> = near.cloned().collect();
    if near.is_empty() { lines[..1].to_vec() } else { near }
}

/// Whether a stone lies within three lines.
fn has_neighbour(game: &Game, point: Point) -> bool {
    let board = game.board();
    let near = |dx: i32, dy: i32| {
        point.moved(dx, dy, board.size()).is_some_and(|other| board.at(other).is_some())
    };
    (-3..=3).any(|dx| (-3..=3).any(|dy| near(dx, dy)))
}

/// A free point that is not forbidden, or a free point where all are.
pub fn any_move(game: &Game) -> Option<Point> {
    let mut free = game.board().free_points();
    let sound = free.find(|&point| !game.is_forbidden(point));
    sound.or_else(|| game.board().free_points().next())
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Size};

    use super::*;
    use crate::Book;
    use tengen_engine::{EngineOptions, Pv};

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        for point in moves {
            game.play(point.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn levels_grow() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].lines >= pair[1].lines && pair[0].slack >= pair[1].slack);
            assert!(pair[0].careless >= pair[1].careless);
        }
        assert!(LEVELS[2..].iter().all(|level| level.careless == 0.0));
        assert!(Level::new(0).is_none() && Level::new(11).is_none());
    }

    #[test]
    fn weaker_levels_accept_worse_moves_but_never_a_lost_or_lonely_one() {
        let game = game(&["h8", "i9", "g7", "j10", "i7", "g9", "h10"]);
        let line =
            |point: &str, verdict| Pv { moves: vec![point.parse().unwrap()], verdict, nodes: 0 };
        let unclear = |centi| Verdict::Unclear { centi };
        let lines = vec![
            line("h9", unclear(40)),
            line("h7", unclear(30)),
            line("i10", unclear(-20)),
            line("a1", unclear(39)),
            line("f6", Verdict::Loses { plies: 4 }),
        ];
        let report = Report { pvs: lines, depth: 3, ..Report::default() };
        let near = |level: u8| {
            let slack = Level(level).strength(game.moves().len()).slack;
            let near = nearly_best(slack, &report, &game);
            near.iter().map(|(line, _)| line[0].to_string()).collect::<Vec<_>>()
        };
        assert_eq!(near(1), ["h9", "h7", "i10"]);
        assert_eq!(near(6), ["h9", "h7"]);
        assert_eq!(near(10), ["h9"]);
    }

    #[test]
    fn from_level_three_on_a_five_is_made_and_a_four_blocked() {
        let mut engine = Engine::new(EngineOptions { memory: 1 << 20, ..EngineOptions::default() });
        let mut move_of = |level, seed, moves: &[&str]| {
            let mut chooser = Chooser::new(Level(level), Some(seed));
            let limits = Limits { nodes: Some(2000), ..Limits::default() };
            let stop = Stop::new();
            let choice = chooser.choose(&mut engine, &game(moves), &limits, &stop, &mut |_| {});
            choice.unwrap().line[0].to_string()
        };
        for seed in 0..3 {
            for level in 3..=Level::BEST.0 {
                let five = move_of(level, seed, &["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"]);
                assert!(["g8", "l8"].contains(&five.as_str()), "level {level}: {five}");
                let block = move_of(level, seed, &["h8", "g8", "i8", "a3", "j8", "a5", "k8"]);
                assert_eq!(block, "l8", "level {level}");
            }
        }
    }

    #[test]
    fn the_best_level_alone_opens_from_the_book_if_it_may() {
        let mut engine = Engine::new(EngineOptions { memory: 1 << 20, ..EngineOptions::default() });
        let mut choose = |level, book, seed, game: &Game| {
            let mut chooser = Chooser { book, ..Chooser::new(level, Some(seed)) };
            let limits = Limits { nodes: Some(500), ..Limits::default() };
            let stop = Stop::new();
            chooser.choose(&mut engine, game, &limits, &stop, &mut |_| {}).unwrap()
        };
        let library = Book::built_in(Rule::Freestyle, Size::default()).unwrap();
        let start = game(&["h8", "i9"]);
        let mut played = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let choice = choose(Level::BEST, true, seed, &start);
            assert!(choice.is_from_book && choice.nodes == 0, "{choice:?}");
            let mut after = start.clone();
            after.play(choice.line[0]).unwrap();
            let known = library.moves(&start).into_iter().find(|known| {
                let mut other = start.clone();
                other.play(known.point).unwrap();
                other.shift_key() == after.shift_key()
            });
            assert!(known.is_some_and(|known| known.is_playable()), "{choice:?}");
            if let Some(&reply) = choice.line.get(1) {
                assert!(after.board().is_free(reply), "{choice:?}");
            }
            played.insert(choice.line[0]);
        }
        assert!(played.len() > 1, "{played:?}");
        let again = [(); 2].map(|()| choose(Level::BEST, true, 4, &start));
        assert_eq!(again[0], again[1]);
        for (level, book) in [(Level::BEST, false), (Level(9), true), (Level(1), true)] {
            let choice = choose(level, book, 1, &start);
            assert!(!choice.is_from_book, "level {level}");
            assert!(level < Level::BEST || choice.nodes > 0, "it searched");
        }
        // Where the library knows nothing it is searched as ever.
        let unknown = game(&["a1", "o15", "a15"]);
        assert!(!choose(Level::BEST, true, 1, &unknown).is_from_book);
        // Who is left one move plays it, whatever the library says.
        let block = game(&["h8", "g8", "i8", "a3", "j8", "a5", "k8"]);
        assert_eq!(choose(Level::BEST, true, 1, &block).line[0].to_string(), "l8");
    }

    #[test]
    fn answers_to_the_same_moves_differ_unless_chance_is_the_same() {
        let mut engine = Engine::new(EngineOptions { memory: 1 << 20, ..EngineOptions::default() });
        let mut answer = |level, seed| {
            engine.forget();
            let mut chooser = Chooser::new(Level(level), Some(seed));
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            let game = game(&["h8", "i9"]);
            let stop = Stop::new();
            chooser.choose(&mut engine, &game, &limits, &stop, &mut |_| {}).unwrap().line[0]
        };
        for level in [1, 3, 10] {
            let answers: std::collections::BTreeSet<Point> =
                (0..20).map(|seed| answer(level, seed)).collect();
            assert!(answers.len() > 1, "level {level}: {answers:?}");
            assert_eq!(answer(level, 4), answer(level, 4));
        }
    }
}
