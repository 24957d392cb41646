//! From a proof tree to attacks of a certificate.

use std::collections::HashMap;

use tengen_core::{Point, Side};

use super::lines::Lines;
use super::{Answer, Certificate, CertificateBuilder};
use crate::tree::{Attack, AttackId, Proof};

impl Certificate {
    /// What a proof says, as a certificate. It is accepted if the proof is.
    pub fn from_proof(proof: &Proof) -> Certificate {
        let mut builder =
            CertificateBuilder::new(proof.rule(), proof.board().clone(), proof.attacker());
        let root = proof.attack(proof.root());
        if root.point.is_some() {
            let root = builder.add_proof(proof);
            return builder.finish(root);
        }
        let mut conversion = Conversion::new(&mut builder, proof);
        let (replies, otherwise) = conversion.answers(root);
        builder.finish_defence(&replies, otherwise)
    }
}

impl CertificateBuilder {
    /// Adds the attacks of a proof whose attacker is to move, of the same rule, size and attacker;
    /// the first of them. What the rules see by themselves is left out.
    pub fn add_proof(&mut self, proof: &Proof) -> AttackId {
        Conversion::new(self, proof).attack(proof.root())
    }
}

struct Conversion<'a> {
    builder: &'a mut CertificateBuilder,
    proof: &'a Proof,
    lines: Lines,
    done: HashMap<AttackId, AttackId>,
}

impl<'a> Conversion<'a> {
    fn new(builder: &'a mut CertificateBuilder, proof: &'a Proof) -> Conversion<'a> {
        let lines = Lines::new(proof.board(), proof.rule());
        Conversion { builder, proof, lines, done: HashMap::new() }
    }

    fn attack(&mut self, id: AttackId) -> AttackId {
        if let Some(&known) = self.done.get(&id) {
            return known;
        }
        let (attack, attacker) = (self.proof.attack(id), self.proof.attacker());
        let point = attack.point.expect("only the root can lack a move");
        // A point that is not free makes no proof, and no certificate either.
        let is_last = !self.lines.board().is_free(point) || self.lines.is_five(point, attacker);
        let (replies, otherwise) = match is_last {
            true => (Vec::new(), None),
            false => self.after(point, attacker, |this| this.answers(attack)),
        };
        let new = self.builder.add(point, &replies, otherwise);
        self.done.insert(id, new);
        new
    }

    /// The answers to the replies to a move that is on the board.
    fn answers(&mut self, attack: Attack<'a>) -> (Vec<(Point, Answer)>, Option<Answer>) {
        let attacker = self.proof.attacker();
        let can_spoil = !self.proof.rule().lets_stopped_fives_win(attacker);
        let fives = self.lines.fives(attacker);
        let matters = |reply: Point| match fives.as_slice() {
            [] => true,
            &[only] => can_spoil || reply == only,
            _ => can_spoil,
        };
        let mut replies: Vec<(Point, Answer)> = Vec::new();
        for &(reply, answer) in attack.replies {
            let is_new = replies.iter().all(|&(known, _)| known != reply);
            if is_new && matters(reply) && self.lines.board().is_free(reply) {
                let answer = self.after(reply, !attacker, |this| this.attack(answer));
                replies.push((reply, Answer::plain(answer)));
            }
        }
        // Where all replies that matter are listed, nothing else is needed.
        let is_needed = match fives.as_slice() {
            [] => true,
            &[only] if !can_spoil => replies.iter().all(|&(reply, _)| reply != only),
            _ => can_spoil,
        };
        let otherwise = attack.otherwise.filter(|_| is_needed);
        let otherwise = otherwise.map(|point| Answer::plain(self.builder.add(point, &[], None)));
        (replies, otherwise)
    }

    fn after<T>(&mut self, point: Point, side: Side, look: impl FnOnce(&mut Self) -> T) -> T {
        self.lines.place(point, side);
        let seen = look(self);
        self.lines.remove(point, side);
        seen
    }
}
