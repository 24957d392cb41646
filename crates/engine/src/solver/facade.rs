//! The façade: a solver of games.

use std::sync::Arc;
use std::time::Duration;

use tengen_core::Game;
use tengen_proof::Proof;

use crate::search::time::Moment;
use crate::solver::dfpn::proof_numbers::ProofNumbers;
use crate::solver::proof::{Prover, Source};
use crate::solver::{Budget, Over, SolverKind, SolverLevel, VcfResult, VcfSolver, VctSolver};
use crate::{PatternTables, Position, Stop};

/// What a kill search looks for, and when it ends. The default looks for wins by threats anywhere,
/// however long they are, until it is stopped.
#[derive(Clone, Debug)]
pub struct SolverLimits {
    /// The attacker's moves.
    pub kind: SolverKind,
    /// Where the next attack is looked for, if threats are.
    pub level: SolverLevel,
    /// The longest win wanted, in plies up to and including the five.
    pub plies: Option<u32>,
    /// Stones played.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Whether a win by threats is made shorter, if that takes no more work than finding it. Wins
    /// by fours are always the shortest.
    pub shorten: bool,
}

impl Default for SolverLimits {
    fn default() -> Self {
        SolverLimits {
            kind: SolverKind::default(),
            level: SolverLevel::default(),
            plies: None,
            nodes: None,
            time: None,
            shorten: true,
        }
    }
}

/// What a kill search found, and what it cost.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Whether the side to move wins by force.
    pub verdict: SolverVerdict,
    /// How, if it does.
    pub proof: Option<Arc<Proof>>,
    /// Stones played.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// What a kill search says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverVerdict {
    /// The side to move wins.
    Win {
        /// Plies up to and including the five.
        plies: u32,
    },
    /// It has no win of this kind: the search was complete.
    None,
    /// None was found within the limits.
    Unknown,
}

/// The longest win there can be, in plies.
pub(in crate::solver) const ENDLESS: u16 = 1000;

/// Finds wins by force and proves them. What it remembers helps its next searches.
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
/// let kill = solver.solve(&game, tables, &SolverLimits::default(), &Stop::new());
/// // A move on j8 makes two threes.
/// assert_eq!(kill.verdict, SolverVerdict::Win { plies: 5 });
/// assert!(tengen_proof::check(&kill.proof.unwrap(), 1_000_000).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    pub(in crate::solver) threats: VctSolver,
}

impl Solver {
    /// A solver that remembers as much as fits into so many bytes.
    pub fn new(bytes: usize) -> Solver {
        Solver { threats: VctSolver::new(bytes) }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.threats.clear();
    }

    /// Another position is looked at: what is remembered of the last one gives way first.
    pub(crate) fn new_search(&mut self) {
        self.threats.new_search();
    }

    /// Who finds wins by fours.
    pub(crate) fn fours(&mut self) -> &mut VcfSolver {
        &mut self.threats.fours
    }

