//! Wins of any kind: the main search says how, the kill search proves it.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tengen_core::{Game, Point};

use crate::search::time::{Moment, Timer};
use crate::search::tt::TranspositionTable;
use crate::search::{Deepening, Shared};
use crate::solver::{Budget, Guide};
use crate::{
    Limits, Params, PatternTables, Position, Solution, Solver, SolverLimits, SolverVerdict, Stop,
};

/// Finds wins that need more than threats, and proves them too. It never says that there is none.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_engine::{SolverLimits, SolverVerdict, Stop, PatternTables, WinSolver};
/// # use std::sync::Arc;
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "a1", "i8", "o1", "j9", "a15", "j10", "o15"] {
///     game.play(point.parse()?)?;
/// }
/// let tables = Arc::new(PatternTables::new(Rule::Freestyle));
/// let mut solver = WinSolver::new(8 << 20);
/// let kill = solver.solve(&game, tables, &SolverLimits::default(), &Stop::new());
/// assert_eq!(kill.verdict, SolverVerdict::Win { plies: 5 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WinSolver {
    kills: Solver,
    table: TranspositionTable,
    params: Params,
}

impl WinSolver {
    /// A solver that remembers as much as fits into so many bytes.
    pub fn new(bytes: usize) -> WinSolver {
        let (kills, table) = (Solver::new(bytes / 2), TranspositionTable::new(bytes / 2));
        WinSolver { kills, table, params: Params::default() }
    }

    /// The solver of wins by fours and by threats alone.
    pub fn kills(&mut self) -> &mut Solver {
        &mut self.kills
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.kills.forget();
        self.table.clear();
    }

    /// Whether the side to move wins. Of the limits, time, nodes and plies count.
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
        let mut position = Position::of(game, tables);
        let time_left = || limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        let is_over = || stop.is_stopped() || time_left() == Some(Duration::ZERO);
        let is_stopped = || stop.is_stopped();
        let mut budget = Budget::new(limits.nodes.unwrap_or(u64::MAX), &is_over);
        self.table.new_search();
        self.kills.new_search();
        let (table, params) = (&self.table, &self.params);
        let thinking = Limits { time: time_left(), ..Limits::default() };
        let shared = shared(table, params, stop, &thinking, &position);
        let root = (position.key(), deepening(position.clone(), &shared, &thinking));
        let mut adviser = Adviser { table, params, stop, time_left: &time_left, root };
        let (verdict, proof) = match game.outcome() {
            Some(_) => (SolverVerdict::None, None),
            None => self.kills.look_for_any(&mut position, &mut adviser, &mut budget, &is_stopped),
        };
        let is_wanted = proof
            .as_ref()
            .is_some_and(|proof| limits.plies.is_none_or(|plies| proof.plies() <= plies));
        let (verdict, proof) = match verdict {
            SolverVerdict::Win { .. } if !is_wanted => (SolverVerdict::Unknown, None),
            _ => (verdict, proof),
        };
        let (nodes, elapsed) = (budget.nodes(), begun.elapsed());
        Solution { verdict, proof: proof.map(Arc::new), nodes, elapsed }
    }
}

/// The main search as a guide.
struct Adviser<'a> {
    table: &'a TranspositionTable,
    params: &'a Params,
    stop: &'a Stop,
    time_left: &'a dyn Fn() -> Option<Duration>,
    /// The position that is asked about again and again, and the search that goes on each time.
    root: (u64, Deepening<'a>),
}

impl Guide for Adviser<'_> {
    fn winning_move(&mut self, position: &Position, nodes: u64) -> (Option<Point>, u64) {
        let (root, search) = &mut self.root;
        if *root == position.key() {
            return claim(search, nodes);
        }
        let limits = Limits { time: (self.time_left)(), ..Limits::default() };
        let shared = shared(self.table, self.params, self.stop, &limits, position);
        claim(&mut deepening(position.clone(), &shared, &limits), nodes)
    }
}

/// The move that seems to win, and the nodes it took.
fn claim(search: &mut Deepening, nodes: u64) -> (Option<Point>, u64) {
    let before = search.nodes();
    let point = search.claim(nodes);
    (point, search.nodes() - before)
}

fn shared<'a>(
    table: &'a TranspositionTable,
    params: &'a Params,
    stop: &'a Stop,
    limits: &'a Limits,
    position: &Position,
) -> Shared<'a> {
    let timer = Timer::start(limits, position.free_count());
    Shared { table, params, stop, done: Stop::new(), nodes: AtomicU64::new(0), timer }
}

fn deepening<'a>(mut position: Position, shared: &'a Shared<'a>, limits: &Limits) -> Deepening<'a> {
    let moves = position.root_moves(limits);
    Deepening::new(position, shared, &moves, limits)
}
