//! A session answers every kind of request.

mod analysis;
mod certified;
mod engines;
mod find;
mod pondering;
mod proofs;
mod remembered;
mod wants;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use fastrand::Rng;
use tengen_analysis::Database;
use tengen_certificates::Libraries;
use tengen_core::Rule;
use tengen_engine::{EngineOptions, PatternTables, ProvenWin, SharedTables, Solver, Stop};

use crate::{Answer, AskError, Books, Event, Request, Want};
use engines::Engines;
use pondering::Pondering;

/// Answers requests: a [`Session`], or a stand-in for tests.
pub trait Ask: Send {
    /// Answers a request and reports its progress. It returns at the request's limits, or shortly after
    /// a stop.
    ///
    /// # Errors
    /// If the search panics, the network was made for another rule, or the engine does not play the requested
    /// opening.
    fn ask(
        &mut self,
        request: &Request,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Answer, AskError>;

    /// Ponders: searches for a request that is expected, on the opponent's time. If the next request has
    /// exactly this game, the search continues within the limits of that request (a ponder hit); any
    /// other request ends it.
    fn ponder(&mut self, request: &Request);

    /// Stops pondering without waiting for the search to end.
    fn stop_pondering(&mut self);
}

/// What all sessions of a process share: pattern tables, opening books, certificates and the analysis database.
/// Clones share them too.
#[derive(Clone, Debug, Default)]
pub struct SharedData {
    /// The pattern tables of each rule.
    pub tables: SharedTables,
    /// The opening books.
    pub books: Books,
    /// The certificates of the first player's win.
    pub certificates: Libraries,
    /// The analysis database, if there is one.
    pub database: Option<Arc<Database>>,
}

/// An engine with everything between it and a user: opening book, levels, pondering, and a proven win
/// that it plays out. It keeps its tables from one request to the next.
#[derive(Debug)]
pub struct Session {
    shared: SharedData,
    engines: Engines,
    /// The solver of analyses and proofs, and its memory in bytes.
    solver: Option<(usize, Solver)>,
    proven_win: ProvenWin,
    pondering: Option<Pondering>,
    rng: Rng,
}

/// A request that is being answered.
struct Call<'a> {
    begun: Instant,
    stop: &'a Stop,
    on_event: &'a mut dyn FnMut(&Event<'_>),
}

impl Session {
    /// A session with empty tables.
    pub fn new(shared: &SharedData) -> Session {
        Session {
            shared: shared.clone(),
            engines: Engines::default(),
            solver: None,
            proven_win: ProvenWin::default(),
            pondering: None,
            rng: Rng::new(),
        }
    }

    /// Also keeps the previous engine if it uses at most `memory` bytes, for callers that alternate
    /// between two sets of options.
    #[must_use]
    pub fn with_spare(mut self, memory: usize) -> Session {
        self.engines.keep_spare(memory);
        self
    }

    /// Seeds the generator of random choices.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = Rng::with_seed(seed);
    }

    /// Uses another analysis database from now on, or none.
    pub fn use_database(&mut self, database: Option<Arc<Database>>) {
        self.end_pondering();
        self.shared.database = database;
    }

    /// Builds the engine and the tables of a rule before a clock runs.
    pub fn prepare(&mut self, options: &EngineOptions, rule: Rule) {
        self.end_pondering();
        let engine = self.engines.fit(options, &self.shared.tables);
        drop(engine.tables(rule));
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.end_pondering();
        self.engines.forget();
        self.proven_win = ProvenWin::default();
        self.solver = None;
    }

    fn answer(&mut self, request: &Request, call: &mut Call<'_>) -> Result<Answer, AskError> {
        request.options.network.of(request.game.rule())?;
        match &request.want {
            Want::Opening(opening) => self.open(request, opening, call),
            _ if request.game.outcome().is_some() => Ok(Answer::default()),
            Want::Best => Ok(self.best(request, call)),
            Want::Level(level) => Ok(self.level(request, *level, call)),
            Want::Hint => Ok(self.hint(request, call)),
            Want::Analysis => Ok(self.analyze(request, call)),
            Want::Threat => Ok(self.threat(request, call)),
            Want::Proof(kind) => Ok(self.prove(request, *kind, call)),
            Want::Defences(kind) => Ok(self.defend(request, *kind, call)),
            Want::Balance { stones, bias } => Ok(self.balance(request, *stones, *bias, call)),
        }
    }

    fn tables(&self, request: &Request) -> Arc<PatternTables> {
        let weights = request.options.weights.clone();
        self.shared.tables.with_weights(weights).tables(request.game.rule())
    }

    /// Ends pondering, and takes the engine back.
    fn end_pondering(&mut self) {
        if let Some(engine) = self.pondering.take().and_then(Pondering::end) {
            self.engines.put(engine);
        }
    }
}

impl Ask for Session {
    fn ask(
        &mut self,
        request: &Request,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Answer, AskError> {
        let mut call = Call { begun: Instant::now(), stop, on_event };
        let answer = catch_unwind(AssertUnwindSafe(|| self.recall_or_answer(request, &mut call)));
        answer.unwrap_or_else(|panic| {
            // The panic may have left any state behind.
            (self.pondering, self.solver) = (None, None);
            self.engines.clear();
            Err(AskError::Crashed(panic_text(panic.as_ref())))
        })
    }

    fn ponder(&mut self, request: &Request) {
        self.end_pondering();
        if let Some(limits) = self.plan(request)
            && let Some(engine) = self.engines.take(&request.options, &self.shared.tables)
        {
            self.pondering = Pondering::begin(engine, request.game.clone(), limits);
        }
    }

    fn stop_pondering(&mut self) {
        if let Some(pondering) = &self.pondering {
            pondering.stop();
        }
    }
}

/// No pondering thread outlives its session.
impl Drop for Session {
    fn drop(&mut self) {
        self.end_pondering();
    }
}

/// What a panic says.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "the search broke down".to_owned())
}
