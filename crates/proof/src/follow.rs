//! A proof played in a real game, without any search.

use std::sync::Arc;

use tengen_core::{Game, Point, Side};

use crate::fives::Trial;
use crate::length::{last_stand, line_from};
use crate::tree::{AttackId, Proof};

/// Walks a checked proof along a game.
///
/// ```
/// # use std::sync::Arc;
/// # use tengen_core::{Game, Point, Rule, Side, Size};
/// # use tengen_proof::{Follower, ProofBuilder};
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "a1", "i8", "a3", "j8", "a5"] {
///     game.play(point.parse()?)?;
/// }
/// let [g8, k8, l8]: [Point; 3] = ["g8".parse()?, "k8".parse()?, "l8".parse()?];
/// let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
/// let five = builder.add(l8, &[], None);
/// let four = builder.add(k8, &[(g8, five)], Some(g8));
///
/// let mut follower = Follower::new(Arc::new(builder.finish(four)));
/// assert_eq!(follower.next_move(), Some(k8));
/// follower.reply(g8)?;
/// assert_eq!(follower.next_move(), Some(l8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Follower {
    proof: Arc<Proof>,
    /// The stones before the move that is due.
    trial: Trial,
    due: Due,
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
enum Due {
    /// An attack of the proof.
    Attack(AttackId),
    /// The else move.
    Otherwise(Point),
    /// The five that the threats of the else move have left.
    Five(Point),
    /// Nothing: the game has ended as the proof says.
    Over,
    /// Nothing: the game and the proof have parted.
    Left,
}

/// Why a game no longer follows a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LeftProof {
    /// The proof knows of no more moves.
    #[error("the win of the proof is complete")]
    Over,
    /// The game had left the proof before.
    #[error("the game has left the proof")]
    Before,
    /// The stones are not those of the proof.
    #[error("the stones are not those of the proof")]
    OtherPosition,
    /// A reply on a point that is not free.
    #[error("the reply {0} cannot be played")]
    Occupied(Point),
    /// A reply that a checked proof would answer.
    #[error("the proof does not answer the reply {0}")]
    NotAnswered(Point),
}

impl Follower {
    /// Starts in the claimed position.
    pub fn new(proof: Arc<Proof>) -> Follower {
        let trial = Trial::new(proof.board(), proof.rule());
        // No checked proof begins on an occupied point, but not every proof is checked.
        let first = proof.attack(proof.root()).point;
        let due = match first.is_none_or(|point| proof.board().is_free(point)) {
            true => Due::Attack(proof.root()),
            false => Due::Left,
        };
        Follower { proof, trial, due }
    }

    /// The proof that is followed.
    pub fn proof(&self) -> &Arc<Proof> {
        &self.proof
    }

    /// The attacker's move now. None if the defender is to move first in the claimed position, if
    /// the game is over, and if it has left the proof.
    pub fn next_move(&self) -> Option<Point> {
        match self.due {
            Due::Attack(id) => self.proof.attack(id).point,
            Due::Otherwise(point) | Due::Five(point) => Some(point),
            Due::Over | Due::Left => None,
        }
    }

    /// Whether a reply to the attacker's move has an answer of its own in the proof: all others are
    /// answered alike.
    pub fn has_answer(&self, reply: Point) -> bool {
        match self.due {
            Due::Attack(id) => self.proof.attack(id).answer(reply).is_some(),
            _ => false,
        }
    }

    /// The replies to the attacker's move that have answers of their own in the proof.
    pub fn listed_replies(&self) -> Vec<Point> {
        match self.due {
            Due::Attack(id) => {
                self.proof.attack(id).replies.iter().map(|&(reply, _)| reply).collect()
            }
            _ => Vec::new(),
        }
    }

