//! The database: entries by position, answers by question, proofs by checksum.

mod compact;
mod read;
mod write;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use redb::{ReadableTable, TableDefinition, TableHandle, WriteTransaction};
use tengen_storage::{Disk, Failure, FileDisk, MemoryDisk, ReadOnly};

use crate::Error;
use crate::proofs::PROOFS;

pub use read::{Known, Row, Stat, Unreadable};
pub use write::{Filter, Item, Written};

/// Entries by the key of their position.
pub(crate) const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
/// Answers by the key of their position, followed by their question.
pub(crate) const ANSWERS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("answers");
/// What the file is.
const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("tengen-analysis");
/// The version of the tables, in [`ABOUT`].
const SCHEMA: &str = "schema";

/// The version that this program writes.
pub const VERSION: u32 = 1;

/// Bytes of the file that are kept in memory. The system keeps more where it has room.
const CACHE: usize = 128 << 20;

/// A database of analysed positions in one file. One process writes it, or several read it; the threads of a
/// process share it.
///
/// ```
/// # use tengen_analysis::{Claim, Database, Entry, Position};
/// # use tengen_core::{Game, Rule, Size};
/// let database = Database::in_memory()?;
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// game.play("h8".parse()?)?;
/// let hint = Entry::hint(vec!["i9".parse()?], "somebody");
/// let claim = Some(Claim::Estimate { centi: -20 });
/// database.put(&Position::of(&game), Entry { claim, depth: 12, ..hint }, None)?;
/// let known = database.get(&Position::of(&game))?.expect("it was just stored");
/// assert_eq!((known.claim(), known.entry.depth), (claim, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    access: Access,
    /// What went wrong last.
    problem: Mutex<Option<String>>,
}

/// What may be done with the file.
#[derive(Debug)]
enum Access {
    Write(tengen_storage::Database),
    Read(ReadOnly),
}

impl Database {
    /// Opens a file to read and write it; it is made where it is missing.
    ///
    /// # Errors
    /// If another process uses it, it is no database of this program or damaged, or the disk fails.
    pub fn open(path: &Path) -> Result<Database, Error> {
        Database::on(Box::new(FileDisk::new(path).with_cache(CACHE)), path)
    }

    /// Opens a file that is there to read it only, as several processes may do.
    ///
    /// # Errors
    /// As [`Database::open`], and if there is no such file.
    pub fn open_read_only(path: &Path) -> Result<Database, Error> {
        if !path.exists() {
            return Err(Error::Missing(path.to_owned()));
        }
        let failed = |failure: Failure| Error::of(&failure, path.to_owned());
        let access = ReadOnly::open(path).map_err(failed)?;
        let found = access.read(|transaction| {
            let about = transaction.open_table(ABOUT);
            match about {
                Ok(about) => Ok(about.get(SCHEMA)?.map(|version| version.value())),
                Err(redb::TableError::TableDoesNotExist(_)) => Ok(None),
                Err(error) => Err(error.into()),
            }
        });
        known(found.map_err(failed)?, path)?;
        Ok(Database::with(Access::Read(access), path))
    }

    /// A database that nobody keeps.
    ///
    /// # Errors
    /// If there is too little memory.
    pub fn in_memory() -> Result<Database, Error> {
        Database::on(Box::new(MemoryDisk), Path::new("memory"))
    }

    /// Opens a database on a disk, whatever that is; messages name it `path`.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn on(disk: Box<dyn Disk>, path: &Path) -> Result<Database, Error> {
        let failed = |failure: Failure| Error::of(&failure, path.to_owned());
        let database = tengen_storage::Database::open(disk).map_err(failed)?;
        let found = database.write(prepare).map_err(failed)?;
        known(found, path)?;
        Ok(Database::with(Access::Write(database), path))
    }

    fn with(access: Access, path: &Path) -> Database {
        Database { path: path.to_owned(), access, problem: Mutex::default() }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What went wrong last, if anything did: for who asks in passing, and goes on without a memory.
    pub fn problem(&self) -> Option<String> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn failed(&self, failure: &Failure) -> Error {
        let error = Error::of(failure, self.path.clone());
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
        error
    }
}

/// Makes the tables of a new file; the version, or none if the file is something else.
fn prepare(transaction: &WriteTransaction) -> Result<Option<u64>, redb::Error> {
    let (mut is_empty, mut is_ours) = (true, false);
    for table in transaction.list_tables()? {
        is_empty = false;
        is_ours |= table.name() == ABOUT.name();
    }
    if !is_empty && !is_ours {
        return Ok(None);
    }
    let mut about = transaction.open_table(ABOUT)?;
    let noted = about.get(SCHEMA)?.map(|version| version.value());
    if noted.is_none() {
        about.insert(SCHEMA, u64::from(VERSION))?;
    }
    // A newer file is left as it is.
    let version = noted.unwrap_or(VERSION.into());
    if version <= VERSION.into() {
        transaction.open_table(POSITIONS)?;
        transaction.open_table(ANSWERS)?;
        transaction.open_table(PROOFS)?;
    }
    Ok(Some(version))
}

/// Whether a file of this version can be used.
fn known(version: Option<u64>, path: &Path) -> Result<(), Error> {
    match version {
        None => Err(Error::Foreign(path.to_owned())),
        Some(version) if version > VERSION.into() => {
            let version = u32::try_from(version).unwrap_or(u32::MAX);
            Err(Error::Newer { path: path.to_owned(), version })
        }
        Some(_) => Ok(()),
    }
}
