//! Whole matches: colours, threads, logs, tests that end early.

#![cfg(unix)]

#[allow(dead_code)]
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::Scripted;
use serde_json::json;
use tengen_arena::{
    Contestant, Ending, Failure, Finish, Log, LogError, Match, MatchError, Openings, Player,
    PlayerSpec, Points, StartError, TimeControl, Turn,
};
use tengen_core::{Game, Point, Rule, Size};
use tengen_engine::Stop;

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

fn openings(count: usize) -> Openings {
    Openings::random(Rule::Freestyle, Size::default(), count, 3)
}

/// A match in which A always makes five on the bottom row.
fn one_sided(openings: &Openings) -> Match<'_> {
    let a = |_| Ok(Box::new(Scripted::new("a1 b1 c1 d1 e1")) as Box<dyn Player>);
    let b = |_| Ok(Box::new(Scripted::new("a3 b3 d3 e3 g3")) as Box<dyn Player>);
    Match::new([Box::new(a), Box::new(b)], [TimeControl::default(); 2], openings)
}

fn run(the_match: &Match<'_>) -> tengen_arena::MatchResult {
    the_match.run(Vec::new(), None, &Stop::new(), &mut |_| {}).unwrap()
}

#[test]
fn colours_change_and_openings_come_in_pairs() {
    let openings = openings(3);
    let result = run(&one_sided(&openings));
    assert_eq!((result.records.len(), result.finish), (6, Finish::Complete));
    for pair in result.records.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((pair[0].black, pair[1].black), (Contestant::A, Contestant::B));
    }
    assert!(result.records.iter().all(|record| record.result == Points::Win));
    assert!(result.records.iter().all(|record| record.ending == Ending::Five));
    assert_eq!(result.counts.pairs, [0, 0, 0, 0, 3]);
    assert_eq!(result.elo().unwrap().score, 1.0);
}

#[test]
fn threads_play_every_game_once() {
    let openings = openings(10);
    let mut the_match = one_sided(&openings);
    the_match.concurrency = 4;
    the_match.games = 37;
    let result = run(&the_match);
    let numbers: Vec<usize> = result.records.iter().map(|record| record.game).collect();
    assert_eq!(numbers, (0..37).collect::<Vec<_>>());
}

/// A player who tells how many think at the same time, of all games together.
struct Crowded {
    thinking: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    inner: Scripted,
}

impl Player for Crowded {
    fn begin(&mut self, opening: &Game, time: &TimeControl) -> Result<(), Failure> {
        self.inner.begin(opening, time)
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let now = self.thinking.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        let chosen = self.inner.choose(game, turn, stop);
        self.thinking.fetch_sub(1, Ordering::SeqCst);
        chosen
    }
}

