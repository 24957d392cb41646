//! VCF, victory by continuous fours: every move of the attacker threatens five.

pub(in crate::solver) mod replay;

use tengen_core::Point;

use crate::position::candidates::Candidate;
use crate::position::defence::line_between;
use crate::solver::dfpn::proof_table::{Packed, ProofTable, pack_point, unpack_point};
use crate::solver::{Budget, BudgetSpent};
use crate::{Position, Threat};

/// What a VCF search found, counted in moves of the attacker, who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VcfResult {
    /// The attacker makes five with the last of these moves, if not earlier.
    Win {
        /// Moves of the attacker, the five included.
        moves: u16,
        /// The first of them.
        first: Point,
    },
    /// The attacker has no win this short.
    Fail {
        /// In moves; [`VcfResult::UNLIMITED`] if there is no VCF at all.
        within: u16,
    },
}

impl VcfResult {
    /// More moves than any game has.
    pub(crate) const UNLIMITED: u16 = u16::MAX;

    /// No VCF of any length.
    pub(crate) const NO_WIN: VcfResult = VcfResult::Fail { within: VcfResult::UNLIMITED };

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

/// What the table knows of a position. It stays true whatever is searched later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Entry {
    /// The moves of a win, and the first of them.
    win: Option<(u16, Point)>,
    /// There is no win of this many moves.
    none_within: u16,
}

impl Entry {
    /// The result of a search for wins of at most `max_moves`, if the entry already tells it.
    fn result(self, max_moves: u16, aim: Aim) -> Option<VcfResult> {
        match self.win {
            _ if self.none_within >= max_moves => {
                Some(VcfResult::Fail { within: self.none_within })
            }
            Some((moves, first)) if moves <= max_moves => {
                let is_enough = aim == Aim::Any || self.none_within >= moves - 1;
                is_enough.then_some(VcfResult::Win { moves, first })
            }
            _ => None,
        }
    }

    /// The entry after a search.
    fn updated(self, found: VcfResult, aim: Aim) -> Entry {
        match found {
            VcfResult::Win { moves, first } => {
                let knows_shorter = self.win.is_some_and(|(known, _)| known <= moves);
                let win = if knows_shorter { self.win } else { Some((moves, first)) };
                let excluded = if aim == Aim::Shortest { moves - 1 } else { 0 };
                Entry { win, none_within: self.none_within.max(excluded) }
            }
            VcfResult::Fail { within } => {
                Entry { none_within: self.none_within.max(within), ..self }
            }
        }
    }
}

impl Packed for Entry {
    /// The moves of a win and the moves without one, a byte each, and the first move.
    type Words = [u16; 2];

    fn pack(self) -> [u16; 2] {
        // No board has room for more moves than a byte counts.
        let byte = |moves: u16| moves.min(u16::from(u8::MAX));
        let (moves, first) = self.win.map_or((0, None), |(moves, first)| (moves, Some(first)));
        [byte(moves) | byte(self.none_within) << 8, pack_point(first)]
    }

    fn unpack([lengths, first]: [u16; 2]) -> Entry {
        let none_within = match lengths >> 8 {
            255 => VcfResult::UNLIMITED,
            moves => moves,
        };
        Entry { win: unpack_point(first).map(|first| (lengths & 255, first)), none_within }
    }
}

/// Finds VCFs, and remembers wins and dead ends from call to call.
///
/// What it remembers stays true: the keys of positions include the rule and the size.
#[derive(Debug)]
pub(crate) struct VcfSolver {
    table: ProofTable<Entry>,
    /// The moves of the nodes from the root to here, each node's after its parent's.
    moves: Vec<Candidate>,
    aim: Aim,
}

impl VcfSolver {
    /// A solver whose table takes at most `bytes`.
    pub(crate) fn new(bytes: usize) -> VcfSolver {
        VcfSolver { table: ProofTable::new(bytes), moves: Vec::with_capacity(256), aim: Aim::Any }
    }

