//! The tree of MCTS. A position that is reached by several move orders is one node, so the tree is a
//! graph. Stones only accumulate, so it has no cycles.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use tengen_core::Point;

use crate::{Score, Verdict};

/// The index of a node in the tree.
pub(super) type NodeId = u32;

/// A move from a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) point: Point,
    /// The probability that it is the best move, by the policy.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// Threads that are below it now: each counts as a lost visit.
    pub(super) virtual_loss: u32,
    pub(super) child: Option<NodeId>,
}

impl Edge {
    pub(super) fn new(point: Point, prior: f32) -> Edge {
        Edge { point, prior, visits: 0, virtual_loss: 0, child: None }
    }
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Node {
    key: u64,
    /// The win rate of the side to move, as its last own search has it.
    eval: f32,
    /// How many visits that counts for.
    eval_weight: f32,
    /// How often it was searched again.
    researches: u8,
    /// The mean of that and of all visits below.
    value: f32,
    visits: u32,
    /// A proved or nearly certain score, counted from this node.
    solved: Option<Score>,
    /// The move that its own search found best.
    pub(super) hint: Option<Point>,
    edges: Vec<Edge>,
    /// The most that a move without an edge is worth, if that is known.
    others: Option<Score>,
}

impl Node {
    /// The win rate of the side to move.
    pub(super) fn value(&self) -> f32 {
        self.solved.map_or(self.value, win_rate)
    }

    pub(super) fn solved(&self) -> Option<Score> {
        self.solved
    }

    pub(super) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether it is not expanded yet.
    pub(super) fn is_leaf(&self) -> bool {
        self.edges.is_empty()
    }
}

/// The win rate that a score means.
pub(super) fn win_rate(score: Score) -> f32 {
    match score {
        won if won.seems_won() => 1.0,
        lost if (-lost).seems_won() => 0.0,
        estimate => Verdict::Unclear { centi: estimate.number() }.win_rate() as f32,
    }
}

/// The constants of PUCT, the formula that selects the next move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Puct {
    /// The weight of exploration by priors against the values found so far.
    pub(super) c_puct: f32,
    /// First-play urgency (FPU): how much less than its parent an unvisited move is worth, at most.
    pub(super) fpu_reduction: f32,
}

/// All nodes.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The share of the best move in the value of a node, beside the mean of all visits: 0 to 1.
    max_backup: f32,
    nodes: Vec<Node>,
    by_key: HashMap<u64, NodeId>,
    edges: usize,
}

/// Bytes of a node without its edges, with its entry in the map.
const NODE_BYTES: usize = size_of::<Node>() + 32;

