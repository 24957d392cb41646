//! `tengen selfplay`: the engine against itself, for training.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::ensure;
use tengen_core::{Rule, Size};
use tengen_engine::EngineOptions;
use tengen_player::NetworkChoice;
use tengen_train::{OpeningConfig, Record, Selfplay as Games, SelfplayEvent};

use crate::progress::Shown;
use crate::{interrupt, machine, options, output};

/// Let the engine play itself, and keep the games for training
///
/// Games begin with a few random stones that a search finds playable for both sides. A game ends on
/// the board, when a search proves a win, or as a draw when scores have been even for long. The seed
/// and the number of a game determine it. After an interruption or a kill the same command resumes;
/// unfinished games are played again. One run at a time writes to a file, and only under the
/// conditions that the file was begun with; `tengen data convert` joins files.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen selfplay games.tgg --games 20000 --rule renju\n  \
    tengen selfplay games.tgg --games 50000 --size 20 --nodes 500 --seed 7\n  \
    tengen data stat games.tgg")]
pub(crate) struct Selfplay {
    /// The file that the games are appended to
    file: PathBuf,

    /// How many games the file should have
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u32,

    /// Rule of the game
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    rule: Rule,

    /// Lines of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::size)]
    size: Size,

    /// Nodes a move, randomly up to a tenth more or less
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(10..))]
    nodes: u64,

    /// RNG seed; each has a file of its own
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,

    /// Games at the same time [default: one for every core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    threads: Option<usize>,

    /// Random stones before a game, at least and at most; on at most a third of the points
    #[arg(long, value_name = "FEWEST,MOST", default_value = "2,8", value_parser = options::stones)]
    opening: (usize, usize),

    /// How much better one side may be after them, in hundredths of a point
    #[arg(long, value_name = "CENTI", default_value_t = 200,
        value_parser = clap::value_parser!(i32).range(1..))]
    balance: i32,

    /// In this many first moves the second best may be played, if it is nearly as good
    #[arg(long, alias = "wander", value_name = "MOVES", default_value_t = 10)]
    exploration_moves: usize,

    /// A file of weights instead of those built into the engine
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,

    /// A network for the rule (docs/network-format.md), or none
    #[arg(long, value_name = "FILE", default_value = "none", value_parser = options::network)]
    network: NetworkChoice,
}

impl Selfplay {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        // Random stones on a full board leave no even position: the search for one would never end.
        let (most, room) = (self.opening.1, self.size.area() / 3);
        ensure!(
            most <= room,
            "--opening: {most} stones are too many on {0}×{0} points; {room} are possible",
            self.size
        );
        let stop = interrupt::stop_on_interrupt()?;
        let games = self.games_to_play()?;
        let mut tally = Tally::new();
        let mut shown = Shown::of(u64::from(self.games), "games");
        games.fill(&self.file, self.games, self.threads(), &stop, |event| match event {
            SelfplayEvent::Resumed(count) => {
                tally.before = count as u64;
                shown.update(tally.done(), String::new());
                shown.reset_eta();
            }
            SelfplayEvent::Played { game, is_new } => {
                tally.count(game, is_new);
                shown.update(tally.done(), tally.to_string());
            }
        })?;
        shown.finish();
        let rest = if stop.is_stopped() { "; interrupted, run it again to resume" } else { "" };
        output::print(&format!("{} games, {tally}{rest}\n", tally.done()))
    }

    fn games_to_play(&self) -> anyhow::Result<Games> {
        self.network.of(self.rule)?;
        let weights = self.eval.as_deref().map(options::weights).transpose()?;
        let usual = Games::default();
        Ok(Games {
            rule: self.rule,
            size: self.size,
            nodes: self.nodes,
            seed: self.seed,
            openings: OpeningConfig {
                stones: self.opening,
                max_score: self.balance,
                nodes: 3 * self.nodes,
            },
            exploration_moves: self.exploration_moves,
            engine: EngineOptions { weights, network: self.network.clone(), ..usual.engine },
        })
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(machine::cores)
    }
}

/// The games so far.
struct Tally {
    before: u64,
    games: u64,
    positions: u64,
    duplicates: u64,
    /// Black, White, drawn.
    results: [u64; 3],
    since: Instant,
}

impl Tally {
    fn new() -> Tally {
        let since = Instant::now();
        Tally { before: 0, games: 0, positions: 0, duplicates: 0, results: [0; 3], since }
    }

    fn count(&mut self, game: &Record, is_new: bool) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.duplicates += u64::from(!is_new);
        self.results[game.winner.map_or(2, |side| side as usize)] += 1;
    }

    fn done(&self) -> u64 {
        self.before + self.games
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [black, white, drawn] = self.results;
        let speed = self.positions as f64 / self.since.elapsed().as_secs_f64().max(1e-3);
        write!(
            f,
            "{} positions, {speed:.0} a second; black {black}, white {white}, drawn {drawn}",
            self.positions
        )?;
        if self.duplicates > 0 {
            write!(f, "; {} duplicates", self.duplicates)?;
        }
        Ok(())
    }
}
