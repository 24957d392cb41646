//! The store on a disk that fails: at whichever call it fails, nothing that was confirmed is lost.

use std::path::Path;

use tengen_player::SharedData;
pub(crate) use tengen_storage::faults::FaultyDisk;
use tengen_storage::faults::{Call, ERRORS, Fault};

use super::*;

/// A store on a disk.
pub(crate) fn store_on(disk: &FaultyDisk) -> Store {
    Store::on(Box::new(disk.clone()), Path::new("memory")).unwrap()
}

/// A game of persons with stones that never meet, different for each number.
pub(super) fn game(id: u64, moves: u32) -> (Stored, Listed) {
    use crate::games::summary_of_saved;
    use crate::play::Table;
    use crate::wire::GameNew;
    let point = |n: u32| {
        let (column, row) = (2 * (n % 7), 2 * (n / 7) + id as u32 % 2 + 1);
        format!("{}{row}", char::from(b'a' + (column + id as u32 / 2 % 2) as u8))
    };
    let points: Vec<String> = (0..moves).map(point).collect();
    let new: GameNew = serde_json::from_value(serde_json::json!({
        "rule": "freestyle", "size": 15, "opening": "none", "moves": points,
        "black": { "kind": "person" }, "white": { "kind": "person" }
    }))
    .unwrap();
    let saved = Table::new(new).unwrap().saved();
    let summary = summary_of_saved(saved.clone(), &SharedData::default()).unwrap();
    let summary = GameSummary { id: id.to_string(), created: 1_000 + id, ..summary };
    (Stored::Game(saved), Listed { summary, deleted: None })
}

/// What the user knows: the number of moves of each game that was confirmed, and the most that were
/// ever tried.
#[derive(Debug, Default)]
struct Known {
    confirmed: BTreeMap<u64, u32>,
    tried: BTreeMap<u64, u32>,
    /// Games whose deletion was confirmed.
    deleted: Vec<u64>,
}

/// Some games are played side by side, renamed and deleted.
fn play(store: &Store, known: &mut Known) {
    let ids: Vec<u64> = (0..3).map(|_| store.next_id()).collect();
    assert_eq!(ids, [1, 2, 3]);
    for moves in 5..9 {
        for &id in &ids {
            let (stored, listed) = game(id, moves);
            known.tried.insert(id, moves);
            if store.save_or_keep(id, &stored, &listed).is_ok() {
                known.confirmed.insert(id, moves);
            }
        }
    }
    let delete = |listed: &mut Listed| {
        listed.deleted = Some(now());
        Ok(())
    };
    if store.relist(2, delete).is_ok() {
        known.deleted.push(2);
        known.confirmed.remove(&2);
    }
    let (stored, listed) = game(store.next_id(), 20);
    known.tried.insert(4, 20);
    if store.save(4, &stored, &listed).is_ok() {
        known.confirmed.insert(4, 20);
    }
}

/// Every game that was confirmed is there in that state or a later one, and deleted ones are gone.
fn check(store: &Store, known: &Known) {
    assert_eq!(store.unreadable().unwrap(), Vec::<u64>::new());
    for (&id, &confirmed) in &known.confirmed {
        // A deletion that was not confirmed may have happened.
        match store.load(id) {
            Ok((_, listed)) => {
                let moves = listed.summary.moves;
                assert!((confirmed..=known.tried[&id]).contains(&moves), "{id}: {moves} {known:?}");
            }
            Err(_) => assert!(id == 2 && known.deleted.is_empty(), "game {id} is lost: {known:?}"),
        }
    }
    for &id in &known.deleted {
        assert!(store.load(id).is_err(), "{id} came back");
    }
    let last = known.confirmed.keys().last().copied().unwrap_or(0);
    assert!(store.next_id() > last);
}

/// Runs the play with a fault; the faults that happened. Then the power goes.
fn survive(fault: Fault, seed: u64) -> usize {
    let disk = FaultyDisk::failing(fault);
    let folder = Path::new("memory");
    let mut known = Known::default();
    if let Ok(store) = Store::on(Box::new(disk.clone()), folder) {
        play(&store, &mut known);
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut cut = |known: &Known| {
            let restarted = Store::on(Box::new(disk.after_power_cut(&mut rng)), folder).unwrap();
            check(&restarted, known);
        };
        (0..3).for_each(|_| cut(&known));
        // The disk recovers: what the store kept is saved, and everything is as the user left it.
        disk.heal();
        store.save_kept().unwrap();
        for id in [1, 3] {
            known.confirmed.insert(id, known.tried[&id]);
        }
        check(&store, &known);
        cut(&known);
    }
    disk.faults()
}

