//! One thread of a tree search: walks down, looks at a new position, and carries back what it found.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_core::Point;

use super::tree::{Curiosity, Edge, NodeId, Tree, trust_hint};
use crate::position::candidates::{Candidate, Coverage, Situation};
use crate::search::{Shared, Worker};
use crate::solver::{Budget, Solver, SolverLimits, Threatened, VcfResult, VcfSolver, replies};
use crate::{Position, Score, SolverLevel};

/// What all threads of a tree search share.
pub(super) struct Common<'a> {
    pub(super) tree: &'a Mutex<Tree>,
    pub(super) root: NodeId,
    pub(super) shared: &'a Shared<'a>,
    /// The tree grows no more beyond so many bytes.
    pub(super) most_bytes: usize,
    pub(super) curiosity: Curiosity,
    /// How likely a move is the best because a short search says so.
    pub(super) trust: f32,
    /// What a look at a position that was visited before weighs for each of the visits.
    pub(super) weight: f32,
    /// How many walk at the same time.
    pub(super) threads: u64,
    /// Where wins by force are looked for; none: they are not.
    pub(super) kill: Option<SolverLevel>,
    /// How many root moves are looked at in any case.
    pub(super) wanted: usize,
}

impl Common<'_> {
    /// A root move that must be looked at before any other.
    fn asked_for(&self, tree: &Tree, at: NodeId) -> Option<usize> {
        let edges = tree.node(at).edges().iter().take(self.wanted);
        edges.into_iter().position(|edge| at == self.root && edge.child.is_none() && edge.busy == 0)
    }

    pub(super) fn tree(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread.
pub(super) struct Walker<'a> {
    common: &'a Common<'a>,
    worker: Worker<'a>,
    kills: &'a mut Solver,
    /// The way from the root.
    path: Vec<(NodeId, usize)>,
    moves: Vec<Candidate>,
    /// The longest way so far.
    pub(super) deepest: u32,
}

/// Where a way down ends.
enum End {
    /// At a node.
    Known(NodeId),
    /// Behind the last edge of the way: nobody was there before.
    New,
    /// At a node that is to be looked at again, after so many visits.
    Again(NodeId, u32),
    /// Nowhere: everything is settled.
    Nowhere,
}

/// What a look at a new position costs at most in search of wins by fours.
const FOURS_NODES: u64 = 300;
/// An inner node has no more moves than this; beyond, moves are too unlikely to be tried.
const MOST_MOVES: usize = 48;

impl<'a> Walker<'a> {
    pub(super) fn new(
        common: &'a Common<'a>,
        position: Position,
        kills: &'a mut Solver,
    ) -> Walker<'a> {
        let worker = Worker::new(position, common.shared);
        Walker { common, worker, kills, path: Vec::new(), moves: Vec::new(), deepest: 0 }
    }

    /// Walks down once; whether to go on.
    pub(super) fn walk(&mut self) -> bool {
        let end = self.descend();
        self.deepest = self.deepest.max(self.path.len() as u32);
        let child = match end {
            End::New => {
                let (score, hint) = look(&mut self.worker, self.kills.fours());
                let finished = !self.worker.is_stopped();
                finished.then(|| {
                    let mut tree = self.common.tree();
                    let child = tree.add(self.worker.position.key(), score, hint);
                    tree.visit(child);
                    child
                })
            }
            End::Again(id, visits) => self.look_again(id, visits).then_some(id),
            End::Known(id) => Some(id),
            End::Nowhere => None,
        };
        let is_news = child.is_some();
        self.come_back(child);
        self.worker.report_nodes();
        is_news && !self.worker.looks_up()
    }

    /// Plays the most interesting moves until a position is new.
    fn descend(&mut self) -> End {
        let mut tree = self.common.tree();
        let mut at = self.common.root;
        if tree.node(at).solved().is_some() {
            return End::Nowhere;
        }
        loop {
            if tree.node(at).solved().is_some() && at != self.common.root {
                return End::Known(at);
            }
            let first = self.common.shared.params.mcts_again as u32;
            if let Some(visits) = tree.wants_a_look(at, first) {
                return End::Again(at, visits);
            }
            if tree.node(at).is_leaf() {
                if tree.bytes() >= self.common.most_bytes {
                    tree.visit(at);
                    return End::Known(at);
                }
                self.moves.clear();
                let (mut edges, others) =
                    edges(&mut self.worker, self.kills.fours(), &mut self.moves);
                trust_hint(tree.node(at).hint, self.common.trust, &mut edges);
                if edges.is_empty() {
                    tree.end(at, others.unwrap_or(Score::DRAW));
                    return End::Known(at);
                }
                tree.expand(at, edges, others);
            }
            let asked_for = self.common.asked_for(&tree, at);
            let Some(edge) = asked_for.or_else(|| tree.select(at, self.common.curiosity)) else {
                tree.settle(at);
                return End::Known(at);
            };
            tree.enter(at, edge);
            self.path.push((at, edge));
            let Edge { point, child, .. } = tree.node(at).edges()[edge];
            self.worker.play(point);
            match child.or_else(|| tree.find(self.worker.position.key())) {
                Some(child) => at = child,
                None => return End::New,
            }
        }
    }

    /// Looks deeper at a position after so many visits; whether that came to its end.
    fn look_again(&mut self, id: NodeId, visits: u32) -> bool {
        let Common { shared, root, trust, weight, .. } = *self.common;
        let nodes = |a_visit: i32| u64::from(visits) * a_visit as u64;
        // Beside the root another search looks for wins by force.
        let won = match id == root {
            true => None,
            false => self.win_by_force(nodes(shared.params.mcts_again_kill)),
        };
        // Nodes are counted for all threads together.
        let deep = self.common.threads * nodes(shared.params.mcts_again_nodes);
        let found = won.or_else(|| self.worker.study(deep));
        if self.worker.is_stopped() {
            return false;
        }
        let mut tree = self.common.tree();
        tree.visit(id);
        let Some((score, hint)) = found else { return true };
        if let Some(hint) = hint {
            tree.favour(id, hint, trust);
        }
        // The answer needs a move, so that only the walks below the root settle it.
        if id != root || score.is_estimate() {
            tree.learn(id, score, weight * visits as f32);
        }
        true
    }

    /// A win by force of the side to move and its first move, if so many nodes find one.
    fn win_by_force(&mut self, nodes: u64) -> Option<(Score, Option<Point>)> {
        let shared = self.common.shared;
        let level = self.common.kill.filter(|_| nodes > 0)?;
        let limits = SolverLimits { level, shorten: false, ..SolverLimits::default() };
        let is_stopped = || shared.stop.is_stopped() || shared.done.is_stopped();
        let is_over = || is_stopped() || shared.timer.is_over(1);
        let mut budget = Budget::new(nodes.min(self.worker.left()), &is_over);
        let position = &mut self.worker.position;
        let (_, proof) = self.kills.look(position, &limits, &mut budget, &is_over);
        self.worker.count_nodes(budget.nodes());
        // What the checker does not believe is not played.
        let proof = proof.filter(|proof| tengen_proof::check(proof, u64::MAX).is_ok())?;
        Some((Score::win_in(proof.plies()), proof.main_line().first().copied()))
    }

    /// Takes all moves back and tells the nodes on the way.
    fn come_back(&mut self, found: Option<NodeId>) {
        let mut tree = self.common.tree();
        let mut child = found;
        for (node, edge) in self.path.drain(..).rev() {
            self.worker.position.undo();
            match child {
                Some(below) => {
                    tree.back_up(node, edge, below);
                    child = Some(node);
                }
                None => tree.leave(node, edge),
            }
        }
    }
}

