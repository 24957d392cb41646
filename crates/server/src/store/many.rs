//! Several games at once, each deed in one transaction: whoever marks a thousand games waits once for the disk.

use redb::ReadableTable;

use super::schema::LIST;
use super::{Listed, Store, json, now, parse};
use crate::wire::Problem;

impl Store {
    /// Changes what lists show of several games; those that were changed. Games that are not there are left out,
    /// and a refusal changes nothing at all.
    pub(crate) fn relist_many(
        &self,
        ids: &[u64],
        change: impl Fn(&mut Listed) -> Result<bool, Problem>,
    ) -> Result<Vec<(u64, Listed)>, Problem> {
        self.save_kept()?;
        self.write(|transaction| {
            let mut list = transaction.open_table(LIST)?;
            let mut changes = Vec::new();
            for &id in ids {
                let listed = list.get(id)?.and_then(|bytes| parse::<Listed>(bytes.value()).ok());
                let Some(mut listed) = listed else { continue };
                match change(&mut listed) {
                    Ok(true) => changes.push((id, listed)),
                    Ok(false) => {}
                    Err(problem) => return Ok(Err(problem)),
                }
            }
            for (id, listed) in &changes {
                list.insert(id, json(listed).as_slice())?;
            }
            Ok(Ok(changes))
        })?
    }

    /// Deletes games, which can be brought back for a while; those that were there.
    pub(crate) fn delete_many(&self, ids: &[u64]) -> Result<Vec<u64>, Problem> {
        let now = now();
        let gone = self.relist_many(ids, |listed| {
            let is_there = listed.deleted.is_none();
            listed.deleted.get_or_insert(now);
            Ok(is_there)
        })?;
        let gone: Vec<u64> = gone.into_iter().map(|(id, _)| id).collect();
        self.deleted().extend(gone.iter().map(|&id| (now, id)));
        gone.iter().for_each(|&id| self.own.deleted(id));
        // Those that stay for now go at the next start.
        let _ = self.forget_deleted(now);
        Ok(gone)
    }

    /// Brings deleted games back, as far as they are still there.
    pub(crate) fn restore_many(&self, ids: &[u64]) -> Result<Vec<Listed>, Problem> {
        let back = self.relist_many(ids, |listed| Ok(listed.deleted.take().is_some()))?;
        for (id, _) in &back {
            if let Ok((stored, listed)) = self.load(*id) {
                self.own.saved(*id, &stored, &listed);
            }
        }
        Ok(back.into_iter().map(|(_, listed)| listed).collect())
    }
}
