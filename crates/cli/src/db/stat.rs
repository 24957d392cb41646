//! `tengen db stat`: what a database holds.

use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::json;
use tengen_analysis::Database;

use crate::output;

/// Count what a database holds; exit status 1 if an entry cannot be read
#[derive(clap::Args)]
pub(super) struct Stat {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Stat {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let stat = Database::open_read_only(&self.database)?.stat()?;
        let bytes = std::fs::metadata(&self.database)?.len();
        let positions: u64 = stat.positions.values().sum();
        if self.json {
            let kinds = stat.positions.iter().map(|((rule, size), count)| {
                json!({ "rule": rule.name(), "size": size.lines(), "positions": count })
            });
            let unreadable: Vec<String> = stat.unreadable.iter().map(ToString::to_string).collect();
            let object = json!({
                "file": self.database.display().to_string(), "bytes": bytes, "positions": positions,
                "proven": stat.proven, "hints": stat.hints, "answers": stat.answers,
                "proofs": stat.proofs, "kinds": kinds.collect::<Vec<_>>(), "unreadable": unreadable,
            });
            output::print(&format!("{object}\n"))?;
        } else {
            let mut text = format!(
                "{}: {positions} positions ({} with a proof, {} not searched), {} answers, {} proofs, {bytes} bytes\n",
                self.database.display(),
                stat.proven,
                stat.hints,
                stat.answers,
                stat.proofs,
            );
            for ((rule, size), count) in &stat.positions {
                text += &format!("  {rule} {size}×{size}: {count}\n");
            }
            for unreadable in &stat.unreadable {
                text += &format!("{unreadable}\n");
            }
            output::print(&text)?;
        }
        Ok(if stat.unreadable.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
