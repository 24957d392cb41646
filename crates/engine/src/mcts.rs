//! Monte-Carlo tree search (MCTS), the second main search.
//!
//! `tree` holds the nodes, `simulation` is a thread that descends the tree by PUCT with the policy
//! as prior. There are no random playouts: a new leaf gets a VCF search and a short alpha-beta
//! search, and a node that is visited often is searched again, by VCT and deeper alpha-beta. Proved
//! wins and losses are backed up as such.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tengen_core::Point;

use crate::position::candidates::Coverage;
use crate::search::time::{Moment, SearchStability, Timer};
use crate::search::tt::TranspositionTable;
use crate::search::{RootMoves, Shared, Worker};
use crate::solver::Solver;
use crate::strategy::StopOnDrop;
use crate::{
    EngineOptions, Event, Limits, Position, Pv, Report, Score, SharedTables, Stop, Strategy, Task,
    Threat,
};

mod simulation;
mod tree;

use simulation::{Context, Simulator};
use tree::{Edge, Puct, Tree};

/// MCTS. The tree outlives a search: the part below the moves that were played is kept.
#[derive(Debug)]
pub struct Mcts {
    options: EngineOptions,
    shared_tables: SharedTables,
    tree: Mutex<Tree>,
    table: TranspositionTable,
    /// One for each thread.
    solvers: Vec<Solver>,
}

impl Mcts {
    /// A search that knows nothing yet.
    pub fn new(options: EngineOptions, shared_tables: SharedTables) -> Mcts {
        // Half of what the threads leave is for the table, three eighths are for the tree.
        let table = TranspositionTable::new(options.table_bytes() / 2);
        let threads = options.threads.max(1);
        let bytes = options.table_bytes() / 8 / threads;
        let solvers = (0..threads).map(|_| Solver::new(bytes)).collect();
        let tree = Mutex::new(Tree::new(options.params.mcts_max_backup as f32 / 100.0));
        Mcts { options, shared_tables, tree, table, solvers }
    }

    fn puct(&self, limits: &Limits) -> Puct {
        let params = &self.options.params;
        // With multi-PV the lesser moves should be searched too.
        let wide = if limits.multipv > 1 { 1.5 } else { 1.0 };
        Puct {
            c_puct: wide * params.mcts_c_puct as f32 / 100.0,
            fpu_reduction: params.mcts_fpu_reduction as f32 / 100.0,
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
        self.solvers.iter_mut().for_each(Solver::new_search);
        let puct = self.puct(limits);
        let max_bytes = self.options.table_bytes() / 8 * 3;
        let allows_all = limits.allow_all_moves();
        let tree = self.tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        // What a tree knows with some root moves left out does not hold for all of them, nor the
        // other way round.
        if !allows_all {
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
        let (first, rest) = self.solvers.split_first_mut().expect("there is a thread");
        let root = prepare_root(tree, &mut position, &moves, &shared, first);
        let context = Context {
            tree: &self.tree,
            root,
            shared: &shared,
            max_bytes,
            puct,
            hint_prior: self.options.params.mcts_hint_prior as f32 / 100.0,
            research_weight: self.options.params.mcts_research_weight as f32 / 100.0,
            threads: self.options.threads.max(1) as u64,
            solver: self.options.solver,
            multipv: limits.multipv.max(1),
        };
        let mut main = Main::new(&context, &moves);
        std::thread::scope(|scope| {
            let _stop = StopOnDrop(&shared.done);
            for (number, solver) in (1..).zip(rest) {
                let mut helper = Simulator::new(&context, position.clone(), solver);
                let thread = std::thread::Builder::new().name(format!("mcts {number}"));
                // Fewer threads than asked for still play.
                if thread.spawn_scoped(scope, move || while helper.simulate() {}).is_err() {
                    break;
                }
            }
            main.run(&mut Simulator::new(&context, position.clone(), first), on_event);
        });
        let report = main.report();
        if !allows_all {
            self.tree.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        }
        report
    }

    fn forget(&mut self) {
        self.tree.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        self.table.clear();
        self.solvers.iter_mut().for_each(Solver::forget);
    }
}

/// Makes the root node, or finds it in the tree, and gives it the moves of the search.
fn prepare_root(
    tree: &mut Tree,
    position: &mut Position,
    moves: &RootMoves,
    shared: &Shared<'_>,
    solver: &mut Solver,
) -> tree::NodeId {
    let kept = tree.find(position.key()).and_then(|known| tree.keep_subtree(known));
    let root = match kept {
        Some(root) => root,
        None => {
            tree.clear();
            let mut worker = Worker::new(position.clone(), shared);
            let (score, hint) = simulation::evaluate(&mut worker, solver.vcf());
            worker.report_nodes();
            // The answer needs a move, so a proved score of the root itself is of no use.
            let estimate = if score.is_estimate() { score } else { Score::DRAW };
            tree.add(position.key(), estimate, hint)
        }
    };
    let mut candidates: Vec<_> =
        moves.points.iter().map(|&point| position.candidate(point)).collect();
    position.clone().with_features().rank(&mut candidates);
    let mut edges = simulation::with_priors(&candidates);
    let hint_prior = shared.params.mcts_hint_prior as f32 / 100.0;
    tree::boost_hint(tree.node(root).hint, hint_prior, &mut edges);
    tree.expand(root, edges, (moves.coverage == Coverage::ALL).then_some(Score::LOWEST));
    for &point in &moves.points {
        if let Some(score) = final_score(position, point) {
            let end = tree.add(position.key_after(point), score, None);
            tree.link(root, point, end);
        }
    }
    tree.unsolve(root);
    root
}

/// The other side's score after a root move that ends the game. Below the root no such move is
/// played.
fn final_score(position: &Position, point: Point) -> Option<Score> {
    match position.threat(point, position.to_move()) {
        Threat::Five => Some(Score::loss_in(0)),
        _ if !position.is_legal(point) => Some(Score::win_in(0)),
        _ => None,
    }
}

/// The main thread: it decides when the search ends, and reports.
struct Main<'a> {
    context: &'a Context<'a>,
    depth: u32,
    deepest: u32,
    stability: SearchStability,
    last_report: LastReport,
}

/// What the last report said.
struct LastReport {
    best: Option<Point>,
    simulations: u64,
    at: Moment,
}

impl<'a> Main<'a> {
    fn new(context: &'a Context<'a>, moves: &RootMoves) -> Main<'a> {
        let best = moves.points.first().copied();
        let last_report = LastReport { best, simulations: 0, at: Moment::now() };
        Main { context, depth: 0, deepest: 0, stability: SearchStability::default(), last_report }
    }

