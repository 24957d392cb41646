//! The engine's solvers, as puzzles ask them. No other file of puzzles names their types.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tengen_core::{Game, Point, Rule};
use tengen_engine::{
    SharedTables, Solution, Solver, SolverKind, SolverLimits, SolverVerdict, Stop, WinSolver,
};
use tengen_formats::{Rows, position_text};
use tengen_proof::Proof;

use super::proofs::is_about;
use super::{Kind, Puzzle};

/// Which moves a win may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinBy {
    /// Fours alone.
    Fours,
    /// Fours, and moves that threaten to win by fours.
    Threats,
    /// Any.
    AnyMoves,
}

impl WinBy {
    const fn kind(self) -> SolverKind {
        match self {
            WinBy::Fours => SolverKind::Vcf,
            WinBy::Threats => SolverKind::Vct,
            WinBy::AnyMoves => SolverKind::Any,
        }
    }
}

impl fmt::Display for WinBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WinBy::Fours => "fours",
            WinBy::Threats => "threats",
            WinBy::AnyMoves => "any moves",
        })
    }
}

/// Why there is no answer at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Halt {
    /// Somebody ended it.
    #[error("stopped")]
    Stopped,
    /// A mistake of the solver.
    #[error(
        "ERROR, THE CHECKER REFUSES THE PROOF OF A CLAIMED WIN of {rule} position {position}: {refusal}; \
         please report this position"
    )]
    Refused {
        /// The rule.
        rule: Rule,
        /// The position.
        position: String,
        /// Why.
        refusal: String,
    },
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) by: WinBy,
    /// The longest win wanted.
    pub(super) plies: Option<u32>,
    /// When puzzles are made, at most [`MOST_NODES`]. A check always has those.
    pub(super) nodes: u64,
    /// Whether a win that is found is to be made shorter.
    pub(super) shortest: bool,
}

impl Question {
    /// Any win, whatever its length.
    pub(super) fn new(by: WinBy, nodes: u64) -> Question {
        Question { by, plies: None, nodes, shortest: false }
    }

    /// The shortest win that is found.
    pub(super) fn shortest(by: WinBy, nodes: u64) -> Question {
        Question { shortest: true, ..Question::new(by, nodes) }
    }

    /// A win within this many plies.
    pub(super) fn within(by: WinBy, plies: u32, nodes: u64) -> Question {
        Question { plies: Some(plies), ..Question::new(by, nodes) }
    }
}

/// Below the budget of the searches for fours within a search for threats: if a search ends with fewer nodes than
/// these, none of its parts was cut off.
pub(super) const MOST_NODES: u64 = 900_000;

/// What the solver says of a position.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// The side to move wins, by a proof that the checker has accepted.
    Win(Win),
    /// It has no such win: the search was complete.
    None,
    /// Neither was found out within the nodes.
    Unknown,
}

/// A proven win.
#[derive(Clone, Debug)]
pub(super) struct Win {
    pub(super) proof: Arc<Proof>,
    pub(super) plies: u32,
    /// One of the longest lines.
    pub(super) line: Vec<Point>,
    /// Whether the search came to its end: then a win by fours is the shortest.
    pub(super) is_finished: bool,
}

impl Win {
    pub(super) fn new(proof: Arc<Proof>, is_finished: bool) -> Win {
        Win { plies: proof.plies(), line: proof.main_line(), proof, is_finished }
    }
}

/// What positions are solved for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To make puzzles: each search has few nodes, and positions that are none are soon left.
    Make,
    /// To check puzzles: each search has several times the nodes it had when they were made. A solver that needs
    /// somewhat more than then still comes to its end.
    Check,
    /// To look for what was overlooked: each search has this many times the nodes it had when they were made.
    Doubt(u64),
}

/// Solvers for one position after the other.
#[derive(Debug)]
pub(super) struct PuzzleSolver {
    tables: SharedTables,
    threats: Solver,
    any: Option<WinSolver>,
    /// For [`PuzzleSolver::glance`].
    scout: Solver,
    purpose: Purpose,
    stop: Stop,
}

