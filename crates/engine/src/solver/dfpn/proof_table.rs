//! What is known of positions: a table that grows to its size, older entries giving way.

use bytemuck::Zeroable;
use tengen_core::Point;

use crate::pages::Pages;

/// Entries looked at for one key.
const BUCKET: usize = 4;

/// What can be kept as plain words.
pub(crate) trait Packed: Copy {
    /// The words. All zero is never asked for.
    type Words: Zeroable + Copy;

    fn pack(self) -> Self::Words;
    fn unpack(words: Self::Words) -> Self;
}

/// A point as a number that is zero for none.
pub(in crate::solver) fn pack_point(point: Option<Point>) -> u16 {
    point.map_or(0, |point| point.index() as u16 + 1)
}

/// The point of such a number.
pub(in crate::solver) fn unpack_point(number: u16) -> Option<Point> {
    usize::from(number).checked_sub(1).and_then(Point::from_index)
}

/// Positions by their keys, with what is known of them and what it cost.
#[derive(Debug)]
pub(crate) struct ProofTable<T: Packed> {
    /// All there may ever be. Those that are not used yet cost nothing.
    slots: Pages<Slot<T::Words>>,
    /// One less than the buckets in use, a power of two. A short search stays within the nearest
    /// memory of the processor.
    mask: usize,
    /// Slots in use that hold something.
    filled: usize,
    /// Of what is stored now.
    age: u8,
}

#[derive(Clone, Copy, Debug, Zeroable)]
struct Slot<W> {
    key: u64,
    words: W,
    /// What it cost to know this, zero where nothing is known, and in the last byte its age.
    cost_and_age: u32,
}

impl<W> Slot<W> {
    fn cost(&self) -> u32 {
        self.cost_and_age >> 8
    }

    fn age(&self) -> u8 {
        self.cost_and_age as u8
    }

    fn set_cost(&mut self, cost: u32, age: u8) {
        self.cost_and_age = cost << 8 | u32::from(age);
    }
}

/// Buckets in use at first.
const FIRST_BUCKETS: usize = 1024;

/// No cost is counted beyond this.
const DEAREST: u64 = (1 << 24) - 1;

impl<T: Packed> ProofTable<T> {
    /// A memory of at most so many bytes, and of one bucket at least.
    pub(crate) fn new(bytes: usize) -> ProofTable<T> {
        let buckets = bytes / (BUCKET * size_of::<Slot<T::Words>>());
        let buckets = if buckets == 0 { 1 } else { 1 << buckets.ilog2() };
        let (slots, mask) = (Pages::zeroed(buckets * BUCKET), buckets.min(FIRST_BUCKETS) - 1);
        ProofTable { slots, mask, filled: 0, age: 0 }
    }

    /// Another position is looked at: what is known of the last one gives way first.
    pub(crate) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn look_up(&self, key: u64) -> Option<T> {
        let slots = self.bucket(key);
        self.slots[slots]
            .iter()
            .find(|slot| slot.key == key && slot.cost() > 0)
            .map(|slot| T::unpack(slot.words))
    }

    /// Remembers a position; the cheapest of a full bucket is forgotten.
    pub(crate) fn store(&mut self, key: u64, known: T, cost: u64) {
        let cost = cost.clamp(1, DEAREST) as u32;
        if self.filled > self.in_use() / 2 {
            self.grow();
        }
        let slots = self.bucket(key);
        let bucket = &mut self.slots[slots];
        let is_same = |slot: &Slot<T::Words>| slot.key == key && slot.cost() > 0;
        let age = self.age;
        let rank = |n: &usize| match &bucket[*n] {
            slot if is_same(slot) => 0,
            slot if slot.age() != age => 1,
            slot => 1 + slot.cost(),
        };
        let Some(n) = (0..bucket.len()).min_by_key(rank) else { return };
        self.filled += usize::from(bucket[n].cost() == 0);
        bucket[n] = Slot { key, words: known.pack(), cost_and_age: 0 };
        bucket[n].set_cost(cost, age);
        // The newest is last, so that of several equally cheap ones the oldest leaves: two that are
        // needed together must not drive each other out for ever.
        bucket[n..].rotate_left(1);
        // What is not asked for any more must leave one day, however dear it was.
        for slot in bucket.iter_mut().filter(|slot| slot.key != key && slot.cost() > 1) {
            slot.set_cost(slot.cost() - slot.cost().div_ceil(16), slot.age());
        }
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

    /// Uses twice as many buckets, if there are as many: what a bucket holds goes on in it or in
    /// its twin.
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
    fn what_is_remembered_last_is_known_once() {
        let mut memory: ProofTable<u16> = ProofTable::new(0);
        for known in 1..=3 {
            memory.store(7, known, 5);
            assert_eq!(memory.look_up(7), Some(known));
        }
        assert_eq!(memory.slots.iter().filter(|slot| slot.cost() > 0).count(), 1);
        memory.clear();
        assert_eq!(memory.look_up(7), None);
    }

    #[test]
    fn nothing_is_lost_when_a_memory_grows_and_all_when_it_is_cleared() {
        let mut memory: ProofTable<u16> = ProofTable::new(64 << 20);
        let mut rng = fastrand::Rng::with_seed(5);
        let keys: Vec<u64> = (0..30_000).map(|_| rng.u64(..)).collect();
        let small = memory.in_use();
        let mut known = 0;
        for (n, &key) in keys.iter().enumerate() {
            memory.store(key, n as u16, 9);
            known += usize::from(memory.look_up(key) == Some(n as u16));
        }
        assert_eq!(known, keys.len());
        assert!(memory.in_use() > small && memory.in_use() < memory.slots.len());
        // A full bucket drives something out before its memory grows, which is rare.
        let kept = keys.iter().filter(|key| memory.look_up(**key).is_some()).count();
        assert_eq!(kept, memory.filled);
        assert!(kept > keys.len() * 9 / 10, "{kept}");
        memory.clear();
        assert_eq!(memory.in_use(), small);
        assert!(keys.iter().all(|key| memory.look_up(*key).is_none()));
        assert!(memory.slots.iter().all(|slot| slot.key == 0 && slot.cost() == 0));
    }

    #[test]
    fn what_is_older_gives_way_first() {
        let mut memory: ProofTable<u16> = ProofTable::new(0);
        (0..BUCKET as u64).for_each(|key| memory.store(key, 1, 1_000_000));
        memory.new_search();
        (100..100 + BUCKET as u64).for_each(|key| memory.store(key, 2, 1));
        assert!((0..BUCKET as u64).all(|key| memory.look_up(key).is_none()));
        assert!((100..100 + BUCKET as u64).all(|key| memory.look_up(key) == Some(2)));
    }

    #[test]
    fn cheap_entries_do_not_drive_each_other_out_for_ever() {
        let mut memory: ProofTable<u16> = ProofTable::new(0);
        (0..BUCKET as u64).for_each(|key| memory.store(key, 1, 1_000_000));
        let both_known = (0..1_000).find(|_| {
            for key in [100, 101] {
                if memory.look_up(key).is_none() {
                    memory.store(key, 2, 1);
                }
            }
            [100, 101].into_iter().all(|key| memory.look_up(key).is_some())
        });
        assert!(both_known.is_some(), "what is dear and old never leaves");
    }
}
