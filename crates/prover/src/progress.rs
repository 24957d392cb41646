//! How far a search is, as people want to know it.

use std::time::Duration;

use tengen_core::{Point, Symmetry};
use tengen_engine::Win;

use crate::graph::{NodeId, State};
use crate::search::Search;
use crate::walk::Walk;

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The attacker's first move on the way there, if he is to move.
    pub first_move: Option<Point>,
    /// The first replies that all have to be settled.
    pub replies: Vec<Reply>,
    /// Positions in the graph.
    pub positions: usize,
    /// Steps of this run.
    pub steps: u64,
    /// What all threads of all runs have spent.
    pub spent: Duration,
    /// The proof number and the disproof number of the claim.
    pub proof: u32,
    /// See `proof`.
    pub disproof: u32,
}

/// How far one of the first replies is.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The reply.
    pub point: Point,
    /// Whether the attacker is proved to win after it.
    pub is_won: bool,
    /// The answer that looks best, if any has been looked at.
    pub answer: Option<Point>,
    /// The replies to that answer which are still open, if they are known.
    pub open: Option<usize>,
    /// The proof number.
    pub proof: u32,
    /// Steps spent on it.
    pub visits: u32,
}

impl Progress {
    /// How many of the first replies are settled.
    pub fn settled(&self) -> usize {
        self.replies.iter().filter(|reply| reply.is_won).count()
    }
}

pub(crate) fn progress(search: &Search, mut walk: Walk, root: NodeId) -> Progress {
    let node = search.graph.node(root);
    let (first_move, replies) = replies(search, &mut walk, root);
    Progress {
        first_move,
        replies,
        positions: search.graph.len(),
        steps: search.steps,
        spent: search.spent,
        proof: node.proof,
        disproof: node.disproof,
    }
}

/// The first node with the defender to move, on the way of the best moves: the attacker's move to it,
/// and its replies.
fn replies(search: &Search, walk: &mut Walk, root: NodeId) -> (Option<Point>, Vec<Reply>) {
    let mut id = root;
    let mut first_move = None;
    if walk.to_move() == search.attacker {
        let back = walk.canonical().1.inverse();
        let Some(best) = best_move(search, root) else { return (None, Vec::new()) };
        let point = back.apply(best, walk.size());
        walk.play(point);
        first_move = Some(point);
        let Some(after) = search.graph.find(walk.canonical().0) else {
            return (first_move, Vec::new());
        };
        id = after;
    }
    let open: Vec<NodeId> = match &search.graph.node(id).state {
        State::Defence { open, .. } => open.iter().map(|edge| edge.node).collect(),
        State::Won(_) => Vec::new(),
        _ => return (first_move, Vec::new()),
    };
    let mut replies: Vec<Reply> = Vec::new();
    let mut seen = Vec::new();
    let legal: Vec<Point> = walk
        .size()
        .points()
        .filter(|&point| walk.position.is_free(point) && walk.position.is_legal(point))
        .collect();
    for point in legal {
        let key = walk.stones.key_after(point);
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let Some(child) = search.graph.find(key) else { continue };
        let node = search.graph.node(child);
        if !node.is_won() && !open.contains(&child) {
            continue;
        }
        replies.push(reply(search, walk, point, child));
    }
    (first_move, replies)
}

/// The move that won, or looks best, as the node lies in the graph.
fn best_move(search: &Search, id: NodeId) -> Option<Point> {
    match &search.graph.node(id).state {
        State::Won(Some(Win::Move(point))) => Some(*point),
        State::Attack { moves, .. } => {
            let best = moves.iter().min_by_key(|edge| search.graph.node(edge.node).proof);
            best.map(|edge| edge.point)
        }
        _ => None,
    }
}

fn reply(search: &Search, walk: &mut Walk, point: Point, id: NodeId) -> Reply {
    let node = search.graph.node(id);
    let mut reply = Reply {
        point,
        is_won: node.is_won(),
        answer: None,
        open: None,
        proof: node.proof,
        visits: node.visits,
    };
    let State::Attack { moves, .. } = &node.state else { return reply };
    let best = moves.iter().min_by_key(|edge| search.graph.node(edge.node).proof);
    if let Some(best) = best {
        walk.play(point);
        let back: Symmetry = walk.canonical().1.inverse();
        walk.undo();
        reply.answer = Some(back.apply(best.point, walk.size()));
        if let State::Defence { open, pending, .. } = &search.graph.node(best.node).state {
            reply.open = Some(open.len() + pending.len());
        }
    }
    reply
}
