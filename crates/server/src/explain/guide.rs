//! What leads through a won position: a proof, or a certificate.

use std::sync::Arc;

use tengen_certificates::Followed;
use tengen_core::{Board, Game, Point, Rule, Side};
use tengen_proof::{Follower, Proof};

/// A win that can be followed from its position on.
#[derive(Clone, Debug)]
pub(crate) enum Guide {
    /// A checked proof.
    Proof(Arc<Proof>),
    /// A place in a certificate, and who is to move there.
    Certificate(Box<Followed>, Side),
}

impl Guide {
    /// The side that wins.
    pub(crate) fn attacker(&self) -> Side {
        match self {
            Guide::Proof(proof) => proof.attacker(),
            Guide::Certificate(..) => Side::Black,
        }
    }

    /// The position that is won, without the moves that led to it.
    pub(crate) fn start(&self) -> Option<Game> {
        let (board, rule, to_move): (&Board, Rule, Side) = match self {
            Guide::Proof(proof) => (proof.board(), proof.rule(), proof.to_move()),
            Guide::Certificate(followed, to_move) => (followed.board(), followed.rule(), *to_move),
        };
        let stones = Side::BOTH
            .into_iter()
            .flat_map(|side| board.stones(side).map(move |point| (point, side)));
        Game::from_setup(board.size(), rule, stones, to_move).ok()
    }

    /// Plies up to the five, at most.
    pub(crate) fn plies(&self) -> u32 {
        match self {
            Guide::Proof(proof) => proof.plies(),
            Guide::Certificate(followed, _) => followed.plies(),
        }
    }

    /// The start of a walk along it.
    pub(crate) fn walk(&self) -> Walk {
        match self {
            Guide::Proof(proof) => Walk::Proof(Box::new(Follower::new(proof.clone()))),
            Guide::Certificate(followed, _) => Walk::Certificate(followed.clone()),
        }
    }
}

/// A walk along a guide, which stands before a move of the attacker, or at the start before the defender's.
pub(crate) enum Walk {
    Proof(Box<Follower>),
    Certificate(Box<Followed>),
}

impl Walk {
    /// The attacker's move, if he is to move.
    pub(crate) fn next_move(&self) -> Option<Point> {
        match self {
            Walk::Proof(follower) => follower.next_move(),
            Walk::Certificate(followed) => followed.next_move(),
        }
    }

    /// The replies to that move that have answers of their own.
    pub(crate) fn listed_replies(&self) -> Vec<Point> {
        match self {
            Walk::Proof(follower) => follower.listed_replies(),
            Walk::Certificate(followed) => match followed.next_move() {
                Some(point) => {
                    let mut after = followed.clone();
                    after.play(point);
                    after.listed_replies()
                }
                None => followed.listed_replies(),
            },
        }
    }

    /// Goes on after the attacker's move and a reply on a free point; whether there is an answer.
    pub(crate) fn reply(&mut self, reply: Point) -> bool {
        match self {
            Walk::Proof(follower) => follower.reply(reply).is_ok(),
            Walk::Certificate(followed) => {
                followed.next_move().is_none_or(|point| followed.play(point))
                    && followed.play(reply)
            }
        }
    }

    /// A line from here to the five, the attacker's move first.
    pub(crate) fn line(&self) -> Vec<Point> {
        match self {
            Walk::Proof(follower) => follower.line(),
            Walk::Certificate(followed) => resisting_line(followed),
        }
    }
}

/// A line of a certificate in which the defender resists: of his replies with answers of their own, and the
/// one that the certificate's line has, he plays the one after which that line is longest.
fn resisting_line(start: &Followed) -> Vec<Point> {
    let (mut here, mut line) = (start.clone(), Vec::new());
    loop {
        let point = match here.next_move() {
            Some(point) => point,
            None => {
                let usual = here.line().first().copied();
                let replies = here.listed_replies().into_iter().chain(usual);
                let free = replies.filter(|&reply| here.board().is_free(reply));
                let Some(reply) = free.max_by_key(|&reply| plies_after(&here, reply)) else {
                    return line;
                };
                reply
            }
        };
        line.push(point);
        here.play(point);
    }
}

/// How long the certificate's line is after a reply.
fn plies_after(here: &Followed, reply: Point) -> usize {
    let mut after = here.clone();
    after.play(reply);
    after.line().len()
}
