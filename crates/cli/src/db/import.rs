//! `tengen db import`: entries out of files.

mod games;
mod jsonl;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use tengen_analysis::Database;

use super::{Batch, text_of};
use crate::options::BoardOptions;
use crate::output;
use crate::position::shown;

/// Import entries: JSON lines of an export, libraries of RenLib, game records
///
/// What is in the database and better stays. A win counts as proven only if the file has its proof and it holds.
/// Libraries and records bring moves that nobody has searched: for every position the main move that follows.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen db import analysis.redb others.jsonl\n  \
    tengen db import analysis.redb library.lib --rule renju\n  \
    tengen db export laptop.redb - | tengen db import analysis.redb -")]
pub(super) struct Import {
    /// The database; made if it is missing
    #[arg(value_name = "DATABASE")]
    database: PathBuf,

    /// Files, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    board: BoardOptions,
}

impl Import {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let database = Database::open(&self.database)?;
        for path in &self.files {
            let mut batch = Batch::into(&database);
            let read = self.read(path, &mut batch);
            // What was read before a mistake stays.
            let written = batch.finish()?;
            output::print(&format!("{}: {}\n", shown(path), text_of(written)))?;
            read?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn read(&self, path: &Path, batch: &mut Batch<'_>) -> anyhow::Result<()> {
        let mut reader = jsonl::open(path)?;
        let begin = std::io::BufRead::fill_buf(&mut reader).with_context(|| shown(path))?;
        match begin.first() {
            // A game record may be JSON as well; an export begins with its head.
            Some(b'{') if jsonl::is_export(begin) => jsonl::read(path, reader, batch),
            _ => {
                let mut bytes = Vec::new();
                std::io::Read::read_to_end(&mut reader, &mut bytes).with_context(|| shown(path))?;
                games::read(path, &bytes, &self.board, batch)
            }
        }
    }
}
