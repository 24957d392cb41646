//! The judge against plain minimax on small boards.

#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

use tengen_core::{Game, Outcome, Point, Rule, Side};
use tengen_proof::{Replay, replay};
use tengen_test_support::environment::number;
use tengen_test_support::proof::small::position;

/// The most plies that are looked at.
const PLIES: u32 = 5;
/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 1_500;

/// Whether `attacker` wins within `plies` plies, by trying everything.
fn wins(game: &mut Game, attacker: Side, plies: u32) -> bool {
    let free: Vec<Point> = game.board().free_points().collect();
    let attacks = game.to_move() == attacker;
    let mut wins_by = |point: Point| {
        let won = match game.play(point).unwrap() {
            Some(outcome) => outcome.winner() == Some(attacker),
            None => wins(game, attacker, plies - 1),
        };
        game.undo();
        won
    };
    plies > 0
        && match attacks {
            true => free.into_iter().any(&mut wins_by),
            false => free.into_iter().all(&mut wins_by),
        }
}

/// A move that wins within `plies` plies, if there is one.
fn winning_move(game: &Game, plies: u32) -> Option<Point> {
    let attacker = game.to_move();
    game.board().free_points().find(|&point| {
        let mut after = game.clone();
        match after.play(point).unwrap() {
            Some(outcome) => outcome.winner() == Some(attacker),
            None => wins(&mut after, attacker, plies - 1),
        }
    })
}

#[test]
fn claims_hold_exactly_where_minimax_wins() {
    let mut rng = fastrand::Rng::with_seed(3);
    let positions = number("TENGEN_POSITIONS", POSITIONS);
    for rule in Rule::ALL {
        let (mut held, mut refuted, mut far) = (0, 0, 0);
        for _ in 0..positions {
            let game = position(&mut rng, rule, 5..=7, 4..=10);
            for attacker in Side::BOTH {
                // The last ply of a win is the attacker's.
                let first = if game.to_move() == attacker { 1 } else { 2 };
                let truths = (first..=PLIES).step_by(2);
                let truths: Vec<bool> =
                    truths.map(|plies| check(&game, attacker, plies, &mut rng)).collect();
                held += truths.iter().filter(|&&won| won).count();
                refuted += truths.iter().filter(|&&won| !won).count();
                far += usize::from(!truths[0] && truths.contains(&true));
            }
        }
        println!("{rule}: {held} claims hold, {refuted} do not; {far} wins are not on the spot");
        assert!(held > 100 && refuted > 100 && far > 10, "{rule}: {held} {refuted} {far}");
    }
}

/// Judges the claim that `attacker` wins in `plies` with a good and a bad oracle; gives the truth.
fn check(game: &Game, attacker: Side, plies: u32, rng: &mut fastrand::Rng) -> bool {
    let truth = wins(&mut game.clone(), attacker, plies);
    // Where there is no win, any move will do.
    let mut honest = |game: &Game, left: u32| {
        winning_move(game, left).or_else(|| game.board().free_points().next())
    };
    let mut careless = |game: &Game, _| rng.choice(game.board().free_points().collect::<Vec<_>>());
    let judged = replay(game, attacker, plies, &mut honest, u64::MAX);
    let holds = matches!(judged, Replay::Holds { .. });
    assert_eq!(holds, truth, "{attacker} in {plies}: {judged:?}\n{game:?}");
    match replay(game, attacker, plies, &mut careless, u64::MAX) {
        Replay::Holds { .. } => assert!(truth, "{attacker} in {plies}: {game:?}"),
        Replay::Refuted { line } => check_line(game, attacker, plies, &line),
        Replay::Undecided => panic!("the budget is endless"),
    }
    truth
}

/// A refutation is a line of play at whose end the attacker has not won and, within the plies,
/// cannot have won.
fn check_line(game: &Game, attacker: Side, plies: u32, line: &[Point]) {
    let mut game = game.clone();
    for &point in line {
        assert_eq!(game.outcome(), None, "{line:?} goes on after the end");
        game.play(point).unwrap();
    }
    let winner = game.outcome().and_then(Outcome::winner);
    assert_ne!(winner, Some(attacker), "{line:?}");
    let left = plies - line.len() as u32;
    assert!(game.outcome().is_some() || left < 3, "{line:?} ends early");
    assert!(game.outcome().is_some() || !wins(&mut game, attacker, left), "{line:?}");
}
