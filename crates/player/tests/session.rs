//! Sessions: where answers come from, and what pondering, stops and failures do.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use tengen_core::{Game, Point, Rule, Size};
use tengen_player::{
    Algorithm, Answer, Ask, AskError, Book, Ending, EngineOptions, Event, ForcedWin, Level, Limits,
    Request, Session, SharedData, SolverLevel, Source, Stop, Verdict, Want,
};
use tengen_test_support::engine::nodes;
use tengen_test_support::wait::with_more_time;

/// A freestyle game on fifteen lines.
fn game(moves: &str) -> Game {
    tengen_test_support::game::game(Rule::Freestyle, 15, moves)
}

fn session() -> Session {
    Session::new(&SharedData::default())
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn request(moves: &str, want: Want, limits: Limits) -> Request {
    let options = EngineOptions { memory: 4 << 20, ..EngineOptions::default() };
    Request { limits, options, ..Request::new(game(moves), want) }
}

fn ask(session: &mut Session, request: &Request) -> Answer {
    session.ask(request, &Stop::new(), &mut |_| {}).unwrap()
}

/// Black wins by force.
const WON: &str = "h8 a1 i8 o1 j9 a15 j10 o15";
/// Black wins by force in 13 plies, which the main search alone does not see.
const FAR_WON: &str = "g7 g6 h6 j7 f5 j6 f8 i5 f7 f6";

#[test]
fn from_level_three_on_a_five_is_made_and_a_four_blocked() {
    let mut session = session();
    for seed in 0..3 {
        for number in 3..=Level::BEST.number() {
            let mut answer = |moves: &str| {
                session.reseed(seed);
                ask(&mut session, &request(moves, Want::Level(level(number)), nodes(2000)))
            };
            let five = answer("h8 a1 i8 a3 j8 a5 k8 a7").point().unwrap().to_string();
            assert!(["g8", "l8"].contains(&five.as_str()), "level {number}: {five}");
            let block = answer("h8 g8 i8 a3 j8 a5 k8");
            assert_eq!(block.point().unwrap().to_string(), "l8", "level {number}");
            assert_eq!((block.source, block.verdict), (Source::Forced, None));
        }
    }
}

#[test]
fn levels_choose_the_same_again_if_the_seed_is_the_same() {
    let mut session = session();
    let mut answer = |number, seed| {
        session.forget();
        session.reseed(seed);
        let answer = ask(&mut session, &request("h8 i9", Want::Level(level(number)), nodes(3000)));
        assert_eq!(answer.source, Source::Level);
        answer.point().unwrap()
    };
    for number in [1, 3, 10] {
        let answers: BTreeSet<Point> = (0..20).map(|seed| answer(number, seed)).collect();
        assert!(answers.len() > 1, "level {number}: {answers:?}");
        assert_eq!(answer(number, 4), answer(number, 4));
    }
}

#[test]
fn the_best_level_alone_opens_from_the_book_if_it_may() {
    let mut session = session();
    let mut choose = |level, book, seed, moves: &str| {
        session.reseed(seed);
        let request = request(moves, Want::Level(level), nodes(500));
        ask(&mut session, &Request { book, ..request })
    };
    let library = Book::built_in(Rule::Freestyle, Size::default()).unwrap();
    let start = game("h8 i9");
    let mut played = BTreeSet::new();
    for seed in 0..20 {
        let answer = choose(Level::BEST, true, seed, "h8 i9");
        assert!(answer.source == Source::Book && answer.report.nodes == 0, "{answer:?}");
        let mut after = start.clone();
        after.play(answer.line[0]).unwrap();
        let known = library.moves(&start).into_iter().find(|known| {
            let mut other = start.clone();
            other.play(known.point).unwrap();
            other.shift_key() == after.shift_key()
        });
        assert!(known.is_some_and(|known| known.is_playable()), "{answer:?}");
        if let Some(&reply) = answer.line.get(1) {
            assert!(after.board().is_free(reply), "{answer:?}");
        }
        played.insert(answer.line[0]);
    }
    assert!(played.len() > 1, "{played:?}");
    let again = [(); 2].map(|()| choose(Level::BEST, true, 4, "h8 i9"));
    assert_eq!(again[0], again[1]);
    for (level, book) in [(Level::BEST, false), (level(9), true), (level(1), true)] {
        let answer = choose(level, book, 1, "h8 i9");
        assert_eq!(answer.source, Source::Level);
        assert!(level < Level::BEST || answer.report.nodes > 0, "it searched");
    }
    // Where the book knows nothing it is searched as ever.
    assert_eq!(choose(Level::BEST, true, 1, "a1 o15 a15").source, Source::Level);
    // Who is left one move plays it, whatever the book says.
    let block = choose(Level::BEST, true, 1, "h8 g8 i8 a3 j8 a5 k8");
    assert_eq!((block.line[0].to_string().as_str(), block.source), ("l8", Source::Forced));
}

#[test]
fn the_book_answers_a_full_search_unless_moves_are_left_out() {
    let mut session = session();
    let asked = Request { book: true, seed: Some(7), ..request("h8 i9", Want::Best, nodes(500)) };
    let known = ask(&mut session, &asked);
    assert_eq!(known.source, Source::Book);
    assert_eq!(ask(&mut session, &asked).line, known.line, "the seed is the same");
    let exclude = vec!["a1".parse().unwrap()];
    let limits = Limits { exclude, ..nodes(500) };
    assert_eq!(ask(&mut session, &Request { limits, ..asked.clone() }).source, Source::Search);
    assert_eq!(ask(&mut session, &Request { book: false, ..asked }).source, Source::Search);
}

/// Whatever is the main search, a win is played to its end without one.
#[test]
fn a_proven_win_is_followed_to_its_end() {
    for (algorithm, threads, solver_thread) in
        [(Algorithm::AlphaBeta, 1, false), (Algorithm::Mcts, 1, false), (Algorithm::Mcts, 2, true)]
    {
        let usual = request(FAR_WON, Want::Best, nodes(10_000));
        let options = EngineOptions { algorithm, threads, solver_thread, ..usual.options.clone() };
        let mut asked = Request { options, ..usual };
        let (mut session, mut other) = (session(), session());
        let mut is_proven = false;
        while asked.game.outcome().is_none() {
            let answer = ask(&mut session, &asked);
            assert!(matches!(answer.verdict, Some(Verdict::Wins { .. })), "{answer:?}");
            if is_proven {
                assert_eq!((answer.source, answer.report.nodes), (Source::Proof, 0));
            }
            is_proven |= answer.report.proof.is_some();
            asked.game.play(answer.point().unwrap()).unwrap();
            if asked.game.outcome().is_none() {
                let defence = Request { limits: nodes(2_000), ..asked.clone() };
                // The defender may be the same session: the proof is still there.
                let defender = if threads == 1 { &mut session } else { &mut other };
                let reply = ask(defender, &defence).point().unwrap();
                asked.game.play(reply).unwrap();
            }
        }
        assert!(is_proven && asked.game.outcome().unwrap().winner().is_some());
    }
}

#[test]
fn pondering_goes_on_when_exactly_that_game_is_asked_for() {
    let time = Duration::from_millis(50);
    for want in [Want::Best, Want::Level(Level::BEST)] {
        for algorithm in Algorithm::ALL {
            let mut session = session();
            let limits = Limits { time: Some(time), ..Limits::default() };
            let usual = request("h8 i9 i7 g9 h9 h10", want.clone(), limits);
            let options = EngineOptions { algorithm, ..usual.options.clone() };
            let asked = Request { options, ..usual };
            let unlimited = Request { limits: nodes(u64::MAX), ..asked.clone() };
            with_more_time(3 * time, |ahead| {
                session.ponder(&unlimited);
                std::thread::sleep(ahead);
                let begun = Instant::now();
                let answer = ask(&mut session, &asked);
                assert_eq!(answer.pondered, Some(true), "{algorithm:?}");
                assert!(begun.elapsed() >= time / 2, "the clock counts from the question");
                assert!(asked.game.board().is_free(answer.point().unwrap()));
                // The report counts from the beginning, which a busy machine may put off.
                (answer.report.elapsed >= ahead).then_some(())
            });
            assert_eq!(ask(&mut session, &asked).pondered, None, "it was asked for once");
        }
    }
}

#[test]
fn any_other_question_ends_pondering() {
    let asked = request("h8 i9 i7", Want::Best, nodes(500));
    let point = |name: &str| vec![name.parse().unwrap()];
    let other_game = request("h8 i9 i8", Want::Best, nodes(500));
    let other_moves =
        Request { limits: Limits { exclude: point("h9"), ..nodes(500) }, ..asked.clone() };
    let other_lines = Request { limits: Limits { multipv: 2, ..nodes(500) }, ..asked.clone() };
    let options = EngineOptions { memory: 5 << 20, ..EngineOptions::default() };
    let other_engine = Request { options, ..asked.clone() };
    let mut session = session();
    for other in [other_game, other_moves, other_lines, other_engine] {
        session.ponder(&Request { limits: Limits::default(), ..asked.clone() });
        assert_eq!(ask(&mut session, &other).pondered, Some(false));
        assert_eq!(ask(&mut session, &asked).pondered, None);
    }
    session.ponder(&Request { limits: Limits::default(), ..asked.clone() });
    session.stop_pondering();
    assert_eq!(ask(&mut session, &asked).pondered, None, "it was stopped");
    // What needs no search, and weaker levels, are not pondered.
    let known = Request { book: true, ..request("h8 i9", Want::Best, nodes(500)) };
    let weak = request("h8 i9 i7", Want::Level(level(9)), nodes(500));
    for asked in [known, weak] {
        session.ponder(&asked);
        assert_eq!(ask(&mut session, &asked).pondered, None);
    }
    // Dropped in the midst of a search without end.
    session.ponder(&Request { limits: Limits::default(), ..asked });
}

#[test]
fn an_expected_reply_is_one_that_goes_on() {
    let line = |moves: &str| moves.split(' ').map(|name| name.parse().unwrap()).collect();
    let expected = |moves: &str| Answer { line: line(moves), ..Answer::default() };
    let start = game("h8 a1 i8 a3 j8 a5 k8");
    assert!(expected("l8 a7").expected(&start).is_some_and(|game| game.moves().len() == 9));
    assert_eq!(expected("a7").expected(&start), None, "nothing is expected");
    assert_eq!(expected("a7 l8").expected(&start), None, "it ends the game");
}

#[test]
fn a_stop_ends_every_search_with_what_is_known() {
    let mut session = session();
    for want in [Want::Best, Want::Hint, Want::Analysis, Want::Threat] {
        let (asked, stop) = (request("h8 i9 i7", want, nodes(u64::MAX)), Stop::new());
        let answer = session.ask(&asked, &stop, &mut |event| {
            if matches!(event, Event::Progress(report) if report.depth >= 2) {
                stop.stop();
            }
        });
        let answer = answer.unwrap();
        assert!(answer.point().is_some_and(|point| asked.game.board().is_free(point)));
        let is_analysis = asked.want == Want::Analysis;
        assert_eq!(answer.ending, is_analysis.then_some(Ending::Stopped));
    }
}

#[test]
fn a_session_outlives_a_failure() {
    let mut session = session();
    let asked = request("h8 i9 i7", Want::Best, nodes(2000));
    let failed = session.ask(&asked, &Stop::new(), &mut |_| panic!("out of luck"));
    assert_eq!(failed, Err(AskError::Crashed("out of luck".to_owned())));
    assert!(ask(&mut session, &asked).point().is_some());
}

#[test]
fn a_game_that_is_over_has_no_answer() {
    let over = game("h8 a1 i8 a3 j8 a5 k8 a7 l8");
    for want in [Want::Best, Want::Hint, Want::Analysis, Want::Threat, Want::Level(level(1))] {
        let request = Request::new(over.clone(), want);
        assert_eq!(ask(&mut session(), &request), Answer::default());
    }
}

#[test]
fn a_threat_is_what_the_other_side_would_do() {
    let depth = Limits { depth: Some(2), ..Limits::default() };
    let asked = request("h8 a1 i8 c1 j8", Want::Threat, depth);
    let answer = ask(&mut session(), &asked);
    assert_eq!(answer.verdict, Some(Verdict::Wins { plies: 3 }));
}

#[test]
fn a_hint_shows_a_forced_win_to_its_end() {
    let answer = ask(&mut session(), &request(WON, Want::Hint, Limits::default()));
    let Some(Verdict::Wins { plies }) = answer.verdict else { panic!("{answer:?}") };
    assert_eq!(answer.line.len() as u32, plies, "{answer:?}");
}

/// Three PVs, four plies deep.
fn analysis(moves: &str, algorithm: Algorithm) -> Request {
    let limits = Limits { depth: Some(4), multipv: 3, ..Limits::default() };
    let usual = request(moves, Want::Analysis, limits);
    let options = EngineOptions { memory: 8 << 20, algorithm, ..usual.options.clone() };
    Request { options, ..usual }
}

#[test]
fn a_forced_win_is_told_with_its_proof_whatever_pvs_are_asked_for() {
    for algorithm in Algorithm::ALL {
        let (mut told, mut pvs) = (Vec::new(), 0);
        let mut on_event = |event: &Event<'_>| match event {
            Event::ForcedWin(found) => told.push((*found).clone()),
            Event::Progress(report) => pvs = report.pvs.len(),
            Event::Looking(_) => {}
        };
        let answer = session().ask(&analysis(WON, algorithm), &Stop::new(), &mut on_event);
        let answer = answer.unwrap();
        assert!(matches!(answer.ending, Some(Ending::Limit | Ending::Solved)), "{answer:?}");
        assert!(matches!(answer.forced_win, Some(ForcedWin::Win { .. })), "{answer:?}");
        assert!(matches!(answer.verdict, Some(Verdict::Wins { .. })), "{answer:?}");
        assert_eq!((answer.report.pvs.len(), pvs), (3, 3));
        assert_eq!(
            (told.first(), told.last()),
            (Some(&ForcedWin::Searching), answer.forced_win.as_ref())
        );
    }
}

