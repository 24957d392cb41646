//! What a session answers.

use tengen_core::{Game, Point};
use tengen_engine::{Pv, Report, Verdict};

use crate::{CannotOpen, Decision};

/// The answer to a [`Request`](crate::Request).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The moves, the first of them the one to play: of balance stones all, of an opening the move
    /// that ordinary play begins with. Empty if there is none.
    pub line: Vec<Point>,
    /// What the line leads to, for the side to move; none if nobody searched.
    pub verdict: Option<Verdict>,
    /// Where the line comes from.
    pub source: Source,
    /// What the search found, and what it cost.
    pub report: Report,
    /// Whether the position was pondered; none if the session did not ponder at all.
    pub pondered: Option<bool>,
    /// What to do in an opening.
    pub opening: Option<Decision>,
    /// Of an analysis: what the search for a forced win knows; none if it was switched off.
    pub forced_win: Option<ForcedWin>,
    /// Of an analysis: how it ended.
    pub ending: Option<Ending>,
}

/// Where a move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// The best of a search.
    #[default]
    Search,
    /// The opening book.
    Book,
    /// A win that was proven before.
    Proof,
    /// There is no other: it makes five, or blocks one.
    Forced,
    /// A level's choice, among the nearly best of a search or at a glance.
    Level,
    /// No search had a move that may be played: some free point.
    Any,
}

/// What the search for a forced win knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForcedWin {
    /// It goes on.
    Searching,
    /// The side to move wins: proved and checked.
    Win {
        /// Plies to the five at the latest.
        plies: u32,
        /// One of the longest lines.
        line: Vec<Point>,
    },
    /// There is none.
    None,
    /// It ended before it knew.
    Unknown,
}

/// How an analysis ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// From outside.
    Stopped,
    /// At its limits, or with nothing left to look for.
    Limit,
    /// With a proof of every PV.
    Solved,
}

/// What a session tells while it thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event<'a> {
    /// What is known now.
    Progress(&'a Report),
    /// The main search looks at this move now.
    Looking(Point),
    /// What the search for a forced win knows now, in an analysis.
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
    /// The opening asks for something that the engine does not play.
    #[error(transparent)]
    CannotOpen(#[from] CannotOpen),
    /// The search broke down. The session goes on with another engine.
    #[error("{0}")]
    Crashed(String),
}

impl Answer {
    /// A move that nobody searched.
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

    /// The game after the move and the reply that is expected, which is what to ponder. None if no
    /// reply is expected, or the game ends before.
    pub fn expected(&self, game: &Game) -> Option<Game> {
        let (moves, _) = self.line.split_first_chunk::<2>()?;
        let mut after = game.clone();
        moves.iter().all(|&point| after.play(point) == Ok(None)).then_some(after)
    }
}
