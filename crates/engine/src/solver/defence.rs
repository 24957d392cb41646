//! Kill defence: which moves stop a win by force of the other side.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tengen_core::{Game, Point};

use crate::search::time::Moment;
use crate::solver::vcf::replay::blocks;
use crate::solver::{Budget, Plans, Solver, SolverLimits, SolverVerdict};
use crate::{PatternTables, Position, Stop, Threat};

/// What is known of a move that was not refuted. The worse comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Defence {
    /// The other side was not found to win by force within the limits.
    NotRefuted,
    /// The other side has no win of the kind: the search was complete.
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

/// The moves after which the other side does not win by force.
#[derive(Clone, Debug, Default)]
pub struct Defences {
    /// The moves in the order of the board. All others lose to a proven win.
    pub moves: Vec<(Point, Defence)>,
    /// Whether each of them is known to hold.
    pub complete: bool,
    /// Stones played.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Solver {
    /// The moves of the side to move that stop every win by force of the other side.
    ///
    /// A four only wins time: it stops the kill if some move after its block does.
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
            let mut guard = Guard::new(self, limits, stop, begun);
            defences.moves = guard.list(&mut position);
            defences.nodes = guard.nodes;
            defences.complete = defences.moves.iter().all(|&(_, status)| status == Defence::Holds);
        }
        defences.elapsed = begun.elapsed();
        defences
    }
}

impl Solver {
    /// Whether a move of the side to move is known to lose to a kill of the other side, at once or,
    /// if it is a four, after its block; and the stones played.
    pub(crate) fn refutes(
        &mut self,
        position: &mut Position,
        point: Point,
        limits: &SolverLimits,
    ) -> (bool, u64) {
        let stop = Stop::new();
        let mut guard = Guard::new(self, limits, &stop, Moment::now());
        (guard.judge(position, point, 1).is_none(), guard.nodes)
    }
}

/// What happened to a move: none if it is refuted.
type Status = Option<Defence>;

struct Guard<'a> {
    solver: &'a mut Solver,
    limits: &'a SolverLimits,
    stop: &'a Stop,
    begun: Moment,
    nodes: u64,
    /// Whether the side to move can stop the kill, by the keys of positions after own fours.
    known: HashMap<u64, Status>,
    /// Wins by fours that were found: most moves lose to the same few.
    plans: Plans,
}

impl<'a> Guard<'a> {
    fn new(
        solver: &'a mut Solver,
        limits: &'a SolverLimits,
        stop: &'a Stop,
        begun: Moment,
    ) -> Guard<'a> {
        let (known, plans) = (HashMap::new(), Plans::default());
        Guard { solver, limits, stop, begun, nodes: 0, known, plans }
    }

    fn list(&mut self, position: &mut Position) -> Vec<(Point, Defence)> {
        let moves = legal_moves(position);
        let count = moves.len();
        let judged = (0..count).zip(moves).filter_map(|(n, point)| {
            let status = self.judge(position, point, count - n)?;
            Some((point, status))
        });
        judged.collect()
    }

    /// What becomes of a move. Each search may take one of `share` parts of what is left of the
    /// limits: few take so much, and what is left grows less with all of them.
    fn judge(&mut self, position: &mut Position, point: Point, share: usize) -> Status {
        if self.is_over() {
            return Some(Defence::NotRefuted);
        }
        if position.threat(point, position.to_move()) == Threat::Five {
            return Some(Defence::Holds);
        }
        position.play(point);
        let status = match blocks(position) {
            Some(blocks) => self.judge_four(position, &blocks, share),
            None => self.judge_quiet(position, share),
        };
        position.undo();
        status
    }

    fn judge_quiet(&mut self, position: &mut Position, share: usize) -> Status {
        let (nodes, time) = self.share(share);
        let begun = Moment::now();
        let stop = self.stop;
        let is_stopped = || stop.is_stopped();
        let is_over = || stop.is_stopped() || time.is_some_and(|time| begun.elapsed() >= time);
        let mut budget = Budget::new(nodes, &is_over);
        let verdict = match self.loses_to_fours(position, &mut budget) {
            true => None,
            false => {
                let limits = SolverLimits { shorten: false, ..self.limits.clone() };
                Some(self.solver.look(position, &limits, &mut budget, &is_stopped).0)
            }
        };
        // Even a search without means counts: whoever goes on with them comes to an end.
        self.nodes += budget.nodes().max(1);
        match verdict? {
            SolverVerdict::Win { .. } => None,
            SolverVerdict::None => Some(Defence::Holds),
            SolverVerdict::Unknown => Some(Defence::NotRefuted),
        }
    }

    /// Whether the other side, now to move, is quickly seen to win by fours.
    fn loses_to_fours(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> bool {
        const QUICKLY: u64 = 2_000;
        let before = budget.narrow(QUICKLY);
        let win = self.plans.win(position, self.solver.fours(), budget);
        // A budget that is spent ends the next search as well.
        let _ = budget.widen(before);
        let fits =
            |moves: u16| self.limits.plies.is_none_or(|most| 2 * u32::from(moves) - 1 <= most);
        matches!(win, Ok(Some(moves)) if fits(moves))
    }

    /// The other side chooses the block, and then some move must stop the kill.
    fn judge_four(&mut self, position: &mut Position, blocks: &[Point], share: usize) -> Status {
        if blocks.is_empty() {
            return Some(Defence::Holds);
        }
        // The block may go on with the attack by itself.
        let mut worst = self.judge_quiet(position, share)?;
        for &block in blocks {
            position.play(block);
            let status = self.best(position, share);
            position.undo();
            worst = worst.min(status?);
        }
        Some(worst)
    }

    /// The best that any move of the side to move can do.
    fn best(&mut self, position: &mut Position, share: usize) -> Status {
        if let Some(&known) = self.known.get(&position.key()) {
            return known;
        }
        let mut best = None;
        for point in legal_moves(position) {
            best = best.max(self.judge(position, point, share));
            if best == Some(Defence::Holds) {
                break;
            }
        }
        self.known.insert(position.key(), best);
        best
    }

    /// Whether the limits leave nothing: all that follows is not refuted.
    fn is_over(&self) -> bool {
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || self.limits.time.is_some_and(|time| self.begun.elapsed() >= time)
    }

    /// One of so many parts of what is left of the limits: nodes and time.
    fn share(&self, parts: usize) -> (u64, Option<Duration>) {
        let left = |time: Duration| time.saturating_sub(self.begun.elapsed()) / parts.max(1) as u32;
        let nodes = |most: u64| most.saturating_sub(self.nodes) / parts.max(1) as u64;
        (self.limits.nodes.map_or(u64::MAX, nodes), self.limits.time.map(left))
    }
}

fn legal_moves(position: &Position) -> Vec<Point> {
    let free = position.size().points().filter(|&point| position.is_free(point));
    free.filter(|&point| position.is_legal(point)).collect()
}
