//! Pictures and sketches: positions and proofs as tests write them.

#![allow(dead_code, reason = "every test uses its own share")]

pub(crate) mod artist;
pub(crate) mod fixtures;
pub(crate) mod small;

use tengen_core::{Board, Point, Rule, Side, Size};
use tengen_proof::{AttackId, Proof, ProofBuilder};

/// How many of something, unless the environment says otherwise.
pub(crate) fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// A picture, the top row first: `x` black, `o` white, `.` empty. Capital letters name points: `X`
/// a black stone, `O` a white one, all others empty points.
pub(crate) struct Picture {
    size: Size,
    rows: Vec<Vec<char>>,
}

impl Picture {
    pub(crate) fn read(text: &str) -> Picture {
        let rows = text.lines().map(|line| line.split_whitespace().flat_map(str::chars).collect());
        let rows: Vec<Vec<char>> = rows.filter(|row: &Vec<char>| !row.is_empty()).rev().collect();
        assert!(rows.iter().all(|row| row.len() == rows.len()), "a picture is square");
        Picture { size: Size::new(rows.len() as u8).unwrap(), rows }
    }

    pub(crate) fn point(&self, mark: char) -> Point {
        let at = |point: &Point| self.rows[point.y() as usize][point.x() as usize] == mark;
        self.size.points().find(at).unwrap_or_else(|| panic!("no {mark} in the picture"))
    }

    pub(crate) fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        for point in self.size.points() {
            match self.rows[point.y() as usize][point.x() as usize] {
                'x' | 'X' => board.place(point, Side::Black),
                'o' | 'O' => board.place(point, Side::White),
                _ => {}
            }
        }
        board
    }

    /// The proof of a tree such as `A[B>C D>E[*F] *G]`: the attack A; its reply B is answered by
    /// the attack C and D by E; the else move is G. Without the first letter the defender is to
    /// move.
    pub(crate) fn proof(&self, rule: Rule, attacker: Side, tree: &str) -> Proof {
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
pub(crate) struct Sketch(pub(crate) Vec<Node>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) point: Option<Point>,
    pub(crate) replies: Vec<(Point, usize)>,
    pub(crate) otherwise: Option<Point>,
}

impl Sketch {
    pub(crate) fn root(&self) -> usize {
        self.0.len() - 1
    }

    pub(crate) fn proof(&self, rule: Rule, board: Board, attacker: Side) -> Proof {
        let mut builder = ProofBuilder::new(rule, board, attacker);
        let mut ids: Vec<AttackId> = Vec::new();
        let (root, others) = self.0.split_last().unwrap();
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
    pub(crate) fn of(proof: &Proof) -> Sketch {
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
