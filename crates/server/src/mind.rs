//! Who thinks: the engine, or a script in its place when a browser test wants to know every answer.

mod analysis;
mod engine;
mod scripted;

pub(crate) use engine::EngineMind;
pub(crate) use scripted::Script;
pub(crate) use tengen_player::Level;

use std::time::Duration;

use tengen_core::opening::{Act, Opening};
use tengen_core::{Game, Point, Rule, Side};
use tengen_engine::{Algorithm, Clock, Limits, Ponder, Report, SolverLevel, Stop, Verdict};

use crate::wire::{ProofKind, Score};

/// A position to analyse.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) game: Game,
    pub(crate) lines: usize,
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) exclude: Vec<Point>,
    pub(crate) only: Vec<Point>,
    pub(crate) kill: Option<SolverLevel>,
    pub(crate) algorithm: Algorithm,
    pub(crate) threads: usize,
    /// Bytes.
    pub(crate) memory: usize,
}

/// What is known of a position by now.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Thought {
    pub(crate) report: Report,
    pub(crate) kill: Option<Kill>,
}

/// What the search for wins by force knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kill {
    Searching,
    /// Proved and checked.
    Win {
        plies: u32,
        line: Vec<Point>,
    },
    None,
    Unknown,
}

/// How an analysis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Stopped,
    Limit,
    Solved,
}

/// How a move is to be found.
#[derive(Clone, Debug)]
pub(crate) struct Manner {
    pub(crate) level: Level,
    pub(crate) algorithm: Algorithm,
    pub(crate) kill: Option<SolverLevel>,
    /// Whether the best level plays from the opening book.
    pub(crate) book: bool,
    pub(crate) clock: Option<Clock>,
    /// All the time this move may take.
    pub(crate) time: Option<Duration>,
    pub(crate) threads: usize,
    /// If any: a person is to move, and this tells when the expected move was played.
    pub(crate) ponder: Option<Ponder>,
}

/// What is thought about on a person's time at most, so that a forgotten page is no stove.
const MOST_PONDERED: u64 = 100_000_000;

impl Manner {
    /// When a search for the move ends.
    pub(crate) fn limits(&self) -> Limits {
        let has_clock = self.clock.is_some() || self.time.is_some();
        let nodes = match (&self.ponder, has_clock) {
            (_, false) => Some(self.level.nodes()),
            (Some(_), true) => Some(MOST_PONDERED),
            (None, true) => None,
        };
        let (clock, time, ponder) = (self.clock, self.time, self.ponder.clone());
        Limits { clock, time, nodes, ponder, ..Limits::default() }
    }
}

/// A move, and what the engine thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chosen {
    pub(crate) line: Vec<Point>,
    pub(crate) verdict: Option<Verdict>,
    /// Whether it comes from the opening book.
    pub(crate) is_from_book: bool,
}

impl Chosen {
    /// A move that nobody thought about.
    pub(crate) fn unsearched(point: Point) -> Chosen {
        Chosen { line: vec![point], verdict: None, is_from_book: false }
    }
}

/// Whoever thinks about positions. A mind lives on a plain thread of its own.
pub(crate) trait Mind: Send {
    /// Thinks until the task's limits or `stop`, and tells what it knows on the way.
    fn analyse(&mut self, task: &Task, stop: &Stop, tell: &mut dyn FnMut(Thought)) -> Ending;

    /// The move of a level. None only if there is no move.
    fn choose(&mut self, game: &Game, manner: &Manner, stop: &Stop) -> Option<Chosen>;

    /// The best move, as far as a short wait allows.
    fn hint(&mut self, game: &Game, stop: &Stop) -> Option<Chosen>;

    /// What to do in an opening.
    fn open(
        &mut self,
        opening: &Opening,
        rule: Rule,
        level: Level,
        stop: &Stop,
    ) -> Result<Vec<Act>, String>;
}

/// Makes minds of one kind.
#[derive(Clone, Debug)]
pub(crate) enum Minds {
    Engine,
    Scripted(Script),
}

impl Minds {
    /// A mind that knows nothing yet.
    pub(crate) fn make(&self) -> Box<dyn Mind> {
        match self {
            Minds::Engine => Box::new(EngineMind::new()),
            Minds::Scripted(script) => Box::new(script.clone()),
        }
    }
}

/// What a verdict of the side to move means for Black. An estimate never looks like a proof.
pub(crate) fn score(verdict: Verdict, side: Side) -> Score {
    let proof = match verdict.for_black(side) {
        Verdict::Wins { .. } => Some(ProofKind::Win),
        Verdict::Loses { .. } => Some(ProofKind::Loss),
        Verdict::Unclear { .. } => None,
    };
    let (plies, centi) = match verdict.for_black(side) {
        Verdict::Wins { plies } | Verdict::Loses { plies } => (Some(plies), None),
        Verdict::Unclear { centi } => (None, Some(centi)),
    };
    Score { wp: verdict.black_win_rate(side), proof, plies, centi }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_blacks_and_estimates_are_never_certain() {
        let win = score(Verdict::Wins { plies: 7 }, Side::White);
        assert_eq!((win.wp, win.proof, win.plies), (0.0, Some(ProofKind::Loss), Some(7)));
        let likely = score(Verdict::Unclear { centi: 27_000 }, Side::White);
        assert!(likely.wp > 0.0 && likely.proof.is_none() && likely.centi == Some(-27_000));
    }
}
