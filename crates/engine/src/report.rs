//! What a search reports: events on the way, a report at its end.

use std::sync::Arc;
use std::time::Duration;

use tengen_core::Point;
use tengen_proof::Proof;

use crate::Verdict;

/// What a search found, and what it cost.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_engine::{Engine, EngineOptions, Event, Limits, Stop};
/// let mut engine = Engine::new(EngineOptions { memory: 1 << 20, ..EngineOptions::default() });
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// game.play("h8".parse()?)?;
/// let limits = Limits { depth: Some(4), multipv: 2, ..Limits::default() };
/// let mut depths = Vec::new();
/// let report = engine.search(&game, &limits, &Stop::new(), &mut |event| {
///     if let Event::Progress(so_far) = event {
///         depths.push(so_far.depth);
///     }
/// });
/// assert!(depths.contains(&1) && depths.contains(&4));
/// assert_eq!((report.depth, report.pvs.len()), (4, 2));
/// assert!(report.seldepth >= 2 && report.nodes > 100 && report.nps() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The principal variations (PVs), the best first, as many as [`crate::Limits::multipv`] asks
    /// for; empty only if there is no move to search.
    pub pvs: Vec<Pv>,
    /// The last finished depth, in plies; in an event, the depth under way.
    pub depth: u32,
    /// The selective depth: the longest line searched, in plies.
    pub seldepth: u32,
    /// Stones played in the search, by all threads.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// How full the TT is of this search's entries, 0 to 1000.
    pub table_fill: u32,
    /// If the best move wins by force: its proof, checked.
    pub proof: Option<Arc<Proof>>,
}

/// A principal variation (PV) and what it leads to, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Pv {
    /// The moves, the first of them the one to play.
    pub moves: Vec<Point>,
    /// What they lead to.
    pub verdict: Verdict,
    /// Nodes spent on the first move; with several threads, by all of them meanwhile.
    pub nodes: u64,
}

impl Report {
    /// The move to play.
    pub fn best(&self) -> Option<Point> {
        self.pvs.first().and_then(|pv| pv.moves.first()).copied()
    }

    /// The reply that the search expects: what to ponder on.
    pub fn expected_reply(&self) -> Option<Point> {
        self.pvs.first().and_then(|pv| pv.moves.get(1)).copied()
    }

    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        // A search of no measurable time counts as a microsecond.
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}

/// What a search reports while it thinks.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A depth was finished, or a better move was found: what is known now.
    Progress(Report),
    /// The main search starts with this root move now.
    Looking(Point),
}
