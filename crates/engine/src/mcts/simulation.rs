//! One thread of MCTS: it descends the tree, evaluates a leaf and backpropagates the result.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_core::Point;

use super::tree::{Edge, NodeId, Puct, Tree, boost_hint};
use crate::position::candidates::{Candidate, Coverage, Situation};
use crate::search::{Shared, Worker};
use crate::solver::{Budget, Replies, Solver, SolverLimits, VcfResult, VcfSolver, find_replies};
use crate::{Position, Score, SolverLevel};

/// What all threads share.
pub(super) struct Context<'a> {
    pub(super) tree: &'a Mutex<Tree>,
    pub(super) root: NodeId,
    pub(super) shared: &'a Shared<'a>,
    /// The tree stops growing at this size.
    pub(super) max_bytes: usize,
    pub(super) puct: Puct,
    /// The prior of a move that a short search found best.
    pub(super) hint_prior: f32,
    /// The weight of a re-search for each visit that came before it.
    pub(super) research_weight: f32,
    pub(super) threads: u64,
    /// The level of VCT in re-searches; `None`: no VCT.
    pub(super) solver: Option<SolverLevel>,
    /// How many root moves get a visit in any case.
    pub(super) multipv: usize,
}

impl Context<'_> {
    /// A root move that must get a visit before any other.
    fn unvisited_pv(&self, tree: &Tree, at: NodeId) -> Option<usize> {
        let mut edges = tree.node(at).edges().iter().take(self.multipv);
        edges.position(|edge| at == self.root && edge.child.is_none() && edge.virtual_loss == 0)
    }

    pub(super) fn tree(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that runs simulations.
pub(super) struct Simulator<'a> {
    context: &'a Context<'a>,
    worker: Worker<'a>,
    solver: &'a mut Solver,
    /// The nodes and edges from the root to here.
    path: Vec<(NodeId, usize)>,
    moves: Vec<Candidate>,
    /// The longest path so far.
    pub(super) deepest: u32,
}

/// Where a descent ends.
enum Leaf {
    /// At a node whose value is taken as it is.
    Known(NodeId),
    /// After the last edge of the path, at a position without a node.
    New,
    /// At a node that is due for a re-search, after this many visits.
    Research(NodeId, u32),
    /// At the root, which is solved.
    SolvedRoot,
}

/// Nodes of the VCF search of a new leaf.
const LEAF_VCF_NODES: u64 = 300;
/// Moves of an inner node. Later ones are too unlikely to be tried.
const MAX_MOVES: usize = 48;

