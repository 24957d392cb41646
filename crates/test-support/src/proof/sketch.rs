//! Proofs as text and as lists that can be changed.

use tengen_core::{Board, Point, Rule, Side};
use tengen_proof::{AttackId, Proof, ProofBuilder};

use crate::picture::Picture;

impl Picture {
    /// The proof of a tree such as `A[B>C D>E[*F] *G]`: the attack A; its reply B is answered by
    /// the attack C and D by E; the else move is G. Without the first letter the defender is to
    /// move.
    ///
    /// # Panics
    /// If the text is no tree.
    pub fn proof(&self, rule: Rule, attacker: Side, tree: &str) -> Proof {
        let mut sketch = Sketch::default();
        let marks: Vec<char> = tree.chars().filter(|mark| !mark.is_whitespace()).collect();
        let mut marks = marks.as_slice();
        self.parse(&mut marks, &mut sketch);
        assert!(marks.is_empty(), "{marks:?} after the tree");
        sketch.proof(rule, self.board(), attacker)
    }

    fn parse(&self, marks: &mut &[char], sketch: &mut Sketch) -> usize {
        let mut node = Node::default();
        if let Some((&mark, rest)) = marks.split_first().filter(|(mark, _)| mark.is_uppercase()) {
            node.point = Some(self.point(mark));
            *marks = rest;
        }
        if let Some(mut rest) = marks.strip_prefix(&['[']) {
            loop {
                rest = match *rest {
                    [']', ref rest @ ..] => break *marks = rest,
                    ['*', mark, ref rest @ ..] => {
                        node.otherwise = Some(self.point(mark));
                        rest
                    }
                    [mark, '>', ref rest @ ..] => {
                        let mut rest = rest;
                        let answer = self.parse(&mut rest, sketch);
                        node.replies.push((self.point(mark), answer));
                        rest
                    }
                    _ => panic!("{rest:?} is no tree"),
                };
            }
        }
        sketch.0.push(node);
        sketch.0.len() - 1
    }
}

/// A proof that can still be changed: answers come first, the root is last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch(pub Vec<Node>);

/// An attack of a sketch; answers are numbers in its list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The attack; none at a root where the defender is to move.
    pub point: Option<Point>,
    /// The replies that have an answer of their own, with that answer.
    pub replies: Vec<(Point, usize)>,
    /// The else move.
    pub otherwise: Option<Point>,
}

impl Sketch {
    /// The number of the root.
    pub fn root(&self) -> usize {
        self.0.len() - 1
    }

    /// The proof that this position is won.
    ///
    /// # Panics
    /// If an attack has no point.
    pub fn proof(&self, rule: Rule, board: Board, attacker: Side) -> Proof {
        let mut builder = ProofBuilder::new(rule, board, attacker);
        let mut ids: Vec<AttackId> = Vec::new();
        let (root, others) = self.0.split_last().expect("a root");
        for node in others {
            let point = node.point.expect("only the root can do without");
            ids.push(builder.add(point, &node.replies(&ids), node.otherwise));
        }
        let replies = root.replies(&ids);
        match root.point {
            Some(point) => {
                let root = builder.add(point, &replies, root.otherwise);
                builder.finish(root)
            }
            None => builder.finish_defence(&replies, root.otherwise),
        }
    }

    /// The sketch of a proof.
    pub fn of(proof: &Proof) -> Sketch {
        let nodes = proof.attacks().map(|(_, attack)| Node {
            point: attack.point,
            replies: attack.replies.iter().map(|&(reply, id)| (reply, id.index())).collect(),
            otherwise: attack.otherwise,
        });
        Sketch(nodes.collect())
    }
}

impl Node {
    fn replies(&self, ids: &[AttackId]) -> Vec<(Point, AttackId)> {
        self.replies.iter().map(|&(reply, answer)| (reply, ids[answer])).collect()
    }
}
