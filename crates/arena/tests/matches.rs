//! Whole matches: colours, threads, logs, tests that end early.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tengen_arena::{
    Contestant, Ending, Entrant, Failure, Finish, GameRecord, Log, LogError, LoggedPlayer, Match,
    MatchError, MatchResult, Openings, Pairing, Player, PlayerSpec, Points, StartError,
    TimeControl, Turn, Usage,
};
use tengen_core::{Game, Point, Rule, Size};
use tengen_player::{SharedData, Stop};
use tengen_test_support::arena::{Scripted, between, duel, run, scripted};

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

fn openings(count: usize) -> Openings {
    Openings::random(Rule::Freestyle, Size::default(), count, 3)
}

/// A match in which A always makes five on the bottom row.
fn one_sided(openings: &Openings) -> Match<'_> {
    duel(scripted("a1 b1 c1 d1 e1"), scripted("a3 b3 d3 e3 g3"), openings)
}

/// The games of a match of two.
fn records(result: &MatchResult) -> &[GameRecord] {
    let [encounter] = result.encounters.as_slice() else { panic!("two players have met") };
    &encounter.records
}

#[test]
fn colours_change_and_openings_come_in_pairs() {
    let openings = openings(3);
    let result = run(&one_sided(&openings));
    assert_eq!((records(&result).len(), result.finish), (6, Finish::Complete));
    for pair in records(&result).chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((pair[0].black, pair[1].black), (Contestant::A, Contestant::B));
    }
    assert!(records(&result).iter().all(|record| record.result == Points::Win));
    assert!(records(&result).iter().all(|record| record.ending == Ending::Five));
    assert_eq!(result.encounters[0].counts.pairs, [0, 0, 0, 0, 3]);
    assert_eq!(result.encounters[0].elo().unwrap().score, 1.0);
}

#[test]
fn threads_play_every_game_once() {
    let openings = openings(10);
    let mut the_match = one_sided(&openings);
    the_match.concurrency = 4;
    the_match.games = 37;
    let result = run(&the_match);
    let numbers: Vec<usize> = records(&result).iter().map(|record| record.game).collect();
    assert_eq!(numbers, (0..37).collect::<Vec<_>>());
}

/// A player who tells how many think at the same time, of all games together.
struct Crowded {
    thinking: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    /// Whether it waits for company.
    is_sociable: bool,
    inner: Scripted,
}

impl Player for Crowded {
    fn begin(&mut self, opening: &Game, time: &TimeControl, seed: u64) -> Result<(), Failure> {
        self.inner.begin(opening, time, seed)
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let now = self.thinking.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        // Until somebody else is there too; but not for ever.
        let start = Instant::now();
        while self.is_sociable
            && self.most.load(Ordering::SeqCst) < 2
            && start.elapsed() < Duration::from_secs(300)
        {
            std::thread::yield_now();
        }
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
            let (is_sociable, inner) = (concurrency > 1, Scripted::new(moves));
            Ok(Box::new(Crowded { thinking, most, is_sociable, inner }) as Box<dyn Player>)
        };
        let (a, b) = (|_| make("a1 b1 c1 d1 e1"), |_| make("a3 b3 d3 e3 g3"));
        let mut the_match = duel(Box::new(a), Box::new(b), &openings);
        the_match.concurrency = concurrency;
        assert_eq!(records(&run(&the_match)).len(), 8);
        most.load(Ordering::SeqCst)
    };
    assert_eq!(most_at_once(1), 1);
    assert_eq!(most_at_once(0), 1);
    assert!((2..=3).contains(&most_at_once(3)));
}