impl<'a> Simulator<'a> {
    pub(super) fn new(
        context: &'a Context<'a>,
        position: Position,
        solver: &'a mut Solver,
    ) -> Simulator<'a> {
        let worker = Worker::new(position, context.shared);
        Simulator { context, worker, solver, path: Vec::new(), moves: Vec::new(), deepest: 0 }
    }

    /// Runs one simulation. Returns whether to go on.
    pub(super) fn simulate(&mut self) -> bool {
        let leaf = self.descend();
        self.deepest = self.deepest.max(self.path.len() as u32);
        let child = match leaf {
            Leaf::New => {
                let (score, hint) = evaluate(&mut self.worker, self.solver.vcf());
                let is_finished = !self.worker.is_stopped();
                is_finished.then(|| {
                    let mut tree = self.context.tree();
                    let child = tree.add(self.worker.position.key(), score, hint);
                    tree.visit(child);
                    child
                })
            }
            Leaf::Research(id, visits) => self.research(id, visits).then_some(id),
            Leaf::Known(id) => Some(id),
            Leaf::SolvedRoot => None,
        };
        let is_counted = child.is_some();
        self.backpropagate(child);
        self.worker.report_nodes();
        is_counted && !self.worker.looks_up()
    }

    /// Plays the moves that PUCT selects, down to a leaf.
    fn descend(&mut self) -> Leaf {
        let mut tree = self.context.tree();
        let mut at = self.context.root;
        if tree.node(at).solved().is_some() {
            return Leaf::SolvedRoot;
        }
        loop {
            if tree.node(at).solved().is_some() && at != self.context.root {
                return Leaf::Known(at);
            }
            let first = self.context.shared.params.mcts_research_visits as u32;
            if let Some(visits) = tree.take_due_research(at, first) {
                return Leaf::Research(at, visits);
            }
            if tree.node(at).is_leaf() {
                if tree.bytes() >= self.context.max_bytes {
                    tree.visit(at);
                    return Leaf::Known(at);
                }
                self.moves.clear();
                let (mut edges, others) =
                    edges(&mut self.worker, self.solver.vcf(), &mut self.moves);
                boost_hint(tree.node(at).hint, self.context.hint_prior, &mut edges);
                if edges.is_empty() {
                    tree.solve(at, others.unwrap_or(Score::DRAW));
                    return Leaf::Known(at);
                }
                tree.expand(at, edges, others);
            }
            let unvisited = self.context.unvisited_pv(&tree, at);
            let Some(edge) = unvisited.or_else(|| tree.select(at, self.context.puct)) else {
                tree.update(at);
                return Leaf::Known(at);
            };
            tree.add_virtual_loss(at, edge);
            self.path.push((at, edge));
            let Edge { point, child, .. } = tree.node(at).edges()[edge];
            self.worker.play(point);
            match child.or_else(|| tree.find(self.worker.position.key())) {
                Some(child) => at = child,
                // Each thread may be about to add a node.
                None if tree.reserve(self.context.threads as usize) => return Leaf::New,
                // Without memory the tree stays as it is.
                None => {
                    self.path.pop();
                    self.worker.position.undo();
                    tree.remove_virtual_loss(at, edge);
                    tree.visit(at);
                    return Leaf::Known(at);
                }
            }
        }
    }

    /// Searches a position again after this many visits. Returns whether the search was finished.
    fn research(&mut self, id: NodeId, visits: u32) -> bool {
        let Context { shared, root, hint_prior, research_weight, .. } = *self.context;
        let nodes = |per_visit: i32| u64::from(visits) * per_visit as u64;
        // At the root another search looks for forced wins.
        let won = if id == root {
            None
        } else {
            self.forced_win(nodes(shared.params.mcts_research_vct_nodes))
        };
        // Nodes are counted for all threads together.
        let nodes = self.context.threads * nodes(shared.params.mcts_research_nodes);
        let found = won.or_else(|| self.worker.research(nodes));
        if self.worker.is_stopped() {
            return false;
        }
        let mut tree = self.context.tree();
        tree.visit(id);
        let Some((score, hint)) = found else { return true };
        if let Some(hint) = hint {
            tree.set_hint(id, hint, hint_prior);
        }
        // The answer needs a move, so only the moves of the root can solve it.
        if id != root || score.is_estimate() {
            tree.set_eval(id, score, research_weight * visits as f32);
        }
        true
    }

    /// A forced win of the side to move and its first move, if it is found within `nodes`.
    fn forced_win(&mut self, nodes: u64) -> Option<(Score, Option<Point>)> {
        let shared = self.context.shared;
        let level = self.context.solver.filter(|_| nodes > 0)?;
        let limits = SolverLimits { level, shorten: false, ..SolverLimits::default() };
        let is_stopped = || shared.stop.is_stopped() || shared.done.is_stopped();
        let should_stop = || is_stopped() || shared.timer.is_over(1);
        let mut budget = Budget::new(nodes.min(self.worker.left()), &should_stop);
        let position = &mut self.worker.position;
        let (_, proof) = self.solver.solve_position(position, &limits, &mut budget, &should_stop);
        self.worker.count_nodes(budget.nodes());
        // Only what the checker accepts counts.
        let proof = proof.filter(|proof| tengen_proof::check(proof, u64::MAX).is_ok())?;
        Some((Score::win_in(proof.plies()), proof.main_line().first().copied()))
    }

    /// Takes all moves back and updates the nodes on the path.
    fn backpropagate(&mut self, leaf: Option<NodeId>) {
        let mut tree = self.context.tree();
        let mut child = leaf;
        for (node, edge) in self.path.drain(..).rev() {
            self.worker.position.undo();
            match child {
                Some(below) => {
                    tree.backpropagate(node, edge, below);
                    child = Some(node);
                }
                None => tree.remove_virtual_loss(node, edge),
            }
        }
    }
}

