//! `tengen learn`: generation after generation, each kept only if it wins.

mod generation;
mod history;

use std::path::PathBuf;

use anyhow::{Context, ensure};
use tengen_arena::{Openings, Sprt};
use tengen_core::{Rule, Size};
use tengen_engine::Weights;

use crate::{interrupt, openings, options, output};
use history::History;

/// Play, learn, match, and keep what wins; again and again
///
/// A generation plays games against itself, learns numbers from them and from the games of the
/// generations before, and plays a match of equal time against the numbers it began with. It is kept
/// only if the match is won. Everything lies in one folder: interrupted or killed, the same command
/// goes on where it was. HISTORY.md there tells what came of each generation.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen learn gen --rule freestyle --size 15 --size 20 --games 12000 --generations 5\n  \
    tengen learn small --from crates/engine/data/weights/hand.txt --games 2000 --nodes 300 --generations 1 --time 20")]
pub(crate) struct Learn {
    /// The folder of games, numbers and results
    folder: PathBuf,

    /// Rule of the games
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    rule: Rule,

    /// Lines of the board; may come often
    #[arg(long = "size", value_name = "LINES", default_value = "15", value_parser = options::size)]
    sizes: Vec<Size>,

    /// How many generations
    #[arg(long, value_name = "N", default_value_t = 1)]
    generations: u32,

    /// Games of each generation on each size
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u32,

    /// Nodes a move in them
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(10..))]
    nodes: u64,

    /// How much of what is learned is the search's word, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.9)]
    blend: f32,

    /// Games of so many generations are learned from
    #[arg(long, value_name = "N", default_value_t = 3)]
    window: u32,

    /// Time a move in matches
    #[arg(long, value_name = "MS", default_value_t = 50)]
    time: u64,

    /// The most games of a match on each size
    #[arg(long, value_name = "N", default_value_t = 400)]
    match_games: usize,

    /// A generation is kept as soon as it is ELO1 rather than ELO0 stronger, and dropped likewise
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        default_value = "0,30",
        allow_hyphen_values = true
    )]
    sprt: Sprt,

    /// Games against the first numbers of all, after each generation that is kept
    #[arg(long, value_name = "N", default_value_t = 100)]
    first_games: usize,

    /// Where matches begin: a file of positions or a table [default: random stones]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// The first numbers [default: those that come with the engine]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Where all dice begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,

    /// Games at the same time, and threads that learn [default: one for every core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Learn {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let stop = interrupt::stop_on_interrupt()?;
        std::fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        let mut history = History::open(&self.folder, &self.conditions()?)?;
        self.begin()?;
        while history.count() < self.generations && !stop.is_stopped() {
            let number = history.count() + 1;
            let Some(outcome) = generation::run(self, number, &history, &stop)? else { break };
            output::print(&format!("{}\n", outcome.text()))?;
            history.add(outcome)?;
        }
        let best = self.numbers(history.best());
        output::print(&format!("the best numbers: {}\n", best.display()))
    }

    /// The numbers of a generation.
    fn numbers(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("generation-{generation}.txt"))
    }

    /// The games of a generation on a size.
    fn file_of_games(&self, generation: u32, size: Size) -> PathBuf {
        self.folder.join(format!("games-{generation}-{}.tgg", size.lines()))
    }

    /// Lays the first numbers down.
    fn begin(&self) -> anyhow::Result<()> {
        let path = self.numbers(0);
        if path.exists() {
            return Ok(());
        }
        let numbers = match &self.from {
            Some(from) => options::weights(from)?.as_ref().clone(),
            None => Weights::built_in(self.rule),
        };
        output::write(&path, numbers.to_string().as_bytes())
    }

    /// What must be the same when the command is started again.
    fn conditions(&self) -> anyhow::Result<serde_json::Value> {
        let sizes: Vec<u8> = self.sizes.iter().map(|size| size.lines()).collect();
        ensure!(!sizes.is_empty(), "there is no size");
        Ok(serde_json::json!({
            "rule": self.rule.name(), "sizes": sizes, "games": self.games, "nodes": self.nodes,
            "blend": self.blend, "window": self.window, "time": self.time, "seed": self.seed,
            "match_games": self.match_games, "sprt": [self.sprt.elo0(), self.sprt.elo1()],
        }))
    }

    fn read_openings(&self, size: Size, games: usize, seed: u64) -> anyhow::Result<Openings> {
        openings::shuffled(self.openings.as_deref(), self.rule, size, games, seed)
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(options::cores)
    }
}
