//! The transposition table: shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;
use tengen_core::Point;

use crate::Score;
use crate::pages::Pages;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    /// Nothing: only the move is of use.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is the true score.
    Exact,
}

impl Bound {
    /// What a score says that was found within a window.
    pub(crate) fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        match score {
            high if high >= beta => Bound::Lower,
            within if within > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) best: Option<Point>,
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    /// Whether it was once on the line of best play.
    pub(crate) tt_pv: bool,
}

impl Entry {
    /// Whether this settles a search of such a depth within a window.
    pub(crate) fn settles(&self, alpha: Score, beta: Score, depth: i32) -> bool {
        let deep = self.depth >= depth;
        match self.bound {
            Bound::Exact => deep,
            Bound::Lower => (deep || self.score.is_win()) && self.score >= beta,
            Bound::Upper => (deep || self.score.is_loss()) && self.score <= alpha,
            Bound::None => false,
        }
    }
}

/// A slot: the key mixed with the data, so that a torn write is seen, and the data.
#[derive(Default, Debug, Zeroable)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots looked at for one key: as many as fill a cache line.
const BUCKET: usize = 4;

#[derive(Default, Debug, Zeroable)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// A table of a fixed size. Entries of older searches give way first, then shallow ones.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Pages<Bucket>,
    generation: u8,
}

/// Data from bit 0: score 16, point 11 (one more than its index), depth 8, bound 2, generation 6,
/// principal 1.
const POINT_AT: u32 = 16;
const DEPTH_AT: u32 = 27;
const BOUND_AT: u32 = 35;
const GENERATION_AT: u32 = 37;
const PRINCIPAL_AT: u32 = 43;
const GENERATIONS: u8 = 64;

impl TranspositionTable {
    /// A table that fills at most so many bytes.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        TranspositionTable { buckets: Pages::zeroed(buckets), generation: 0 }
    }

    /// A new search begins: what is there becomes old.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = TranspositionTable { buckets: Pages::zeroed(self.buckets.len()), generation: 0 };
    }

    /// How full the table is of this search's entries, in thousandths.
    pub(crate) fn fill(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && generation(data) == self.generation
        };
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        (slots.filter(used).count() * 1000 / (sample.len() * BUCKET)) as u32
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// What is known of the position with this key, its score counted from `ply`.
    pub(crate) fn look_up(&self, key: u64, ply: u32) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (data != 0 && check ^ data == key).then(|| unpack(data, ply))
        })
    }

    /// Remembers a position.
    pub(crate) fn store(&self, key: u64, ply: u32, entry: Entry) {
        let bucket = &self.bucket(key).0;
        let age = |data: u64| (GENERATIONS + self.generation - generation(data)) % GENERATIONS;
        let keep = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                return i32::MIN;
            }
            if data == 0 { i32::MIN + 1 } else { depth(data) - 8 * i32::from(age(data)) }
        };
        let slot = bucket.iter().min_by_key(|slot| keep(slot)).expect("a bucket has slots");
        let old = slot.data.load(Ordering::Relaxed);
        let same = old != 0 && slot.check.load(Ordering::Relaxed) ^ old == key;
        if same && age(old) == 0 && entry.bound != Bound::Exact && entry.depth + 3 < depth(old) {
            // What is known from much deeper is worth more.
            return;
        }
        let best = entry.best.or_else(|| unpack(old, 0).best.filter(|_| same));
        let data = pack(Entry { best, ..entry }, ply, self.generation);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

fn generation(data: u64) -> u8 {
    (data >> GENERATION_AT) as u8 & (GENERATIONS - 1)
}

fn depth(data: u64) -> i32 {
    i32::from((data >> DEPTH_AT) as i8)
}

fn pack(entry: Entry, ply: u32, generation: u8) -> u64 {
    let score = entry.score.to_table(ply) as u16;
    let point = entry.best.map_or(0, |point| point.index() as u64 + 1);
    let depth = entry.depth.clamp(i8::MIN.into(), i8::MAX.into()) as i8 as u8;
    u64::from(score)
        | point << POINT_AT
        | u64::from(depth) << DEPTH_AT
        | (entry.bound as u64) << BOUND_AT
        | u64::from(generation) << GENERATION_AT
        | u64::from(entry.tt_pv) << PRINCIPAL_AT
}

fn unpack(data: u64, ply: u32) -> Entry {
    let point = (data >> POINT_AT & 0x7FF) as usize;
    Entry {
        best: point.checked_sub(1).and_then(Point::from_index),
        score: Score::from_table(data as u16 as i16, ply),
        bound: match data >> BOUND_AT & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: depth(data),
        tt_pv: data >> PRINCIPAL_AT & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let mut table = TranspositionTable::new(1 << 16);
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..10_000 {
            let best = Point::new(rng.u8(..22), rng.u8(..22)).filter(|_| rng.bool());
            let bound = [Bound::Upper, Bound::Lower, Bound::Exact][rng.usize(..3)];
            let score = Score::estimate(rng.i32(-40_000..40_000));
            let (depth, tt_pv) = (rng.i32(-20..100), rng.bool());
            let entry = Entry { best, score, bound, depth, tt_pv };
            let key = rng.u64(..);
            table.store(key, 5, entry);
            assert_eq!(table.look_up(key, 5), Some(entry));
            assert_eq!(table.look_up(key ^ 1 << 63, 5).filter(|_| false), None);
        }
        assert!(table.fill() > 500);
        table.clear();
        assert_eq!(table.fill(), 0);
    }

    #[test]
    fn wins_count_from_the_node() {
        let table = TranspositionTable::new(1 << 12);
        let entry = Entry {
            best: None,
            score: Score::win_in(9),
            bound: Bound::Exact,
            depth: 3,
            tt_pv: false,
        };
        table.store(77, 4, entry);
        assert_eq!(table.look_up(77, 6).map(|found| found.score), Some(Score::win_in(11)));
    }
}
