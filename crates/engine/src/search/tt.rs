//! The transposition table (TT): shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;

use crate::pages::Pages;

mod entry;

pub(crate) use entry::{Bound, Entry};
use entry::{GENERATIONS, age, best, depth, pack, unpack};

/// A slot: the key mixed with the data, so that a torn write is seen, and the data.
#[derive(Default, Debug, Zeroable)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The key and the data; zero where nothing is stored.
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// Slots looked at for one key: as many as fill a cache line.
const BUCKET: usize = 4;

#[derive(Default, Debug, Zeroable)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// A table of a fixed size.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Pages<Bucket>,
    /// The number of the search at work.
    generation: u8,
}

impl TranspositionTable {
    /// An empty table of at most so many bytes.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        TranspositionTable { buckets: Pages::zeroed(buckets), generation: 0 }
    }

    /// A new search begins: what is there becomes old.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = TranspositionTable { buckets: Pages::zeroed(self.buckets.len()), generation: 0 };
    }

    /// How full the table is of this search's entries, in thousandths.
    pub(crate) fn fill(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let is_new = |slot: &&Slot| match slot.load() {
            (_, 0) => false,
            (_, data) => age(data, self.generation) == 0,
        };
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        (slots.filter(is_new).count() * 1000 / (sample.len() * BUCKET)) as u32
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// What is known of the position with this key, its score counted from `ply`.
    pub(crate) fn probe(&self, key: u64, ply: u32) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let (stored, data) = slot.load();
            (data != 0 && stored == key).then(|| unpack(data, ply))
        })
    }

    /// Stores what is known of a position.
    pub(crate) fn store(&self, key: u64, ply: u32, entry: Entry) {
        let Some(slot) = self.replacement(self.bucket(key), key, &entry) else { return };
        let (stored, old) = slot.load();
        // A move of an earlier search is better than none.
        let best = entry.best.or_else(|| best(old).filter(|_| stored == key));
        slot.store(key, pack(Entry { best, ..entry }, ply, self.generation));
    }

    /// The replacement policy: the slot of a bucket that a new entry gets, or none if it is worth
    /// less than what is there.
    ///
    /// The slot of the same position comes first, then an empty one, then the one whose entry is the
    /// shallowest, where each search since it was stored counts as eight plies.
    fn replacement<'b>(&self, bucket: &'b Bucket, key: u64, entry: &Entry) -> Option<&'b Slot> {
        let worth = |slot: &Slot| match slot.load() {
            (stored, _) if stored == key => i32::MIN,
            (_, 0) => i32::MIN + 1,
            (_, data) => depth(data) - 8 * i32::from(age(data, self.generation)),
        };
        let slot = bucket.0.iter().min_by_key(|slot| worth(slot)).expect("a bucket has slots");
        let (stored, old) = slot.load();
        let is_same = old != 0 && stored == key && age(old, self.generation) == 0;
        // What this search knows from much deeper is worth more.
        let is_worse = entry.bound != Bound::Exact && entry.depth + 3 < depth(old);
        (!is_same || !is_worse).then_some(slot)
    }
}

#[cfg(test)]
mod tests;