#[test]
fn our_engine_and_the_baseline_player_end_their_games_legally() {
    for (rule, lines) in [(Rule::Freestyle, 15), (Rule::Renju, 15), (Rule::Standard, 7)] {
        let openings = Openings::random(rule, Size::new(lines).unwrap(), 1, 4);
        let (ours, baseline) = (spec("tengen:depth=3,memory=1"), spec("baseline:depth=3,limit=8"));
        let result = run(&between(&ours, &baseline, &openings));
        assert_eq!(records(&result).len(), 2);
        for record in records(&result) {
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
    assert!(records(&result).len() < 1000);
}

#[test]
fn a_match_can_be_stopped() {
    let openings = openings(10);
    let mut the_match = one_sided(&openings);
    the_match.games = 1_000_000;
    let stop = Stop::new();
    let mut heard = 0;
    let result = the_match.run(Vec::new(), None, &stop, &mut |progress| {
        heard = progress.played;
        if heard == 5 {
            stop.stop();
        }
    });
    let result = result.unwrap();
    assert_eq!(result.finish, Finish::Stopped);
    assert!((5..1_000_000).contains(&records(&result).len()));
    assert_eq!(records(&result).len(), heard);
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
        duel(Box::new(a), scripted("a3 b3 d3 e3 g3"), &openings)
    };
    let mut first = counted();
    first.games = 4;
    let (mut log, before) = Log::open(&path, &conditions).unwrap();
    assert_eq!(before, []);
    let half = first.run(before, Some(&mut log), &Stop::new(), &mut |_| {}).unwrap();
    drop(log);

    // The machine stopped in the middle of a line.
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.push_str("{\"game\":4,\"a\":\"");
    // And of a letter.
    let torn = [text.as_bytes(), &[0xc3]].concat();
    std::fs::write(&path, torn).unwrap();

    let (mut log, before) = Log::open(&path, &conditions).unwrap();
    assert_eq!(before, records(&half));
    let mut new = 0;
    let whole = counted()
        .run(before, Some(&mut log), &Stop::new(), &mut |progress| {
            new += usize::from(progress.latest.is_some());
        })
        .unwrap();
    assert_eq!((records(&whole).len(), new), (10, 6));
    assert_eq!(records(&whole)[..4], *records(&half));
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
    let the_match = between(&a, &b, &openings);
    let error = the_match.run(Vec::new(), None, &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, MatchError::Start(StartError { .. })), "{error}");
}

#[test]
fn games_become_records_with_names_times_and_results() {
    let openings = openings(1);
    let result = run(&one_sided(&openings));
    let record = records(&result)[1].to_file().unwrap();
    assert_eq!(record.info.players[tengen_core::Side::Black], "B");
    let written =
        tengen_formats::write(&[record], tengen_formats::Format::Sgf, tengen_formats::Rows::Bottom);
    let text = String::from_utf8(written.unwrap().bytes).unwrap();
    assert!(text.contains("PW[A]") && text.contains("RE[W+"), "{text}");
}

