//! Wins in whole games: every one is proved, and what a fast level finds the slower ones find too.

use tengen_core::{Game, Rule, Size};
use tengen_engine::{SolverKind, SolverLevel, SolverLimits, SolverVerdict};

use crate::checked_solver::{CheckedSolver, vct};
use crate::positions::{rows, seeded_rng};
use tengen_test_support::environment::{number, rules};
use tengen_test_support::game::{points, text};

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 50;
/// Nodes of the searches for wins, unless `TENGEN_NODES` says otherwise.
const NODES: usize = 5_000;
/// How many more nodes a slower level may take for the win of a faster one.
const MORE: u64 = 1_000;

#[test]
fn wins_in_games_are_proved_and_slower_levels_find_what_faster_ones_find() {
    let games = records();
    let positions = number("TENGEN_POSITIONS", POSITIONS);
    let nodes = number("TENGEN_NODES", NODES) as u64;
    for rule in rules() {
        let mut rng = seeded_rng(5, rule);
        let mut solver = CheckedSolver::new(rule, 1 << 22);
        let mut wins = [0; 3];
        let (mut by_vcf, mut none, mut longest) = (0, 0, 0);
        for n in 0..positions {
            let game = match n % 4 {
                0 => rows(&mut rng, rule, 15..=15, 4..=10),
                _ => played(&mut rng, rule, &games),
            };
            let limits = SolverLimits { nodes: Some(nodes), ..SolverLimits::default() };
            let vcf = SolverLimits { kind: SolverKind::Vcf, ..limits.clone() };
            let has_vcf = is_win(solver.solve(&game, &vcf));
            by_vcf += usize::from(has_vcf);
            for (level, wins) in SolverLevel::ALL.into_iter().zip(&mut wins) {
                let said = solver.solve(&game, &SolverLimits { level, ..limits.clone() });
                none += usize::from(said == SolverVerdict::None);
                if let SolverVerdict::Win { plies } = said {
                    *wins += 1;
                    longest = longest.max(plies);
                    find_again(&game, level, nodes, &mut solver);
                }
                let contradicts = has_vcf && said == SolverVerdict::None;
                assert!(!contradicts, "a VCF, but none\n{}", text(&game));
            }
        }
        println!(
            "{rule}: {positions} positions, {by_vcf} won by VCF; by VCT fast, medium and \
             slow: {wins:?}, none in {none}; the longest win has {longest} plies"
        );
        assert!(wins.iter().all(|&wins| wins * 10 > positions), "these positions tell little");
    }
}

/// A level that is slower than one that won finds a win too, with a fresh table and with the one
/// that the faster level has used.
fn find_again(game: &Game, won: SolverLevel, nodes: u64, solver: &mut CheckedSolver) {
    for level in SolverLevel::ALL.into_iter().filter(|&level| level > won) {
        let limits = SolverLimits { nodes: Some(nodes * MORE), shorten: false, ..vct(level) };
        for said in [solver.solve(game, &limits), solver.fresh().solve(game, &limits)] {
            assert!(is_win(said), "{} wins, {} does not\n{}", won.name(), level.name(), text(game));
        }
    }
}

fn is_win(verdict: SolverVerdict) -> bool {
    matches!(verdict, SolverVerdict::Win { .. })
}

/// The recorded games, one a line.
pub(crate) fn records() -> Vec<String> {
    let path = format!("{}/../../data/games/games.txt", env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    list.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// A recorded game somewhere in its course. Under another rule than its own it may end early.
pub(crate) fn played(rng: &mut fastrand::Rng, rule: Rule, records: &[String]) -> Game {
    let record = &records[rng.usize(..records.len())];
    let fields: Vec<&str> = record.split(" | ").collect();
    let mut game = Game::new(Size::new(fields[2].parse().unwrap()).unwrap(), rule);
    let moves = points(fields[5]);
    for &point in &moves[..rng.usize(moves.len() / 3..=moves.len())] {
        if game.play(point).unwrap().is_some() {
            game.undo();
            break;
        }
    }
    game
}
