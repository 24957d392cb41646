use super::faults::{FaultyDisk, game, store_on};
use super::*;

#[test]
fn a_deleted_game_is_forgotten_when_nobody_can_bring_it_back() {
    let disk = FaultyDisk::default();
    let store = store_on(&disk);
    for id in 1..=3 {
        let (stored, listed) = game(id, 6);
        store.save(id, &stored, &listed).unwrap();
        store.delete(id).unwrap();
    }
    store.restore(2).unwrap();
    store.forget_deleted(now()).unwrap();
    assert!(store.stored(1).unwrap().is_some(), "it can still be brought back");
    // The time goes on after a restart.
    drop(store);
    let store = store_on(&disk);
    store.forget_deleted(now() + RESTORABLE_MS + 1).unwrap();
    for id in [1, 3] {
        assert!(store.stored(id).unwrap().is_none(), "game {id} is still in the database");
        assert!(store.restore(id).is_err());
    }
    assert!(store.load(2).is_ok(), "a game that was brought back stays");
}

#[cfg(unix)]
#[test]
fn folder_and_database_belong_to_their_owner_alone_even_if_they_were_there() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(FILE);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    drop(Store::open(folder.path()).unwrap());
    for (path, open) in [(folder.path(), 0o755), (file.as_path(), 0o644)] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(open)).unwrap();
    }
    drop(Store::open(folder.path()).unwrap());
    assert_eq!((mode(folder.path()), mode(&file)), (0o700, 0o600));
}
