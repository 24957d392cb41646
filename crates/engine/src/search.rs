//! The main search: iterative deepening over alpha-beta, as principal variation search (PVS).
//!
//! In reading order: [`deepening`] (depth after depth), [`root`] (root moves and aspiration
//! windows), [`node`] (one node, step by step), [`move_picker`] and [`history`] (move ordering),
//! [`pruning`] (pruning, reductions, extensions), [`quiescence`], [`forced_win`] (the solver beside
//! the search), [`tt`] and [`time`].

use std::sync::atomic::{AtomicU64, Ordering};

use tengen_core::Point;

use crate::position::candidates::Candidate;
use crate::position::eval::evaluate;
use crate::search::history::History;
use crate::search::time::Timer;
use crate::search::tt::TranspositionTable;
use crate::{Params, Position, Score, Stop};

mod deepening;
mod forced_win;
mod history;
mod move_picker;
mod node;
mod pruning;
mod quiescence;
mod root;
#[cfg(test)]
mod tests;
pub(crate) mod time;
pub(crate) mod tt;

pub(crate) use deepening::Deepening;
pub(crate) use forced_win::ForcedWinProbe;
pub(crate) use root::RootMoves;

/// No variation is longer: the board has 484 points, and some passes.
pub(crate) const MAX_PLY: usize = 500;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) params: &'a Params,
    /// Somebody outside wants the search to end.
    pub(crate) stop: &'a Stop,
    /// The main thread has finished.
    pub(crate) done: Stop,
    /// Nodes of all threads, added now and then.
    pub(crate) nodes: AtomicU64,
    pub(crate) timer: Timer<'a>,
}

