use serde_json::json;

use super::*;
use crate::store::faults::{FaultyDisk, store_on};
use crate::store::{Listed, Stored};
use crate::wire::{GameRecord, GameSummary};

/// An explorer of the games on a disk, which have all been looked through.
fn explorer(disk: &FaultyDisk) -> Explorer {
    let store = Arc::new(store_on(disk));
    let explorer = Explorer::start(store, SharedData::default(), Arc::new(Clients::default()));
    explorer.wait();
    explorer
}

fn ask(explorer: &Explorer, kind: &str, rule: &str, moves: &[&str]) -> Explored {
    let ask =
        json!({ "pos": { "rule": rule, "size": 15, "moves": moves }, "source": { "kind": kind } });
    explorer.answer(&serde_json::from_value(ask).unwrap()).unwrap()
}

/// Saves a record: h8 and these moves, won by Black.
fn save(explorer: &Explorer, moves: &[&str]) -> u64 {
    let sides = ["black", "white"].into_iter().cycle();
    let nodes = moves.iter().zip(sides).map(|(point, side)| json!({ "side": side, "move": point }));
    let nodes: Vec<_> = std::iter::once(json!({})).chain(nodes).collect();
    let record: GameRecord = serde_json::from_value(
        json!({ "size": 15, "rule": "renju", "ending": { "black": "play" }, "nodes": nodes }),
    )
    .unwrap();
    let id = explorer.store.next_id();
    let summary = crate::http::summary_of_record(&record).unwrap();
    let listed = Listed { summary: GameSummary { id: id.to_string(), ..summary }, deleted: None };
    explorer.store.save(id, &Stored::Record(record), &listed).unwrap();
    id
}

/// Each move as `points games black/white/draws`.
fn shown(explored: &Explored) -> Vec<String> {
    let points = |one: &ExploredMove| -> Vec<String> {
        one.points.iter().map(|point| point.0.to_string()).collect()
    };
    let one = |one: &ExploredMove| {
        let ExploredMove { games, black, white, draws, .. } = one;
        format!("{} {games} {black}/{white}/{draws}", points(one).join("="))
    };
    explored.moves.iter().map(one).collect()
}

#[test]
fn own_games_follow_saving_deleting_and_bringing_back() {
    let disk = FaultyDisk::default();
    let explorer = explorer(&disk);
    assert_eq!(shown(&ask(&explorer, "own", "renju", &[])), [] as [&str; 0]);
    let first = save(&explorer, &["h8", "i9", "j7", "h10", "g9"]);
    save(&explorer, &["h8", "g9", "i6", "a1", "b1"]);
    assert_eq!(shown(&ask(&explorer, "own", "renju", &[])), ["h8 2 2/0/0"]);
    assert_eq!(shown(&ask(&explorer, "own", "freestyle", &[])), [] as [&str; 0]);
    // Both replies are the same diagonal step, of which the position has four.
    let replies = ask(&explorer, "own", "renju", &["h8"]);
    assert_eq!(shown(&replies), ["g7=i7=g9=i9 2 2/0/0"]);
    assert_eq!(replies.moves[0].opening.as_ref().unwrap().name, "Indirect");
    assert_eq!(replies.games, 2);
    explorer.store.delete(first).unwrap();
    assert_eq!(ask(&explorer, "own", "renju", &[]).games, 1);
    explorer.store.restore(first).unwrap();
    assert_eq!(ask(&explorer, "own", "renju", &[]).games, 2);
}

#[test]
fn a_restart_finds_the_games_again() {
    let disk = FaultyDisk::default();
    let before = explorer(&disk);
    let gone = save(&before, &["h8", "i9", "j7", "h10", "g9"]);
    save(&before, &["h8", "h9", "j7", "h10", "g9"]);
    before.store.delete(gone).unwrap();
    drop(before);
    let after = explorer(&disk);
    assert_eq!(after.store.own.indexing(), None);
    assert_eq!(shown(&ask(&after, "own", "renju", &["h8"])), ["h7=g8=i8=h9 1 1/0/0"]);
}

#[test]
fn the_book_and_named_openings_are_known() {
    let explorer = explorer(&FaultyDisk::default());
    let first = ask(&explorer, "book", "renju", &[]);
    assert_eq!(first.moves[0].points[0].0.to_string(), "h8");
    assert!(first.moves[0].games > 1000 && first.moves[0].score.is_some());
    let third = ask(&explorer, "book", "renju", &["h8", "g7", "i9"]);
    assert_eq!(third.opening.unwrap().name, "Shagetsu");
    assert_eq!(ask(&explorer, "book", "caro", &[]).moves, []);
    let unknown = json!({
        "pos": { "rule": "renju", "size": 15 }, "source": { "kind": "collection", "id": "9" }
    });
    let problem = explorer.answer(&serde_json::from_value(unknown).unwrap()).unwrap_err();
    assert_eq!(problem.text, "there is no collection '9'");
}

/// `docs/measurements/app.md`: cargo test --release -p tengen-server --lib ten_thousand -- --ignored --nocapture
#[test]
#[ignore = "a measurement"]
#[expect(clippy::print_stdout, reason = "a measurement is printed")]
fn ten_thousand_games() {
    let disk = FaultyDisk::default();
    let before = explorer(&disk);
    let mut rng = fastrand::Rng::with_seed(7);
    let points: Vec<String> =
        tengen_core::Size::default().points().map(|point| point.to_string()).collect();
    for _ in 0..10_000 {
        let mut line = points.clone();
        rng.shuffle(&mut line);
        line.retain(|point| point != "h8");
        let moves: Vec<&str> =
            std::iter::once("h8").chain(line.iter().map(String::as_str)).take(60).collect();
        save(&before, &moves);
    }
    drop(before);
    let begin = std::time::Instant::now();
    let after = explorer(&disk);
    println!("looked through after {:?}", begin.elapsed());
    let mut slowest = std::time::Duration::ZERO;
    for moves in [&[][..], &["h8"], &["h8", "i9"], &["h8", "i9", "j10"], &["a1"]] {
        for _ in 0..100 {
            let begin = std::time::Instant::now();
            ask(&after, "own", "renju", moves);
            slowest = slowest.max(begin.elapsed());
        }
    }
    println!("slowest of 500 look-ups {slowest:?}");
    assert_eq!(ask(&after, "own", "renju", &[]).games, 10_000);
}