impl Tree {
    /// Bytes used, roughly.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * NODE_BYTES + self.edges * size_of::<Edge>()
    }

    /// An empty tree.
    pub(super) fn new(max_backup: f32) -> Tree {
        Tree { max_backup, ..Tree::default() }
    }

    pub(super) fn clear(&mut self) {
        *self = Tree::new(self.max_backup);
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    pub(super) fn find(&self, key: u64) -> Option<NodeId> {
        self.by_key.get(&key).copied()
    }

    /// Makes room for some more nodes. Whether there is memory for them.
    pub(super) fn reserve(&mut self, nodes: usize) -> bool {
        self.nodes.try_reserve(nodes).is_ok() && self.by_key.try_reserve(nodes).is_ok()
    }

    /// Adds a position with the score of its first search, or finds it if it is known.
    pub(super) fn add(&mut self, key: u64, score: Score, hint: Option<Point>) -> NodeId {
        if let Some(known) = self.find(key) {
            return known;
        }
        let id = self.nodes.len() as NodeId;
        let solved = (!score.is_estimate()).then_some(score);
        let eval = win_rate(score);
        self.nodes.push(Node {
            key,
            eval,
            eval_weight: 1.0,
            researches: 0,
            value: eval,
            visits: 0,
            solved,
            hint,
            edges: Vec::new(),
            others: None,
        });
        self.by_key.insert(key, id);
        id
    }

    /// Gives a node its moves. Moves that it already had keep their visits.
    pub(super) fn expand(&mut self, id: NodeId, mut edges: Vec<Edge>, others: Option<Score>) {
        let node = &mut self.nodes[id as usize];
        for edge in &mut edges {
            if let Some(known) = node.edges.iter().find(|known| known.point == edge.point) {
                *edge = Edge { prior: edge.prior, ..*known };
            }
        }
        self.edges = self.edges + edges.len() - node.edges.len();
        node.edges = edges;
        node.others = others;
    }

    /// Connects a move with the node it leads to.
    pub(super) fn link(&mut self, id: NodeId, point: Point, child: NodeId) {
        let edges = &mut self.node_mut(id).edges;
        edges
            .iter_mut()
            .filter(|edge| edge.point == point)
            .for_each(|edge| edge.child = Some(child));
    }

    /// Solves a node that has no move, or none that matters.
    pub(super) fn solve(&mut self, id: NodeId, score: Score) {
        self.node_mut(id).solved = Some(score);
    }

    /// The visits of a node that is due to be searched again, if it is. The first re-search is due
    /// after `first` visits, each next one after four times as many. The caller has to do it.
    pub(super) fn take_due_research(&mut self, id: NodeId, first: u32) -> Option<u32> {
        let node = self.node_mut(id);
        let due = u64::from(first) << (2 * node.researches.min(16));
        let is_due = first > 0 && !node.is_leaf() && u64::from(node.visits) >= due;
        node.researches += u8::from(is_due);
        is_due.then_some(node.visits)
    }

    /// Stores the score of a re-search, which counts for `weight` visits.
    pub(super) fn set_eval(&mut self, id: NodeId, score: Score, weight: f32) {
        let node = self.node_mut(id);
        if score.is_estimate() {
            node.eval = win_rate(score);
            node.eval_weight = weight.max(1.0);
            self.update(id);
        } else if node.solved.is_none() {
            node.solved = Some(score);
        }
    }

    /// Stores the best move of a re-search, and raises its prior.
    pub(super) fn set_hint(&mut self, id: NodeId, hint: Point, hint_prior: f32) {
        let node = self.node_mut(id);
        node.hint = Some(hint);
        boost_hint(Some(hint), hint_prior, &mut node.edges);
    }

    /// Drops a proved score, unless a move of the node proves it: the root needs a move to play.
    pub(super) fn unsolve(&mut self, id: NodeId) {
        self.node_mut(id).solved = None;
        self.update(id);
    }

    /// The edge with the greatest PUCT value; `None` if all are solved.
    pub(super) fn select(&self, id: NodeId, puct: Puct) -> Option<usize> {
        let node = self.node(id);
        let visited: f32 = node.edges.iter().filter(|e| e.visits > 0).map(|e| e.prior).sum();
        let first_play_urgency = node.value - puct.fpu_reduction * visited.sqrt();
        let virtual_loss: u32 = node.edges.iter().map(|edge| edge.virtual_loss).sum();
        let root = ((node.visits + virtual_loss).max(1) as f32).sqrt();
        let puct_value = |edge: &Edge| {
            let child = edge.child.map(|child| self.node(child));
            if child.is_some_and(|child| child.solved.is_some_and(|score| score != Score::DRAW)) {
                return f32::NEG_INFINITY;
            }
            let visits = (edge.visits + edge.virtual_loss) as f32;
            let found = child.map_or(first_play_urgency, |child| 1.0 - child.value());
            let value = match edge.visits + edge.virtual_loss {
                0 => found,
                // Threads that are below count as losses, so that others go elsewhere.
                _ => {
                    let counted = edge.visits.max(1);
                    found * counted as f32 / (counted + edge.virtual_loss) as f32
                }
            };
            value + puct.c_puct * edge.prior * root / (1.0 + visits)
        };
        let mut best = (f32::NEG_INFINITY, None);
        for (n, edge) in node.edges.iter().enumerate() {
            let value = puct_value(edge);
            if value > best.0 {
                best = (value, Some(n));
            }
        }
        best.1
    }

    /// A thread goes below an edge.
    pub(super) fn add_virtual_loss(&mut self, id: NodeId, edge: usize) {
        self.node_mut(id).edges[edge].virtual_loss += 1;
    }

    /// It comes back without a result.
    pub(super) fn remove_virtual_loss(&mut self, id: NodeId, edge: usize) {
        self.node_mut(id).edges[edge].virtual_loss -= 1;
    }

    /// It comes back with a result: the edge leads to `child`, whose value has changed.
    pub(super) fn backpropagate(&mut self, id: NodeId, edge: usize, child: NodeId) {
        self.remove_virtual_loss(id, edge);
        let edge = &mut self.node_mut(id).edges[edge];
        edge.child = Some(child);
        edge.visits += 1;
        self.node_mut(id).visits += 1;
        self.update(id);
    }

    /// Counts a visit of a node.
    pub(super) fn visit(&mut self, id: NodeId) {
        self.node_mut(id).visits += 1;
    }

    /// Computes the value of a node from its children, and whether they solve it.
    pub(super) fn update(&mut self, id: NodeId) {
        let node = self.node(id);
        if node.solved.is_some() && node.solved != Some(Score::DRAW) {
            return;
        }
        let (mut sum, mut visits) = (node.eval_weight * node.eval, node.eval_weight);
        // The value of the best move that has a child.
        let mut max = 0.0_f32;
        // The best of the solved moves, and whether all are solved.
        let (mut best, mut all_solved) = (Score::LOWEST, !node.edges.is_empty());
        for edge in &node.edges {
            let child = edge.child.map(|child| self.node(child));
            let solved = child.and_then(|child| child.solved).map(|score| one_ply_more(-score));
            match solved {
                Some(score) => best = best.max(score),
                None => all_solved = false,
            }
            // A lost move will not be played.
            let loses = solved.is_some_and(|score| (-score).seems_won());
            if let Some(child) = child.filter(|_| !loses) {
                let value = 1.0 - child.value();
                sum += edge.visits as f32 * value;
                visits += edge.visits as f32;
                max = max.max(value);
            }
        }
        let mean = sum / visits;
        // After a refutation is found, a mean stays too high for long.
        let has_visits = visits > node.eval_weight;
        let value = if has_visits { mean + self.max_backup * (max - mean) } else { mean };
        let solved = match best {
            won if won.seems_won() => Some(won),
            best if all_solved => Some(match node.others {
                Some(others) => best.max(others),
                // Other moves were left out, so the loss of these proves nothing.
                None => best.unless_refuted(),
            }),
            _ => None,
        };
        let node = self.node_mut(id);
        node.value = value;
        node.solved = solved.or(node.solved);
    }

    /// Appends the principal variation (PV) of a node.
    pub(super) fn add_pv(&self, id: NodeId, pv: &mut Vec<Point>) {
        let mut at = Some(id);
        while let Some(node) = at.map(|id| self.node(id)) {
            let best = self.best_edge(node);
            match best {
                Some(edge) => pv.push(edge.point),
                None => pv.extend(node.hint),
            }
            at = best.and_then(|edge| edge.child);
        }
    }

    /// The move to play: the shortest win, else the move with most visits, else the longest loss.
    fn best_edge(&self, node: &Node) -> Option<Edge> {
        let known = node.edges.iter().filter(|edge| edge.child.is_some());
        known.copied().max_by(|a, b| self.rank(*a).total_cmp(&self.rank(*b)))
    }

    /// How good a move is to play.
    pub(super) fn rank(&self, edge: Edge) -> f64 {
        /// More than any number of visits.
        const SOLVED: f64 = 1e12;
        let score = edge.child.and_then(|child| self.node(child).solved).map(|score| -score);
        match score {
            Some(won) if won.seems_won() => SOLVED + f64::from(won.number()),
            Some(lost) if (-lost).seems_won() => -SOLVED + f64::from(lost.number()),
            _ => f64::from(edge.visits),
        }
    }

    /// The score of a move for the side that plays it.
    pub(super) fn score(&self, edge: Edge) -> Option<Score> {
        let child = self.node(edge.child?);
        let estimate = |value: f32| {
            let win_rate = f64::from(1.0 - value).clamp(1e-4, 1.0 - 1e-4);
            Score::estimate((200.0 * (win_rate / (1.0 - win_rate)).ln()).round() as i32)
        };
        Some(match child.solved {
            Some(score) => one_ply_more(-score),
            None => estimate(child.value),
        })
    }

    /// Keeps what can be reached from a node and drops the rest. Returns the node's new index; none, and
    /// an empty tree, if there is no memory for it.
    pub(super) fn keep_subtree(&mut self, root: NodeId) -> Option<NodeId> {
        let empty = Tree::new(self.max_backup);
        let mut old = std::mem::replace(self, empty);
        let mut places: HashMap<NodeId, NodeId> = HashMap::new();
        places.try_reserve(old.nodes.len()).ok()?;
        let (mut open, mut order) = (Vec::new(), Vec::new());
        // An edge leads to a node, so no more than all edges are ever open.
        open.try_reserve_exact(old.edges + 1).ok()?;
        order.try_reserve_exact(old.nodes.len()).ok()?;
        open.push(root);
        while let Some(id) = open.pop() {
            if places.contains_key(&id) {
                continue;
            }
            places.insert(id, order.len() as NodeId);
            order.push(id);
            open.extend(old.node(id).edges.iter().filter_map(|edge| edge.child));
        }
        if !self.reserve(order.len()) {
            return None;
        }
        for id in order {
            let hollow = Node {
                key: 0,
                eval: 0.0,
                eval_weight: 0.0,
                researches: 0,
                value: 0.0,
                visits: 0,
                solved: None,
                hint: None,
                edges: Vec::new(),
                others: None,
            };
            let mut node = std::mem::replace(old.node_mut(id), hollow);
            for edge in &mut node.edges {
                edge.child = edge.child.map(|child| places[&child]);
                edge.virtual_loss = 0;
            }
            self.edges += node.edges.len();
            self.by_key.insert(node.key, self.nodes.len() as NodeId);
            self.nodes.push(node);
        }
        places.get(&root).copied()
    }
}

/// Raises the prior of a move that a search found best: it gets `hint_prior` from all moves.
pub(super) fn boost_hint(hint: Option<Point>, hint_prior: f32, edges: &mut [Edge]) {
    if edges.iter().any(|edge| Some(edge.point) == hint) {
        for edge in edges {
            let share = if Some(edge.point) == hint { hint_prior } else { 0.0 };
            edge.prior = share + (1.0 - hint_prior) * edge.prior;
        }
    }
}

/// A score as its parent sees it: wins and losses come a ply later.
fn one_ply_more(score: Score) -> Score {
    Score::from_table(score.number() as i16, 1)
}
