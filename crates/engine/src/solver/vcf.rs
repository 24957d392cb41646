//! Wins by fours (VCF): every move of the attacker threatens five.

pub(in crate::solver) mod replay;

use tengen_core::Point;

use crate::position::candidates::Candidate;
use crate::position::defence::line_between;
use crate::solver::dfpn::proof_table::{Packed, ProofTable, pack_point, unpack_point};
use crate::solver::{Budget, Over};
use crate::{Position, Threat};

/// What is known of fours in a position, counted in moves of the attacker, who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VcfResult {
    /// He makes five with the last of so many moves, if not sooner.
    Win {
        /// Moves of the attacker, the five included.
        moves: u16,
        /// The first of them.
        first: Point,
    },
    /// He has no win of so many moves.
    Fail {
        /// [`VcfResult::ENDLESS`] if he has none at all.
        within: u16,
    },
}

impl VcfResult {
    /// More moves than any game has.
    pub(crate) const ENDLESS: u16 = u16::MAX;

    /// There is none, however long.
    pub(crate) const DEAD: VcfResult = VcfResult::Fail { within: VcfResult::ENDLESS };

    /// Whether it is a win.
    pub(crate) fn is_win(self) -> bool {
        matches!(self, VcfResult::Win { .. })
    }
}

/// Which win is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// Any that is short enough.
    Any,
    /// The shortest.
    Shortest,
}

/// What is remembered of a position. It is true for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Known {
    /// Moves of a win, and the first of them.
    win: Option<(u16, Point)>,
    /// There is no win of so many moves.
    none_within: u16,
}

impl Known {
    /// Whether this settles a search for wins of at most `most` moves; if so, how.
    fn settle(self, most: u16, aim: Aim) -> Option<VcfResult> {
        match self.win {
            _ if self.none_within >= most => Some(VcfResult::Fail { within: self.none_within }),
            Some((moves, first)) if moves <= most => {
                let is_enough = aim == Aim::Any || self.none_within >= moves - 1;
                is_enough.then_some(VcfResult::Win { moves, first })
            }
            _ => None,
        }
    }

    /// What is known after a search.
    fn and(self, found: VcfResult, aim: Aim) -> Known {
        match found {
            VcfResult::Win { moves, first } => {
                let is_longer = self.win.is_some_and(|(known, _)| known <= moves);
                let win = if is_longer { self.win } else { Some((moves, first)) };
                let exact = if aim == Aim::Shortest { moves - 1 } else { 0 };
                Known { win, none_within: self.none_within.max(exact) }
            }
            VcfResult::Fail { within } => {
                Known { none_within: self.none_within.max(within), ..self }
            }
        }
    }
}

impl Packed for Known {
    /// Moves of a win and moves without one, a byte each, and the first move.
    type Words = [u16; 2];

    fn pack(self) -> [u16; 2] {
        // No board has room for so many moves that a byte would not do.
        let byte = |moves: u16| moves.min(u16::from(u8::MAX));
        let (moves, first) = self.win.map_or((0, None), |(moves, first)| (moves, Some(first)));
        [byte(moves) | byte(self.none_within) << 8, pack_point(first)]
    }

    fn unpack([numbers, first]: [u16; 2]) -> Known {
        let none_within = match numbers >> 8 {
            255 => VcfResult::ENDLESS,
            moves => moves,
        };
        Known { win: unpack_point(first).map(|first| (numbers & 255, first)), none_within }
    }
}

/// Finds wins by fours and remembers them, and dead ends, from call to call.
///
/// What it remembers is true for ever: the keys of positions hold the rule and the size as well.
#[derive(Debug)]
pub(crate) struct VcfSolver {
    memory: ProofTable<Known>,
    /// The moves of the nodes on the way from the root, each node's after its parent's.
    moves: Vec<Candidate>,
    aim: Aim,
}

impl VcfSolver {
    /// A solver that remembers as much as fits into so many bytes.
    pub(crate) fn new(bytes: usize) -> VcfSolver {
        VcfSolver { memory: ProofTable::new(bytes), moves: Vec::with_capacity(256), aim: Aim::Any }
    }

    /// Another position is looked at.
    pub(crate) fn new_search(&mut self) {
        self.memory.new_search();
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.memory.clear();
    }

