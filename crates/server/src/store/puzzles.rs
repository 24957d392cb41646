//! How it went with puzzles, and the user's own mistakes that became puzzles.

use std::collections::HashMap;

use redb::ReadableTable;

use super::schema::{MISTAKES, PUZZLES, SETTINGS};
use super::{Store, json, parse};
use crate::puzzles::{Attempts, Mistake, Player};
use crate::wire::{Problem, ProblemCode};

/// How well the user solves puzzles, among the settings.
const PLAYER: &str = "puzzle-player";

impl Store {
    /// How it went with every puzzle that was tried.
    pub(crate) fn attempts(&self) -> Result<HashMap<String, Attempts>, Problem> {
        self.read(|transaction| {
            let mut found = HashMap::new();
            for entry in transaction.open_table(PUZZLES)?.iter()? {
                let (id, bytes) = entry?;
                // What cannot be read counts as never tried.
                if let Ok(attempts) = parse(bytes.value()) {
                    found.insert(id.value().to_owned(), attempts);
                }
            }
            Ok(found)
        })
    }

    /// How well the user does.
    pub(crate) fn puzzle_player(&self) -> Result<Player, Problem> {
        self.read(|transaction| {
            let bytes = transaction.open_table(SETTINGS)?.get(PLAYER)?;
            Ok(bytes.and_then(|bytes| parse(bytes.value()).ok()).unwrap_or_default())
        })
    }

    /// Changes how it went with a puzzle and how well the user does, both at once.
    pub(crate) fn change_attempts<T>(
        &self,
        id: &str,
        change: impl Fn(&mut Attempts, &mut Player) -> T,
    ) -> Result<T, Problem> {
        self.write(|transaction| {
            let mut puzzles = transaction.open_table(PUZZLES)?;
            let mut settings = transaction.open_table(SETTINGS)?;
            let before = puzzles.get(id)?.and_then(|bytes| parse(bytes.value()).ok());
            let mut attempts: Attempts = before.unwrap_or_default();
            let before = settings.get(PLAYER)?.and_then(|bytes| parse(bytes.value()).ok());
            let mut player: Player = before.unwrap_or_default();
            let changed = change(&mut attempts, &mut player);
            puzzles.insert(id, json(&attempts).as_slice())?;
            settings.insert(PLAYER, json(&player).as_slice())?;
            Ok(changed)
        })
    }

    /// All mistakes that are puzzles, deleted ones included, by their numbers.
    pub(crate) fn mistakes(&self) -> Result<Vec<(u64, Mistake)>, Problem> {
        self.read(|transaction| {
            let mut found = Vec::new();
            for entry in transaction.open_table(MISTAKES)?.iter()? {
                let (id, bytes) = entry?;
                if let Ok(mistake) = parse(bytes.value()) {
                    found.push((id.value(), mistake));
                }
            }
            Ok(found)
        })
    }

    /// Adds mistakes under new numbers; the first of them.
    pub(crate) fn add_mistakes(&self, mistakes: &[Mistake]) -> Result<u64, Problem> {
        self.write(|transaction| {
            let mut table = transaction.open_table(MISTAKES)?;
            let first = table.last()?.map_or(0, |(id, _)| id.value()) + 1;
            for (id, mistake) in (first..).zip(mistakes) {
                table.insert(id, json(mistake).as_slice())?;
            }
            Ok(first)
        })
    }

    /// Changes a mistake.
    pub(crate) fn change_mistake<T>(
        &self,
        id: u64,
        change: impl Fn(&mut Mistake) -> T,
    ) -> Result<T, Problem> {
        self.write(|transaction| {
            let mut table = transaction.open_table(MISTAKES)?;
            let found = table.get(id)?.and_then(|bytes| parse::<Mistake>(bytes.value()).ok());
            let Some(mut mistake) = found else { return Ok(Err(no_such_mistake(id))) };
            let changed = change(&mut mistake);
            table.insert(id, json(&mistake).as_slice())?;
            Ok(Ok(changed))
        })?
    }

    /// Forgets mistakes for good.
    pub(crate) fn forget_mistakes(&self, ids: &[u64]) -> Result<(), Problem> {
        self.write(|transaction| {
            let mut table = transaction.open_table(MISTAKES)?;
            for &id in ids {
                table.remove(id)?;
            }
            Ok(())
        })
    }
}

fn no_such_mistake(id: u64) -> Problem {
    Problem::new(ProblemCode::NotFound, format!("there is no puzzle m{id}"))
}
