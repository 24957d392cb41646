//! The checker of proofs: every reply is answered, or the proof is refused.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use tengen_core::{Point, Side};

use crate::fives::Trial;
use crate::otherwise::Otherwise;
use crate::refusal::{Reason, Refusal};
use crate::tree::{Attack, AttackId, Proof};

/// What an accepted proof has gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// How many positions were looked at: attacks, and replies that the else move answers.
    pub positions: u64,
}

/// Whether a proof proves what it claims, by the rules alone. At most `budget` positions are
/// looked at; the time is proportional to them.
///
/// - The attacker's moves are on free points and not forbidden to him; one that makes five ends
///   its branch.
/// - The defender never gets to make five.
/// - Every other legal reply is answered: if it is listed, by its attack; if not, by the else
///   move. That makes five, or it threatens to, and the defender can then neither make five nor,
///   with any one legal reply, keep the attacker from it.
/// - A reply that is forbidden to the defender needs no answer, and he has lost if nothing else
///   is left to him. A full board is no win.
///
/// # Errors
/// If the proof is no proof, or if the budget is too small: where and why.
///
/// ```
/// # use tengen_core::{Game, Point, Rule, Side, Size};
/// # use tengen_proof::{ProofBuilder, check};
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "a1", "i8", "a3", "j8", "a5"] {
///     game.play(point.parse()?)?;
/// }
/// let [g8, k8, l8]: [Point; 3] = ["g8".parse()?, "k8".parse()?, "l8".parse()?];
/// let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
/// let five = builder.add(l8, &[], None);
/// let four = builder.add(k8, &[(g8, five)], Some(g8));
/// assert!(check(&builder.clone().finish(four), 1_000).is_ok());
/// // The else move cannot be played if White plays there first.
/// let hasty = builder.add(k8, &[], Some(g8));
/// let refusal = check(&builder.finish(hasty), 1_000).unwrap_err();
/// assert!(refusal.to_string().starts_with("after k8"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(proof: &Proof, budget: u64) -> Result<Checked, Refusal> {
    let mut checker = Checker {
        proof,
        trial: Trial::new(proof.board(), proof.rule()),
        line: Vec::new(),
        shared: shared(proof),
        met: HashMap::new(),
        positions: 0,
        budget,
    };
    checker.check_start()?;
    checker.attack(proof.root())?;
    Ok(Checked { positions: checker.positions })
}

/// Which attacks answer more than one reply.
fn shared(proof: &Proof) -> Vec<bool> {
    let mut met = vec![false; proof.attack_count()];
    let mut shared = met.clone();
    for (_, answer) in proof.attacks().flat_map(|(_, attack)| attack.replies) {
        shared[answer.index()] = std::mem::replace(&mut met[answer.index()], true);
    }
    shared
}

struct Checker<'a> {
    proof: &'a Proof,
    /// The position that is looked at.
    trial: Trial,
    /// The moves that lead to it from the claimed one. Each takes a free point, so no file can
    /// make the recursion deeper than the board has points.
    line: Vec<Point>,
    /// The attacks that can be met again. The others need no memory.
    shared: Vec<bool>,
    /// The stones with which shared attacks were met.
    met: HashMap<AttackId, Stones>,
    positions: u64,
    budget: u64,
}

/// The stones since the claimed position, sorted: those of the side that moved first there, then
/// those of the other. The sides take turns, so this is the position itself, and no key that
/// another could share.
type Stones = Box<[Point]>;

impl<'a> Checker<'a> {
    fn check_start(&self) -> Result<(), Refusal> {
        let (board, rule) = (self.proof.board(), self.proof.rule());
        for side in Side::BOTH {
            if let Some(point) = board.stones(side).find(|&point| board.wins(point, side, rule)) {
                return Err(self.refusal(self.proof.root(), Reason::AlreadyWon(side, point)));
            }
        }
        Ok(())
    }

    /// The attacker is to move, or it is the root and the defender is.
    fn attack(&mut self, id: AttackId) -> Result<(), Refusal> {
        if self.was_met(id)? {
            return Ok(());
        }
        self.count(id, 1)?;
        let (attack, attacker) = (self.proof.attack(id), self.proof.attacker());
        let Some(point) = attack.point else { return self.defend(id, attack) };
        if !self.trial.board().is_free(point) {
            return Err(self.refusal(id, Reason::Occupied(point)));
        }
        if self.trial.is_five(point, attacker) {
            return match attack.is_last() {
                true => Ok(()),
                false => Err(self.refusal(id, Reason::FiveGoesOn(point))),
            };
        }
        if self.trial.is_forbidden(point, attacker) {
            return Err(self.refusal(id, Reason::Forbidden(point)));
        }
        self.after(point, attacker, |checker| checker.defend(id, attack))
    }

