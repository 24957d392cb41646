//! One thread of a tree search: walks down, looks at a new position, and carries back what it found.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_core::Point;

use super::tree::{Curiosity, Edge, NodeId, Tree};
use crate::candidates::{Candidate, Coverage, Situation};
use crate::kill::{Budget, FourSolver, Fours};
use crate::search::{Shared, Worker};
use crate::{Position, Score};

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
    /// How many root moves are looked at in any case.
    pub(super) wanted: usize,
}

impl Common<'_> {
    /// A move that a search found best is more likely than its order says.
    pub(super) fn trust(&self, hint: Option<Point>, edges: &mut [Edge]) {
        if edges.iter().any(|edge| Some(edge.point) == hint) {
            for edge in edges {
                let share = if Some(edge.point) == hint { self.trust } else { 0.0 };
                edge.prior = share + (1.0 - self.trust) * edge.prior;
            }
        }
    }

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
    fours: &'a mut FourSolver,
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
        fours: &'a mut FourSolver,
    ) -> Walker<'a> {
        let worker = Worker::new(position, common.shared);
        Walker { common, worker, fours, path: Vec::new(), moves: Vec::new(), deepest: 0 }
    }

    /// Walks down once; whether to go on.
    pub(super) fn walk(&mut self) -> bool {
        let end = self.descend();
        self.deepest = self.deepest.max(self.path.len() as u32);
        let child = match end {
            End::New => {
                let (score, hint) = look(&mut self.worker, self.fours);
                let finished = !self.worker.is_stopped();
                finished.then(|| {
                    let mut tree = self.common.tree();
                    let child = tree.add(self.worker.position.key(), score, hint);
                    tree.visit(child);
                    child
                })
            }
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
            if tree.node(at).is_leaf() {
                if tree.bytes() >= self.common.most_bytes {
                    tree.visit(at);
                    return End::Known(at);
                }
                self.moves.clear();
                let (mut edges, are_all) = edges(&mut self.worker.position, &mut self.moves);
                self.common.trust(tree.node(at).hint, &mut edges);
                match edges.is_empty() {
                    true => {
                        tree.draw(at);
                        return End::Known(at);
                    }
                    false => tree.expand(at, edges, are_all),
                }
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
pub(super) fn look(worker: &mut Worker<'_>, fours: &mut FourSolver) -> (Score, Option<Point>) {
    if let Some(score) = worker.at_once() {
        return (score, worker.best());
    }
    let mut budget = Budget::new(FOURS_NODES, &|| false);
    let won = fours.solve(&mut worker.position, Fours::ENDLESS, &mut budget);
    worker.count_nodes(budget.nodes());
    if let Ok(Fours::Win { moves, first }) = won {
        return (Score::win_in(2 * u32::from(moves) - 1), Some(first));
    }
    let score = worker.glance();
    (score, worker.best())
}

/// The moves of a position, with how likely each is the best; whether they are all that matter.
pub(super) fn edges(position: &mut Position, moves: &mut Vec<Candidate>) -> (Vec<Edge>, bool) {
    let situation = position.situation();
    let coverage = position.add_moves(situation, moves);
    moves.retain(|candidate| position.is_legal(candidate.point));
    moves.sort_by_key(|candidate| (-candidate.order, candidate.point));
    if situation == Situation::Free {
        moves.truncate(MOST_MOVES);
    }
    (with_priors(moves), coverage == Coverage::Complete)
}

/// The order of moves is learned as a choice by likelihood, a hundred units to a natural logarithm.
pub(super) fn with_priors(moves: &[Candidate]) -> Vec<Edge> {
    let most = moves.iter().map(|candidate| candidate.order).max().unwrap_or_default();
    let weight = |candidate: &Candidate| ((candidate.order - most) as f32 / 100.0).exp();
    let sum: f32 = moves.iter().map(weight).sum();
    moves.iter().map(|one| Edge::new(one.point, weight(one) / sum)).collect()
}
