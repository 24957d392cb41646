//! `tengen book`: the opening book.

mod build;
mod check;
mod crew;
mod log;
mod regenerate;
mod show;
mod sources;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::Subcommand;
use tengen_core::{Rule, Size};
use tengen_player::Book as Entries;

pub(crate) use regenerate::RegenerateBooks;

/// Make an opening book, look into one, and check one by deeper searches
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen book show renju h8h9\n  \
    tengen book build mine.txt --rule standard --positions 200\n  \
    tengen book check mine.txt")]
pub(crate) struct Book {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Build),
    Show(show::Show),
    Check(check::Check),
}

impl Book {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::Build(build) => build.run().map(|()| ExitCode::SUCCESS),
            Command::Show(show) => show.run(),
            Command::Check(check) => check.run(),
        }
    }
}

/// The book that an argument names: the built-in one of a rule, or a file.
fn open(argument: &str, size: Option<Size>) -> anyhow::Result<Arc<Entries>> {
    if let Ok(rule) = argument.parse::<Rule>() {
        let size = size.unwrap_or_default();
        let book = Entries::built_in(rule, size);
        return book.with_context(|| format!("no book for {rule} on {size} lines is built in"));
    }
    let book = read(Path::new(argument))?;
    let lines = book.size();
    let fits = size.is_none_or(|size| size == lines);
    ensure!(fits, "{argument}: this book is for {lines} lines");
    Ok(Arc::new(book))
}

/// The book of a file.
fn read(path: &Path) -> anyhow::Result<Entries> {
    let read =
        || -> anyhow::Result<Entries> { Ok(Entries::parse(&std::fs::read_to_string(path)?)?) };
    read().with_context(|| path.display().to_string())
}
