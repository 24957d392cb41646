//! Why a proof is refused.

use std::fmt;

use tengen_core::{Point, Side};

use crate::tree::AttackId;

pub use crate::otherwise::OtherwiseFault;

/// What is wrong with a proof, and where.
///
/// ```
/// use tengen_core::{Board, Rule, Side, Size};
/// use tengen_proof::{ProofBuilder, check};
///
/// let mut builder = ProofBuilder::new(Rule::Freestyle, Board::new(Size::default()), Side::Black);
/// let root = builder.add("h8".parse()?, &[], None);
/// let refusal = check(&builder.finish(root), 1_000).unwrap_err();
/// assert_eq!(refusal.to_string(), "after h8 (attack 0): the reply a1 is not answered");
/// # Ok::<(), tengen_core::ParsePointError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The moves from the claimed position to where the fault is.
    pub line: Vec<Point>,
    /// The attack that has the fault.
    pub attack: AttackId,
    /// The fault.
    pub reason: Reason,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.line.is_empty() { "in the claimed position" } else { "after" })?;
        for point in &self.line {
            write!(f, " {point}")?;
        }
        write!(f, " (attack {}): {}", self.attack.index(), self.reason)
    }
}

impl std::error::Error for Refusal {}

/// A fault of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// The game is over before the first move.
    #[error("{0} already has five at {1}")]
    AlreadyWon(Side, Point),
    /// There is nothing left to play.
    #[error("the board is full and nobody has five")]
    FullBoard,
    /// The attacker cannot play there.
    #[error("the attack {0} is on an occupied point")]
    Occupied(Point),
    /// The attacker would lose by playing there.
    #[error("the attack {0} is forbidden")]
    Forbidden(Point),
    /// The game is over, but the proof goes on.
    #[error("the attack {0} makes five, and nothing can follow")]
    FiveGoesOn(Point),
    /// The defender makes five first.
    #[error("the defender makes five at {0}")]
    CounterFive(Point),
    /// A reply that cannot be played.
    #[error("the listed reply {0} is on an occupied point")]
    ReplyOccupied(Point),
    /// Two answers to one reply.
    #[error("the reply {0} is listed twice")]
    ReplyTwice(Point),
    /// A legal reply that is not listed where there is no else move.
    #[error("the reply {0} is not answered")]
    NotAnswered(Point),
    /// The defender does nothing, and there is no answer to that.
    #[error("a pass is not answered")]
    Pass,
    /// The else move cannot be played.
    #[error("the else move {0} is on an occupied point")]
    OtherwiseOccupied(Point),
    /// The else move does not answer a reply that is not listed.
    #[error("the else move {otherwise} does not answer the reply {reply}, which {fault}")]
    Otherwise {
        /// The else move.
        otherwise: Point,
        /// The reply.
        reply: Point,
        /// What the reply does to the else move.
        fault: OtherwiseFault,
    },
    /// An attack that stands for two positions.
    #[error("this attack answers other stones elsewhere")]
    OtherPosition,
    /// The check was not finished.
    #[error("the check takes more than {0} positions")]
    Budget(u64),
}
