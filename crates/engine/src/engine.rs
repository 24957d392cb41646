//! The façade: an engine that searches games.

use std::str::FromStr;
use std::sync::Arc;

use tengen_core::{Game, Rule};

use crate::report::{Event, Report};
use crate::{
    AlphaBeta, Follow, Limits, Mcts, NetworkChoice, Params, PatternTables, Race, Share,
    SharedTables, SolverLevel, Stop, Strategy, Task, VctProbe, Weights,
};

/// What an engine may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Bytes for what grows with the search: the transposition table, the solver's table, and what
    /// each thread needs. The pattern tables of a rule, a few megabytes, come on top.
    pub memory: usize,
    /// Threads that search.
    pub threads: usize,
    /// The search parameters.
    pub params: Params,
    /// The weights of evaluation and policy; `None` means those that come with the engine.
    pub weights: Option<Arc<Weights>>,
    /// The network of evaluation and policy. One that was made for another rule than that of a game is left out.
    pub network: NetworkChoice,
    /// The level of the forced-win search beside the main search; `None`: there is none.
    pub solver: Option<SolverLevel>,
    /// The longest forced win it looks for, in plies up to and including the five.
    pub max_plies: Option<u32>,
    /// Whether it has one of the threads for itself, if there are two or more.
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
    /// Monte-Carlo tree search (MCTS).
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
            network: NetworkChoice::default(),
            solver: Some(SolverLevel::default()),
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

/// What a thread needs for its position, PVs, history and stack, generously.
const THREAD_BYTES: usize = 512 << 10;

impl EngineOptions {
    /// What the threads and the solver leave to the table; half of all where there is too little
    /// for both.
    pub(crate) fn table_bytes(&self) -> usize {
        let threads = self.threads.max(1).saturating_mul(THREAD_BYTES);
        self.memory.saturating_sub(threads.saturating_add(self.solver_bytes())).max(self.memory / 2)
    }

    /// Bytes for the tables of the solver.
    pub(crate) fn solver_bytes(&self) -> usize {
        if self.solver.is_some() { self.memory / 8 } else { 0 }
    }
}

/// An engine: its TT outlives a search, so that the next one starts where the last one ended.
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
        let shared_tables =
            shared.with_weights(options.weights.clone()).with_network(options.network.clone());
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

    /// Searches the best move of the side to move.
    ///
    /// The game itself is not touched. A stopped search gives the best move so far. The report has no
    /// PV only if there is no move. A win that was proven before is played on without a search as
    /// long as the game stays in its proof.
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
    /// nothing to pass, and no PV.
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
    let has_own_thread = options.solver.is_some() && options.solver_thread && options.threads > 1;
    let mut for_main = options.clone();
    if has_own_thread {
        for_main.threads -= 1;
    }
    let vct_probe = || Box::new(VctProbe::new(options, shared_tables.clone()));
    let main: Box<dyn Strategy> = match options.algorithm {
        // It has a forced-win search of its own on a share of its thread, for the defence as well.
        Algorithm::AlphaBeta => Box::new(AlphaBeta::new(for_main, shared_tables.clone())),
        Algorithm::Mcts => {
            let mcts = Box::new(Mcts::new(for_main, shared_tables.clone()));
            let percent = options.params.solver_share as u64;
            if options.solver.is_some() && !has_own_thread {
                Box::new(Share::new(mcts, vct_probe(), percent))
            } else {
                mcts
            }
        }
    };
    if has_own_thread { Box::new(Race::new(main, vec![vct_probe()])) } else { main }
}
