//! The façade: an engine that searches games.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tengen_core::{Game, Point, Rule};
use tengen_proof::Follower;

use crate::report::{Event, Line, Report};
use crate::search::{Deepening, Hunt, Shared};
use crate::table::Table;
use crate::time::Timer;
use crate::{KillLevel, KillSolver, Limits, Params, Position, Stop, Tables, Verdict, Weights};

/// What an engine may use.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Bytes for what grows with the search: the table of positions, and what each thread needs
    /// beside it. What is computed once for a rule, a few megabytes, comes on top.
    pub memory: usize,
    /// Threads that search.
    pub threads: usize,
    /// The numbers of the search.
    pub params: Params,
    /// The numbers of the evaluation; none means those that come with the engine.
    pub weights: Option<Arc<Weights>>,
    /// Where the kill search beside the main search looks for the next attack; none: no kill
    /// search.
    pub kill: Option<KillLevel>,
    /// The longest win by force that is looked for, in plies.
    pub kill_plies: Option<u32>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            memory: 64 << 20,
            threads: 1,
            params: Params::default(),
            weights: None,
            kill: Some(KillLevel::default()),
            kill_plies: None,
        }
    }
}

/// What a thread needs for its position, lines, history and stack, generously.
const THREAD_BYTES: usize = 512 << 10;

impl EngineOptions {
    /// What the threads and the kill search leave to the table; half of all where there is too
    /// little for both.
    fn table_bytes(&self) -> usize {
        let threads = self.threads.max(1).saturating_mul(THREAD_BYTES);
        self.memory.saturating_sub(threads + self.kill_bytes()).max(self.memory / 2)
    }

    /// What the kill search may remember.
    fn kill_bytes(&self) -> usize {
        if self.kill.is_some() { self.memory / 8 } else { 0 }
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
    kills: KillSolver,
    /// The proven win that is being played.
    follower: Option<Follower>,
}

impl Engine {
    /// An engine that knows nothing yet.
    pub fn new(options: EngineOptions) -> Engine {
        let table = Table::new(options.table_bytes());
        let kills = KillSolver::new(options.kill_bytes());
        Engine { options, table, rules: Vec::new(), kills, follower: None }
    }

    /// What it may use.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.table.clear();
        self.kills.forget();
        self.follower = None;
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
    /// work. There is no line only if there is no move. A win that was proven before is played on
    /// without a search as long as the game stays in its proof.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event),
    ) -> Report {
        let timer = Timer::start(limits, game.size().area() - game.board().stone_count());
        if let Some(report) = self.follow(game, limits) {
            return Report { elapsed: timer.elapsed(), ..report };
        }
        let mut position = Position::of(game, self.tables(game.rule()));
        let moves = position.root_moves(limits);
        self.table.age();
        self.kills.grow_older();
        let shared = Shared {
            table: &self.table,
            params: &self.options.params,
            stop,
            done: Stop::new(),
            nodes: AtomicU64::new(0),
            timer: timer.with_choice(moves.points.len() > 1),
        };
        let any_move = limits.lines <= 1 && limits.exclude.is_empty() && limits.only.is_empty();
        let share = self.options.params.kill_share as u64;
        let level = self.options.kill.filter(|_| any_move && share > 0);
        let (kills, plies) = (&mut self.kills, self.options.kill_plies);
        let hunt = level.map(|level| Hunt::new(kills, position.clone(), level, plies, share));
        let mut main = Deepening::new(position.clone(), &shared, &moves, limits).with_hunt(hunt);
        std::thread::scope(|scope| {
            let _end = EndOfWork(&shared.done);
            for number in 1..self.options.threads.max(1) {
                let helper = Deepening::new(position.clone(), &shared, &moves, limits);
                let thread = std::thread::Builder::new().name(format!("search {number}"));
                // Fewer threads than asked for still play.
                if thread.spawn_scoped(scope, move || helper.help(number as u32)).is_err() {
                    break;
                }
            }
            main.run(on_event);
        });
        let report = main.report();
        self.follower = report.proof.clone().map(Follower::new);
        report
    }

    /// The next move of a proven win, if the game is still in its proof.
    fn follow(&mut self, game: &Game, limits: &Limits) -> Option<Report> {
        let point = self.follower.as_mut()?.catch_up(game);
        let Ok(point) = point else {
            self.follower = None;
            return None;
        };
        let allowed = |point: &Point| {
            !limits.exclude.contains(point)
                && (limits.only.is_empty() || limits.only.contains(point))
        };
        point.filter(|point| limits.lines <= 1 && allowed(point))?;
        let moves = self.follower.as_ref()?.line();
        let verdict = Verdict::Wins { plies: moves.len() as u32 };
        let depth = moves.len() as u32;
        let lines = vec![Line { moves, verdict, nodes: 0 }];
        Some(Report { lines, depth, selective_depth: depth, ..Report::default() })
    }

    /// What the other side would play if the side to move passed: what it threatens.
    ///
    /// The report is that of the other side, its verdicts too. In a game that is over there is
    /// nothing to pass, and no line.
    ///
    /// ```
    /// # use tengen_core::{Game, Rule, Size};
    /// # use tengen_engine::{Engine, EngineOptions, Limits, Stop, Verdict};
    /// let mut game = Game::new(Size::default(), Rule::Freestyle);
    /// for point in ["h8", "a1", "i8", "c1", "j8"] {
    ///     game.play(point.parse()?)?;
    /// }
    /// let mut engine = Engine::new(EngineOptions { memory: 1 << 20, ..EngineOptions::default() });
    /// let limits = Limits { depth: Some(2), ..Limits::default() };
    /// let threat = engine.search_after_pass(&game, &limits, &Stop::new(), &mut |_| {});
    /// assert_eq!(threat.lines[0].verdict, Verdict::Wins { plies: 3 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_after_pass(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event),
    ) -> Report {
        let mut passed = game.clone();
        match passed.pass() {
            Ok(()) => self.search(&passed, limits, stop, on_event),
            Err(_) => Report::default(),
        }
    }
}

/// Ends the helpers together with the main thread, even if that panics.
struct EndOfWork<'a>(&'a Stop);

impl Drop for EndOfWork<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
