//! Which node the search looks at next.

use crate::graph::{Edge, Graph, Node, NodeId, State, Width};

/// What is to be done at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Work {
    /// Look at a position with the attacker to move for the first time.
    Attack,
    /// Give it more moves.
    Widen(Width),
    /// Look at the replies of a position with the defender to move, the first or the next ones.
    Defence,
}

/// Open replies of a node at a time: if these cannot be won, the others need not be looked at.
pub(crate) const OPEN_REPLIES: usize = 4;

/// Where the descent goes on.
pub(crate) enum Next {
    /// Here there is work.
    Here(Work),
    /// To a child.
    Child(Edge),
    /// Nowhere: another thread works here, or the node is settled.
    Nowhere,
}

/// What to do at a node with the attacker to move.
pub(crate) fn attack(graph: &Graph, id: NodeId) -> Next {
    let node = graph.node(id);
    match &node.state {
        _ if node.is_busy => Next::Nowhere,
        State::New => Next::Here(Work::Attack),
        State::Attack { moves, .. } => {
            if let Some(width) = graph.wants_width(id) {
                return Next::Here(Work::Widen(width));
            }
            let child = |edge: &Edge| graph.node(edge.node);
            let open = || moves.iter().filter(|edge| is_open(child(edge)));
            let chosen = match is_turn_of_others(node) {
                // The best move has most of the steps, and never all of them.
                true => open().enumerate().min_by_key(|(rank, edge)| {
                    (u64::from(child(edge).visits) + 1) * (*rank as u64 + 2)
                }),
                false => open().enumerate().min_by_key(|(_, edge)| child(edge).proof),
            };
            chosen.map_or(Next::Nowhere, |(_, edge)| Next::Child(*edge))
        }
        _ => Next::Nowhere,
    }
}

/// What to do at a node with the defender to move, where only some of the replies may be wanted.
pub(crate) fn defence(graph: &Graph, id: NodeId, wanted: Option<&[NodeId]>) -> Next {
    let node = graph.node(id);
    match &node.state {
        _ if node.is_busy => Next::Nowhere,
        State::New => Next::Here(Work::Defence),
        State::Defence { open, pending, is_wide } => {
            if open.len() < OPEN_REPLIES && !pending.is_empty() {
                return Next::Here(Work::Defence);
            }
            let child = |edge: &&Edge| graph.node(edge.node);
            let is_wanted = |edge: &&Edge| wanted.is_none_or(|wanted| wanted.contains(&edge.node));
            let open = open.iter().filter(|edge| is_wanted(edge) && is_open(child(edge)));
            // All replies must be won. Where there are hundreds, each has its turn, since the easy
            // ones teach the rest. Where hundreds of replies follow on each of them, the one that is
            // nearest to its proof comes first, so that something is finished.
            let is_early = |edge: &&Edge| leads_to_wide(graph, child(edge));
            let chosen = match is_wide {
                true if open.clone().any(|edge| is_early(&edge)) => {
                    open.min_by_key(|edge| child(edge).proof)
                }
                true => open.min_by_key(|edge| child(edge).visits),
                false => open.min_by_key(|edge| (child(edge).disproof, child(edge).proof)),
            };
            chosen.map_or(Next::Nowhere, |edge| Next::Child(*edge))
        }
        _ => Next::Nowhere,
    }
}

/// Whether the moves of a node leave hundreds of replies.
fn leads_to_wide(graph: &Graph, node: &Node) -> bool {
    match &node.state {
        State::Attack { moves, .. } => moves.iter().any(|edge| graph.node(edge.node).is_wide()),
        _ => false,
    }
}

fn is_open(node: &Node) -> bool {
    !node.is_settled() && !node.is_busy
}

/// Whether this visit goes to a move that has had few.
fn is_turn_of_others(node: &Node) -> bool {
    const FIRST: u32 = 24;
    const EVERY: u32 = 8;
    node.visits >= FIRST && node.visits.is_multiple_of(EVERY)
}
