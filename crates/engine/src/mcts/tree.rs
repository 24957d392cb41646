//! What a tree search knows of positions. Positions that are reached in several ways are one node,
//! so that the tree is a graph; as stones only come, it has no circles.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use tengen_core::Point;

use crate::{Score, Verdict};

/// A node's place in the tree.
pub(super) type NodeId = u32;

/// A move from a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) point: Point,
    /// How likely it is the best, before anything is known of it.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// Threads that are below it now.
    pub(super) busy: u32,
    pub(super) child: Option<NodeId>,
}

impl Edge {
    pub(super) fn new(point: Point, prior: f32) -> Edge {
        Edge { point, prior, visits: 0, busy: 0, child: None }
    }
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Node {
    key: u64,
    /// What was thought of it when it was looked at last: the chance to win of the side to move.
    own: f32,
    /// For how many walks that counts.
    weight: f32,
    /// How often it was looked at again.
    looks: u8,
    /// The mean of that and of everything found below.
    value: f32,
    visits: u32,
    /// What is known for certain, or nearly so, counted from this node.
    solved: Option<Score>,
    /// The move that a search of this position alone found best.
    pub(super) hint: Option<Point>,
    edges: Vec<Edge>,
    /// What the moves are worth at most that have no edge, if that is known.
    others: Option<Score>,
}

impl Node {
    /// The chance to win of the side to move.
    pub(super) fn value(&self) -> f32 {
        self.solved.map_or(self.value, chance)
    }

    pub(super) fn solved(&self) -> Option<Score> {
        self.solved
    }

    pub(super) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether its moves are not known yet.
    pub(super) fn is_leaf(&self) -> bool {
        self.edges.is_empty()
    }
}

/// The chance to win that a score means.
pub(super) fn chance(score: Score) -> f32 {
    match score {
        won if won.seems_won() => 1.0,
        lost if (-lost).seems_won() => 0.0,
        estimate => Verdict::Unclear { centi: estimate.number() }.win_rate() as f32,
    }
}

/// How curious the search is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curiosity {
    /// What an unlikely move gains over a likely one while nothing is known of it.
    pub(super) exploration: f32,
    /// How much worse than its parent a move is taken to be that was never looked at.
    pub(super) doubt: f32,
}

/// All nodes.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// How much the value of a node is that of its best move, and not the mean of all walks: 0 to 1.
    sharpness: f32,
    nodes: Vec<Node>,
    by_key: HashMap<u64, NodeId>,
    edges: usize,
}

/// What a node takes beside its edges, its place in the map included.
const NODE_BYTES: usize = size_of::<Node>() + 32;

