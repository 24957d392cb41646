//! The checker of certificates: every reply is answered wherever an attack is used, or the
//! certificate is refused.
//!
//! Most replies are answered by an else plan and change nothing about it. So the checker tries many of
//! them at once: if the attacker wins against all of these stones together, even if the defender may
//! also pass, he wins against each of them alone. A reply later on one of these points is a pass then.
//! For this to hold
//!
//! - no attack of the plan may mention one of the points, so that a reply there is never listed;
//! - more stones of the defender must not hurt him. They could make a row too long to win, so among
//!   several stones every row of five or more counts as his five. Under renju they may lift or make
//!   foul points, so there each reply is tried alone.
//!
//! Where several stones at once are too many, halves of them are tried, down to single ones. The
//! verdict is that of trying each by itself.

use tengen_core::{Board, Point, Rule, Side, Symmetry};

use super::lines::Lines;
use super::points::Points;
use super::{Answer, Certificate, CertificateBuilder, Graph, Plan};
use crate::refusal::{Reason, Refusal};
use crate::tree::AttackId;

/// What an accepted certificate has gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CertificateChecked {
    /// How many times an attack was used.
    pub positions: u64,
    /// The win takes at most so many plies, the five included.
    pub plies: u32,
}

/// Whether a certificate proves what it claims, by the rules alone. At most `budget` positions are
/// looked at. `docs/proof-format.md` says what is asked of it.
///
/// # Errors
/// If it is no proof, or if the budget is too small: where and why.
pub fn check_certificate(
    certificate: &Certificate,
    budget: u64,
) -> Result<CertificateChecked, Refusal> {
    let (rule, attacker) = (certificate.rule, certificate.attacker);
    let root = certificate.root();
    for side in Side::BOTH {
        let board = &certificate.board;
        if let Some(point) = board.stones(side).find(|&point| board.wins(point, side, rule)) {
            let reason = Reason::AlreadyWon(side, point);
            return Err(Refusal { line: Vec::new(), attack: root, reason });
        }
    }
    let mut field = Field::new(&certificate.board, rule, attacker);
    let mut check = Check::new(&mut field, &certificate.graph, budget);
    let plan = certificate.plan(root);
    let checked = match plan.point {
        Some(_) => check.attack(Answer::plain(root), Passes::Never),
        None => check.defend(Answer::plain(root), plan, Passes::Never),
    };
    let positions = check.positions;
    match checked {
        Ok(plies) => Ok(CertificateChecked { positions, plies }),
        Err((attack, reason)) => Err(Refusal { line: check.failed, attack, reason }),
    }
}

/// The same certificate without listed replies that it could do without, since the else answer wins
/// against them too or nobody can play them. One that is refused comes back as it is.
pub fn pruned(certificate: &Certificate) -> Certificate {
    let mut field = Field::new(&certificate.board, certificate.rule, certificate.attacker);
    let graph = &certificate.graph;
    let mut check = Check::new(&mut field, graph, u64::MAX);
    let (replies, attacks) = (graph.replies.len(), graph.nodes.len());
    check.needed = Some(Needed { replies: vec![false; replies], otherwise: vec![false; attacks] });
    let root = Answer::plain(certificate.root());
    let plan = certificate.plan(root.attack);
    let checked = match plan.point {
        Some(_) => check.attack(root, Passes::Never),
        None => check.defend(root, plan, Passes::Never),
    };
    let Some(needed) = check.needed.filter(|_| checked.is_ok()) else {
        return certificate.clone();
    };
    let graph = graph.reduced(&needed.replies, &needed.otherwise);
    let pruned = Certificate { graph, ..certificate.clone() };
    // What was needed was noted one by one.
    if check_certificate(&pruned, u64::MAX).is_ok() { pruned } else { certificate.clone() }
}

/// A position in which attacks are tried while a certificate is made.
#[derive(Clone, Debug)]
pub struct Field {
    lines: Lines,
    rule: Rule,
    attacker: Side,
}

