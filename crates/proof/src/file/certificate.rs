//! Certificates as files: version 2 of the format.

use std::io::{self, Write};

use tengen_core::{Point, Symmetry};

use super::input::{Input, error};
use super::read::{Head, board, last_attack, value};
use super::write::Out;
use super::{CERTIFICATE_VERSION, FileError, FileProblem, ReadLimits};
use crate::certificate::{Answer, Certificate, CertificateBuilder, Plan};
use crate::tree::AttackId;

/// What follows in the bits of the first number of an attack: whether there is an else answer,
const ELSE: u32 = 1;
/// whether the first answer is the attack just before, as it is, with one reply,
const FIRST_BEFORE: u32 = 2;
/// and how many answers there are, in all further bits.
const ANSWERS_SHIFT: u32 = 2;
/// In a reference: whether a symmetry follows.
const TURNED: u32 = 1;

/// Writes a certificate, checked or not.
///
/// # Errors
/// If the writer fails.
pub fn write_certificate(certificate: &Certificate, writer: impl Write) -> io::Result<()> {
    let mut out = Out::new(writer, certificate.size());
    let sides = (certificate.attacker(), certificate.to_move());
    out.head(CERTIFICATE_VERSION, certificate.rule(), certificate.board(), sides)?;
    out.varint(certificate.attack_count() as u32)?;
    for (id, plan) in certificate.plans() {
        write_plan(&mut out, id, plan)?;
    }
    out.end()
}

fn write_plan(out: &mut Out<impl Write>, id: AttackId, plan: Plan<'_>) -> io::Result<()> {
    let before = id.index().checked_sub(1).map(|number| AttackId::new(number as u32));
    let mut answers: Vec<(Answer, Vec<Point>)> = Vec::new();
    for &(reply, answer) in plan.replies {
        match answers.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, replies)) => replies.push(reply),
            None => answers.push((answer, vec![reply])),
        }
    }
    // The answer that takes no reference comes first.
    let is_short = |(answer, replies): &(Answer, Vec<Point>)| {
        Some(answer.attack) == before && answer.symmetry == Symmetry::IDENTITY && replies.len() == 1
    };
    let short = answers.iter().position(is_short);
    if let Some(place) = short {
        answers[..=place].rotate_right(1);
    }
    let bits = plan.otherwise.map_or(0, |_| ELSE) | short.map_or(0, |_| FIRST_BEFORE);
    out.varint((answers.len() as u32) << ANSWERS_SHIFT | bits)?;
    if let Some(point) = plan.point {
        out.point(point)?;
    }
    if let Some(otherwise) = plan.otherwise {
        write_reference(out, id, otherwise)?;
    }
    for (n, (answer, replies)) in answers.iter().enumerate() {
        if n > 0 || short.is_none() {
            write_reference(out, id, *answer)?;
            out.varint(replies.len() as u32)?;
        }
        replies.iter().try_for_each(|&reply| out.point(reply))?;
    }
    Ok(())
}

fn write_reference(out: &mut Out<impl Write>, from: AttackId, to: Answer) -> io::Result<()> {
    let distance = (from.index() - to.attack.index()) as u32;
    match to.symmetry == Symmetry::IDENTITY {
        true => out.varint(distance << 1),
        false => {
            out.varint(distance << 1 | TURNED)?;
            out.bytes(&[to.symmetry.code()])
        }
    }
}

