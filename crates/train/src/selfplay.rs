//! The engine against itself: many games, each the same whenever it is played again.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

use tengen_core::{Game, Rule, Size};
use tengen_engine::{Engine, EngineOptions, Limits, Report, Stop, Verdict};

use crate::opening::{self, OpeningPlan};
use crate::record::{Ending, Record, Searched};
use crate::store::{StoreError, Writer};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Selfplay {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Nodes a move; a tenth more or less, so that games differ.
    pub nodes: u64,
    /// Where the dice begin.
    pub seed: u32,
    /// How openings are made.
    pub openings: OpeningPlan,
    /// In so many first moves the second best may be played instead, if it is nearly as good.
    pub wander: usize,
    /// What the engine may use and which numbers it has; one thread each.
    pub engine: EngineOptions,
}

impl Default for Selfplay {
    fn default() -> Self {
        Selfplay {
            rule: Rule::Freestyle,
            size: Size::default(),
            nodes: 1000,
            seed: 1,
            openings: OpeningPlan::default(),
            wander: 10,
            engine: EngineOptions { memory: 8 << 20, ..EngineOptions::default() },
        }
    }
}

/// What happens while a file is filled.
#[derive(Debug)]
pub enum Filled<'a> {
    /// The file had so many of the games.
    Had(usize),
    /// A game was played.
    Played {
        /// The game.
        game: &'a Record,
        /// Whether no game before was the same.
        is_new: bool,
    },
}

/// How much worse than the best a move may be that is played for variety.
const NEARLY_AS_GOOD: i32 = 40;
/// How likely such a move is played.
const WANDERING: f64 = 0.2;
/// A game is drawn after so many moves in a row that a search found even …
const EVEN_MOVES: usize = 16;
/// … up to this estimate …
const EVEN: i16 = 15;
/// … once the board is this full, in percent.
const EVEN_FROM: usize = 45;

impl Selfplay {
    /// Plays the games of numbers that are not in `played`, `count` in all, on so many threads;
    /// `on_game` gets each as it ends. Ends soon when `stop` says so.
    pub fn run(
        &self,
        count: u32,
        threads: usize,
        played: &HashSet<u32>,
        stop: &Stop,
        mut on_game: impl FnMut(Record),
    ) {
        let next = AtomicU32::new(0);
        std::thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for _ in 0..threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut engine = Engine::new(self.engine.clone());
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count || stop.is_stopped() {
                            return;
                        }
                        if played.contains(&number) {
                            continue;
                        }
                        let game = self.play(number, &mut engine, stop);
                        if game.is_none_or(|game| sender.send(game).is_err()) {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            games.iter().for_each(&mut on_game);
        });
    }

    /// Plays until a file has the games of all numbers below `count` of this seed, rule and size,
    /// each only once. `see` is told how many of them the file had, and then every game with whether
    /// it is new. Ends soon when `stop` says so.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn fill(
        &self,
        path: &Path,
        count: u32,
        threads: usize,
        stop: &Stop,
        mut see: impl FnMut(Filled<'_>),
    ) -> Result<(), StoreError> {
        let (mut known, mut played) = (HashSet::new(), HashSet::new());
        let mut writer = Writer::open(path, |game| {
            known.insert(game.fingerprint());
            // Games of another seed, rule or size in the file are somebody else's.
            if (game.seed, game.rule, game.size) == (self.seed, self.rule, self.size) {
                played.insert(game.number);
            }
        })?;
        see(Filled::Had(played.len()));
        let mut written = Ok(());
        self.run(count, threads, &played, stop, |game| {
            let is_new = known.insert(game.fingerprint());
            if is_new && written.is_ok() {
                written = writer.append(&game);
            }
            if written.is_err() {
                stop.stop();
            }
            see(Filled::Played { game: &game, is_new });
        });
        written.and_then(|()| writer.save())
    }

    /// Plays one game; none if it was stopped.
    pub fn play(&self, number: u32, engine: &mut Engine, stop: &Stop) -> Option<Record> {
        let mut rng = fastrand::Rng::with_seed(mixed(self.seed, number));
        let empty = Game::new(self.size, self.rule);
        let mut game = opening::put(&empty, &self.openings, engine, &mut rng, stop);
        let opening = opening::stones(&game);
        engine.forget();
        let mut moves = Vec::new();
        let (winner, ending) = loop {
            let searched = self.think(&game, moves.len(), engine, &mut rng, stop);
            if stop.is_stopped() {
                return None;
            }
            let Some(searched) = searched else { break (None, Ending::Board) };
            if searched.score.abs() >= Record::PROVEN {
                let side = game.to_move();
                moves.push(searched);
                break (Some(if searched.score > 0 { side } else { !side }), Ending::Proven);
            }
            moves.push(searched);
            let outcome = game.play(searched.point).expect("the engine plays legal moves");
            if let Some(outcome) = outcome {
                break (outcome.winner(), Ending::Board);
            }
            if is_even(&moves, &game) {
                break (None, Ending::Even);
            }
        };
        Some(Record {
            seed: self.seed,
            number,
            rule: self.rule,
            size: self.size,
            opening,
            moves,
            winner,
            ending,
        })
    }

    /// Chooses a move.
    fn think(
        &self,
        game: &Game,
        made: usize,
        engine: &mut Engine,
        rng: &mut fastrand::Rng,
        stop: &Stop,
    ) -> Option<Searched> {
        let nodes = self.nodes - self.nodes / 10 + rng.u64(0..=self.nodes / 5);
        let wanders = made < self.wander && rng.f64() < WANDERING;
        let lines = if wanders { 2 } else { 1 };
        let limits = Limits { nodes: Some(nodes), multipv: lines, ..Limits::default() };
        let report = engine.search(game, &limits, stop, &mut |_| {});
        let best = line(&report, 0)?;
        let second = line(&report, 1).filter(|second| {
            let loss = i32::from(best.score) - i32::from(second.score);
            best.score.abs() < Record::PROVEN && loss <= NEARLY_AS_GOOD
        });
        Some(second.map_or(best, |second| Searched { point: second.point, ..best }))
    }
}

fn line(report: &Report, number: usize) -> Option<Searched> {
    let line = report.pvs.get(number)?;
    let score = match line.verdict {
        Verdict::Unclear { centi } => {
            let most = i32::from(Record::PROVEN) - 1;
            centi.clamp(-most, most)
        }
        proven => proven.number(),
    };
    Some(Searched { point: *line.moves.first()?, score: score as i16 })
}

/// Whether nothing has happened for long on a board that is rather full.
fn is_even(moves: &[Searched], game: &Game) -> bool {
    let full = game.board().stone_count() * 100 >= game.size().area() * EVEN_FROM;
    let last = moves.iter().rev().take(EVEN_MOVES);
    full && moves.len() >= EVEN_MOVES && last.clone().all(|one| one.score.abs() <= EVEN)
}

/// Different dice for every game, the same for the same game.
fn mixed(seed: u32, number: u32) -> u64 {
    let seed = u64::from(seed);
    let mixed = (seed ^ u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(29);
    mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ seed
}
