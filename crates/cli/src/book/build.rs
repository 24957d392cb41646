//! `tengen book build`: an opening book from our own searches.

use std::path::PathBuf;

use anyhow::Context;
use tengen_core::{Game, Rule, Size};
use tengen_engine::Stop;
use tengen_player::book::Entry;
use tengen_train::book::BookBuilder;

use super::crew::Crew;
use super::log::{Log, conditions};
use super::{read, sources};
use crate::progress::Shown;
use crate::{interrupt, machine, options, output};

/// Make an opening book from our own searches
///
/// It starts at the empty board, at the named openings, and at openings and frequent positions of the
/// given files, and follows the best moves and those nearly as good to the likeliest positions, until
/// there are `--positions` of them. Moves that a search refutes are left out. Every search goes to a
/// log at once: after an interruption or a kill the same command resumes, and with more positions it
/// goes further. The same files, nodes and weights of the engine give the same book, on any number of
/// threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen book build mine.txt --rule renju --positions 500\n  \
    tengen book build crates/player/data/book/freestyle-20.txt --size 20 --positions 500 --nodes 20000 \
    --openings data/openings/openings.txt --games data/games/games.txt data/selfplay/freestyle-20.tgg.gz")]
pub(super) struct Build {
    /// The book to write
    pub(super) file: PathBuf,

    /// Rule of the game
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    pub(super) rule: Rule,

    /// Lines of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::size)]
    pub(super) size: Size,

    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(super) positions: usize,

    /// Nodes a position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(10..))]
    pub(super) nodes: u64,

    /// The most moves of a position that are searched (multi-PV)
    #[arg(long, alias = "lines", value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) multipv: u64,

    /// Openings to start at: files of positions, or a table id | rule | size | moves
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) openings: Vec<PathBuf>,

    /// Games whose positions count: self-play (.tgg, .tgg.gz), records, or a table
    /// id | rule | size | result | how it is known | moves
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) games: Vec<PathBuf>,

    /// Positions searched at the same time [default: one for every core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    pub(super) threads: Option<usize>,

    /// The log of all searches [default: the book's name and .log]
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
}

impl Build {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        self.make(&interrupt::stop_on_interrupt()?)
    }

    /// Makes the book, unless it is stopped before.
    pub(super) fn make(&self, stop: &Stop) -> anyhow::Result<()> {
        output::check_place(&self.file)?;
        if self.file.exists() {
            // What is no book is not written over.
            read(&self.file)?;
        }
        let sources = sources::read(self.rule, self.size, &self.openings, &self.games)?;
        let mut builder = sources.builder(self.positions / 2);
        let mut log = Log::open(&self.log_path(), &self.conditions())?;
        self.grow(&mut builder, &mut log, stop)?;
        if stop.is_stopped() {
            let count = builder.analysed();
            return output::print(&format!(
                "{count} positions; interrupted, start it again to go on\n"
            ));
        }
        let book = builder.book(self.nodes);
        output::write(&self.file, book.to_string().as_bytes())?;
        let moves: usize = book.entries().iter().map(|entry| entry.moves.len()).sum();
        output::print(&format!("{} positions, {moves} moves\n", book.entries().len()))
    }

    /// Analyses positions until there are enough, or nothing is left.
    fn grow(&self, builder: &mut BookBuilder, log: &mut Log, stop: &Stop) -> anyhow::Result<()> {
        let mut crew = Crew::new(self.threads.unwrap_or_else(machine::cores), self.nodes);
        let mut shown = Shown::of(self.positions as u64, "positions");
        let multipv = self.multipv as usize;
        while builder.analysed() < self.positions {
            let chosen = builder.next(self.positions - builder.analysed());
            if chosen.is_empty() {
                shown.warn("there is nowhere to grow: all lines end decided");
                break;
            }
            let is_new = |game: &&Game| log.get(&entry_of(game).name()).is_none();
            let new: Vec<Game> = chosen.iter().filter(is_new).cloned().collect();
            let mut done = (builder.analysed() + chosen.len() - new.len()) as u64;
            crew.work(
                &new,
                stop,
                |searcher, game| searcher.moves(game, multipv, stop),
                |number, moves| {
                    log.add(Entry { moves, ..entry_of(&new[number]) })?;
                    done += 1;
                    shown.update(done, format!("{} stones", new[number].board().stone_count()));
                    Ok(())
                },
            )?;
            if stop.is_stopped() {
                break;
            }
            for game in &chosen {
                let moves =
                    log.get(&entry_of(game).name()).context("a position was not analysed")?;
                builder.learn(game, moves);
            }
        }
        shown.finish();
        Ok(())
    }

    fn log_path(&self) -> PathBuf {
        let usual = || {
            let mut name = self.file.clone().into_os_string();
            name.push(".log");
            PathBuf::from(name)
        };
        self.log.clone().unwrap_or_else(usual)
    }

    fn conditions(&self) -> String {
        conditions("build", self.rule, self.size, self.nodes, self.multipv as usize)
    }
}

/// The entry of a position that the builder chose, with nothing known yet.
fn entry_of(game: &Game) -> Entry {
    Entry::of(game).expect("a book's positions are played from the empty board")
}
