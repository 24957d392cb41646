//! A solver whose every answer is checked: proofs by `tengen_proof`, and against its limits.

use std::sync::Arc;

use tengen_core::{Game, Rule};
use tengen_engine::{
    Defences, PatternTables, Solution, Solver, SolverKind, SolverLevel, SolverLimits,
    SolverVerdict, Stop,
};

use tengen_test_support::game::text;

/// Positions that the checker may visit for one proof.
const CHECKED: u64 = 50_000_000;

/// A solver for one rule.
pub(crate) struct CheckedSolver {
    solver: Solver,
    tables: Arc<PatternTables>,
}

impl CheckedSolver {
    /// A solver whose tables take at most `bytes`.
    pub(crate) fn new(rule: Rule, bytes: usize) -> CheckedSolver {
        CheckedSolver { solver: Solver::new(bytes), tables: Arc::new(PatternTables::new(rule)) }
    }

    /// Another solver, with empty tables.
    pub(crate) fn fresh(&self) -> CheckedSolver {
        CheckedSolver { solver: Solver::new(1 << 20), tables: self.tables.clone() }
    }

    pub(crate) fn tables(&self) -> Arc<PatternTables> {
        self.tables.clone()
    }

    /// The verdict on a position.
    pub(crate) fn solve(&mut self, game: &Game, limits: &SolverLimits) -> SolverVerdict {
        self.solve_until(game, limits, &Stop::new()).verdict
    }

    /// The same; `None` if the nodes were spent before there was an answer.
    pub(crate) fn answer(&mut self, game: &Game, limits: &SolverLimits) -> Option<SolverVerdict> {
        let solution = self.solve_until(game, limits, &Stop::new());
        let spent = limits.nodes.is_some_and(|nodes| solution.nodes >= nodes);
        (solution.verdict != SolverVerdict::Unknown || !spent).then_some(solution.verdict)
    }

    /// The whole solution, with a stop from outside.
    pub(crate) fn solve_until(
        &mut self,
        game: &Game,
        limits: &SolverLimits,
        stop: &Stop,
    ) -> Solution {
        let solution = self.solver.solve(game, self.tables.clone(), limits, stop);
        if let Err(fault) = fault_of(&solution, game, limits) {
            let Solution { verdict, nodes, .. } = solution;
            panic!("{fault}: {verdict:?}, {nodes} nodes\n{limits:?}\n{}", text(game));
        }
        solution
    }

    /// The moves that stop a forced win.
    pub(crate) fn defend(&mut self, game: &Game, limits: &SolverLimits) -> Defences {
        self.solver.defend(game, self.tables.clone(), limits, &Stop::new())
    }
}

/// What is wrong with a solution, without knowing the truth.
pub(crate) fn fault_of(
    solution: &Solution,
    game: &Game,
    limits: &SolverLimits,
) -> Result<(), String> {
    let complete = match limits.kind {
        SolverKind::Vcf => true,
        SolverKind::Vct => limits.level == SolverLevel::Slow,
        SolverKind::Any => false,
    };
    let fits = |plies: u32| limits.max_plies.is_none_or(|most| plies <= most);
    if limits.nodes.is_some_and(|nodes| solution.nodes > nodes + 1) {
        return Err("too many nodes".to_owned());
    }
    match (solution.verdict, &solution.proof) {
        (SolverVerdict::Win { plies }, Some(proof)) => {
            tengen_proof::check(proof, CHECKED).map_err(|refusal| refusal.to_string())?;
            let is_same = proof.board() == game.board()
                && proof.rule() == game.rule()
                && proof.attacker() == game.to_move();
            match () {
                () if !is_same => Err("a proof of another position".to_owned()),
                () if proof.plies() != plies => Err("a proof of another length".to_owned()),
                () if !fits(plies) => Err("too long".to_owned()),
                () => Ok(()),
            }
        }
        (SolverVerdict::None, None) if complete => Ok(()),
        (SolverVerdict::Unknown, None) => Ok(()),
        _ => Err("an impossible answer".to_owned()),
    }
}

/// VCF.
pub(crate) fn vcf() -> SolverLimits {
    SolverLimits { kind: SolverKind::Vcf, ..SolverLimits::default() }
}

/// VCT at a level.
pub(crate) fn vct(level: SolverLevel) -> SolverLimits {
    SolverLimits { level, ..SolverLimits::default() }
}
