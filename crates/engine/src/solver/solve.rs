//! [`Solver`]: VCF, VCT and proofs behind one call.

use std::sync::Arc;
use std::time::Duration;

use tengen_core::Game;
use tengen_proof::Proof;

use crate::search::time::Moment;
use crate::solver::proof::{Prover, Source};
use crate::solver::vct::turns::VctTurns;
use crate::solver::{
    Budget, BudgetSpent, SolverKind, SolverLevel, VcfResult, VcfSolver, VctSolver,
};
use crate::{PatternTables, Position, Stop};

/// What a solver looks for, and when it ends. The default looks for a VCT of any length, at level
/// slow, until it is stopped.
#[derive(Clone, Debug)]
pub struct SolverLimits {
    /// The attacker's moves.
    pub kind: SolverKind,
    /// Where VCT looks for the next attack.
    pub level: SolverLevel,
    /// The longest win wanted, in plies up to and including the five.
    pub max_plies: Option<u32>,
    /// Nodes: stones played.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Whether to look for a shorter win once there is one: for the shortest VCF, or for a shorter
    /// VCT with as much work as the first one took.
    pub shorten: bool,
}

impl Default for SolverLimits {
    fn default() -> Self {
        SolverLimits {
            kind: SolverKind::default(),
            level: SolverLevel::default(),
            max_plies: None,
            nodes: None,
            time: None,
            shorten: true,
        }
    }
}

/// What a solver found, and what it cost.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Whether the side to move has a forced win.
    pub verdict: SolverVerdict,
    /// The proof, if it has one.
    pub proof: Option<Arc<Proof>>,
    /// Nodes: stones played.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// The answer of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverVerdict {
    /// The side to move wins.
    Win {
        /// Plies up to and including the five.
        plies: u32,
    },
    /// It has no win of this kind: the search was complete.
    None,
    /// No win was found within the limits.
    Unknown,
}

/// The longest win a solver looks for, in plies. No game is as long.
pub(in crate::solver) const MAX_PLIES: u16 = 1000;

/// Finds forced wins and proves them. What it remembers helps its next searches.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_engine::{SolverKind, SolverLimits, Solver, SolverVerdict, Stop, PatternTables};
/// # use std::sync::Arc;
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "a1", "i8", "o1", "j9", "a15", "j10", "o15"] {
///     game.play(point.parse()?)?;
/// }
/// let mut solver = Solver::new(1 << 20);
/// let tables = Arc::new(PatternTables::new(Rule::Freestyle));
/// let solution = solver.solve(&game, tables, &SolverLimits::default(), &Stop::new());
/// // A move on j8 makes two threes.
/// assert_eq!(solution.verdict, SolverVerdict::Win { plies: 5 });
/// assert!(tengen_proof::check(&solution.proof.unwrap(), 1_000_000).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    pub(in crate::solver) vct: VctSolver,
}

impl Solver {
    /// A solver whose tables take at most `bytes`.
    pub fn new(bytes: usize) -> Solver {
        Solver { vct: VctSolver::new(bytes) }
    }

    /// Forgets all positions.
    pub(crate) fn forget(&mut self) {
        self.vct.clear();
    }

