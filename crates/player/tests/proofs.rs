//! Forced wins with their proofs, and what stops them.

use tengen_core::{Point, Rule};
use tengen_player::{
    Answer, Ask, Defence, EngineOptions, ForcedWin, Limits, Request, Session, SharedData,
    SolverKind, Stop, Verdict, Want,
};

fn ask(moves: &str, want: Want, stop: &Stop) -> Answer {
    let game = tengen_test_support::game::game(Rule::Freestyle, 15, moves);
    let options = EngineOptions { memory: 16 << 20, ..EngineOptions::default() };
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let request = Request { limits, options, ..Request::new(game, want) };
    Session::new(&SharedData::default()).ask(&request, stop, &mut |_| {}).unwrap()
}

#[test]
fn a_win_comes_with_its_proof_and_no_win_with_the_word_that_there_is_none() {
    let moves = "h8 a1 i8 o1 j9 a15 j10 o15";
    let fours = ask(moves, Want::Proof(SolverKind::Vcf), &Stop::new());
    assert_eq!((fours.forced_win, fours.proof), (Some(ForcedWin::None), None));
    let threats = ask(moves, Want::Proof(SolverKind::Vct), &Stop::new());
    let proof = threats.proof.unwrap();
    assert!(tengen_proof::check(&proof, 1_000_000).is_ok());
    assert_eq!(threats.verdict, Some(Verdict::Wins { plies: proof.plies() }));
    assert_eq!(threats.line, proof.main_line());
}

#[test]
fn the_moves_that_stop_a_threat_are_listed() {
    let answer = ask("h8 a1 i8 c1 j8", Want::Defences(SolverKind::Vct), &Stop::new());
    let found = answer.defences.unwrap();
    let points: Vec<Point> = found.iter().map(|&(point, _)| point).collect();
    assert_eq!(points, ["g8".parse().unwrap(), "k8".parse().unwrap()]);
    assert!(found.iter().all(|&(_, known)| known == Defence::Holds), "{found:?}");
}
