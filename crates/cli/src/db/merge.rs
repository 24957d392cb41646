//! `tengen db merge`: what other databases know.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use tengen_analysis::{Database, Imported, Row};
use tengen_proof::ReadLimits;

use super::{Batch, text_of};
use crate::output;
use crate::progress::Shown;

/// Take over what other databases know, where it is better
///
/// The result is the same in whatever order databases are merged. Proofs are checked on the way.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tengen db merge analysis.redb laptop.redb office.redb")]
pub(super) struct Merge {
    /// The database that learns; made if it is missing
    #[arg(value_name = "DATABASE")]
    database: PathBuf,

    /// The others; they stay as they are
    #[arg(value_name = "OTHER", required = true)]
    others: Vec<PathBuf>,
}

impl Merge {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let database = Database::open(&self.database)?;
        let mut is_whole = true;
        for path in &self.others {
            ensure!(
                path != &self.database,
                "{}: a database cannot be merged into itself",
                path.display()
            );
            let other = Database::open_read_only(path)?;
            let mut batch = Batch::into(&database);
            let mut progress = Shown::endless("entries");
            let (mut count, mut done) = (0, Ok(()));
            other.for_each(|row| {
                match row {
                    Ok(row) => {
                        done = batch.add(imported(row));
                        count += 1;
                        progress.update(count, String::new());
                    }
                    Err(error) => {
                        is_whole = false;
                        progress.warn(&format!("{}: left out: {error}", path.display()));
                    }
                }
                done.is_ok()
            })?;
            done.and_then(|()| {
                let text = text_of(batch.finish()?);
                progress.finish();
                output::print(&format!("{}: {text}\n", path.display()))
            })
            .with_context(|| path.display().to_string())?;
        }
        Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// A row with its proof, if that can be read.
fn imported(row: Row) -> Imported {
    let proof = row.proof.and_then(|bytes| tengen_proof::read(&bytes, ReadLimits::default()).ok());
    Imported { position: row.position, question: row.question, entry: row.entry, proof }
}
