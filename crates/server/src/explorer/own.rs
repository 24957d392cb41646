//! The stored games by position.
//!
//! It is kept in memory and made again from the database at every start, in the background: nothing
//! that could disagree with the games is stored, a damaged one costs only itself, and an older
//! program that saves games cannot leave it out of date. `docs/measurements/app.md` has the times.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_core::{Point, Rule};

use super::line::Line;
use super::tally::{Count, Tally};
use crate::store::{FEW_STONES, Listed, Stored};
use crate::wire::{Indexing, Winner};

/// Steps that are looked through one by one before they are sorted in.
const FRESH: usize = 8192;

/// One step of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    slot: u32,
    action: Point,
}

/// A version of a game. Old versions stay until the entries are sorted in again.
#[derive(Debug)]
struct Slot {
    rule: Rule,
    result: Option<Winner>,
    is_current: bool,
}

/// Entries by position. A game's new version gets a slot of its own, so that nothing has to be found and
/// removed: a game that is being played is saved at every move.
#[derive(Debug, Default)]
struct Index {
    /// By key.
    sorted: Vec<Entry>,
    /// In the order they came.
    fresh: Vec<Entry>,
    slots: Vec<Slot>,
    /// Where the current version of a game is.
    current: HashMap<u64, u32>,
}

/// The stored games by position, shared by all who save and ask.
#[derive(Debug, Default)]
pub(crate) struct OwnGames {
    index: Mutex<Index>,
    /// How far the games of the database are looked through, until all are.
    progress: Mutex<Progress>,
}

#[derive(Debug, Default)]
struct Progress {
    indexing: Option<Indexing>,
    /// Games that were saved or deleted meanwhile: what the database says of them may be older.
    touched: std::collections::HashSet<u64>,
}

impl OwnGames {
    /// A game was saved.
    pub(crate) fn saved(&self, id: u64, stored: &Stored, listed: &Listed) {
        self.touch(id);
        self.put(id, stored, listed);
    }

    /// A game was deleted.
    pub(crate) fn deleted(&self, id: u64) {
        self.touch(id);
        self.index().remove(id);
    }

    /// The games of the database will come.
    pub(crate) fn begin(&self, total: usize) {
        self.progress().indexing = Some(Indexing { done: 0, total: total as u32 });
    }

    /// A game of the database, unless a newer version came meanwhile.
    pub(crate) fn found(&self, id: u64, game: Option<(&Stored, &Listed)>) {
        let mut progress = self.progress();
        if let Some(indexing) = &mut progress.indexing {
            indexing.done += 1;
        }
        // Held over the change: a version that is saved now comes after this one.
        if let Some((stored, listed)) = game.filter(|_| !progress.touched.contains(&id)) {
            self.put(id, stored, listed);
        }
    }

    /// All games of the database came.
    pub(crate) fn end(&self) {
        self.index().settle();
        *self.progress() = Progress::default();
    }

    /// How far the games are looked through, if not all of them are.
    pub(crate) fn indexing(&self) -> Option<Indexing> {
        self.progress().indexing
    }

    /// What was played in a position under a rule.
    pub(crate) fn look_up(&self, key: u64, rule: Rule) -> Tally {
        self.index().look_up(key, rule)
    }

    fn put(&self, id: u64, stored: &Stored, listed: &Listed) {
        let is_stub = listed.summary.unfinished && listed.summary.moves < FEW_STONES;
        match Line::of(stored, listed) {
            Ok(line) if !is_stub && listed.deleted.is_none() => self.index().put(id, &line),
            Ok(_) => self.index().remove(id),
            Err(problem) => {
                tracing::warn!(game = id, problem = problem.text, "no game for the explorer");
                self.index().remove(id);
            }
        }
    }

    fn touch(&self, id: u64) {
        let mut progress = self.progress();
        if progress.indexing.is_some() {
            progress.touched.insert(id);
        }
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Index {
    fn put(&mut self, id: u64, line: &Line) {
        self.remove(id);
        let slot = self.slots.len() as u32;
        self.slots.push(Slot { rule: line.rule, result: line.result, is_current: true });
        self.current.insert(id, slot);
        let entries =
            line.steps.iter().map(|step| Entry { key: step.key, slot, action: step.action });
        self.fresh.extend(entries);
        if self.fresh.len() > FRESH.max(self.sorted.len() / 8) {
            self.settle();
        }
    }

    fn remove(&mut self, id: u64) {
        if let Some(slot) = self.current.remove(&id) {
            self.slots[slot as usize].is_current = false;
        }
    }

    /// Sorts in what is fresh and forgets old versions.
    fn settle(&mut self) {
        let mut places = vec![None; self.slots.len()];
        let mut kept = 0;
        for (slot, place) in self.slots.iter().zip(&mut places) {
            if slot.is_current {
                *place = Some(kept);
                kept += 1;
            }
        }
        self.slots.retain(|slot| slot.is_current);
        for slot in self.current.values_mut() {
            *slot = places[*slot as usize].expect("a current version is kept");
        }
        self.sorted.append(&mut self.fresh);
        self.sorted.retain_mut(|entry| match places[entry.slot as usize] {
            Some(place) => {
                entry.slot = place;
                true
            }
            None => false,
        });
        // Almost all of it is in order already, which this sort makes use of.
        self.sorted.sort();
        self.fresh.shrink_to(FRESH);
    }

    fn look_up(&self, key: u64, rule: Rule) -> Tally {
        let first = self.sorted.partition_point(|entry| entry.key < key);
        let sorted = self.sorted[first..].iter().take_while(|entry| entry.key == key);
        let fresh = self.fresh.iter().filter(|entry| entry.key == key);
        let mut tally = Tally::new();
        for entry in sorted.chain(fresh) {
            let slot = &self.slots[entry.slot as usize];
            if slot.is_current && slot.rule == rule {
                tally.entry(entry.action).or_default().add(Count::one(slot.result));
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests;
