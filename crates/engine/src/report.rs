//! What a search tells: events on the way, a report at its end.

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
    /// The best lines, best first; empty only if there is no move to look at.
    pub pvs: Vec<Pv>,
    /// How deep the last finished work went, in plies; in an event, the depth that is at work.
    pub depth: u32,
    /// The deepest line looked at, in plies.
    pub seldepth: u32,
    /// Stones played in the search, by all threads.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// How full the table is of this search, 0 to 1000.
    pub table_fill: u32,
    /// If the best line is a win by force: its proof, checked.
    pub proof: Option<Arc<Proof>>,
}

/// A line of play and what it leads to, for the side to move.
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
        self.pvs.first().and_then(|line| line.moves.first()).copied()
    }

    /// The reply to it that the search expects: what to think about on the opponent's time.
    pub fn expected_reply(&self) -> Option<Point> {
        self.pvs.first().and_then(|line| line.moves.get(1)).copied()
    }

    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        // No search is so short that a microsecond would not do as its time.
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}

/// What a search reports while it thinks.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A depth was finished, or a better move found: what is known now.
    Progress(Report),
    /// The main search looks at this move now.
    Looking(Point),
}
