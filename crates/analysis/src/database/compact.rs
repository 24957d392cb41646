//! Making the file small again.

use std::collections::HashSet;

use redb::ReadableTable;

use super::{Access, Database};
use crate::Error;
use crate::proofs::PROOFS;

impl Database {
    /// Drops proofs that no entry refers to, and gives the room that is free in the file back to the disk;
    /// how many proofs that were.
    ///
    /// # Errors
    /// If the disk fails, or the database is read only.
    pub fn compact(&mut self) -> Result<u64, Error> {
        let mut used = HashSet::new();
        self.for_each(|row| {
            used.extend(row.ok().and_then(|row| row.entry.proof).map(|id| id.0));
            true
        })?;
        let dropped = self.change(|transaction| {
            let mut proofs = transaction.open_table(PROOFS)?;
            let mut unused = Vec::new();
            for found in proofs.iter()? {
                let id = found?.0.value();
                if !used.contains(&id) {
                    unused.push(id);
                }
            }
            for id in &unused {
                proofs.remove(id)?;
            }
            Ok(unused.len() as u64)
        })?;
        let done = match &mut self.access {
            Access::Write(database) => database.compact(),
            Access::Read(_) => Ok(()),
        };
        done.map_err(|failure| self.failed(&failure))?;
        Ok(dropped)
    }
}
