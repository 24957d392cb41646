//! Iterative deepening: depth after depth, and what is known if the search ends here.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tengen_core::Point;
use tengen_proof::Proof;

use super::{ForcedWinProbe, RootLine, RootMoves, RootNews, Shared, Worker};
use crate::report::{Event, Pv, Report};
use crate::search::time::Unrest;
use crate::solver::Budget;
use crate::{Limits, Position, Score, Verdict};

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
    /// The kill search beside it, if there is one.
    hunt: Option<ForcedWinProbe<'a>>,
    /// Root moves that a kill of the enemy refutes.
    lost: Vec<RootLine>,
    /// The win by force that was found.
    proof: Option<Arc<Proof>>,
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
            wanted: limits.multipv.max(1),
            depth: 0,
            unrest: Unrest::default(),
            hunt: None,
            lost: Vec::new(),
            proof: None,
        }
    }

    /// The same with a kill search beside it.
    pub(crate) fn with_hunt(self, hunt: Option<ForcedWinProbe<'a>>) -> Deepening<'a> {
        Deepening { hunt, ..self }
    }

    /// Deepens until a limit is reached or nothing is left to find.
    pub(crate) fn run(&mut self, on_event: &mut dyn FnMut(&Event)) {
        while self.depth < self.most()
            && self.deepen_once(on_event)
            && !self.is_enough()
            && !self.is_settled_by_force(on_event)
        {}
        self.avoid_fours(on_event);
        self.worker.report_nodes();
    }

    /// Deepens until so many nodes or a limit is reached, or the side to move seems to win; the move
    /// that seems to. Asked again, it goes on from there.
    pub(crate) fn claim(&mut self, nodes: u64) -> Option<Point> {
        self.worker.resume(nodes);
        while self.depth < self.most()
            && self.deepen_once(&mut |_| {})
            && !self.is_enough()
            && !self.found[0].score.seems_won()
        {}
        self.worker.report_nodes();
        let best = self.found.first().filter(|line| line.score.seems_won());
        best.map(|line| line.moves[0])
    }

    /// Whatever the search thought of: no move is answered that lets the enemy win by fours while
    /// another is left.
    fn avoid_fours(&mut self, on_event: &mut dyn FnMut(&Event)) {
        /// A few milliseconds at most, mostly a small part of one: it is worth them even after the
        /// time of the search.
        const NODES: u64 = 8_000;
        let mut budget = Budget::new(NODES, &|| false);
        let is_open = |score: Score| !score.is_win() && !score.is_loss();
        while let Some(line) = self.found.first().filter(|line| is_open(line.score)) {
            let best = line.moves[0];
            let hunt = self.hunt.as_mut();
            let loss = hunt.and_then(|hunt| {
                let at_once = hunt.refutation_by_fours(best, &mut budget);
                at_once.or_else(|| hunt.is_vain_four(best, &mut budget))
            });
            let Some(loss) = loss else { break };
            let is_lost = self.give_up(best, loss);
            on_event(&Event::Progress(self.report()));
            if is_lost {
                break;
            }
        }
    }

    /// Lets the kill search have its share; whether it leaves nothing to look for.
    fn is_settled_by_force(&mut self, on_event: &mut dyn FnMut(&Event)) -> bool {
        let shared = self.worker.shared;
        let RootLine { score, ref moves, .. } = self.found[0];
        let Some(hunt) = self.hunt.as_mut().filter(|_| !score.is_win()) else { return false };
        let margin = shared.params.solver_margin;
        let hopes = score >= Score::estimate(margin);
        let fears = score <= Score::estimate(-margin);
        if hopes && let Some(proof) = hunt.win(shared) {
            let score = Score::win_in(proof.plies());
            self.found.insert(0, RootLine { score, moves: proof.main_line(), nodes: 0 });
            self.proof = Some(proof);
            on_event(&Event::Progress(self.report()));
            return true;
        }
        let best = moves[0];
        if fears
            && !score.is_loss()
            && let Some(loss) = hunt.refutation(best, shared)
        {
            let is_lost = self.give_up(best, loss);
            on_event(&Event::Progress(self.report()));
            return is_lost;
        }
        false
    }

    /// A root move loses by force: the others are looked at again. Whether there are none.
    fn give_up(&mut self, point: Point, loss: Score) -> bool {
        self.roots.retain(|line| line.moves[0] != point);
        self.lost.push(RootLine { score: loss, moves: vec![point], nodes: 0 });
        if self.roots.is_empty() {
            // All lose: the longest resistance.
            self.lost.sort_by_key(|line| std::cmp::Reverse(line.score));
            self.found.clone_from(&self.lost);
            if !self.are_all {
                doubt_losses(&mut self.found);
            }
            return true;
        }
        // Of the others some may be known to lose, which says nothing of the rest.
        self.roots.sort_by_key(|line| line.score.is_loss());
        doubt_losses(&mut self.roots);
        self.found.clone_from(&self.roots);
        self.depth = self.depth.saturating_sub(1);
        false
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

    /// Nodes so far, of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.worker.shared.nodes.load(Ordering::Relaxed)
    }

    /// What is known.
    pub(crate) fn report(&self) -> Report {
        let report = report(&self.worker, &self.found, self.wanted, self.depth);
        Report { proof: self.proof.clone(), ..report }
    }

    fn most(&self) -> u32 {
        let limit = self.worker.shared.timer.wanted_depth().unwrap_or(MAX_DEPTH);
        if self.roots.is_empty() { 0 } else { limit.min(MAX_DEPTH) }
    }

    /// One depth more; false if it was not finished.
    fn deepen_once(&mut self, on_event: &mut dyn FnMut(&Event)) -> bool {
        let (wanted, depth) = (self.wanted, self.depth + 1);
        let on_news = |worker: &mut Worker<'_>, news: RootNews<'_>| match news {
            RootNews::Looking(point) => on_event(&Event::Looking(point)),
            RootNews::Better(roots) => {
                worker.report_nodes();
                let mut best: Vec<RootLine> = roots.iter().take(wanted).cloned().collect();
                doubt_losses(&mut best);
                on_event(&Event::Progress(report(worker, &best, wanted, depth)));
            }
        };
        let finished = self.worker.deepen(&mut self.roots, depth as i32, wanted, on_news);
        if !finished || !self.are_all {
            doubt_losses(&mut self.roots);
        }
        let has_changed = self.roots[0].moves[0] != self.found[0].moves[0];
        // What an unfinished depth found to be better is better.
        if finished || has_changed || self.depth == 0 {
            self.found.clone_from(&self.roots);
            // Of moves that all lose, the one that resists longest, wherever it was refuted.
            let longest = self.lost.iter().max_by_key(|line| line.score);
            let longest = longest.filter(|line| self.found[0].score < line.score).cloned();
            self.found.splice(..0, longest);
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
    let line = |root: &RootLine| Pv {
        moves: root.moves.clone(),
        verdict: root.score.verdict(),
        nodes: root.nodes,
    };
    let shared = worker.shared;
    let lines: Vec<Pv> = lines.iter().take(wanted).map(line).collect();
    // A line may end with a five that was seen and not played.
    let longest = lines.iter().map(|line| line.moves.len() as u32).max().unwrap_or(0);
    Report {
        pvs: lines,
        depth,
        seldepth: worker.seldepth.max(longest),
        nodes: shared.nodes.load(Ordering::Relaxed),
        elapsed: shared.timer.elapsed(),
        table_fill: shared.table.fill(),
        ..Report::default()
    }
}
