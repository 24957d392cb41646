//! What outlives the server: games and settings in one database file.
//!
//! Every change is one transaction that is on the disk before anybody hears of it, so a kill at any
//! moment loses nothing that a page has shown. If the disk fails, a game that is being played is
//! [kept](Store::save_or_keep) in memory until it can be saved.

mod explored;
#[cfg(test)]
pub(crate) mod faults;
mod keeper;
mod many;
mod puzzles;
mod rescue;
mod reviews;
mod schema;
mod scores;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use redb::{ReadableTable, WriteTransaction};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tengen_storage::{Database, Disk, Failure, FileDisk, MemoryDisk};
pub(crate) use tengen_storage::{own_file, own_folder};

use crate::explorer::OwnGames;
use crate::play::SavedGame;
use crate::wire::{GameRecord, GameSummary, Problem, ProblemCode, Profile};

pub use keeper::{Check, Restored, StoredGames, StoredGamesError, restore};
use schema::{GAMES, LAST_ID, LIST, PROFILE, REVIEWS, SCORES, SETTINGS};

/// The database's name in a data folder.
const FILE: &str = "games.redb";

/// How long a deleted game can be brought back.
pub(crate) const RESTORABLE_MS: u64 = 60_000;
/// Games left with fewer stones are no part of lists, and forgotten after a day.
pub(crate) const FEW_STONES: u32 = 5;
const A_DAY: u64 = 24 * 60 * 60 * 1000;
/// Numbers beyond this are damage: a page could not even read them.
const LARGEST_ID: u64 = 1 << 53;

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
    /// Games that the disk did not take, in their latest state.
    unsaved: Mutex<BTreeMap<u64, (Stored, Listed)>>,
    /// Games that are deleted and still there, with the time of that, the oldest first.
    deleted: Mutex<VecDeque<(u64, u64)>>,
    /// The games by position. All that are saved and deleted pass here.
    pub(crate) own: OwnGames,
}

