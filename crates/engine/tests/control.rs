//! Limits, stops and ponder hits of a search.

use std::time::Duration;

use tengen_core::{Game, Point, Rule, Side};
use tengen_engine::{
    Clock, Engine, EngineOptions, Event, Limits, Params, Ponder, Report, Stop, Verdict,
};
use tengen_test_support::engine::{depth, engine, nodes};
use tengen_test_support::game::game;
use tengen_test_support::picture::drawn;

/// Positions in which something is going on.
fn positions() -> Vec<Game> {
    vec![
        game(Rule::Freestyle, 15, "h8 g7 f6 g8 g9"),
        game(Rule::Standard, 15, "h8 h7 j6 i7 f7"),
        game(Rule::Renju, 15, "h8 i9 j10 i8 i7 g9"),
        game(Rule::Freestyle, 15, "h8 g8 h10 i9 i10 g10 h11 h9 j9 g12 f11 i11"),
        game(Rule::CaroExact, 15, "h8 i9 i7 g9 j8 k9 g7 f6 j6 l8"),
    ]
}

fn fresh() -> Engine {
    engine(Params::default())
}

fn search(game: &Game, limits: &Limits) -> Report {
    fresh().search(game, limits, &Stop::new(), &mut |_| {})
}

/// What an event tells.
#[derive(Clone, PartialEq, Debug)]
struct Told {
    depth: u32,
    best: Option<Point>,
    nodes: u64,
}

/// A search with all it told on the way.
fn told(game: &Game, limits: &Limits) -> (Report, Vec<Told>) {
    let mut told = Vec::new();
    let report = fresh().search(game, limits, &Stop::new(), &mut |event| {
        let Event::Progress(now) = event else { return };
        told.push(Told { depth: now.depth, best: now.best(), nodes: now.nodes });
    });
    (report, told)
}

#[test]
fn wherever_it_stops_the_answer_is_the_best_that_was_found() {
    for game in positions() {
        let (whole, story) = told(&game, &depth(6));
        let steps = (1..40).map(|n| n * n * n / 4 + n).take_while(|&limit| limit < whole.nodes);
        let mut depths = 0;
        for limit in steps {
            let (report, so_far) = told(&game, &nodes(limit));
            // One thread and a fresh table: the shorter search is the beginning of the longer.
            assert_eq!(so_far, story[..so_far.len()], "{limit} nodes");
            assert!(game.board().is_free(report.best().unwrap()));
            if let Some(last) = so_far.last() {
                assert_eq!(report.best(), last.best, "{limit} nodes");
            }
            assert!(report.depth >= depths && report.nodes <= limit, "{limit} nodes");
            depths = report.depth;
        }
        assert!(depths >= 4, "the search was stopped in depths {depths} only");
    }
}

#[test]
fn a_better_move_inside_a_depth_is_told_and_answered() {
    let mut count = 0;
    for game in positions() {
        let (_, story) = told(&game, &depth(6));
        // A depth is reported when a better move is found, and at its end.
        for pair in story.windows(2).filter(|pair| pair[0].depth == pair[1].depth) {
            let report = search(&game, &nodes(pair[0].nodes + 1));
            assert_eq!((report.best(), report.depth + 1), (pair[0].best, pair[0].depth));
            count += 1;
        }
    }
    assert!(count >= 5, "only {count} better moves were found inside a depth");
}

