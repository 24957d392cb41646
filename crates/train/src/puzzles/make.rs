//! From games to puzzles.

use std::collections::{HashMap, HashSet};

use tengen_core::{Game, Rule, Size};
use tengen_engine::Stop;

use super::{Certificate, Certifier, Failure, Halt, Kind, Puzzle, Source, Wanted};
use crate::Record;

/// Which puzzles are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// The kind.
    pub kind: Kind,
    /// The most answers of each.
    pub answers: usize,
    /// How many there are to be at the end.
    pub count: usize,
    /// The order in which games are looked at.
    pub seed: u64,
}

impl Plan {
    /// Whether a puzzle is one of those that are wanted.
    pub fn fits(&self, puzzle: &Puzzle) -> bool {
        let game = &puzzle.game;
        (puzzle.kind, game.rule(), game.size()) == (self.kind, self.rule, self.size)
    }

    /// The most puzzles of the same length: a quarter of all, so that lengths vary.
    fn most_of_a_length(&self) -> usize {
        self.count.div_ceil(4)
    }
}

/// What a maker has to say.
#[derive(Debug)]
pub enum Event {
    /// Another game was looked at.
    Looked {
        /// Games up to now.
        games: usize,
        /// All games there are.
        of: usize,
    },
    /// A puzzle was found.
    Found(Box<Puzzle>),
}

/// Looks for puzzles in games, one a game, until there are enough or no games are left.
///
/// It counts nodes and no time, and the puzzles that are there tell it where it was: interrupted, it goes on to the
/// same puzzles as if it had not been.
#[derive(Debug)]
pub struct Maker {
    plan: Plan,
    /// The games that are left, with the names of their files, the next one last.
    games: Vec<(String, Record)>,
    all_games: usize,
    /// Positions that are puzzles already.
    known: HashSet<u64>,
    /// Puzzles of each length.
    lengths: HashMap<u32, usize>,
    found: usize,
}

/// How many of the last positions of a game are looked at.
const LAST_MOVES: usize = 16;

/// The longest win of a puzzle, in plies: nobody reads further.
const LONGEST: u32 = 25;

/// The most stones of a puzzle.
const MOST_STONES: usize = 80;

impl Maker {
    /// A maker for these games, each with the name of its file. `known` are the puzzles that are there.
    pub fn new(plan: Plan, games: Vec<(String, Record)>, known: &[Puzzle]) -> Maker {
        let mut games = games;
        games.retain(|(_, record)| (record.rule, record.size) == (plan.rule, plan.size));
        // Whatever the order of files and of games in them.
        games.sort_by(|a, b| (&a.0, a.1.seed, a.1.number).cmp(&(&b.0, b.1.seed, b.1.number)));
        fastrand::Rng::with_seed(plan.seed).shuffle(&mut games);
        let all_games = games.len();
        let own: Vec<&Puzzle> = known.iter().filter(|puzzle| plan.fits(puzzle)).collect();
        let sources: HashSet<(&str, u32, u32)> = own
            .iter()
            .map(|puzzle| &puzzle.source)
            .map(|source| (source.games.as_str(), source.seed, source.number))
            .collect();
        let was_used = |(file, record): &(String, Record)| {
            sources.contains(&(file.as_str(), record.seed, record.number))
        };
        let done = games.iter().rposition(was_used).map_or(0, |last| last + 1);
        games.drain(..done);
        games.reverse();
        let mut lengths = HashMap::new();
        own.iter().for_each(|puzzle| *lengths.entry(puzzle.length).or_default() += 1);
        let found = own.len();
        let known = known.iter().map(|puzzle| puzzle.game.shift_key()).collect();
        Maker { plan, games, all_games, known, lengths, found }
    }

    /// Puzzles of the plan that there are by now.
    pub fn found(&self) -> usize {
        self.found
    }

    /// Games of the rule and size, those that were looked at included.
    pub fn all_games(&self) -> usize {
        self.all_games
    }

    /// Looks for puzzles. `tell` may refuse one, which ends the work.
    ///
    /// # Errors
    /// If the checker refuses a proof, or `tell` fails.
    pub fn run<E: From<Halt>>(
        &mut self,
        stop: &Stop,
        mut tell: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut certifier = Certifier::new(stop.clone());
        while self.found < self.plan.count {
            let Some((file, record)) = self.games.pop() else { break };
            match self.look(&mut certifier, &file, &record) {
                Err(Halt::Stopped) => break,
                Err(halt) => return Err(halt.into()),
                Ok(None) => {}
                Ok(Some(puzzle)) => {
                    self.known.insert(puzzle.game.shift_key());
                    *self.lengths.entry(puzzle.length).or_default() += 1;
                    self.found += 1;
                    tell(Event::Found(Box::new(puzzle)))?;
                }
            }
            tell(Event::Looked { games: self.all_games - self.games.len(), of: self.all_games })?;
        }
        Ok(())
    }

    /// The first puzzle of a game, its last positions first.
    fn look(
        &self,
        certifier: &mut Certifier,
        file: &str,
        record: &Record,
    ) -> Result<Option<Puzzle>, Halt> {
        let Ok(mut game) = record.replay() else { return Ok(None) };
        for searched in record.moves.iter().rev().take(LAST_MOVES) {
            game.undo();
            if !self.is_promising(searched.score) || game.board().stone_count() > MOST_STONES {
                continue;
            }
            let Some(certificate) = self.certify(certifier, &game)? else { continue };
            let nodes = certifier.difficulty(&game, self.plan.kind)?;
            let Certificate { length, answers, line, proof } = certificate;
            let source = Source {
                games: file.to_owned(),
                seed: record.seed,
                number: record.number,
                ply: game.board().stone_count() as u32,
            };
            let kind = self.plan.kind;
            let puzzle =
                Puzzle { kind, game, length, answers, line, nodes, rating: None, source, proof };
            debug_assert_eq!(Puzzle::parse(&puzzle.to_line()).as_ref(), Ok(&puzzle));
            return Ok(Some(puzzle));
        }
        Ok(None)
    }

    /// Whether a position is worth a look, by what the search said of it when the game was played.
    fn is_promising(&self, score: i16) -> bool {
        match self.plan.kind {
            Kind::Vcf | Kind::Trap => true,
            Kind::Vct => score > 150,
            Kind::Win => score > 300,
            // A position that is lost has no defence.
            Kind::Defence => score < 200 && score > -Record::PROVEN,
        }
    }

    fn certify(&self, certifier: &mut Certifier, game: &Game) -> Result<Option<Certificate>, Halt> {
        if self.known.contains(&game.shift_key()) {
            return Ok(None);
        }
        let count = |plies: u32| self.lengths.get(&plies).copied().unwrap_or(0);
        let most = self.plan.most_of_a_length();
        let length = |plies: u32| plies <= LONGEST && count(plies) < most;
        let wanted = Wanted { length: &length, answers: self.plan.answers };
        match certifier.certify(game, self.plan.kind, &wanted) {
            Ok(certificate) => Ok(Some(certificate)),
            Err(Failure::Unfit(_)) => Ok(None),
            Err(Failure::Halt(halt)) => Err(halt),
        }
    }
}