/// What is thought of a position that is new, and the move it is for: what stands on the board, a
/// win by fours, else a short search.
pub(super) fn look(worker: &mut Worker<'_>, fours: &mut VcfSolver) -> (Score, Option<Point>) {
    if let Some(score) = worker.at_once() {
        return (score, worker.best());
    }
    let mut budget = Budget::new(FOURS_NODES, &|| false);
    let won = fours.solve(&mut worker.position, VcfResult::ENDLESS, &mut budget);
    worker.count_nodes(budget.nodes());
    if let Ok(VcfResult::Win { moves, first }) = won {
        return (Score::win_in(2 * u32::from(moves) - 1), Some(first));
    }
    let score = worker.glance();
    (score, worker.best())
}

/// The moves of a position, with how likely each is the best; what others are worth at most.
fn edges(
    worker: &mut Worker<'_>,
    fours: &mut VcfSolver,
    moves: &mut Vec<Candidate>,
) -> (Vec<Edge>, Option<Score>) {
    let situation = worker.position.situation();
    if situation == Situation::Free
        && let Some((points, others)) = forced(worker, fours)
    {
        moves.extend(points.iter().map(|&point| worker.position.candidate(point)));
        moves.sort_by_key(|candidate| (-candidate.order, candidate.point));
        return (with_priors(moves), Some(others));
    }
    let position = &mut worker.position;
    let coverage = position.add_moves(situation, moves);
    moves.retain(|candidate| position.is_legal(candidate.point));
    moves.sort_by_key(|candidate| (-candidate.order, candidate.point));
    if situation == Situation::Free {
        moves.truncate(MOST_MOVES);
    }
    // All others leave the enemy his five, or his open four.
    let plies = if situation == Situation::Threatened { 4 } else { 2 };
    let others = (coverage == Coverage::Complete).then_some(Score::loss_in(plies));
    (with_priors(moves), others)
}

/// If the enemy would win by fours after a pass: the replies that could stop it, and the score of all
/// others.
fn forced(worker: &mut Worker<'_>, fours: &mut VcfSolver) -> Option<(Vec<Point>, Score)> {
    let nodes = worker.shared.params.mcts_threat as u64;
    if nodes == 0 {
        return None;
    }
    let mut budget = Budget::new(2 * nodes, &|| false);
    let found = replies(&mut worker.position, fours, nodes, &mut budget);
    worker.count_nodes(budget.nodes());
    match found {
        Ok(Threatened::Replies { points, otherwise }) => {
            Some((points, Score::loss_in(u32::from(otherwise))))
        }
        _ => None,
    }
}

/// The order of moves is learned as a choice by likelihood, a hundred units to a natural logarithm.
pub(super) fn with_priors(moves: &[Candidate]) -> Vec<Edge> {
    let most = moves.iter().map(|candidate| candidate.order).max().unwrap_or_default();
    let weight = |candidate: &Candidate| ((candidate.order - most) as f32 / 100.0).exp();
    let sum: f32 = moves.iter().map(weight).sum();
    moves.iter().map(|one| Edge::new(one.point, weight(one) / sum)).collect()
}
