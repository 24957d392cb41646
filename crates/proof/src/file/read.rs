//! Reading proof files, which anybody may have written.

use tengen_core::{Board, Point, Rule, Side, Size};

use super::input::{Input, error};
use super::{
    ANSWER_BEFORE, ELSE_FIRST_REPLY, ELSE_MASK, ELSE_NONE, ELSE_OTHER, ELSE_SHIFT, FileError,
    FileProblem, MAGIC, REPLIES_SHIFT, VERSION,
};
use crate::tree::{AttackId, Proof, ProofBuilder};

/// How large a file may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLimits {
    /// The most bytes.
    pub bytes: usize,
    /// The most attacks.
    pub attacks: u32,
}

impl Default for ReadLimits {
    /// Enough for proofs that take many minutes to check.
    fn default() -> Self {
        ReadLimits { bytes: 1 << 28, attacks: 1 << 26 }
    }
}

/// Reads a proof. That it can be read says nothing about whether it is true: see [`crate::check`].
///
/// Nothing that the file declares is believed: memory grows with the bytes that are there.
///
/// # Errors
/// If this is no proof file, if it is damaged or larger than allowed: the byte and the problem.
pub fn read(bytes: &[u8], limits: ReadLimits) -> Result<Proof, FileError> {
    if bytes.len() > limits.bytes {
        return Err(error(limits.bytes, FileProblem::TooLong(limits.bytes)));
    }
    let mut input = Input::new(bytes);
    let head = Head::read(&mut input, VERSION)?;
    let board = board(&mut input, head.size)?;
    let proof = attacks(&mut input, &head, board, limits)?;
    input.end()?;
    Ok(proof)
}

/// What both versions begin with.
pub(super) struct Head {
    pub(super) rule: Rule,
    pub(super) size: Size,
    pub(super) attacker: Side,
    pub(super) to_move: Side,
}

impl Head {
    pub(super) fn read(input: &mut Input<'_>, version: u8) -> Result<Head, FileError> {
        for expected in MAGIC {
            value(input, |byte| (byte == expected).then_some(()), |_| FileProblem::Magic)?;
        }
        value(input, |byte| (byte == version).then_some(()), FileProblem::Version)?;
        let rule = value(input, Rule::from_code, FileProblem::Rule)?;
        let size = value(input, Size::new, FileProblem::Size)?;
        let (attacker, to_move) = value(input, sides, FileProblem::Sides)?;
        Ok(Head { rule, size, attacker, to_move })
    }
}

/// The attacker in the lowest bit, the side to move in the next one.
fn sides(byte: u8) -> Option<(Side, Side)> {
    let side = |bit: u8| Side::BOTH[usize::from(bit & 1)];
    (byte < 4).then(|| (side(byte), side(byte >> 1)))
}

/// What a byte stands for.
pub(super) fn value<T>(
    input: &mut Input<'_>,
    meaning: impl FnOnce(u8) -> Option<T>,
    problem: impl FnOnce(u8) -> FileProblem,
) -> Result<T, FileError> {
    let start = input.offset();
    let byte = input.byte()?;
    meaning(byte).ok_or_else(|| error(start, problem(byte)))
}

pub(super) fn board(input: &mut Input<'_>, size: Size) -> Result<Board, FileError> {
    let mut board = Board::new(size);
    for side in Side::BOTH {
        let mut last = None;
        for _ in 0..input.varint()? {
            let start = input.offset();
            let point = input.point(size)?;
            if last.replace(point) >= Some(point) {
                return Err(error(start, FileProblem::Order));
            }
            if !board.is_free(point) {
                return Err(error(start, FileProblem::Twice(point)));
            }
            board.place(point, side);
        }
    }
    Ok(board)
}