#[test]
fn with_no_depth_finished_fives_are_made_and_blocked() {
    let rows = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . o x x x x . . .
        . . . . . . . . .
        . . o . . . . . .
        . . . o . . . . .
        . . . . o . . . .
        . . . . . . . . .";
    for rule in Rule::ALL {
        for side in Side::BOTH {
            let game = drawn(rule, side, rows);
            for limits in [nodes(0), nodes(1), depth(0), Limits { multipv: 3, ..nodes(1) }] {
                let report = search(&game, &limits);
                let best = report.best().unwrap().to_string();
                assert_eq!(best, "g6", "{rule} {side} {limits:?}");
            }
        }
    }
    // Two fives: the sooner one is one's own.
    let both = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . o x x x x . . .
        . x o o o o . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for rule in Rule::ALL {
        for (side, five) in [(Side::Black, "g6"), (Side::White, "g5")] {
            let game = drawn(rule, side, both);
            assert_eq!(search(&game, &nodes(1)).best().unwrap().to_string(), five);
            let report = search(&game, &depth(1));
            assert_eq!(report.pvs[0].verdict, Verdict::Wins { plies: 1 }, "{rule}");
            assert_eq!(report.pvs[0].moves.len(), 1, "{rule}");
        }
    }
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_answers() {
    let stop = Stop::new();
    stop.stop();
    for game in positions() {
        let report = fresh().search(&game, &Limits::default(), &stop, &mut |_| {});
        assert!(game.board().is_free(report.best().unwrap()));
    }
}

#[test]
fn nothing_of_a_stopped_search_remains() {
    for game in positions() {
        let before = game.clone();
        let expected = search(&game, &depth(5));
        let mut engine = fresh();
        for count in [1, 100, 3_000] {
            let stop = Stop::new();
            let mut events = 0;
            engine.search(&game, &nodes(count), &stop, &mut |_| {
                events += 1;
                if events == 2 {
                    stop.stop();
                }
            });
            assert_eq!(game, before);
        }
        engine.forget();
        let report = engine.search(&game, &depth(5), &Stop::new(), &mut |_| {});
        assert_eq!((report.pvs, report.nodes), (expected.pvs, expected.nodes));
    }
}

#[test]
fn several_threads_find_wins_and_stop_together() {
    let options = EngineOptions { memory: 8 << 20, threads: 4, ..EngineOptions::default() };
    let mut engine = Engine::new(options);
    let three = game(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5");
    let report = engine.search(&three, &Limits::default(), &Stop::new(), &mut |_| {});
    assert_eq!(report.pvs[0].verdict, Verdict::Wins { plies: 3 });
    for game in positions() {
        let stop = Stop::new();
        let report = engine.search(&game, &Limits::default(), &stop, &mut |event| {
            let Event::Progress(so_far) = event else { return };
            if so_far.depth >= 4 {
                stop.stop();
            }
        });
        assert!(report.depth >= 3);
        let report = engine.search(&game, &nodes(20_000), &Stop::new(), &mut |_| {});
        // Each thread looks at the sum of all only now and then.
        assert!(report.nodes < 20_000 + 4 * 256, "{} nodes", report.nodes);
    }
}

#[test]
fn no_time_is_enough_for_an_answer() {
    let none = Duration::ZERO;
    let time = Limits { time: Some(none), ..Limits::default() };
    let clock = Some(Clock { left: none, increment: none });
    for limits in [time, Limits { clock, ..Limits::default() }] {
        for game in positions() {
            assert!(game.board().is_free(search(&game, &limits).best().unwrap()));
        }
    }
}

#[test]
fn events_tell_all_that_a_client_shows() {
    for game in positions() {
        let mut before = Report::default();
        let options = EngineOptions { memory: 2 << 20, ..EngineOptions::default() };
        let mut engine = Engine::new(options);
        let limits = Limits { multipv: 2, ..depth(6) };
        let report = engine.search(&game, &limits, &Stop::new(), &mut |event| {
            let Event::Progress(now) = event else { return };
            assert!(now.depth >= before.depth && now.nodes > before.nodes);
            assert!(now.seldepth >= before.seldepth.max(1));
            assert!(now.elapsed >= before.elapsed && now.table_fill >= before.table_fill);
            assert!(now.nps() > 0 && now.pvs.iter().all(|line| !line.moves.is_empty()));
            before = now.clone();
        });
        assert_eq!(report.pvs, before.pvs);
        assert_eq!((report.depth, report.nodes), (6, before.nodes));
        assert!(report.seldepth >= 6 && report.table_fill > 0);
        // The line can be played, and its second move is the reply that is expected.
        let mut played = game.clone();
        for &point in &report.pvs[0].moves {
            played.play(point).unwrap();
        }
        assert_eq!(report.expected_reply(), Some(report.pvs[0].moves[1]));
    }
}

#[test]
fn after_a_hit_the_new_limits_hold() {
    let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let no_clock = Clock { left: Duration::ZERO, increment: Duration::ZERO };
    let hits =
        [none.clone(), Limits { clock: Some(no_clock), ..Limits::default() }, depth(1), nodes(1)];
    for game in positions() {
        for hit in &hits {
            let ponder = Ponder::new();
            // The time that was given at first does not count.
            let limits = Limits { ponder: Some(ponder.clone()), ..none.clone() };
            let mut nodes = 0;
            let report = fresh().search(&game, &limits, &Stop::new(), &mut |event| {
                let Event::Progress(so_far) = event else { return };
                if so_far.depth == 5 && !ponder.is_hit() {
                    ponder.hit(hit);
                    nodes = so_far.nodes;
                }
            });
            assert!(ponder.is_hit() && report.depth >= 4, "{hit:?}");
            // A search looks at its limits every 128 nodes.
            assert!(report.nodes <= nodes + 256, "{hit:?}: {} after {nodes}", report.nodes);
        }
    }
}

#[test]
fn after_a_hit_the_search_goes_on() {
    for game in positions() {
        let ponder = Ponder::new();
        let limits = Limits { ponder: Some(ponder.clone()), ..Limits::default() };
        let report = fresh().search(&game, &limits, &Stop::new(), &mut |event| {
            let Event::Progress(so_far) = event else { return };
            if so_far.depth == 3 {
                ponder.hit(&depth(6));
            }
        });
        // As if it had been a search of that depth from the beginning.
        let whole = search(&game, &depth(6));
        assert_eq!((report.depth, report.nodes), (6, whole.nodes));
        assert_eq!(report.pvs, whole.pvs);
    }
}

#[test]
fn a_miss_ends_the_search_and_the_table_keeps_what_was_learnt() {
    let (mut with_table, mut without) = (0, 0);
    for game in positions() {
        let mut engine = fresh();
        let (ponder, stop) = (Ponder::new(), Stop::new());
        let limits = Limits { ponder: Some(ponder.clone()), ..Limits::default() };
        let report = engine.search(&game, &limits, &stop, &mut |event| {
            let Event::Progress(so_far) = event else { return };
            if so_far.depth > 6 {
                stop.stop();
            }
        });
        assert!(!ponder.is_hit() && report.depth >= 6);
        let again = engine.search(&game, &depth(5), &Stop::new(), &mut |_| {});
        with_table += again.nodes;
        without += search(&game, &depth(5)).nodes;
    }
    // A single search may take another way, all together are shorter.
    assert!(with_table < without, "{with_table} nodes with a table, {without} without");
}

#[test]
fn pondering_ends_by_itself_when_all_is_known() {
    let won = game(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5");
    let ponder = Ponder::new();
    let limits = Limits { ponder: Some(ponder.clone()), ..Limits::default() };
    let report = search(&won, &limits);
    assert_eq!(report.pvs[0].verdict, Verdict::Wins { plies: 3 });
    // The hit comes too late, and twice: nothing happens.
    ponder.hit(&depth(1));
    ponder.hit(&depth(2));
    assert!(ponder.is_hit());
    // So does one that came with a depth.
    let limits = Limits { ponder: Some(Ponder::new()), ..depth(3) };
    assert_eq!(search(&positions()[0], &limits).depth, 3);
}

#[test]
fn a_hit_before_the_search_begins_counts() {
    let ponder = Ponder::new();
    ponder.hit(&depth(2));
    let limits = Limits { ponder: Some(ponder), ..Limits::default() };
    assert_eq!(search(&positions()[0], &limits).depth, 2);
}

#[test]
fn a_single_move_is_pondered_but_not_thought_about_on_the_own_clock() {
    let four = game(Rule::Freestyle, 15, "h8 g8 i8 b3 j8 e2 k8");
    let hour = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
    assert_eq!(search(&four, &hour).depth, 1);
    let ponder = Ponder::new();
    let limits = Limits { ponder: Some(ponder.clone()), ..hour.clone() };
    let report = fresh().search(&four, &limits, &Stop::new(), &mut |event| {
        let Event::Progress(so_far) = event else { return };
        if so_far.depth == 4 {
            ponder.hit(&hour);
        }
    });
    assert_eq!((report.depth, report.best()), (4, "l8".parse().ok()));
}

#[test]
fn a_thought_is_hit_or_stopped_from_another_thread() {
    for is_hit in [true, false] {
        let game = &positions()[3];
        let (ponder, stop) = (Ponder::new(), Stop::new());
        let limits = Limits { ponder: Some(ponder.clone()), ..Limits::default() };
        let report = std::thread::scope(|scope| {
            let (begun, has_begun) = std::sync::mpsc::channel();
            let stop = &stop;
            let thought = scope.spawn(move || {
                fresh().search(game, &limits, stop, &mut |_| begun.send(()).unwrap_or(()))
            });
            has_begun.recv().unwrap();
            match is_hit {
                true => ponder.hit(&nodes(1)),
                false => stop.stop(),
            }
            thought.join().unwrap()
        });
        assert!(game.board().is_free(report.best().unwrap()));
    }
}

#[test]
fn after_a_pass_the_other_side_shows_its_threats() {
    let limits = depth(5);
    for rule in Rule::ALL {
        let three = game(rule, 15, "h8 a1 i8 c1 j8");
        let before = three.clone();
        let threat = fresh().search_after_pass(&three, &limits, &Stop::new(), &mut |_| {});
        assert_eq!(threat.pvs[0].verdict, Verdict::Wins { plies: 3 }, "{rule}");
        assert_eq!(three, before);
        // The same as a position in which the pass was already made.
        let passed = game(rule, 15, "h8 a1 i8 c1 j8 --");
        let report = search(&passed, &limits);
        assert_eq!((report.pvs, report.nodes), (threat.pvs, threat.nodes));
    }
    let quiet = game(Rule::Freestyle, 15, "-- -- h8 -- -- --");
    let threat = fresh().search_after_pass(&quiet, &depth(3), &Stop::new(), &mut |_| {});
    assert!(matches!(threat.pvs[0].verdict, Verdict::Unclear { .. }));
}

/// A drawn board: no row of five for anybody, whatever lies on the last points.
const NEARLY_FULL: &str = "
    x x o o x x
    o o x x o o
    x x o o x x
    o o x x o o
    x x o o x x
    o o x x . .";

#[test]
fn passes_on_a_nearly_full_board() {
    for rule in Rule::ALL {
        let mut game = drawn(rule, Side::Black, NEARLY_FULL);
        let report = fresh().search_after_pass(&game, &depth(20), &Stop::new(), &mut |_| {});
        assert_eq!(report.pvs[0].verdict, Verdict::Unclear { centi: 0 }, "{rule}");
        assert_eq!(report.pvs[0].moves.len(), 2, "{rule}");
        game.play(report.best().unwrap()).unwrap();
        for _ in 0..300 {
            game.pass().unwrap();
        }
        let report =
            fresh().search_after_pass(&game, &Limits::default(), &Stop::new(), &mut |_| {});
        assert_eq!(report.pvs[0].verdict, Verdict::Unclear { centi: 0 }, "{rule}");
        game.play(report.best().unwrap()).unwrap();
        let over = fresh().search_after_pass(&game, &Limits::default(), &Stop::new(), &mut |_| {});
        assert_eq!(over, Report::default(), "{rule}: the board is full");
    }
}
