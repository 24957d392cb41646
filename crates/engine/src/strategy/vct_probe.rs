//! Wins by force alone, as a strategy that runs beside others.

use super::{Strategy, Task};
use crate::search::time::Timer;
use crate::{
    EngineOptions, Event, Pv, Report, SharedTables, Solver, SolverLevel, SolverLimits, Verdict,
};

/// Looks for a forced win and has no answer where it finds none.
#[derive(Debug)]
pub struct VctProbe {
    solver: Solver,
    shared_tables: SharedTables,
    level: SolverLevel,
    plies: Option<u32>,
}

impl VctProbe {
    /// At the level that the options name, with what they leave to a kill search.
    pub fn new(options: &EngineOptions, shared_tables: SharedTables) -> VctProbe {
        let level = options.kill.unwrap_or_default();
        let solver = Solver::new(options.solver_bytes());
        VctProbe { solver, shared_tables, level, plies: options.max_plies }
    }
}

impl Strategy for VctProbe {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let Task { game, limits, stop } = *task;
        if !limits.leave_any_move() || game.outcome().is_some() {
            return Report::default();
        }
        let timer = Timer::of(task);
        let wanted = SolverLimits {
            level: self.level,
            plies: self.plies,
            nodes: limits.nodes,
            time: timer.left(),
            shorten: false,
            ..SolverLimits::default()
        };
        let kill = self.solver.solve(game, self.shared_tables.tables(game.rule()), &wanted, stop);
        let (nodes, elapsed) = (kill.nodes, kill.elapsed);
        let spent = Report { nodes, elapsed, ..Report::default() };
        // What the checker does not believe is not told.
        let proof = kill.proof.filter(|proof| tengen_proof::check(proof, u64::MAX).is_ok());
        let Some(proof) = proof else { return spent };
        let (moves, plies) = (proof.main_line(), proof.plies());
        let lines = vec![Pv { moves, verdict: Verdict::Wins { plies }, nodes }];
        let found =
            Report { pvs: lines, depth: plies, seldepth: plies, proof: Some(proof), ..spent };
        on_event(&Event::Progress(found.clone()));
        found
    }

    fn forget(&mut self) {
        self.solver.forget();
    }
}
