//! Defence: the moves that stop a forced win of the opponent.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tengen_core::{Game, Point};

use crate::search::time::Moment;
use crate::solver::vcf::replay::blocks;
use crate::solver::{Budget, Solver, SolverLimits, SolverVerdict, VcfReplay};
use crate::{PatternTables, Position, Stop, Threat};

/// What is known of a move that was not refuted, the worse first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Defence {
    /// No forced win of the opponent was found within the limits.
    NotRefuted,
    /// The opponent has no win of the kind: the search was complete.
    Holds,
}

impl Defence {
    /// The name users know.
    pub const fn name(self) -> &'static str {
        match self {
            Defence::NotRefuted => "not-refuted",
            Defence::Holds => "holds",
        }
    }
}

/// The moves after which the opponent has no forced win.
#[derive(Clone, Debug, Default)]
pub struct Defences {
    /// The moves in the order of the board. All others lose to a proved win.
    pub moves: Vec<(Point, Defence)>,
    /// Whether each of them is known to hold.
    pub complete: bool,
    /// Nodes: stones played.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Solver {
    /// The moves of the side to move that stop every forced win of the opponent.
    ///
    /// A four only wins time: it counts if some move after its block stops the win.
    ///
    /// ```
    /// # use tengen_core::{Game, Rule, Size};
    /// # use tengen_engine::{SolverLimits, Solver, Stop, PatternTables};
    /// # use std::sync::Arc;
    /// let mut game = Game::new(Size::default(), Rule::Freestyle);
    /// for point in ["h8", "a1", "i8", "c1", "j8"] {
    ///     game.play(point.parse()?)?;
    /// }
    /// let tables = Arc::new(PatternTables::new(Rule::Freestyle));
    /// let stops = Solver::new(1 << 20).defend(&game, tables, &SolverLimits::default(), &Stop::new());
    /// let stops: Vec<String> = stops.moves.iter().map(|(point, _)| point.to_string()).collect();
    /// assert_eq!(stops, ["g8", "k8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn defend(
        &mut self,
        game: &Game,
        tables: Arc<PatternTables>,
        limits: &SolverLimits,
        stop: &Stop,
    ) -> Defences {
        let begun = Moment::now();
        let mut defences = Defences { complete: true, ..Defences::default() };
        if game.outcome().is_none() {
            let mut position = Position::of(game, tables);
            let mut search = DefenceSearch::new(self, limits, stop, begun);
            defences.moves = search.list(&mut position);
            defences.nodes = search.nodes;
            defences.complete = defences.moves.iter().all(|&(_, status)| status == Defence::Holds);
        }
        defences.elapsed = begun.elapsed();
        defences
    }

    /// Whether a move of the side to move is known to lose to a forced win of the opponent, at once
    /// or, if it is a four, after its block; and the nodes.
    pub(crate) fn refutes(
        &mut self,
        position: &mut Position,
        point: Point,
        limits: &SolverLimits,
    ) -> (bool, u64) {
        let stop = Stop::new();
        let mut search = DefenceSearch::new(self, limits, &stop, Moment::now());
        (search.examine(position, point, 1).is_none(), search.nodes)
    }
}

/// What is known of a move; `None` if it is refuted.
type Status = Option<Defence>;

struct DefenceSearch<'a> {
    solver: &'a mut Solver,
    limits: &'a SolverLimits,
    stop: &'a Stop,
    begun: Moment,
    nodes: u64,
    /// The best status of any move, by the keys of positions after own fours and their blocks.
    known: HashMap<u64, Status>,
    /// The opponent's VCFs found so far: most moves lose to the same few.
    replay: VcfReplay,
}

