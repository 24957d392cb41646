use tengen_core::Point;

use super::*;
use crate::Score;

/// A table that can grow to 32 segments.
const LARGE: usize = if cfg!(miri) { 8 << 10 } else { 30 << 20 };

/// An entry of a position: the same one whenever it is asked for.
fn entry_of(key: u64) -> Entry {
    let mut rng = fastrand::Rng::with_seed(key);
    Entry {
        best: Point::new(rng.u8(..22), rng.u8(..22)),
        score: Score::estimate(rng.i32(-40_000..40_000)),
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][rng.usize(..3)],
        depth: rng.i32(-20..100),
        tt_pv: rng.bool(),
    }
}

fn keys(count: usize) -> Vec<u64> {
    let mut rng = fastrand::Rng::with_seed(3);
    (0..count).map(|_| rng.u64(..)).collect()
}

fn store_all(table: &TranspositionTable, keys: &[u64]) {
    keys.iter().for_each(|&key| table.store(key, 5, entry_of(key)));
}

/// What the table knows of these keys, which must be true.
fn found(table: &TranspositionTable, keys: &[u64]) -> Vec<u64> {
    let knows = |key: &u64| table.probe(*key, 5).inspect(|&e| assert_eq!(e, entry_of(*key)));
    keys.iter().copied().filter(|key| knows(key).is_some()).collect()
}

#[test]
fn entries_come_back_as_they_were_stored_and_under_no_other_key() {
    let (bytes, count) = if cfg!(miri) { (1 << 8, 60) } else { (1 << 16, 10_000) };
    let table = TranspositionTable::new(bytes);
    for key in keys(count) {
        let entry = Entry { best: entry_of(key).best.filter(|_| key & 8 == 0), ..entry_of(key) };
        table.store(key, 5, entry);
        assert_eq!(table.probe(key, 5), Some(entry));
        // A key that differs in one bit may share the bucket, never the entry.
        assert!((0..64).all(|bit| table.probe(key ^ 1 << bit, 5).is_none()));
    }
    assert!(table.fill() > 500);
}

#[test]
#[cfg_attr(miri, ignore = "no such memory")]
fn a_table_that_no_machine_has_is_smaller() {
    let (table, keys) = (TranspositionTable::new(usize::MAX), keys(1000));
    store_all(&table, &keys);
    assert_eq!(found(&table, &keys).len(), keys.len());
}

#[test]
fn wins_count_from_the_node() {
    let table = TranspositionTable::new(1 << 12);
    let entry = Entry { score: Score::win_in(9), ..entry_of(77) };
    table.store(77, 4, entry);
    assert_eq!(table.probe(77, 6).map(|found| found.score), Some(Score::win_in(11)));
}

