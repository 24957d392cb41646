//! `tengen puzzles`: puzzles out of our own games.

mod check;
mod make;
mod pack;
mod rate;
mod run;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tengen_train::puzzles::{Kind, Puzzle, read};

/// Make puzzles from games of self-play, check them, rate them, and measure the solver with them
///
/// A puzzle is one line of JSON: a position, what is to be found, and what was shown of it. docs/puzzles.md has the
/// fields and what each kind promises.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen puzzles run data/puzzles/*.jsonl --time 1000\n  \
    tengen puzzles check data/puzzles/renju.jsonl\n  \
    tengen puzzles make games.tgg --rule renju --kind vct --count 20 --out mine.jsonl")]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Make(make::Make),
    Check(check::Check),
    Rate(rate::Rate),
    Pack(pack::Pack),
    Run(run::Run),
}

impl Puzzles {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::Make(make) => make.run(),
            Command::Check(check) => check.run(),
            Command::Rate(rate) => rate.run(),
            Command::Pack(pack) => pack.run(),
            Command::Run(run) => run.run(),
        }
    }
}

/// The puzzles of a file.
pub(crate) fn open(path: &Path) -> anyhow::Result<Vec<Puzzle>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    read(&text).with_context(|| path.display().to_string())
}

/// Reads the name of a kind.
fn kind() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| name.parse::<Kind>())
}
