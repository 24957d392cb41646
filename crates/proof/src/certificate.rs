//! Certificates: proofs of very many lines as graphs whose attacks belong to no position.
//!
//! An attack says what to play and what answers the replies. Whether that wins is asked wherever the
//! certificate refers to it, turned or mirrored, so one attack may serve thousands of positions.

use std::collections::HashMap;

use tengen_core::{Board, Point, Rule, Side, Size, Symmetry};

use crate::tree::AttackId;

pub(crate) mod check;
pub(crate) mod follow;
mod from_proof;
mod lines;
mod points;

use points::Points;

/// An attack, and how its points are turned or mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Answer {
    /// The attack.
    pub attack: AttackId,
    /// Takes its points to where they lie.
    pub symmetry: Symmetry,
}

impl Answer {
    /// An attack as it is.
    pub const fn plain(attack: AttackId) -> Answer {
        Answer { attack, symmetry: Symmetry::IDENTITY }
    }

    /// An answer of this one, seen from where this one is seen from.
    #[must_use]
    pub const fn then(self, answer: Answer) -> Answer {
        Answer { attack: answer.attack, symmetry: self.symmetry.after(answer.symmetry) }
    }
}

/// A move of the attacker and what he does about the replies, wherever it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan<'a> {
    /// The attacker's move. Only the root can lack it: there the defender is to move first.
    pub point: Option<Point>,
    /// Replies that have answers of their own, in the order of their points.
    pub replies: &'a [(Point, Answer)],
    /// The answer to all other replies.
    pub otherwise: Option<Answer>,
}

impl Plan<'_> {
    /// The answer to a reply. None if there is none: then the attacker must be able to make five.
    pub fn answer(&self, reply: Point) -> Option<Answer> {
        let listed = self.replies.binary_search_by_key(&reply, |&(point, _)| point);
        listed.map_or(self.otherwise, |place| Some(self.replies[place].1))
    }
}

/// The claim that one side wins a position, with attacks that show it.
///
/// It is only a claim until [`crate::check_certificate`] has accepted it; what holds by itself is
/// that all points are on the board and that every attack comes after those it refers to.
///
/// ```
/// use tengen_core::{Board, Rule, Side, Size};
/// use tengen_proof::{Answer, CertificateBuilder, check_certificate};
///
/// let mut board = Board::new(Size::default());
/// for point in ["h8", "i8", "j8"] {
///     board.place(point.parse()?, Side::Black);
/// }
/// let mut builder = CertificateBuilder::new(Rule::Freestyle, board, Side::Black);
/// // White is to move: against an open three there are three replies.
/// let east = builder.add("k8".parse()?, &[], None);
/// let west = builder.add("g8".parse()?, &[], None);
/// let replies = [("k8".parse()?, Answer::plain(west))];
/// let certificate = builder.clone().finish_defence(&replies, Some(Answer::plain(east)));
/// let refusal = check_certificate(&certificate, 1_000).unwrap_err();
/// assert!(refusal.to_string().contains("is not answered"), "g8 leaves k8 a four with one hole");
/// # Ok::<(), tengen_core::ParsePointError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    rule: Rule,
    board: Board,
    attacker: Side,
    graph: Graph,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Graph {
    size: Size,
    nodes: Vec<Node>,
    replies: Vec<(Point, Answer)>,
    /// The points of the moves and listed replies of each attack and of all that it leads to.
    mentioned: Vec<Points>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    point: Option<Point>,
    otherwise: Option<Answer>,
    /// Where the replies end; they begin where those of the node before end.
    end: u32,
}

impl Graph {
    fn new(size: Size) -> Graph {
        let (nodes, replies, mentioned) = (Vec::new(), Vec::new(), Vec::new());
        Graph { size, nodes, replies, mentioned }
    }

