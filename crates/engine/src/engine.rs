//! The façade: an engine that searches games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tengen_core::{Game, Rule};

use crate::report::{Event, Line, Report};
use crate::search::{Deepening, RootLine, Shared, Worker};
use crate::table::Table;
use crate::{Limits, Params, Position, Stop, Tables, Weights};

/// What an engine may use.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Bytes for the table of positions.
    pub memory: usize,
    /// Threads that search.
    pub threads: usize,
    /// The numbers of the search.
    pub params: Params,
    /// The numbers of the evaluation; none means those that come with the engine.
    pub weights: Option<Arc<Weights>>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions { memory: 64 << 20, threads: 1, params: Params::default(), weights: None }
    }
}

/// An engine: its table outlives a search, so that the next one begins where the last ended.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_engine::{Engine, EngineOptions, Limits, Stop};
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "a1", "i8", "a2", "j8", "a3"] {
///     game.play(point.parse()?)?;
/// }
/// let mut engine = Engine::new(EngineOptions { memory: 1 << 20, ..EngineOptions::default() });
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let report = engine.search(&game, &limits, &Stop::new(), &mut |_| {});
/// assert!(["g8", "k8"].contains(&report.best().unwrap().to_string().as_str()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    options: EngineOptions,
    table: Table,
    /// The tables of rules met so far.
    rules: Vec<Arc<Tables>>,
}

impl Engine {
    /// An engine that knows nothing yet.
    pub fn new(options: EngineOptions) -> Engine {
        let table = Table::new(options.memory);
        Engine { options, table, rules: Vec::new() }
    }

    /// What it may use.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The tables of a rule, computed when first asked for.
    pub fn tables(&mut self, rule: Rule) -> Arc<Tables> {
        if let Some(known) = self.rules.iter().find(|tables| tables.rule() == rule) {
            return known.clone();
        }
        let tables = Arc::new(match &self.options.weights {
            Some(weights) => Tables::with_weights(rule, weights),
            None => Tables::new(rule),
        });
        self.rules.push(tables.clone());
        tables
    }

    /// Looks for the best move of the side to move.
    ///
    /// The game itself is not touched. A stopped search gives the best move of its last finished
    /// work. There is no line only if there is no move.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event),
    ) -> Report {
        let start = Instant::now();
        let position = Position::of(game, self.tables(game.rule()));
        self.table.age();
        let time = TimePlan::new(limits, &position);
        let nodes = AtomicU64::new(0);
        let done = Stop::new();
        let shared = Shared {
            table: &self.table,
            params: &self.options.params,
            stop,
            done: &done,
            nodes: &nodes,
            node_limit: limits.nodes,
            start,
            deadline: time.maximum,
        };
        let mut main = Worker::new(position.clone(), &shared);
        let (moves, are_all) = main.root_moves(limits);
        let roots: Vec<RootLine> = moves
            .into_iter()
            .map(|c| RootLine { score: crate::Score::DRAW, moves: vec![c.point] })
            .collect();
        let mut found = Deepening::default();
        let mut seldepth = 0;
        std::thread::scope(|scope| {
            for helper in 1..self.options.threads.max(1) {
                let (position, roots, shared) = (position.clone(), roots.clone(), &shared);
                let name = format!("search {helper}");
                let spawned =
                    std::thread::Builder::new().name(name).spawn_scoped(scope, move || {
                        help(Worker::new(position, shared), roots, limits, helper);
                    });
                // Fewer threads than asked for still play.
                if spawned.is_err() {
                    break;
                }
            }
            let mut roots = roots;
            let wanted = limits.lines.max(1);
            let most = limits.depth.map_or(MAX_DEPTH, |depth| (depth as i32).min(MAX_DEPTH));
            let mut calm = 0;
            for depth in 1..=most {
                if roots.is_empty() {
                    break;
                }
                let report = |lines: &[RootLine], depth: i32, worker: &Worker| Report {
                    lines: lines.iter().take(wanted).map(line).collect(),
                    depth: depth as u32,
                    selective_depth: worker.selective_depth,
                    nodes: nodes.load(Ordering::Relaxed),
                    elapsed: start.elapsed(),
                    table_fill: self.table.fill(),
                };
                let before = roots[0].moves[0];
                let finished = main.deepen(&mut roots, depth, wanted, |worker, lines| {
                    on_event(&Event::Progress(report(lines, depth, worker)));
                });
                if !finished {
                    // What an unfinished depth found to be better is better; but that the moves
                    // looked at lose says nothing of the others.
                    if found.lines.is_empty() || roots[0].moves[0] != found.lines[0].moves[0] {
                        found.lines = roots.clone();
                        found.lines.iter_mut().for_each(|l| l.score = l.score.unless_refuted());
                    }
                    break;
                }
                main.report_nodes();
                if !are_all {
                    roots.iter_mut().for_each(|line| line.score = line.score.unless_refuted());
                }
                found = Deepening { lines: roots.clone(), depth };
                on_event(&Event::Progress(report(&roots, depth, &main)));
                calm = if roots[0].moves[0] == before { calm + 1 } else { 0 };
                let best = roots[0].score;
                let decided =
                    wanted == 1 && (best.is_win() || best.is_loss()) && depth >= mate_depth(best);
                let forced = wanted == 1
                    && roots.len() == 1
                    && limits.depth.is_none()
                    && limits.nodes.is_none()
                    && time.maximum.is_some();
                if decided || forced || time.is_enough(start.elapsed(), calm) {
                    break;
                }
            }
            done.stop();
            seldepth = main.selective_depth;
            main.report_nodes();
            if found.lines.is_empty() {
                found.lines = roots;
            }
        });
        Report {
            lines: found.lines.iter().take(limits.lines.max(1)).map(line).collect(),
            depth: found.depth as u32,
            selective_depth: seldepth,
            nodes: nodes.load(Ordering::Relaxed),
            elapsed: start.elapsed(),
            table_fill: self.table.fill(),
        }
    }
}

