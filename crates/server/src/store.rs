//! What outlives the server: games and settings in one database file.
//!
//! Every change is one transaction that is on the disk before any browser hears of it, so a kill at
//! any moment loses nothing that a page has shown.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, TableDefinition};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::play::SavedGame;
use crate::wire::{GameRecord, GameSummary, Problem, ProblemCode, Profile};

/// Games and records in full, by number: JSON of [`Stored`].
const GAMES: TableDefinition<u64, &[u8]> = TableDefinition::new("games");
/// What lists show of them: JSON of [`Listed`].
const LIST: TableDefinition<u64, &[u8]> = TableDefinition::new("list");
/// The profile and the last number.
const SETTINGS: TableDefinition<&str, &[u8]> = TableDefinition::new("settings");

/// The last number that a game was given, among the settings.
const LAST_ID: &str = "last-id";

/// How long a deleted game can be brought back.
pub(crate) const RESTORABLE_MS: u64 = 60_000;
/// Games left with fewer stones do not appear in lists, and are forgotten after a day.
pub(crate) const FEW_STONES: u32 = 5;
const A_DAY: u64 = 24 * 60 * 60 * 1000;

/// A game or record in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stored {
    Game(SavedGame),
    Record(GameRecord),
}

/// A summary, and whether the game was deleted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Listed {
    pub(crate) summary: GameSummary,
    /// When it was deleted, in milliseconds since 1970.
    #[serde(default)]
    pub(crate) deleted: Option<u64>,
}

/// The database of one data folder.
#[derive(Debug)]
pub(crate) struct Store {
    database: Database,
    folder: PathBuf,
    last_id: AtomicU64,
}

