//! Chooses moves of a level, for those who do not ask a session yet.

use tengen_core::{Game, Point};
use tengen_engine::{Engine, Event, Limits, Position, Stop, Verdict};

use super::{Level, Plan, any_move, choose};
use crate::Books;

/// A move of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move, and what may follow.
    pub line: Vec<Point>,
    /// What the search thinks of it; none if there was no search.
    pub verdict: Option<Verdict>,
    /// How deep the search was.
    pub depth: u32,
    /// Whether the opening book knew it.
    pub is_from_book: bool,
}

impl Choice {
    fn unsearched(point: Point) -> Choice {
        Choice { line: vec![point], verdict: None, depth: 0, is_from_book: false }
    }
}

/// Chooses moves of a level, by chance among those that are good enough for it.
#[derive(Clone, Debug)]
pub struct Chooser {
    /// The level; it may change from move to move.
    pub level: Level,
    /// Whether the best level plays from the opening book.
    pub book: bool,
    books: Books,
    rng: fastrand::Rng,
}

impl Chooser {
    /// Without the opening book. Chance follows from the seed, if there is one.
    pub fn new(level: Level, seed: Option<u64>) -> Chooser {
        let rng = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        Chooser { level, book: false, books: Books::default(), rng }
    }

    /// A move, within these limits. None only if there is no free point.
    pub fn choose(
        &mut self,
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event),
    ) -> Option<Choice> {
        let position = Position::of(game, engine.tables(game.rule()));
        let (limits, slack) = match self.level.plan(game, &position, limits, &mut self.rng) {
            Plan::Play(point, _) => return Some(Choice::unsearched(point)),
            Plan::Search { limits, slack } => (limits, slack),
        };
        let asks_book = self.book && self.level == Level::BEST;
        let seed = asks_book.then(|| self.rng.u64(..));
        let seed = seed.filter(|_| limits.only.is_empty() && limits.exclude.is_empty());
        let known = seed.and_then(|seed| self.books.look_up(game, seed));
        let is_from_book = known.is_some();
        let report = known.unwrap_or_else(|| engine.search(game, &limits, stop, on_event));
        let Some((line, verdict)) = choose(slack, &report, game, &mut self.rng) else {
            return any_move(game).map(Choice::unsearched);
        };
        Some(Choice { line, verdict: Some(verdict), depth: report.depth, is_from_book })
    }
}
