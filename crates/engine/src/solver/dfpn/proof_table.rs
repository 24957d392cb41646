//! The proof table: what a solver knows of positions. It grows with use, up to its size.

use bytemuck::Zeroable;
use tengen_core::Point;

use crate::pages::{Pages, with_at_most};

/// Slots looked at for one key.
const BUCKET: usize = 4;

/// What packs into plain words.
pub(crate) trait Packed: Copy {
    /// The words. All zero is never unpacked.
    type Words: Zeroable + Copy;

    fn pack(self) -> Self::Words;
    fn unpack(words: Self::Words) -> Self;
}

/// A point as a number, zero for none.
pub(in crate::solver) fn pack_point(point: Option<Point>) -> u16 {
    point.map_or(0, |point| point.index() as u16 + 1)
}

/// The point that [`pack_point`] packed.
pub(in crate::solver) fn unpack_point(number: u16) -> Option<Point> {
    usize::from(number).checked_sub(1).and_then(Point::from_index)
}

/// What is known of positions, by their keys, and the nodes it cost to know it.
#[derive(Debug)]
pub(crate) struct ProofTable<T: Packed> {
    /// All slots there may ever be. Those not used yet cost nothing.
    slots: Pages<Slot<T::Words>>,
    /// One less than the buckets in use, a power of two. A short search stays within the caches of
    /// the processor.
    mask: usize,
    /// Slots in use that hold something.
    filled: usize,
    /// The number of the search at work.
    generation: u8,
}

#[derive(Clone, Copy, Debug, Zeroable)]
struct Slot<W> {
    key: u64,
    words: W,
    /// The nodes it cost to know this, zero in an empty slot, and in the last byte its generation.
    cost_and_generation: u32,
}

impl<W> Slot<W> {
    fn new(key: u64, words: W, cost: u32, generation: u8) -> Slot<W> {
        Slot { key, words, cost_and_generation: cost << 8 | u32::from(generation) }
    }

    fn cost(&self) -> u32 {
        self.cost_and_generation >> 8
    }

    fn generation(&self) -> u8 {
        self.cost_and_generation as u8
    }

    fn holds(&self, key: u64) -> bool {
        self.key == key && self.cost() > 0
    }

    /// Lets an entry that is not asked for lose worth: it must leave one day, whatever it cost.
    fn fade(&mut self) {
        let cost = self.cost() - self.cost().div_ceil(16);
        self.cost_and_generation = cost << 8 | u32::from(self.generation());
    }
}

/// Buckets in use at first.
const FIRST_BUCKETS: usize = 1024;

/// No cost is counted beyond this.
const MAX_COST: u64 = (1 << 24) - 1;

impl<T: Packed> ProofTable<T> {
    /// An empty table of at most `bytes` bytes, but at least one bucket. It is smaller if the system has
    /// not that much.
    pub(crate) fn new(bytes: usize) -> ProofTable<T> {
        with_at_most(bytes, |bytes| {
            let buckets = bytes / (BUCKET * size_of::<Slot<T::Words>>());
            let buckets = if buckets == 0 { 1 } else { 1 << buckets.ilog2() };
            let (slots, mask) = (Pages::zeroed(buckets * BUCKET)?, buckets.min(FIRST_BUCKETS) - 1);
            Some(ProofTable { slots, mask, filled: 0, generation: 0 })
        })
    }

    /// A new search begins: what is there becomes old.
    pub(crate) fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<T> {
        let slots = &self.slots[self.bucket(key)];
        slots.iter().find(|slot| slot.holds(key)).map(|slot| T::unpack(slot.words))
    }

    /// Stores what is known of a position, and the nodes it cost.
    pub(crate) fn store(&mut self, key: u64, value: T, cost: u64) {
        if self.filled > self.in_use() / 2 {
            self.grow();
        }
        let (slots, generation) = (self.bucket(key), self.generation);
        let bucket = &mut self.slots[slots];
        let n = replacement(bucket, key, generation);
        self.filled += usize::from(bucket[n].cost() == 0);
        let cost = cost.clamp(1, MAX_COST) as u32;
        bucket[n] = Slot::new(key, value.pack(), cost, generation);
        // The newest is last, so that of several equally cheap ones the oldest leaves: two that are
        // needed together must not drive each other out for ever.
        bucket[n..].rotate_left(1);
        bucket.iter_mut().filter(|slot| slot.key != key && slot.cost() > 1).for_each(Slot::fade);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let used = self.in_use();
        bytemuck::fill_zeroes(&mut self.slots[..used]);
        self.mask = self.mask.min(FIRST_BUCKETS - 1);
        self.filled = 0;
    }