/// One thread of a search: its own position and memory.
pub(crate) struct Worker<'a> {
    pub(crate) position: Position,
    pub(crate) shared: &'a Shared<'a>,
    history: History,
    /// Candidates of the nodes from the root to here, each node's after its parent's.
    moves: Vec<Candidate>,
    /// The principal variation (PV) found below each ply.
    pvs: Vec<Vec<Point>>,
    /// Quiet moves that these nodes tried without a cutoff, each node's after its parent's.
    quiets: Vec<Point>,
    /// Static evals of these nodes, by ply.
    static_evals: Vec<Score>,
    /// The TT move that a singular test leaves out, by ply.
    excluded: Vec<Option<Point>>,
    root_depth: i32,
    node_limit: Option<u64>,
    /// Nodes of all threads at which this one pauses.
    pause_at: u64,
    unreported: u64,
    pub(crate) seldepth: u32,
    stopped: bool,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(position: Position, shared: &'a Shared<'a>) -> Worker<'a> {
        Worker {
            position: position.with_features(),
            shared,
            history: History::new(shared.params),
            moves: Vec::with_capacity(4096),
            pvs: vec![Vec::new(); MAX_PLY + 2],
            quiets: Vec::with_capacity(1024),
            static_evals: vec![Score::DRAW; MAX_PLY + 2],
            excluded: vec![None; MAX_PLY + 2],
            root_depth: 0,
            node_limit: shared.timer.nodes(),
            pause_at: u64::MAX,
            unreported: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Plays a move, searches and takes it back: no path can forget the undo.
    fn with_move<T>(&mut self, point: Point, search: impl FnOnce(&mut Self) -> T) -> T {
        self.position.play(point);
        self.count_node();
        let result = search(self);
        self.position.undo();
        result
    }

    /// Counts a stone played, and checks the limits now and then.
    fn count_node(&mut self) {
        /// About a third of a millisecond: a stop is answered at once even on a share of a core
        /// (docs/measurements/archive/2026-11-16-stop-latency.md).
        const CHECK_NODES: u64 = 128;
        self.unreported += 1;
        if self.unreported >= CHECK_NODES {
            self.report_nodes();
            let shared = self.shared;
            let over = shared.timer.is_over(self.root_depth as u32);
            self.stopped |= over || shared.stop.is_stopped() || shared.done.is_stopped();
            self.node_limit = shared.timer.nodes();
        }
        let limit = self.node_limit.map_or(self.pause_at, |limit| limit.min(self.pause_at));
        if limit < u64::MAX {
            self.stopped |= self.nodes() >= limit;
        }
    }

    /// The static eval of the position, for a search within `alpha..beta`. Where the classical value is far outside
    /// of it, the network would hardly change that, and is not asked.
    fn evaluate(&mut self, alpha: Score, beta: Score) -> Score {
        let classical = evaluate(&self.position);
        let gap = (alpha.number() - classical.number()).max(classical.number() - beta.number());
        match gap > self.shared.params.network_gate {
            true => classical,
            false => self.position.value_by_network(),
        }
    }

    /// Plays a move and leaves it on the board.
    pub(crate) fn play(&mut self, point: Point) {
        self.position.play(point);
        self.count_node();
    }

    /// The value of a position that needs no search.
    pub(crate) fn at_once(&mut self) -> Option<Score> {
        self.decided(self.position.situation(), 0)
    }

    /// The value of the position by a short search.
    pub(crate) fn evaluate_leaf(&mut self) -> Score {
        let most = self.shared.params.mcts_leaf_depth;
        let mut score = Score::DRAW;
        for depth in most.min(1)..=most {
            self.root_depth = depth;
            score = self.search(node::NodeType::Pv, Score::LOWEST, Score::HIGHEST, depth, 0);
            if self.stopped || !score.is_estimate() {
                break;
            }
        }
        score
    }

    /// The value of the position and the best move, by a search as deep as the nodes allow; nothing if
    /// they do not suffice for the first ply.
    pub(crate) fn research(&mut self, nodes: u64) -> Option<(Score, Option<Point>)> {
        /// Where all is in the table, nodes set no limit.
        const DEEPEST: i32 = 40;
        self.pause_at = self.nodes().saturating_add(nodes);
        let mut found = None;
        for depth in 1..=DEEPEST {
            self.root_depth = depth;
            let score = self.search(node::NodeType::Pv, Score::LOWEST, Score::HIGHEST, depth, 0);
            if self.stopped {
                break;
            }
            found = Some((score, self.best()));
            if !score.is_estimate() {
                break;
            }
        }
        self.pause_at = u64::MAX;
        self.stopped = false;
        self.looks_up();
        found
    }

    /// The best move of the last short search.
    pub(crate) fn best(&self) -> Option<Point> {
        self.pvs[0].first().copied()
    }

    /// Whether the last search was stopped early: its value says nothing.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Checks whether the search has to end now.
    pub(crate) fn looks_up(&mut self) -> bool {
        let shared = self.shared;
        let over = shared.timer.is_over(1) || shared.stop.is_stopped() || shared.done.is_stopped();
        let limit = shared.timer.nodes();
        self.stopped |= over || limit.is_some_and(|limit| self.nodes() >= limit);
        self.stopped
    }

    /// Counts nodes that a solver searched for this worker.
    pub(crate) fn count_nodes(&mut self, nodes: u64) {
        self.unreported += nodes;
    }

    /// Nodes that may still be searched.
    pub(crate) fn left(&self) -> u64 {
        let limit = self.shared.timer.nodes();
        limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()))
    }

    /// Nodes of all threads so far.
    fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.unreported
    }

    /// Goes on after a pause, for this many nodes.
    fn resume(&mut self, nodes: u64) {
        self.report_nodes();
        let total = self.shared.nodes.load(Ordering::Relaxed);
        self.pause_at = total.saturating_add(nodes);
        self.stopped = false;
    }

    /// Adds this thread's nodes to those of all.
    pub(crate) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.unreported, Ordering::Relaxed);
        self.unreported = 0;
    }

    /// The PV of a ply becomes `point` and the PV of the next ply.
    fn update_pv(&mut self, ply: u32, point: Point) {
        let ply = ply as usize;
        let (above, below) = self.pvs.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(point);
        above[ply].extend_from_slice(&below[0]);
    }
}