    /// One of the longest lines from the attacker's move on, the five included; empty if the game
    /// is over or has left the proof.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tengen_core::{Game, Point, Rule, Side, Size};
    /// # use tengen_proof::{Follower, ProofBuilder};
    /// # let mut game = Game::new(Size::default(), Rule::Freestyle);
    /// # for point in ["h8", "a1", "i8", "a3", "j8", "a5"] {
    /// #     game.play(point.parse()?)?;
    /// # }
    /// # let [g8, k8, l8]: [Point; 3] = ["g8".parse()?, "k8".parse()?, "l8".parse()?];
    /// # let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
    /// # let five = builder.add(l8, &[], None);
    /// # let four = builder.add(k8, &[(g8, five)], Some(g8));
    /// let mut follower = Follower::new(Arc::new(builder.finish(four)));
    /// assert_eq!(follower.line(), [k8, g8, l8]);
    /// follower.reply("o15".parse()?)?;
    /// assert_eq!(follower.line(), [g8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(&self) -> Vec<Point> {
        let attacker = self.proof.attacker();
        let mut trial = self.trial.clone();
        match self.due {
            Due::Attack(id) => line_from(&self.proof, trial, id),
            Due::Otherwise(point) if trial.is_five(point, attacker) => vec![point],
            Due::Otherwise(point) => {
                trial.place(point, attacker);
                let mut line = vec![point];
                line.extend(last_stand(&mut trial, attacker));
                line
            }
            Due::Five(point) => vec![point],
            Due::Over | Due::Left => Vec::new(),
        }
    }

    /// Goes on after the attacker has played [`Follower::next_move`] and the defender `reply`. A
    /// reply that is forbidden to the defender ends the game.
    ///
    /// # Errors
    /// If the proof has no answer; the game has left it then for good.
    pub fn reply(&mut self, reply: Point) -> Result<(), LeftProof> {
        let due = self.answer(reply);
        self.due = due.unwrap_or(Due::Left);
        due.map(|_| ())
    }

    /// Goes on to where a game is, and gives the attacker's move if it is his turn. The game is
    /// where the follower was, or up to one move of either side further: the attacker's must have
    /// been [`Follower::next_move`].
    ///
    /// # Errors
    /// If the game is elsewhere or the proof has no answer; the game has left it then for good.
    pub fn catch_up(&mut self, game: &Game) -> Result<Option<Point>, LeftProof> {
        let caught = self.step_to(game);
        if caught.is_err() {
            self.due = Due::Left;
        }
        caught
    }

    fn step_to(&mut self, game: &Game) -> Result<Option<Point>, LeftProof> {
        if matches!(self.due, Due::Left) {
            return Err(LeftProof::Before);
        }
        if (game.rule(), game.size()) != (self.proof.rule(), self.proof.size()) {
            return Err(LeftProof::OtherPosition);
        }
        let attacker = self.proof.attacker();
        let attacks = game.to_move() == attacker;
        let [moved, replied] = [attacker, !attacker].map(|side| self.new_stones(game, side));
        match (moved?.as_slice(), replied?.as_slice()) {
            ([], []) if attacks == self.next_move().is_some() => Ok(self.next_move()),
            (&[point], []) if !attacks && self.next_move() == Some(point) => Ok(None),
            (moved, &[reply]) if attacks && moved == self.next_move().as_slice() => {
                self.reply(reply).map(|()| self.next_move())
            }
            _ => Err(LeftProof::OtherPosition),
        }
    }

    /// The stones of `side` in a game that are not here, where all that are here are in the game.
    fn new_stones(&self, game: &Game, side: Side) -> Result<Vec<Point>, LeftProof> {
        let (old, new) = (self.trial.board(), game.board());
        let points: Vec<Point> =
            new.stones(side).filter(|&point| old.at(point) != Some(side)).collect();
        match new.count(side) == old.count(side) + points.len() {
            true => Ok(points),
            false => Err(LeftProof::OtherPosition),
        }
    }

    /// Plays the move that is due and a reply; gives what is due then.
    fn answer(&mut self, reply: Point) -> Result<Due, LeftProof> {
        let (attacker, defender) = (self.proof.attacker(), !self.proof.attacker());
        let attack = self.next_move();
        match self.due {
            Due::Left => return Err(LeftProof::Before),
            Due::Five(_) | Due::Over => return Err(LeftProof::Over),
            Due::Attack(_) | Due::Otherwise(_) => {}
        }
        if !self.trial.board().is_free(reply) || attack == Some(reply) {
            return Err(LeftProof::Occupied(reply));
        }
        if let Some(point) = attack {
            if self.trial.is_five(point, attacker) {
                return Err(LeftProof::Over);
            }
            self.trial.place(point, attacker);
        }
        let forbidden = self.trial.is_forbidden(reply, defender);
        self.trial.place(reply, defender);
        if forbidden {
            return Ok(Due::Over);
        }
        self.due_after(reply).ok_or(LeftProof::NotAnswered(reply))
    }

    /// What is due after a reply that lies on the board.
    fn due_after(&mut self, reply: Point) -> Option<Due> {
        let (due, point) = match self.due {
            Due::Attack(id) => {
                let attack = self.proof.attack(id);
                match attack.answer(reply) {
                    Some(answer) => (Due::Attack(answer), self.proof.attack(answer).point),
                    None => (Due::Otherwise(attack.otherwise?), attack.otherwise),
                }
            }
            Due::Otherwise(_) => {
                let five = self.trial.five(self.proof.attacker())?;
                (Due::Five(five), Some(five))
            }
            Due::Five(_) | Due::Over | Due::Left => return None,
        };
        point.is_some_and(|point| self.trial.board().is_free(point)).then_some(due)
    }
}
