//! A database that is only read.

use std::path::Path;

use redb::{ReadTransaction, ReadableDatabase};

use crate::database::guarded;
use crate::{Database, Failure, FileDisk};

/// A database file that is only read. Several processes may do so at the same time, as long as none
/// writes.
pub struct ReadOnly(redb::ReadOnlyDatabase);

impl ReadOnly {
    /// Opens a file that is there.
    ///
    /// # Errors
    /// If it cannot be read, is no database, or another process writes it.
    pub fn open(path: &Path) -> Result<ReadOnly, Failure> {
        match opened(path) {
            // A kill has left it open. Opening it to write puts that right.
            Err(failure) if failure.is_unfinished() => {
                drop(Database::open(Box::new(FileDisk::new(path)))?);
                opened(path)
            }
            done => done,
        }
    }

    /// Reads one state of the database.
    ///
    /// # Errors
    /// If the disk fails or the file is damaged.
    pub fn read<T>(
        &self,
        work: impl Fn(&ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Failure> {
        guarded(|| work(&self.0.begin_read()?))
    }
}

impl std::fmt::Debug for ReadOnly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ReadOnly")
    }
}

fn opened(path: &Path) -> Result<ReadOnly, Failure> {
    guarded(|| Ok(ReadOnly(redb::ReadOnlyDatabase::open(path)?)))
}

#[cfg(test)]
mod tests {
    use redb::TableDefinition;

    use super::*;

    const NUMBERS: TableDefinition<u64, u64> = TableDefinition::new("numbers");

    #[test]
    fn several_read_one_file_and_none_while_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("numbers.redb");
        let database = Database::open(Box::new(FileDisk::new(&path))).unwrap();
        let insert = |n| {
            let done = database.write(|transaction| {
                transaction.open_table(NUMBERS)?.insert(n, n * n)?;
                Ok(())
            });
            done.unwrap();
        };
        insert(7);
        assert!(ReadOnly::open(&path).unwrap_err().is_in_use());
        drop(database);
        let readers = [(), ()].map(|()| ReadOnly::open(&path).unwrap());
        for reader in &readers {
            let found = reader.read(|transaction| {
                Ok(transaction.open_table(NUMBERS)?.get(7)?.map(|number| number.value()))
            });
            assert_eq!(found.unwrap(), Some(49));
        }
        assert!(Database::open(Box::new(FileDisk::new(&path))).unwrap_err().is_in_use());
    }

    #[test]
    fn a_file_that_is_no_database_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text.redb");
        std::fs::write(&path, "no database".repeat(1000)).unwrap();
        assert!(ReadOnly::open(&path).unwrap_err().is_damage());
        assert!(ReadOnly::open(&folder.path().join("nowhere")).is_err());
    }
}
