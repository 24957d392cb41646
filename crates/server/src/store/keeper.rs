//! The database looked after from outside: checked, backed up, restored, exported.
//!
//! A backup is JSON lines that any program can read: a head, the profile, then one entry a line.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tengen_formats::{Format, Record, Rows, write};
use tengen_player::SharedData;

use super::{FILE, Listed, OpenError, Store, Stored, own_folder, rescue};
use crate::games::state_of_saved;
use crate::wire::{Problem, Profile};
use crate::{date, records};

/// The games of a data folder that no server uses at the moment.
#[derive(Debug)]
pub struct StoredGames {
    store: Store,
    path: PathBuf,
}

/// What a database holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Games that were or are being played.
    pub games: usize,
    /// Records that were imported or made by hand.
    pub records: usize,
    /// Deleted a moment ago, still to be brought back.
    pub deleted: usize,
    /// The numbers of entries that cannot be read.
    pub unreadable: Vec<u64>,
}

/// What came out of a restoration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Restored {
    /// Games and records that are in the database now.
    pub entries: usize,
    /// What could not be used, a sentence each.
    pub lost: Vec<String>,
    /// Where the file lies that was there before.
    pub kept_aside: Option<PathBuf>,
}

/// Why games could not be checked, backed up, restored or exported.
#[derive(Debug, thiserror::Error)]
pub enum StoredGamesError {
    /// The data folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database failed.
    #[error("{0}")]
    Database(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: std::io::Error,
    },
    /// A line that is no part of a backup.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

impl From<Problem> for StoredGamesError {
    fn from(problem: Problem) -> StoredGamesError {
        StoredGamesError::Database(problem.text)
    }
}

/// A line of a backup.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Head { format: String, version: u32 },
    Entry { id: u64, listed: Box<Listed>, stored: Box<Stored> },
    Profile { profile: Profile },
}

const FORMAT: &str = "tengen-games";
const VERSION: u32 = 1;

impl StoredGames {
    /// Opens the games of a data folder.
    ///
    /// # Errors
    /// If there are none, a server uses them, or they are damaged.
    pub fn open(folder: &Path) -> Result<StoredGames, StoredGamesError> {
        let path = folder.join(FILE);
        fs::metadata(&path)
            .map_err(|error| StoredGamesError::File { path: path.clone(), error })?;
        Ok(StoredGames { store: Store::open(folder)?, path })
    }

    /// Reads every entry.
    ///
    /// # Errors
    /// If the database fails.
    pub fn check(&self) -> Result<Check, StoredGamesError> {
        let entries = self.store.entries()?;
        let mut check = Check { games: 0, records: 0, deleted: 0, unreadable: entries.unreadable };
        for (&id, listed) in &entries.listed {
            match self.store.load(id) {
                _ if listed.deleted.is_some() => check.deleted += 1,
                Ok((Stored::Game(saved), _)) if saved.clone().table().is_ok() => check.games += 1,
                Ok((Stored::Record(record), _)) if records::one_from_wire(&record).is_ok() => {
                    check.records += 1;
                }
                _ => check.unreadable.push(id),
            }
        }
        check.unreadable.extend(self.store.unlisted()?);
        check.unreadable.sort_unstable();
        Ok(check)
    }

    /// Writes everything that can be read as a backup; how many entries.
    ///
    /// # Errors
    /// If the database or the writer fails.
    pub fn backup(&self, path: &Path, out: &mut dyn Write) -> Result<usize, StoredGamesError> {
        let mut line = |line: &Line| {
            let text = serde_json::to_string(line).expect("a backup can be written as JSON");
            let written = writeln!(out, "{text}");
            written.map_err(|error| StoredGamesError::File { path: path.to_owned(), error })
        };
        line(&Line::Head { format: FORMAT.to_owned(), version: VERSION })?;
        line(&Line::Profile { profile: self.store.profile()? })?;
        let mut entries = 0;
        for id in self.store.entries()?.listed.into_keys() {
            let Ok((stored, listed)) = self.store.load(id) else { continue };
            line(&Line::Entry { id, listed: Box::new(listed), stored: Box::new(stored) })?;
            entries += 1;
        }
        Ok(entries)
    }

    /// Writes every game and record as a file of its own into a folder; the files, and what could
    /// not be written.
    ///
    /// # Errors
    /// If the database fails or the folder cannot be written.
    pub fn export(
        &self,
        folder: &Path,
        format: Format,
    ) -> Result<(Vec<PathBuf>, Vec<String>), StoredGamesError> {
        let fault = |path: &Path, error| StoredGamesError::File { path: path.to_owned(), error };
        fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
        let shared = SharedData::default();
        let (mut files, mut lost) = (Vec::new(), Vec::new());
        for id in self.store.entries()?.listed.into_keys() {
            let Ok((stored, listed)) = self.store.load(id) else { continue };
            let written = record_of(id, stored, &listed, &shared)
                .map_err(|problem| problem.text)
                .and_then(|record| {
                    write(&[record], format, Rows::Bottom).map_err(|error| error.to_string())
                });
            match written {
                Ok(written) => {
                    let path = folder.join(format!("tengen-{id}.{}", format.name()));
                    fs::write(&path, &written.bytes).map_err(|error| fault(&path, error))?;
                    files.push(path);
                }
                Err(problem) => lost.push(format!("game {id}: {problem}")),
            }
        }
        Ok((files, lost))
    }

