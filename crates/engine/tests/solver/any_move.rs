//! Wins by any moves: every one is proved, and none is missed that VCT finds.

use std::sync::Arc;

use tengen_core::{Game, Rule, Side};
use tengen_engine::{
    PatternTables, Solution, SolverKind, SolverLimits, SolverVerdict, Stop, WinSolver,
};

use crate::checked_solver::{CheckedSolver, fault_of};
use crate::games::{played, records};
use crate::positions::{rows, seeded_rng};
use tengen_test_support::environment::number;
use tengen_test_support::game::{game, text};
use tengen_test_support::picture::drawn;

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 15;
/// Nodes of the VCT searches.
const NODES: u64 = 5_000;
/// How many more nodes all moves get, so that the guide has its turns where VCT is refuted.
const MORE: u64 = 40;

fn any(nodes: u64) -> SolverLimits {
    SolverLimits { kind: SolverKind::Any, nodes: Some(nodes), ..SolverLimits::default() }
}

/// The solution of a position, checked.
fn solve(
    solver: &mut WinSolver,
    tables: &Arc<PatternTables>,
    game: &Game,
    limits: &SolverLimits,
) -> Solution {
    let solution = solver.solve(game, tables.clone(), limits, &Stop::new());
    if let Err(fault) = fault_of(&solution, game, limits) {
        panic!("{fault}: {:?}, {} nodes\n{}", solution.verdict, solution.nodes, text(game));
    }
    solution
}

#[test]
fn wins_by_any_moves_are_proved_and_include_those_by_vct() {
    let games = records();
    for rule in Rule::ALL {
        let mut rng = seeded_rng(11, rule);
        let mut vct = CheckedSolver::new(rule, 1 << 22);
        let (tables, mut solver) = (vct.tables(), WinSolver::new(1 << 23));
        let (mut by_vct, mut others) = (0, 0);
        for n in 0..number("TENGEN_POSITIONS", POSITIONS) {
            let game = match n % 4 {
                0 => rows(&mut rng, rule, 15..=15, 3..=8),
                _ => played(&mut rng, rule, &games),
            };
            let limits =
                SolverLimits { nodes: Some(NODES), shorten: false, ..SolverLimits::default() };
            let is_vct = matches!(vct.solve(&game, &limits), SolverVerdict::Win { .. });
            let solution = solve(&mut solver, &tables, &game, &any(NODES * MORE));
            let is_won = matches!(solution.verdict, SolverVerdict::Win { .. });
            assert!(is_won || !is_vct, "VCT wins, any moves do not\n{}", text(&game));
            by_vct += usize::from(is_vct);
            others += usize::from(is_won && !is_vct);
        }
        println!("{rule}: {by_vct} wins by VCT, {others} by other moves or more nodes");
        assert!(by_vct > 0, "{rule}: these positions tell little");
    }
}

#[test]
fn any_moves_find_a_vct_with_the_nodes_of_vct() {
    // From `data/puzzles`: some that take VCT the most nodes.
    let positions = [
        (Rule::Freestyle, "f9 e12 h11 g8 d9 g15 b6 g10 f11 g9"),
        (Rule::Standard, "e9 f10 h10 d10 h9 f9 f11 e10"),
        (Rule::Renju, "i6 g4 l3 j5 l5 i4 l6 l4 k6 j6"),
        (Rule::Caro, "i7 l7 o5 f7 d6 m8 e5 k6 j5 l9 f4 g3 g5 n9 o10"),
        (Rule::CaroExact, "j7 l6 m4 h5 j1 g9 m6 h6 m5 m7 k5 h8 h7 l5"),
    ];
    for (rule, moves) in positions {
        let game = game(rule, 15, moves);
        let mut vct = CheckedSolver::new(rule, 1 << 25);
        let limits = SolverLimits { shorten: false, ..SolverLimits::default() };
        let by_vct = vct.solve_until(&game, &limits, &Stop::new());
        let nodes = by_vct.nodes;
        assert!(matches!(by_vct.verdict, SolverVerdict::Win { .. }), "{moves}: no VCT");
        assert!(nodes > 10_000, "{moves}: {nodes} nodes tell little");
        // One node more, since a win that takes the last node of a limit may not count.
        let by_any = solve(&mut WinSolver::new(1 << 26), &vct.tables(), &game, &any(nodes + 1));
        assert_eq!((by_any.verdict, by_any.nodes), (by_vct.verdict, nodes), "{moves}");
    }
}

#[test]
fn a_quiet_move_wins_where_no_vct_does() {
    // From games that were played, a few moves after their openings.
    for moves in ["h8 j8 k8 i10 h7 j11 j7 h9", "l4 m5 m7 i5 j9 i7 k9 i9 k7 i3"] {
        let game = game(Rule::Freestyle, 15, moves);
        let mut vct = CheckedSolver::new(Rule::Freestyle, 1 << 22);
        assert_eq!(vct.solve(&game, &SolverLimits::default()), SolverVerdict::None, "{moves}");
        let mut solver = WinSolver::new(1 << 24);
        let solution = solve(&mut solver, &vct.tables(), &game, &any(1_000_000));
        assert!(
            matches!(solution.verdict, SolverVerdict::Win { .. }),
            "{moves}: {:?}",
            solution.verdict
        );
    }
}

#[test]
fn a_search_that_has_seen_everything_ends() {
    let full = drawn(
        Rule::Freestyle,
        Side::Black,
        "x x o o x
         o o x x o
         x x o o x
         o o x x .
         x . o . .",
    );
    let limits = SolverLimits { kind: SolverKind::Any, ..SolverLimits::default() };
    let tables = CheckedSolver::new(Rule::Freestyle, 1 << 16).tables();
    let solution = solve(&mut WinSolver::new(1 << 20), &tables, &full, &limits);
    assert_eq!(solution.verdict, SolverVerdict::Unknown);
}
