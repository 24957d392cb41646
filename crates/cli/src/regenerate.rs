//! `tengen regenerate`: everything that must be measured again when the engine's weights change.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use tengen_engine::Stop;
use tengen_server::date;

use crate::book::RegenerateBooks;
use crate::matches::{Ladder, rate};
use crate::{bench, interrupt, machine, options, output};

/// Regenerate what depends on the engine's weights: signature, ladder, levels and opening books
///
/// Run it in the checkout, after new weights were built in. The signature goes to crates/cli/data/bench.txt, the
/// ladder to docs/ladder.md, the ratings of the levels to docs/levels.md and crates/player/data/levels.txt, the
/// opening books, built, checked and repaired, to crates/player/data/book. Logs of games and searches are kept in a
/// folder, separately for each set of weights: after an interruption or a kill the same command
/// resumes. All of it takes hours.
#[derive(clap::Args)]
#[command(
    alias = "remake",
    after_help = "Examples:\n  \
    tengen regenerate\n  \
    tengen regenerate --only bench\n  \
    tengen regenerate --only book --concurrency 1\n  \
    tengen regenerate --only ladder --brain rapfi=./pbrain-rapfi"
)]
pub(crate) struct Regenerate {
    /// Regenerate only this; may be repeated
    #[arg(long, value_name = "WHAT")]
    only: Vec<What>,

    /// The program that the ladder calls $NAME; may be repeated
    #[arg(long = "brain", value_name = "NAME=PATH")]
    brains: Vec<String>,

    /// Games of each pair of players [default: what the ladder's file says]
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    /// Positions of each opening book [default: as many as ship]
    #[arg(long, value_name = "N")]
    positions: Option<usize>,

    /// Nodes of each search for the opening books [default: 30000; a check has four times as many]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(10..))]
    nodes: Option<u64>,

    /// Games, or positions of a book, at the same time [default: one for every core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    concurrency: Option<usize>,

    /// Folder of the logs
    #[arg(long, value_name = "FOLDER", default_value = "target/regenerate")]
    folder: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Bench,
    Ladder,
    Levels,
    Book,
}

impl Regenerate {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let stop = interrupt::stop_on_interrupt()?;
        let wants = |what| self.only.is_empty() || self.only.contains(&what);
        std::fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        if self.only != [What::Book] {
            self.measure(wants, &stop)?;
        }
        if wants(What::Book) && !stop.is_stopped() {
            let (positions, nodes, threads) = (self.positions, self.nodes, self.concurrency);
            RegenerateBooks { folder: &self.folder, positions, nodes, threads }.run(&stop)?;
        }
        Ok(())
    }

    /// Signature, ladder and levels.
    fn measure(&self, wants: impl Fn(What) -> bool, stop: &Stop) -> anyhow::Result<()> {
        let signature = bench::count()?.nodes;
        if wants(What::Bench) {
            write_signature(Path::new("crates/cli/data/bench.txt"), signature)?;
        }
        if wants(What::Ladder) && !stop.is_stopped() {
            self.rate("ladder", signature, stop)?;
        }
        if wants(What::Levels) && !stop.is_stopped() {
            let ladder = self.rate("levels", signature, stop)?;
            write_levels(Path::new("crates/player/data/levels.txt"), &ladder)?;
        }
        Ok(())
    }

    /// Plays the ladder of data/ladders/NAME.txt for the page docs/NAME.md.
    fn rate(&self, name: &str, signature: u64, stop: &Stop) -> anyhow::Result<Ladder> {
        let log = self.folder.join(format!("{name}-{signature}.jsonl"));
        let log = log.to_str().context("the folder's name is no text")?;
        let ladder = format!("data/ladders/{name}.txt");
        let page = format!("docs/{name}.md");
        let games_at_once = self.concurrency.unwrap_or_else(machine::cores).to_string();
        let mut words =
            ["--ladder", &ladder, "--write", &page, "--log", log].map(str::to_owned).to_vec();
        words.extend(["--concurrency".to_owned(), games_at_once]);
        words.extend(self.games.iter().flat_map(|games| ["--games".to_owned(), games.to_string()]));
        // Only the ladder names programs.
        let brains = self.brains.iter().filter(|_| name == "ladder");
        words.extend(brains.flat_map(|brain| ["--brain".to_owned(), brain.clone()]));
        rate(&words, stop)
    }
}

fn write_signature(path: &Path, signature: u64) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    output::write(path, bench::with_signature(&text, signature).as_bytes())?;
    output::print(&format!("signature {signature}\n"))
}

/// The ratings that the app shows: date and conditions, and a line for each level.
fn write_levels(path: &Path, ladder: &Ladder) -> anyhow::Result<()> {
    let mut lines =
        vec![format!("date {}\n", date::today()), format!("conditions {}\n", ladder.conditions)];
    for level in tengen_player::Level::all() {
        let name = format!("level-{level}");
        let Some(one) = ladder.rated.iter().find(|one| one.name == name) else {
            bail!("{name} is missing in the ladder of the levels");
        };
        lines.push(format!("{level} {:.0} {:.0} {}\n", one.elo, one.error, one.games));
    }
    let head = "# Ratings of the levels, made by `tengen regenerate`, not by hand. A line for each:\n\
                # level, Elo, half of the 95 % interval, games.\n";
    output::write(path, (head.to_owned() + &lines.concat()).as_bytes())
}
