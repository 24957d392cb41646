//! Wins by any moves: every one is proven, and none is missed that threats find.

use std::sync::Arc;

use tengen_core::{Game, Rule, Side};
use tengen_engine::{
    PatternTables, Solution, SolverKind, SolverLimits, SolverVerdict, Stop, WinSolver,
};

use crate::common::{drawn, game, number, text};
use crate::games::{played, records};
use crate::positions::{dice, rows};
use crate::solving::{Solving, fault_of};

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 15;
/// Nodes of the searches by threats.
const NODES: u64 = 5_000;
/// The turns of the threats are less than an eighth of all, and begin anew each time.
const MORE: u64 = 40;

fn any(nodes: u64) -> SolverLimits {
    SolverLimits { kind: SolverKind::Any, nodes: Some(nodes), ..SolverLimits::default() }
}

/// What a solver says, after a look at its proof and its nodes.
fn solve(
    solver: &mut WinSolver,
    tables: &Arc<PatternTables>,
    game: &Game,
    limits: &SolverLimits,
) -> Solution {
    let kill = solver.solve(game, tables.clone(), limits, &Stop::new());
    if let Err(fault) = fault_of(&kill, game, limits) {
        panic!("{fault}: {:?}, {} nodes\n{}", kill.verdict, kill.nodes, text(game));
    }
    kill
}

#[test]
fn wins_by_any_moves_are_proven_and_those_by_threats_are_among_them() {
    let games = records();
    for rule in Rule::ALL {
        let mut rng = dice(11, rule);
        let mut threats = Solving::new(rule, 1 << 22);
        let (tables, mut solver) = (threats.tables(), WinSolver::new(1 << 23));
        let (mut by_threats, mut others) = (0, 0);
        for n in 0..number("TENGEN_POSITIONS", POSITIONS) {
            let game = match n % 4 {
                0 => rows(&mut rng, rule, 15..=15, 3..=8),
                _ => played(&mut rng, rule, &games),
            };
            let limits =
                SolverLimits { nodes: Some(NODES), shorten: false, ..SolverLimits::default() };
            let is_threat = matches!(threats.solve(&game, &limits), SolverVerdict::Win { .. });
            let kill = solve(&mut solver, &tables, &game, &any(NODES * MORE));
            let is_won = matches!(kill.verdict, SolverVerdict::Win { .. });
            assert!(is_won || !is_threat, "threats win, any moves do not\n{}", text(&game));
            by_threats += usize::from(is_threat);
            others += usize::from(is_won && !is_threat);
        }
        println!("{rule}: {by_threats} wins by threats, {others} by other moves or more nodes");
        assert!(by_threats > 0, "{rule}: these positions tell little");
    }
}

#[test]
fn a_quiet_move_wins_where_no_threats_do() {
    // From games that were played, a few moves after their openings.
    for moves in ["h8 j8 k8 i10 h7 j11 j7 h9", "l4 m5 m7 i5 j9 i7 k9 i9 k7 i3"] {
        let game = game(Rule::Freestyle, 15, moves);
        let mut threats = Solving::new(Rule::Freestyle, 1 << 22);
        assert_eq!(threats.solve(&game, &SolverLimits::default()), SolverVerdict::None, "{moves}");
        let mut solver = WinSolver::new(1 << 24);
        let kill = solve(&mut solver, &threats.tables(), &game, &any(1_000_000));
        assert!(matches!(kill.verdict, SolverVerdict::Win { .. }), "{moves}: {:?}", kill.verdict);
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
    let tables = Solving::new(Rule::Freestyle, 1 << 16).tables();
    let kill = solve(&mut WinSolver::new(1 << 20), &tables, &full, &limits);
    assert_eq!(kill.verdict, SolverVerdict::Unknown);
}
