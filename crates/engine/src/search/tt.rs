//! The transposition table (TT): shared by all threads without locks.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use bytemuck::Zeroable;

use crate::pages::{Pages, with_at_most};

mod entry;
mod segments;

pub(crate) use entry::{Bound, Entry};
use entry::{GENERATIONS, age, best, depth, pack, unpack};
use segments::{Segments, Split};

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

/// A table that grows with use, up to a fixed size.
///
/// Memory is slow when it is first touched, and keys touch all of a table at once. So a search uses
/// only as much of the table as it needs.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Pages<Bucket>,
    segments: Segments,
    /// Entries of this search that were replaced by others since the table last grew.
    evictions: AtomicUsize,
    is_growing: AtomicBool,
    /// The number of the search at work.
    generation: u8,
}

/// A table grows after one eviction for this many buckets of a segment. Few entries are lost until
/// then, and about a sixth of the slots are filled.
const BUCKETS_PER_EVICTION: usize = 256;

impl TranspositionTable {
    /// An empty table of at most `bytes` bytes, but at least one bucket. It is smaller if the system has
    /// not that much.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let (segments, buckets) = with_at_most(bytes, |bytes| {
            let segments = Segments::new(bytes / size_of::<Bucket>());
            Pages::zeroed(segments.all_buckets()).map(|buckets| (segments, buckets))
        });
        TranspositionTable {
            buckets,
            segments,
            evictions: AtomicUsize::new(0),
            is_growing: AtomicBool::new(false),
            generation: 0,
        }
    }

    /// A new search begins: what is there becomes old.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        *self.evictions.get_mut() = 0;
    }

    /// Forgets everything. It keeps the memory, which would be as slow as new if it came back.
    pub(crate) fn clear(&mut self) {
        bytemuck::fill_zeroes(&mut self.buckets[..self.segments.buckets_in_use()]);
        self.segments.reset();
        *self.evictions.get_mut() = 0;
        self.generation = 0;
    }

    /// How full the table is of this search's entries, in thousandths of its full size.
    pub(crate) fn fill(&self) -> u32 {
        let (sample, part) = self.segments.sample();
        let is_new = |slot: &&Slot| match slot.load() {
            (_, 0) => false,
            (_, data) => age(data, self.generation) == 0,
        };
        let slots = sample.len() * BUCKET;
        let new = self.buckets[sample].iter().flat_map(|bucket| &bucket.0).filter(is_new).count();
        (1000.0 * part * new as f64 / slots as f64) as u32
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.segments.bucket(key)]
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
        // Older entries may go: the table grows until one search fits, and some before it.
        if old != 0 && stored != key && age(old, self.generation) == 0 {
            self.count_eviction();
        }
        // A move of an earlier search is better than none.
        let best = entry.best.or_else(|| best(old).filter(|_| stored == key));
        slot.store(key, pack(Entry { best, ..entry }, ply, self.generation));
    }

    /// Grows if entries give way often.
    fn count_eviction(&self) {
        if self.segments.are_all_in_use() {
            return;
        }
        let evictions = 1 + self.evictions.fetch_add(1, Ordering::Relaxed);
        if evictions * BUCKETS_PER_EVICTION >= self.segments.length() {
            self.grow();
        }
    }

    /// Brings one more segment into use and moves entries there.
    ///
    /// One thread does it while the others go on. For that moment they miss entries that have moved,
    /// and what they store may be lost. They never find wrong ones: each slot proves its key.
    fn grow(&self) {
        if self.is_growing.swap(true, Ordering::Acquire) {
            return;
        }
        if let Some(Split { from, to, bit }) = self.segments.next_split() {
            let slots = |buckets: Range<usize>| self.buckets[buckets].iter().flat_map(|b| &b.0);
            for (old, new) in slots(from).zip(slots(to)) {
                let (key, data) = old.load();
                if data != 0 && key & bit != 0 {
                    new.store(key, data);
                    old.store(0, 0);
                }
            }
            self.segments.add();
            self.evictions.store(0, Ordering::Relaxed);
        }
        self.is_growing.store(false, Ordering::Release);
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
