//! The façade: an engine that searches games.

use std::str::FromStr;
use std::sync::Arc;

use tengen_core::{Game, Rule};

use crate::report::{Event, Report};
use crate::{
    AlphaBeta, Follow, Limits, Mcts, Params, PatternTables, Race, Share, SharedTables, SolverLevel,
    Stop, Strategy, Task, VctProbe, Weights,
};

/// What an engine may use.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    pub kill: Option<SolverLevel>,
    /// The longest win by force that is looked for, in plies.
    pub max_plies: Option<u32>,
    /// Whether the kill search has one of the threads for itself, if there are two or more.
    pub solver_thread: bool,
    /// The main search.
    pub algorithm: Algorithm,
}

/// The main search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Algorithm {
    /// Alpha-beta.
    #[default]
    AlphaBeta,
    /// A tree that grows where it looks best.
    Mcts,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Algorithm; 2] = [Algorithm::AlphaBeta, Algorithm::Mcts];

    /// The name users know.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::Mcts => "mcts",
        }
    }
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            memory: 64 << 20,
            threads: 1,
            params: Params::default(),
            weights: None,
            kill: Some(SolverLevel::default()),
            max_plies: None,
            solver_thread: false,
            algorithm: Algorithm::default(),
        }
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == text);
        known.ok_or_else(|| format!("there is no algorithm '{text}'"))
    }
}

/// What a thread needs for its position, lines, history and stack, generously.
const THREAD_BYTES: usize = 512 << 10;

impl EngineOptions {
    /// What the threads and the kill search leave to the table; half of all where there is too
    /// little for both.
    pub(crate) fn table_bytes(&self) -> usize {
        let threads = self.threads.max(1).saturating_mul(THREAD_BYTES);
        self.memory.saturating_sub(threads + self.solver_bytes()).max(self.memory / 2)
    }

    /// What the kill search may remember.
    pub(crate) fn solver_bytes(&self) -> usize {
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
    shared_tables: SharedTables,
    strategy: Follow,
}

impl Engine {
    /// An engine that knows nothing yet.
    pub fn new(options: EngineOptions) -> Engine {
        Engine::with_tables(options, &SharedTables::default())
    }

    /// The same, with tables that others use too.
    pub fn with_tables(options: EngineOptions, shared: &SharedTables) -> Engine {
        let shared_tables = shared.with_weights(options.weights.clone());
        let strategy = Follow::new(compose(&options, &shared_tables));
        Engine { options, shared_tables, strategy }
    }

    /// What it may use.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.strategy.forget();
    }

    /// The tables of a rule, computed when first asked for.
    pub fn tables(&self, rule: Rule) -> Arc<PatternTables> {
        self.shared_tables.tables(rule)
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
        self.strategy.search(&Task { game, limits, stop }, on_event)
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
    /// assert_eq!(threat.pvs[0].verdict, Verdict::Wins { plies: 3 });
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

/// The strategy that the options ask for.
fn compose(options: &EngineOptions, shared_tables: &SharedTables) -> Box<dyn Strategy> {
    let has_killer = options.kill.is_some() && options.solver_thread && options.threads > 1;
    let for_main = match has_killer {
        true => EngineOptions { threads: options.threads - 1, ..options.clone() },
        false => options.clone(),
    };
    let killer = || Box::new(VctProbe::new(options, shared_tables.clone()));
    let main: Box<dyn Strategy> = match options.algorithm {
        // It has a kill search of its own on a share of its thread, for the defence as well.
        Algorithm::AlphaBeta => Box::new(AlphaBeta::new(for_main, shared_tables.clone())),
        Algorithm::Mcts => {
            let tree = Box::new(Mcts::new(for_main, shared_tables.clone()));
            let percent = options.params.solver_share as u64;
            match options.kill {
                Some(_) if !has_killer => Box::new(Share::new(tree, killer(), percent)),
                _ => tree,
            }
        }
    };
    if has_killer { Box::new(Race::new(main, vec![killer()])) } else { main }
}