#[test]
fn entries_of_older_searches_give_way_first_then_shallow_ones() {
    let mut table = TranspositionTable::new(0);
    let store = |table: &TranspositionTable, key, depth| {
        table.store(key, 5, Entry { depth, ..entry_of(key) });
    };
    let known = |table: &TranspositionTable| -> Vec<u64> {
        (1..=7).filter(|&key| table.probe(key, 5).is_some()).collect()
    };
    for (key, depth) in [(1, 9), (2, 5), (3, 20), (4, 7)] {
        store(&table, key, depth);
    }
    store(&table, 5, 1);
    assert_eq!(known(&table), [1, 3, 4, 5]);
    table.new_search();
    store(&table, 6, 0);
    store(&table, 7, 0);
    assert_eq!(known(&table), [1, 3, 6, 7]);
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn every_entry_survives_growth() {
    let table = TranspositionTable::new(LARGE);
    let keys = keys(20_000);
    store_all(&table, &keys);
    let before = found(&table, &keys);
    assert!(before.len() > 19_900, "{}", before.len());
    while !table.segments.are_all_in_use() {
        table.grow();
        assert_eq!(found(&table, &keys), before);
    }
    assert_eq!(table.segments.buckets_in_use(), table.buckets.len());
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn a_table_grows_with_use_and_never_beyond_its_bytes() {
    for bytes in [0, 64, 1 << 10, 1 << 20, 3 << 20, 14_155_776] {
        let mut table = TranspositionTable::new(bytes);
        let first = table.segments.buckets_in_use();
        assert!(size_of_val(&*table.buckets) <= bytes.max(64));
        assert!(first <= 1 << 15);
        let keys = keys(bytes / 16);
        store_all(&table, &keys[..keys.len() / 100]);
        assert_eq!(table.segments.buckets_in_use(), first);
        store_all(&table, &keys);
        assert_eq!(table.segments.buckets_in_use(), table.buckets.len());
        // As many keys as slots: some buckets get more than they hold.
        let kept = found(&table, &keys).len();
        assert!(kept * 3 >= keys.len() * 2, "{kept} of {}", keys.len());
        table.clear();
        assert_eq!(table.segments.buckets_in_use(), first);
    }
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn growth_loses_few_entries() {
    let table = TranspositionTable::new(LARGE);
    let keys = keys(200_000);
    store_all(&table, &keys);
    let (in_use, kept) = (table.segments.buckets_in_use(), found(&table, &keys).len());
    assert!((200_000..400_000).contains(&in_use), "{in_use}");
    assert!(kept > 198_500, "{kept}");
    // It says how full the whole table is, not the part in use.
    let slots = table.buckets.len() * BUCKET;
    let fill = (1000 * keys.len() / slots) as u32;
    assert!(table.fill().abs_diff(fill) <= fill / 5, "{} for {fill}", table.fill());
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn entries_of_older_searches_give_way_before_the_table_grows() {
    let mut table = TranspositionTable::new(LARGE);
    let first = table.segments.buckets_in_use();
    for keys in keys(200_000).chunks(10_000) {
        table.new_search();
        keys.iter().for_each(|&key| table.store(key, 5, Entry { depth: 3, ..entry_of(key) }));
        let kept = keys.iter().filter(|&&key| table.probe(key, 5).is_some()).count();
        assert!(kept > 9_990, "{kept}");
    }
    assert_eq!(table.segments.buckets_in_use(), first);
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn a_cleared_table_knows_nothing_and_is_as_good_as_new() {
    let mut table = TranspositionTable::new(LARGE);
    let keys = keys(100_000);
    let fresh = TranspositionTable::new(LARGE);
    store_all(&fresh, &keys);
    for _ in 0..2 {
        table.new_search();
        keys.iter().for_each(|&key| table.store(!key, 5, entry_of(key)));
        table.clear();
        assert_eq!((found(&table, &keys).len(), table.fill()), (0, 0));
        assert!(table.buckets.iter().flat_map(|b| &b.0).all(|slot| slot.load() == (0, 0)));
    }
    store_all(&table, &keys);
    // The same entries in the same slots: growth depends on what is stored and on nothing else.
    assert_eq!(table.segments.buckets_in_use(), fresh.segments.buckets_in_use());
    let slots = |table: &TranspositionTable| -> Vec<(u64, u64)> {
        table.buckets.iter().flat_map(|b| &b.0).map(Slot::load).collect()
    };
    assert!(slots(&table) == slots(&fresh));
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn threads_that_store_while_the_table_grows_find_only_what_is_true() {
    let table = TranspositionTable::new(LARGE);
    let (first, keys) = (table.segments.buckets_in_use(), keys(300_000));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (table, keys) = (&table, &keys);
            scope.spawn(move || {
                let mut rng = fastrand::Rng::with_seed(thread);
                for &key in keys.iter().skip(thread as usize).step_by(4) {
                    table.store(key, 5, entry_of(key));
                    found(table, &[key, keys[rng.usize(..keys.len())]]);
                }
            });
        }
    });
    assert!(table.segments.buckets_in_use() > 4 * first);
    // Little is lost on the way.
    let kept = found(&table, &keys).len();
    assert!(kept > keys.len() * 9 / 10, "{kept}");
}

#[test]
fn threads_find_only_what_is_true_while_another_lets_the_table_grow() {
    let table = TranspositionTable::new(LARGE);
    let keys = keys(if cfg!(miri) { 60 } else { 20_000 });
    std::thread::scope(|scope| {
        for half in keys.chunks(keys.len() / 2) {
            let table = &table;
            scope.spawn(move || {
                for &key in half {
                    table.store(key, 5, entry_of(key));
                    found(table, &[key]);
                }
            });
        }
        (0..30).for_each(|_| table.grow());
    });
    // What was stored in the meantime may be lost, but nothing is broken.
    store_all(&table, &keys);
    let kept = found(&table, &keys).len();
    assert!(kept > keys.len() * 9 / 10, "{kept}");
}
