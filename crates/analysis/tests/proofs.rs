//! Nothing is given out as won or lost without a proof that holds.

use redb::TableDefinition;
use tengen_analysis::{Claim, Database, Entry, Error, Position};
use tengen_core::{Game, Point, Rule, Side, Size, Symmetry};
use tengen_proof::{Proof, ProofBuilder};
use tengen_test_support::game::game;

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// Black has an open three and wins.
fn won() -> (Position, Proof) {
    let game = game(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5");
    let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
    let five = builder.add(point("l8"), &[], None);
    let four = builder.add(point("k8"), &[(point("g8"), five)], Some(point("g8")));
    (Position::of(&game), builder.finish(four))
}

/// Black has an open four, and White to move loses.
fn lost() -> (Position, Proof) {
    let game = game(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5 k8");
    let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
    let five = builder.add(point("l8"), &[], None);
    let proof = builder.finish_defence(&[(point("g8"), five)], Some(point("g8")));
    (Position::of(&game), proof)
}

fn claim(claim: Claim) -> Entry {
    Entry { claim: Some(claim), depth: 9, nodes: 100, ..Entry::hint(vec![point("k8")], "test") }
}

#[test]
fn a_win_with_its_proof_is_proven_in_all_images() {
    let database = Database::in_memory().unwrap();
    let (position, proof) = won();
    let written = database.put(&position, claim(Claim::Wins { plies: 99 }), Some(&proof)).unwrap();
    assert_eq!((written.new, written.refused), (1, 0));
    for symmetry in Symmetry::ALL {
        let known = database.get(&position.image(symmetry)).unwrap().unwrap();
        // The proof knows better than the claim.
        assert_eq!(known.claim(), Some(Claim::Wins { plies: 3 }));
        let shown = known.proof.unwrap();
        assert!(tengen_proof::check(&shown, 10_000).is_ok());
        assert_eq!(shown.board(), &position.image(symmetry).board);
        assert_eq!(known.entry.line, [symmetry.apply(point("k8"), position.size())]);
    }
}

#[test]
fn a_loss_with_its_proof_is_proven_and_counts_for_its_side_alone() {
    let database = Database::in_memory().unwrap();
    let (position, proof) = lost();
    let entry = Entry { line: vec![point("g8")], ..claim(Claim::Loses { plies: 2 }) };
    database.put(&position, entry, Some(&proof)).unwrap();
    let known = database.get(&position).unwrap().unwrap();
    assert_eq!(known.claim(), Some(Claim::Loses { plies: 2 }));
    let turn = Position { to_move: !position.to_move, ..position };
    assert!(database.get(&turn).unwrap().is_none());
}

#[test]
fn who_claims_a_win_without_a_proof_is_not_believed() {
    let database = Database::in_memory().unwrap();
    let (position, _) = won();
    database.put(&position, claim(Claim::Wins { plies: 3 }), None).unwrap();
    let known = database.get(&position).unwrap().unwrap();
    assert!(known.is_unproven_claim() && !known.is_proven());
    assert_eq!(known.claim(), Some(Claim::LikelyWin { plies: 3 }));
}

#[test]
fn a_proof_of_something_else_or_of_nothing_is_refused() {
    let database = Database::in_memory().unwrap();
    let (position, proof) = won();
    let (other, other_proof) = lost();
    // Black's k8 with no answer to a block at one end.
    let mut builder = ProofBuilder::new(position.rule, position.board.clone(), Side::Black);
    let hasty = builder.add(point("k8"), &[], Some(point("g8")));
    let false_proof = builder.finish(hasty);
    for (position, proof) in
        [(&position, &other_proof), (&other, &proof), (&position, &false_proof)]
    {
        let database = Database::in_memory().unwrap();
        let written = database.put(position, claim(Claim::Wins { plies: 3 }), Some(proof)).unwrap();
        assert_eq!((written.new, written.refused), (1, 1));
        assert!(!database.get(position).unwrap().unwrap().is_proven());
        assert_eq!(database.stat().unwrap().proofs, 0);
    }
    // Another rule is another game.
    let renju = Position { rule: Rule::Renju, ..position };
    let written = database.put(&renju, claim(Claim::Wins { plies: 3 }), Some(&proof)).unwrap();
    assert_eq!(written.refused, 1);
}

#[test]
fn proven_outranks_the_deepest_estimate_and_a_shorter_win_a_longer_one() {
    let database = Database::in_memory().unwrap();
    let (position, proof) = won();
    let deep = Entry { depth: 40, ..claim(Claim::Estimate { centi: -900 }) };
    let shallow = Entry { depth: 3, ..claim(Claim::Wins { plies: 3 }) };
    database.put(&position, deep.clone(), None).unwrap();
    assert_eq!(database.put(&position, shallow, Some(&proof)).unwrap().better, 1);
    assert_eq!(database.put(&position, deep, None).unwrap().outranked, 1);
    assert!(database.get(&position).unwrap().unwrap().is_proven());
}

#[test]
fn a_proof_that_is_lost_or_spoiled_proves_nothing_and_outranks_nothing() {
    const PROOFS: TableDefinition<u64, &[u8]> = TableDefinition::new("proofs");
    for is_spoiled in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("analysis.redb");
        let (position, proof) = won();
        let database = Database::open(&path).unwrap();
        database.put(&position, claim(Claim::Wins { plies: 3 }), Some(&proof)).unwrap();
        drop(database);
        let raw = redb::Database::open(&path).unwrap();
        let transaction = raw.begin_write().unwrap();
        {
            let mut proofs = transaction.open_table(PROOFS).unwrap();
            let (id, bytes) = proofs
                .pop_first()
                .unwrap()
                .map(|(id, bytes)| (id.value(), bytes.value().to_vec()))
                .unwrap();
            if is_spoiled {
                proofs.insert(id, &bytes[..bytes.len() / 2]).unwrap();
            }
        }
        transaction.commit().unwrap();
        drop(raw);
        let database = Database::open(&path).unwrap();
        let known = database.get(&position).unwrap().unwrap();
        assert_eq!(known.claim(), Some(Claim::LikelyWin { plies: 3 }));
        let deeper = Entry { depth: 12, ..claim(Claim::Estimate { centi: 700 }) };
        assert_eq!(database.put(&position, deeper, None).unwrap().better, 1);
        let again = database.put(&position, claim(Claim::Wins { plies: 3 }), Some(&proof)).unwrap();
        assert_eq!(again.better, 1);
    }
}

#[test]
fn a_line_that_cannot_be_played_is_cut() {
    let database = Database::in_memory().unwrap();
    let game = game(Rule::Renju, 15, "h8 a1 i8 a3 j9 c1 j10 c3");
    let position = Position::of(&game);
    let entry = |line: &[&str]| Entry {
        line: line.iter().map(|name| point(name)).collect(),
        ..claim(Claim::Estimate { centi: 10 })
    };
    // A foul is no move to recommend.
    database.put(&position, entry(&["j8", "k8"]), None).unwrap();
    assert!(database.get(&position).unwrap().unwrap().entry.line.is_empty());
    let deeper = Entry { depth: 20, ..entry(&["g8", "k8", "h8"]) };
    database.put(&position, deeper, None).unwrap();
    let line = database.get(&position).unwrap().unwrap().entry.line;
    assert_eq!(line, [point("g8"), point("k8")]);
}

#[test]
fn proofs_that_nobody_needs_go_when_the_file_is_compacted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("analysis.redb");
    let mut database = Database::open(&path).unwrap();
    let ((first, first_proof), (second, second_proof)) = (won(), lost());
    database.put(&first, claim(Claim::Wins { plies: 3 }), Some(&first_proof)).unwrap();
    database.put(&second, claim(Claim::Loses { plies: 2 }), Some(&second_proof)).unwrap();
    assert_eq!(database.forget(&first).unwrap(), 1);
    assert_eq!(database.compact().unwrap(), 1);
    assert_eq!(database.stat().unwrap().proofs, 1);
    assert!(database.get(&second).unwrap().unwrap().is_proven());
}

