//! The second main search: a tree that grows where it looks best (MCTS).
//!
//! `tree` holds what is known of positions, `walker` is a thread that walks down the tree by PUCT: the
//! order of moves says how likely a move is the best before anything is known of it. A new position
//! is looked at by a search for wins by fours and a short alpha-beta search, and again by a kill search
//! and a deeper one as it is visited more often; wins and losses go up the tree as such.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tengen_core::Point;

use crate::search::time::{Moment, Timer, Unrest};
use crate::search::tt::TranspositionTable;
use crate::search::{RootMoves, Shared, Worker};
use crate::solver::Solver;
use crate::strategy::EndOfWork;
use crate::{
    EngineOptions, Event, Limits, Position, Pv, Report, Score, SharedTables, Stop, Strategy, Task,
    Threat,
};

mod tree;
mod walker;

use tree::{Curiosity, Edge, Tree};
use walker::{Common, Walker};

/// A tree search. The tree outlives a search: what lies below the moves that were played is kept.
#[derive(Debug)]
pub struct Mcts {
    options: EngineOptions,
    shared_tables: SharedTables,
    tree: Mutex<Tree>,
    table: TranspositionTable,
    kills: Vec<Solver>,
}

impl Mcts {
    /// A search that knows nothing yet.
    pub fn new(options: EngineOptions, shared_tables: SharedTables) -> Mcts {
        // Half of what the threads leave is for the table, three eighths for the tree.
        let table = TranspositionTable::new(options.table_bytes() / 2);
        let threads = options.threads.max(1);
        let bytes = options.table_bytes() / 8 / threads;
        let kills = (0..threads).map(|_| Solver::new(bytes)).collect();
        let tree = Mutex::new(Tree::new(options.params.mcts_sharpness as f32 / 100.0));
        Mcts { options, shared_tables, tree, table, kills }
    }

    fn curiosity(&self, limits: &Limits) -> Curiosity {
        let params = &self.options.params;
        // Whoever wants further lines wants them looked at as well.
        let wide = if limits.multipv > 1 { 1.5 } else { 1.0 };
        Curiosity {
            exploration: wide * params.mcts_exploration as f32 / 100.0,
            doubt: params.mcts_doubt as f32 / 100.0,
        }
    }
}

impl Strategy for Mcts {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let Task { game, limits, stop } = *task;
        let timer = Timer::of(task);
        let mut position = Position::of(game, self.shared_tables.tables(game.rule()));
        let moves = position.root_moves(limits);
        if moves.points.is_empty() {
            return Report::default();
        }
        self.table.new_search();
        self.kills.iter_mut().for_each(Solver::new_search);
        let curiosity = self.curiosity(limits);
        let most_bytes = self.options.table_bytes() * 3 / 8;
        let is_whole = limits.allow_all_moves();
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        // Below moves that were left out a tree would know too little, or too much.
        if !is_whole {
            tree.clear();
        }
        let shared = Shared {
            table: &self.table,
            params: &self.options.params,
            stop,
            done: Stop::new(),
            nodes: AtomicU64::new(0),
            timer: timer.with_choice(moves.points.len() > 1).with_any_depth(),
        };
        let (first, rest) = self.kills.split_first_mut().expect("there is a thread");
        let root = plant(tree, &mut position, &moves, &shared, first);
        let wanted = limits.multipv.max(1);
        let trust = self.options.params.mcts_trust as f32 / 100.0;
        let common = Common {
            tree: &self.tree,
            root,
            shared: &shared,
            most_bytes,
            curiosity,
            trust,
            weight: self.options.params.mcts_weight as f32 / 100.0,
            threads: self.options.threads.max(1) as u64,
            kill: self.options.kill,
            wanted,
        };
        let mut main = Main::new(&common, &moves);
        std::thread::scope(|scope| {
            let _end = EndOfWork(&shared.done);
            for (number, kills) in (1..).zip(rest) {
                let mut helper = Walker::new(&common, position.clone(), kills);
                let thread = std::thread::Builder::new().name(format!("tree {number}"));
                // Fewer threads than asked for still play.
                if thread.spawn_scoped(scope, move || while helper.walk() {}).is_err() {
                    break;
                }
            }
            main.run(&mut Walker::new(&common, position.clone(), first), on_event);
        });
        let report = main.report();
        if !is_whole {
            self.tree.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        }
        report
    }

    fn forget(&mut self) {
        self.tree.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        self.table.clear();
        self.kills.iter_mut().for_each(Solver::forget);
    }
}