impl Field {
    /// The attacker is to move.
    pub fn new(board: &Board, rule: Rule, attacker: Side) -> Field {
        Field { lines: Lines::new(board, rule), rule, attacker }
    }

    pub(super) fn on(lines: Lines, rule: Rule, attacker: Side) -> Field {
        Field { lines, rule, attacker }
    }

    /// Within how many plies the attacker makes five if he uses an attack, or has just used it.
    pub(super) fn plies(
        &mut self,
        certificate: &Certificate,
        answer: Answer,
        turn: Turn,
        budget: u64,
    ) -> Option<u32> {
        let mut check = Check::new(self, &certificate.graph, budget);
        let verdict = match turn {
            Turn::Attacker => check.attack(answer, Passes::Never),
            Turn::Defender => check.defend(answer, certificate.plan(answer.attack), Passes::Never),
        };
        verdict.ok()
    }

    /// The stones as they lie now.
    pub fn board(&self) -> &Board {
        self.lines.board()
    }

    /// Puts a stone on a free point.
    pub fn place(&mut self, point: Point, side: Side) {
        self.lines.place(point, side);
    }

    /// Takes a stone away.
    pub fn remove(&mut self, point: Point, side: Side) {
        self.lines.remove(point, side);
    }

    /// Whether a side can make five, and where.
    pub fn fives(&mut self, side: Side) -> Vec<Point> {
        self.lines.fives(side)
    }

    /// Whether the attacker, to move, wins with an attack of this builder. At most `budget`
    /// positions are looked at; if that is too few, he does not.
    pub fn accepts(&mut self, builder: &CertificateBuilder, answer: Answer, budget: u64) -> bool {
        Check::new(self, &builder.graph, budget).attack(answer, Passes::Never).is_ok()
    }

    /// Which of these replies, one at a time, an attack of this builder answers, with the defender
    /// to move.
    pub fn answered(
        &mut self,
        builder: &CertificateBuilder,
        answer: Answer,
        replies: &[Point],
        budget: u64,
    ) -> Vec<Point> {
        let mut check = Check::new(self, &builder.graph, budget);
        let mut answered = Vec::new();
        for group in check.groups(answer, replies) {
            check.answered_of(answer, &group, &mut answered);
        }
        answered.sort_unstable();
        answered
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    Attacker,
    Defender,
}

/// Whether the defender may pass: he may if some of his stones might lie elsewhere in truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passes {
    Never,
    Maybe,
}

/// Within how many plies the attacker makes five, or what is wrong.
type Verdict = Result<u32, (AttackId, Reason)>;

struct Check<'a> {
    field: &'a mut Field,
    graph: &'a Graph,
    /// The moves that lead here from the claimed position.
    line: Vec<Point>,
    /// The line at which the check failed.
    failed: Vec<Point>,
    positions: u64,
    budget: u64,
    /// Which listed replies and else answers the check could not do without, if that is asked.
    needed: Option<Needed>,
}

/// What a check could not do without.
#[derive(Clone, Debug)]
struct Needed {
    /// By the place of a reply in the graph.
    replies: Vec<bool>,
    /// By the attack.
    otherwise: Vec<bool>,
}

