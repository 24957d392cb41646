//! The engine's solvers, as puzzles ask them. They count nodes, so an answer does not depend on the machine.

use tengen_core::{Game, Point, Side};
use tengen_engine::{
    SharedTables, Solver, SolverKind, SolverLimits, SolverVerdict, Stop, WinSolver,
};

/// Which moves a win may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Fours, and moves that threaten to win by fours.
    Threats,
    /// Any.
    AnyMoves,
}

/// A win of the side to move. Its proof was checked by the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Win {
    pub(super) plies: u32,
    /// One of the longest lines.
    pub(super) line: Vec<Point>,
}

/// Nodes for fours, for threats, and for any moves.
const FOURS: u64 = 20_000;
const THREATS: u64 = 200_000;
const ANY: u64 = 600_000;
/// Memory of each solver, in bytes.
const MEMORY: usize = 16 << 20;

/// Solvers for one question of a page.
pub(super) struct PuzzleSolver {
    tables: SharedTables,
    threats: Solver,
    any: Option<WinSolver>,
}

impl PuzzleSolver {
    pub(super) fn new(tables: SharedTables) -> PuzzleSolver {
        PuzzleSolver { tables, threats: Solver::new(MEMORY), any: None }
    }

    pub(super) fn tables(&self) -> &SharedTables {
        &self.tables
    }

    /// The win of the side to move, the simplest kind first.
    pub(super) fn win(&mut self, game: &Game, reach: Reach) -> Option<Win> {
        self.fours(game).or_else(|| self.solve(game, SolverKind::Vct, THREATS)).or_else(|| {
            match reach {
                Reach::Threats => None,
                Reach::AnyMoves => self.any(game),
            }
        })
    }

    /// Its win by fours.
    pub(super) fn fours(&mut self, game: &Game) -> Option<Win> {
        self.solve(game, SolverKind::Vcf, FOURS)
    }

    fn solve(&mut self, game: &Game, kind: SolverKind, nodes: u64) -> Option<Win> {
        let limits = SolverLimits { kind, nodes: Some(nodes), ..SolverLimits::default() };
        let tables = self.tables.tables(game.rule());
        let solution = self.threats.solve(game, tables, &limits, &Stop::new());
        won(solution.verdict, solution.proof?.main_line())
    }

    fn any(&mut self, game: &Game) -> Option<Win> {
        let (kind, nodes) = (SolverKind::Any, Some(ANY));
        let limits = SolverLimits { kind, nodes, ..SolverLimits::default() };
        let tables = self.tables.tables(game.rule());
        let any = self.any.get_or_insert_with(|| WinSolver::new(MEMORY));
        let solution = any.solve(game, tables, &limits, &Stop::new());
        won(solution.verdict, solution.proof?.main_line())
    }
}

fn won(verdict: SolverVerdict, line: Vec<Point>) -> Option<Win> {
    match verdict {
        SolverVerdict::Win { plies } => Some(Win { plies, line }),
        SolverVerdict::None | SolverVerdict::Unknown => None,
    }
}

/// The points where a side makes five.
pub(super) fn fives(game: &Game, side: Side) -> Vec<Point> {
    let mut board = game.board().clone();
    let free: Vec<Point> = board.free_points().collect();
    let makes_five = |&point: &Point| {
        board.place(point, side);
        let wins = board.wins(point, side, game.rule());
        board.remove(point, side);
        wins
    };
    free.into_iter().filter(makes_five).collect()
}

/// The free points that are not forbidden to the side to move, those of `likely` first.
pub(super) fn legal_moves(game: &Game, likely: &[Point]) -> Vec<Point> {
    let free = game.board().free_points();
    let mut moves: Vec<Point> = free.filter(|&point| !game.is_forbidden(point)).collect();
    let place = |point: &Point| likely.iter().position(|one| one == point);
    moves.sort_by_key(|point| place(point).unwrap_or(likely.len()));
    moves
}
