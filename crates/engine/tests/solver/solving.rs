//! A solver whose every answer is checked: proofs by `tengen_proof`, limits by what they say.

use std::sync::Arc;

use tengen_core::{Game, Rule};
use tengen_engine::{
    Defences, PatternTables, Solution, Solver, SolverKind, SolverLevel, SolverLimits,
    SolverVerdict, Stop,
};

use crate::common::text;

/// Positions that the checker may look at for one proof.
const CHECKED: u64 = 50_000_000;

/// A solver for one rule.
pub(crate) struct Solving {
    solver: Solver,
    tables: Arc<PatternTables>,
}

impl Solving {
    /// A solver with a memory of so many bytes.
    pub(crate) fn new(rule: Rule, bytes: usize) -> Solving {
        Solving { solver: Solver::new(bytes), tables: Arc::new(PatternTables::new(rule)) }
    }

    /// Another solver that has seen nothing yet.
    pub(crate) fn fresh(&self) -> Solving {
        Solving { solver: Solver::new(1 << 20), tables: self.tables.clone() }
    }

    pub(crate) fn tables(&self) -> Arc<PatternTables> {
        self.tables.clone()
    }

    /// What the solver says of a position.
    pub(crate) fn solve(&mut self, game: &Game, limits: &SolverLimits) -> SolverVerdict {
        self.solve_until(game, limits, &Stop::new()).verdict
    }

    /// The same; nothing if the nodes were spent before there was an answer.
    pub(crate) fn answer(&mut self, game: &Game, limits: &SolverLimits) -> Option<SolverVerdict> {
        let kill = self.solve_until(game, limits, &Stop::new());
        let spent = limits.nodes.is_some_and(|nodes| kill.nodes >= nodes);
        (kill.verdict != SolverVerdict::Unknown || !spent).then_some(kill.verdict)
    }

    /// The same, with a stop from outside and all that is told.
    pub(crate) fn solve_until(
        &mut self,
        game: &Game,
        limits: &SolverLimits,
        stop: &Stop,
    ) -> Solution {
        let kill = self.solver.solve(game, self.tables.clone(), limits, stop);
        if let Err(fault) = fault_of(&kill, game, limits) {
            let Solution { verdict, nodes, .. } = kill;
            panic!("{fault}: {verdict:?}, {nodes} nodes\n{limits:?}\n{}", text(game));
        }
        kill
    }

    /// What stops a kill.
    pub(crate) fn defend(&mut self, game: &Game, limits: &SolverLimits) -> Defences {
        self.solver.defend(game, self.tables.clone(), limits, &Stop::new())
    }
}

/// What is wrong with an answer, without knowing the truth.
pub(crate) fn fault_of(kill: &Solution, game: &Game, limits: &SolverLimits) -> Result<(), String> {
    let complete = match limits.kind {
        SolverKind::Vcf => true,
        SolverKind::Vct => limits.level == SolverLevel::Slow,
        SolverKind::Any => false,
    };
    let fits = |plies: u32| limits.plies.is_none_or(|most| plies <= most);
    if limits.nodes.is_some_and(|nodes| kill.nodes > nodes + 1) {
        return Err("too many nodes".to_owned());
    }
    match (kill.verdict, &kill.proof) {
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

/// Wins by fours.
pub(crate) fn fours() -> SolverLimits {
    SolverLimits { kind: SolverKind::Vcf, ..SolverLimits::default() }
}

/// Wins by threats of a level.
pub(crate) fn threats(level: SolverLevel) -> SolverLimits {
    SolverLimits { level, ..SolverLimits::default() }
}
