//! Writing proof files.

use std::io::{self, Write};

use tengen_core::{Board, Point, Rule, Side, Size};

use super::{
    ANSWER_BEFORE, Checksum, ELSE_FIRST_REPLY, ELSE_NONE, ELSE_OTHER, ELSE_SHIFT, MAGIC,
    REPLIES_SHIFT, VERSION, number_of, point_bytes,
};
use crate::tree::{Attack, AttackId, Proof};

/// Writes a proof, checked or not. Bytes go out in small pieces: give it a buffered writer.
///
/// # Errors
/// If the writer fails.
pub fn write(proof: &Proof, writer: impl Write) -> io::Result<()> {
    let mut out = Out::new(writer, proof.size());
    out.head(VERSION, proof.rule(), proof.board(), (proof.attacker(), proof.to_move()))?;
    out.varint(proof.attack_count() as u32)?;
    for (id, attack) in proof.attacks() {
        out.attack(id, attack)?;
    }
    out.end()
}

/// Writes numbers and points, and sums up the bytes.
pub(super) struct Out<W> {
    writer: W,
    checksum: Checksum,
    size: Size,
}

impl<W: Write> Out<W> {
    pub(super) fn new(writer: W, size: Size) -> Out<W> {
        Out { writer, checksum: Checksum::new(), size }
    }

    /// What both versions begin with; the sides are the attacker and the side to move.
    pub(super) fn head(
        &mut self,
        version: u8,
        rule: Rule,
        board: &Board,
        (attacker, to_move): (Side, Side),
    ) -> io::Result<()> {
        self.bytes(&MAGIC)?;
        let sides = attacker as u8 | (to_move as u8) << 1;
        self.bytes(&[version, rule.code(), self.size.lines(), sides])?;
        for side in Side::BOTH {
            self.varint(board.count(side) as u32)?;
            for point in board.stones(side) {
                self.point(point)?;
            }
        }
        Ok(())
    }

    fn attack(&mut self, id: AttackId, attack: Attack<'_>) -> io::Result<()> {
        let distance = |answer: AttackId| (id.index() - answer.index()) as u32;
        let first = attack.replies.first();
        let before = first.is_some_and(|&(_, answer)| distance(answer) == 1);
        let otherwise = match attack.otherwise {
            None => ELSE_NONE,
            Some(point) if first.is_some_and(|&(reply, _)| reply == point) => ELSE_FIRST_REPLY,
            Some(_) => ELSE_OTHER,
        };
        let replies = attack.replies.len() as u32;
        let before_bit = if before { ANSWER_BEFORE } else { 0 };
        self.varint(replies << REPLIES_SHIFT | otherwise << ELSE_SHIFT | before_bit)?;
        if let Some(point) = attack.point {
            self.point(point)?;
        }
        if let Some(point) = attack.otherwise.filter(|_| otherwise == ELSE_OTHER) {
            self.point(point)?;
        }
        for (n, &(reply, answer)) in attack.replies.iter().enumerate() {
            self.point(reply)?;
            if n > 0 || !before {
                self.varint(distance(answer))?;
            }
        }
        Ok(())
    }

    pub(super) fn point(&mut self, point: Point) -> io::Result<()> {
        let number = number_of(point, self.size).to_le_bytes();
        self.bytes(&number[..point_bytes(self.size)])
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    pub(super) fn varint(&mut self, mut number: u32) -> io::Result<()> {
        while number >= 0x80 {
            self.bytes(&[number as u8 | 0x80])?;
            number >>= 7;
        }
        self.bytes(&[number as u8])
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.add(bytes);
        self.writer.write_all(bytes)
    }

    /// The checksum, which is the end.
    pub(super) fn end(mut self) -> io::Result<()> {
        let checksum = self.checksum.bytes();
        self.writer.write_all(&checksum)?;
        self.writer.flush()
    }
}
