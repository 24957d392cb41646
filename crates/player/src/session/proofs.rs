//! Forced wins with their proofs, and what stops them.

use std::sync::Arc;

use tengen_engine::{
    EngineOptions, PatternTables, Report, Solver, SolverKind, SolverLimits, SolverVerdict, Verdict,
    WinSolver,
};
use tengen_proof::Proof;

use super::find::after;
use super::{Call, Session};
use crate::{Answer, ForcedWin, Request};

/// Checking a proof takes far less than finding it; this bound is for safety only.
const CHECK_BUDGET: u64 = 50_000_000;

/// Whether the independent checker accepts a proof.
pub(super) fn is_true(proof: &Proof) -> bool {
    tengen_proof::check(proof, CHECK_BUDGET).is_ok()
}

/// The solver with the memory that the options give it.
pub(super) fn fitting_solver<'a>(
    kept: &'a mut Option<(usize, Solver)>,
    options: &EngineOptions,
) -> &'a mut Solver {
    let bytes = options.solver.map_or(0, |_| options.memory / 8);
    let fitting = kept.take().filter(|(has, _)| *has == bytes);
    let (_, solver) = kept.insert(fitting.unwrap_or_else(|| (bytes, Solver::new(bytes))));
    solver
}

impl Session {
    pub(super) fn prove(
        &mut self,
        request: &Request,
        kind: SolverKind,
        call: &mut Call<'_>,
    ) -> Answer {
        let (solver, tables, limits) = self.fit_solver(request, kind, call);
        let solution = match kind {
            // Few ask for it, and its guide is an engine of its own: nothing of it is kept.
            SolverKind::Any => {
                let bytes = request.options.memory / 8;
                WinSolver::new(bytes).solve(&request.game, tables, &limits, call.stop)
            }
            _ => solver.solve(&request.game, tables, &limits, call.stop),
        };
        let proof = solution.proof.filter(|proof| is_true(proof));
        let (forced_win, verdict) = match (solution.verdict, &proof) {
            (SolverVerdict::Win { plies }, Some(proof)) => {
                (ForcedWin::Win { plies, line: proof.main_line() }, Some(Verdict::Wins { plies }))
            }
            (SolverVerdict::None, _) => (ForcedWin::None, None),
            _ => (ForcedWin::Unknown, None),
        };
        let line = match &forced_win {
            ForcedWin::Win { line, .. } => line.clone(),
            _ => Vec::new(),
        };
        let report =
            Report { nodes: solution.nodes, elapsed: solution.elapsed, ..Report::default() };
        Answer { line, verdict, report, forced_win: Some(forced_win), proof, ..Answer::default() }
    }

    pub(super) fn defend(
        &mut self,
        request: &Request,
        kind: SolverKind,
        call: &mut Call<'_>,
    ) -> Answer {
        let (solver, tables, limits) = self.fit_solver(request, kind, call);
        let found = solver.defend(&request.game, tables, &limits, call.stop);
        let report = Report { nodes: found.nodes, elapsed: found.elapsed, ..Report::default() };
        Answer { report, defences: Some(found.moves), ..Answer::default() }
    }

    /// The solver with its tables, and what it may do.
    fn fit_solver(
        &mut self,
        request: &Request,
        kind: SolverKind,
        call: &Call<'_>,
    ) -> (&mut Solver, Arc<PatternTables>, SolverLimits) {
        self.end_pondering();
        let (tables, limits) = (self.tables(request), solver_limits(request, kind, call));
        (fitting_solver(&mut self.solver, &request.options), tables, limits)
    }
}

fn solver_limits(request: &Request, kind: SolverKind, call: &Call<'_>) -> SolverLimits {
    let limits = after(&request.limits, call.begun.elapsed());
    let level = request.options.solver.unwrap_or_default();
    let (max_plies, time, nodes) = (request.options.max_plies, limits.time, limits.nodes);
    SolverLimits { kind, level, max_plies, time, nodes, ..SolverLimits::default() }
}