/// Why a data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process holds the database.
    #[error("{} is in use by another Tengen", .0.display())]
    InUse(PathBuf),
    /// The folder or file cannot be made or read.
    #[error("{}: {problem}", path.display())]
    Unusable {
        /// The folder or file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

impl Store {
    /// Opens the database in a folder; both are made where they are missing.
    pub(crate) fn open(folder: &Path) -> Result<Store, OpenError> {
        let unusable = |path: &Path, problem: &dyn std::fmt::Display| OpenError::Unusable {
            path: path.to_owned(),
            problem: problem.to_string(),
        };
        std::fs::create_dir_all(folder).map_err(|error| unusable(folder, &error))?;
        let path = folder.join("games.redb");
        let database = Database::create(&path).map_err(|error| match error {
            DatabaseError::DatabaseAlreadyOpen => OpenError::InUse(folder.to_owned()),
            error => unusable(&path, &error),
        })?;
        let last_id = AtomicU64::new(0);
        let mut store = Store { database, folder: folder.to_owned(), last_id };
        let last = store.prepare().map_err(|error| unusable(&path, &error.text))?;
        store.last_id = AtomicU64::new(last);
        Ok(store)
    }

    /// Makes the tables and forgets what nobody can miss; the last number that was given.
    fn prepare(&self) -> Result<u64, Problem> {
        let now = now();
        self.write(|transaction| {
            let mut games = transaction.open_table(GAMES)?;
            let mut list = transaction.open_table(LIST)?;
            let settings = transaction.open_table(SETTINGS)?;
            let last = settings.get(LAST_ID)?.and_then(|bytes| parse(bytes.value()));
            let is_gone = |listed: &Listed| {
                let few = listed.summary.unfinished && listed.summary.moves < FEW_STONES;
                let is_old = |since: u64, time: u64| since + time < now;
                listed.deleted.is_some_and(|deleted| is_old(deleted, RESTORABLE_MS))
                    || (few && is_old(listed.summary.changed, A_DAY))
            };
            let mut gone = Vec::new();
            for entry in list.iter()? {
                let (id, bytes) = entry?;
                if parse::<Listed>(bytes.value()).is_some_and(|listed| is_gone(&listed)) {
                    gone.push(id.value());
                }
            }
            for id in gone {
                games.remove(id)?;
                list.remove(id)?;
            }
            Ok(last.unwrap_or(0))
        })
    }

    /// Where the database lies.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A number that no game has. It is written down with the game, so that a full disk keeps
    /// nobody from playing.
    pub(crate) fn next_id(&self) -> u64 {
        self.last_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Stores a game or another version of it. It is on the disk when this returns.
    pub(crate) fn save(&self, id: u64, stored: &Stored, listed: &Listed) -> Result<(), Problem> {
        let is_there = self.write(|transaction| {
            let mut list = transaction.open_table(LIST)?;
            let before = list.get(id)?.and_then(|bytes| parse::<Listed>(bytes.value()));
            // A game that is still being played does not come back.
            if before.is_some_and(|before| before.deleted.is_some()) {
                return Ok(false);
            }
            list.insert(id, json(listed).as_slice())?;
            transaction.open_table(GAMES)?.insert(id, json(stored).as_slice())?;
            let mut settings = transaction.open_table(SETTINGS)?;
            let last: Option<u64> = settings.get(LAST_ID)?.and_then(|bytes| parse(bytes.value()));
            if last.is_none_or(|last| last < id) {
                settings.insert(LAST_ID, json(&id).as_slice())?;
            }
            Ok(true)
        })?;
        if is_there { Ok(()) } else { Err(no_such_game(id)) }
    }

    /// Changes what lists show of a game.
    pub(crate) fn relist(
        &self,
        id: u64,
        change: impl FnOnce(&mut Listed) -> Result<(), Problem>,
    ) -> Result<Listed, Problem> {
        let mut outcome = Err(no_such_game(id));
        self.write(|transaction| {
            let mut list = transaction.open_table(LIST)?;
            let listed = list.get(id)?.and_then(|bytes| parse::<Listed>(bytes.value()));
            if let Some(mut listed) = listed {
                outcome = change(&mut listed).map(|()| listed.clone());
                if outcome.is_ok() {
                    list.insert(id, json(&listed).as_slice())?;
                }
            }
            Ok(())
        })?;
        outcome
    }

    /// A game in full, unless it was deleted.
    pub(crate) fn load(&self, id: u64) -> Result<(Stored, Listed), Problem> {
        let (stored, listed) = self.read(|transaction| {
            let stored = transaction.open_table(GAMES)?.get(id)?;
            let listed = transaction.open_table(LIST)?.get(id)?;
            Ok((
                stored.and_then(|bytes| parse::<Stored>(bytes.value())),
                listed.and_then(|bytes| parse::<Listed>(bytes.value())),
            ))
        })?;
        match (stored, listed.filter(|listed| listed.deleted.is_none())) {
            (Some(stored), Some(listed)) => Ok((stored, listed)),
            _ => Err(no_such_game(id)),
        }
    }

    /// All games worth a place in a list, the last changed first.
    pub(crate) fn list(&self) -> Result<Vec<GameSummary>, Problem> {
        let mut list = self.read(|transaction| {
            let mut found = Vec::new();
            for entry in transaction.open_table(LIST)?.iter()? {
                found.extend(parse::<Listed>(entry?.1.value()));
            }
            Ok(found)
        })?;
        list.retain(|listed: &Listed| {
            let is_stub = listed.summary.unfinished && listed.summary.moves < FEW_STONES;
            listed.deleted.is_none() && !is_stub
        });
        list.sort_by_key(|listed| std::cmp::Reverse(listed.summary.changed));
        Ok(list.into_iter().map(|listed| listed.summary).collect())
    }

    /// The user's settings.
    pub(crate) fn profile(&self) -> Result<Profile, Problem> {
        let found = self.read(|transaction| {
            let profile = transaction.open_table(SETTINGS)?.get("profile")?;
            Ok(profile.and_then(|bytes| parse::<Profile>(bytes.value())))
        })?;
        Ok(found.unwrap_or(Profile { changed: 0, settings: serde_json::Map::new() }))
    }

    /// Stores the user's settings, unless newer ones are known; those that hold now.
    pub(crate) fn save_profile(&self, profile: Profile) -> Result<Profile, Problem> {
        let held = self.profile()?;
        if held.changed > profile.changed {
            return Ok(held);
        }
        self.write(|transaction| {
            let mut settings = transaction.open_table(SETTINGS)?;
            settings.insert("profile", json(&profile).as_slice())?;
            Ok(())
        })?;
        Ok(profile)
    }

    fn write<T>(
        &self,
        work: impl FnOnce(&redb::WriteTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Problem> {
        let run = || {
            let transaction = self.database.begin_write()?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        run().map_err(|error: redb::Error| self.failed(&error))
    }

    fn read<T>(
        &self,
        work: impl FnOnce(&redb::ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Problem> {
        let run = || work(&self.database.begin_read()?);
        run().map_err(|error: redb::Error| self.failed(&error))
    }

    fn failed(&self, error: &redb::Error) -> Problem {
        tracing::error!(%error, "the database failed");
        let text = format!("nothing could be saved in {}: {error}", self.folder.display());
        Problem::new(ProblemCode::NotSaved, text)
    }
}

pub(crate) fn no_such_game(id: impl std::fmt::Display) -> Problem {
    Problem::new(ProblemCode::NotFound, format!("there is no game {id}"))
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("what is stored can be written as JSON")
}

/// What was stored. What cannot be read, by a newer program perhaps, counts as missing.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let parsed = serde_json::from_slice(bytes);
    parsed
        .inspect_err(|error| tracing::warn!(%error, "an entry of the database is unreadable"))
        .ok()
}
