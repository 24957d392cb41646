//! VCT: what the solver finds, all attacks against all replies find too. Where it says that there is
//! no win, none of its attacks wins.

use tengen_core::{Game, Rule};
use tengen_engine::{SolverLevel, SolverLimits, SolverVerdict};

use crate::checked_solver::{CheckedSolver, vct};
use crate::positions::{rows, scattered, seeded_rng, strips};
use crate::reference::Reference;
use tengen_test_support::environment::number;
use tengen_test_support::game::text;

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 200;
/// Positions that the slow code may look at for one of them, unless `TENGEN_PATIENCE` says
/// otherwise.
const PATIENCE: usize = 2_000;
/// More than nearly any of these positions takes.
const NODES: u64 = 100_000;

#[test]
fn freestyle_vct_wins_where_it_should() {
    compare(Rule::Freestyle);
}

#[test]
fn standard_vct_wins_where_it_should() {
    compare(Rule::Standard);
}

#[test]
fn renju_vct_wins_where_it_should() {
    compare(Rule::Renju);
}

#[test]
fn caro_vct_wins_where_it_should() {
    compare(Rule::Caro);
}

#[test]
fn caro_exact_vct_wins_where_it_should() {
    compare(Rule::CaroExact);
}

/// What became of the positions.
#[derive(Default)]
struct Tally {
    wins: usize,
    /// Of these, wins without a VCF.
    without_vcf: usize,
    none: usize,
    /// The solver had too few nodes.
    open: usize,
    /// The slow code had too little patience.
    given_up: usize,
    /// The solver finds a win without a limit of plies, but not within the plies that it takes.
    too_short: Vec<String>,
    /// Only attacks that the solver does not try win.
    beyond: Vec<String>,
}

fn compare(rule: Rule) {
    let mut rng = seeded_rng(2, rule);
    let mut tally = Tally::default();
    let mut solver = CheckedSolver::new(rule, 1 << 22);
    for n in 0..number("TENGEN_POSITIONS", POSITIONS) {
        let (game, plies) = match n % 4 {
            // Few free points: the end of the board is within reach.
            0 => (scattered(&mut rng, rule, 6..=7, 60..=75), 49),
            1 => (strips(&mut rng, rule, 7..=9), 49),
            2 => (rows(&mut rng, rule, 6..=7, 2..=5), 7),
            _ => (rows(&mut rng, rule, 7..=8, 2..=4), 5),
        };
        tally.check(&game, plies, &mut solver);
    }
    tally.report(rule);
    assert!(tally.without_vcf > 2 && tally.none > 20, "{rule}: these positions tell little");
    assert!(tally.open + tally.given_up < tally.wins + tally.none, "{rule}: too much is open");
}

impl Tally {
    /// Compares a position with all attacks and replies within `plies`.
    fn check(&mut self, game: &Game, plies: u32, solver: &mut CheckedSolver) {
        let (side, patience) = (game.to_move(), number("TENGEN_PATIENCE", PATIENCE));
        let mut all = Reference::of(game).with_patience(patience);
        let mut tried = Reference::restricted(game, solver.tables()).with_patience(patience);
        let truth = all.vct(side, plies);
        let ours = truth && tried.vct(side, plies);
        if all.gave_up() || tried.gave_up() {
            return self.given_up += 1;
        }
        let limits = SolverLimits { nodes: Some(NODES), ..vct(SolverLevel::Slow) };
        let Some(said) = solver.answer(game, &limits) else { return self.open += 1 };
        match said {
            SolverVerdict::Win { plies: found } => {
                self.wins += 1;
                self.without_vcf += usize::from(Reference::of(game).vcf(side).is_none());
                assert!(truth || found > plies, "a win in {found}, but none\n{}", text(game));
            }
            SolverVerdict::None => {
                self.none += 1;
                assert!(!ours, "none, but a win within {plies}\n{}", text(game));
            }
            SolverVerdict::Unknown => panic!("unknown, with nodes to spare\n{}", text(game)),
        }
        if truth && !ours {
            self.beyond.push(text(game));
        }
        let limits = SolverLimits { max_plies: Some(plies), ..limits };
        match solver.fresh().solve(game, &limits) {
            SolverVerdict::Win { .. } => assert!(truth, "a win within {plies}\n{}", text(game)),
            _ if ours => self.too_short.push(text(game)),
            _ => {}
        }
    }

    fn report(&self, rule: Rule) {
        println!(
            "{rule}: {} wins by VCT, {} of them not by VCF, none in {} positions, {} open, {} \
             not counted; {} wins missed within their plies; {} positions won only by attacks that are not tried",
            self.wins,
            self.without_vcf,
            self.none,
            self.open,
            self.given_up,
            self.too_short.len(),
            self.beyond.len()
        );
        self.too_short.iter().take(2).for_each(|game| println!("  missed: {game}"));
        self.beyond.iter().take(2).for_each(|game| println!("  not tried: {game}"));
    }
}
