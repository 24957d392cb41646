//! Forced wins alone, as a strategy that runs beside others.

use super::{Strategy, Task};
use crate::search::time::Timer;
use crate::{
    EngineOptions, Event, Pv, Report, SharedTables, Solver, SolverLevel, SolverLimits, Verdict,
};

/// Looks for a VCT of the side to move. It has no answer where it finds none.
#[derive(Debug)]
pub struct VctProbe {
    solver: Solver,
    shared_tables: SharedTables,
    level: SolverLevel,
    max_plies: Option<u32>,
}

impl VctProbe {
    /// With the level and the memory that the options give the solver.
    pub fn new(options: &EngineOptions, shared_tables: SharedTables) -> VctProbe {
        let level = options.solver.unwrap_or_default();
        let solver = Solver::new(options.solver_bytes());
        VctProbe { solver, shared_tables, level, max_plies: options.max_plies }
    }
}

impl Strategy for VctProbe {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let Task { game, limits, stop } = *task;
        if !limits.leave_any_move() || game.outcome().is_some() {
            return Report::default();
        }
        let limits = SolverLimits {
            level: self.level,
            max_plies: self.max_plies,
            nodes: limits.nodes,
            time: Timer::of(task).left(),
            shorten: false,
            ..SolverLimits::default()
        };
        let tables = self.shared_tables.tables(game.rule());
        let solution = self.solver.solve(game, tables, &limits, stop);
        let (nodes, elapsed) = (solution.nodes, solution.elapsed);
        let spent = Report { nodes, elapsed, ..Report::default() };
        // Only what the checker accepts is reported.
        let proof = solution.proof.filter(|proof| tengen_proof::check(proof, u64::MAX).is_ok());
        let Some(proof) = proof else { return spent };
        let (moves, plies) = (proof.main_line(), proof.plies());
        let pvs = vec![Pv { moves, verdict: Verdict::Wins { plies }, nodes }];
        let found = Report { pvs, depth: plies, seldepth: plies, proof: Some(proof), ..spent };
        on_event(&Event::Progress(found.clone()));
        found
    }

    fn forget(&mut self) {
        self.solver.forget();
    }
}
