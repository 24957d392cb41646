//! Wins by force alone, as a strategy that runs beside others.

use super::{Strategy, Task};
use crate::search::time::Timer;
use crate::{EngineOptions, Event, KillLevel, KillLimits, KillSolver, Line, Lore, Report, Verdict};

/// Looks for a forced win and has no answer where it finds none.
#[derive(Debug)]
pub struct Killer {
    solver: KillSolver,
    lore: Lore,
    level: KillLevel,
    plies: Option<u32>,
}

impl Killer {
    /// At the level that the options name, with what they leave to a kill search.
    pub fn new(options: &EngineOptions, lore: Lore) -> Killer {
        let level = options.kill.unwrap_or_default();
        let solver = KillSolver::new(options.kill_bytes());
        Killer { solver, lore, level, plies: options.kill_plies }
    }
}

impl Strategy for Killer {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let Task { game, limits, stop } = *task;
        if !limits.leave_any_move() || game.outcome().is_some() {
            return Report::default();
        }
        let timer = Timer::of(task);
        let wanted = KillLimits {
            level: self.level,
            plies: self.plies,
            nodes: limits.nodes,
            time: timer.left(),
            shorten: false,
            ..KillLimits::default()
        };
        let kill = self.solver.solve(game, self.lore.tables(game.rule()), &wanted, stop);
        let (nodes, elapsed) = (kill.nodes, kill.elapsed);
        let spent = Report { nodes, elapsed, ..Report::default() };
        // What the checker does not believe is not told.
        let proof = kill.proof.filter(|proof| tengen_proof::check(proof, u64::MAX).is_ok());
        let Some(proof) = proof else { return spent };
        let (moves, plies) = (proof.main_line(), proof.plies());
        let lines = vec![Line { moves, verdict: Verdict::Wins { plies }, nodes }];
        let found =
            Report { lines, depth: plies, selective_depth: plies, proof: Some(proof), ..spent };
        on_event(&Event::Progress(found.clone()));
        found
    }

    fn forget(&mut self) {
        self.solver.forget();
    }
}
