//! `tengen db export`: a database as text.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use tengen_analysis::{Claim, Database, HEAD, Row, to_line};
use tengen_formats::{Rows, position_text};

use super::record;
use crate::output;
use crate::progress::Shown;

/// Write a database as JSON lines, which can be imported again, or as text for people
///
/// The JSON lines have everything, proofs included. The text has the best that is known of each position.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen db export analysis.redb everything.jsonl\n  \
    tengen db export analysis.redb - --to text | grep renju")]
pub(super) struct Export {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,

    /// The file, or - for standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,

    /// What to write
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = To::Jsonl)]
    to: To,
}

#[derive(Clone, Copy, ValueEnum)]
enum To {
    /// JSON lines
    Jsonl,
    /// One line a position: rule, position, what is known
    Text,
}

impl Export {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let database = Database::open_read_only(&self.database)?;
        let (mut count, mut unreadable) = (0, Vec::new());
        let mut shown = Shown::endless("entries");
        output::write_with(&self.out, |out| {
            if matches!(self.to, To::Jsonl) {
                writeln!(out, "{HEAD}")?;
            }
            let mut written = Ok(());
            database.for_each(|row| {
                match row {
                    Ok(row) => {
                        if let Some(line) = self.line(&row) {
                            written = writeln!(out, "{line}");
                            count += 1;
                            shown.update(count, String::new());
                        }
                    }
                    Err(error) => unreadable.push(error),
                }
                written.is_ok()
            })?;
            Ok(written?)
        })?;
        shown.finish();
        unreadable.iter().for_each(|error| eprintln!("left out: {error}"));
        if self.out.as_os_str() != "-" {
            eprintln!("{count} entries in {}", self.out.display());
        }
        Ok(if unreadable.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The line of a row; none if it is left out.
    fn line(&self, row: &Row) -> Option<String> {
        match self.to {
            To::Jsonl => Some(to_line(row)),
            To::Text if row.question.is_some() => None,
            To::Text => {
                let game = row.position.game()?;
                let position = position_text(&game, Rows::Bottom);
                // Proofs are not checked here, so nothing is called proven.
                let claim = row.entry.claim.map(Claim::unproven);
                let known = record::text(claim, false, &row.entry);
                Some(format!("{} {} {position} {known}", game.rule(), game.size()))
            }
        }
    }
}