#[test]
fn equal_players_with_fixed_depth_repeat_their_games() {
    let openings = Openings::random(Rule::Renju, Size::default(), 1, 9);
    let ours = spec("tengen:depth=2,memory=1");
    let play = || {
        let the_match = between(&ours, &ours, &openings);
        let result = run(&the_match);
        result.records().map(|record| record.position.clone()).collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}

/// Three players: each other's games do not depend on who else plays, or on how many threads.
#[test]
fn everybody_meets_everybody_or_the_first_meets_all() {
    let openings = openings(2);
    let specs = [spec("random:name=x"), spec("random:name=y"), spec("baseline:depth=1,name=z")];
    let among = |pairing, concurrency| {
        let entrants = specs
            .iter()
            .map(|spec| Entrant::of(spec, &TimeControl::default(), &SharedData::default()));
        let mut the_match = Match::new(entrants.collect(), pairing, &openings);
        (the_match.games, the_match.concurrency) = (4, concurrency);
        assert_eq!(the_match.all_games(), 4 * pairing.encounters(3).len());
        run(&the_match)
    };
    let positions = |result: &MatchResult, pair: [&str; 2]| -> Vec<String> {
        let games = result.records().filter(|game| [&*game.a, &*game.b] == pair);
        games.map(|game| game.position.clone()).collect()
    };
    let all = among(Pairing::RoundRobin, 2);
    let names: Vec<_> = all.encounters.iter().map(|e| (e.a.as_str(), e.b.as_str())).collect();
    assert_eq!(names, [("x", "y"), ("x", "z"), ("y", "z")]);
    assert!(all.encounters.iter().all(|encounter| encounter.counts.pair_count() == 2));
    let first = among(Pairing::Gauntlet, 1);
    assert_eq!(first.encounters.len(), 2);
    for pair in [["x", "y"], ["x", "z"]] {
        assert_eq!(positions(&first, pair).len(), 4);
        assert_eq!(positions(&first, pair), positions(&all, pair));
    }
    let used = ["x", "y", "z"].map(|name| Usage::of(name, all.records()));
    let moves: usize = all.records().map(|game| game.times.len()).sum();
    assert_eq!(used.iter().map(|usage| usage.moves).sum::<u64>(), moves as u64);
    let slowest = all.records().flat_map(|game| &game.times).copied().fold(0.0, f64::max);
    assert_eq!(used.iter().map(|usage| usage.most).fold(0.0, f64::max), slowest);
    assert!(used.iter().all(|usage| usage.moves > 0 && usage.nodes.is_none()));
}

/// The test takes games by their numbers: however many threads play, it ends with the same ones.
#[test]
fn a_test_ends_with_the_same_games_on_any_number_of_threads() {
    let openings = openings(30);
    let (a, b) = (spec("baseline:depth=1,limit=4,name=a"), spec("random:name=b"));
    let played = |concurrency| {
        let mut the_match = between(&a, &b, &openings);
        (the_match.games, the_match.concurrency) = (60, concurrency);
        the_match.sprt = Some("0,200".parse().unwrap());
        let result = run(&the_match);
        assert_eq!(result.finish, Finish::Decided);
        records(&result).iter().map(|game| (game.game, game.position.clone())).collect::<Vec<_>>()
    };
    let alone = played(1);
    assert!(alone.len() < 60);
    assert_eq!(alone, played(3));
}

#[test]
fn a_log_keeps_names_for_their_players_and_one_match_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ladder.jsonl");
    let player = |text: &str| LoggedPlayer { name: "x".to_owned(), text: text.to_owned() };
    let (mut log, _) = Log::open(&path, &json!({})).unwrap();
    log.introduce(player("random")).unwrap();
    log.introduce(player("random")).unwrap();
    assert!(matches!(Log::open(&path, &json!({})), Err(LogError::InUse)));
    drop(log);
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2);
    let (mut log, _) = Log::open(&path, &json!({})).unwrap();
    let error = log.introduce(player("baseline")).unwrap_err().to_string();
    assert_eq!(error, "this log is of another match: x is random there, not baseline");
}

#[test]
fn a_spectator_sees_every_move_of_every_game() {
    let openings = openings(2);
    let seen = std::sync::Mutex::new(Vec::new());
    let mut the_match = one_sided(&openings);
    the_match.concurrency = 2;
    the_match.spectator = Some(Box::new(|live| {
        let moves = live.moves.moves().len();
        assert_eq!(live.taken.is_none(), moves == live.opening);
        assert!(live.table < 2);
        assert_eq!((live.a, live.b), ("A", "B"));
        assert_eq!(live.black == Contestant::A, live.game.is_multiple_of(2));
        seen.lock().unwrap().push((live.game, moves - live.opening));
    }));
    let result = run(&the_match);
    drop(the_match);
    let seen = seen.into_inner().unwrap();
    for record in records(&result) {
        let moves = seen.iter().filter(|(game, _)| *game == record.game).map(|(_, moves)| *moves);
        // Before the first move, and after each.
        assert_eq!(moves.collect::<Vec<_>>(), (0..=record.times.len()).collect::<Vec<_>>());
    }
}
