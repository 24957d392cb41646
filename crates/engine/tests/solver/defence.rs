//! Moves that stop a forced win: against VCF, the same as by trying everything; against VCT, none
//! that loses after all.

use tengen_core::{Game, Point, Rule};
use tengen_engine::{Defence, SolverLevel, SolverLimits, SolverVerdict};

use crate::checked_solver::{CheckedSolver, vcf, vct};
use crate::positions::{rows, scattered, seeded_rng};
use crate::reference::Reference;
use tengen_test_support::environment::number;
use tengen_test_support::game::{game, text};

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 100;

/// Positions that the slow code may look at for one of them, unless `TENGEN_PATIENCE` says
/// otherwise.
const PATIENCE: usize = 3_000;

#[test]
fn defences_against_vcf_are_exact() {
    for rule in Rule::ALL {
        let mut rng = seeded_rng(3, rule);
        let mut solver = CheckedSolver::new(rule, 1 << 20);
        let (mut threatened, mut saved, mut forcing, mut given_up) = (0, 0, 0, 0);
        let patience = number("TENGEN_PATIENCE", PATIENCE);
        for n in 0..number("TENGEN_POSITIONS", POSITIONS) {
            let game = match n % 3 {
                0 => scattered(&mut rng, rule, 6..=8, 30..=70),
                _ => rows(&mut rng, rule, 6..=8, 2..=5),
            };
            let side = game.to_move();
            let mut reference = Reference::of(&game).with_patience(patience);
            let truth = reference.defences(side, false);
            if reference.gave_up() {
                given_up += 1;
                continue;
            }
            let said = solver.defend(&game, &vcf());
            let moves: Vec<Point> = said.moves.iter().map(|&(point, _)| point).collect();
            assert_eq!(moves, truth, "{}", text(&game));
            assert!(said.complete, "{}", text(&game));
            if reference.vcf(!side).is_some() {
                threatened += 1;
                saved += usize::from(!truth.is_empty());
                let four = truth.iter().any(|&point| reference.is_forcing(point, side));
                forcing += usize::from(four);
            }
        }
        println!(
            "{rule}: {threatened} threatened VCFs, {saved} can be stopped, {forcing} by a four; \
             {given_up} positions not counted"
        );
        assert!(saved > 5 && saved < threatened && forcing > 1, "these positions tell little");
    }
}

#[test]
fn defences_against_vct_hold() {
    for rule in Rule::ALL {
        let mut rng = seeded_rng(4, rule);
        let mut solver = CheckedSolver::new(rule, 1 << 20);
        let (mut holding, mut lost) = (0, 0);
        for _ in 0..number("TENGEN_POSITIONS", POSITIONS) / 5 {
            let game = rows(&mut rng, rule, 6..=7, 2..=4);
            let limits = SolverLimits { nodes: Some(300_000), ..vct(SolverLevel::Slow) };
            let said = solver.defend(&game, &limits);
            for point in game.board().free_points() {
                let listed = said.moves.iter().find(|&&(listed, _)| listed == point);
                match listed.map(|&(_, status)| status) {
                    Some(Defence::Holds) => {
                        holding += 1;
                        check_holding(&game, point, &solver);
                    }
                    None if !game.is_forbidden(point) => {
                        lost += 1;
                        check_lost(&game, point, &solver);
                    }
                    _ => {}
                }
            }
        }
        println!("{rule}: {holding} moves hold against VCT, {lost} lose");
        assert!(holding > 50 && lost > 10, "these positions tell little");
    }
}

#[test]
fn what_the_limits_leave_open_is_not_refuted_and_ends() {
    // Both sides have far too many sequences of fours to try them all.
    let moves =
        "h7 g11 i8 h11 j8 g8 i7 j11 f11 i10 f7 h9 k12 g7 h6 g9 g10 g5 g6 j9 k9 l10 k8 h8 j10";
    for rule in [Rule::CaroExact, Rule::Freestyle] {
        let game = game(rule, 15, moves);
        for most in [0, 100, 5_000] {
            let limits = SolverLimits { nodes: Some(most), ..vcf() };
            let said = CheckedSolver::new(rule, 1 << 20).defend(&game, &limits);
            let points = said.moves.len() as u64;
            assert!(said.nodes <= most + points, "{rule}: {} nodes of {most}", said.nodes);
            assert!(most > 0 || points == game.board().free_points().count() as u64);
        }
    }
}

/// After a move that holds there is no win.
fn check_holding(game: &Game, point: Point, solver: &CheckedSolver) {
    let mut after = game.clone();
    if after.play(point).unwrap().is_some() {
        return;
    }
    let limits = SolverLimits { nodes: Some(3_000_000), ..vct(SolverLevel::Slow) };
    let said = solver.fresh().solve(&after, &limits);
    assert_eq!(said, SolverVerdict::None, "{point} holds\n{}", text(game));
    let wins = Reference::restricted(&after, solver.tables()).vct(after.to_move(), 5);
    assert!(!wins, "{point} holds\n{}", text(game));
}

/// After a move that is not listed there is a win, unless the move was a four: that may lose later.
fn check_lost(game: &Game, point: Point, solver: &CheckedSolver) {
    if Reference::of(game).is_forcing(point, game.to_move()) {
        return;
    }
    let mut after = game.clone();
    assert_eq!(after.play(point).unwrap(), None, "{point} ends the game\n{}", text(game));
    let said = solver.fresh().solve(&after, &vct(SolverLevel::Slow));
    assert!(matches!(said, SolverVerdict::Win { .. }), "{point} loses\n{}", text(game));
}
