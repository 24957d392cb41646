//! Generated records through every format: what is read back is what `reduce` promised.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fastrand::Rng;
use tengen_core::{Move, Side, Size};
use tengen_formats::{
    Format, Mark, NodeId, Notes, ReadOptions, Record, Rows, WriteError, read, reduce, walk_library,
    write,
};
use tengen_test_support::formats::generate::{self, ALL_KINDS, Oddness};
use tengen_test_support::formats::round_trip::{check_round_trip, json, writable};

const BOTH_ROWS: [Rows; 2] = [Rows::Bottom, Rows::Top];

/// How many records of each kind are tried; `TENGEN_TRIES` asks for more. Fewer would not hold
/// everything often enough.
fn tries() -> usize {
    const LEAST: usize = 1500;
    let asked = std::env::var("TENGEN_TRIES").ok().and_then(|tries| tries.parse().ok());
    asked.unwrap_or(LEAST).max(LEAST)
}

fn records(seed: u64) -> impl Iterator<Item = (Oddness, Record)> {
    let mut rng = Rng::with_seed(seed);
    let kinds = ALL_KINDS.into_iter().cycle().take(ALL_KINDS.len() * tries());
    kinds.map(move |oddness| (oddness, generate::record(&mut rng, oddness)))
}

/// How often something occurred.
#[derive(Default)]
struct Tally(BTreeMap<String, usize>);

