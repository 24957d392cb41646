//! `tengen db`: analysis databases looked after.

mod compact;
mod export;
mod forget;
mod import;
mod merge;
mod record;
mod show;
mod stat;

use std::process::ExitCode;

use clap::Subcommand;
use tengen_analysis::{Database, Imported, Item, Written};

/// Look after analysis databases: count, show, import, export, merge, forget, compact
///
/// An analysis database keeps what searches found: best lines, scores, proofs. `tengen analyze` and `tengen
/// review` use one with --database. One process writes a database, or several read it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen db stat analysis.redb\n  \
    tengen db show analysis.redb h8i9i7\n  \
    tengen db import analysis.redb others.jsonl library.lib\n  \
    tengen db export analysis.redb everything.jsonl\n  \
    tengen db merge analysis.redb laptop.redb\n  \
    tengen db forget analysis.redb --all --below 8\n  \
    tengen db compact analysis.redb")]
pub(crate) struct Db {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Stat(stat::Stat),
    Show(show::Show),
    Import(import::Import),
    Export(export::Export),
    Merge(merge::Merge),
    Forget(forget::Forget),
    Compact(compact::Compact),
}

impl Db {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::Stat(stat) => stat.run(),
            Command::Show(show) => show.run(),
            Command::Import(import) => import.run(),
            Command::Export(export) => export.run(),
            Command::Merge(merge) => merge.run(),
            Command::Forget(forget) => forget.run(),
            Command::Compact(compact) => compact.run(),
        }
    }
}

/// Collects entries and stores many of them at a time: each time costs a wait for the disk.
struct Batch<'a> {
    database: &'a Database,
    waiting: Vec<Imported>,
    written: Written,
}

impl<'a> Batch<'a> {
    fn into(database: &'a Database) -> Batch<'a> {
        Batch { database, waiting: Vec::new(), written: Written::default() }
    }

    fn add(&mut self, entry: Imported) -> anyhow::Result<()> {
        const AT_ONCE: usize = 10_000;
        self.waiting.push(entry);
        if self.waiting.len() >= AT_ONCE { self.store() } else { Ok(()) }
    }

    fn store(&mut self) -> anyhow::Result<()> {
        let items: Vec<Item<'_>> = self.waiting.iter().map(item).collect();
        if !items.is_empty() {
            self.written += self.database.write(&items)?;
        }
        self.waiting.clear();
        Ok(())
    }

    /// Stores the rest; what became of all.
    fn finish(mut self) -> anyhow::Result<Written> {
        self.store()?;
        Ok(self.written)
    }
}

fn item(entry: &Imported) -> Item<'_> {
    Item {
        position: entry.position.clone(),
        question: entry.question.clone(),
        entry: entry.entry.clone(),
        proof: entry.proof.as_ref(),
    }
}

/// What became of entries, for people.
fn text_of(written: Written) -> String {
    let Written { new, better, outranked, refused } = written;
    let refused = match refused {
        0 => String::new(),
        refused => format!(", {refused} proofs that prove nothing left out"),
    };
    format!(
        "{new} new, {better} better than before, {outranked} no better than what is there{refused}"
    )
}
