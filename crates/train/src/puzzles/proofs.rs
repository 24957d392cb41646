//! Proofs in the lines of puzzles, and proofs that are put together from parts.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use tengen_core::{Game, Point};
use tengen_proof::{AttackId, Proof, ProofBuilder, ReadLimits};

/// A proof as a text without spaces: the bytes of a proof file, packed by zlib, in base64.
pub(super) fn proof_text(proof: &Proof) -> String {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    tengen_proof::write(proof, &mut packed).expect("memory can be written to");
    packed.flush().expect("memory can be written to");
    STANDARD_NO_PAD.encode(packed.finish().expect("memory can be written to"))
}

/// The proof that [`proof_text`] wrote. Whether it is true is not asked.
pub(super) fn parse_proof(text: &str) -> Result<Proof, String> {
    let packed = STANDARD_NO_PAD.decode(text).map_err(|error| error.to_string())?;
    // A few bytes can unpack to very many, so they are counted while they come.
    let limits = ReadLimits { bytes: 1 << 24, ..ReadLimits::default() };
    let mut bytes = Vec::new();
    let mut unpacked = ZlibDecoder::new(&packed[..]).take(limits.bytes as u64 + 1);
    unpacked.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    tengen_proof::read(&bytes, limits).map_err(|error| error.to_string())
}

/// Whether a proof claims that the side to move wins.
pub(super) fn is_about(proof: &Proof, game: &Game) -> bool {
    let claimed = (proof.rule(), proof.board(), proof.to_move(), proof.attacker());
    claimed == (game.rule(), game.board(), game.to_move(), game.to_move())
}

/// The proof that a first move wins, out of the proofs of its replies. They must be all replies there are.
pub(super) fn join(game: &Game, first: Point, replies: &[(Point, &Proof)]) -> Proof {
    let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), game.to_move());
    let answers: Vec<(Point, AttackId)> =
        replies.iter().map(|&(reply, proof)| (reply, add(&mut builder, proof))).collect();
    let root = builder.add(first, &answers, None);
    builder.finish(root)
}

/// Adds the attacks of a proof in which the attacker is to move. Returns its root.
fn add(builder: &mut ProofBuilder, proof: &Proof) -> AttackId {
    let mut added: Vec<AttackId> = Vec::with_capacity(proof.attack_count());
    for (_, attack) in proof.attacks() {
        let point = attack.point.expect("the attacker is to move");
        let replies: Vec<(Point, AttackId)> =
            attack.replies.iter().map(|&(reply, answer)| (reply, added[answer.index()])).collect();
        added.push(builder.add(point, &replies, attack.otherwise));
    }
    added[proof.root().index()]
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Side, Size};
    use tengen_formats::{Rows, parse_position};

    use super::*;

    fn game(text: &str) -> Game {
        parse_position(text, Size::default(), Rule::Freestyle, Rows::Bottom).unwrap()
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Black makes an open four; it is proved after each reply of White.
    fn five_after_each_reply() -> (Game, Vec<(Point, Proof)>) {
        let start = game("h8a1i8a3j8a5");
        let mut four = start.clone();
        four.play(point("k8")).unwrap();
        let proof_after = |reply: Point| {
            let mut game = four.clone();
            game.play(reply).unwrap();
            let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), game.to_move());
            let end = if reply == point("g8") { "l8" } else { "g8" };
            let five = builder.add(point(end), &[], None);
            (reply, builder.finish(five))
        };
        let proofs = four.board().free_points().map(proof_after).collect();
        (start, proofs)
    }

    fn joined(start: &Game, proofs: &[(Point, Proof)]) -> Proof {
        let parts: Vec<(Point, &Proof)> =
            proofs.iter().map(|(reply, proof)| (*reply, proof)).collect();
        join(start, point("k8"), &parts)
    }

    #[test]
    fn a_proof_that_was_written_is_read_the_same() {
        let (start, proofs) = five_after_each_reply();
        let proof = joined(&start, &proofs);
        let text = proof_text(&proof);
        assert_eq!(parse_proof(&text).as_ref(), Ok(&proof));
        assert!(parse_proof(&text[1..]).is_err());
        assert!(parse_proof(&text[..text.len() - 12]).is_err());
        assert!(parse_proof("").is_err());
    }

    #[test]
    fn proofs_of_all_replies_are_a_proof_of_the_move_before_them() {
        let (start, proofs) = five_after_each_reply();
        let whole = joined(&start, &proofs);
        assert_eq!((whole.to_move(), whole.plies()), (Side::Black, 3));
        assert!(tengen_proof::check(&whole, u64::MAX).is_ok());
        let one_left_out = joined(&start, &proofs[1..]);
        assert!(tengen_proof::check(&one_left_out, u64::MAX).is_err());
    }
}
