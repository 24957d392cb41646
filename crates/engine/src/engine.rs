//! The façade: an engine that searches games.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tengen_core::{Game, Rule};

use crate::report::{Event, Report};
use crate::search::{Deepening, Shared};
use crate::table::Table;
use crate::time::Timer;
use crate::{Limits, Params, Position, Stop, Tables, Weights};

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
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions { memory: 64 << 20, threads: 1, params: Params::default(), weights: None }
    }
}

/// What a thread needs for its position, lines, history and stack, generously.
const THREAD_BYTES: usize = 512 << 10;

impl EngineOptions {
    /// What the threads leave to the table; half of all where there is too little for both.
    fn table_bytes(&self) -> usize {
        let threads = self.threads.max(1).saturating_mul(THREAD_BYTES);
        self.memory.saturating_sub(threads).max(self.memory / 2)
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
        let table = Table::new(options.table_bytes());
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
        let timer = Timer::start(limits, game);
        let mut position = Position::of(game, self.tables(game.rule()));
        let moves = position.root_moves(limits);
        self.table.age();
        let shared = Shared {
            table: &self.table,
            params: &self.options.params,
            stop,
            done: Stop::new(),
            nodes: AtomicU64::new(0),
            timer: timer.with_choice(moves.points.len() > 1),
        };
        let mut main = Deepening::new(position.clone(), &shared, &moves, limits);
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
        main.report()
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