/// Why a data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process holds the database.
    #[error("{} is in use by another Tengen", .0.display())]
    InUse(PathBuf),
    /// A newer program wrote the database.
    #[error("{} was written by a newer Tengen (version {version} of the database; this one knows {})",
        path.display(), schema::VERSION)]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        version: u32,
    },
    /// The database cannot be understood.
    #[error("{} is damaged: {problem}; `tengen games restore` saves what can be read", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
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
        let unusable = |error: std::io::Error| OpenError::Unusable {
            path: folder.to_owned(),
            problem: error.to_string(),
        };
        own_folder(folder).map_err(unusable)?;
        Store::on(Box::new(FileDisk::new(folder.join(FILE))), folder)
    }

    /// A database that nobody keeps.
    pub(crate) fn in_memory() -> Result<Store, OpenError> {
        Store::on(Box::new(MemoryDisk), Path::new(""))
    }

    /// Opens the database on a disk.
    fn on(disk: Box<dyn Disk>, folder: &Path) -> Result<Store, OpenError> {
        let path = || folder.join(FILE);
        let failed = |failure: &Failure| match failure {
            failure if failure.is_in_use() => OpenError::InUse(folder.to_owned()),
            failure if failure.is_damage() => {
                OpenError::Damaged { path: path(), problem: failure.to_string() }
            }
            failure => OpenError::Unusable { path: path(), problem: failure.to_string() },
        };
        let database = Database::open(disk).map_err(|failure| failed(&failure))?;
        let version = database.write(schema::migrate).map_err(|failure| failed(&failure))?;
        if version > schema::VERSION {
            return Err(OpenError::Newer { path: path(), version });
        }
        let (last_id, unsaved, deleted) = (AtomicU64::new(0), Mutex::default(), Mutex::default());
        let (folder, own) = (folder.to_owned(), OwnGames::default());
        let store = Store { database, folder, last_id, unsaved, deleted, own };
        let (last, deleted) = store.prepare().map_err(|failure| failed(&failure))?;
        store.last_id.store(last, Ordering::Relaxed);
        *store.deleted() = deleted;
        Ok(store)
    }

    /// Forgets what nobody can miss; the last number that was given, and what can still be brought back.
    fn prepare(&self) -> Result<(u64, VecDeque<(u64, u64)>), Failure> {
        let now = now();
        let is_gone = |listed: &Listed| {
            let few = listed.summary.unfinished && listed.summary.moves < FEW_STONES;
            let is_old = |since: u64, time: u64| since.saturating_add(time) < now;
            listed.deleted.is_some_and(|deleted| is_old(deleted, RESTORABLE_MS))
                || (few && is_old(listed.summary.changed, A_DAY))
        };
        self.database.write(|transaction| {
            let mut games = transaction.open_table(GAMES)?;
            let mut list = transaction.open_table(LIST)?;
            let settings = transaction.open_table(SETTINGS)?;
            let noted = settings.get(LAST_ID)?.and_then(|bytes| parse(bytes.value()).ok());
            let mut last: u64 = noted.unwrap_or(0);
            // What is noted may be lost or unreadable: a game that is there has its number.
            for table in [&games, &list] {
                let largest = table.range(..LARGEST_ID)?.next_back().transpose()?;
                last = last.max(largest.map_or(0, |(id, _)| id.value()));
            }
            let (mut gone, mut deleted) = (Vec::new(), Vec::new());
            for entry in list.iter()? {
                let (id, bytes) = entry?;
                match parse::<Listed>(bytes.value()) {
                    Ok(listed) if is_gone(&listed) => gone.push(id.value()),
                    Ok(listed) => deleted.extend(listed.deleted.map(|time| (time, id.value()))),
                    Err(error) => {
                        tracing::error!(game = id.value(), %error, "a game cannot be read");
                    }
                }
            }
            let mut reviews = transaction.open_table(REVIEWS)?;
            let mut scores = transaction.open_table(SCORES)?;
            for id in gone {
                reviews.remove(id)?;
                scores.remove(id)?;
                games.remove(id)?;
                list.remove(id)?;
            }
            deleted.sort_unstable();
            Ok((last, deleted.into()))
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
        self.write(|transaction| put(transaction, id, stored, listed))??;
        self.own.saved(id, stored, listed);
        Ok(())
    }

    /// Stores another version of a record, if it is still the one of this time.
    pub(crate) fn save_over(
        &self,
        id: u64,
        changed: u64,
        stored: &Stored,
        listed: &Listed,
    ) -> Result<(), Problem> {
        self.write(|transaction| {
            let before = transaction.open_table(LIST)?.get(id)?.map(|bytes| parse(bytes.value()));
            let now = match before {
                Some(Ok(Listed { summary, .. })) => summary.changed,
                _ => return Ok(Err(no_such_game(id))),
            };
            if now != changed {
                let text = format!(
                    "game {id} was changed elsewhere (at {now}, not {changed}); load it again or \
                     save yours as a new one"
                );
                return Ok(Err(Problem::new(ProblemCode::NotNow, text)));
            }
            put(transaction, id, stored, listed)
        })??;
        self.own.saved(id, stored, listed);
        Ok(())
    }

    /// The same as [`Store::save`] for a game that is being played: if the disk does not take it, it is kept in memory,
    /// where it counts as stored, until [`Store::save_kept`] succeeds.
    pub(crate) fn save_or_keep(
        &self,
        id: u64,
        stored: &Stored,
        listed: &Listed,
    ) -> Result<(), Problem> {
        // Held over the write: an older state must not come after a newer one.
        let mut unsaved = self.unsaved();
        let saved = self.write(|transaction| put(transaction, id, stored, listed));
        match saved {
            Ok(done) => {
                unsaved.remove(&id);
                done?;
                self.own.saved(id, stored, listed);
                Ok(())
            }
            Err(problem) => {
                unsaved.insert(id, (stored.clone(), listed.clone()));
                self.own.saved(id, stored, listed);
                Err(problem)
            }
        }
    }

    /// Saves the games that the disk did not take before; which they are.
    pub(crate) fn save_kept(&self) -> Result<Vec<u64>, Problem> {
        let mut unsaved = self.unsaved();
        if unsaved.is_empty() {
            return Ok(Vec::new());
        }
        self.write(|transaction| {
            for (&id, (stored, listed)) in &*unsaved {
                // A game that was deleted meanwhile stays so.
                let _ = put(transaction, id, stored, listed)?;
            }
            Ok(())
        })?;
        Ok(std::mem::take(&mut *unsaved).into_keys().collect())
    }

    /// The games that are kept in memory alone.
    pub(crate) fn kept(&self) -> Vec<u64> {
        self.unsaved().keys().copied().collect()
    }

    /// Changes what lists show of a game.
    pub(crate) fn relist(
        &self,
        id: u64,
        change: impl Fn(&mut Listed) -> Result<(), Problem>,
    ) -> Result<Listed, Problem> {
        self.save_kept()?;
        self.write(|transaction| {
            let mut list = transaction.open_table(LIST)?;
            let listed = list.get(id)?.and_then(|bytes| parse::<Listed>(bytes.value()).ok());
            let Some(mut listed) = listed else { return Ok(Err(no_such_game(id))) };
            if let Err(problem) = change(&mut listed) {
                return Ok(Err(problem));
            }
            list.insert(id, json(&listed).as_slice())?;
            Ok(Ok(listed))
        })?
    }

    /// Deletes a game, which can be brought back for a while, and forgets others whose time is over: a
    /// server may run for months.
    pub(crate) fn delete(&self, id: u64) -> Result<(), Problem> {
        let now = now();
        self.relist(id, |listed| {
            if listed.deleted.is_some() {
                return Err(no_such_game(id));
            }
            listed.deleted = Some(now);
            Ok(())
        })?;
        self.deleted().push_back((now, id));
        self.own.deleted(id);
        // Those that stay for now go at the next start.
        let _ = self.forget_deleted(now);
        Ok(())
    }

    /// Brings a deleted game back, if it is still there.
    pub(crate) fn restore(&self, id: u64) -> Result<Listed, Problem> {
        let listed = self.relist(id, |listed| {
            listed.deleted = None;
            Ok(())
        })?;
        if let Ok((stored, listed)) = self.load(id) {
            self.own.saved(id, &stored, &listed);
        }
        Ok(listed)
    }

    /// Forgets the games that nobody can bring back any more.
    fn forget_deleted(&self, now: u64) -> Result<(), Problem> {
        let is_old = |&mut (time, _): &mut (u64, u64)| time.saturating_add(RESTORABLE_MS) < now;
        let mut old = Vec::new();
        {
            let mut deleted = self.deleted();
            while let Some((time, id)) = deleted.pop_front_if(is_old) {
                old.push((time, id));
            }
        }
        if old.is_empty() {
            return Ok(());
        }
        self.write(|transaction| {
            let mut list = transaction.open_table(LIST)?;
            let mut games = transaction.open_table(GAMES)?;
            let mut reviews = transaction.open_table(REVIEWS)?;
            let mut scores = transaction.open_table(SCORES)?;
            for &(time, id) in &old {
                let listed = list.get(id)?.and_then(|bytes| parse::<Listed>(bytes.value()).ok());
                // One that was brought back stays; one that was deleted again has a later time.
                if listed.is_some_and(|listed| listed.deleted == Some(time)) {
                    list.remove(id)?;
                    games.remove(id)?;
                    reviews.remove(id)?;
                    scores.remove(id)?;
                }
            }
            Ok(())
        })
    }

    /// A game in full, unless it was deleted.
    pub(crate) fn load(&self, id: u64) -> Result<(Stored, Listed), Problem> {
        if let Some(kept) = self.unsaved().get(&id) {
            return Ok(kept.clone());
        }
        let (stored, listed) = self.read(|transaction| {
            let stored = transaction.open_table(GAMES)?.get(id)?;
            let listed = transaction.open_table(LIST)?.get(id)?;
            Ok((
                stored.map(|bytes| parse::<Stored>(bytes.value())),
                listed.map(|bytes| parse::<Listed>(bytes.value())),
            ))
        })?;
        match (stored, listed) {
            (_, Some(Ok(listed))) if listed.deleted.is_some() => Err(no_such_game(id)),
            (Some(Ok(stored)), Some(Ok(listed))) => Ok((stored, listed)),
            (None, None) => Err(no_such_game(id)),
            _ => {
                let text = format!("game {id} is in the database but cannot be read");
                Err(Problem::new(ProblemCode::NotFound, text))
            }
        }
    }

    /// All games worth a place in a list, the last changed first.
    pub(crate) fn list(&self) -> Result<Vec<GameSummary>, Problem> {
        let mut list = self.entries()?.listed;
        list.extend(self.unsaved().iter().map(|(&id, (_, listed))| (id, listed.clone())));
        let mut list: Vec<Listed> = list.into_values().collect();
        list.retain(|listed| {
            let is_stub = listed.summary.unfinished && listed.summary.moves < FEW_STONES;
            listed.deleted.is_none() && !is_stub
        });
        list.sort_by_key(|listed| std::cmp::Reverse(listed.summary.changed));
        let reviews = self.review_marks()?;
        let summaries = list.into_iter().map(|Listed { mut summary, .. }| {
            let mark = summary.id.parse().ok().and_then(|id: u64| reviews.get(&id));
            // A review of fewer or more moves is that of an older version.
            summary.reviewed = mark.and_then(|mark| mark.of(summary.moves));
            summary
        });
        Ok(summaries.collect())
    }

    /// The numbers of entries that cannot be read.
    pub(crate) fn unreadable(&self) -> Result<Vec<u64>, Problem> {
        Ok(self.entries()?.unreadable)
    }

    /// Every entry of the list, and the numbers of those that cannot be read.
    fn entries(&self) -> Result<Entries, Problem> {
        self.read(|transaction| {
            let mut entries = Entries::default();
            for entry in transaction.open_table(LIST)?.iter()? {
                let (id, bytes) = entry?;
                match parse::<Listed>(bytes.value()) {
                    Ok(listed) => _ = entries.listed.insert(id.value(), listed),
                    Err(_) => entries.unreadable.push(id.value()),
                }
            }
            Ok(entries)
        })
    }

    /// The numbers of games without a line in the list.
    fn unlisted(&self) -> Result<Vec<u64>, Problem> {
        self.read(|transaction| {
            let list = transaction.open_table(LIST)?;
            let mut found = Vec::new();
            for entry in transaction.open_table(GAMES)?.iter()? {
                let id = entry?.0.value();
                if list.get(id)?.is_none() {
                    found.push(id);
                }
            }
            Ok(found)
        })
    }

    /// A game in full, whatever the list says of it.
    fn stored(&self, id: u64) -> Result<Option<Stored>, Problem> {
        self.read(|transaction| {
            let bytes = transaction.open_table(GAMES)?.get(id)?;
            Ok(bytes.and_then(|bytes| parse(bytes.value()).ok()))
        })
    }

    /// The user's settings.
    pub(crate) fn profile(&self) -> Result<Profile, Problem> {
        let found = self.read(|transaction| {
            let profile = transaction.open_table(SETTINGS)?.get(PROFILE)?;
            Ok(profile.and_then(|bytes| parse::<Profile>(bytes.value()).ok()))
        })?;
        Ok(found.unwrap_or(Profile { changed: 0, settings: serde_json::Map::new() }))
    }

    /// Stores the user's settings, unless newer ones are known; those that hold now.
    pub(crate) fn save_profile(&self, profile: Profile) -> Result<Profile, Problem> {
        // A clock that was wrong once must not freeze the settings until its date comes.
        let now = now();
        let profile = Profile { changed: profile.changed.min(now), ..profile };
        let held = self.profile()?;
        if held.changed <= now && held.changed > profile.changed {
            return Ok(held);
        }
        self.write(|transaction| {
            let mut settings = transaction.open_table(SETTINGS)?;
            settings.insert(PROFILE, json(&profile).as_slice())?;
            Ok(())
        })?;
        Ok(profile)
    }

    fn write<T>(
        &self,
        work: impl Fn(&WriteTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Problem> {
        self.database.write(work).map_err(|failure| self.failed(&failure))
    }

    fn read<T>(
        &self,
        work: impl Fn(&redb::ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Problem> {
        self.database.read(work).map_err(|failure| self.failed(&failure))
    }

    fn failed(&self, failure: &Failure) -> Problem {
        tracing::error!(%failure, "the database failed");
        let text = format!("nothing could be saved in {}: {failure}", self.folder.display());
        Problem::new(ProblemCode::NotSaved, text)
    }

    fn deleted(&self) -> MutexGuard<'_, VecDeque<(u64, u64)>> {
        self.deleted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unsaved(&self) -> MutexGuard<'_, BTreeMap<u64, (Stored, Listed)>> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the list holds.
#[derive(Default)]
struct Entries {
    listed: BTreeMap<u64, Listed>,
    unreadable: Vec<u64>,
}

/// Writes a game, unless it was deleted or its number belongs to another.
fn put(
    transaction: &WriteTransaction,
    id: u64,
    stored: &Stored,
    listed: &Listed,
) -> Result<Result<(), Problem>, redb::Error> {
    let mut list = transaction.open_table(LIST)?;
    let mut games = transaction.open_table(GAMES)?;
    let before = list.get(id)?.map(|bytes| parse::<Listed>(bytes.value()));
    let is_there = before.is_some() || games.get(id)?.is_some();
    match before {
        // Going on with a game that was deleted does not bring it back.
        Some(Ok(before)) if before.deleted.is_some() => return Ok(Err(no_such_game(id))),
        Some(Ok(before)) if before.summary.created == listed.summary.created => {}
        _ if is_there => {
            let text = format!("number {id} belongs to another game, which is kept");
            return Ok(Err(Problem::new(ProblemCode::NotSaved, text)));
        }
        _ => {}
    }
    list.insert(id, json(listed).as_slice())?;
    games.insert(id, json(stored).as_slice())?;
    let mut settings = transaction.open_table(SETTINGS)?;
    let last: Option<u64> = settings.get(LAST_ID)?.and_then(|bytes| parse(bytes.value()).ok());
    if last.is_none_or(|last| last < id) {
        settings.insert(LAST_ID, json(&id).as_slice())?;
    }
    Ok(Ok(()))
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

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, serde_json::Error> {
    serde_json::from_slice(bytes)
}