    /// Where the database lies.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The record of an entry.
fn record_of(
    id: u64,
    stored: Stored,
    listed: &Listed,
    shared: &SharedData,
) -> Result<Record, Problem> {
    match stored {
        Stored::Record(record) => records::one_from_wire(&record),
        Stored::Game(saved) => {
            let (table, state) = state_of_saved(id, saved, &listed.summary, shared)?;
            let day = date::day(listed.summary.created);
            records::one_from_wire(&records::of_game(table.game(), &state, &day))
        }
    }
}

/// Makes the database of a folder out of a backup, or out of what can be read of the damaged file
/// that is there. The file that was there is kept aside.
///
/// # Errors
/// If a server uses the folder, or it or the backup cannot be read or written. Nothing is changed
/// then.
pub fn restore(folder: &Path, backup: Option<&Path>) -> Result<Restored, StoredGamesError> {
    let fault = |path: &Path, error| StoredGamesError::File { path: path.to_owned(), error };
    own_folder(folder).map_err(|error| fault(folder, error))?;
    let path = folder.join(FILE);
    let is_free = fs::File::open(&path).map_or(true, |file| file.try_lock().is_ok());
    if !is_free {
        return Err(OpenError::InUse(folder.to_owned()).into());
    }
    let fresh = folder.join("restoring");
    let _ = fs::remove_dir_all(&fresh);
    let (profile, entries, lost) = match backup {
        Some(backup) => read_backup(backup)?,
        None => salvage(&path, &fresh.join("copy"))?,
    };
    // The new database is whole before the old one goes aside.
    let store = Store::open(&fresh)?;
    let mut taken = HashSet::new();
    let mut without_number = Vec::new();
    for (id, stored, listed) in entries {
        match id.filter(|&id| taken.insert(id)) {
            Some(id) => store.save(id, &stored, &listed)?,
            None => without_number.push((stored, listed)),
        }
    }
    let entries = taken.len() + without_number.len();
    let free = taken.iter().max().map_or(1, |last| last + 1);
    for (id, (stored, mut listed)) in (free..).zip(without_number) {
        listed.summary.id = id.to_string();
        store.save(id, &stored, &listed)?;
    }
    if let Some(profile) = profile {
        store.save_profile(profile)?;
    }
    drop(store);
    let kept_aside = aside(&path).map_err(|error| fault(&path, error))?;
    fs::rename(fresh.join(FILE), &path).map_err(|error| fault(&path, error))?;
    let _ = fs::remove_dir_all(&fresh);
    Ok(Restored { entries, lost, kept_aside })
}

/// An entry that was found; its number, if that is known.
pub(super) type Found = (Option<u64>, Stored, Listed);
type Parts = (Option<Profile>, Vec<Found>, Vec<String>);

/// What can be read of a file. Opening may change it, so that is tried with a copy.
fn salvage(path: &Path, copy: &Path) -> Result<Parts, StoredGamesError> {
    let fault = |error| StoredGamesError::File { path: path.to_owned(), error };
    own_folder(copy).map_err(fault)?;
    fs::copy(path, copy.join(FILE)).map_err(fault)?;
    match Store::open(copy) {
        Err(error @ OpenError::Newer { .. }) => return Err(error.into()),
        Ok(store) => {
            if let Ok(parts) = readable(&store) {
                return Ok(parts);
            }
        }
        Err(_) => {}
    }
    let (entries, lost) = rescue::rescue(&fs::read(path).map_err(fault)?);
    Ok((None, entries, lost))
}

/// What a database that opens holds.
fn readable(store: &Store) -> Result<Parts, StoredGamesError> {
    let (mut found, mut lost) = (Vec::new(), Vec::new());
    let entries = store.entries()?;
    for (id, listed) in entries.listed {
        match store.load(id) {
            Ok((stored, listed)) => found.push((Some(id), stored, listed)),
            Err(_) if listed.deleted.is_some() => {}
            Err(problem) => lost.push(problem.text),
        }
    }
    // An entry without its line in the list is a game all the same.
    for id in entries.unreadable.into_iter().chain(store.unlisted()?) {
        match store.stored(id)?.and_then(|stored| rescue::entry(stored, None)) {
            Some((_, stored, listed)) => found.push((Some(id), stored, listed)),
            None => lost.push(format!("game {id} cannot be read")),
        }
    }
    Ok((Some(store.profile()?), found, lost))
}

fn read_backup(path: &Path) -> Result<Parts, StoredGamesError> {
    let fault = |error| StoredGamesError::File { path: path.to_owned(), error };
    let file = fs::File::open(path).map_err(fault)?;
    let (mut profile, mut found) = (None, Vec::new());
    for (number, text) in (1..).zip(std::io::BufReader::new(file).lines()) {
        let wrong = |problem: String| StoredGamesError::Line {
            path: path.to_owned(),
            line: number,
            problem,
        };
        let text = text.map_err(fault)?;
        let line = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        match line {
            Line::Head { format, version } if number == 1 => {
                if format != FORMAT || version > VERSION {
                    return Err(wrong(format!("{format} {version} is no backup that this reads")));
                }
            }
            _ if number == 1 => return Err(wrong("a backup begins with its format".to_owned())),
            Line::Head { .. } => return Err(wrong("a second head".to_owned())),
            Line::Profile { profile: read } => profile = Some(read),
            Line::Entry { id, listed, stored } => found.push((Some(id), *stored, *listed)),
        }
    }
    if profile.is_none() && found.is_empty() {
        return Err(StoredGamesError::Line {
            path: path.to_owned(),
            line: 1,
            problem: "the backup is empty".to_owned(),
        });
    }
    Ok((profile, found, Vec::new()))
}

/// Gives a file that is there another name, which no file has; that name.
fn aside(path: &Path) -> std::io::Result<Option<PathBuf>> {
    if !path.exists() {
        return Ok(None);
    }
    let name = |n: u32| path.with_file_name(format!("{FILE}.before-{n}"));
    let free = (1..).map(name).find(|path| !path.exists()).expect("there is a free name");
    fs::rename(path, &free)?;
    Ok(Some(free))
}

#[cfg(test)]
mod tests;
