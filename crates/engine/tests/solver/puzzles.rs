//! Puzzles of a folder outside this repository, if `TENGEN_DATA` names one; every one of them
//! unless `TENGEN_EVERY` says otherwise.

use std::collections::HashMap;

use tengen_core::{Game, Point, Rule};
use tengen_engine::{SolverLevel, SolverLimits, SolverVerdict};

use crate::checked_solver::{CheckedSolver, vcf, vct};
use crate::reference::Reference;
use tengen_test_support::puzzles::{points, puzzles, set_up};

/// A solver for every rule.
struct Solvers(HashMap<Rule, CheckedSolver>);

impl Solvers {
    fn new() -> Solvers {
        Solvers(HashMap::new())
    }

    fn of(&mut self, game: &Game) -> &mut CheckedSolver {
        let rule = game.rule();
        self.0.entry(rule).or_insert_with(|| CheckedSolver::new(rule, 1 << 24))
    }
}

#[test]
fn vcf_puzzles_are_won_in_their_plies() {
    let mut solvers = Solvers::new();
    let puzzles = puzzles("vcf", 1);
    for puzzle in &puzzles {
        let game = set_up(puzzle);
        let plies = puzzle["win_len"].as_u64().unwrap() as u32;
        let SolverVerdict::Win { plies: said } = solvers.of(&game).solve(&game, &vcf()) else {
            panic!("{} is not won", puzzle["id"]);
        };
        let exact = puzzle["win_len_exact"] == true;
        assert!(said == plies || !exact && said < plies, "{}: {said}, not {plies}", puzzle["id"]);
    }
    println!("{} VCF puzzles are won in their plies", puzzles.len());
}

#[test]
fn puzzles_without_a_win_have_none() {
    let mut solvers = Solvers::new();
    let (mut none, mut lost) = (0, 0);
    for puzzle in puzzles("negative", 1) {
        let game = set_up(&puzzle);
        assert_eq!(solvers.of(&game).solve(&game, &vcf()), SolverVerdict::None, "{}", puzzle["id"]);
        none += 1;
        if puzzle["kind"] == "loss" {
            let limits = SolverLimits { nodes: Some(200_000), ..vct(SolverLevel::Slow) };
            let said = solvers.of(&game).solve(&game, &limits);
            let is_win = matches!(said, SolverVerdict::Win { .. });
            assert!(!is_win, "{} is lost, not {said:?}", puzzle["id"]);
            lost += 1;
        }
    }
    println!("{none} puzzles have no VCF, {lost} of them no VCT");
}

#[test]
fn defence_puzzles_list_the_same_quiet_moves() {
    let mut solvers = Solvers::new();
    let puzzles = puzzles("defense", 1);
    for puzzle in &puzzles {
        let game = set_up(puzzle);
        let mut best = points(&puzzle["best"]);
        let mut reference = Reference::of(&game);
        let said = solvers.of(&game).defend(&game, &vcf());
        assert!(said.complete, "{}", puzzle["id"]);
        let moves = said.moves.into_iter().map(|(point, _)| point);
        let quiet = moves.filter(|&point| !reference.is_forcing(point, game.to_move()));
        let mut quiet: Vec<Point> = quiet.collect();
        best.sort_unstable();
        quiet.sort_unstable();
        assert_eq!(quiet, best, "{}", puzzle["id"]);
    }
    println!("{} defence puzzles have the same quiet moves", puzzles.len());
}