/// The value of a new position and its best move: what the board shows, a VCF, or a short search.
pub(super) fn evaluate(worker: &mut Worker<'_>, vcf: &mut VcfSolver) -> (Score, Option<Point>) {
    if let Some(score) = worker.at_once() {
        return (score, worker.best());
    }
    let mut budget = Budget::new(LEAF_VCF_NODES, &|| false);
    let won = vcf.solve(&mut worker.position, VcfResult::UNLIMITED, &mut budget);
    worker.count_nodes(budget.nodes());
    if let Ok(VcfResult::Win { moves, first }) = won {
        return (Score::win_in(2 * u32::from(moves) - 1), Some(first));
    }
    let score = worker.evaluate_leaf();
    (score, worker.best())
}

/// The moves of a position with their priors, and the most that any other move is worth.
fn edges(
    worker: &mut Worker<'_>,
    vcf: &mut VcfSolver,
    moves: &mut Vec<Candidate>,
) -> (Vec<Edge>, Option<Score>) {
    let situation = worker.position.situation();
    if situation == Situation::Free
        && let Some((points, others)) = forced_replies(worker, vcf)
    {
        moves.extend(points.iter().map(|&point| worker.position.candidate(point)));
        worker.position.rank(moves);
        moves.sort_by_key(|candidate| (-candidate.policy, candidate.point));
        return (with_priors(moves), Some(others));
    }
    let position = &mut worker.position;
    let coverage = position.add_moves(situation, moves);
    moves.retain(|candidate| position.is_legal(candidate.point));
    position.rank(moves);
    moves.sort_by_key(|candidate| (-candidate.policy, candidate.point));
    if situation == Situation::Free {
        moves.truncate(MAX_MOVES);
    }
    // Any other move allows the enemy's five or open four.
    let plies = if situation == Situation::Threatened { 4 } else { 2 };
    let others = (coverage == Coverage::ALL).then_some(Score::loss_in(plies));
    (with_priors(moves), others)
}

/// If the enemy would have a VCF after a pass: the replies that could stop it, and the score of all
/// others.
fn forced_replies(worker: &mut Worker<'_>, vcf: &mut VcfSolver) -> Option<(Vec<Point>, Score)> {
    let nodes = worker.shared.params.mcts_threat_nodes as u64;
    if nodes == 0 {
        return None;
    }
    let mut budget = Budget::new(2 * nodes, &|| false);
    let found = find_replies(&mut worker.position, vcf, nodes, &mut budget);
    worker.count_nodes(budget.nodes());
    match found {
        Ok(Replies::Listed { points, else_plies }) => {
            Some((points, Score::loss_in(u32::from(else_plies))))
        }
        _ => None,
    }
}

/// The moves with their priors: a softmax of the policy, whose unit is a hundredth of a logit.
pub(super) fn with_priors(moves: &[Candidate]) -> Vec<Edge> {
    let most = moves.iter().map(|candidate| candidate.policy).max().unwrap_or_default();
    let weight = |candidate: &Candidate| ((candidate.policy - most) as f32 / 100.0).exp();
    let sum: f32 = moves.iter().map(weight).sum();
    moves.iter().map(|one| Edge::new(one.point, weight(one) / sum)).collect()
}
