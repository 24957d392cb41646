//! Self-play: the engine against itself in many games, each of which can be repeated.

mod opening;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

use tengen_core::{Game, Rule, Size};
use tengen_engine::{Engine, EngineOptions, Limits, Report, Stop, Weights};

use crate::record::{Conditions, Ending, Record, ScoredMove, StoreError, Writer};
pub use opening::OpeningConfig;

/// How games are played.
#[derive(Clone, Debug)]
pub struct Selfplay {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Nodes a move, randomly up to a tenth more or less, so that games differ.
    pub nodes: u64,
    /// RNG seed.
    pub seed: u32,
    /// How openings are made.
    pub openings: OpeningConfig,
    /// Exploration: in this many first moves the second best may be played, if it is nearly as good.
    pub exploration_moves: usize,
    /// The engine's memory and weights; it has one thread in each game.
    pub engine: EngineOptions,
}

impl Default for Selfplay {
    fn default() -> Self {
        Selfplay {
            rule: Rule::Freestyle,
            size: Size::default(),
            nodes: 1000,
            seed: 1,
            openings: OpeningConfig::default(),
            exploration_moves: 10,
            engine: EngineOptions { memory: 8 << 20, ..EngineOptions::default() },
        }
    }
}

/// Progress of [`Selfplay::fill`].
#[derive(Debug)]
pub enum SelfplayEvent<'a> {
    /// The file already had this many of the games.
    Resumed(usize),
    /// A game was played.
    Played {
        /// The game.
        game: &'a Record,
        /// Whether no earlier game was the same.
        is_new: bool,
    },
}

/// How much worse than the best an explored move may be, in hundredths of a point.
const EXPLORATION_MARGIN: i32 = 40;
/// How likely a move is explored.
const EXPLORATION_RATE: f64 = 0.2;
/// A game is adjudicated a draw after this many moves in a row that a search found even …
const DRAW_MOVES: usize = 16;
/// … within this score …
const DRAW_SCORE: i16 = 15;
/// … once the board is this full, in percent.
const DRAW_FULL: usize = 45;

impl Selfplay {
    /// Plays the games with numbers below `count` that are not in `played`, on several threads;
    /// `on_game` gets each as it ends. Ends soon after `stop`.
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

    /// Plays until a file has all games with numbers below `count`, each once. `see` gets an event for
    /// what the file had, and one for every game. Ends soon after `stop`.
    ///
    /// # Errors
    /// If the file cannot be read or written, another program writes to it, or its games were played
    /// under other conditions.
    pub fn fill(
        &self,
        path: &Path,
        count: u32,
        threads: usize,
        stop: &Stop,
        mut see: impl FnMut(SelfplayEvent<'_>),
    ) -> Result<(), StoreError> {
        let (mut known, mut played) = (HashSet::new(), HashSet::new());
        // A file of an earlier version, or one that was joined from several, tells only by its games.
        let mut differs = None;
        let mut writer = Writer::open_under(path, &self.conditions(), |game| {
            known.insert(game.fingerprint());
            played.insert(game.number);
            differs = differs.take().or_else(|| {
                let of = |seed, rule, size| Conditions::of(named(seed, rule, size));
                let now = of(self.seed, self.rule, self.size);
                now.differs_from(&of(game.seed, game.rule, game.size))
            });
        })?;
        if let Some(differs) = differs {
            return Err(StoreError::OtherConditions { path: path.to_owned(), differs });
        }
        see(SelfplayEvent::Resumed(played.len()));
        let mut written = Ok(());
        self.run(count, threads, &played, stop, |game| {
            let is_new = known.insert(game.fingerprint());
            if is_new && written.is_ok() {
                written = writer.append(&game);
            }
            if written.is_err() {
                stop.stop();
            }
            see(SelfplayEvent::Played { game: &game, is_new });
        });
        written.and_then(|()| writer.save())
    }

    /// All that decides how a game goes, beside its number.
    fn conditions(&self) -> Conditions {
        let OpeningConfig { stones: (fewest, most), max_score, nodes } = self.openings;
        let weights = match &self.engine.weights {
            Some(weights) => weights.to_string(),
            None => Weights::built_in(self.rule).to_string(),
        };
        let network = self.engine.network.of(self.rule).ok().flatten();
        let [rule, size, seed] = named(self.seed, self.rule, self.size);
        Conditions::of([
            rule,
            size,
            seed,
            ("nodes", self.nodes.to_string()),
            ("opening", format!("{fewest},{most}")),
            ("balance", max_score.to_string()),
            ("opening-nodes", nodes.to_string()),
            ("exploration-moves", self.exploration_moves.to_string()),
            ("memory", self.engine.memory.to_string()),
            ("weights", format!("{:016x}", hash(&weights))),
        ])
        // Files from before there were networks say nothing of one.
        .and("network", network.map(|network| format!("{:016x}", network.checksum())))
    }

    /// Plays one game; none if it was stopped.
    pub fn play(&self, number: u32, engine: &mut Engine, stop: &Stop) -> Option<Record> {
        let mut rng = fastrand::Rng::with_seed(game_seed(self.seed, number));
        let empty = Game::new(self.size, self.rule);
        let mut game = opening::place(&empty, &self.openings, engine, &mut rng, stop);
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
    ) -> Option<ScoredMove> {
        let nodes = self.nodes - self.nodes / 10 + rng.u64(0..=self.nodes / 5);
        let explores = made < self.exploration_moves && rng.f64() < EXPLORATION_RATE;
        let lines = if explores { 2 } else { 1 };
        let limits = Limits { nodes: Some(nodes), multipv: lines, ..Limits::default() };
        let report = engine.search(game, &limits, stop, &mut |_| {});
        let best = line(&report, 0)?;
        let second = line(&report, 1).filter(|second| {
            let loss = i32::from(best.score) - i32::from(second.score);
            best.score.abs() < Record::PROVEN && loss <= EXPLORATION_MARGIN
        });
        Some(second.map_or(best, |second| ScoredMove { point: second.point, ..best }))
    }
}

fn line(report: &Report, number: usize) -> Option<ScoredMove> {
    let line = report.pvs.get(number)?;
    Some(ScoredMove { point: *line.moves.first()?, score: line.verdict.number() as i16 })
}

/// Whether scores have been even for long on a board that is rather full.
fn is_even(moves: &[ScoredMove], game: &Game) -> bool {
    let full = game.board().stone_count() * 100 >= game.size().area() * DRAW_FULL;
    let last = moves.iter().rev().take(DRAW_MOVES);
    full && moves.len() >= DRAW_MOVES && last.clone().all(|one| one.score.abs() <= DRAW_SCORE)
}

/// The conditions that every game tells.
fn named(seed: u32, rule: Rule, size: Size) -> [(&'static str, String); 3] {
    [("rule", rule.to_string()), ("size", size.to_string()), ("seed", seed.to_string())]
}

/// FNV-1a: the same on every machine and in every version.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The RNG seed of a game.
fn game_seed(seed: u32, number: u32) -> u64 {
    let seed = u64::from(seed);
    let mixed = (seed ^ u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(29);
    mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ seed
}
