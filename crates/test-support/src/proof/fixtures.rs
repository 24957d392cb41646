//! Positions and verdicts that several tests share.

use tengen_proof::{OtherwiseFault, Proof, Reason, check};

use crate::picture::Picture;

/// A budget for all proofs by hand.
pub const ENOUGH: u64 = 100_000;

/// The checker accepts this proof.
pub fn accept(proof: &Proof) {
    let checked = check(proof, ENOUGH);
    assert!(checked.is_ok(), "{}: {}", proof.rule(), checked.unwrap_err());
}

/// The fault of a proof, and the line to it.
pub fn fault(proof: &Proof) -> (String, Reason) {
    let refusal = check(proof, ENOUGH).expect_err("a false proof");
    let line: Vec<String> = refusal.line.iter().map(ToString::to_string).collect();
    (line.join(" "), refusal.reason)
}

/// The complaint that an else move does not answer a reply.
pub fn otherwise(picture: &Picture, otherwise: char, reply: char, fault: OtherwiseFault) -> Reason {
    Reason::Otherwise { otherwise: picture.point(otherwise), reply: picture.point(reply), fault }
}

/// A three that becomes an open four at A.
pub fn three() -> Picture {
    Picture::read(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . E x X x A B
         . . . . . . .
         o . . O . . o
         . . . . . . .",
    )
}

/// Two threes: one of them stays open whatever White plays.
pub fn two_threes() -> Picture {
    Picture::read(
        ". . . . . . . . .
         . . . . . . . . .
         . . F x x x G H .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . D B x x x A C I
         . . . . . . . . .
         . . . . . . . . .",
    )
}

/// How Black wins with them, White to move.
pub const TWO_THREES: &str = "[A>G[F>H *F] B>G[F>H *F] C>G[F>H *F] D>G[F>H *F] I>G[F>H *F] *A]";
