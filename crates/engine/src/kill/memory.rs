//! What is known of positions: a table of a fixed size, older entries giving way.

/// Entries looked at for one key.
const BUCKET: usize = 4;

/// Positions by their keys, with what is known of them and what it cost.
#[derive(Clone, Debug)]
pub(crate) struct Memory<T> {
    slots: Box<[Slot<T>]>,
    mask: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot<T> {
    key: u64,
    /// What it cost to know this, zero where nothing is known.
    cost: u32,
    known: T,
}

impl<T: Copy + Default> Memory<T> {
    /// A memory of at most so many bytes, and of one bucket at least.
    pub(crate) fn new(bytes: usize) -> Memory<T> {
        let buckets = bytes / (BUCKET * size_of::<Slot<T>>());
        let buckets = if buckets == 0 { 1 } else { 1 << buckets.ilog2() };
        let empty = Slot { key: 0, cost: 0, known: T::default() };
        Memory { slots: vec![empty; buckets * BUCKET].into(), mask: buckets - 1 }
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn look_up(&self, key: u64) -> Option<T> {
        let slots = self.bucket(key);
        self.slots[slots]
            .iter()
            .find(|slot| slot.key == key && slot.cost > 0)
            .map(|slot| slot.known)
    }

    /// Remembers a position; the cheapest of a full bucket is forgotten.
    pub(crate) fn store(&mut self, key: u64, known: T, cost: u64) {
        let cost = cost.clamp(1, u64::from(u32::MAX)) as u32;
        let slots = self.bucket(key);
        let bucket = &mut self.slots[slots];
        let rank = |slot: &Slot<T>| if slot.key == key { 0 } else { slot.cost };
        let Some(slot) = bucket.iter_mut().min_by_key(|slot| rank(slot)) else { return };
        *slot = Slot { key, cost, known };
        // What is not asked for any more must leave one day, however dear it was.
        for slot in bucket.iter_mut().filter(|slot| slot.key != key) {
            slot.cost -= slot.cost / 16;
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.cost = 0);
    }

    #[inline]
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let first = (key as usize & self.mask) * BUCKET;
        first..first + BUCKET
    }
}
