//! What is known of positions: a table of a fixed size, older entries giving way.

use bytemuck::Zeroable;
use tengen_core::Point;

use crate::pages::Pages;

/// Entries looked at for one key.
const BUCKET: usize = 4;

/// What can be kept as plain words.
pub(crate) trait Fact: Copy {
    /// The words. All zero is never asked for.
    type Words: Zeroable + Copy;

    fn pack(self) -> Self::Words;
    fn unpack(words: Self::Words) -> Self;
}

/// A point as a number that is zero for none.
pub(super) fn pack_point(point: Option<Point>) -> u16 {
    point.map_or(0, |point| point.index() as u16 + 1)
}

/// The point of such a number.
pub(super) fn unpack_point(number: u16) -> Option<Point> {
    usize::from(number).checked_sub(1).and_then(Point::from_index)
}

/// Positions by their keys, with what is known of them and what it cost.
#[derive(Debug)]
pub(crate) struct Memory<T: Fact> {
    slots: Pages<Slot<T::Words>>,
    mask: usize,
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

/// No cost is counted beyond this.
const DEAREST: u64 = (1 << 24) - 1;

impl<T: Fact> Memory<T> {
    /// A memory of at most so many bytes, and of one bucket at least.
    pub(crate) fn new(bytes: usize) -> Memory<T> {
        let buckets = bytes / (BUCKET * size_of::<Slot<T::Words>>());
        let buckets = if buckets == 0 { 1 } else { 1 << buckets.ilog2() };
        Memory { slots: Pages::zeroed(buckets * BUCKET), mask: buckets - 1, age: 0 }
    }

    /// Another position is looked at: what is known of the last one gives way first.
    pub(crate) fn grow_older(&mut self) {
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
        self.slots = Pages::zeroed(self.slots.len());
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

    impl Fact for u16 {
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
        let mut memory: Memory<u16> = Memory::new(0);
        for known in 1..=3 {
            memory.store(7, known, 5);
            assert_eq!(memory.look_up(7), Some(known));
        }
        assert_eq!(memory.slots.iter().filter(|slot| slot.cost() > 0).count(), 1);
        memory.clear();
        assert_eq!(memory.look_up(7), None);
    }

    #[test]
    fn what_is_older_gives_way_first() {
        let mut memory: Memory<u16> = Memory::new(0);
        (0..BUCKET as u64).for_each(|key| memory.store(key, 1, 1_000_000));
        memory.grow_older();
        (100..100 + BUCKET as u64).for_each(|key| memory.store(key, 2, 1));
        assert!((0..BUCKET as u64).all(|key| memory.look_up(key).is_none()));
        assert!((100..100 + BUCKET as u64).all(|key| memory.look_up(key) == Some(2)));
    }

    #[test]
    fn cheap_entries_do_not_drive_each_other_out_for_ever() {
        let mut memory: Memory<u16> = Memory::new(0);
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
