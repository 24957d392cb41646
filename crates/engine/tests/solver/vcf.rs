//! VCF: the same verdict and the same length as by trying everything.

use tengen_core::{Game, Rule, Side};
use tengen_engine::{SolverLimits, SolverVerdict};

use crate::checked_solver::{CheckedSolver, vcf};
use crate::positions::{rows, scattered, seeded_rng, strips, turned};
use crate::reference::Reference;
use tengen_test_support::environment::number;
use tengen_test_support::game::text;
use tengen_test_support::picture::drawn;

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 600;

/// Positions that the slow code may look at for one of them, unless `TENGEN_PATIENCE` says
/// otherwise.
const PATIENCE: usize = 300;

#[test]
fn freestyle_vcf_is_exact() {
    compare(Rule::Freestyle);
}

#[test]
fn standard_vcf_is_exact() {
    compare(Rule::Standard);
}

#[test]
fn renju_vcf_is_exact() {
    compare(Rule::Renju);
}

#[test]
fn caro_vcf_is_exact() {
    compare(Rule::Caro);
}

#[test]
fn caro_exact_vcf_is_exact() {
    compare(Rule::CaroExact);
}

/// On its other lines the first four leads nowhere.
#[test]
fn what_a_four_leaves_on_its_own_line_matters() {
    let game = drawn(
        Rule::Freestyle,
        Side::Black,
        "o x . . . . . o .
         o x . o x o x . .
         o . . o . . . x .
         x o o . . o . . .
         . o x . o . o x .
         x . o . x x o . x
         . x . o . o x . x
         . x o x x . o o .
         o . x . x . x . .",
    );
    check_one(&game, 11);
}

/// One four wins at the second move, since Black may not block it; others take longer.
#[test]
fn a_block_that_is_forbidden_makes_the_win_shorter() {
    let game = drawn(
        Rule::Renju,
        Side::White,
        "x o x x o o x x o o
         x x o x x x o o x x
         o o . x . o x x o o
         x . . . x . x x x x
         o o . . . o x x o o
         x . o x x . o o x x
         . o x x o o . x o o
         x x o o x x o . x x
         o o x x o o x x o o
         x x o o x x o o x x",
    );
    check_one(&game, 3);
}

/// A reply that spoils one five leaves another; the spoilt point would still make two fours, but
/// that takes longer.
#[test]
fn a_spoilt_five_is_not_waited_for() {
    let game = drawn(
        Rule::Caro,
        Side::Black,
        "x x o o x x o o x x o
         o o x x o o x x o o x
         x x o o x x o o x x o
         o . x x o o x x o o x
         x x x o x x . o x x .
         o o x . o o . x o x x
         x x o o x x . o x x o
         o o x x o . x . o o x
         x x o x x . . x . x .
         o o x x o x x x o o x
         x x o o x x x o x x o",
    );
    check_one(&game, 3);
}

fn check_one(game: &Game, plies: u32) {
    let truth = Reference::of(game).vcf(game.to_move());
    assert_eq!(truth, Some(plies));
    let said = CheckedSolver::new(game.rule(), 1 << 20).solve(game, &vcf());
    assert_eq!(said, SolverVerdict::Win { plies });
    check(
        game,
        truth,
        &mut seeded_rng(10, game.rule()),
        &mut CheckedSolver::new(game.rule(), 1 << 20),
    );
}

fn compare(rule: Rule) {
    let mut rng = seeded_rng(1, rule);
    // One table for all, as users have it.
    let mut solver = CheckedSolver::new(rule, 1 << 20);
    let (mut wins, mut longest, mut far, mut given_up) = (0, 0, 0, 0);
    let positions = number("TENGEN_POSITIONS", POSITIONS);
    let patience = number("TENGEN_PATIENCE", PATIENCE);
    for n in 0..positions {
        let game = match n % 4 {
            0 => scattered(&mut rng, rule, 9..=10, 25..=75),
            1 => strips(&mut rng, rule, 9..=11),
            _ => rows(&mut rng, rule, 9..=10, 4..=9),
        };
        for game in [turned(&game), game] {
            let mut reference = Reference::of(&game).with_patience(patience);
            let truth = reference.vcf(game.to_move());
            if reference.gave_up() {
                given_up += 1;
                continue;
            }
            check(&game, truth, &mut rng, &mut solver);
            wins += usize::from(truth.is_some());
            far += usize::from(truth.is_some_and(|plies| plies >= 7));
            longest = longest.max(truth.unwrap_or(0));
        }
    }
    let all = 2 * positions - given_up;
    println!(
        "{rule}: {wins} of {all} positions won by VCF, {far} in 7 plies or more, {longest} at \
         most; {given_up} not counted"
    );
    assert!(given_up * 4 < positions, "{rule}: {given_up} positions were too much");
    assert!(wins * 5 > all && wins * 5 < 4 * all, "{rule}: {wins} wins tell little");
    assert!(far * 300 > all && longest >= 9, "{rule}: {far} wins of 7 plies, {longest} at most");
}

/// Solves without a limit of plies and with several, in any order: what the table remembers of one
/// search must not mislead the next.
fn check(game: &Game, truth: Option<u32>, rng: &mut fastrand::Rng, solver: &mut CheckedSolver) {
    let near = truth.unwrap_or(5);
    let mut asked = [None, Some(near), Some(near - 1), Some(near + 1), Some(rng.u32(0..12))];
    rng.shuffle(&mut asked);
    for plies in asked {
        let said = solver.solve(game, &SolverLimits { max_plies: plies, ..vcf() });
        let is_right = match (truth, said) {
            (Some(truth), SolverVerdict::Win { plies }) => plies == truth,
            (Some(truth), SolverVerdict::Unknown) => plies.is_some_and(|most| most < truth),
            (None, SolverVerdict::None) => true,
            (None, SolverVerdict::Unknown) => plies.is_some(),
            _ => false,
        };
        assert!(is_right, "{said:?} within {plies:?}, but {truth:?}\n{}", text(game));
    }
}