/// The root of a search: what is known of the position, and the moves that are asked for.
fn plant(
    tree: &mut Tree,
    position: &mut Position,
    moves: &RootMoves,
    shared: &Shared<'_>,
    kills: &mut Solver,
) -> tree::NodeId {
    let root = match tree.find(position.key()) {
        Some(known) => tree.keep(known),
        None => {
            tree.clear();
            let mut worker = Worker::new(position.clone(), shared);
            let (score, hint) = walker::look(&mut worker, kills.fours());
            worker.report_nodes();
            // The answer needs a move, so that only its estimate is taken.
            let estimate = if score.is_estimate() { score } else { Score::DRAW };
            tree.add(position.key(), estimate, hint)
        }
    };
    let candidates: Vec<_> = moves.points.iter().map(|&point| position.candidate(point)).collect();
    let mut edges = walker::with_priors(&candidates);
    tree::trust_hint(tree.node(root).hint, shared.params.mcts_trust as f32 / 100.0, &mut edges);
    tree.expand(root, edges, moves.are_all.then_some(Score::LOWEST));
    for &point in &moves.points {
        if let Some(score) = end_by(position, point) {
            let end = tree.add(position.key_after(point), score, None);
            tree.link(root, point, end);
        }
    }
    tree.doubt(root);
    root
}

/// The score of the other side after a move that ends the game by itself: below the root nobody
/// plays one.
fn end_by(position: &Position, point: Point) -> Option<Score> {
    match position.threat(point, position.to_move()) {
        Threat::Five => Some(Score::loss_in(0)),
        _ if !position.is_legal(point) => Some(Score::win_in(0)),
        _ => None,
    }
}

/// The main thread of a search: when it ends, and what it tells.
struct Main<'a> {
    common: &'a Common<'a>,
    depth: u32,
    deepest: u32,
    unrest: Unrest,
    told: Told,
}

/// What was told last.
struct Told {
    best: Option<Point>,
    walks: u64,
    at: Moment,
}

impl<'a> Main<'a> {
    fn new(common: &'a Common<'a>, moves: &RootMoves) -> Main<'a> {
        let told = Told { best: moves.points.first().copied(), walks: 0, at: Moment::now() };
        Main { common, depth: 0, deepest: 0, unrest: Unrest::default(), told }
    }

    /// Walks until a limit is reached or everything is settled.
    fn run(&mut self, walker: &mut Walker<'_>, on_event: &mut dyn FnMut(&Event)) {
        /// So often at least, if there are news at all.
        const OFTEN: Duration = Duration::from_millis(100);
        let mut walks = 0_u64;
        while walker.walk() {
            walks += 1;
            self.deepest = self.deepest.max(walker.deepest);
            // Looks at everything are rare beside walks.
            if !walks.is_multiple_of(8) {
                continue;
            }
            let best = self.best();
            let has_changed = best != self.told.best;
            let has_doubled = walks >= 2 * self.told.walks;
            if !has_changed && !has_doubled && self.told.at.elapsed() < OFTEN {
                continue;
            }
            let report = self.report();
            self.depth = report.depth;
            let score = self.common.tree().node(self.common.root).value();
            self.unrest.note(has_changed, Score::estimate((400.0 * score) as i32));
            self.told = Told { best, walks, at: Moment::now() };
            on_event(&Event::Progress(report));
            if self.is_enough() {
                break;
            }
        }
        self.deepest = self.deepest.max(walker.deepest);
        on_event(&Event::Progress(self.report()));
    }

    fn best(&self) -> Option<Point> {
        let tree = self.common.tree();
        self.ranked(&tree).first().map(|edge| edge.point)
    }

    /// Whether more walks are not worth their time.
    fn is_enough(&self) -> bool {
        let timer = &self.common.shared.timer;
        timer.is_enough(&self.unrest) || timer.wanted_depth().is_some_and(|most| self.depth >= most)
    }

    /// The root moves, best first.
    fn ranked(&self, tree: &Tree) -> Vec<Edge> {
        let mut edges = tree.node(self.common.root).edges().to_vec();
        edges.sort_by(|a, b| {
            tree.rank(*b).total_cmp(&tree.rank(*a)).then(b.prior.total_cmp(&a.prior))
        });
        edges
    }

    /// What is known.
    fn report(&self) -> Report {
        let tree = self.common.tree();
        let shared = self.common.shared;
        let all: u32 = tree.node(self.common.root).edges().iter().map(|edge| edge.visits).sum();
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let share = |visits: u32| nodes * u64::from(visits) / u64::from(all.max(1));
        let ranked = self.ranked(&tree);
        let line = |edge: &Edge| {
            let mut moves = vec![edge.point];
            if let Some(child) = edge.child {
                tree.line(child, &mut moves);
            }
            let score = tree.score(*edge).unwrap_or(Score::DRAW);
            Pv { moves, verdict: score.verdict(), nodes: share(edge.visits) }
        };
        // What nobody looked at is no line, unless there is no other.
        let looked_at = ranked.iter().filter(|edge| edge.child.is_some()).count().max(1);
        let lines: Vec<Pv> =
            ranked.iter().take(self.common.wanted.min(looked_at)).map(line).collect();
        let depth = lines.first().map_or(0, |line| line.moves.len() as u32);
        let longest = lines.iter().map(|line| line.moves.len() as u32).max().unwrap_or(0);
        Report {
            pvs: lines,
            depth,
            seldepth: self.deepest.max(longest),
            nodes,
            elapsed: shared.timer.elapsed(),
            table_fill: (tree.bytes() * 1000 / self.common.most_bytes.max(1)).min(1000) as u32,
            ..Report::default()
        }
    }
}