    /// Runs simulations until a limit is reached or the root is solved.
    fn run(&mut self, simulator: &mut Simulator<'_>, on_event: &mut dyn FnMut(&Event)) {
        /// The time between reports where nothing changes.
        const REPORT_INTERVAL: Duration = Duration::from_millis(100);
        /// A look at all root moves takes longer than a simulation.
        const SIMULATIONS_PER_LOOK: u64 = 8;
        let mut simulations = 0_u64;
        while simulator.simulate() {
            simulations += 1;
            self.deepest = self.deepest.max(simulator.deepest);
            if !simulations.is_multiple_of(SIMULATIONS_PER_LOOK) {
                continue;
            }
            let best = self.best();
            let last = &self.last_report;
            let has_changed = best != last.best;
            let has_doubled = simulations >= 2 * last.simulations;
            if !has_changed && !has_doubled && last.at.elapsed() < REPORT_INTERVAL {
                continue;
            }
            let report = self.report();
            self.depth = report.depth;
            let score = self.context.tree().node(self.context.root).value();
            self.stability.note(has_changed, Score::estimate((400.0 * score) as i32));
            self.last_report = LastReport { best, simulations, at: Moment::now() };
            on_event(&Event::Progress(report));
            if self.is_enough() {
                break;
            }
        }
        self.deepest = self.deepest.max(simulator.deepest);
        on_event(&Event::Progress(self.report()));
    }

    fn best(&self) -> Option<Point> {
        let tree = self.context.tree();
        self.ranked(&tree).first().map(|edge| edge.point)
    }

    /// Whether more simulations are not worth their time.
    fn is_enough(&self) -> bool {
        let timer = &self.context.shared.timer;
        timer.is_enough(&self.stability)
            || timer.wanted_depth().is_some_and(|most| self.depth >= most)
    }

    /// The root moves, best first.
    fn ranked(&self, tree: &Tree) -> Vec<Edge> {
        let mut edges = tree.node(self.context.root).edges().to_vec();
        edges.sort_by(|a, b| {
            tree.rank(*b).total_cmp(&tree.rank(*a)).then(b.prior.total_cmp(&a.prior))
        });
        edges
    }

    /// What the tree says now.
    fn report(&self) -> Report {
        let tree = self.context.tree();
        let shared = self.context.shared;
        let all: u32 = tree.node(self.context.root).edges().iter().map(|edge| edge.visits).sum();
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let share = |visits: u32| nodes * u64::from(visits) / u64::from(all.max(1));
        let ranked = self.ranked(&tree);
        let pv = |edge: &Edge| {
            let mut moves = vec![edge.point];
            if let Some(child) = edge.child {
                tree.add_pv(child, &mut moves);
            }
            let score = tree.score(*edge).unwrap_or(Score::DRAW);
            Pv { moves, verdict: score.verdict(), nodes: share(edge.visits) }
        };
        // A move without a visit has no PV, unless there is no other move.
        let visited = ranked.iter().filter(|edge| edge.child.is_some()).count().max(1);
        let pvs: Vec<Pv> = ranked.iter().take(self.context.multipv.min(visited)).map(pv).collect();
        let depth = pvs.first().map_or(0, |pv| pv.moves.len() as u32);
        let longest = pvs.iter().map(|pv| pv.moves.len() as u32).max().unwrap_or(0);
        Report {
            pvs,
            depth,
            seldepth: self.deepest.max(longest),
            nodes,
            elapsed: shared.timer.elapsed(),
            table_fill: (tree.bytes() * 1000 / self.context.max_bytes.max(1)).min(1000) as u32,
            ..Report::default()
        }
    }
}