    /// A new root: entries of older searches are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.vct.new_search();
    }

    /// The VCF solver it uses.
    pub(crate) fn vcf(&mut self) -> &mut VcfSolver {
        &mut self.vct.vcf
    }

    /// Whether the side to move has a forced win.
    ///
    /// # Panics
    /// If the tables are those of another rule.
    pub fn solve(
        &mut self,
        game: &Game,
        tables: Arc<PatternTables>,
        limits: &SolverLimits,
        stop: &Stop,
    ) -> Solution {
        let begun = Moment::now();
        self.new_search();
        let mut position = Position::of(game, tables);
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let is_late = || limits.time.is_some_and(|time| begun.elapsed() >= time);
        let should_stop = || stop.is_stopped() || is_late();
        let mut budget = Budget::new(nodes, &should_stop);
        let is_stopped = || stop.is_stopped();
        let (verdict, proof) = match game.outcome() {
            Some(_) => (SolverVerdict::None, None),
            None => self.solve_position(&mut position, limits, &mut budget, &is_stopped),
        };
        Solution {
            verdict,
            proof: proof.map(Arc::new),
            nodes: budget.nodes(),
            elapsed: begun.elapsed(),
        }
    }

    /// Whether the side to move has a forced win, with its proof. The proof of a win is written
    /// even if the budget is spent by then, unless `is_stopped`.
    pub(crate) fn solve_position(
        &mut self,
        position: &mut Position,
        limits: &SolverLimits,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> (SolverVerdict, Option<Proof>) {
        let max_plies = max_plies(limits);
        match limits.kind {
            // Even a five takes a ply.
            _ if max_plies == 0 => (SolverVerdict::Unknown, None),
            SolverKind::Vcf => self.solve_vcf(position, limits, max_plies, budget, is_stopped),
            SolverKind::Vct => self.solve_vct(position, limits, max_plies, budget, is_stopped),
            // Without a VCT there may still be a win by other moves.
            SolverKind::Any => {
                match self.solve_vct(position, limits, max_plies, budget, is_stopped) {
                    (SolverVerdict::None, _) => (SolverVerdict::Unknown, None),
                    found => found,
                }
            }
        }
    }

    fn solve_vcf(
        &mut self,
        position: &mut Position,
        limits: &SolverLimits,
        max_plies: u16,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> (SolverVerdict, Option<Proof>) {
        let vcf = &mut self.vct.vcf;
        let mut found = vcf.solve(position, max_plies.div_ceil(2), budget);
        if let (Ok(VcfResult::Win { moves, .. }), true) = (found, limits.shorten) {
            // If the budget ends before a shorter win is found or excluded, this one still counts.
            found = vcf.shorten(position, moves, budget).or(found);
        }
        match found {
            Ok(VcfResult::Win { moves, .. }) => {
                let (source, mut budget) = (Source::Vcf(vcf), proof_budget(is_stopped));
                verdict_of(Prover::prove(source, position, 2 * moves - 1, &mut budget).ok())
            }
            Ok(VcfResult::NO_WIN) => (SolverVerdict::None, None),
            Ok(VcfResult::Fail { .. }) | Err(BudgetSpent) => (SolverVerdict::Unknown, None),
        }
    }

    fn solve_vct(
        &mut self,
        position: &mut Position,
        limits: &SolverLimits,
        max_plies: u16,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> (SolverVerdict, Option<Proof>) {
        let level = limits.level;
        let mut shortest = None;
        let mut plies = max_plies;
        while let Ok(found) = VctTurns::new(level, plies).take_all(&mut self.vct, position, budget)
        {
            if !found.is_won() {
                let is_complete =
                    found.is_final() && level == SolverLevel::Slow && max_plies == MAX_PLIES;
                if shortest.is_none() && is_complete {
                    return (SolverVerdict::None, None);
                }
                break;
            }
            let proof = self.prove_vct(position, found.plies, is_stopped);
            let Some(proof) = proof.filter(|proof| proof.plies() <= u32::from(plies)) else {
                break;
            };
            plies = (proof.plies() as u16).min(found.plies).saturating_sub(2);
            shortest = Some(proof);
            // A shorter win is worth as much work as the first one was.
            budget.narrow(budget.nodes().saturating_mul(2).saturating_add(10_000));
            if plies < 3 || !limits.shorten {
                break;
            }
        }
        verdict_of(shortest)
    }

    /// The proof of a VCT that was found.
    pub(in crate::solver) fn prove_vct(
        &mut self,
        position: &mut Position,
        plies: u16,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Proof> {
        let source = Source::Vct(&mut self.vct);
        if let Ok(proof) = Prover::prove(source, position, plies, &mut proof_budget(is_stopped)) {
            return Some(proof);
        }
        // The table has lost a part of the win. It is searched again, if need be with more effort
        // and in more plies: that is a win too.
        self.vct.use_max_effort();
        let source = Source::Vct(&mut self.vct);
        Prover::prove(source, position, MAX_PLIES, &mut proof_budget(is_stopped)).ok()
    }
}

/// The longest win that the limits allow.
pub(in crate::solver) fn max_plies(limits: &SolverLimits) -> u16 {
    limits.max_plies.map_or(MAX_PLIES, |plies| plies.min(u32::from(MAX_PLIES)) as u16)
}

/// What a proof says.
pub(in crate::solver) fn verdict_of(proof: Option<Proof>) -> (SolverVerdict, Option<Proof>) {
    match proof {
        Some(proof) => (SolverVerdict::Win { plies: proof.plies() }, Some(proof)),
        None => (SolverVerdict::Unknown, None),
    }
}

/// The budget for writing a proof. The win is known by then, so it may take a while.
pub(in crate::solver) fn proof_budget(is_stopped: &dyn Fn() -> bool) -> Budget<'_> {
    Budget::new(20_000_000, is_stopped)
}
