//! Sessions that know the certificates of the first player's win.

use tengen_core::{Game, Rule, Side};
use tengen_player::{
    Answer, Ask, Ending, EngineOptions, ForcedWin, Level, Request, Session, SharedData, Source,
    Stop, Verdict, Want,
};
use tengen_test_support::engine::nodes;

fn request(moves: &str, want: Want) -> Request {
    let game = tengen_test_support::game::game(Rule::Freestyle, 15, moves);
    let options = EngineOptions { memory: 4 << 20, ..EngineOptions::default() };
    Request { limits: nodes(500), options, certificate: true, ..Request::new(game, want) }
}

fn ask(request: &Request) -> Answer {
    let mut session = Session::new(&SharedData::default());
    session.ask(request, &Stop::new(), &mut |_| {}).unwrap()
}

#[test]
fn black_wins_by_the_certificate_whatever_a_search_replies() {
    let mut session = Session::new(&SharedData::default());
    let mut ask = |request: &Request| session.ask(request, &Stop::new(), &mut |_| {}).unwrap();
    let mut black = request("h8 n15", Want::Level(Level::BEST));
    let mut left = None;
    loop {
        let answer = ask(&black);
        assert_eq!(answer.source, Source::Certificate);
        let Some(Verdict::Wins { plies }) = answer.verdict else { panic!("{answer:?}") };
        assert!(left.is_none_or(|left| plies + 2 <= left), "the win comes nearer");
        left = Some(plies);
        let point = answer.point().unwrap();
        if let Some(outcome) = black.game.play(point).unwrap() {
            assert_eq!(outcome.winner(), Some(Side::Black));
            break;
        }
        let white = Request { certificate: false, want: Want::Best, ..black.clone() };
        black.game.play(ask(&white).point().unwrap()).unwrap();
    }
}

#[test]
fn nothing_is_claimed_outside_and_for_who_does_not_ask() {
    let source = |request: &Request| ask(request).source;
    let inside = request("h8 n15", Want::Best);
    assert_eq!(source(&inside), Source::Certificate);
    assert_eq!(source(&Request { certificate: false, ..inside.clone() }), Source::Search);
    assert_ne!(
        source(&Request { want: Want::Level(Level::new(9).unwrap()), ..inside }),
        Source::Certificate
    );
    assert_eq!(source(&request("h8 n15 a1 a2", Want::Best)), Source::Search, "Black left it");
    assert_eq!(source(&request("h8 h9", Want::Best)), Source::Search, "an open reply");
    let white = ask(&request("h8", Want::Best));
    assert_eq!(white.source, Source::Search, "who loses looks for the longest resistance");
}

#[test]
fn an_analysis_knows_a_proven_position_at_once() {
    let answer = ask(&request("h8 n15", Want::Analysis));
    let Some(Verdict::Wins { plies }) = answer.verdict else { panic!("{answer:?}") };
    assert_eq!((answer.ending, answer.report.nodes), (Some(Ending::Solved), 0));
    let Some(ForcedWin::Win { plies: told, line }) = &answer.forced_win else { panic!() };
    assert_eq!(*told, plies);
    let mut game: Game = request("h8 n15", Want::Analysis).game;
    let ends = line.iter().filter(|&&point| game.play(point).unwrap().is_some()).count();
    assert_eq!(ends, 1, "the line ends with five");
    // The other side, one move later.
    let first = answer.point().unwrap();
    let after = ask(&request(&format!("h8 n15 {first}"), Want::Analysis));
    assert!(matches!(after.verdict, Some(Verdict::Loses { .. })), "{after:?}");
}
