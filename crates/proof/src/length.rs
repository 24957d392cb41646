//! How long the win of a proof takes.

use tengen_core::{Point, Side};

use crate::fives::Trial;
use crate::otherwise::{Answer, Otherwise};
use crate::tree::{Attack, AttackId, Proof};

/// A reply, the else move, another reply, the five.
const LONGEST_ENDING: usize = 4;

impl Proof {
    /// The plies of the longest line up to the five, or up to where only forbidden points are left
    /// to the defender.
    ///
    /// Every attack is measured once, however many lines lead to it. The proof should have been
    /// checked: of one that is none the number says nothing.
    ///
    /// ```
    /// # use tengen_core::{Game, Point, Rule, Side, Size};
    /// # use tengen_proof::ProofBuilder;
    /// let mut game = Game::new(Size::default(), Rule::Freestyle);
    /// for point in ["h8", "a1", "i8", "a3", "j8", "a5"] {
    ///     game.play(point.parse()?)?;
    /// }
    /// let [g8, k8, l8]: [Point; 3] = ["g8".parse()?, "k8".parse()?, "l8".parse()?];
    /// let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
    /// let five = builder.add(l8, &[], None);
    /// let four = builder.add(k8, &[(g8, five)], Some(g8));
    /// let proof = builder.finish(four);
    /// assert_eq!(proof.plies(), 3);
    /// assert_eq!(proof.main_line(), [k8, g8, l8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plies(&self) -> u32 {
        Ruler::new(self).attack(self.root())
    }

    /// One of the longest lines, the five included. Where an else move wins by its threats, a
    /// reply to it and the five that is left are filled in.
    pub fn main_line(&self) -> Vec<Point> {
        line_from(self, Trial::new(self.board(), self.rule()), self.root())
    }
}

/// One of the longest lines from an attack on, with the stones before it on the board.
pub(crate) fn line_from(proof: &Proof, trial: Trial, id: AttackId) -> Vec<Point> {
    let mut ruler = Ruler { proof, trial, plies: vec![0; proof.attack_count()] };
    ruler.attack(id);
    ruler.main_line(id)
}

/// A reply to threats that cannot all be stopped, and the five that is left.
pub(crate) fn last_stand(trial: &mut Trial, attacker: Side) -> Vec<Point> {
    // A reply that takes one of the fives is what a player would try.
    let tried = trial.fives(attacker).into_iter().chain(trial.free_points());
    let last = tried.into_iter().find(|&last| !trial.is_forbidden(last, !attacker));
    let Some(last) = last else { return Vec::new() };
    let five = trial.with(last, !attacker, |trial| trial.five(attacker));
    [Some(last), five].into_iter().flatten().collect()
}

/// Measures attacks with the stones on the board.
struct Ruler<'a> {
    proof: &'a Proof,
    trial: Trial,
    /// The plies from each attack on; zero where they are not known yet.
    plies: Vec<u16>,
}

impl<'a> Ruler<'a> {
    fn new(proof: &'a Proof) -> Self {
        let trial = Trial::new(proof.board(), proof.rule());
        Ruler { proof, trial, plies: vec![0; proof.attack_count()] }
    }

    /// The plies from an attack on, itself included.
    fn attack(&mut self, id: AttackId) -> u32 {
        let known = self.plies[id.index()];
        if known > 0 {
            return known.into();
        }
        let attack = self.proof.attack(id);
        let plies = match attack.point {
            Some(point) => {
                1 + self.after(point, self.proof.attacker(), |ruler| ruler.defence(attack))
            }
            None => self.defence(attack),
        };
        self.plies[id.index()] = plies as u16;
        plies
    }

    /// The plies from a reply on, zero if there is none.
    fn defence(&mut self, attack: Attack<'a>) -> u32 {
        let replies = attack.replies.iter();
        let listed = replies.map(|&(reply, answer)| self.reply(reply, answer)).max();
        let other = self.ending(attack).len() as u32;
        listed.unwrap_or(0).max(other)
    }

    /// The plies from a listed reply on. One that loses by itself ends the game without them.
    fn reply(&mut self, reply: Point, answer: AttackId) -> u32 {
        if !self.trial.board().is_free(reply) || !self.is_legal(reply) {
            return 0;
        }
        1 + self.after(reply, !self.proof.attacker(), |ruler| ruler.attack(answer))
    }

    fn main_line(&mut self, from: AttackId) -> Vec<Point> {
        let mut line = Vec::new();
        let proof = self.proof;
        let mut next = Some(from);
        while let Some(id) = next.take() {
            let attack = proof.attack(id);
            if let Some(point) = attack.point {
                line.push(point);
                if !self.try_place(point, self.proof.attacker()) {
                    break;
                }
            }
            let replies = attack.replies.iter().copied();
            let listed = replies.map(|(reply, answer)| (self.reply(reply, answer), reply, answer));
            // The first of the longest; `max_by_key` would give the last.
            let longest = listed.rev().max_by_key(|&(plies, ..)| plies);
            let ending = self.ending(attack);
            match longest.filter(|&(plies, ..)| plies > 0 && plies as usize >= ending.len()) {
                Some((_, reply, answer)) => {
                    line.push(reply);
                    self.trial.place(reply, !proof.attacker());
                    next = Some(answer);
                }
                None => line.extend(ending),
            }
        }
        line
    }

    /// The moves after a reply that is not listed, the reply first: the longest such line.
    fn ending(&mut self, attack: Attack<'_>) -> Vec<Point> {
        let board = self.trial.board();
        let Some(point) = attack.otherwise.filter(|&point| board.is_free(point)) else {
            return Vec::new();
        };
        let otherwise = Otherwise::new(&mut self.trial, point, self.proof.attacker());
        let mut longest = Vec::new();
        for reply in self.trial.free_points() {
            if attack.answer(reply).is_some() {
                continue;
            }
            let ending = match otherwise.answer(&mut self.trial, reply) {
                Ok(Answer::Threats) if self.is_legal(reply) => self.threats(reply, point),
                Ok(Answer::Five) if longest.is_empty() && self.is_legal(reply) => {
                    vec![reply, point]
                }
                _ => continue,
            };
            longest = ending;
            if longest.len() == LONGEST_ENDING || otherwise.wins() {
                break;
            }
        }
        longest
    }

    /// A reply, an else move that threatens, a reply to it, and the five that is left.
    fn threats(&mut self, reply: Point, otherwise: Point) -> Vec<Point> {
        let (attacker, defender) = (self.proof.attacker(), !self.proof.attacker());
        self.trial.place(reply, defender);
        self.trial.place(otherwise, attacker);
        let mut line = vec![reply, otherwise];
        line.extend(last_stand(&mut self.trial, attacker));
        self.trial.remove(otherwise, attacker);
        self.trial.remove(reply, defender);
        line
    }

    /// Whether the defender can play a free point.
    fn is_legal(&self, reply: Point) -> bool {
        !self.trial.is_forbidden(reply, !self.proof.attacker())
    }

    /// Plays a move, measures and takes it back. A move that cannot be played ends its line.
    fn after(&mut self, point: Point, side: Side, look: impl FnOnce(&mut Self) -> u32) -> u32 {
        if !self.try_place(point, side) {
            return 0;
        }
        let seen = look(self);
        self.trial.remove(point, side);
        seen
    }

    fn try_place(&mut self, point: Point, side: Side) -> bool {
        let free = self.trial.board().is_free(point);
        if free {
            self.trial.place(point, side);
        }
        free
    }
}
