//! How the attacks of a proof lie in memory.

use std::ops::Range;

use tengen_core::Point;

use super::{Attack, AttackId};

/// All attacks in one row, and all replies in another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    replies: Vec<(Point, AttackId)>,
}

/// Proofs have millions of these, so they are packed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    point: Spot,
    otherwise: Spot,
    /// Where the replies end; they begin where those of the node before end.
    end: u32,
}

const _: () = assert!(size_of::<Node>() == 8);

/// A point or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot(u16);

impl From<Option<Point>> for Spot {
    fn from(point: Option<Point>) -> Spot {
        Spot(point.map_or(u16::MAX, |point| point.index() as u16))
    }
}

impl From<Spot> for Option<Point> {
    fn from(spot: Spot) -> Option<Point> {
        Point::from_index(spot.0.into())
    }
}

impl Tree {
    /// How many attacks there are.
    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    pub(super) fn attack(&self, id: AttackId) -> Attack<'_> {
        let node = &self.nodes[id.index()];
        let replies = &self.replies[self.range(id.index())];
        Attack { point: node.point.into(), replies, otherwise: node.otherwise.into() }
    }

    fn range(&self, node: usize) -> Range<usize> {
        let start = node.checked_sub(1).map_or(0, |before| self.nodes[before].end);
        start as usize..self.nodes[node].end as usize
    }

    pub(super) fn push(
        &mut self,
        point: Option<Point>,
        replies: impl Iterator<Item = (Point, AttackId)>,
        otherwise: Option<Point>,
    ) -> AttackId {
        let id = u32::try_from(self.nodes.len() + 1).expect("attacks are counted with 32 bits") - 1;
        self.replies.extend(replies.inspect(|(_, answer)| {
            assert!(answer.0 < id, "attack {} answers, but was not added yet", answer.0);
        }));
        let end = u32::try_from(self.replies.len()).expect("replies are counted with 32 bits");
        self.nodes.push(Node { point: point.into(), otherwise: otherwise.into(), end });
        AttackId(id)
    }

    /// The attacks that `root` leads to, and itself as the last.
    pub(super) fn only(self, root: AttackId) -> Tree {
        let mut used = vec![false; root.index() + 1];
        used[root.index()] = true;
        for node in (0..used.len()).rev() {
            if used[node] {
                for (_, answer) in &self.replies[self.range(node)] {
                    used[answer.index()] = true;
                }
            }
        }
        if used.len() == self.nodes.len() && used.iter().all(|&used| used) {
            return self;
        }
        let mut tree = Tree::default();
        let mut renumbered = vec![AttackId(0); used.len()];
        for node in (0..used.len()).filter(|&node| used[node]) {
            let Attack { point, replies, otherwise } = self.attack(AttackId(node as u32));
            let replies =
                replies.iter().map(|&(reply, answer)| (reply, renumbered[answer.index()]));
            renumbered[node] = tree.push(point, replies, otherwise);
        }
        tree
    }
}
