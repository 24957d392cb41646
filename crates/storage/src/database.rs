//! The file behind a store: transactions that survive a failure of the disk.
//!
//! After an I/O error the database refuses everything until it is opened again. Disks fill up and
//! have room again, so it is opened again at once, and once more at the next transaction if that
//! failed.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{PoisonError, RwLock};

use redb::{ReadTransaction, ReadableDatabase, WriteTransaction};

use crate::Disk;

/// A database that is opened again after a failure.
#[derive(Debug)]
pub struct Database {
    disk: Box<dyn Disk>,
    /// None after a failure, until it could be opened again.
    open: RwLock<Option<redb::Database>>,
}

/// Why nothing was read or written.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The disk, or what it holds.
    #[error("{0}")]
    Database(Box<redb::Error>),
    /// The database does not understand its own file.
    #[error("the file is damaged: {0}")]
    Damaged(String),
}

impl From<redb::Error> for Failure {
    fn from(error: redb::Error) -> Failure {
        Failure::Database(Box::new(error))
    }
}

impl Failure {
    /// Whether another process holds the file.
    pub fn is_in_use(&self) -> bool {
        let Failure::Database(error) = self else { return false };
        matches!(**error, redb::Error::DatabaseAlreadyOpen)
    }

    /// Whether the file itself is not as it should be.
    pub fn is_damage(&self) -> bool {
        match self {
            Failure::Database(error) => {
                matches!(
                    **error,
                    redb::Error::Corrupted(_)
                        | redb::Error::UpgradeRequired(_)
                        | redb::Error::RepairAborted
                        | redb::Error::TableTypeMismatch { .. }
                        | redb::Error::TypeDefinitionChanged { .. }
                ) || matches!(&**error, redb::Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData || error.kind() == std::io::ErrorKind::UnexpectedEof)
            }
            Failure::Damaged(_) => true,
        }
    }

    /// Whether nobody closed the file, so that only a writer can open it.
    pub(crate) fn is_unfinished(&self) -> bool {
        let Failure::Database(error) = self else { return false };
        matches!(**error, redb::Error::RepairAborted)
    }

    /// Whether opening the file again may help.
    fn is_worth_another_try(&self) -> bool {
        match self {
            Failure::Database(error) => matches!(
                **error,
                redb::Error::Io(_)
                    | redb::Error::PreviousIo
                    | redb::Error::DatabaseClosed
                    | redb::Error::Corrupted(_)
            ),
            Failure::Damaged(_) => true,
        }
    }
}

impl Database {
    /// Opens the database on a disk; an empty one where there is none.
    ///
    /// # Errors
    /// If the disk fails, what lies there is no database, or another process holds it.
    pub fn open(disk: Box<dyn Disk>) -> Result<Database, Failure> {
        let open = RwLock::new(Some(opened(disk.as_ref())?));
        Ok(Database { disk, open })
    }

    /// Runs a transaction. What it writes is on the disk when this returns. It may run twice.
    ///
    /// # Errors
    /// If the disk fails again after the file was opened again.
    pub fn write<T>(
        &self,
        work: impl Fn(&WriteTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Failure> {
        self.run(|database| {
            let transaction = database.begin_write()?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        })
    }

    /// Reads one state of the database. It may run twice.
    ///
    /// # Errors
    /// As [`Database::write`].
    pub fn read<T>(
        &self,
        work: impl Fn(&ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Failure> {
        self.run(|database| work(&database.begin_read()?))
    }

    fn run<T>(
        &self,
        work: impl Fn(&redb::Database) -> Result<T, redb::Error>,
    ) -> Result<T, Failure> {
        let first = self.attempt(&work);
        match first {
            Err(failure) if failure.is_worth_another_try() => {
                tracing::warn!(%failure, "the database is opened again");
                self.reopen()?;
                self.attempt(&work)
            }
            done => done,
        }
    }

    fn attempt<T>(
        &self,
        work: &impl Fn(&redb::Database) -> Result<T, redb::Error>,
    ) -> Result<T, Failure> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        let Some(database) = open.as_ref() else {
            return Err(redb::Error::DatabaseClosed.into());
        };
        guarded(|| work(database))
    }

    /// Makes the file as small as it can be. Nobody may read or write meanwhile.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn compact(&mut self) -> Result<(), Failure> {
        let open = self.open.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Some(database) = open.as_mut() else { return Err(redb::Error::DatabaseClosed.into()) };
        // One round moves what it can; the next may move more.
        guarded(|| {
            while database.compact()? {}
            Ok(())
        })
    }

    /// Closes the file and opens it again.
    fn reopen(&self) -> Result<(), Failure> {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        // The old one lets go of the file before the new one takes it.
        close(&mut open);
        *open = Some(opened(self.disk.as_ref())?);
        Ok(())
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        close(self.open.get_mut().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Closes the file. A damaged one makes the database panic even then, which says nothing new.
fn close(open: &mut Option<redb::Database>) {
    let old = open.take();
    let _ = guarded(|| {
        drop(old);
        Ok(())
    });
}

fn opened(disk: &dyn Disk) -> Result<redb::Database, Failure> {
    guarded(|| disk.open().map_err(redb::Error::from))
}

/// A damaged file can make the database panic.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Ok(done?),
        Err(panic) => Err(Failure::Damaged(panic_text(panic.as_ref()))),
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no reason given".to_owned())
}
