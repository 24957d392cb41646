//! Wins of any kind: by VCT, or by moves that the main search suggests and VCT proves.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tengen_core::{Game, Point};
use tengen_proof::Proof;

use crate::search::time::{Moment, Timer};
use crate::search::tt::TranspositionTable;
use crate::search::{Deepening, Shared};
use crate::solver::any_move::AnyMoveSearch;
use crate::solver::solve::verdict_of;
use crate::solver::{Budget, Guide};
use crate::{
    Limits, Params, PatternTables, Position, Solution, Solver, SolverLimits, SolverVerdict, Stop,
};

/// Finds and proves wins that need more than threats. It never says that there is none.
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
/// let solution = solver.solve(&game, tables, &SolverLimits::default(), &Stop::new());
/// assert_eq!(solution.verdict, SolverVerdict::Win { plies: 5 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WinSolver {
    solver: Solver,
    table: TranspositionTable,
    params: Params,
}

impl WinSolver {
    /// A solver whose tables take at most `bytes`.
    pub fn new(bytes: usize) -> WinSolver {
        let (solver, table) = (Solver::new(bytes / 2), TranspositionTable::new(bytes / 2));
        WinSolver { solver, table, params: Params::default() }
    }

    /// The solver of VCF and VCT that it uses.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// Whether the side to move wins. Of the limits it ignores the kind, and it shortens no win. The
    /// level is that of VCT in the position itself.
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
        let should_stop = || stop.is_stopped() || time_left() == Some(Duration::ZERO);
        let is_stopped = || stop.is_stopped();
        let mut budget = Budget::new(limits.nodes.unwrap_or(u64::MAX), &should_stop);
        self.table.new_search();
        self.solver.new_search();
        let (table, params) = (&self.table, &self.params);
        let main_limits = Limits { time: time_left(), ..Limits::default() };
        let shared = shared(table, params, stop, &main_limits, &position);
        let root = (position.key(), deepening(position.clone(), &shared, &main_limits));
        let mut guide = MainSearch { table, params, stop, time_left: &time_left, root };
        let is_short_enough =
            |proof: &Proof| limits.max_plies.is_none_or(|max| proof.plies() <= max);
        let (verdict, proof) = match game.outcome() {
            Some(_) => (SolverVerdict::None, None),
            None => {
                let mut search = AnyMoveSearch::new(&mut self.solver, &mut guide, limits);
                let proof = search.solve(&mut position, &mut budget, &is_stopped);
                verdict_of(proof.ok().filter(is_short_enough))
            }
        };
        let (nodes, elapsed) = (budget.nodes(), begun.elapsed());
        Solution { verdict, proof: proof.map(Arc::new), nodes, elapsed }
    }
}

/// The main search as a guide.
struct MainSearch<'a> {
    table: &'a TranspositionTable,
    params: &'a Params,
    stop: &'a Stop,
    time_left: &'a dyn Fn() -> Option<Duration>,
    /// The key of the root, and its search: the root comes up again and again, and each time its
    /// search goes on.
    root: (u64, Deepening<'a>),
}

impl Guide for MainSearch<'_> {
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

/// The move that seems to win after `nodes`, and the nodes it took.
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
