//! `tengen match --ladder`: many players and settings in one table.

mod file;
mod page;
mod table;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use serde_json::json;
use tengen_arena::{Finish, MatchResult};
use tengen_engine::Stop;

use super::standings::{self, Standing};
use super::{Match, Plan, exit_code, summary};
use crate::output;
use crate::watch::Scoreboard;
use file::{Brains, LadderFile};
use table::Table;
pub(super) use table::plain as plain_table;

/// A ladder that was played.
pub(super) struct Played {
    /// Best first.
    pub(super) standings: Vec<Standing>,
    /// How they were measured, in sentences.
    pub(super) conditions: String,
    /// Whether all went well.
    pub(super) code: ExitCode,
}

/// Plays a ladder and shows its table.
pub(super) fn run(
    options: &Match,
    path: &Path,
    board: Option<&Scoreboard>,
    stop: &Stop,
) -> anyhow::Result<Played> {
    let name = || path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(name)?;
    let file = LadderFile::parse(&text).with_context(name)?;
    let seated = file.seat(&Brains::of(&options.brains)?).with_context(name)?;
    let page = options.write.as_deref().map(page::Page::open).transpose()?;
    for skipped in &seated.skipped {
        eprintln!("skipped: {skipped}");
    }
    let games = options.games.unwrap_or(file.games);
    let anchor = file.anchor.as_ref().map(|(name, elo)| (name.as_str(), *elo));
    let plan = Plan {
        players: &seated.players,
        pairing: file.pairing,
        games,
        conditions: &file.conditions,
        anchor,
    };
    let result = options.play(&plan, Some(&seated.texts), board, stop)?;
    let standings = standings::best_first(&result.encounters, anchor);
    let table = Table {
        file: &file,
        path,
        games,
        concurrency: options.concurrency,
        seated: &seated,
        standings: &standings,
        result: &result,
    };
    print(options, &table, &standings, &result)?;
    if let Some(page) = page {
        if result.finish == Finish::Stopped {
            return Err(anyhow!("the ladder was stopped, so that its page stays as it is"));
        }
        page.write(&table.to_markdown())?;
    }
    let (conditions, code) = (table.conditions(), exit_code(&result));
    Ok(Played { standings, conditions, code })
}

fn print(
    options: &Match,
    table: &Table<'_>,
    standings: &[Standing],
    result: &MatchResult,
) -> anyhow::Result<()> {
    if !options.json {
        return output::print(&table.to_text());
    }
    let ladder = json!({
        "ladder": standings.iter().map(Standing::to_json).collect::<Vec<_>>(),
        "commit": env!("TENGEN_COMMIT"),
        "skipped": table.seated.skipped,
        "finish": summary::finish_name(result.finish),
    });
    output::print(&(ladder.to_string() + "\n"))
}