#[test]
fn other_files_and_newer_ones_are_left_as_they_are() {
    const OTHER: TableDefinition<u64, &[u8]> = TableDefinition::new("games");
    const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("tengen-analysis");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let raw = redb::Database::create(path("games")).unwrap();
    let transaction = raw.begin_write().unwrap();
    transaction.open_table(OTHER).unwrap().insert(1, b"game".as_slice()).unwrap();
    transaction.commit().unwrap();
    drop(raw);
    drop(Database::open(&path("newer")).unwrap());
    let raw = redb::Database::open(path("newer")).unwrap();
    let transaction = raw.begin_write().unwrap();
    transaction.open_table(ABOUT).unwrap().insert("schema", 7).unwrap();
    transaction.commit().unwrap();
    drop(raw);
    std::fs::write(path("text"), "no database at all".repeat(500)).unwrap();
    for open in [Database::open, Database::open_read_only] {
        assert!(matches!(open(&path("games")), Err(Error::Foreign(_))));
        assert!(matches!(open(&path("newer")), Err(Error::Newer { version: 7, .. })));
        assert!(matches!(open(&path("text")), Err(Error::Damaged { .. })));
    }
    assert!(matches!(Database::open_read_only(&path("nowhere")), Err(Error::Missing(_))));
    assert!(!path("nowhere").exists());
}

#[test]
fn rows_that_cannot_be_read_are_named_and_the_others_stay() {
    const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("analysis.redb");
    let (position, _) = won();
    let other = Position::of(&Game::new(Size::default(), Rule::Standard));
    let database = Database::open(&path).unwrap();
    for position in [&position, &other] {
        database.put(position, claim(Claim::Estimate { centi: 1 }), None).unwrap();
    }
    drop(database);
    let raw = redb::Database::open(&path).unwrap();
    let transaction = raw.begin_write().unwrap();
    {
        let mut table = transaction.open_table(POSITIONS).unwrap();
        let key = tengen_analysis::Placed::of(&position).key().bytes().to_vec();
        table.insert(key.as_slice(), b"rubbish".as_slice()).unwrap();
        table.insert(b"no key".as_slice(), b"".as_slice()).unwrap();
    }
    transaction.commit().unwrap();
    drop(raw);
    let database = Database::open_read_only(&path).unwrap();
    let stat = database.stat().unwrap();
    assert_eq!((stat.unreadable.len(), stat.positions.values().sum::<u64>()), (2, 1));
    assert!(stat.unreadable[0].to_string().contains("layout"), "{}", stat.unreadable[0]);
    assert!(database.get(&position).unwrap().is_none());
    assert!(database.get(&other).unwrap().is_some());
    assert!(matches!(
        database.put(&other, claim(Claim::Estimate { centi: 1 }), None),
        Err(Error::ReadOnly(_))
    ));
    drop(database);
    // A new result takes the place of the rubbish.
    let database = Database::open(&path).unwrap();
    assert_eq!(
        database.put(&position, claim(Claim::Estimate { centi: 1 }), None).unwrap().better,
        1
    );
    assert_eq!(database.stat().unwrap().unreadable.len(), 1);
}