impl Tree {
    /// Bytes used, roughly.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * NODE_BYTES + self.edges * size_of::<Edge>()
    }

    /// An empty tree.
    pub(super) fn new(sharpness: f32) -> Tree {
        Tree { sharpness, ..Tree::default() }
    }

    pub(super) fn clear(&mut self) {
        *self = Tree::new(self.sharpness);
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

    /// Adds a position of which a first look says `score`, or finds it if it is known.
    pub(super) fn add(&mut self, key: u64, score: Score, hint: Option<Point>) -> NodeId {
        if let Some(known) = self.find(key) {
            return known;
        }
        let id = self.nodes.len() as NodeId;
        let solved = (!score.is_estimate()).then_some(score);
        let own = chance(score);
        self.nodes.push(Node {
            key,
            own,
            weight: 1.0,
            looks: 0,
            value: own,
            visits: 0,
            solved,
            hint,
            edges: Vec::new(),
            others: None,
        });
        self.by_key.insert(key, id);
        id
    }

    /// Gives a node its moves; what was known of those it had is kept.
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

    /// A move leads to a node that is known.
    pub(super) fn link(&mut self, id: NodeId, point: Point, child: NodeId) {
        let edges = &mut self.node_mut(id).edges;
        edges
            .iter_mut()
            .filter(|edge| edge.point == point)
            .for_each(|edge| edge.child = Some(child));
    }

    /// There is no move, or none that could matter.
    pub(super) fn end(&mut self, id: NodeId, score: Score) {
        self.node_mut(id).solved = Some(score);
    }

    /// Whether a node with moves is to be looked at again now, for the first time after `first` visits;
    /// if so, that is taken as done, and the visits are told.
    pub(super) fn wants_a_look(&mut self, id: NodeId, first: u32) -> Option<u32> {
        let node = self.node_mut(id);
        let due = u64::from(first) << (2 * node.looks.min(16));
        let is_due = first > 0 && !node.is_leaf() && u64::from(node.visits) >= due;
        node.looks += u8::from(is_due);
        is_due.then_some(node.visits)
    }

    /// A deeper look at a node said `score`: that counts for so many walks.
    pub(super) fn learn(&mut self, id: NodeId, score: Score, weight: f32) {
        let node = self.node_mut(id);
        if score.is_estimate() {
            node.own = chance(score);
            node.weight = weight.max(1.0);
            self.settle(id);
        } else if node.solved.is_none() {
            node.solved = Some(score);
        }
    }

    /// A search of a node's position found a move best: with a likelihood of `trust` it is.
    pub(super) fn favour(&mut self, id: NodeId, hint: Point, trust: f32) {
        let node = self.node_mut(id);
        node.hint = Some(hint);
        trust_hint(Some(hint), trust, &mut node.edges);
    }

    /// What is known of a node for certain is to be found anew from its moves, so that there is a
    /// move to play.
    pub(super) fn doubt(&mut self, id: NodeId) {
        self.node_mut(id).solved = None;
        self.settle(id);
    }

    /// The edge to look at next; none if all are settled.
    pub(super) fn select(&self, id: NodeId, curiosity: Curiosity) -> Option<usize> {
        let node = self.node(id);
        let looked_at: f32 = node.edges.iter().filter(|e| e.visits > 0).map(|e| e.prior).sum();
        let unknown = node.value - curiosity.doubt * looked_at.sqrt();
        let busy: u32 = node.edges.iter().map(|edge| edge.busy).sum();
        let root = ((node.visits + busy).max(1) as f32).sqrt();
        let worth = |edge: &Edge| {
            let child = edge.child.map(|child| self.node(child));
            if child.is_some_and(|child| child.solved.is_some_and(|score| score != Score::DRAW)) {
                return f32::NEG_INFINITY;
            }
            let visits = (edge.visits + edge.busy) as f32;
            // A thread that is below is taken to find a loss, so that others look elsewhere.
            let found = child.map_or(unknown, |child| 1.0 - child.value());
            let value = match edge.visits + edge.busy {
                0 => found,
                _ => found * edge.visits.max(1) as f32 / (edge.visits.max(1) + edge.busy) as f32,
            };
            value + curiosity.exploration * edge.prior * root / (1.0 + visits)
        };
        let mut best = (f32::NEG_INFINITY, None);
        for (n, edge) in node.edges.iter().enumerate() {
            let worth = worth(edge);
            if worth > best.0 {
                best = (worth, Some(n));
            }
        }
        best.1
    }

    /// A thread goes below an edge.
    pub(super) fn enter(&mut self, id: NodeId, edge: usize) {
        self.node_mut(id).edges[edge].busy += 1;
    }

    /// It comes back without news.
    pub(super) fn leave(&mut self, id: NodeId, edge: usize) {
        self.node_mut(id).edges[edge].busy -= 1;
    }

    /// It comes back: the edge leads to `child`, of which more is known now.
    pub(super) fn back_up(&mut self, id: NodeId, edge: usize, child: NodeId) {
        self.leave(id, edge);
        let edge = &mut self.node_mut(id).edges[edge];
        edge.child = Some(child);
        edge.visits += 1;
        self.node_mut(id).visits += 1;
        self.settle(id);
    }

    /// A leaf was looked at once more.
    pub(super) fn visit(&mut self, id: NodeId) {
        self.node_mut(id).visits += 1;
    }

    /// Computes a node anew from its children.
    pub(super) fn settle(&mut self, id: NodeId) {
        let node = self.node(id);
        if node.solved.is_some() && node.solved != Some(Score::DRAW) {
            return;
        }
        let (mut sum, mut visits) = (node.weight * node.own, node.weight);
        // The best of what is open, as far as it is known.
        let mut top = 0.0_f32;
        // The best of the settled replies, and whether all are.
        let (mut best, mut all_settled) = (Score::LOWEST, !node.edges.is_empty());
        for edge in &node.edges {
            let child = edge.child.map(|child| self.node(child));
            let settled = child.and_then(|child| child.solved).map(|score| one_ply_more(-score));
            match settled {
                Some(score) => best = best.max(score),
                None => all_settled = false,
            }
            // What loses will not be played.
            let loses = settled.is_some_and(|score| (-score).seems_won());
            if let Some(child) = child.filter(|_| !loses) {
                let value = 1.0 - child.value();
                sum += edge.visits as f32 * value;
                visits += edge.visits as f32;
                top = top.max(value);
            }
        }
        let mean = sum / visits;
        // A mean forgets slowly what was thought before a refutation was found.
        let value = if visits > node.weight { mean + self.sharpness * (top - mean) } else { mean };
        let solved = match best {
            won if won.seems_won() => Some(won),
            best if all_settled => Some(match node.others {
                Some(others) => best.max(others),
                // Other moves were left out: that these lose proves nothing.
                None => best.unless_refuted(),
            }),
            _ => None,
        };
        let node = self.node_mut(id);
        node.value = value;
        node.solved = solved.or(node.solved);
    }

    /// The line of best play from a node on.
    pub(super) fn line(&self, id: NodeId, line: &mut Vec<Point>) {
        let mut at = Some(id);
        while let Some(node) = at.map(|id| self.node(id)) {
            let best = self.best_edge(node);
            match best {
                Some(edge) => line.push(edge.point),
                None => line.extend(node.hint),
            }
            at = best.and_then(|edge| edge.child);
        }
    }

    /// The move to play in a position: the shortest win, else what was looked at most, else what
    /// resists longest.
    fn best_edge(&self, node: &Node) -> Option<Edge> {
        let known = node.edges.iter().filter(|edge| edge.child.is_some());
        known.copied().max_by(|a, b| self.rank(*a).total_cmp(&self.rank(*b)))
    }

    /// How good a move is to play.
    pub(super) fn rank(&self, edge: Edge) -> f64 {
        /// More than any number of visits.
        const SETTLED: f64 = 1e12;
        let score = edge.child.and_then(|child| self.node(child).solved).map(|score| -score);
        match score {
            Some(won) if won.seems_won() => SETTLED + f64::from(won.number()),
            Some(lost) if (-lost).seems_won() => -SETTLED + f64::from(lost.number()),
            _ => f64::from(edge.visits),
        }
    }

    /// The score of a move for whoever plays it.
    pub(super) fn score(&self, edge: Edge) -> Option<Score> {
        let child = self.node(edge.child?);
        let estimate = |value: f32| {
            let chance = f64::from(1.0 - value).clamp(1e-4, 1.0 - 1e-4);
            Score::estimate((200.0 * (chance / (1.0 - chance)).ln()).round() as i32)
        };
        Some(match child.solved {
            Some(score) => one_ply_more(-score),
            None => estimate(child.value),
        })
    }

    /// Keeps what can be reached from a node, and forgets the rest; the node's new place.
    pub(super) fn keep(&mut self, root: NodeId) -> NodeId {
        let empty = Tree::new(self.sharpness);
        let mut old = std::mem::replace(self, empty);
        let mut places: HashMap<NodeId, NodeId> = HashMap::new();
        let mut open = vec![root];
        let mut order = Vec::new();
        while let Some(id) = open.pop() {
            if places.contains_key(&id) {
                continue;
            }
            places.insert(id, order.len() as NodeId);
            order.push(id);
            open.extend(old.node(id).edges.iter().filter_map(|edge| edge.child));
        }
        for id in order {
            let hollow = Node {
                key: 0,
                own: 0.0,
                weight: 0.0,
                looks: 0,
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
                edge.busy = 0;
            }
            self.edges += node.edges.len();
            self.by_key.insert(node.key, self.nodes.len() as NodeId);
            self.nodes.push(node);
        }
        places[&root]
    }
}

/// A move that a search found best is more likely than its order says.
pub(super) fn trust_hint(hint: Option<Point>, trust: f32, edges: &mut [Edge]) {
    if edges.iter().any(|edge| Some(edge.point) == hint) {
        for edge in edges {
            let share = if Some(edge.point) == hint { trust } else { 0.0 };
            edge.prior = share + (1.0 - trust) * edge.prior;
        }
    }
}

/// A score seen from one ply before: wins and losses come a ply later.
fn one_ply_more(score: Score) -> Score {
    Score::from_table(score.number() as i16, 1)
}