#[test]
fn an_analysis_without_the_solver_says_nothing_of_forced_wins() {
    let usual = analysis("h8 i9", Algorithm::AlphaBeta);
    let options = EngineOptions { solver: None, ..usual.options.clone() };
    let asked = Request { options, ..usual };
    let mut on_event =
        |event: &Event<'_>| assert!(!matches!(event, Event::ForcedWin(_)), "{event:?}");
    let answer = session().ask(&asked, &Stop::new(), &mut on_event).unwrap();
    assert_eq!((answer.forced_win, answer.ending), (None, Some(Ending::Limit)));
}

#[test]
fn a_tree_tells_what_it_knows_though_its_line_is_short() {
    for exclude in [Vec::new(), vec!["i7".parse().unwrap()]] {
        let limits =
            Limits { nodes: Some(30_000), multipv: 3, exclude: exclude.clone(), ..nodes(0) };
        let limits = Limits { nodes: Some(30_000), ..limits };
        let asked = Request { limits, ..analysis("h8 i9", Algorithm::Mcts) };
        let (mut nodes, mut told) = (0, 0);
        let answer = session().ask(&asked, &Stop::new(), &mut |event| {
            let Event::Progress(report) = event else { return };
            assert!(report.nodes >= nodes);
            (nodes, told) = (report.nodes, told + 1);
            assert!(!report.pvs.iter().any(|pv| exclude.contains(&pv.moves[0])), "{report:?}");
        });
        assert_eq!(answer.unwrap().ending, Some(Ending::Limit));
        assert!(told > 2 && nodes >= 30_000, "{told} {nodes}");
    }
}

#[test]
fn a_request_may_have_any_solver_level() {
    let mut session = session();
    for solver in
        [None, Some(SolverLevel::Fast), Some(SolverLevel::Medium), Some(SolverLevel::Slow)]
    {
        let usual = request("h8 i9", Want::Level(level(3)), Limits::default());
        let options = EngineOptions { solver, ..usual.options.clone() };
        assert!(ask(&mut session, &Request { options, ..usual }).point().is_some());
    }
}
