//! At whichever call the disk fails, nothing that was confirmed is lost, and what is there can be read.

use std::path::Path;

use tengen_analysis::{Claim, Database, Entry, Item, Position, Question};
use tengen_core::{Game, Point, Rule, Size};
use tengen_storage::faults::{Call, ERRORS, Fault, FaultyDisk};
use tengen_test_support::environment::number;

const POSITIONS: u8 = 6;
const DEPTHS: u32 = 5;

fn position(n: u8) -> Position {
    let mut game = Game::new(Size::default(), Rule::Freestyle);
    for point in [Point::new(7, 7), Point::new(n, 2)].into_iter().flatten() {
        game.play(point).unwrap();
    }
    Position::of(&game)
}

fn entry(depth: u32) -> Entry {
    let claim = Some(Claim::Estimate { centi: depth as i32 });
    Entry { claim, depth, date: 1, ..Entry::hint(vec![Point::new(5, 5).unwrap()], "faults") }
}

/// The depth that was confirmed of each position, of the answers too.
type Confirmed = [[u32; POSITIONS as usize]; 2];

/// Positions are searched deeper and deeper, each with an answer to a question.
fn work(database: &Database, confirmed: &mut Confirmed) {
    for depth in 1..=DEPTHS {
        for n in 0..POSITIONS {
            let best =
                Item { position: position(n), question: None, entry: entry(depth), proof: None };
            let answer = Item { question: Some(Question::of("question")), ..best.clone() };
            if database.write(&[best, answer]).is_ok() {
                confirmed.iter_mut().for_each(|depths| depths[usize::from(n)] = depth);
            }
        }
    }
}

fn check(database: &Database, confirmed: &Confirmed) {
    let stat = database.stat().unwrap();
    assert!(stat.unreadable.is_empty(), "{:?}", stat.unreadable);
    for n in 0..POSITIONS {
        let best = database.get(&position(n)).unwrap();
        let answer = database.answer(&position(n), &Question::of("question")).unwrap();
        for (found, confirmed) in [best, answer].iter().zip(confirmed) {
            let depth = found.as_ref().map_or(0, |known| known.entry.depth);
            assert!(
                depth >= confirmed[usize::from(n)],
                "position {n}: depth {depth} of {confirmed:?}"
            );
        }
    }
}

fn open(disk: &FaultyDisk) -> Result<Database, tengen_analysis::Error> {
    Database::on(Box::new(disk.clone()), Path::new("memory"))
}

/// Works with a fault, cuts the power now and then; the faults that happened.
fn survive(fault: Fault, seed: u64) -> usize {
    let disk = FaultyDisk::failing(fault);
    let mut confirmed = Confirmed::default();
    if let Ok(database) = open(&disk) {
        work(&database, &mut confirmed);
        let mut rng = fastrand::Rng::with_seed(seed);
        for _ in 0..3 {
            check(&open(&disk.after_power_cut(&mut rng)).unwrap(), &confirmed);
        }
        disk.heal();
        work(&database, &mut confirmed);
        assert_eq!(confirmed, [[DEPTHS; POSITIONS as usize]; 2]);
        check(&database, &confirmed);
        check(&open(&disk.after_power_cut(&mut rng)).unwrap(), &confirmed);
    }
    disk.faults()
}

#[test]
fn a_disk_may_fail_at_any_call() {
    let healthy = FaultyDisk::default();
    work(&open(&healthy).unwrap(), &mut Confirmed::default());
    let calls = healthy.calls();
    for call in Call::ALL {
        assert!(calls.contains(&call), "{call:?} is never tried");
    }
    let every = number("TENGEN_EVERY", 23);
    let (mut runs, mut faults) = (0, 0);
    for at in (0..calls.len()).filter(|at| at % every == 0 || *at < 12) {
        for (n, error) in ERRORS.into_iter().enumerate() {
            for calls in [1, 2, 40] {
                faults += survive(Fault { at, calls, error }, (at * 64 + calls * 4 + n) as u64);
                runs += 1;
            }
        }
    }
    assert!(faults > runs / 2, "{faults} faults in {runs} runs");
}
