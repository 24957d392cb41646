//! Iterative deepening: depth after depth, and what is known if the search ends here.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tengen_core::Point;
use tengen_proof::Proof;

use super::root::{RootMove, RootNews};
use super::{ForcedWinProbe, RootMoves, Shared, Worker};
use crate::position::candidates::Coverage;
use crate::report::{Event, Pv, Report};
use crate::search::time::SearchStability;
use crate::solver::Budget;
use crate::{Limits, Position, Score, Verdict};

/// No search goes deeper: the TT keeps depths in a signed byte.
const MAX_DEPTH: u32 = 120;

/// A search under way, as its main thread knows it.
pub(crate) struct Deepening<'a> {
    worker: Worker<'a>,
    /// The root moves, the best of the current depth first.
    root_moves: Vec<RootMove>,
    /// Whether another move could be better if all of them lose.
    coverage: Coverage,
    multipv: usize,
    /// The root moves as the last finished depth left them: the answer, whenever it is wanted.
    found: Vec<RootMove>,
    /// That depth.
    depth: u32,
    stability: SearchStability,
    /// The solver beside the search, if there is one.
    probe: Option<ForcedWinProbe<'a>>,
    /// Root moves that a forced win of the enemy refutes.
    lost: Vec<RootMove>,
    /// The forced win that was found.
    proof: Option<Arc<Proof>>,
}