    /// A new root: entries of older searches are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.table.new_search();
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    /// A VCF of the side to move, of at most `max_moves` own moves.
    pub(crate) fn solve(
        &mut self,
        position: &mut Position,
        max_moves: u16,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, BudgetSpent> {
        self.aim = Aim::Any;
        self.search(position, max_moves, budget)
    }

    /// The shortest VCF of the side to move, which has one of `max_moves` own moves.
    pub(crate) fn shorten(
        &mut self,
        position: &mut Position,
        max_moves: u16,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, BudgetSpent> {
        self.aim = Aim::Shortest;
        self.deepen(position, max_moves, budget)
    }

    /// Iterative deepening: it finds short wins before it exhausts long dead ends. The table keeps
    /// what is refuted, so each pass begins where the last one gave up.
    fn deepen(
        &mut self,
        position: &mut Position,
        max_moves: u16,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, BudgetSpent> {
        let mut limit = 3;
        loop {
            let limit_now = max_moves.min(limit);
            let found = self.search(position, limit_now, budget)?;
            if limit_now == max_moves || found.is_win() || found == VcfResult::NO_WIN {
                return Ok(found);
            }
            limit += 1 + limit / 2;
        }
    }

    fn search(
        &mut self,
        position: &mut Position,
        max_moves: u16,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, BudgetSpent> {
        let moves = self.moves.len();
        let found = self.attack(position, max_moves, None, budget);
        self.moves.truncate(moves);
        found
    }

    /// The attacker is to move and may make `max_moves` moves, at least one.
    fn attack(
        &mut self,
        position: &mut Position,
        max_moves: u16,
        last: Option<Point>,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, BudgetSpent> {
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
            return Ok(if max_moves >= 2 { win } else { VcfResult::Fail { within: 1 } });
        }
        if max_moves < 2 {
            return Ok(VcfResult::Fail { within: 1 });
        }
        let entry = self.table.probe(position.key()).unwrap_or_default();
        if let Some(result) = entry.result(max_moves, self.aim) {
            return Ok(result);
        }
        let first = self.moves.len();
        self.add_moves(position, is_forced, last);
        let before = budget.nodes();
        let best = match entry.win {
            Some((moves, first)) if moves <= max_moves => VcfResult::Win { moves, first },
            _ => VcfResult::NO_WIN,
        };
        let found = self.try_moves(position, max_moves, first, best, budget)?;
        self.moves.truncate(first);
        let entry = entry.updated(found, self.aim);
        self.table.store(position.key(), entry, budget.nodes() - before);
        Ok(found)
    }

    /// Adds the moves that make a four. If the enemy threatens five, they must stop that too.
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
                    candidate.policy += NEAR;
                }
            }
        }
        self.moves[first..].sort_unstable_by_key(|candidate| (-candidate.policy, candidate.point));
    }

    /// Tries the moves from index `from` on, each only for wins shorter than the `best` so far.
    fn try_moves(
        &mut self,
        position: &mut Position,
        max_moves: u16,
        from: usize,
        mut best: VcfResult,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, BudgetSpent> {
        // The caller has looked for open fours. Any other win in two moves answers a four of the
        // enemy, or leaves the enemy a forbidden block.
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
                VcfResult::Fail { .. } => max_moves - 1,
            };
            budget.spend()?;
            position.play(point);
            let answered = self.defend(position, left, point, budget);
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

    /// The defender is to move after a four on `last`. The attacker may make `max_moves` more
    /// moves.
    fn defend(
        &mut self,
        position: &mut Position,
        max_moves: u16,
        last: Point,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, BudgetSpent> {
        let (defender, attacker) = (position.to_move(), !position.to_move());
        let Some(five) = position.first_of(attacker, Threat::Five) else {
            return Ok(VcfResult::NO_WIN);
        };
        if position.count(defender, Threat::Five) > 0 {
            return Ok(VcfResult::NO_WIN);
        }
        let win = VcfResult::Win { moves: 1, first: five };
        if !position.rule().lets_stopped_fives_win(attacker) {
            return self.defend_all(position, win, max_moves, last, budget);
        }
        if position.count(attacker, Threat::Five) > 1 || !position.is_legal(five) {
            return Ok(win);
        }
        self.after_block(position, five, max_moves, last, budget)
    }

    /// The same under rules where one stone can stop several fives, and several stones one five.
    fn defend_all(
        &mut self,
        position: &mut Position,
        win: VcfResult,
        max_moves: u16,
        last: Point,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, BudgetSpent> {
        let mut longest = win;
        for block in position.five_defences() {
            match (self.after_block(position, block, max_moves, last, budget)?, longest) {
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
        block: Point,
        max_moves: u16,
        last: Point,
        budget: &mut Budget<'_>,
    ) -> Result<VcfResult, BudgetSpent> {
        budget.spend()?;
        position.play(block);
        let found = self.attack(position, max_moves, Some(last), budget);
        position.undo();
        found
    }
}
