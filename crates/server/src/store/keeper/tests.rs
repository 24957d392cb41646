//! Backups, exports and rescues of real folders.

use super::super::faults::game;
use super::*;

/// A folder with some games.
fn folder(games: u64) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for moves in [6, 9, 14] {
        for id in 1..=games {
            let (stored, listed) = game(id, moves + id as u32);
            store.save(id, &stored, &listed).unwrap();
        }
    }
    folder
}

fn moves(games: &StoredGames) -> Vec<u32> {
    let entries = games.store.entries().unwrap();
    entries.listed.values().map(|listed| listed.summary.moves).collect()
}

#[test]
fn a_backup_brings_everything_back() {
    let before = folder(4);
    let games = StoredGames::open(before.path()).unwrap();
    let whole = Check { games: 4, records: 0, deleted: 0, unreadable: Vec::new() };
    assert_eq!(games.check().unwrap(), whole);
    let mut bytes = Vec::new();
    assert_eq!(games.backup(Path::new("-"), &mut bytes).unwrap(), 4);
    let after = tempfile::tempdir().unwrap();
    let file = after.path().join("backup.jsonl");
    fs::write(&file, &bytes).unwrap();
    for kept_aside in [false, true] {
        let restored = restore(after.path(), Some(&file)).unwrap();
        assert_eq!((restored.entries, restored.lost.len()), (4, 0));
        assert_eq!(restored.kept_aside.is_some_and(|path| path.exists()), kept_aside);
    }
    let again = StoredGames::open(after.path()).unwrap();
    assert_eq!(again.check().unwrap(), whole);
    let mut second = Vec::new();
    again.backup(Path::new("-"), &mut second).unwrap();
    assert_eq!(String::from_utf8(bytes), String::from_utf8(second));
    // A line that is none is named, and nothing is changed.
    fs::write(&file, "{\"format\":\"tengen-games\",\"version\":1}\n{\"id\":1}\n").unwrap();
    drop(again);
    let error = restore(after.path(), Some(&file)).unwrap_err();
    assert!(error.to_string().contains("line 2"), "{error}");
    assert_eq!(StoredGames::open(after.path()).unwrap().check().unwrap(), whole);
}

#[test]
fn games_are_exported_one_by_one() {
    let before = folder(3);
    let to = before.path().join("out");
    let games = StoredGames::open(before.path()).unwrap();
    let (files, lost) = games.export(&to, Format::Sgf).unwrap();
    assert_eq!((files.len(), lost.len()), (3, 0));
    let text = fs::read_to_string(&files[0]).unwrap();
    assert!(text.starts_with("(;") && text.contains(";B["), "{text}");
}

#[test]
fn a_used_folder_is_left_alone() {
    let before = folder(1);
    let store = Store::open(before.path()).unwrap();
    for error in
        [restore(before.path(), None).err(), StoredGames::open(before.path()).err()].into_iter()
    {
        let error = error.unwrap();
        assert!(matches!(error, StoredGamesError::Open(OpenError::InUse(_))), "{error}");
    }
    drop(store);
}

#[test]
fn what_can_be_read_comes_out_of_a_damaged_file() {
    let whole = folder(5);
    let bytes = fs::read(whole.path().join(FILE)).unwrap();
    let mut rng = fastrand::Rng::with_seed(20);
    let (mut saved, mut opened) = (0, 0);
    // `TENGEN_DAMAGED` asks for more files.
    let wanted = std::env::var("TENGEN_DAMAGED").ok().and_then(|runs| runs.parse().ok());
    let runs: usize = wanted.unwrap_or(24);
    for run in 0..runs {
        let mut damaged = bytes.clone();
        match run % 4 {
            // The head, a few blocks, single bytes, the end.
            0 => damaged[..512].fill(rng.u8(..)),
            1 => (0..3).for_each(|_| {
                let at = rng.usize(..damaged.len() / 512) * 512;
                rng.fill(&mut damaged[at..at + 512]);
            }),
            2 => (0..50).for_each(|_| {
                let at = rng.usize(..damaged.len());
                damaged[at] ^= 1 << rng.u8(..8);
            }),
            _ => damaged.truncate(rng.usize(damaged.len() / 2..damaged.len())),
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), &damaged).unwrap();
        // It opens, or says why it does not; it never panics.
        opened += usize::from(Store::open(folder.path()).is_ok());
        let opened_file = fs::read(folder.path().join(FILE)).unwrap();
        let restored = restore(folder.path(), None).unwrap();
        // The damaged file is kept as it was, but for what opening it did.
        assert_eq!(fs::read(restored.kept_aside.unwrap()).unwrap(), opened_file);
        let games = StoredGames::open(folder.path()).unwrap();
        let check = games.check().unwrap();
        assert_eq!((check.games, check.unreadable.len()), (restored.entries, 0), "{run}");
        // What comes out are states that were saved, of five games at most in full.
        assert!(moves(&games).into_iter().all(|moves| (7..=19).contains(&moves)));
        saved += check.games;
    }
    assert!(saved > runs * 4, "{saved} games out of {runs} files; {opened} opened");
    assert!(opened < runs, "no file was damaged");
}