impl Tally {
    fn count(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    fn assert_some(&self, least: usize, names: &[&str]) {
        for &name in names {
            let number = self.0.get(name).copied().unwrap_or(0);
            assert!(number >= least, "{name} occurred {number} times: {:#?}", self.0);
        }
    }
}

#[test]
fn what_is_read_back_is_what_was_promised() {
    let mut tally = Tally::default();
    for (_, record) in records(1) {
        for (format, rows) in writable().flat_map(|format| BOTH_ROWS.map(|rows| (format, rows))) {
            match check_round_trip(&record, format, rows) {
                Ok(lost) if lost.is_empty() => tally.count(format!("{format} whole")),
                Ok(lost) => {
                    tally.count(format!("{format} with losses"));
                    lost.iter().for_each(|lost| tally.count(without_number(lost)));
                }
                Err(WriteError::Setup(_)) => tally.count(format!("{format} set-up refused")),
                Err(WriteError::Pass(_)) => tally.count(format!("{format} pass refused")),
                Err(WriteError::Board(..)) => tally.count(format!("{format} board refused")),
                Err(WriteError::Order(_)) => tally.count(format!("{format} order refused")),
                Err(WriteError::Turn(..)) => tally.count(format!("{format} turn refused")),
                Err(WriteError::Empty(_)) => tally.count(format!("{format} empty refused")),
                Err(error) => panic!("{error}"),
            }
        }
    }
    for format in writable() {
        tally.assert_some(30, &[&format!("{format} whole")]);
    }
    for format in writable().filter(|&format| format != Format::Json) {
        tally.assert_some(100, &[&format!("{format} with losses")]);
    }
    tally.assert_some(
        100,
        &["psq set-up refused", "offset set-up refused", "psq pass refused", "offset pass refused"],
    );
    tally.assert_some(20, &["offset empty refused", "board turn refused", "lib set-up refused"]);
    tally.assert_some(5, &["lib order refused"]);
    tally.assert_some(100, &["lib board refused"]);
    tally.assert_some(
        50,
        &[
            "variations",
            "comments",
            "comments as written",
            "marked positions",
            "marked positions as written",
            "thinking times",
            "nodes' other notes",
            "node's other notes as written",
            "the players' names",
            "the players' names as written",
            "the event",
            "the event as written",
            "the round",
            "the date",
            "how the game ended",
            "the rule",
            "the board's size",
            "nodes without a move",
            "the order of the moves",
            "that one side moved twice in a row",
            "the way the position was set up",
        ],
    );
}

fn without_number(lost: &str) -> &str {
    lost.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start()
}

#[test]
fn the_generator_makes_everything_a_record_can_hold() {
    let mut tally = Tally::default();
    for (oddness, record) in records(1) {
        tally.count(format!("{} lines", record.size()));
        tally.count(record.rule.map_or("no rule".to_owned(), |rule| rule.to_string()));
        tally.count(format!("{:?}", record.info.ending));
        if record.variation_count() > 0 {
            tally.count("variations");
        }
        let nodes: Vec<NodeId> = record.preorder().collect();
        assert_eq!(nodes.len(), record.node_count());
        for &id in &nodes {
            count_notes(&mut tally, record.notes(id), id);
            let before = record.parent(id).and_then(|parent| record.play(parent));
            match record.play(id) {
                Some(play) if play.action == Move::Pass => tally.count("passes"),
                Some(play) if before.is_some_and(|before| before.side == play.side) => {
                    tally.count("moves out of turn");
                }
                None if id != Record::ROOT => tally.count("nodes without a move"),
                _ => {}
            }
        }
        let plain = oddness == Oddness::Plain;
        assert!(!plain || record.line_to(record.main_end()).is_plain());
    }
    let sizes: Vec<String> = (5..=22).map(|lines| format!("{lines} lines")).collect();
    tally.assert_some(50, &sizes.iter().map(String::as_str).collect::<Vec<_>>());
    tally.assert_some(
        100,
        &[
            "no rule",
            "freestyle",
            "standard",
            "renju",
            "caro",
            "caro-exact",
            "None",
            "Some(Drawn)",
            "Some(Void)",
            "Some(Finished)",
            "Some(Won(Black, Time))",
            "Some(Won(White, Forfeit))",
            "Some(Won(Black, Resignation))",
            "Some(Won(White, Play))",
            "variations",
            "passes",
            "moves out of turn",
            "nodes without a move",
            "set-up in the root",
            "set-up in the tree",
            "cleared points",
            "replaced stones",
            "told who moves",
            "comments",
            "labels",
            "rings",
            "triangles",
            "squares",
            "crosses",
            "times",
            "hot",
            "extra GN",
            "extra 5A",
            "extra RE",
            "extra RU",
        ],
    );
}

fn count_notes(tally: &mut Tally, notes: &Notes, id: NodeId) {
    let setup = &notes.setup;
    let replaced = setup.stones.iter().any(|stone| setup.cleared.contains(&stone.0));
    let facts = [
        (!setup.is_empty() && id == Record::ROOT, "set-up in the root"),
        (!setup.is_empty() && id != Record::ROOT, "set-up in the tree"),
        (!setup.cleared.is_empty(), "cleared points"),
        (replaced, "replaced stones"),
        (setup.to_move.is_some(), "told who moves"),
        (!notes.comment.is_empty(), "comments"),
        (notes.millis.is_some(), "times"),
        (notes.hot, "hot"),
    ];
    facts.into_iter().filter(|fact| fact.0).for_each(|fact| tally.count(fact.1));
    for (_, mark) in &notes.marks {
        tally.count(match mark {
            Mark::Circle => "rings",
            Mark::Triangle => "triangles",
            Mark::Square => "squares",
            Mark::Cross => "crosses",
            Mark::Label(_) => "labels",
            Mark::Arrow(_) => "arrows",
        });
    }
    for extra in &notes.extra {
        tally.count(format!("extra {}", extra.name));
    }
}

#[test]
fn json_loses_nothing() {
    for (_, record) in records(2) {
        let reduced = reduce(&record, Format::Json).unwrap();
        assert_eq!(reduced.record, record);
        assert_eq!(reduced.lost, [] as [&str; 0]);
    }
}

/// SGF has one kind of line break, none in short texts, and one list of each kind of mark and of
/// each property in a node. All the rest must stay.
#[test]
fn sgf_loses_nothing_but_what_it_cannot_say() {
    for (_, record) in records(3) {
        let kept = reduce(&record, Format::Sgf).unwrap().record;
        assert_eq!((kept.size(), kept.rule), (record.size(), record.rule));
        assert_eq!(kept.info.ending, record.info.ending);
        for side in Side::BOTH {
            assert_same_words(&kept.info.players[side], &record.info.players[side]);
        }
        assert_same_words(&kept.info.event, &record.info.event);
        assert_same_words(&kept.info.round, &record.info.round);
        assert_same_words(&kept.info.date, &record.info.date);
        assert_eq!(kept.node_count(), record.node_count());
        for (left, whole) in kept.preorder().zip(record.preorder()) {
            assert_eq!(kept.play(left), record.play(whole));
            assert_same_notes(kept.notes(left), record.notes(whole), &record, whole);
        }
    }
}

fn assert_same_notes(left: &Notes, whole: &Notes, record: &Record, id: NodeId) {
    assert_eq!((left.millis, left.hot, &left.setup), (whole.millis, whole.hot, &whole.setup));
    assert!(!left.comment.contains('\r'));
    assert_eq!(without_breaks(&left.comment), without_breaks(&whole.comment));
    for mark in &whole.marks {
        let is_it = |other: &&(_, Mark)| match (&mark.1, &other.1) {
            (Mark::Label(one), Mark::Label(two)) => without_breaks(one) == without_breaks(two),
            (one, two) => one == two,
        };
        assert!(left.marks.iter().any(|other| other.0 == mark.0 && is_it(&other)), "{mark:?}");
    }
    for extra in &whole.extra {
        let is_told = match extra.name.as_str() {
            "RU" if id == Record::ROOT => record.rule.is_some(),
            "RE" if id == Record::ROOT => record.info.ending.is_some(),
            _ => false,
        };
        let mut same = left.extra.iter().filter(|other| other.name == extra.name);
        let found = same.next();
        assert_eq!(found.is_none(), is_told, "{}", json(record));
        assert!(same.next().is_none());
        assert!(found.is_none_or(|f| extra.values.iter().all(|v| f.values.contains(v))));
    }
}

fn assert_same_words(one: &str, other: &str) {
    assert!(!one.contains(['\r', '\n']));
    assert_eq!(without_breaks(one), without_breaks(other));
}

fn without_breaks(text: &str) -> String {
    text.replace(['\r', '\n', ' '], "")
}

#[test]
fn many_games_fit_into_one_file() {
    let mut rng = Rng::with_seed(4);
    let mut tally = Tally::default();
    for _ in 0..tries() / 2 {
        let oddness = rng.choice(ALL_KINDS).unwrap();
        let games: Vec<Record> =
            (0..rng.usize(0..6)).map(|_| generate::record(&mut rng, oddness)).collect();
        for format in writable() {
            tally.count(check_together(games.clone(), format));
        }
    }
    tally.assert_some(50, &["too many refused", "refused"]);
    tally.assert_some(50, &["sgf with 2 games", "json with 2 games"]);
    tally.assert_some(10, &["sgf with 0 games", "json with 0 games", "pos with 2 games"]);
    tally.assert_some(5, &["offset with 2 games", "psq with 1 games", "board with 1 games"]);
}

/// Writes games into one file and reads them again; says how it went.
fn check_together(mut games: Vec<Record>, format: Format) -> String {
    let size = games.first().map_or_else(Size::default, Record::size);
    if !format.capacity().size {
        // The reader gets one size.
        games.retain(|game| game.size() == size);
    }
    let written = write(&games, format, Rows::Top);
    if format == Format::Lib && games.len() > 1 {
        // They become one tree: `several_games_become_one_library`.
        return "one tree".to_owned();
    }
    if !format.capacity().many && games.len() != 1 {
        assert_eq!(written.unwrap_err(), WriteError::OneGame(format, games.len()));
        return "too many refused".to_owned();
    }
    let kept: Result<Vec<Record>, _> =
        games.iter().map(|game| reduce(game, format).map(|kept| kept.record)).collect();
    let (Ok(kept), Ok(written)) = (&kept, &written) else {
        assert_eq!(written.unwrap_err(), kept.unwrap_err());
        return "refused".to_owned();
    };
    let options = ReadOptions { format: Some(format), size, rows: Rows::Top, ..Default::default() };
    assert_eq!(read(&written.bytes, &options).unwrap().records, *kept, "{format}");
    format!("{format} with {} games", games.len().min(2))
}

/// A library keeps the whole tree, its comments and its labels; whatever else is lost is named.
#[test]
fn libraries_keep_tree_comments_and_labels() {
    let mut tally = Tally::default();
    for (_, record) in records(5) {
        let Ok(reduced) = reduce(&record, Format::Lib) else { continue };
        let kept = reduced.record;
        let plays = |record: &Record| -> Vec<_> {
            record.preorder().filter_map(|id| record.play(id)).collect()
        };
        assert_eq!(plays(&kept), plays(&record));
        let words = |record: &Record| -> usize {
            let letters = |id| record.notes(id).comment.chars().filter(|c| c.is_alphanumeric());
            record.preorder().map(|id| letters(id).count()).sum()
        };
        // A comment that stands twice in a folded place is written once.
        assert!(words(&kept) <= words(&record));
        assert!(words(&kept) == words(&record) || kept.node_count() < record.node_count());
        tally.count(if kept.variation_count() > 0 { "variations" } else { "one line" });
        if kept.preorder().any(|id| !kept.notes(id).marks.is_empty()) {
            tally.count("labels");
        }
        if kept.preorder().any(|id| !kept.notes(id).comment.is_empty()) {
            tally.count("comments");
        }
    }
    tally.assert_some(20, &["variations", "one line", "labels", "comments"]);
}

#[test]
fn a_walk_meets_the_moves_that_reading_gives() {
    let mut walked = 0;
    for (_, record) in records(6) {
        let Ok(written) = write(&[record], Format::Lib, Rows::Bottom) else { continue };
        let tree = read(&written.bytes, &ReadOptions::default()).unwrap().records.remove(0);
        let moves = tree.preorder().filter_map(|id| {
            let play = tree.play(id)?;
            let plies = tree.path_to(id).iter().filter(|&&id| tree.play(id).is_some()).count();
            Some((plies - 1, play.action))
        });
        let mut met = Vec::new();
        let done = walk_library(&written.bytes[..], |one| {
            met.push((one.ply, one.action));
            ControlFlow::Continue(())
        });
        assert!(done.is_ok());
        assert_eq!(met, moves.collect::<Vec<_>>());
        // A file that is cut says so, and what came before was met.
        let cut = written.bytes.len() - 1;
        let mut less = 0;
        let cut = walk_library(&written.bytes[..cut], |_| {
            less += 1;
            ControlFlow::Continue(())
        });
        assert!(cut.is_err() && less <= met.len());
        walked += 1;
    }
    assert!(walked > 100, "{walked}");
}

#[test]
fn several_games_become_one_library() {
    let sgf = b"(;GM[4]SZ[15];B[hh]C[one];W[ih];B[hi])(;GM[4]SZ[15];B[hh]C[two];W[ih];B[ii])\
        (;GM[4]SZ[15];B[gg])";
    let games = read(sgf, &ReadOptions::default()).unwrap().records;
    let written = write(&games, Format::Lib, Rows::Bottom).unwrap();
    assert_eq!(written.lost, ["that these were 3 games: they are one tree"]);
    let tree = read(&written.bytes, &ReadOptions::default()).unwrap().records.remove(0);
    assert_eq!((tree.move_count(), tree.variation_count()), (5, 2));
    let h8 = tree.main_node_after(1).unwrap();
    assert_eq!(tree.notes(h8).comment, "one\ntwo");
    assert_eq!(tree.children(h8).count(), 1);
    assert_eq!(tree.children(tree.first_child(h8).unwrap()).count(), 2);
}