    /// Whether the side to move wins by force.
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
        let late = || limits.time.is_some_and(|time| begun.elapsed() >= time);
        let is_over = || stop.is_stopped() || late();
        let mut budget = Budget::new(nodes, &is_over);
        let is_stopped = || stop.is_stopped();
        let (verdict, proof) = match game.outcome() {
            Some(_) => (SolverVerdict::None, None),
            None => self.look(&mut position, limits, &mut budget, &is_stopped),
        };
        Solution {
            verdict,
            proof: proof.map(Arc::new),
            nodes: budget.nodes(),
            elapsed: begun.elapsed(),
        }
    }

    /// Whether the side to move wins by force, and how. A win that is found is written down even
    /// if the budget is spent by then, unless `is_stopped`.
    pub(crate) fn look(
        &mut self,
        position: &mut Position,
        limits: &SolverLimits,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> (SolverVerdict, Option<Proof>) {
        let most = limits.plies.map_or(ENDLESS, |plies| plies.min(u32::from(ENDLESS)) as u16);
        match limits.kind {
            // Not even a five is made within no plies.
            _ if most == 0 => (SolverVerdict::Unknown, None),
            SolverKind::Vcf => self.look_for_fours(position, limits, most, budget, is_stopped),
            SolverKind::Vct => self.look_for_threats(position, limits, most, budget, is_stopped),
            // Threats are moves too; that they do not win leaves all others.
            SolverKind::Any => {
                match self.look_for_threats(position, limits, most, budget, is_stopped) {
                    (SolverVerdict::None, _) => (SolverVerdict::Unknown, None),
                    found => found,
                }
            }
        }
    }

    fn look_for_fours(
        &mut self,
        position: &mut Position,
        limits: &SolverLimits,
        most: u16,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> (SolverVerdict, Option<Proof>) {
        let fours = &mut self.threats.fours;
        let mut found = fours.solve(position, most.div_ceil(2), budget);
        if let (Ok(VcfResult::Win { moves, .. }), true) = (found, limits.shorten) {
            // If the budget ends before a shorter one is found or excluded, this one is still a win.
            found = fours.shorten(position, moves, budget).or(found);
        }
        match found {
            Ok(VcfResult::Win { moves, .. }) => {
                let solver = Source::VcfResult(&mut self.threats.fours);
                proven(
                    Prover::prove(solver, position, 2 * moves - 1, &mut writing(is_stopped)).ok(),
                )
            }
            Ok(VcfResult::DEAD) => (SolverVerdict::None, None),
            Ok(VcfResult::Fail { .. }) | Err(_) => (SolverVerdict::Unknown, None),
        }
    }

    fn look_for_threats(
        &mut self,
        position: &mut Position,
        limits: &SolverLimits,
        most: u16,
        budget: &mut Budget<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> (SolverVerdict, Option<Proof>) {
        let level = limits.level;
        let mut shortest = None;
        let mut plies = most;
        while let Ok(found) = self.by_turns(position, level, plies, budget) {
            if !found.is_won() {
                let complete = found.is_final() && level == SolverLevel::Slow && most == ENDLESS;
                if shortest.is_none() && complete {
                    return (SolverVerdict::None, None);
                }
                break;
            }
            let proof = self.write_down(position, found.plies, is_stopped);
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
        proven(shortest)
    }

    /// The proof of a win by threats that is known.
    fn write_down(
        &mut self,
        position: &mut Position,
        plies: u16,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Proof> {
        let solver = Source::Threats(&mut self.threats);
        if let Ok(proof) = Prover::prove(solver, position, plies, &mut writing(is_stopped)) {
            return Some(proof);
        }
        // What has been forgotten since is found again, if need be with more effort and in a
        // longer way: that is a win too.
        self.threats.exert();
        let solver = Source::Threats(&mut self.threats);
        Prover::prove(solver, position, ENDLESS, &mut writing(is_stopped)).ok()
    }

    /// What a level finds, helped by the fast one: they search by turns, for longer and longer.
    ///
    /// Most wins stay on the rays of the last attack, and are found there long before a search
    /// that looks everywhere gets to them.
    fn by_turns(
        &mut self,
        position: &mut Position,
        level: SolverLevel,
        plies: u16,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, Over> {
        let mut nodes = FIRST_TURN;
        let mut is_fast_done = level == SolverLevel::Fast;
        loop {
            let turns = [(SolverLevel::Fast, is_fast_done), (level, false)];
            for (turn, _) in turns.into_iter().filter(|&(_, is_done)| !is_done) {
                let before = budget.narrow(nodes);
                let found = self.threats.solve(position, turn, plies, budget);
                let more = budget.widen(before);
                match found {
                    Ok(found) if found.is_won() || turn == level => return Ok(found),
                    Ok(_) => is_fast_done = true,
                    Err(Over) => more?,
                }
            }
            nodes = nodes.saturating_mul(2);
        }
    }
}

/// Nodes of the first turn of a level.
pub(in crate::solver) const FIRST_TURN: u64 = 5_000;

/// What a proof proves.
pub(in crate::solver) fn proven(proof: Option<Proof>) -> (SolverVerdict, Option<Proof>) {
    match proof {
        Some(proof) => (SolverVerdict::Win { plies: proof.plies() }, Some(proof)),
        None => (SolverVerdict::Unknown, None),
    }
}

/// What writing a proof down may cost: the win is known by then, so it is worth a while.
pub(in crate::solver) fn writing(is_stopped: &dyn Fn() -> bool) -> Budget<'_> {
    Budget::new(20_000_000, is_stopped)
}
