//! What the proof table remembers never misleads the solver.

use tengen_core::{Game, Rule, Side};
use tengen_engine::{SolverKind, SolverLevel, SolverLimits, SolverVerdict};

use crate::checked_solver::{CheckedSolver, vcf, vct};
use crate::positions::{rows, seeded_rng, turned};
use tengen_test_support::environment::number;
use tengen_test_support::game::text;
use tengen_test_support::picture::drawn;

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 30;
/// More than nearly any of these positions takes.
const NODES: u64 = 60_000;

#[test]
fn a_used_table_gives_the_verdicts_of_a_fresh_one() {
    for rule in Rule::ALL {
        let mut rng = seeded_rng(7, rule);
        let mut used = CheckedSolver::new(rule, 1 << 20);
        let mut verdicts = Verdicts::default();
        for _ in 0..number("TENGEN_POSITIONS", POSITIONS) {
            let game = rows(&mut rng, rule, 7..=8, 2..=4);
            for game in [turned(&game), game] {
                let limits = SolverLimits { nodes: Some(NODES), ..vct(SolverLevel::Slow) };
                let truth = used.fresh().answer(&game, &limits);
                (0..4).for_each(|_| ask_something(&game, &mut rng, &mut used));
                (0..2).for_each(|_| verdicts.compare(&game, used.answer(&game, &limits), truth));
            }
        }
        verdicts.report(rule);
    }
}

/// The verdicts of a solver with a used table.
#[derive(Default)]
struct Verdicts {
    wins: usize,
    none: usize,
    /// One of the two had too few nodes.
    open: usize,
}

impl Verdicts {
    fn compare(&mut self, game: &Game, said: Option<SolverVerdict>, truth: Option<SolverVerdict>) {
        let (Some(said), Some(truth)) = (said, truth) else { return self.open += 1 };
        match (said, truth) {
            // A VCT need not be the shortest.
            (SolverVerdict::Win { .. }, SolverVerdict::Win { .. }) => self.wins += 1,
            (SolverVerdict::None, SolverVerdict::None) => self.none += 1,
            _ => panic!("{said:?}, afresh {truth:?}\n{}", text(game)),
        }
    }

    fn report(&self, rule: Rule) {
        let Verdicts { wins, none, open } = self;
        println!("{rule}: {wins} wins and {none} positions without one as afresh, {open} open");
        assert!(*wins > 0 && *none > 10 && *open <= wins + none, "{rule}: this tells little");
    }
}

/// A search of any kind, perhaps unfinished, that leaves something in the table.
fn ask_something(game: &Game, rng: &mut fastrand::Rng, solver: &mut CheckedSolver) {
    let limits = SolverLimits {
        kind: SolverKind::ALL[rng.usize(..2)],
        level: SolverLevel::ALL[rng.usize(..3)],
        max_plies: rng.bool().then(|| rng.u32(1..12)),
        nodes: Some(1 << rng.u32(4..18)),
        shorten: rng.bool(),
        ..SolverLimits::default()
    };
    solver.solve(game, &limits);
}

/// The root has no attack before it, so without the level its key would be the same for all levels.
/// A refutation by a fast level must not count for a slow one.
#[test]
fn a_fast_level_does_not_answer_for_a_slow_one() {
    let game = drawn(
        Rule::Freestyle,
        Side::Black,
        ". . . . . . . . . .
         . . . . . . . . o .
         . . . . . . . . . .
         . x . . . . . . . .
         . x . x . o . o . .
         . . . . . o . o . .
         . . . . x . . . . x
         . o . . . . . . . .
         . . . . . . . . . .
         o . . . . . o o . x",
    );
    let mut solver = CheckedSolver::new(Rule::Freestyle, 1 << 22);
    for level in [SolverLevel::Fast, SolverLevel::Medium] {
        let limits = SolverLimits { nodes: Some(2_000_000), ..vct(level) };
        let said = solver.answer(&game, &limits);
        assert_eq!(said, Some(SolverVerdict::Unknown), "{} goes to its end", level.name());
    }
    // A thousand nodes are not enough to try everything.
    let limits = SolverLimits { nodes: Some(1_000), ..vct(SolverLevel::Slow) };
    assert_eq!(solver.solve(&game, &limits), SolverVerdict::Unknown);
}

#[test]
fn a_tiny_table_is_slower_but_never_wrong() {
    for rule in Rule::ALL {
        let mut rng = seeded_rng(8, rule);
        let mut tiny = CheckedSolver::new(rule, 1 << 12);
        let mut verdicts = Verdicts::default();
        for _ in 0..number("TENGEN_POSITIONS", POSITIONS) {
            let game = rows(&mut rng, rule, 7..=8, 3..=6);
            for limits in [vcf(), vct(SolverLevel::Slow)] {
                let limits = SolverLimits { nodes: Some(NODES), ..limits };
                let truth = tiny.fresh().answer(&game, &limits);
                let few = SolverLimits { nodes: Some(10_000), ..limits };
                verdicts.compare(&game, tiny.answer(&game, &few), truth);
            }
        }
        verdicts.report(rule);
    }
}