#[test]
#[expect(clippy::print_stdout, reason = "a longer run is worth its figures")]
fn a_disk_may_fail_at_any_call() {
    let healthy = FaultyDisk::default();
    play(
        &Store::on(Box::new(healthy.clone()), Path::new("memory")).unwrap(),
        &mut Known::default(),
    );
    let calls = healthy.calls();
    for call in Call::ALL {
        assert!(calls.contains(&call), "{call:?} is never tried");
    }
    let every = std::env::var("TENGEN_EVERY").ok().and_then(|n| n.parse().ok()).unwrap_or(7);
    let (mut runs, mut faults) = (0, 0);
    for at in (0..calls.len()).filter(|at| at % every == 0 || *at < 12) {
        for error in ERRORS {
            for calls in [1, 2, 40] {
                faults += survive(Fault { at, calls, error }, (at * 64 + calls) as u64);
                runs += 1;
            }
        }
    }
    println!("{} calls, {runs} runs, {faults} faults", calls.len());
    assert!(faults > runs / 2, "{faults} faults in {runs} runs");
}

#[test]
fn a_full_disk_that_has_room_again_is_used_again() {
    let disk = FaultyDisk::default();
    let store = store_on(&disk);
    let (stored, listed) = game(1, 7);
    store.save_or_keep(1, &stored, &listed).unwrap();
    disk.set_full(true);
    let (stored, listed) = game(1, 11);
    assert!(store.save_or_keep(1, &stored, &listed).is_err());
    assert_eq!(store.kept(), [1]);
    // What the page shows is what a reload finds.
    assert_eq!(store.load(1).unwrap().1.summary.moves, 11);
    assert!(store.save_kept().is_err());
    disk.set_full(false);
    assert_eq!(store.save_kept().unwrap(), [1]);
    assert!(store.kept().is_empty());
    drop(store);
    assert_eq!(store_on(&disk).load(1).unwrap().1.summary.moves, 11);
}

#[test]
fn numbers_go_on_after_the_largest_game_whatever_is_noted() {
    let disk = FaultyDisk::default();
    let store = Store::on(Box::new(disk.clone()), Path::new("memory")).unwrap();
    let (stored, listed) = game(5, 9);
    store.save(5, &stored, &listed).unwrap();
    store
        .write(|transaction| {
            transaction.open_table(SETTINGS)?.insert(LAST_ID, b"rubbish".as_slice())?;
            transaction.open_table(LIST)?.insert(7, b"{".as_slice())?;
            Ok(())
        })
        .unwrap();
    drop(store);
    let again = Store::on(Box::new(disk), Path::new("memory")).unwrap();
    assert_eq!(again.next_id(), 8);
    assert_eq!(again.unreadable().unwrap(), [7]);
    // Even if a number came twice, nothing is overwritten.
    let (other, mut listed) = game(5, 20);
    listed.summary.created += 1;
    assert!(again.save(5, &other, &listed).is_err());
    assert!(again.save(7, &other, &game(7, 9).1).is_err());
    assert_eq!(again.load(5).unwrap().1.summary.moves, 9);
}

#[test]
fn a_database_of_a_newer_program_is_left_as_it_is() {
    let disk = FaultyDisk::default();
    let store = Store::on(Box::new(disk.clone()), Path::new("memory")).unwrap();
    store
        .write(|transaction| {
            transaction.open_table(SETTINGS)?.insert("schema", b"99".as_slice())?;
            Ok(())
        })
        .unwrap();
    drop(store);
    let error = Store::on(Box::new(disk), Path::new("memory")).unwrap_err();
    assert!(matches!(error, OpenError::Newer { version: 99, .. }), "{error}");
}

#[test]
fn a_date_in_the_future_does_not_freeze_settings() {
    let store = Store::on(Box::new(FaultyDisk::default()), Path::new("memory")).unwrap();
    let profile = |changed, level: u32| {
        let settings = serde_json::json!({ "level": level }).as_object().unwrap().clone();
        Profile { changed, settings }
    };
    store.save_profile(profile(u64::MAX, 3)).unwrap();
    let held = store.save_profile(profile(now() + 1, 4)).unwrap();
    assert_eq!(held.settings["level"], 4);
    let old = store.save_profile(profile(5, 9)).unwrap();
    assert_eq!(old.settings["level"], 4, "older ones do not win");
}
