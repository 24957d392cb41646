use super::faults::{FaultyDisk, game, store_on};
use super::*;
use crate::reviews::StoredReview;

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

#[test]
fn the_list_says_whether_a_game_is_reviewed_as_it_stands() {
    let review = |moves: usize, complete: bool| -> StoredReview {
        let positions = vec![serde_json::json!({}); moves + 1];
        let review = serde_json::json!({
            "of": "", "depth": "quick", "side": null, "complete": complete, "positions": positions
        });
        serde_json::from_value(review).unwrap()
    };
    let store = Store::in_memory().unwrap();
    for id in 1..=4 {
        let (stored, listed) = game(id, 6);
        store.save(id, &stored, &listed).unwrap();
    }
    store.save_review(1, &review(6, true)).unwrap();
    store.save_review(2, &review(6, false)).unwrap();
    // The game went on after its review.
    store.save_review(3, &review(5, true)).unwrap();
    let mut list = store.list().unwrap();
    list.sort_by_key(|summary| summary.id.clone());
    let marks: Vec<Option<bool>> = list.iter().map(|summary| summary.reviewed).collect();
    assert_eq!(marks, [Some(true), Some(false), None, None]);
}
