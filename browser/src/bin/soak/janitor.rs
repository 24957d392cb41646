//! Deletes old games, so that the number of stored ones stays the same and the database can be compared
//! with itself.

use anyhow::{Result, ensure};
use serde_json::Value;

use crate::line::request;
use crate::run::Run;

/// Games kept at a time. Few, so that a run of ten minutes has that many in its first quarter.
const MOST_GAMES: usize = 100;
/// Numbers below the newest one that may belong to games which lists do not show yet.
const YOUNG: u64 = 100;

#[derive(Debug, Default)]
pub(crate) struct Janitor {
    /// Numbers up to this one were looked at for games that lists do not show.
    swept: u64,
}

impl Janitor {
    pub(crate) fn clean(&mut self, run: &Run) -> Result<()> {
        let answer = request(run, "GET", "/api/games", &[])?;
        ensure!(answer.status == 200, "GET /api/games: {}", answer.status);
        let list: Vec<Value> = serde_json::from_str(&answer.body)?;
        let id = |game: &Value| game["id"].as_str().unwrap_or_default().to_owned();
        // The librarian deletes its records itself.
        let is_record = |game: &&Value| game["kind"] == "record" && game["name"] == "soak";
        let games: Vec<String> = list.iter().filter(|game| !is_record(game)).map(id).collect();
        for game in games.iter().skip(MOST_GAMES).filter(|game| run.ledger.give_up(game)) {
            delete(run, game)?;
        }
        let newest: u64 = list.iter().filter_map(|game| id(game).parse().ok()).max().unwrap_or(0);
        let shown: std::collections::HashSet<String> = list.iter().map(id).collect();
        for number in self.swept + 1..newest.saturating_sub(YOUNG) {
            let game = number.to_string();
            if !shown.contains(&game) && !run.ledger.knows(&game) {
                delete(run, &game)?;
            }
            self.swept = number;
        }
        Ok(())
    }
}

/// Deletes a game, which another client may have done before.
fn delete(run: &Run, game: &str) -> Result<()> {
    let answer = request(run, "DELETE", &format!("/api/games/{game}"), &[])?;
    ensure!(matches!(answer.status, 200 | 404), "deleting {game}: {}", answer.status);
    Ok(())
}
