//! Proofs of wins as trees: the attacker's moves against every reply.

use tengen_core::{Board, Point, Rule, Side, Size};

mod arena;
mod builder;
mod image;

use arena::Tree;
pub use builder::ProofBuilder;

/// The number of an attack in its [`Proof`]. Attacks that answer replies come before the attack
/// whose replies they answer, so numbers grow towards the root and no walk can go in circles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct AttackId(u32);

impl AttackId {
    /// The number, from zero.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The attack with this number, for who reads proofs.
    pub(crate) const fn new(number: u32) -> AttackId {
        AttackId(number)
    }
}

/// A move of the attacker and what he does about the replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack<'a> {
    /// The attacker's move. Only the root can lack it: there the defender is to move first.
    pub point: Option<Point>,
    /// The replies that have answers of their own, and these answers.
    pub replies: &'a [(Point, AttackId)],
    /// The *else* move: it answers all other replies. It makes five, or it threatens more
    /// fives than the next reply can stop.
    pub otherwise: Option<Point>,
}

impl Attack<'_> {
    /// Whether nothing follows: the attacker's move makes five, or so it is claimed.
    pub fn is_last(&self) -> bool {
        self.replies.is_empty() && self.otherwise.is_none()
    }

    /// The attack that answers a reply, if the reply is listed.
    pub fn answer(&self, reply: Point) -> Option<AttackId> {
        self.replies.iter().find(|&&(point, _)| point == reply).map(|&(_, answer)| answer)
    }
}

/// The claim that one side wins a position, with the moves that show it.
///
/// A proof is only a claim until [`crate::check`] has accepted it; what holds by itself is that
/// all points are on the board and that every attack comes after those it leads to. The position
/// may lead to the same attack along several orders of moves: then the attack is kept once.
///
/// ```
/// use tengen_core::{Game, Point, Rule, Side, Size};
/// use tengen_proof::ProofBuilder;
///
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "a1", "i8", "a3", "j8", "a5"] {
///     game.play(point.parse()?)?;
/// }
/// let [g8, k8, l8]: [Point; 3] = ["g8".parse()?, "k8".parse()?, "l8".parse()?];
/// let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
/// let five = builder.add(l8, &[], None);
/// // An open four: if White takes one end, Black takes the other.
/// let four = builder.add(k8, &[(g8, five)], Some(g8));
/// let proof = builder.finish(four);
/// assert_eq!(proof.attack(proof.root()).answer(g8), Some(five));
/// assert_eq!(proof.to_move(), Side::Black);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    rule: Rule,
    board: Board,
    attacker: Side,
    tree: Tree,
}

impl Proof {
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
        match self.attack(self.root()).point {
            Some(_) => self.attacker,
            None => !self.attacker,
        }
    }

    /// The first attack. It is the last one of all.
    pub fn root(&self) -> AttackId {
        AttackId(self.tree.len() - 1)
    }

    /// One attack.
    ///
    /// # Panics
    /// If the number is that of an attack of another, larger proof.
    pub fn attack(&self, id: AttackId) -> Attack<'_> {
        self.tree.attack(id)
    }

    /// How many attacks there are, at least one.
    pub fn attack_count(&self) -> usize {
        self.tree.len() as usize
    }

    /// All attacks, the root last and the others before those that lead to them.
    pub fn attacks(&self) -> impl Iterator<Item = (AttackId, Attack<'_>)> {
        (0..self.tree.len()).map(AttackId).map(|id| (id, self.attack(id)))
    }
}