    /// Slots in use.
    fn in_use(&self) -> usize {
        (self.mask + 1) * BUCKET
    }

    /// Uses twice as many buckets, if there are that many. What a bucket holds stays in it or moves
    /// to its twin.
    fn grow(&mut self) {
        let half = self.in_use();
        if 2 * half > self.slots.len() {
            return;
        }
        let twin = self.mask + 1;
        let (old, new) = self.slots[..2 * half].split_at_mut(half);
        for (from, to) in old.chunks_exact_mut(BUCKET).zip(new.chunks_exact_mut(BUCKET)) {
            for (slot, place) in from.iter_mut().zip(to) {
                if slot.key as usize & twin != 0 {
                    std::mem::swap(slot, place);
                }
            }
        }
        self.mask = 2 * twin - 1;
    }

    #[inline]
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let first = (key as usize & self.mask) * BUCKET;
        first..first + BUCKET
    }
}

/// The replacement policy: the slot of a bucket that a new entry gets.
///
/// The slot of the same position comes first, then those that are empty or of an older search, then
/// the one whose entry cost the fewest nodes.
fn replacement<W>(bucket: &[Slot<W>], key: u64, generation: u8) -> usize {
    let worth = |n: &usize| match &bucket[*n] {
        slot if slot.holds(key) => 0,
        slot if slot.generation() != generation => 1,
        slot => 1 + slot.cost(),
    };
    (0..bucket.len()).min_by_key(worth).expect("a bucket has slots")
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Packed for u16 {
        type Words = u16;

        fn pack(self) -> u16 {
            self
        }

        fn unpack(words: u16) -> u16 {
            words
        }
    }

    #[test]
    fn what_is_stored_last_is_known_once() {
        let mut table: ProofTable<u16> = ProofTable::new(0);
        for value in 1..=3 {
            table.store(7, value, 5);
            assert_eq!(table.probe(7), Some(value));
        }
        assert_eq!(table.slots.iter().filter(|slot| slot.cost() > 0).count(), 1);
        table.clear();
        assert_eq!(table.probe(7), None);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too slow")]
    fn nothing_is_lost_when_a_table_grows_and_all_when_it_is_cleared() {
        let mut table: ProofTable<u16> = ProofTable::new(64 << 20);
        let mut rng = fastrand::Rng::with_seed(5);
        let keys: Vec<u64> = (0..30_000).map(|_| rng.u64(..)).collect();
        let small = table.in_use();
        let mut found = 0;
        for (n, &key) in keys.iter().enumerate() {
            table.store(key, n as u16, 9);
            found += usize::from(table.probe(key) == Some(n as u16));
        }
        assert_eq!(found, keys.len());
        assert!(table.in_use() > small && table.in_use() < table.slots.len());
        // A full bucket drives something out before its table grows, which is rare.
        let kept = keys.iter().filter(|key| table.probe(**key).is_some()).count();
        assert_eq!(kept, table.filled);
        assert!(kept > keys.len() * 9 / 10, "{kept}");
        table.clear();
        assert_eq!(table.in_use(), small);
        assert!(keys.iter().all(|key| table.probe(*key).is_none()));
        assert!(table.slots.iter().all(|slot| slot.key == 0 && slot.cost() == 0));
    }

    #[test]
    #[cfg_attr(miri, ignore = "no such memory")]
    fn a_table_that_no_machine_has_is_smaller() {
        let mut table: ProofTable<u16> = ProofTable::new(usize::MAX);
        table.store(7, 3, 5);
        assert_eq!(table.probe(7), Some(3));
    }

    #[test]
    fn what_is_older_gives_way_first() {
        let mut table: ProofTable<u16> = ProofTable::new(0);
        (0..BUCKET as u64).for_each(|key| table.store(key, 1, 1_000_000));
        table.new_search();
        (100..100 + BUCKET as u64).for_each(|key| table.store(key, 2, 1));
        assert!((0..BUCKET as u64).all(|key| table.probe(key).is_none()));
        assert!((100..100 + BUCKET as u64).all(|key| table.probe(key) == Some(2)));
    }

    #[test]
    fn cheap_entries_do_not_drive_each_other_out_for_ever() {
        let mut table: ProofTable<u16> = ProofTable::new(0);
        (0..BUCKET as u64).for_each(|key| table.store(key, 1, 1_000_000));
        let both_known = (0..1_000).find(|_| {
            for key in [100, 101] {
                if table.probe(key).is_none() {
                    table.store(key, 2, 1);
                }
            }
            [100, 101].into_iter().all(|key| table.probe(key).is_some())
        });
        assert!(both_known.is_some(), "what is dear and old never leaves");
    }
}