/// Reads a certificate. That it can be read says nothing about whether it is true: see
/// [`crate::check_certificate`].
///
/// # Errors
/// If this is no certificate, if it is damaged or larger than allowed: the byte and the problem.
pub fn read_certificate(bytes: &[u8], limits: ReadLimits) -> Result<Certificate, FileError> {
    if bytes.len() > limits.bytes {
        return Err(error(limits.bytes, FileProblem::TooLong(limits.bytes)));
    }
    let mut input = Input::new(bytes);
    let head = Head::read(&mut input, CERTIFICATE_VERSION)?;
    let board = board(&mut input, head.size)?;
    let start = input.offset();
    let root = last_attack(&mut input, limits)?;
    let mut reader = Reader { head, input, used: vec![false; root as usize] };
    let mut builder = CertificateBuilder::new(reader.head.rule, board, reader.head.attacker);
    for number in 0..root {
        let attack = reader.attack(number, true)?;
        builder.add_unshared(attack.point, &attack.replies, attack.otherwise);
    }
    let has_move = reader.head.to_move == reader.head.attacker;
    let attack = reader.attack(root, has_move)?;
    if let Some(unused) = reader.used.iter().position(|used| !used) {
        return Err(error(start, FileProblem::Unused(unused as u32)));
    }
    reader.input.end()?;
    builder.add_unshared(attack.point, &attack.replies, attack.otherwise);
    Ok(builder.finish_as_is())
}

struct Reader<'a> {
    head: Head,
    input: Input<'a>,
    /// Which attacks are referred to.
    used: Vec<bool>,
}

struct ReadAttack {
    point: Option<Point>,
    replies: Vec<(Point, Answer)>,
    otherwise: Option<Answer>,
}

impl Reader<'_> {
    fn attack(&mut self, number: u32, has_move: bool) -> Result<ReadAttack, FileError> {
        let size = self.head.size;
        let start = self.input.offset();
        let bits = self.input.varint()?;
        let answers = bits >> ANSWERS_SHIFT;
        if answers as usize > size.area() {
            return Err(error(start, FileProblem::TooManyReplies(answers)));
        }
        let is_short = bits & FIRST_BEFORE != 0;
        if is_short && (answers == 0 || number == 0) {
            return Err(error(start, FileProblem::Shape(bits)));
        }
        let point = if has_move { Some(self.input.point(size)?) } else { None };
        let otherwise = match bits & ELSE {
            0 => None,
            _ => Some(self.reference(number)?),
        };
        let mut replies = Vec::new();
        for n in 0..answers {
            let (answer, count) = match n == 0 && is_short {
                true => {
                    self.used[number as usize - 1] = true;
                    (Answer::plain(AttackId::new(number - 1)), 1)
                }
                false => (self.reference(number)?, self.count()?),
            };
            self.replies(answer, count, &mut replies)?;
        }
        let start = self.input.offset();
        replies.sort_unstable();
        let twice = replies.windows(2).find(|two| two[0].0 == two[1].0);
        match twice {
            Some(two) => Err(error(start, FileProblem::ReplyOrder(two[0].0))),
            None => Ok(ReadAttack { point, replies, otherwise }),
        }
    }

    /// How many replies an answer has.
    fn count(&mut self) -> Result<u32, FileError> {
        let start = self.input.offset();
        let count = self.input.varint()?;
        match count {
            0 => Err(error(start, FileProblem::NoReply)),
            _ if count as usize > self.head.size.area() => {
                Err(error(start, FileProblem::TooManyReplies(count)))
            }
            _ => Ok(count),
        }
    }

    fn replies(
        &mut self,
        answer: Answer,
        count: u32,
        replies: &mut Vec<(Point, Answer)>,
    ) -> Result<(), FileError> {
        let mut last = None;
        for _ in 0..count {
            let start = self.input.offset();
            let reply = self.input.point(self.head.size)?;
            if last.replace(reply) >= Some(reply) {
                return Err(error(start, FileProblem::ReplyOrder(reply)));
            }
            replies.push((reply, answer));
        }
        Ok(())
    }

    fn reference(&mut self, attack: u32) -> Result<Answer, FileError> {
        let start = self.input.offset();
        let number = self.input.varint()?;
        let distance = number >> 1;
        let answer = attack.checked_sub(distance).filter(|_| distance > 0);
        let answer =
            answer.ok_or_else(|| error(start, FileProblem::Reference { attack, distance }))?;
        let turned = |code| Symmetry::from_code(code).filter(|_| code > 0);
        let symmetry = match number & TURNED {
            0 => Symmetry::IDENTITY,
            _ => value(&mut self.input, turned, FileProblem::Symmetry)?,
        };
        self.used[answer as usize] = true;
        Ok(Answer { attack: AttackId::new(answer), symmetry })
    }
}
