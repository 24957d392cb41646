//! Iterative deepening: depth after depth, and what is known if the search ends here.

use std::sync::atomic::Ordering;

use super::{RootLine, RootMoves, Shared, Worker};
use crate::report::{Event, Line, Report};
use crate::time::Unrest;
use crate::{Limits, Position, Verdict};

/// No search goes deeper.
const MAX_DEPTH: u32 = 120;

/// A search under way, as its main thread knows it.
pub(crate) struct Deepening<'a> {
    worker: Worker<'a>,
    /// The root moves, the best of the depth at work first.
    roots: Vec<RootLine>,
    /// Whether no other move could be better if all of them lose.
    are_all: bool,
    wanted: usize,
    /// The same as the last finished work left them: the answer, whenever it is asked for.
    found: Vec<RootLine>,
    /// The depth of that work.
    depth: u32,
    unrest: Unrest,
}

impl<'a> Deepening<'a> {
    pub(crate) fn new(
        position: Position,
        shared: &'a Shared<'a>,
        moves: &RootMoves,
        limits: &Limits,
    ) -> Deepening<'a> {
        let roots = moves.lines();
        Deepening {
            worker: Worker::new(position, shared),
            found: roots.clone(),
            roots,
            are_all: moves.are_all,
            wanted: limits.lines.max(1),
            depth: 0,
            unrest: Unrest::default(),
        }
    }

    /// Deepens until a limit is reached or nothing is left to find.
    pub(crate) fn run(&mut self, on_event: &mut dyn FnMut(&Event)) {
        while self.depth < self.most() && self.deepen_once(on_event) && !self.is_enough() {}
        self.worker.report_nodes();
    }

    /// What the main thread of a search does, done for the sake of the table alone: `number`
    /// helpers look at different depths.
    pub(crate) fn help(mut self, number: u32) {
        while self.depth < self.most() {
            self.depth += 1;
            let ahead = (self.depth + number % 2).min(self.most());
            if !self.worker.deepen(&mut self.roots, ahead as i32, self.wanted, |_, _| {}) {
                break;
            }
        }
        self.worker.report_nodes();
    }

    /// What is known.
    pub(crate) fn report(&self) -> Report {
        report(&self.worker, &self.found, self.wanted, self.depth)
    }

    fn most(&self) -> u32 {
        let limit = self.worker.shared.timer.depth().unwrap_or(MAX_DEPTH);
        if self.roots.is_empty() { 0 } else { limit.min(MAX_DEPTH) }
    }

    /// One depth more; false if it was not finished.
    fn deepen_once(&mut self, on_event: &mut dyn FnMut(&Event)) -> bool {
        let (wanted, depth) = (self.wanted, self.depth + 1);
        let finished =
            self.worker.deepen(&mut self.roots, depth as i32, wanted, |worker, roots| {
                worker.report_nodes();
                let mut best: Vec<RootLine> = roots.iter().take(wanted).cloned().collect();
                doubt_losses(&mut best);
                on_event(&Event::Progress(report(worker, &best, wanted, depth)));
            });
        if !finished || !self.are_all {
            doubt_losses(&mut self.roots);
        }
        let has_changed = self.roots[0].moves[0] != self.found[0].moves[0];
        // What an unfinished depth found to be better is better.
        if finished || has_changed || self.depth == 0 {
            self.found.clone_from(&self.roots);
        }
        if finished {
            self.depth = depth;
            self.unrest.note(has_changed, self.found[0].score);
            self.worker.report_nodes();
            on_event(&Event::Progress(self.report()));
        }
        finished
    }

    /// Whether another depth is not worth beginning.
    fn is_enough(&self) -> bool {
        let is_decided = match self.found[0].score.verdict() {
            // From the depth of a mate on it cannot get shorter.
            Verdict::Wins { plies } | Verdict::Loses { plies } => self.depth >= plies,
            Verdict::Unclear { .. } => false,
        };
        self.wanted == 1 && is_decided || self.worker.shared.timer.is_enough(&self.unrest)
    }
}

/// That the moves looked at lose says nothing of the others.
fn doubt_losses(lines: &mut [RootLine]) {
    lines.iter_mut().for_each(|line| line.score = line.score.unless_refuted());
}

fn report(worker: &Worker, lines: &[RootLine], wanted: usize, depth: u32) -> Report {
    let line = |root: &RootLine| Line { moves: root.moves.clone(), verdict: root.score.verdict() };
    let shared = worker.shared;
    let lines: Vec<Line> = lines.iter().take(wanted).map(line).collect();
    // A line may end with a five that was seen and not played.
    let longest = lines.iter().map(|line| line.moves.len() as u32).max().unwrap_or(0);
    Report {
        lines,
        depth,
        selective_depth: worker.selective_depth.max(longest),
        nodes: shared.nodes.load(Ordering::Relaxed),
        elapsed: shared.timer.elapsed(),
        table_fill: shared.table.fill(),
    }
}
