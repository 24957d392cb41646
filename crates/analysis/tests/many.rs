//! Rates with many entries: `TENGEN_ENTRIES=10000000 cargo test --release -p tengen-analysis --test many --
//! --ignored --nocapture`. `TENGEN_FOLDER` says where the file lies.

#![expect(clippy::print_stdout, reason = "the measurement is what this is for")]

use std::time::Instant;

use tengen_analysis::{Claim, Database, Entry, Item, Position};
use tengen_core::{Game, Point, Rule, Size};
use tengen_test_support::environment::number;

/// A position of its own for every number: stones near the middle, as in openings and early middle games.
fn position(number: u64) -> Position {
    let mut rng = fastrand::Rng::with_seed(number);
    let mut game = Game::new(Size::default(), Rule::Freestyle);
    let stones = rng.usize(4..24);
    while game.moves().len() < stones && game.outcome().is_none() {
        if let Some(point) = Point::new(rng.u8(2..13), rng.u8(2..13)) {
            // An occupied point is another throw.
            let _ = game.play(point);
        }
    }
    Position::of(&game)
}

fn entry(number: u64) -> Entry {
    let mut rng = fastrand::Rng::with_seed(!number);
    let point = |rng: &mut fastrand::Rng| Point::new(rng.u8(..15), rng.u8(..15));
    let line = (0..8).filter_map(|_| point(&mut rng)).collect();
    let claim = Some(Claim::Estimate { centi: rng.i32(-900..900) });
    let (depth, nodes) = (rng.u32(4..30), rng.u64(1_000..5_000_000));
    Entry { claim, depth, nodes, date: 1_800_000_000, ..Entry::hint(line, "tengen 0.2.0") }
}

#[test]
#[ignore = "a measurement, not a test"]
fn rates_with_many_entries() {
    let entries: u64 = number("TENGEN_ENTRIES", 100_000);
    let folder = match std::env::var_os("TENGEN_FOLDER") {
        Some(folder) => tempfile::tempdir_in(folder).unwrap(),
        None => tempfile::tempdir().unwrap(),
    };
    let path = folder.path().join("many.redb");
    let database = Database::open(&path).unwrap();
    let begun = Instant::now();
    let numbers: Vec<u64> = (0..entries).collect();
    for numbers in numbers.chunks(50_000) {
        let item = |&number: &u64| Item {
            position: position(number),
            question: None,
            entry: entry(number),
            proof: None,
        };
        let items: Vec<Item<'_>> = numbers.iter().map(item).collect();
        database.write(&items).unwrap();
    }
    let seconds = begun.elapsed().as_secs_f64();
    let bytes = std::fs::metadata(&path).unwrap().len();
    println!(
        "{entries} entries: {seconds:.0} s, {:.0} a second, {bytes} bytes",
        entries as f64 / seconds
    );

    drop(database);
    let database = Database::open(&path).unwrap();
    let mut rng = fastrand::Rng::with_seed(1);
    for name in ["first", "again"] {
        let looked: Vec<Position> = (0..20_000).map(|_| position(rng.u64(..entries))).collect();
        let mut times = Vec::new();
        for position in &looked {
            let begun = Instant::now();
            assert!(database.get(position).unwrap().is_some());
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        let mean = times.iter().sum::<std::time::Duration>() / times.len() as u32;
        let (half, most) = (times[times.len() / 2], times[times.len() * 99 / 100]);
        println!("look-ups, {name}: mean {mean:?}, median {half:?}, 99 of 100 within {most:?}");
    }
    let unknown: Vec<Position> = (0..20_000).map(|n| position(u64::MAX - n)).collect();
    let begun = Instant::now();
    let known = unknown.iter().filter(|at| database.get(at).unwrap().is_some()).count();
    let each = begun.elapsed() / unknown.len() as u32;
    println!("look-ups of unknown positions: mean {each:?} ({known} were known)");
    let single: Vec<u64> = (0..200).map(|n| entries + n).collect();
    let begun = Instant::now();
    for &number in &single {
        database.put(&position(number), entry(number), None).unwrap();
    }
    println!("single writes, each on the disk: {:?}", begun.elapsed() / single.len() as u32);
}
