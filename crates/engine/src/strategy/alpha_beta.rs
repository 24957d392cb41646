//! The first main search: alpha-beta on any number of threads, with a forced-win search on a share
//! of the first.

use std::sync::atomic::AtomicU64;

use super::{Strategy, Task};
use crate::search::time::Timer;
use crate::search::tt::TranspositionTable;
use crate::search::{Deepening, ForcedWinProbe, Shared};
use crate::{EngineOptions, Event, Position, Report, SharedTables, Solver, Stop};

/// Alpha-beta. Its table outlives a search, so the next one begins where the last ended.
#[derive(Debug)]
pub struct AlphaBeta {
    options: EngineOptions,
    shared_tables: SharedTables,
    table: TranspositionTable,
    solver: Solver,
}

impl AlphaBeta {
    /// A search that knows nothing yet.
    pub fn new(options: EngineOptions, shared_tables: SharedTables) -> AlphaBeta {
        let table = TranspositionTable::new(options.table_bytes());
        let solver = Solver::new(options.solver_bytes());
        AlphaBeta { options, shared_tables, table, solver }
    }
}

impl Strategy for AlphaBeta {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let Task { game, limits, stop } = *task;
        let timer = Timer::of(task);
        let mut position = Position::of(game, self.shared_tables.tables(game.rule()));
        let moves = position.root_moves(limits);
        self.table.new_search();
        self.solver.new_search();
        let shared = Shared {
            table: &self.table,
            params: &self.options.params,
            stop,
            done: Stop::new(),
            nodes: AtomicU64::new(0),
            timer: timer.with_choice(moves.points.len() > 1),
        };
        let share = self.options.params.solver_share as u64;
        let level = self.options.solver.filter(|_| limits.leave_any_move() && share > 0);
        let (solver, max_plies) = (&mut self.solver, self.options.max_plies);
        let probe = level
            .map(|level| ForcedWinProbe::new(solver, position.clone(), level, max_plies, share));
        let mut main = Deepening::new(position.clone(), &shared, &moves, limits).with_probe(probe);
        std::thread::scope(|scope| {
            let _stop = StopOnDrop(&shared.done);
            for number in 1..self.options.threads.max(1) {
                let helper = Deepening::new(position.clone(), &shared, &moves, limits);
                let thread = std::thread::Builder::new().name(format!("search {number}"));
                // Fewer threads than asked for still play.
                if thread.spawn_scoped(scope, move || helper.help(number as u32)).is_err() {
                    break;
                }
            }
            main.run(on_event);
        });
        main.report()
    }

    fn forget(&mut self) {
        self.table.clear();
        self.solver.forget();
    }
}

/// Stops the helpers when the main thread ends, even if it panics.
pub(crate) struct StopOnDrop<'a>(pub(crate) &'a Stop);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
