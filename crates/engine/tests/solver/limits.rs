//! Stops and limits.

use std::thread;
use std::time::Duration;

use tengen_core::{Game, Rule, Side};
use tengen_engine::{SolverKind, SolverLevel, SolverLimits, SolverVerdict, Stop};

use crate::checked_solver::{CheckedSolver, vcf, vct};
use crate::positions::{rows, seeded_rng};
use tengen_test_support::game::{game, text};
use tengen_test_support::picture::drawn;

/// Threats everywhere, and far too many of them to see the end soon.
fn endless() -> Game {
    drawn(
        Rule::Freestyle,
        Side::Black,
        ". . . . o . . . . . . . . . .
         . . x . . o . . x . . . . . .
         . . . . . . . . . x . . . o .
         . . . . . . . . . . . . . . x
         . . . . o . . . . . x . . . .
         . o . o . . . . . . . . . . .
         . . x o x . . . . . . . . . .
         o . . o . . . . . . . . . . .
         . . . x . . . . . . . . . . .
         . . . x . . . . . o . . . . .
         . . . o . . . . o . . . . o .
         . . . o . . . o . . . . . . .
         . . . . . . x o . . . . o x .
         . . o . . x . . . . . . . . .
         . . . o . . . . . . o . . x .",
    )
}

#[test]
fn a_stop_from_another_thread_ends_a_search_without_limits() {
    let mut solver = CheckedSolver::new(Rule::Freestyle, 1 << 22);
    let stop = Stop::new();
    let solution = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            stop.stop();
        });
        solver.solve_until(&endless(), &vct(SolverLevel::Slow), &stop)
    });
    assert_eq!(solution.verdict, SolverVerdict::Unknown);
    // A stopped search leaves the solver in order.
    let won = game(Rule::Freestyle, 15, "h8 a1 i8 o1 j9 a15 j10 o15");
    let said = solver.solve(&won, &vct(SolverLevel::Slow));
    assert_eq!(said, SolverVerdict::Win { plies: 5 });
}

#[test]
fn time_ends_a_search() {
    let limits = SolverLimits { time: Some(Duration::from_millis(50)), ..vct(SolverLevel::Slow) };
    let said = CheckedSolver::new(Rule::Freestyle, 1 << 22).solve(&endless(), &limits);
    assert_eq!(said, SolverVerdict::Unknown);
}

/// That nodes and plies hold is checked with every answer; here they are small enough to matter.
#[test]
fn no_answer_takes_more_nodes_or_plies_than_it_may() {
    for rule in Rule::ALL {
        let mut rng = seeded_rng(6, rule);
        let mut solver = CheckedSolver::new(rule, 1 << 20);
        let (mut wins, mut unknown) = (0, 0);
        for _ in 0..60 {
            let game = rows(&mut rng, rule, 8..=15, 2..=8);
            for level in SolverLevel::ALL {
                let kind = SolverKind::ALL[rng.usize(..2)];
                let (nodes, plies) = (Some(1 << rng.u32(..14)), rng.u32(..20));
                let max_plies = (plies < 16).then_some(plies);
                let limits =
                    SolverLimits { kind, level, max_plies, nodes, ..SolverLimits::default() };
                match solver.solve(&game, &limits) {
                    SolverVerdict::Win { .. } => wins += 1,
                    SolverVerdict::Unknown => unknown += 1,
                    SolverVerdict::None => {}
                }
            }
        }
        assert!(wins > 20 && unknown > 20, "{rule}: {wins} wins, {unknown} unknown");
    }
}

#[test]
fn no_win_is_found_within_no_plies() {
    let game = game(Rule::Freestyle, 15, "h8 a1 i8 c1 j8 e1 k8 g1");
    let mut solver = CheckedSolver::new(Rule::Freestyle, 1 << 20);
    for limits in [vcf(), vct(SolverLevel::Slow)] {
        let said = solver.solve(&game, &SolverLimits { max_plies: Some(0), ..limits });
        assert_eq!(said, SolverVerdict::Unknown, "{}", text(&game));
    }
}

#[test]
fn a_game_that_is_over_has_no_forced_win() {
    let game = game(Rule::Freestyle, 15, "h8 a1 i8 c1 j8 e1 k8 g1 l8");
    let mut solver = CheckedSolver::new(Rule::Freestyle, 1 << 20);
    assert_eq!(solver.solve(&game, &vct(SolverLevel::Slow)), SolverVerdict::None);
    assert!(solver.defend(&game, &vct(SolverLevel::Slow)).moves.is_empty());
}