/// Memory of a solver, in bytes. It is part of what a node count means.
const MEMORY: usize = 64 << 20;

impl PuzzleSolver {
    pub(super) fn new(purpose: Purpose, stop: Stop) -> PuzzleSolver {
        PuzzleSolver {
            tables: SharedTables::default(),
            threats: Solver::new(MEMORY),
            any: None,
            scout: Solver::new(MEMORY / 8),
            purpose,
            stop,
        }
    }

    /// The nodes of a search that has these when puzzles are made.
    pub(super) fn nodes(&self, to_make: u64) -> u64 {
        match self.purpose {
            Purpose::Make => to_make,
            Purpose::Check => MOST_NODES,
            Purpose::Doubt(times) => to_make.saturating_mul(times),
        }
    }

    pub(super) fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Another puzzle: what it gives must not depend on the puzzles before it.
    pub(super) fn begin(&mut self) {
        self.threats = Solver::new(MEMORY);
        self.any = None;
    }

    /// Whether the side to move wins by fours, if that is soon found out. It remembers the positions before: whether
    /// there is such a win does not depend on them. A check takes no such short cut.
    pub(super) fn glance(&mut self, game: &Game) -> Option<bool> {
        if self.purpose != Purpose::Make {
            return None;
        }
        let limits = SolverLimits {
            kind: SolverKind::Vcf,
            nodes: Some(10_000),
            shorten: false,
            ..SolverLimits::default()
        };
        let tables = self.tables.tables(game.rule());
        match self.scout.solve(game, tables, &limits, &self.stop).verdict {
            SolverVerdict::Win { .. } => Some(true),
            SolverVerdict::None => Some(false),
            SolverVerdict::Unknown => None,
        }
    }

    /// Whether the side to move wins. Every win is checked.
    pub(super) fn ask(&mut self, game: &Game, question: Question) -> Result<Answer, Halt> {
        debug_assert!(question.nodes <= MOST_NODES);
        let nodes = self.nodes(question.nodes);
        let limits = SolverLimits {
            kind: question.by.kind(),
            max_plies: question.plies,
            nodes: Some(nodes),
            shorten: question.shortest,
            ..SolverLimits::default()
        };
        let tables = self.tables.tables(game.rule());
        let solution = match question.by {
            WinBy::AnyMoves => {
                let any = self.any.get_or_insert_with(|| WinSolver::new(MEMORY));
                any.solve(game, tables, &limits, &self.stop)
            }
            WinBy::Fours | WinBy::Threats => self.threats.solve(game, tables, &limits, &self.stop),
        };
        if self.stop.is_stopped() {
            return Err(Halt::Stopped);
        }
        let is_finished = solution.nodes <= nodes;
        // Within plies the solver never says that there is none. Of fours it can be said when the search came to its
        // end. Of threats it cannot: a win that was found may take longer when it is written down, and the threat after
        // a pass is not measured by its shortest win.
        let is_complete = is_finished && question.plies.is_some() && question.by == WinBy::Fours;
        match solution.verdict {
            SolverVerdict::Win { .. } => {
                Ok(Answer::Win(Win::new(checked(game, &solution)?, is_finished)))
            }
            SolverVerdict::None => Ok(Answer::None),
            SolverVerdict::Unknown if is_complete => Ok(Answer::None),
            SolverVerdict::Unknown => Ok(Answer::Unknown),
        }
    }

    /// The nodes of a puzzle for a solver that knows nothing before.
    pub(super) fn difficulty(&mut self, game: &Game, kind: Kind) -> Result<u64, Halt> {
        let effort = Effort { nodes: None, time: None, memory: MEMORY };
        Ok(attempt(game, kind, &self.tables, &effort, &self.stop)?.nodes)
    }
}

/// The proof of a claimed win, if the checker accepts it as one of this very position.
fn checked(game: &Game, solution: &Solution) -> Result<Arc<Proof>, Halt> {
    let proof = solution.proof.clone().ok_or_else(|| refused(game, "there is none"))?;
    accept(game, &proof)?;
    Ok(proof)
}

