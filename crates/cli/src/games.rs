//! `tengen games`: the app's games looked after from outside.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use serde_json::json;
use tengen_formats::Format;
use tengen_server::{StoredGames, restore};

use crate::data_folder::data_folder;
use crate::{options, output};

/// Check, back up, restore or export the games of the app
///
/// The app must not be running. Nothing is ever overwritten: what a restoration replaces is kept
/// aside under another name.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen games check\n  \
    tengen games backup my-games.jsonl\n  \
    tengen games restore my-games.jsonl\n  \
    tengen games restore                  # saves what can be read of a damaged database\n  \
    tengen games export folder --to sgf")]
pub(crate) struct Games {
    /// Where games and settings are kept [default: the user's data folder]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Read every entry; exit status 1 if one cannot be read
    Check {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write games and settings as JSON lines
    Backup {
        /// The file, or - for standard output
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Make the database again from a backup, or from what can be read of a damaged one
    Restore {
        /// The backup; without it, the database that is there
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Write every game and record as a file of its own
    Export {
        /// The folder; made if it is missing
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The file format
        #[arg(long, value_name = "FORMAT", default_value = "sgf", value_parser = options::format())]
        to: Format,
    },
}

impl Games {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let folder = data_folder(self.data.as_ref())?;
        match &self.command {
            Command::Check { json } => check(&StoredGames::open(&folder)?, *json),
            Command::Backup { file } => {
                let mut bytes = Vec::new();
                let entries = StoredGames::open(&folder)?.backup(file, &mut bytes)?;
                output::write(file, &bytes)?;
                eprintln!("{entries} games and records in {}", file.display());
                Ok(ExitCode::SUCCESS)
            }
            Command::Restore { file } => {
                let done = restore(&folder, file.as_deref())?;
                output::print(&format!("{} games and records restored\n", done.entries))?;
                if let Some(path) = &done.kept_aside {
                    output::print(&format!("the database before is kept as {}\n", path.display()))?;
                }
                done.lost.iter().for_each(|lost| eprintln!("lost: {lost}"));
                Ok(if done.lost.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
            }
            Command::Export { folder: to, to: format } => {
                let (files, lost) = StoredGames::open(&folder)?.export(to, *format)?;
                output::print(&format!("{} files in {}\n", files.len(), to.display()))?;
                lost.iter().for_each(|lost| eprintln!("left out: {lost}"));
                Ok(if lost.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
            }
        }
    }
}

fn check(games: &StoredGames, is_json: bool) -> anyhow::Result<ExitCode> {
    let check = games.check()?;
    if is_json {
        let file = games.path().display().to_string();
        let mut found = serde_json::to_value(&check)?;
        found["file"] = json!(file);
        output::print(&format!("{found}\n"))?;
    } else {
        output::print(&format!(
            "{}: {} games, {} records, {} deleted a moment ago\n",
            games.path().display(),
            check.games,
            check.records,
            check.deleted
        ))?;
        for id in &check.unreadable {
            output::print(&format!("game {id} cannot be read\n"))?;
        }
    }
    Ok(if check.unreadable.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
