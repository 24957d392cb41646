//! Which part of a growing table is in use, and where a key lies in it: linear hashing.
//!
//! The low bits of a key choose its segment, the high bits the place in the segment. A table that
//! grows splits one segment at a time: half of its keys, those with the next bit set, move to the
//! same places in a new segment behind the last. Segments are split in order, so the number in use
//! says which keys have moved.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most buckets of a segment, a megabyte. One step of growth has to be short beside a move. Miri, for
/// which a bucket is work, gets tables that grow at once.
const MAX_LENGTH: usize = if cfg!(miri) { 4 } else { 1 << 14 };
/// Segments in use at first. A search of some 50 000 nodes needs no more.
const FIRST: usize = 2;

/// The segments of a table.
#[derive(Debug)]
pub(super) struct Segments {
    /// Buckets of a segment.
    length: usize,
    /// Segments there may be, a power of two: only then are all keys spread evenly.
    all: usize,
    in_use: AtomicUsize,
}

/// What moves when a table grows.
pub(super) struct Split {
    /// The buckets of the segment that is split.
    pub(super) from: Range<usize>,
    /// The buckets of the new segment.
    pub(super) to: Range<usize>,
    /// The bit of the keys that move.
    pub(super) bit: u64,
}

impl Segments {
    /// The segments of a table of at most `buckets` buckets, but at least one.
    pub(super) fn new(buckets: usize) -> Segments {
        let all = buckets.div_ceil(MAX_LENGTH).next_power_of_two();
        let length = (buckets / all).max(1);
        Segments { length, all, in_use: AtomicUsize::new(FIRST.min(all)) }
    }

    /// Buckets there may be.
    pub(super) fn all_buckets(&self) -> usize {
        self.length * self.all
    }

    /// Buckets in use, from the first on.
    pub(super) fn buckets_in_use(&self) -> usize {
        self.length * self.in_use()
    }

    /// Buckets of a segment.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Whether the table has its full size.
    pub(super) fn are_all_in_use(&self) -> bool {
        self.in_use() == self.all
    }

    /// The bucket of a key.
    #[inline]
    pub(super) fn bucket(&self, key: u64) -> usize {
        let in_use = self.in_use();
        let mask = in_use.next_power_of_two() - 1;
        let split = key as usize & mask;
        let segment = if split < in_use { split } else { split & mask >> 1 };
        let place = (u128::from(key) * self.length as u128) >> 64;
        segment * self.length + place as usize
    }

    /// Some buckets, and the part of the table that is as full as they are.
    ///
    /// The segment that is split last holds what all held before the segments last doubled.
    pub(super) fn sample(&self) -> (Range<usize>, f64) {
        let before = 1 << self.in_use().ilog2();
        let first = (before - 1) * self.length;
        (first..first + self.length.min(250), before as f64 / self.all as f64)
    }

    /// What moves when one more segment comes into use; nothing if none is left.
    pub(super) fn next_split(&self) -> Option<Split> {
        let new = self.in_use();
        let before = 1 << new.ilog2();
        let buckets = |segment: usize| segment * self.length..(segment + 1) * self.length;
        let split = || Split { from: buckets(new - before), to: buckets(new), bit: before as u64 };
        (new < self.all).then(split)
    }

    /// The next split is done.
    pub(super) fn add(&self) {
        self.in_use.fetch_add(1, Ordering::Relaxed);
    }

    /// Begins again with the first segments.
    pub(super) fn reset(&mut self) {
        *self.in_use.get_mut() = FIRST.min(self.all);
    }

    fn in_use(&self) -> usize {
        self.in_use.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_fill_their_table_and_no_more() {
        for buckets in [1, 2, 3, 1000, 16_384, 16_385, 221_184, 3_670_016, 14_680_063] {
            let segments = Segments::new(buckets);
            let all = segments.all_buckets();
            assert!(all <= buckets && all + segments.all > buckets, "{all} of {buckets}");
            assert!(segments.length <= MAX_LENGTH && segments.buckets_in_use() <= all);
        }
    }

    #[test]
    fn a_key_stays_or_moves_with_the_segment_that_is_split() {
        let segments = Segments::new(40 * MAX_LENGTH);
        let mut rng = fastrand::Rng::with_seed(9);
        let count = if cfg!(miri) { 100 } else { 10_000 };
        let keys: Vec<u64> = (0..count).map(|_| rng.u64(..)).collect();
        let mut places: Vec<usize> = keys.iter().map(|&key| segments.bucket(key)).collect();
        let mut splits = 0;
        while let Some(Split { from, to, bit }) = segments.next_split() {
            assert_eq!(to.start, segments.buckets_in_use());
            segments.add();
            splits += 1;
            for (key, place) in keys.iter().zip(&mut places) {
                let moves = from.contains(place) && key & bit != 0;
                let expected = if moves { *place - from.start + to.start } else { *place };
                assert_eq!(segments.bucket(*key), expected);
                *place = expected;
            }
        }
        assert_eq!(splits, 64 - FIRST);
        assert!(segments.are_all_in_use());
    }

    #[test]
    #[cfg_attr(miri, ignore = "too slow")]
    fn at_full_size_all_buckets_get_the_same_number_of_keys() {
        let segments = Segments::new(3 * MAX_LENGTH);
        while segments.next_split().is_some() {
            segments.add();
        }
        let mut rng = fastrand::Rng::with_seed(9);
        let mut counts = vec![0; segments.all_buckets() / 1024];
        (0..480_000).for_each(|_| counts[segments.bucket(rng.u64(..)) / 1024] += 1);
        assert_eq!(counts.len(), 48);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
