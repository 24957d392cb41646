//! `tengen learn`: generations of weights, each kept only if it wins.

mod generation;
mod history;

use std::path::PathBuf;

use anyhow::{Context, ensure};
use tengen_arena::{Openings, Sprt};
use tengen_core::{Rule, Size};
use tengen_engine::Weights;

use crate::{interrupt, machine, openings, options, output};
use history::History;

/// Self-play, training and a match, generation after generation, keeping the weights that win
///
/// A generation plays games against itself, trains weights on them and on the games of the generations
/// before, and plays a match of equal time against the weights it started from. It is kept only if it
/// wins the match. Everything is kept in one folder: after an interruption or a kill the same command
/// resumes. HISTORY.md in that folder has the results of each generation.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen learn gen --rule freestyle --size 15 --size 20 --games 12000 --generations 5\n  \
    tengen learn small --from crates/engine/data/weights/hand.txt --games 2000 --nodes 300 --generations 1 --time 20")]
pub(crate) struct Learn {
    /// The folder of games, weights and results
    folder: PathBuf,

    /// Rule of the games
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    rule: Rule,

    /// Lines of the board; may be repeated
    #[arg(long = "size", value_name = "LINES", default_value = "15", value_parser = options::size)]
    sizes: Vec<Size>,

    /// Number of generations
    #[arg(long, value_name = "N", default_value_t = 1)]
    generations: u32,

    /// Games of each generation on each size
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u32,

    /// Nodes a move of those games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(10..))]
    nodes: u64,

    /// Share of the search score in the value target, 0 to 1; the rest is the game's result
    #[arg(long, alias = "blend", value_name = "SHARE", default_value_t = 0.9)]
    lambda: f32,

    /// How many of the latest generations are trained on
    #[arg(long, value_name = "N", default_value_t = 3)]
    window: u32,

    /// Time a move in matches
    #[arg(long, value_name = "MS", default_value_t = 50)]
    time: u64,

    /// The most games of a match on each size
    #[arg(long, value_name = "N", default_value_t = 400)]
    match_games: usize,

    /// SPRT bounds: a generation is kept as soon as ELO1 is accepted, and dropped as soon as ELO0 is
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        default_value = "0,30",
        allow_hyphen_values = true
    )]
    sprt: Sprt,

    /// Games against generation 0, after each generation that is kept
    #[arg(long, value_name = "N", default_value_t = 100)]
    first_games: usize,

    /// Openings of the matches: a file of positions or a table [default: random stones]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Weights of generation 0 [default: those built into the engine]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// RNG seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,

    /// Games at the same time, and threads that train [default: one for every core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    threads: Option<usize>,
}

impl Learn {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let stop = interrupt::stop_on_interrupt()?;
        std::fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        let mut history = History::open(&self.folder, &self.conditions()?)?;
        self.write_first()?;
        while history.count() < self.generations && !stop.is_stopped() {
            let number = history.count() + 1;
            let Some(outcome) = generation::run(self, number, &history, &stop)? else { break };
            output::print(&format!("{}\n", outcome.text()))?;
            history.add(outcome)?;
        }
        let best = self.weights(history.best());
        output::print(&format!("best weights: {}\n", best.display()))
    }

    /// The file of a generation's weights.
    fn weights(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("generation-{generation}.txt"))
    }

    /// The file of a generation's games on a size.
    fn file_of_games(&self, generation: u32, size: Size) -> PathBuf {
        self.folder.join(format!("games-{generation}-{}.tgg", size.lines()))
    }

    /// Writes the weights of generation 0.
    fn write_first(&self) -> anyhow::Result<()> {
        let path = self.weights(0);
        if path.exists() {
            return Ok(());
        }
        let weights = match &self.from {
            Some(from) => options::weights(from)?.as_ref().clone(),
            None => Weights::built_in(self.rule),
        };
        output::write(&path, weights.to_string().as_bytes())
    }

    /// What must be the same for a folder to be resumed.
    fn conditions(&self) -> anyhow::Result<serde_json::Value> {
        let sizes: Vec<u8> = self.sizes.iter().map(|size| size.lines()).collect();
        ensure!(!sizes.is_empty(), "there is no size");
        Ok(serde_json::json!({
            "rule": self.rule.name(), "sizes": sizes, "games": self.games, "nodes": self.nodes,
            "lambda": self.lambda, "window": self.window, "time": self.time, "seed": self.seed,
            "match_games": self.match_games, "sprt": [self.sprt.elo0(), self.sprt.elo1()],
        }))
    }

    fn read_openings(&self, size: Size, games: usize, seed: u64) -> anyhow::Result<Openings> {
        openings::shuffled(self.openings.as_deref(), self.rule, size, games, seed)
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(machine::cores)
    }
}
