//! `tengen db compact`: a smaller file.

use std::path::PathBuf;
use std::process::ExitCode;

use tengen_analysis::Database;

use crate::output;

/// Drop proofs that nothing refers to, and give free room in the file back to the disk
#[derive(clap::Args)]
pub(super) struct Compact {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
}

impl Compact {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let size = || std::fs::metadata(&self.database).map(|file| file.len());
        drop(Database::open_read_only(&self.database)?);
        let before = size()?;
        let proofs = Database::open(&self.database)?.compact()?;
        let after = size()?;
        output::print(&format!(
            "{}: {proofs} proofs dropped, {before} bytes before, {after} now\n",
            self.database.display()
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}