    fn plan(&self, id: AttackId) -> Plan<'_> {
        let node = &self.nodes[id.index()];
        let replies = &self.replies[self.first_reply(id)..node.end as usize];
        Plan { point: node.point, replies, otherwise: node.otherwise }
    }

    /// The place of an attack's first reply.
    fn first_reply(&self, id: AttackId) -> usize {
        id.index().checked_sub(1).map_or(0, |before| self.nodes[before].end as usize)
    }

    /// The graph of its last attack with some replies and else answers left out.
    fn reduced(&self, keeps_reply: &[bool], keeps_otherwise: &[bool]) -> Graph {
        let mut graph = Graph::new(self.size);
        for (number, node) in self.nodes.iter().enumerate() {
            let id = AttackId::new(number as u32);
            let plan = self.plan(id);
            let places = self.first_reply(id)..;
            let kept = plan.replies.iter().zip(places).filter(|&(_, place)| keeps_reply[place]);
            let replies: Vec<(Point, Answer)> = kept.map(|(&reply, _)| reply).collect();
            let otherwise = node.otherwise.filter(|_| keeps_otherwise[number]);
            graph.push(Plan { point: plan.point, replies: &replies, otherwise });
        }
        graph.only(AttackId::new(graph.nodes.len() as u32 - 1))
    }

    fn push(&mut self, plan: Plan<'_>) -> AttackId {
        let id = u32::try_from(self.nodes.len()).expect("attacks are counted with 32 bits");
        let mut mentioned = Points::default();
        plan.point.into_iter().for_each(|point| mentioned.insert(point));
        plan.replies.iter().for_each(|&(reply, _)| mentioned.insert(reply));
        for answer in plan.replies.iter().map(|&(_, answer)| answer).chain(plan.otherwise) {
            let known = self.mentioned.get(answer.attack.index());
            let known = known.expect("answers are added first");
            mentioned.add(known, answer.symmetry, self.size);
        }
        self.mentioned.push(mentioned);
        self.replies.extend_from_slice(plan.replies);
        let end = u32::try_from(self.replies.len()).expect("replies are counted with 32 bits");
        self.nodes.push(Node { point: plan.point, otherwise: plan.otherwise, end });
        AttackId::new(id)
    }

    /// The attacks that `root` leads to, each just after its answers where it can be, and itself as
    /// the last.
    fn only(&self, root: AttackId) -> Graph {
        let mut graph = Graph::new(self.size);
        let mut renumbered: Vec<Option<AttackId>> = vec![None; root.index() + 1];
        let mut open = vec![(root, false)];
        while let Some((id, are_answers_done)) = open.pop() {
            if renumbered[id.index()].is_some() {
                continue;
            }
            let plan = self.plan(id);
            if !are_answers_done {
                open.push((id, true));
                // The first answer is written last, just before its attack.
                let answers = plan.replies.iter().map(|&(_, answer)| answer).chain(plan.otherwise);
                open.extend(answers.map(|answer| (answer.attack, false)));
                continue;
            }
            let new = |answer: Answer| {
                let attack = renumbered[answer.attack.index()].expect("answers come first");
                Answer { attack, ..answer }
            };
            let replies: Vec<(Point, Answer)> =
                plan.replies.iter().map(|&(reply, answer)| (reply, new(answer))).collect();
            let otherwise = plan.otherwise.map(new);
            let new_id = graph.push(Plan { point: plan.point, replies: &replies, otherwise });
            renumbered[id.index()] = Some(new_id);
        }
        graph
    }
}

impl Certificate {
    /// The rule that is played.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The stones of the claimed position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// The side that is claimed to win.
    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// Whose turn it is in the claimed position.
    pub fn to_move(&self) -> Side {
        match self.plan(self.root()).point {
            Some(_) => self.attacker,
            None => !self.attacker,
        }
    }

    /// The first attack. It is the last one of all.
    pub fn root(&self) -> AttackId {
        AttackId::new(self.graph.nodes.len() as u32 - 1)
    }

    /// What one attack says.
    ///
    /// # Panics
    /// If the number is that of an attack of another, larger certificate.
    pub fn plan(&self, id: AttackId) -> Plan<'_> {
        self.graph.plan(id)
    }

    /// How many attacks there are, at least one.
    pub fn attack_count(&self) -> usize {
        self.graph.nodes.len()
    }

    /// All attacks, the root last and the others before those that refer to them.
    pub fn plans(&self) -> impl Iterator<Item = (AttackId, Plan<'_>)> {
        (0..self.graph.nodes.len() as u32).map(AttackId::new).map(|id| (id, self.plan(id)))
    }
}

