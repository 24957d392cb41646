//! What a review says of losing moves and missed wins holds against a search of ten times its nodes.
//!
//! `TENGEN_GAMES=100` reviews a hundred games of the collection, all rules in turn; `TENGEN_NODES` are those of
//! the scan (60 000 is the quick review of the app), `TENGEN_SEED` chooses other games.

mod games;

use games::games;
use tengen_core::Game;
use tengen_player::{
    Ask, EngineOptions, Limits, Request, Session, SharedData, SolverKind, Stop, Verdict, Want,
};
use tengen_review::{Depth, JudgedMove, Line, Plan, Reason, Review, review};
use tengen_test_support::environment::number;

/// How many times the nodes of the review's check a search may take to refute it.
const WORK: u64 = 10;

/// What a search with many nodes says of a position, for its side to move: the main search, then the solver,
/// and where some moves were left out all defences.
fn verdict(session: &mut dyn Ask, game: &Game, nodes: u64) -> Verdict {
    let mut ask = |want| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let options = EngineOptions { memory: 256 << 20, ..EngineOptions::default() };
        let request = Request { limits, options, ..Request::new(game.clone(), want) };
        session.ask(&request, &Stop::new(), &mut |_| {}).unwrap()
    };
    let found = ask(Want::Hint).verdict.unwrap_or(Verdict::Unclear { centi: 0 });
    if found.is_proven() {
        return found;
    }
    let solved = ask(Want::Proof(SolverKind::default())).verdict;
    if let Some(won @ Verdict::Wins { .. }) = solved {
        return won;
    }
    if let Verdict::LikelyLoss { plies } = found
        && ask(Want::Defences(SolverKind::default())).defences.is_some_and(|moves| moves.is_empty())
    {
        return Verdict::Loses { plies };
    }
    found
}

/// What a longer search has against a judgement, if anything.
fn objection(
    session: &mut dyn Ask,
    line: &Line,
    judged: &JudgedMove,
    nodes: u64,
) -> Option<&'static str> {
    let before = line.position(judged.ply);
    // The side to move after the move is the mover's opponent.
    let after = line.position(judged.ply + 1);
    match judged.judgement.reason? {
        Reason::Losing => {
            if matches!(verdict(session, before, nodes), Verdict::Loses { .. }) {
                return Some("was lost before its losing move");
            }
            let is_saved = matches!(verdict(session, after, nodes), Verdict::Loses { .. });
            is_saved.then_some("wins after its losing move")
        }
        Reason::MissedWin => {
            if matches!(verdict(session, before, nodes), Verdict::Loses { .. }) {
                return Some("was lost where it had a win");
            }
            let still_wins = matches!(verdict(session, after, nodes), Verdict::Loses { .. });
            still_wins.then_some("still wins after it missed its win")
        }
        Reason::Forbidden | Reason::Slower => None,
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "the measurement is what this test is for")]
fn no_losing_move_and_no_missed_win_is_refuted_by_ten_times_the_nodes() {
    let (count, nodes) = (number("TENGEN_GAMES", 2_usize), number("TENGEN_NODES", 2_000));
    // The two games of this seed have moves of both kinds.
    let seed = number("TENGEN_SEED", 3_usize);
    let plan = Plan { nodes, ..Plan::new(Depth::Quick) };
    let shared = SharedData::default();
    let new_session = || Box::new(Session::new(&shared)) as Box<dyn Ask>;
    let games = games();
    let (mut losing, mut missed, mut refuted) = (0, 0, Vec::new());
    for at in 0..count {
        // The rules take turns; steps of a prime spread the games over the list.
        let list = games.values().nth(at % games.len()).unwrap();
        let (id, line) = &list[(at / games.len() + seed) * 7919 % list.len()];
        let findings = review(line, &plan, &new_session, &Stop::new(), &mut |_, _| {}).unwrap();
        for judged in &Review::of(line, &findings, None).moves {
            losing += usize::from(judged.judgement.reason == Some(Reason::Losing));
            missed += usize::from(judged.judgement.reason == Some(Reason::MissedWin));
            let more = plan.check_nodes() * WORK;
            if let Some(why) = objection(&mut *new_session(), line, judged, more) {
                refuted.push(format!("{id}, move {}: {} {why}", judged.ply + 1, judged.side));
            }
        }
    }
    eprintln!("{count} games, {losing} losing moves, {missed} missed wins, refuted: {refuted:?}");
    assert!(refuted.is_empty(), "{refuted:#?}");
    assert!(losing + missed > 0, "nothing was judged");
}