impl<'a> Deepening<'a> {
    pub(crate) fn new(
        position: Position,
        shared: &'a Shared<'a>,
        moves: &RootMoves,
        limits: &Limits,
    ) -> Deepening<'a> {
        let root_moves = moves.unsearched();
        Deepening {
            worker: Worker::new(position, shared),
            found: root_moves.clone(),
            root_moves,
            coverage: moves.coverage,
            multipv: limits.multipv.max(1),
            depth: 0,
            stability: SearchStability::default(),
            probe: None,
            lost: Vec::new(),
            proof: None,
        }
    }

    /// The same with the solver beside it.
    pub(crate) fn with_probe(self, probe: Option<ForcedWinProbe<'a>>) -> Deepening<'a> {
        Deepening { probe, ..self }
    }

    /// Deepens until a limit is reached or nothing is left to find.
    pub(crate) fn run(&mut self, on_event: &mut dyn FnMut(&Event)) {
        while self.depth < self.max_depth()
            && self.deepen_once(on_event)
            && !self.is_enough()
            && !self.is_settled_by_force(on_event)
        {}
        self.avoid_fours(on_event);
        self.worker.report_nodes();
    }

    /// Deepens until these nodes or a limit are used up, or the side to move seems to win; returns
    /// the move that seems to. The next call goes on from there.
    pub(crate) fn claim(&mut self, nodes: u64) -> Option<Point> {
        self.worker.resume(nodes);
        while self.depth < self.max_depth()
            && self.deepen_once(&mut |_| {})
            && !self.is_enough()
            && !self.found[0].score.seems_won()
        {}
        self.worker.report_nodes();
        let best = self.found.first().filter(|best| best.score.seems_won());
        best.map(RootMove::point)
    }

    /// Deepens until these nodes are used up or nothing is left to find; returns the moves in the
    /// order of the last finished depth.
    pub(crate) fn ranked_moves(&mut self, nodes: u64) -> Vec<Point> {
        self.worker.resume(nodes);
        while self.depth < self.max_depth() && self.deepen_once(&mut |_| {}) && !self.is_enough() {}
        self.worker.report_nodes();
        self.found.iter().map(RootMove::point).collect()
    }

    /// The last check of the answer: no move is played that lets the enemy win by fours while
    /// another is left.
    fn avoid_fours(&mut self, on_event: &mut dyn FnMut(&Event)) {
        /// A few milliseconds at most, mostly a small part of one: worth it even after the time of
        /// the search. With it 1000 positions of freestyle, standard and renju had no such move,
        /// caro 5 of 400 (036c3ab).
        const NODES: u64 = 8_000;
        let mut budget = Budget::new(NODES, &|| false);
        let is_open = |score: Score| !score.is_win() && !score.is_loss();
        while let Some(best) = self.found.first().filter(|best| is_open(best.score)) {
            let point = best.point();
            let loss = self.probe.as_mut().and_then(|probe| {
                let refuted = probe.refutation_by_fours(point, &mut budget);
                refuted.or_else(|| probe.vain_four(point, &mut budget))
            });
            let Some(loss) = loss else { break };
            let is_lost = self.give_up(point, loss);
            on_event(&Event::Progress(self.report()));
            if is_lost {
                break;
            }
        }
    }

    /// Gives the solver its share of nodes; whether it leaves nothing to search.
    fn is_settled_by_force(&mut self, on_event: &mut dyn FnMut(&Event)) -> bool {
        let shared = self.worker.shared;
        let (score, point) = (self.found[0].score, self.found[0].point());
        let Some(probe) = self.probe.as_mut().filter(|_| !score.is_win()) else { return false };
        let margin = shared.params.solver_margin;
        let may_win = score >= Score::estimate(margin);
        let may_lose = score <= Score::estimate(-margin) && !score.is_loss();
        if may_win && let Some(proof) = probe.win(shared) {
            let score = Score::win_in(proof.plies());
            self.found.insert(0, RootMove { score, pv: proof.main_line(), nodes: 0 });
            self.proof = Some(proof);
            on_event(&Event::Progress(self.report()));
            return true;
        }
        if may_lose && let Some(loss) = probe.refutation(point, shared) {
            let is_lost = self.give_up(point, loss);
            on_event(&Event::Progress(self.report()));
            return is_lost;
        }
        false
    }

    /// A root move loses by force: the others are searched again. Whether there are none.
    fn give_up(&mut self, point: Point, loss: Score) -> bool {
        self.root_moves.retain(|root| root.point() != point);
        self.lost.push(RootMove { score: loss, ..RootMove::unsearched(point) });
        if self.root_moves.is_empty() {
            // All lose: the longest resistance.
            self.lost.sort_by_key(|root| std::cmp::Reverse(root.score));
            self.found.clone_from(&self.lost);
            self.judge_found();
            return true;
        }
        // Some of the others may be known to lose, which says nothing of the rest.
        self.root_moves.sort_by_key(|root| root.score.is_loss());
        doubt_losses(&mut self.root_moves);
        self.found.clone_from(&self.root_moves);
        self.depth = self.depth.saturating_sub(1);
        false
    }

    /// The work of a helper thread: it fills the TT for the main thread. Helpers with an odd
    /// `number` are one depth ahead, so that not all search the same.
    pub(crate) fn help(mut self, number: u32) {
        while self.depth < self.max_depth() {
            self.depth += 1;
            let ahead = (self.depth + number % 2).min(self.max_depth()) as i32;
            if !self.worker.deepen(&mut self.root_moves, ahead, self.multipv, |_, _| {}) {
                break;
            }
        }
        self.worker.report_nodes();
    }

    /// Nodes of all threads so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.worker.shared.nodes.load(Ordering::Relaxed)
    }

    /// What is known.
    pub(crate) fn report(&self) -> Report {
        let report = report(&self.worker, &self.found, self.multipv, self.depth);
        Report { proof: self.proof.clone(), ..report }
    }

    fn max_depth(&self) -> u32 {
        let limit = self.worker.shared.timer.wanted_depth().unwrap_or(MAX_DEPTH);
        if self.root_moves.is_empty() { 0 } else { limit.min(MAX_DEPTH) }
    }

    /// Searches one depth more; false if it was not finished.
    fn deepen_once(&mut self, on_event: &mut dyn FnMut(&Event)) -> bool {
        let (multipv, depth) = (self.multipv, self.depth + 1);
        let on_news = |worker: &mut Worker<'_>, news: RootNews<'_>| match news {
            RootNews::Searching(point) => on_event(&Event::Looking(point)),
            RootNews::NewBest(root_moves) => {
                worker.report_nodes();
                let mut best: Vec<RootMove> = root_moves.iter().take(multipv).cloned().collect();
                doubt_losses(&mut best);
                on_event(&Event::Progress(report(worker, &best, multipv, depth)));
            }
        };
        let finished = self.worker.deepen(&mut self.root_moves, depth as i32, multipv, on_news);
        if !finished || self.coverage == Coverage::Selected {
            doubt_losses(&mut self.root_moves);
        }
        let has_changed = self.root_moves[0].point() != self.found[0].point();
        // A better move of an unfinished depth is better all the same.
        if finished || has_changed || self.depth == 0 {
            self.found.clone_from(&self.root_moves);
            // Of moves that all lose, the one that resists longest, wherever it was refuted.
            let longest = self.lost.iter().max_by_key(|root| root.score);
            let longest = longest.filter(|root| self.found[0].score < root.score).cloned();
            self.found.splice(..0, longest);
            self.judge_found();
        }
        if finished {
            self.depth = depth;
            self.stability.note(has_changed, self.found[0].score);
            self.worker.report_nodes();
            on_event(&Event::Progress(self.report()));
        }
        finished
    }

    /// What the moves found say of the position: other moves may have been left out.
    fn judge_found(&mut self) {
        let coverage = self.coverage;
        self.found.iter_mut().for_each(|root| root.score = coverage.judge(root.score));
    }

    /// Whether another depth is not worth its start.
    fn is_enough(&self) -> bool {
        let is_decided = match self.found[0].score.verdict() {
            // From the depth of a mate on it cannot get shorter.
            Verdict::Wins { plies } | Verdict::Loses { plies } => self.depth >= plies,
            Verdict::LikelyWin { .. } | Verdict::LikelyLoss { .. } | Verdict::Unclear { .. } => {
                false
            }
        };
        self.multipv == 1 && is_decided || self.worker.shared.timer.is_enough(&self.stability)
    }
}

/// That the moves searched lose says nothing of the others.
fn doubt_losses(root_moves: &mut [RootMove]) {
    root_moves.iter_mut().for_each(|root| root.score = root.score.unless_refuted());
}

fn report(worker: &Worker, root_moves: &[RootMove], multipv: usize, depth: u32) -> Report {
    let pv = |root: &RootMove| Pv {
        moves: root.pv.clone(),
        verdict: root.score.verdict(),
        nodes: root.nodes,
    };
    let shared = worker.shared;
    let pvs: Vec<Pv> = root_moves.iter().take(multipv).map(pv).collect();
    // A PV may end with a five that was seen and not played.
    let longest = pvs.iter().map(|pv| pv.moves.len() as u32).max().unwrap_or(0);
    Report {
        pvs,
        depth,
        seldepth: worker.seldepth.max(longest),
        nodes: shared.nodes.load(Ordering::Relaxed),
        elapsed: shared.timer.elapsed(),
        table_fill: shared.table.fill(),
        ..Report::default()
    }
}
