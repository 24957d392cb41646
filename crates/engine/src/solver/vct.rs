//! Wins by threats (VCT): every move of the attacker is a four, or threatens to win by fours.
//!
//! A depth-first search by proof numbers. Stones only accumulate, so a position is always met
//! after the same number of moves and there are no cycles.

pub(in crate::solver) mod attacks;
mod memory;
pub(in crate::solver) mod replay;
pub(in crate::solver) mod replies;

use std::sync::Arc;

use tengen_core::Point;

use crate::solver::dfpn::proof_numbers::{MANY, ProofNumbers, SURE};
use crate::solver::dfpn::proof_table::ProofTable;
use crate::solver::dfpn::thresholds::Thresholds;
use crate::solver::vct::attacks::{Attack, add_attacks};
use crate::solver::vct::replies::{Threatened, replies};
use crate::solver::{Budget, Over, SolverLevel, VcfResult, VcfSolver};
use crate::{Position, Threat};

/// Finds wins by threats and remembers what it found from call to call.
#[derive(Debug)]
pub(crate) struct VctSolver {
    pub(in crate::solver) fours: VcfSolver,
    pub(in crate::solver) memory: ProofTable<ProofNumbers>,
    attacks: Vec<Attack>,
    pub(in crate::solver) level: SolverLevel,
    /// How hard fours are looked for, see [`four_nodes`].
    pub(in crate::solver) effort: u8,
    /// What was threatened in positions met lately, by their keys.
    threatened: Vec<Option<(u64, Arc<Threatened>)>>,
}

/// The nodes of one search for fours within the search for threats.
fn four_nodes(effort: u8) -> u64 {
    30 << (3 * effort)
}

/// Positions met lately: those around the one that is looked at.
const LATELY: usize = 1 << 12;

/// The greatest effort: a search for fours of so many nodes is as good as endless.
const MOST_EFFORT: u8 = 5;

/// When to leave the best of several for the second: a little later than it falls behind, or the
/// search would go back and forth between them.
fn beyond(second: u32) -> u32 {
    second.saturating_add(second / 8 + 1)
}

impl VctSolver {
    /// A solver that remembers as much as fits into so many bytes.
    pub(crate) fn new(bytes: usize) -> VctSolver {
        VctSolver {
            fours: VcfSolver::new(bytes / 4),
            memory: ProofTable::new(bytes / 4 * 3),
            attacks: Vec::with_capacity(1024),
            level: SolverLevel::Slow,
            effort: 0,
            threatened: vec![None; LATELY],
        }
    }

    /// Another position is looked at.
    pub(crate) fn new_search(&mut self) {
        self.fours.new_search();
        self.memory.new_search();
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.fours.clear();
        self.memory.clear();
    }

    /// From now on fours are looked for with the greatest effort.
    pub(in crate::solver) fn exert(&mut self) {
        self.effort = MOST_EFFORT;
    }