/// Makes a [`Certificate`]. Equal attacks are kept once.
#[derive(Clone, Debug)]
pub struct CertificateBuilder {
    rule: Rule,
    board: Board,
    attacker: Side,
    graph: Graph,
    known: HashMap<u64, Vec<AttackId>>,
}

impl CertificateBuilder {
    /// A certificate that `attacker` wins with these stones on the board.
    pub fn new(rule: Rule, board: Board, attacker: Side) -> CertificateBuilder {
        let graph = Graph::new(board.size());
        CertificateBuilder { rule, board, attacker, graph, known: HashMap::new() }
    }

    /// The stones of the claimed position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many attacks were added.
    pub fn attack_count(&self) -> usize {
        self.graph.nodes.len()
    }

    /// What one attack says.
    ///
    /// # Panics
    /// If it was not added.
    pub fn plan(&self, id: AttackId) -> Plan<'_> {
        self.graph.plan(id)
    }

    /// Adds the attacker's move `point`, unless there is such an attack already: `replies` have
    /// answers of their own, all others are answered by `otherwise`.
    ///
    /// # Panics
    /// If a point is off the board or listed twice, if an answer is not yet there, or after four
    /// milliards of attacks or replies.
    pub fn add(
        &mut self,
        point: Point,
        replies: &[(Point, Answer)],
        otherwise: Option<Answer>,
    ) -> AttackId {
        self.push(Some(point), replies, otherwise)
    }

    fn push(
        &mut self,
        point: Option<Point>,
        replies: &[(Point, Answer)],
        otherwise: Option<Answer>,
    ) -> AttackId {
        let mut replies = replies.to_vec();
        replies.sort_unstable();
        assert!(replies.is_sorted_by(|a, b| a.0 < b.0), "a reply is listed twice");
        for point in replies.iter().map(|&(point, _)| point).chain(point) {
            assert!(self.board.size().contains(point), "{point} is off the board");
        }
        let plan = Plan { point, replies: &replies, otherwise };
        let hash = fingerprint(&plan);
        let known = self.known.entry(hash).or_default();
        if let Some(&id) = known.iter().find(|&&id| self.graph.plan(id) == plan) {
            return id;
        }
        let id = self.graph.push(plan);
        known.push(id);
        id
    }

    /// Adds an attack as it stands in a file, in order and not compared with others.
    pub(crate) fn add_unshared(
        &mut self,
        point: Option<Point>,
        replies: &[(Point, Answer)],
        otherwise: Option<Answer>,
    ) {
        self.graph.push(Plan { point, replies, otherwise });
    }

    /// All attacks that were added, the last one as the root.
    pub(crate) fn finish_as_is(self) -> Certificate {
        let CertificateBuilder { rule, board, attacker, graph, .. } = self;
        Certificate { rule, board, attacker, graph }
    }

    /// The certificate that the attacker, who is to move, wins with the attack `root`. What does
    /// not belong to it is dropped, and the numbers of attacks may change.
    ///
    /// # Panics
    /// If `root` was not added.
    pub fn finish(self, root: AttackId) -> Certificate {
        let graph = self.graph.only(root);
        Certificate { rule: self.rule, board: self.board, attacker: self.attacker, graph }
    }

    /// The same for another board: attacks belong to no position, so many certificates can be made
    /// from one builder.
    ///
    /// # Panics
    /// If `root` was not added, or the board has another size.
    pub fn certificate(&self, board: Board, root: AttackId) -> Certificate {
        assert_eq!(board.size(), self.board.size(), "points depend on the size");
        let graph = self.graph.only(root);
        Certificate { rule: self.rule, board, attacker: self.attacker, graph }
    }

    /// The certificate that the defender, who is to move, loses: what answers his first replies.
    ///
    /// # Panics
    /// As [`CertificateBuilder::add`].
    pub fn finish_defence(
        mut self,
        replies: &[(Point, Answer)],
        otherwise: Option<Answer>,
    ) -> Certificate {
        let root = self.push(None, replies, otherwise);
        self.finish(root)
    }
}

/// A hash of an attack. Attacks with the same one are compared.
fn fingerprint(plan: &Plan<'_>) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (plan.point, plan.replies, plan.otherwise).hash(&mut hasher);
    hasher.finish()
}