/// No search goes deeper.
const MAX_DEPTH: i32 = 120;

/// The depth from which a mate cannot get shorter.
fn mate_depth(score: crate::Score) -> i32 {
    match score.verdict() {
        crate::Verdict::Wins { plies } | crate::Verdict::Loses { plies } => plies as i32,
        crate::Verdict::Unclear { .. } => MAX_DEPTH,
    }
}

fn line(root: &RootLine) -> Line {
    Line { moves: root.moves.clone(), verdict: root.score.verdict() }
}

/// What a helping thread does: the same at other depths, for the table's sake.
fn help(mut worker: Worker, mut roots: Vec<RootLine>, limits: &Limits, number: usize) {
    let wanted = limits.lines.max(1);
    let most = limits.depth.map_or(MAX_DEPTH, |depth| (depth as i32).min(MAX_DEPTH));
    for depth in 1..=most {
        let ahead = (depth + (number as i32 % 2)).min(most);
        if roots.is_empty() || !worker.deepen(&mut roots, ahead, wanted, |_, _| {}) {
            break;
        }
    }
    worker.report_nodes();
}

/// How long to think.
struct TimePlan {
    /// Enough, if nothing is unclear.
    optimum: Option<Duration>,
    /// No longer than this.
    maximum: Option<Duration>,
}

impl TimePlan {
    fn new(limits: &Limits, position: &Position) -> TimePlan {
        let free = position.size().area().saturating_sub(position.move_count());
        let from_clock = limits.clock.map(|clock| {
            let moves = (free / 2).clamp(8, 25) as u32;
            let share = clock.left / moves + clock.increment * 3 / 4;
            (share.min(clock.left / 2), (share * 4).min(clock.left / 2))
        });
        let maximum = match (limits.time, from_clock) {
            (Some(time), Some((_, most))) => Some(time.min(most)),
            (time, clock) => time.or(clock.map(|clock| clock.1)),
        };
        let optimum = from_clock.map(|clock| clock.0);
        TimePlan { optimum, maximum }
    }

    /// Whether another depth is not worth beginning.
    fn is_enough(&self, elapsed: Duration, calm: u32) -> bool {
        // The next depth takes about as long as all before together.
        let hopeless = self.maximum.is_some_and(|most| elapsed > most * 7 / 10);
        let patience = match calm {
            0 => 16,
            1..=3 => 11,
            _ => 8,
        };
        hopeless || self.optimum.is_some_and(|enough| elapsed * 10 > enough * patience / 2)
    }
}