    /// Whether the side to move wins by threats within so many plies.
    pub(in crate::solver) fn solve(
        &mut self,
        position: &mut Position,
        level: SolverLevel,
        plies: u16,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, Over> {
        self.level = level;
        self.effort = 0;
        loop {
            let task = Thresholds::whole(plies, None);
            let attacks = self.attacks.len();
            let found = self.attack(position, task, budget);
            self.attacks.truncate(attacks);
            let found = found?;
            if !found.is_refuted() || found.effort == SURE || self.effort == MOST_EFFORT {
                return Ok(found);
            }
            self.effort += 1;
        }
    }

    /// The attacker is to move.
    pub(in crate::solver) fn attack(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, Over> {
        let key = self.key(position.key(), true, task.last);
        let known = self.known(key, task.plies);
        let before = budget.nodes();
        if let Some(enough) = known.filter(|known| task.is_done(known)) {
            return Ok(enough);
        }
        // Fours are looked for again only if it is to be done within more plies or with more effort.
        let looked = known.filter(|known| known.plies >= task.plies && known.effort >= self.effort);
        let effort = match looked {
            Some(known) => known.effort,
            None => match self.four_win(position, task.plies, budget)? {
                Ok(Some(won)) => {
                    self.memory.store(key, won, budget.nodes() - before);
                    return Ok(won);
                }
                Ok(None) => SURE,
                Err(Over) => self.effort,
            },
        };
        let first = self.attacks.len();
        if task.plies >= 3 {
            add_attacks(position, self.level, task.last, &mut self.attacks);
        }
        let numbers = self.try_attacks(position, task, first, effort, budget);
        self.attacks.truncate(first);
        let numbers = numbers?;
        self.memory.store(key, numbers, budget.nodes() - before);
        Ok(numbers)
    }

    /// A win by fours of the side to move; the inner fault if the effort was too small to tell.
    fn four_win(
        &mut self,
        position: &mut Position,
        plies: u16,
        budget: &mut Budget<'_>,
    ) -> Result<Result<Option<ProofNumbers>, Over>, Over> {
        let before = budget.narrow(four_nodes(self.effort));
        let found = self.fours.solve(position, plies.div_ceil(2), budget);
        budget.widen(before)?;
        Ok(found.map(|found| match found {
            VcfResult::Win { moves, first } => Some(ProofNumbers::won(2 * moves - 1, Some(first))),
            VcfResult::Fail { .. } => None,
        }))
    }

    fn try_attacks(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        first: usize,
        effort: u8,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, Over> {
        loop {
            let mut sum = ProofNumbers::refuted(task.plies, effort);
            let mut best: Option<(usize, ProofNumbers)> = None;
            let mut second = MANY;
            let mut most = 0;
            let mut open = 0;
            for n in first..self.attacks.len() {
                let attack = self.attacks[n];
                let numbers = self.child(position, attack, task);
                if numbers.is_won() {
                    return Ok(ProofNumbers::won(numbers.plies + 1, Some(attack.point)));
                }
                if numbers.is_refuted() {
                    sum.effort = sum.effort.min(numbers.effort);
                    continue;
                }
                open += 1;
                most = most.max(numbers.disproof);
                if best.is_none_or(|(_, least)| numbers.proof < least.proof) {
                    second = best.map_or(MANY, |(_, least)| least.proof);
                    best = Some((n, numbers));
                } else {
                    second = second.min(numbers.proof);
                }
            }
            let Some((n, numbers)) = best else { return Ok(sum) };
            sum.proof = numbers.proof;
            sum.disproof = most + open - 1;
            sum.effort = effort;
            if task.is_done(&sum) {
                return Ok(sum);
            }
            let attack = self.attacks[n];
            let below = Thresholds {
                proof: task.proof.min(beyond(second)),
                disproof: task.disproof - (open - 1),
                plies: task.plies - 1,
                last: if attack.leads { Some(attack.point) } else { task.last },
            };
            budget.spend()?;
            position.play(attack.point);
            let found = self.defend(position, below, budget);
            position.undo();
            found?;
        }
    }

    /// The quickest known attack of a position that is won within the task's plies, and what is
    /// left to do after it.
    pub(in crate::solver) fn win(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<(Point, Thresholds), Over> {
        let found = self.attack(position, task, budget)?;
        let best = found.best.filter(|_| found.is_won()).ok_or(Over)?;
        let mut attacks = Vec::new();
        add_attacks(position, self.level, task.last, &mut attacks);
        let known = attacks.iter().map(|&attack| (self.child(position, attack, task), attack));
        let won = known.filter(|(numbers, _)| numbers.is_won());
        let quickest = won.min_by_key(|(numbers, _)| numbers.plies).map(|(_, attack)| attack);
        // What the table has forgotten is still known by its move.
        let attack = quickest.or_else(|| attacks.into_iter().find(|attack| attack.point == best));
        let attack = attack.ok_or(Over)?;
        let last = if attack.leads { Some(attack.point) } else { task.last };
        Ok((attack.point, task.next(last)))
    }

    /// What is known of the position after an attack.
    fn child(&self, position: &Position, attack: Attack, task: Thresholds) -> ProofNumbers {
        let key = position.key_after(attack.point);
        let last = if attack.leads { Some(attack.point) } else { task.last };
        let known = self.known(self.key(key, false, last), task.plies - 1);
        known.unwrap_or(ProofNumbers::new(attack.proof, 2))
    }

    /// The defender is to move.
    pub(in crate::solver) fn defend(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, Over> {
        let key = self.key(position.key(), false, task.last);
        let known = self.known(key, task.plies);
        let before = budget.nodes();
        if let Some(enough) = known.filter(|known| task.is_done(known)) {
            return Ok(enough);
        }
        let is_new = known.is_none();
        let numbers = match &*self.replies(position, budget)? {
            Threatened::Lost => ProofNumbers::refuted(u16::MAX, SURE),
            Threatened::Nothing { sure: true } => ProofNumbers::refuted(u16::MAX, SURE),
            Threatened::Nothing { sure: false } => ProofNumbers::refuted(u16::MAX, self.effort),
            &Threatened::Replies { otherwise, .. } if otherwise > task.plies => {
                ProofNumbers::refuted(task.plies, SURE)
            }
            Threatened::Replies { points, otherwise } => {
                if is_new && self.strikes_back(position, budget)? {
                    ProofNumbers::refuted(u16::MAX, SURE)
                } else {
                    self.try_replies(position, task, points, *otherwise, budget)?
                }
            }
        };
        self.memory.store(key, numbers, budget.nodes() - before);
        Ok(numbers)
    }

    /// What the attacker threatens, the defender to move. A node is entered many times, and the
    /// answer is always the same once it is sure.
    fn replies(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Arc<Threatened>, Over> {
        let key = position.key();
        let slot = key as usize % self.threatened.len();
        if let Some((_, known)) = self.threatened[slot].as_ref().filter(|(k, _)| *k == key) {
            return Ok(known.clone());
        }
        let effort = four_nodes(self.effort);
        let found = Arc::new(replies(position, &mut self.fours, effort, budget)?);
        if *found != (Threatened::Nothing { sure: false }) {
            self.threatened[slot] = Some((key, found.clone()));
        }
        Ok(found)
    }

    /// Whether the defender, to move, wins by fours of his own.
    fn strikes_back(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Over> {
        let side = position.to_move();
        if position.count(!side, Threat::Five) > 0 {
            return Ok(false);
        }
        let found = self.four_win(position, VcfResult::ENDLESS, budget)?;
        Ok(matches!(found, Ok(Some(_))))
    }

    fn try_replies(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        points: &[Point],
        otherwise: u16,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, Over> {
        loop {
            let mut longest = otherwise;
            let mut best: Option<(Point, ProofNumbers)> = None;
            let mut second = MANY;
            let mut total = 0u32;
            for &point in points {
                let key = position.key_after(point);
                let known = self.known(self.key(key, true, task.last), task.plies - 1);
                let numbers = known.unwrap_or(ProofNumbers::new(1, 1));
                if numbers.is_won() {
                    longest = longest.max(numbers.plies + 1);
                    continue;
                }
                if numbers.is_refuted() {
                    return Ok(ProofNumbers::refuted(
                        numbers.plies.saturating_add(1),
                        numbers.effort,
                    ));
                }
                total = total.saturating_add(numbers.proof).min(MANY - 1);
                if best.is_none_or(|(_, least)| numbers.disproof < least.disproof) {
                    second = best.map_or(MANY, |(_, least)| least.disproof);
                    best = Some((point, numbers));
                } else {
                    second = second.min(numbers.disproof);
                }
            }
            let Some((point, numbers)) = best else { return Ok(ProofNumbers::won(longest, None)) };
            let mut sum = ProofNumbers::new(total, numbers.disproof);
            sum.plies = task.plies;
            if task.is_done(&sum) {
                return Ok(sum);
            }
            let below = Thresholds {
                proof: task.proof - (total - numbers.proof),
                disproof: task.disproof.min(beyond(second)),
                plies: task.plies - 1,
                last: task.last,
            };
            budget.spend()?;
            position.play(point);
            let found = self.attack(position, below, budget);
            position.undo();
            found?;
        }
    }
}
