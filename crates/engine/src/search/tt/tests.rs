use tengen_core::Point;

use super::*;
use crate::Score;

fn random_entry(rng: &mut fastrand::Rng) -> Entry {
    Entry {
        best: Point::new(rng.u8(..22), rng.u8(..22)).filter(|_| rng.bool()),
        score: Score::estimate(rng.i32(-40_000..40_000)),
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][rng.usize(..3)],
        depth: rng.i32(-20..100),
        tt_pv: rng.bool(),
    }
}

#[test]
fn entries_come_back_as_they_were_stored_and_under_no_other_key() {
    let table = TranspositionTable::new(1 << 16);
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..10_000 {
        let (key, entry) = (rng.u64(..), random_entry(&mut rng));
        table.store(key, 5, entry);
        assert_eq!(table.probe(key, 5), Some(entry));
        // Keys that differ in one bit share a bucket or not; they never share an entry.
        assert!((0..64).all(|bit| table.probe(key ^ 1 << bit, 5).is_none()));
    }
    assert!(table.fill() > 500);
}

#[test]
fn wins_count_from_the_node() {
    let table = TranspositionTable::new(1 << 12);
    let entry =
        Entry { best: None, score: Score::win_in(9), bound: Bound::Exact, depth: 3, tt_pv: false };
    table.store(77, 4, entry);
    assert_eq!(table.probe(77, 6).map(|found| found.score), Some(Score::win_in(11)));
}