impl<'a> Check<'a> {
    fn new(field: &'a mut Field, graph: &'a Graph, budget: u64) -> Check<'a> {
        let (line, failed) = (Vec::new(), Vec::new());
        Check { field, graph, line, failed, positions: 0, budget, needed: None }
    }

    /// The attacker is to move and uses an attack.
    fn attack(&mut self, answer: Answer, passes: Passes) -> Verdict {
        self.positions += 1;
        if self.positions > self.budget {
            return self.fail(answer, passes, Reason::Budget(self.budget));
        }
        let (plan, attacker) = (self.graph.plan(answer.attack), self.field.attacker);
        // Only the root can lack a move, and nothing refers to it.
        let Some(point) = plan.point else { return self.defend(answer, plan, passes) };
        let point = self.turned(point, answer.symmetry);
        let lines = &mut self.field.lines;
        if !lines.board().is_free(point) {
            return self.fail(answer, passes, Reason::Occupied(point));
        }
        if lines.is_five(point, attacker) {
            return Ok(1);
        }
        if lines.is_forbidden(point, attacker) {
            return self.fail(answer, passes, Reason::Forbidden(point));
        }
        lines.place(point, attacker);
        self.line.push(point);
        let verdict = self.defend(answer, plan, passes);
        self.line.pop();
        self.field.lines.remove(point, attacker);
        verdict.map(|plies| plies + 1)
    }

    /// The defender is to move.
    fn defend(&mut self, answer: Answer, plan: Plan<'a>, passes: Passes) -> Verdict {
        let (attacker, defender) = (self.field.attacker, !self.field.attacker);
        let lines = &mut self.field.lines;
        if lines.board().is_full() {
            return self.fail(answer, passes, Reason::FullBoard);
        }
        let five = match passes {
            Passes::Never => lines.fives(defender).first().copied(),
            Passes::Maybe => lines.row_of_five(defender),
        };
        if let Some(five) = five {
            return self.fail(answer, passes, Reason::CounterFive(five));
        }
        let fives = lines.fives(attacker);
        if self.field.rule.lets_stopped_fives_win(attacker) {
            // Only a stone on its point stops a five.
            match fives.as_slice() {
                [] => {}
                &[only] => return self.reply(answer, plan, only, passes).map(|plies| plies.max(2)),
                _ => return Ok(2),
            }
        }
        self.replies(answer, plan, passes, &fives)
    }

    /// All replies, where none but those that leave the attacker a five needs no answer.
    fn replies(
        &mut self,
        answer: Answer,
        plan: Plan<'a>,
        passes: Passes,
        fives: &[Point],
    ) -> Verdict {
        let mut longest = 2;
        let mut others = Vec::new();
        let back = answer.symmetry.inverse();
        let free: Vec<Point> = self.field.board().free_points().collect();
        for reply in free {
            let own = self.turned(reply, back);
            let is_listed = plan.replies.binary_search_by_key(&own, |&(point, _)| point).is_ok();
            if !is_listed && fives.is_empty() && plan.otherwise.is_some() {
                others.push(reply);
            } else {
                longest = longest.max(self.reply(answer, plan, reply, passes)?);
            }
        }
        let Some(otherwise) = plan.otherwise.map(|otherwise| answer.then(otherwise)) else {
            return match passes {
                Passes::Maybe if fives.is_empty() => self.fail(answer, passes, Reason::Pass),
                _ => Ok(longest),
            };
        };
        if let Some(needed) = &mut self.needed
            && !others.is_empty()
        {
            needed.otherwise[answer.attack.index()] = true;
        }
        if passes == Passes::Maybe && fives.is_empty() {
            longest = longest.max(1 + self.attack(otherwise, passes)?);
        }
        for group in self.groups(otherwise, &others) {
            longest = longest.max(self.group(otherwise, &group, passes)?);
        }
        Ok(longest)
    }

    /// One reply on a free point.
    fn reply(&mut self, answer: Answer, plan: Plan<'a>, reply: Point, passes: Passes) -> Verdict {
        let (attacker, defender) = (self.field.attacker, !self.field.attacker);
        if self.field.lines.is_forbidden(reply, defender) {
            return Ok(0);
        }
        let own = self.turned(reply, answer.symmetry.inverse());
        self.field.lines.place(reply, defender);
        self.line.push(reply);
        let verdict = if !self.field.lines.fives(attacker).is_empty() {
            Ok(1)
        } else if let Some(next) = plan.answer(own) {
            self.note_need(answer, plan, own, passes);
            self.attack(answer.then(next), passes)
        } else {
            self.line.pop();
            let failed = self.fail(answer, passes, Reason::NotAnswered(reply));
            self.line.push(reply);
            failed
        };
        self.line.pop();
        self.field.lines.remove(reply, defender);
        verdict.map(|plies| plies + 1)
    }

    /// Replies, sorted into groups that may be tried at once. In any five points in a row there is
    /// one of each group, so that a group gives the defender no row by itself.
    fn groups(&self, plan: Answer, replies: &[Point]) -> Vec<Vec<Point>> {
        let mut mentioned = Points::default();
        let size = self.field.board().size();
        mentioned.add(&self.graph.mentioned[plan.attack.index()], plan.symmetry, size);
        let mut groups = vec![Vec::new(); 5];
        for &reply in replies {
            if mentioned.contains(reply) || self.field.rule == Rule::Renju {
                groups.push(vec![reply]);
            } else {
                groups[usize::from((reply.x() + 2 * reply.y()) % 5)].push(reply);
            }
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// Whether an attack answers each of these replies.
    fn group(&mut self, plan: Answer, group: &[Point], passes: Passes) -> Verdict {
        if let &[reply] = group {
            return self.alone(plan, reply, passes);
        }
        if let Ok(plies) = self.at_once(plan, group) {
            return Ok(plies);
        }
        let (one, other) = group.split_at(group.len() / 2);
        Ok(self.group(plan, one, passes)?.max(self.group(plan, other, passes)?))
    }

    /// The same, with those collected that it answers.
    fn answered_of(&mut self, plan: Answer, group: &[Point], answered: &mut Vec<Point>) {
        let verdict = match *group {
            [reply] => self.alone(plan, reply, Passes::Never),
            _ => self.at_once(plan, group),
        };
        if verdict.is_ok() {
            answered.extend(group);
        } else if group.len() > 1 {
            let (one, other) = group.split_at(group.len() / 2);
            self.answered_of(plan, one, answered);
            self.answered_of(plan, other, answered);
        }
    }

    /// An attack against one reply.
    fn alone(&mut self, plan: Answer, reply: Point, passes: Passes) -> Verdict {
        let defender = !self.field.attacker;
        if self.field.lines.is_forbidden(reply, defender) {
            return Ok(0);
        }
        self.field.lines.place(reply, defender);
        self.line.push(reply);
        let verdict = self.attack(plan, passes);
        self.line.pop();
        self.field.lines.remove(reply, defender);
        verdict.map(|plies| plies + 1)
    }

    /// An attack against several replies at once.
    fn at_once(&mut self, plan: Answer, group: &[Point]) -> Verdict {
        let defender = !self.field.attacker;
        group.iter().for_each(|&reply| self.field.lines.place(reply, defender));
        let verdict = self.attack(plan, Passes::Maybe);
        group.iter().rev().for_each(|&reply| self.field.lines.remove(reply, defender));
        verdict.map(|plies| plies + 1)
    }

    /// Notes that a reply, which is on the board, has to be listed, or that there has to be an else
    /// answer.
    fn note_need(&mut self, answer: Answer, plan: Plan<'a>, reply: Point, passes: Passes) {
        let Some(needed) = &mut self.needed else { return };
        let attack = answer.attack.index();
        let Ok(place) = plan.replies.binary_search_by_key(&reply, |&(point, _)| point) else {
            needed.otherwise[attack] = true;
            return;
        };
        let place = self.graph.first_reply(answer.attack) + place;
        if needed.replies[place] {
            return;
        }
        let otherwise = plan.otherwise.map(|otherwise| answer.then(otherwise));
        let does_without = otherwise.is_some_and(|next| self.attack(next, passes).is_ok());
        if let Some(needed) = &mut self.needed {
            needed.replies[place] |= !does_without;
            needed.otherwise[attack] |= does_without;
        }
    }

    fn turned(&self, point: Point, symmetry: Symmetry) -> Point {
        match symmetry == Symmetry::IDENTITY {
            true => point,
            false => symmetry.apply(point, self.field.board().size()),
        }
    }

    fn fail(&mut self, answer: Answer, passes: Passes, reason: Reason) -> Verdict {
        if passes == Passes::Never {
            self.failed.clone_from(&self.line);
        }
        Err((answer.attack, reason))
    }
}
