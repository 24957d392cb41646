//! What a solver remembers helps it, and never misleads it.

use tengen_core::{Game, Rule, Side};
use tengen_engine::{SolverKind, SolverLevel, SolverLimits, SolverVerdict};

use crate::common::{drawn, number, text};
use crate::positions::{dice, rows, turned};
use crate::solving::{Solving, fours, threats};

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 30;
/// More than nearly any of these positions takes.
const NODES: u64 = 60_000;

#[test]
fn a_used_memory_says_what_a_fresh_one_says() {
    for rule in Rule::ALL {
        let mut rng = dice(7, rule);
        let mut used = Solving::new(rule, 1 << 20);
        let mut told = Told::default();
        for _ in 0..number("TENGEN_POSITIONS", POSITIONS) {
            let game = rows(&mut rng, rule, 7..=8, 2..=4);
            for game in [turned(&game), game] {
                let limits = SolverLimits { nodes: Some(NODES), ..threats(SolverLevel::Slow) };
                let truth = used.fresh().answer(&game, &limits);
                (0..4).for_each(|_| ask_something(&game, &mut rng, &mut used));
                (0..2).for_each(|_| told.compare(&game, used.answer(&game, &limits), truth));
            }
        }
        told.report(rule);
    }
}

/// What a solver with something in its memory told.
#[derive(Default)]
struct Told {
    wins: usize,
    none: usize,
    /// One of the two had too few nodes.
    open: usize,
}

impl Told {
    fn compare(&mut self, game: &Game, said: Option<SolverVerdict>, truth: Option<SolverVerdict>) {
        let (Some(said), Some(truth)) = (said, truth) else { return self.open += 1 };
        match (said, truth) {
            // Wins by threats need not be the shortest.
            (SolverVerdict::Win { .. }, SolverVerdict::Win { .. }) => self.wins += 1,
            (SolverVerdict::None, SolverVerdict::None) => self.none += 1,
            _ => panic!("{said:?}, afresh {truth:?}\n{}", text(game)),
        }
    }

    fn report(&self, rule: Rule) {
        let Told { wins, none, open } = self;
        println!("{rule}: {wins} wins and {none} positions without one as afresh, {open} open");
        assert!(*wins > 0 && *none > 10 && *open <= wins + none, "{rule}: this tells little");
    }
}

/// A search of any kind that leaves something in the memory, perhaps unfinished.
fn ask_something(game: &Game, rng: &mut fastrand::Rng, solving: &mut Solving) {
    let limits = SolverLimits {
        kind: SolverKind::ALL[rng.usize(..2)],
        level: SolverLevel::ALL[rng.usize(..3)],
        plies: rng.bool().then(|| rng.u32(1..12)),
        nodes: Some(1 << rng.u32(4..18)),
        shorten: rng.bool(),
        ..SolverLimits::default()
    };
    solving.solve(game, &limits);
}

/// The first position of a search is met with nothing before it, so it looks the same to all
/// levels; that a quick one found nothing there is not for a slow one to say.
#[test]
fn a_quick_level_does_not_speak_for_a_slow_one() {
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
    let mut solving = Solving::new(Rule::Freestyle, 1 << 22);
    for level in [SolverLevel::Fast, SolverLevel::Medium] {
        let limits = SolverLimits { nodes: Some(2_000_000), ..threats(level) };
        let said = solving.answer(&game, &limits);
        assert_eq!(said, Some(SolverVerdict::Unknown), "{} goes to its end", level.name());
    }
    // So few nodes are not enough to try everything.
    let limits = SolverLimits { nodes: Some(1_000), ..threats(SolverLevel::Slow) };
    assert_eq!(solving.solve(&game, &limits), SolverVerdict::Unknown);
}

#[test]
fn a_tiny_memory_is_slower_but_says_nothing_wrong() {
    for rule in Rule::ALL {
        let mut rng = dice(8, rule);
        let mut tiny = Solving::new(rule, 1 << 12);
        let mut told = Told::default();
        for _ in 0..number("TENGEN_POSITIONS", POSITIONS) {
            let game = rows(&mut rng, rule, 7..=8, 3..=6);
            for limits in [fours(), threats(SolverLevel::Slow)] {
                let limits = SolverLimits { nodes: Some(NODES), ..limits };
                let truth = tiny.fresh().answer(&game, &limits);
                let few = SolverLimits { nodes: Some(10_000), ..limits };
                told.compare(&game, tiny.answer(&game, &few), truth);
            }
        }
        told.report(rule);
    }
}
