//! Options that several commands share, declared once.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tengen_core::{Rule, Size};
use tengen_engine::{Algorithm, EngineOptions, Limits, SolverKind, SolverLevel, Weights};
use tengen_formats::{Format, Rows};
use tengen_player::{Database, NetworkChoice, ReadNetworkError, SharedData, read_network};

use crate::machine;

/// The board on which a position is meant.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct BoardOptions {
    /// Rule of the game [default: what the file says, else freestyle]
    #[arg(long, value_parser = rule())]
    pub(crate) rule: Option<Rule>,

    /// Lines of the board, 5 to 22 [default: what the file says, else 15]
    #[arg(long, value_name = "LINES", value_parser = size)]
    pub(crate) size: Option<Size>,

    /// Where row 1 lies in positions and pos files that are read
    #[arg(long, value_name = "EDGE", default_value = "bottom", value_parser = rows())]
    pub(crate) rows: Rows,
}

/// How long and with what the engine searches.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct SearchOptions {
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,

    #[command(flatten)]
    pub(crate) budget: BudgetOptions,

    /// Depth of the search in plies
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,

    /// The main search: alpha-beta or Monte-Carlo tree search
    #[arg(long, value_name = "NAME", default_value = "alphabeta", value_parser = algorithm())]
    algorithm: Algorithm,

    /// The search for forced wins beside the main one: off, or how widely it looks for attacks
    #[arg(long, alias = "kill", value_name = "LEVEL", default_value = "slow",
        value_parser = solver_choice())]
    solver: SolverChoice,

    /// The longest forced win to look for, in plies up to and including the five [default: any]
    #[arg(long, alias = "kill-depth", value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,

    /// A network for the rule (docs/network-format.md), or none
    #[arg(long, value_name = "FILE", default_value = "none", value_parser = network)]
    network: NetworkChoice,
}

/// The analysis database of a command that searches.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct DatabaseOptions {
    /// Analysis database: what it knows is not searched again, and it gets what is found; made if it is missing
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

impl DatabaseOptions {
    /// What sessions share, with the database if one is wanted.
    pub(crate) fn shared(&self) -> anyhow::Result<SharedData> {
        let database = self.database.as_deref().map(Database::open).transpose()?;
        Ok(SharedData { database: database.map(Arc::new), ..SharedData::default() })
    }

    /// Says what went wrong with the database: the work went on without it.
    pub(crate) fn warn(shared: &SharedData) {
        if let Some(problem) = shared.database.as_ref().and_then(|database| database.problem()) {
            eprintln!("{problem}; not everything was remembered");
        }
    }
}

/// The level of the search for forced wins, or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SolverChoice(pub(crate) Option<SolverLevel>);

impl Default for SolverChoice {
    fn default() -> Self {
        SolverChoice(EngineOptions::default().solver)
    }
}

impl SolverChoice {
    const ALL: [SolverChoice; 4] = [
        SolverChoice(None),
        SolverChoice(Some(SolverLevel::Fast)),
        SolverChoice(Some(SolverLevel::Medium)),
        SolverChoice(Some(SolverLevel::Slow)),
    ];

    const fn name(self) -> &'static str {
        match self.0 {
            None => "off",
            Some(level) => level.name(),
        }
    }
}

impl SearchOptions {
    pub(crate) fn engine(&self) -> EngineOptions {
        let (memory, threads) = (self.budget.bytes(), self.threads.max(1));
        let (solver, max_plies) = (self.solver.0, self.max_plies);
        let (algorithm, network) = (self.algorithm, self.network.clone());
        let usual = EngineOptions::default();
        EngineOptions { memory, threads, solver, max_plies, algorithm, network, ..usual }
    }

    pub(crate) fn limits(&self) -> Limits {
        let time = self.budget.time(self.depth.is_some());
        Limits { time, nodes: self.budget.nodes, depth: self.depth, ..Limits::default() }
    }
}

/// What the search of a position may spend.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct BudgetOptions {
    /// Memory for the table of positions and the threads
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = memory)]
    pub(crate) memory: usize,

    /// Time a position [default: 1000 unless another limit is given]
    #[arg(long, value_name = "MS")]
    pub(crate) time: Option<u64>,

    /// Nodes a position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
}