#[test]
fn as_many_games_as_asked_for_are_played_at_the_same_time() {
    let openings = openings(4);
    let most_at_once = |concurrency| {
        let (thinking, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let make = |moves| {
            let (thinking, most) = (thinking.clone(), most.clone());
            let inner = Scripted::slow(moves, 5);
            Ok(Box::new(Crowded { thinking, most, inner }) as Box<dyn Player>)
        };
        let (a, b) = (|_| make("a1 b1 c1 d1 e1"), |_| make("a3 b3 d3 e3 g3"));
        let time = [TimeControl::default(); 2];
        let mut the_match = Match::new([Box::new(a), Box::new(b)], time, &openings);
        the_match.concurrency = concurrency;
        assert_eq!(run(&the_match).records.len(), 8);
        most.load(Ordering::SeqCst)
    };
    assert_eq!(most_at_once(1), 1);
    assert_eq!(most_at_once(0), 1);
    assert!((2..=3).contains(&most_at_once(3)));
}

#[test]
fn our_engine_and_the_seeds_player_end_their_games_legally() {
    for (rule, lines) in [(Rule::Freestyle, 15), (Rule::Renju, 15), (Rule::Standard, 7)] {
        let openings = Openings::random(rule, Size::new(lines).unwrap(), 1, 4);
        let (ours, seeds) = (spec("tengen:depth=3,memory=1"), spec("seeds:depth=3,limit=8"));
        let result = run(&Match::between(&ours, &seeds, &TimeControl::default(), &openings));
        assert_eq!(result.records.len(), 2);
        for record in &result.records {
            let on_board = matches!(record.ending, Ending::Five | Ending::FullBoard);
            assert!(on_board, "{rule} {lines}: {:?} {:?}", record.ending, record.detail);
        }
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let openings = openings(10);
    let mut the_match = one_sided(&openings);
    the_match.games = 10_000;
    the_match.sprt = Some("0,50".parse().unwrap());
    let result = run(&the_match);
    assert_eq!(result.finish, Finish::Decided);
    assert!(result.records.len() < 1000);
}

#[test]
fn a_match_can_be_stopped() {
    let openings = openings(10);
    let mut the_match = one_sided(&openings);
    the_match.games = 1_000_000;
    let stop = Stop::new();
    let mut heard = 0;
    let result = the_match.run(Vec::new(), None, &stop, &mut |progress| {
        heard = progress.records.len();
        if heard == 5 {
            stop.stop();
        }
    });
    let result = result.unwrap();
    assert_eq!(result.finish, Finish::Stopped);
    assert!((5..1_000_000).contains(&result.records.len()));
    assert_eq!(result.records.len(), heard);
}

#[test]
fn a_log_is_resumed_and_its_games_are_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let conditions = json!({ "a": "x", "seed": 3 });
    let played = AtomicUsize::new(0);
    let openings = openings(5);
    let counted = || {
        let a = |_| {
            played.fetch_add(1, Ordering::Relaxed);
            Ok(Box::new(Scripted::new("a1 b1 c1 d1 e1")) as Box<dyn Player>)
        };
        let b = |_| Ok(Box::new(Scripted::new("a3 b3 d3 e3 g3")) as Box<dyn Player>);
        Match::new([Box::new(a), Box::new(b)], [TimeControl::default(); 2], &openings)
    };
    let mut first = counted();
    first.games = 4;
    let (mut log, before) = Log::open(&path, &conditions).unwrap();
    assert_eq!(before, []);
    let half = first.run(before, Some(&mut log), &Stop::new(), &mut |_| {}).unwrap();
    drop(log);

    // The machine stopped in the middle of a line.
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.push_str("{\"game\":4,\"ru");
    std::fs::write(&path, &text).unwrap();

    let (mut log, before) = Log::open(&path, &conditions).unwrap();
    assert_eq!(before, half.records);
    let mut new = 0;
    let whole = counted()
        .run(before, Some(&mut log), &Stop::new(), &mut |progress| {
            new += usize::from(progress.latest.is_some());
        })
        .unwrap();
    assert_eq!((whole.records.len(), new), (10, 6));
    assert_eq!(whole.records[..4], half.records[..]);
    drop(log);

    let (mut log, before) = Log::open(&path, &conditions).unwrap();
    assert_eq!(before.len(), 10);
    let makers = played.load(Ordering::Relaxed);
    counted().run(before, Some(&mut log), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(played.load(Ordering::Relaxed), makers, "nothing was left to play");
}

#[test]
fn a_log_of_another_match_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    Log::open(&path, &json!({ "seed": 3 })).unwrap();
    let error = Log::open(&path, &json!({ "seed": 4 })).unwrap_err();
    assert_eq!(error.to_string(), "this log is of another match: seed is 3, not 4");
    std::fs::write(&path, "{\"match\":{\"seed\":3}}\nnonsense\n").unwrap();
    let error = Log::open(&path, &json!({ "seed": 3 })).unwrap_err();
    assert!(matches!(error, LogError::Damaged { line: 2, .. }), "{error}");
}

#[test]
fn a_player_who_does_not_start_ends_the_match() {
    let openings = openings(1);
    let (a, b) = (spec("random"), spec("brain:/nowhere/pbrain-none"));
    let the_match = Match::between(&a, &b, &TimeControl::default(), &openings);
    let error = the_match.run(Vec::new(), None, &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, MatchError::Start(StartError { .. })), "{error}");
}

#[test]
fn games_become_records_with_names_times_and_results() {
    let openings = openings(1);
    let result = run(&one_sided(&openings));
    let record = result.records[1].to_file("ours", "theirs").unwrap();
    assert_eq!(record.info.players[tengen_core::Side::Black], "theirs");
    let written =
        tengen_formats::write(&[record], tengen_formats::Format::Sgf, tengen_formats::Rows::Bottom);
    let text = String::from_utf8(written.unwrap().bytes).unwrap();
    assert!(text.contains("PW[ours]") && text.contains("RE[W+"), "{text}");
}

#[test]
fn equal_players_with_fixed_depth_repeat_their_games() {
    let openings = Openings::random(Rule::Renju, Size::default(), 1, 9);
    let ours = spec("tengen:depth=2,memory=1");
    let play = || {
        let the_match = Match::between(&ours, &ours, &TimeControl::default(), &openings);
        let records = run(&the_match).records;
        records.into_iter().map(|record| record.position).collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}