fn attacks(
    input: &mut Input<'_>,
    head: &Head,
    board: Board,
    limits: ReadLimits,
) -> Result<Proof, FileError> {
    let start = input.offset();
    let root = last_attack(input, limits)?;
    let mut reader = AttackReader {
        size: head.size,
        builder: ProofBuilder::new(head.rule, board, head.attacker),
        used: vec![false; root as usize + 1],
        replies: Vec::new(),
    };
    for number in 0..root {
        let shape = reader.shape(input)?;
        let point = input.point(head.size)?;
        let otherwise = reader.replies(input, shape, number)?;
        reader.builder.add(point, &reader.replies, otherwise);
    }
    let shape = reader.shape(input)?;
    let point = match head.to_move == head.attacker {
        true => Some(input.point(head.size)?),
        false => None,
    };
    let otherwise = reader.replies(input, shape, root)?;
    if let Some(unused) = reader.used[..root as usize].iter().position(|used| !used) {
        return Err(error(start, FileProblem::Unused(unused as u32)));
    }
    let AttackReader { mut builder, replies, .. } = reader;
    Ok(match point {
        Some(point) => {
            let root = builder.add(point, &replies, otherwise);
            builder.finish(root)
        }
        None => builder.finish_defence(&replies, otherwise),
    })
}

/// The number of the last attack.
pub(super) fn last_attack(input: &mut Input<'_>, limits: ReadLimits) -> Result<u32, FileError> {
    let start = input.offset();
    let count = input.varint()?;
    if count > limits.attacks {
        return Err(error(start, FileProblem::TooManyAttacks(count)));
    }
    // Every attack takes a byte at least, so this many would not fit.
    if count as usize > input.left() {
        return Err(input.truncated());
    }
    count.checked_sub(1).ok_or_else(|| error(start, FileProblem::NoAttacks))
}

struct AttackReader {
    size: Size,
    builder: ProofBuilder,
    /// Which attacks answer a reply.
    used: Vec<bool>,
    /// The replies of the attack that was read last.
    replies: Vec<(Point, AttackId)>,
}

/// The first number of an attack.
#[derive(Clone, Copy)]
struct Shape {
    replies: u32,
    otherwise: u32,
    answer_before: bool,
}

impl AttackReader {
    fn shape(&self, input: &mut Input<'_>) -> Result<Shape, FileError> {
        let start = input.offset();
        let bits = input.varint()?;
        let shape = Shape {
            replies: bits >> REPLIES_SHIFT,
            otherwise: bits >> ELSE_SHIFT & ELSE_MASK,
            answer_before: bits & ANSWER_BEFORE != 0,
        };
        let problem = match shape {
            Shape { replies, .. } if replies as usize > self.size.area() => {
                FileProblem::TooManyReplies(replies)
            }
            Shape {
                replies: 1.., otherwise: ELSE_NONE | ELSE_OTHER | ELSE_FIRST_REPLY, ..
            }
            | Shape { otherwise: ELSE_NONE | ELSE_OTHER, answer_before: false, .. } => {
                return Ok(shape);
            }
            _ => FileProblem::Shape(bits),
        };
        Err(error(start, problem))
    }

    /// Reads what follows the attacker's move: the else move, which is given, and the replies.
    fn replies(
        &mut self,
        input: &mut Input<'_>,
        shape: Shape,
        attack: u32,
    ) -> Result<Option<Point>, FileError> {
        let otherwise = match shape.otherwise {
            ELSE_OTHER => Some(input.point(self.size)?),
            _ => None,
        };
        self.replies.clear();
        for n in 0..shape.replies {
            let reply = input.point(self.size)?;
            let start = input.offset();
            let distance = if n == 0 && shape.answer_before { 1 } else { input.varint()? };
            let answer = attack.checked_sub(distance).filter(|_| distance > 0);
            let problem = FileProblem::Reference { attack, distance };
            let answer = answer.ok_or_else(|| error(start, problem))?;
            self.used[answer as usize] = true;
            self.replies.push((reply, AttackId::new(answer)));
        }
        let first = self.replies.first().map(|&(reply, _)| reply);
        Ok(if shape.otherwise == ELSE_FIRST_REPLY { first } else { otherwise })
    }
}
