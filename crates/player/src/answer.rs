//! The answer of a session, and its events on the way.

use std::sync::Arc;

use tengen_analysis::Entry;
use tengen_core::{Game, Point};
use tengen_engine::{Defence, NetworkError, Pv, Report, Verdict};
use tengen_proof::Proof;

use crate::{CannotOpen, Decision};

/// The answer to a [`Request`](crate::Request).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The best line; its first move is the one to play. For [`Want::Balance`](crate::Want::Balance) all
    /// stones; for an opening the move that starts ordinary play, if there is one.
    pub line: Vec<Point>,
    /// What the line leads to for the side to move; none without a search.
    pub verdict: Option<Verdict>,
    /// Where the line comes from.
    pub source: Source,
    /// The report of the search: PVs, nodes, time.
    pub report: Report,
    /// Whether the session had pondered this position; none if it did not ponder.
    pub pondered: Option<bool>,
    /// What to do in an opening.
    pub opening: Option<Decision>,
    /// In an analysis: what the solver found; none if it was off. For [`Want::Proof`](crate::Want::Proof) too.
    pub forced_win: Option<ForcedWin>,
    /// For [`Want::Proof`](crate::Want::Proof): the proof, if there is a win. It was checked.
    pub proof: Option<Arc<Proof>>,
    /// For [`Want::Defences`](crate::Want::Defences): the moves that are not refuted. All others lose.
    pub defences: Option<Vec<(Point, Defence)>>,
    /// In an analysis: how it ended.
    pub ending: Option<Ending>,
    /// For [`Source::Remembered`]: what the analysis database had.
    pub remembered: Option<Entry>,
}

/// Where a move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// The best move of a search.
    #[default]
    Search,
    /// The opening book.
    Book,
    /// A certificate of the first player's win.
    Certificate,
    /// A win that was proven before.
    Proof,
    /// The analysis database. A verdict that is proven has a proof, which was checked again.
    Remembered,
    /// The only move: it makes five or blocks one.
    Forced,
    /// The choice of a level: one of the nearly best moves of a search, or a move by policy alone.
    Level,
    /// Any free point: the search had no legal move.
    Any,
}

/// What the solver knows about a forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForcedWin {
    /// It is still searching.
    Searching,
    /// The side to move wins; the proof was checked.
    Win {
        /// Plies up to the five, against the longest defence.
        plies: u32,
        /// One of the longest lines.
        line: Vec<Point>,
    },
    /// There is no forced win.
    None,
    /// It ended before it found out.
    Unknown,
}

/// How an analysis ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was stopped from outside.
    Stopped,
    /// It reached its limits, or had nothing left to search.
    Limit,
    /// Every PV is proved.
    Solved,
}

/// What a session reports while it searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event<'a> {
    /// The state of the search.
    Progress(&'a Report),
    /// The root move that the main search has started on.
    Looking(Point),
    /// In an analysis: the state of the solver.
    ForcedWin(&'a ForcedWin),
}

impl<'a> From<&'a tengen_engine::Event> for Event<'a> {
    fn from(event: &'a tengen_engine::Event) -> Event<'a> {
        match event {
            tengen_engine::Event::Progress(report) => Event::Progress(report),
            tengen_engine::Event::Looking(point) => Event::Looking(*point),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AskError {
    /// The engine does not play this opening.
    #[error(transparent)]
    CannotOpen(#[from] CannotOpen),
    /// The network was made for another rule.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The search panicked. The session continues with a new engine.
    #[error("{0}")]
    Crashed(String),
}

impl Answer {
    /// A move without a search.
    pub fn unsearched(point: Option<Point>, source: Source) -> Answer {
        Answer { line: point.into_iter().collect(), source, ..Answer::default() }
    }

    /// The best PV of a report.
    pub(crate) fn of(report: Report, source: Source) -> Answer {
        let best = report.pvs.first();
        let line = best.map_or_else(Vec::new, |pv: &Pv| pv.moves.clone());
        let verdict = best.map(|pv| pv.verdict);
        Answer { line, verdict, source, report, ..Answer::default() }
    }

    /// The move to play.
    pub fn point(&self) -> Option<Point> {
        self.line.first().copied()
    }

    /// The game after the move and the expected reply: what to ponder. None if no reply is expected or
    /// the game ends before it.
    pub fn expected(&self, game: &Game) -> Option<Game> {
        let (moves, _) = self.line.split_first_chunk::<2>()?;
        let mut after = game.clone();
        moves.iter().all(|&point| after.play(point) == Ok(None)).then_some(after)
    }
}