impl<'a> DefenceSearch<'a> {
    fn new(
        solver: &'a mut Solver,
        limits: &'a SolverLimits,
        stop: &'a Stop,
        begun: Moment,
    ) -> DefenceSearch<'a> {
        let (known, replay) = (HashMap::new(), VcfReplay::default());
        DefenceSearch { solver, limits, stop, begun, nodes: 0, known, replay }
    }

    fn list(&mut self, position: &mut Position) -> Vec<(Point, Defence)> {
        let moves = legal_moves(position);
        let count = moves.len();
        let examined = (0..count).zip(moves).filter_map(|(n, point)| {
            let status = self.examine(position, point, count - n)?;
            Some((point, status))
        });
        examined.collect()
    }

    /// The status of a move. Each search may use one of `parts` equal parts of what is left of the
    /// limits. Few searches use all of it, so the parts of later moves grow.
    fn examine(&mut self, position: &mut Position, point: Point, parts: usize) -> Status {
        if self.is_over() {
            return Some(Defence::NotRefuted);
        }
        if position.threat(point, position.to_move()) == Threat::Five {
            return Some(Defence::Holds);
        }
        position.play(point);
        let status = match blocks(position) {
            Some(blocks) => self.after_four(position, &blocks, parts),
            None => self.after_quiet_move(position, parts),
        };
        position.undo();
        status
    }

    fn after_quiet_move(&mut self, position: &mut Position, parts: usize) -> Status {
        let (nodes, time) = self.part(parts);
        let begun = Moment::now();
        let stop = self.stop;
        let is_stopped = || stop.is_stopped();
        let should_stop = || stop.is_stopped() || time.is_some_and(|time| begun.elapsed() >= time);
        let mut budget = Budget::new(nodes, &should_stop);
        let verdict = if self.loses_to_vcf(position, &mut budget) {
            None
        } else {
            let limits = SolverLimits { shorten: false, ..self.limits.clone() };
            Some(self.solver.solve_position(position, &limits, &mut budget, &is_stopped).0)
        };
        // A search with an empty budget counts too, or the list would never end.
        self.nodes += budget.nodes().max(1);
        match verdict? {
            SolverVerdict::Win { .. } => None,
            SolverVerdict::None => Some(Defence::Holds),
            SolverVerdict::Unknown => Some(Defence::NotRefuted),
        }
    }

    /// Whether a quick search finds a VCF of the opponent, now to move.
    fn loses_to_vcf(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> bool {
        const QUICK_NODES: u64 = 2_000;
        let before = budget.narrow(QUICK_NODES);
        let win = self.replay.win(position, self.solver.vcf(), budget);
        // If the budget is spent, the next search ends at once.
        let _ = budget.widen(before);
        let fits = |moves: u16| {
            self.limits.max_plies.is_none_or(|max_plies| 2 * u32::from(moves) - 1 <= max_plies)
        };
        matches!(win, Ok(Some(moves)) if fits(moves))
    }

    /// The opponent chooses the block. After each block some move must stop the win.
    fn after_four(&mut self, position: &mut Position, blocks: &[Point], parts: usize) -> Status {
        if blocks.is_empty() {
            return Some(Defence::Holds);
        }
        // The block may be an attack by itself.
        let mut worst = self.after_quiet_move(position, parts)?;
        for &block in blocks {
            position.play(block);
            let status = self.best(position, parts);
            position.undo();
            worst = worst.min(status?);
        }
        Some(worst)
    }

    /// The best status of any move of the side to move.
    fn best(&mut self, position: &mut Position, parts: usize) -> Status {
        if let Some(&known) = self.known.get(&position.key()) {
            return known;
        }
        let mut best = None;
        for point in legal_moves(position) {
            best = best.max(self.examine(position, point, parts));
            if best == Some(Defence::Holds) {
                break;
            }
        }
        self.known.insert(position.key(), best);
        best
    }

    /// Whether a limit is reached: no further move can be refuted.
    fn is_over(&self) -> bool {
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || self.limits.time.is_some_and(|time| self.begun.elapsed() >= time)
    }

    /// One of `parts` equal parts of what is left of the limits: nodes and time.
    fn part(&self, parts: usize) -> (u64, Option<Duration>) {
        let left = |time: Duration| time.saturating_sub(self.begun.elapsed()) / parts.max(1) as u32;
        let nodes = |most: u64| most.saturating_sub(self.nodes) / parts.max(1) as u64;
        (self.limits.nodes.map_or(u64::MAX, nodes), self.limits.time.map(left))
    }
}

fn legal_moves(position: &Position) -> Vec<Point> {
    let free = position.size().points().filter(|&point| position.is_free(point));
    free.filter(|&point| position.is_legal(point)).collect()
}
