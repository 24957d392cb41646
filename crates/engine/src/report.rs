//! What a search tells: events on the way, a report at its end.

use std::time::Duration;

use tengen_core::Point;

use crate::Verdict;

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The best lines, best first; empty only if there is no move to look at.
    pub lines: Vec<Line>,
    /// How deep the last finished work went, in plies.
    pub depth: u32,
    /// The deepest line looked at, in plies.
    pub selective_depth: u32,
    /// Stones played in the search.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// How full the table is, 0 to 1000.
    pub table_fill: u32,
}

/// A line of play and what it leads to, for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The moves, the first of them the one to play.
    pub moves: Vec<Point>,
    /// What they lead to.
    pub verdict: Verdict,
}

impl Report {
    /// The move to play.
    pub fn best(&self) -> Option<Point> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// What a search reports while it thinks.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A depth was finished, or a better move found: what is known now.
    Progress(Report),
}