impl BudgetOptions {
    /// The memory in bytes.
    pub(crate) fn bytes(self) -> usize {
        self.memory << 20
    }

    /// The time: a second where nothing else, here or elsewhere, limits the search.
    pub(crate) fn time(self, limited_elsewhere: bool) -> Option<Duration> {
        let limited = limited_elsewhere || self.nodes.is_some();
        self.time.or((!limited).then_some(1000)).map(Duration::from_millis)
    }
}

/// Reads the name of a rule.
pub(crate) fn rule() -> impl TypedValueParser<Value = Rule> {
    let names = PossibleValuesParser::new(Rule::ALL.map(Rule::name));
    names.try_map(|name| name.parse::<Rule>())
}

/// Reads the name of a main search.
pub(crate) fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    let names = PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name));
    names.try_map(|name| name.parse::<Algorithm>())
}

/// Reads the kind of a forced win.
pub(crate) fn solver_kind() -> impl TypedValueParser<Value = SolverKind> {
    one_of(SolverKind::ALL, SolverKind::name)
}

/// Reads the level of the search for forced wins, or `off`.
pub(crate) fn solver_choice() -> impl TypedValueParser<Value = SolverChoice> {
    one_of(SolverChoice::ALL, SolverChoice::name)
}

/// Reads the level of the search for forced wins.
pub(crate) fn solver_level() -> impl TypedValueParser<Value = SolverLevel> {
    one_of(SolverLevel::ALL, SolverLevel::name)
}

/// Reads the name of one of several things.
fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let named = move |text: String| all.into_iter().find(|&one| name(one) == text);
    PossibleValuesParser::new(all.map(name)).try_map(move |text| named(text).ok_or("unknown name"))
}

/// Reads the edge on which row 1 lies.
pub(crate) fn rows() -> impl TypedValueParser<Value = Rows> {
    PossibleValuesParser::new(["bottom", "top"]).map(|edge| match edge.as_str() {
        "top" => Rows::Top,
        _ => Rows::Bottom,
    })
}

/// Reads the name of a format.
pub(crate) fn format() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    names.try_map(|name| name.parse::<Format>())
}

/// Reads the number of lines of a board.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let lines = text.parse().ok().and_then(Size::new);
    lines.ok_or_else(|| "a board has 5 to 22 lines".to_owned())
}

/// Reads how many threads, games or positions there are at the same time.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    /// More than any machine has. The system refuses far more only after it has made most of them.
    const MOST: usize = 1024;
    let count = text.parse().ok().filter(|&count| count <= MOST);
    count.ok_or_else(|| format!("a number up to {MOST} is wanted"))
}

/// Reads how many stones an opening has, at least and at most.
pub(crate) fn stones(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "this is not FEWEST,MOST with 1 to 40 stones".to_owned();
    let (fewest, most) = text.split_once(',').ok_or_else(wrong)?;
    let (fewest, most) = (fewest.parse().ok(), most.parse().ok());
    let both =
        fewest.zip(most).filter(|&(fewest, most)| 1 <= fewest && fewest <= most && most <= 40);
    both.ok_or_else(wrong)
}

/// Reads a number of megabytes for tables: at most what the machine has.
pub(crate) fn memory(text: &str) -> Result<usize, String> {
    /// Where the system does not say what it has: a terabyte.
    const MOST: u64 = 1 << 20;
    /// No machine is too small for the usual sizes: tables take memory only as they fill.
    const ALWAYS: u64 = 1 << 10;
    let installed = machine::installed_kib().map(|kib| kib >> 10);
    let most = installed.unwrap_or(MOST).max(ALWAYS);
    let megabytes = text.parse().ok().filter(|&megabytes| megabytes as u64 <= most);
    megabytes.ok_or_else(|| format!("a number of megabytes up to {most} is wanted"))
}

/// Reads a network from its file, or that there is to be none.
pub(crate) fn network(name: &str) -> Result<NetworkChoice, ReadNetworkError> {
    read_network(name)
}

/// Reads a file of weights for the engine.
pub(crate) fn weights(path: &std::path::Path) -> anyhow::Result<std::sync::Arc<Weights>> {
    let read =
        || -> anyhow::Result<Weights> { Ok(Weights::parse(&std::fs::read_to_string(path)?)?) };
    read().map(std::sync::Arc::new).with_context(|| path.display().to_string())
}