/// Whether the checker accepts a proof that the side to move wins.
pub(super) fn accept(game: &Game, proof: &Proof) -> Result<(), Halt> {
    if !is_about(proof, game) {
        return Err(refused(game, "it is about another position"));
    }
    tengen_proof::check(proof, u64::MAX).map(|_| ()).map_err(|refusal| refused(game, refusal))
}

#[allow(clippy::needless_pass_by_value)]
fn refused(game: &Game, refusal: impl ToString) -> Halt {
    let (rule, position) = (game.rule(), position_text(game, Rows::Bottom));
    Halt::Refused { rule, position, refusal: refusal.to_string() }
}

/// What a solver may spend on a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Stones played.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Memory, in bytes.
    pub memory: usize,
}

/// What became of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// Whether a win of the kind was found and its proof accepted; of a defence, whether all moves but the answers
    /// were refuted.
    pub is_solved: bool,
    /// Stones played.
    pub nodes: u64,
    /// How long the solver took. The check of the proof is not counted.
    pub elapsed: Duration,
}

/// Solves puzzles, each as a solver does that knows nothing before.
#[derive(Debug)]
pub struct Runner {
    tables: SharedTables,
    effort: Effort,
    stop: Stop,
}

impl Runner {
    /// One that spends no more than this on each puzzle, and can be stopped.
    pub fn new(effort: Effort, stop: Stop) -> Runner {
        Runner { tables: SharedTables::default(), effort, stop }
    }

    /// Solves a puzzle.
    ///
    /// # Errors
    /// If it is stopped, or the checker refuses a proof.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<Measured, Halt> {
        let (game, kind) = (&puzzle.game, puzzle.kind);
        let attempt = attempt(game, kind, &self.tables, &self.effort, &self.stop)?;
        let is_solved = match kind {
            Kind::Defence => attempt.not_refuted == puzzle.answers,
            _ => attempt.is_won,
        };
        Ok(Measured { is_solved, nodes: attempt.nodes, elapsed: attempt.elapsed })
    }
}

/// What a solver made of a position.
struct Attempt {
    is_won: bool,
    /// Of a defence: the moves that were not refuted, in the order of the board.
    not_refuted: Vec<Point>,
    nodes: u64,
    elapsed: Duration,
}

fn attempt(
    game: &Game,
    kind: Kind,
    tables: &SharedTables,
    effort: &Effort,
    stop: &Stop,
) -> Result<Attempt, Halt> {
    let by = match kind {
        Kind::Vcf | Kind::Trap => WinBy::Fours,
        Kind::Vct | Kind::Defence => WinBy::Threats,
        Kind::Win => WinBy::AnyMoves,
    };
    let limits = SolverLimits {
        kind: by.kind(),
        nodes: effort.nodes,
        time: effort.time,
        ..SolverLimits::default()
    };
    let tables = tables.tables(game.rule());
    let attempt = match kind {
        Kind::Defence => {
            let defences = Solver::new(effort.memory).defend(game, tables, &limits, stop);
            let not_refuted = defences.moves.iter().map(|&(point, _)| point).collect();
            let (nodes, elapsed) = (defences.nodes, defences.elapsed);
            Attempt { is_won: false, not_refuted, nodes, elapsed }
        }
        _ => {
            let solution = match by {
                WinBy::AnyMoves => WinSolver::new(effort.memory).solve(game, tables, &limits, stop),
                _ => Solver::new(effort.memory).solve(game, tables, &limits, stop),
            };
            let is_won = matches!(solution.verdict, SolverVerdict::Win { .. });
            if is_won {
                checked(game, &solution)?;
            }
            let (nodes, elapsed) = (solution.nodes, solution.elapsed);
            Attempt { is_won, not_refuted: Vec::new(), nodes, elapsed }
        }
    };
    match stop.is_stopped() {
        true => Err(Halt::Stopped),
        false => Ok(attempt),
    }
}