    /// A win by fours of the side to move, of at most `most` own moves.
    pub(crate) fn solve(
        &mut self,
        position: &mut Position,
        most: u16,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, Over> {
        self.aim = Aim::Any;
        self.look(position, most, budget)
    }

    /// The shortest win by fours of the side to move, who has one of `most` own moves.
    pub(crate) fn shorten(
        &mut self,
        position: &mut Position,
        most: u16,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, Over> {
        self.aim = Aim::Shortest;
        self.deepen(position, most, budget)
    }

    /// Short wins are found before long dead ends are walked to their end; what is dead stays so,
    /// and each pass begins where the last one gave up.
    fn deepen(
        &mut self,
        position: &mut Position,
        most: u16,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, Over> {
        let mut limit = 3;
        loop {
            let limit_now = most.min(limit);
            let found = self.look(position, limit_now, budget)?;
            if limit_now == most || found.is_win() || found == VcfResult::DEAD {
                return Ok(found);
            }
            limit += 1 + limit / 2;
        }
    }

    fn look(
        &mut self,
        position: &mut Position,
        most: u16,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, Over> {
        let moves = self.moves.len();
        let found = self.attack(position, most, None, budget);
        self.moves.truncate(moves);
        found
    }

    /// The attacker is to move and may make `most` moves, at least one.
    fn attack(
        &mut self,
        position: &mut Position,
        most: u16,
        last: Option<Point>,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, Over> {
        let (own, enemy) = (position.to_move(), !position.to_move());
        if let Some(first) = position.first_of(own, Threat::Five) {
            return Ok(VcfResult::Win { moves: 1, first });
        }
        let is_forced = position.count(enemy, Threat::Five) > 0;
        if !is_forced
            && position.count(own, Threat::OpenFour) > 0
            && let Some(first) =
                position.points(own, Threat::OpenFour).find(|&p| position.is_legal(p))
        {
            let win = VcfResult::Win { moves: 2, first };
            return Ok(if most >= 2 { win } else { VcfResult::Fail { within: 1 } });
        }
        if most < 2 {
            return Ok(VcfResult::Fail { within: 1 });
        }
        let known = self.memory.probe(position.key()).unwrap_or_default();
        if let Some(settled) = known.settle(most, self.aim) {
            return Ok(settled);
        }
        let first = self.moves.len();
        self.add_moves(position, is_forced, last);
        let before = budget.nodes();
        let best = match known.win {
            Some((moves, first)) if moves <= most => VcfResult::Win { moves, first },
            _ => VcfResult::DEAD,
        };
        let found = self.try_moves(position, most, first, best, budget)?;
        self.moves.truncate(first);
        let known = known.and(found, self.aim);
        self.memory.store(position.key(), known, budget.nodes() - before);
        Ok(found)
    }

    /// The moves that make a four and, where the enemy makes five next, stop that.
    fn add_moves(&mut self, position: &Position, is_forced: bool, last: Option<Point>) {
        let (own, enemy) = (position.to_move(), !position.to_move());
        let first = self.moves.len();
        if is_forced && position.rule().lets_stopped_fives_win(enemy) {
            let point = position.first_of(enemy, Threat::Five);
            let only = point.filter(|_| position.count(enemy, Threat::Five) == 1);
            let four = only.filter(|&point| position.threat(point, own).makes_four());
            self.moves.extend(four.map(|point| position.candidate(point)));
            return;
        }
        if is_forced {
            let open = position.points(own, Threat::OpenFour);
            self.moves.extend(open.map(|point| position.candidate(point)));
        }
        position.add_fours(&mut self.moves);
        // The next four is mostly on a line with the last one.
        const NEAR: i32 = 1000;
        if let Some(last) = last {
            for candidate in &mut self.moves[first..] {
                if line_between(last, candidate.point).is_some() {
                    candidate.order += NEAR;
                }
            }
        }
        self.moves[first..].sort_unstable_by_key(|candidate| (-candidate.order, candidate.point));
    }

    /// Tries the moves from `from` on, each only for wins shorter than the `best` so far.
    fn try_moves(
        &mut self,
        position: &mut Position,
        most: u16,
        from: usize,
        mut best: VcfResult,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, Over> {
        // Open fours were looked for before. What else wins in two moves answers a four of the
        // enemy, or leaves him a forbidden block.
        let enemy = !position.to_move();
        let is_plain = position.count(enemy, Threat::Five) == 0 && !position.rule().forbids(enemy);
        let least = if is_plain { 3 } else { 2 };
        for n in from..self.moves.len() {
            let point = self.moves[n].point;
            if !position.is_legal(point) {
                continue;
            }
            let left = match best {
                VcfResult::Win { moves, .. } => moves - 2,
                VcfResult::Fail { .. } => most - 1,
            };
            budget.spend()?;
            position.play(point);
            let answered = self.answer(position, left, point, budget);
            position.undo();
            match (answered?, best) {
                (VcfResult::Win { moves, .. }, _) => {
                    best = VcfResult::Win { moves: moves + 1, first: point };
                    if moves < least || self.aim == Aim::Any {
                        break;
                    }
                }
                (VcfResult::Fail { within }, VcfResult::Fail { within: least }) => {
                    best = VcfResult::Fail { within: least.min(within.saturating_add(1)) };
                }
                (VcfResult::Fail { .. }, VcfResult::Win { .. }) => {}
            }
        }
        Ok(best)
    }

    /// The defender is to move after a four on `last`; the attacker may make `most` more moves.
    fn answer(
        &mut self,
        position: &mut Position,
        most: u16,
        last: Point,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, Over> {
        let (defender, attacker) = (position.to_move(), !position.to_move());
        let Some(five) = position.first_of(attacker, Threat::Five) else {
            return Ok(VcfResult::DEAD);
        };
        if position.count(defender, Threat::Five) > 0 {
            return Ok(VcfResult::DEAD);
        }
        let win = VcfResult::Win { moves: 1, first: five };
        if !position.rule().lets_stopped_fives_win(attacker) {
            return self.answer_all(position, win, most, last, budget);
        }
        if position.count(attacker, Threat::Five) > 1 || !position.is_legal(five) {
            return Ok(win);
        }
        self.after_block(position, five, most, last, budget)
    }

    /// The same where one stone may stop several fives, and several stones one five.
    fn answer_all(
        &mut self,
        position: &mut Position,
        win: VcfResult,
        most: u16,
        last: Point,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, Over> {
        let mut longest = win;
        for stop in position.five_defences() {
            match (self.after_block(position, stop, most, last, budget)?, longest) {
                (found @ VcfResult::Win { moves, .. }, VcfResult::Win { moves: most, .. }) => {
                    longest = if moves > most { found } else { longest };
                }
                (fail, _) => return Ok(fail),
            }
        }
        Ok(longest)
    }

    fn after_block(
        &mut self,
        position: &mut Position,
        stop: Point,
        most: u16,
        last: Point,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, Over> {
        budget.spend()?;
        position.play(stop);
        let found = self.attack(position, most, Some(last), budget);
        position.undo();
        found
    }
}