    /// The defender is to move.
    fn defend(&mut self, id: AttackId, attack: Attack<'a>) -> Result<(), Refusal> {
        let defender = !self.proof.attacker();
        if self.trial.board().is_full() {
            return Err(self.refusal(id, Reason::FullBoard));
        }
        // He had none when he was to move before, so a new one needs his last stone.
        let five = match self.line.as_slice() {
            &[.., reply, _] => self.trial.five_with(reply, defender),
            _ => self.trial.five(defender),
        };
        if let Some(five) = five {
            return Err(self.refusal(id, Reason::CounterFive(five)));
        }
        let others = self.unlisted(attack).map_err(|reason| self.refusal(id, reason))?;
        self.count(id, others.len() as u64)?;
        self.check_others(&others, attack).map_err(|reason| self.refusal(id, reason))?;
        for &(reply, answer) in attack.replies {
            self.after(reply, defender, |checker| checker.attack(answer))?;
        }
        Ok(())
    }

    /// The free points that are not listed as replies.
    fn unlisted(&self, attack: Attack<'_>) -> Result<Vec<Point>, Reason> {
        let mut listed = [false; Point::INDEX_END];
        for &(reply, _) in attack.replies {
            if !self.trial.board().is_free(reply) {
                return Err(Reason::ReplyOccupied(reply));
            }
            if std::mem::replace(&mut listed[reply.index()], true) {
                return Err(Reason::ReplyTwice(reply));
            }
        }
        Ok(self.trial.board().free_points().filter(|reply| !listed[reply.index()]).collect())
    }

    /// Whether the else move answers the replies that are not listed.
    fn check_others(&mut self, others: &[Point], attack: Attack<'_>) -> Result<(), Reason> {
        let attacker = self.proof.attacker();
        let trial = &mut self.trial;
        let Some(point) = attack.otherwise else {
            let legal = others.iter().find(|&&reply| !trial.is_forbidden(reply, !attacker));
            return legal.map_or(Ok(()), |&reply| Err(Reason::NotAnswered(reply)));
        };
        if !trial.board().is_free(point) {
            return Err(Reason::OtherwiseOccupied(point));
        }
        let otherwise = Otherwise::new(trial, point, attacker);
        for &reply in others {
            // What is forbidden is asked last: few replies need it.
            if let Err(fault) = otherwise.answer(trial, reply)
                && !trial.is_forbidden(reply, !attacker)
            {
                return Err(Reason::Otherwise { otherwise: point, reply, fault });
            }
        }
        Ok(())
    }

    /// Whether this attack was met before, with the same stones.
    fn was_met(&mut self, id: AttackId) -> Result<bool, Refusal> {
        if !self.shared[id.index()] {
            return Ok(false);
        }
        let stones = self.stones();
        match self.met.entry(id) {
            Entry::Vacant(entry) => {
                entry.insert(stones);
                Ok(false)
            }
            Entry::Occupied(entry) if *entry.get() == stones => Ok(true),
            Entry::Occupied(_) => Err(self.refusal(id, Reason::OtherPosition)),
        }
    }

    fn stones(&self) -> Stones {
        let firsts = self.line.iter().step_by(2);
        let seconds = self.line.iter().skip(1).step_by(2);
        let mut stones: Vec<Point> = firsts.chain(seconds).copied().collect();
        let (firsts, seconds) = stones.split_at_mut(self.line.len().div_ceil(2));
        firsts.sort_unstable();
        seconds.sort_unstable();
        stones.into()
    }

    /// Plays a move that makes no five, looks and takes it back.
    fn after<T>(&mut self, point: Point, side: Side, look: impl FnOnce(&mut Self) -> T) -> T {
        self.trial.place(point, side);
        self.line.push(point);
        let seen = look(self);
        self.line.pop();
        self.trial.remove(point, side);
        seen
    }

    fn count(&mut self, id: AttackId, positions: u64) -> Result<(), Refusal> {
        self.positions += positions;
        match self.positions > self.budget {
            true => Err(self.refusal(id, Reason::Budget(self.budget))),
            false => Ok(()),
        }
    }

    fn refusal(&self, attack: AttackId, reason: Reason) -> Refusal {
        Refusal { line: self.line.clone(), attack, reason }
    }
}
