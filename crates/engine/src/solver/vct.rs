//! VCT, victory by continuous threats: every move of the attacker is a four, or threatens to win by
//! fours.
//!
//! A depth-first proof-number search (df-pn). Stones only accumulate, so a position always comes
//! after the same number of moves and there are no cycles.

pub(in crate::solver) mod attacks;
pub(in crate::solver) mod model;
pub(in crate::solver) mod replay;
pub(in crate::solver) mod replies;
mod table;
pub(in crate::solver) mod turns;

use std::sync::Arc;

use tengen_core::Point;

use crate::solver::dfpn::proof_numbers::{CERTAIN, INFINITE, ProofNumbers};
use crate::solver::dfpn::proof_table::ProofTable;
use crate::solver::dfpn::thresholds::Thresholds;
use crate::solver::vct::attacks::{Attack, add_attacks};
use crate::solver::vct::replies::{Replies, find_replies};
use crate::solver::{Budget, BudgetSpent, SolverLevel, VcfResult, VcfSolver};
use crate::{Position, Threat};

/// Finds VCTs, and remembers what it found from call to call.
#[derive(Debug)]
pub(crate) struct VctSolver {
    pub(in crate::solver) vcf: VcfSolver,
    pub(in crate::solver) table: ProofTable<ProofNumbers>,
    attacks: Vec<Attack>,
    pub(in crate::solver) level: SolverLevel,
    /// How hard the VCF searches inside try, see [`vcf_nodes`].
    pub(in crate::solver) effort: u8,
    /// The replies in positions met lately, by their keys.
    replies: Vec<Option<(u64, Arc<Replies>)>>,
}

/// The nodes of one VCF search inside the VCT search.
fn vcf_nodes(effort: u8) -> u64 {
    30 << (3 * effort)
}

/// Slots for replies: enough for the positions around the one at hand.
const REPLY_SLOTS: usize = 1 << 12;

/// The greatest effort: a VCF search with this many nodes is as good as unlimited.
const MAX_EFFORT: u8 = 5;

/// The threshold for the best child, given the number of the second best: a little above it, or
/// the search would jump back and forth between the two (the 1 + ε trick of Pawlewicz and Lew).
fn one_plus_epsilon(second: u32) -> u32 {
    second.saturating_add(second / 8 + 1)
}

impl VctSolver {
    /// A solver whose tables take at most `bytes`.
    pub(crate) fn new(bytes: usize) -> VctSolver {
        VctSolver {
            vcf: VcfSolver::new(bytes / 4),
            table: ProofTable::new(bytes / 4 * 3),
            attacks: Vec::with_capacity(1024),
            level: SolverLevel::Slow,
            effort: 0,
            replies: vec![None; REPLY_SLOTS],
        }
    }

    /// A new root: entries of older searches are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.vcf.new_search();
        self.table.new_search();
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.vcf.clear();
        self.table.clear();
    }

    /// From now on VCF searches use the greatest effort.
    pub(in crate::solver) fn use_max_effort(&mut self) {
        self.effort = MAX_EFFORT;
    }

    /// Whether the side to move has a VCT within `plies`.
    pub(in crate::solver) fn solve(
        &mut self,
        position: &mut Position,
        level: SolverLevel,
        plies: u16,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, BudgetSpent> {
        self.level = level;
        self.effort = 0;
        loop {
            let attacks = self.attacks.len();
            let found = self.attack(position, Thresholds::infinite(plies, None), budget);
            self.attacks.truncate(attacks);
            let found = found?;
            if !found.is_refuted() || found.effort == CERTAIN || self.effort == MAX_EFFORT {
                return Ok(found);
            }
            self.effort += 1;
        }
    }

    /// An OR node: the attacker is to move.
    pub(in crate::solver) fn attack(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, BudgetSpent> {
        let key = self.key(position.key(), true, thresholds.last);
        let known = self.probe(key, thresholds.plies);
        let before = budget.nodes();
        if let Some(enough) = known.filter(|known| thresholds.are_reached(known)) {
            return Ok(enough);
        }
        // The VCF search is repeated only within more plies or with more effort.
        let searched =
            known.filter(|known| known.plies >= thresholds.plies && known.effort >= self.effort);
        let effort = match searched {
            Some(known) => known.effort,
            None => match self.vcf_win(position, thresholds.plies, budget)? {
                Ok(Some(won)) => {
                    self.table.store(key, won, budget.nodes() - before);
                    return Ok(won);
                }
                Ok(None) => CERTAIN,
                Err(BudgetSpent) => self.effort,
            },
        };
        let first = self.attacks.len();
        if thresholds.plies >= 3 {
            add_attacks(position, self.level, thresholds.last, &mut self.attacks);
        }
        let numbers = self.try_attacks(position, thresholds, first, effort, budget);
        self.attacks.truncate(first);
        let numbers = numbers?;
        self.table.store(key, numbers, budget.nodes() - before);
        Ok(numbers)
    }

    /// A VCF of the side to move. The inner error says that the effort was too small to tell.
    fn vcf_win(
        &mut self,
        position: &mut Position,
        plies: u16,
        budget: &mut Budget<'_>,
    ) -> Result<Result<Option<ProofNumbers>, BudgetSpent>, BudgetSpent> {
        let before = budget.narrow(vcf_nodes(self.effort));
        let found = self.vcf.solve(position, plies.div_ceil(2), budget);
        budget.widen(before)?;
        Ok(found.map(|found| match found {
            VcfResult::Win { moves, first } => Some(ProofNumbers::won(2 * moves - 1, Some(first))),
            VcfResult::Fail { .. } => None,
        }))
    }

    /// Searches the most promising attack again and again, until the thresholds are reached.
    fn try_attacks(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        first: usize,
        effort: u8,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, BudgetSpent> {
        loop {
            let mut node = ProofNumbers::refuted(thresholds.plies, effort);
            let mut best: Option<(usize, ProofNumbers)> = None;
            let mut second = INFINITE;
            let mut max_disproof = 0;
            let mut open = 0;
            for n in first..self.attacks.len() {
                let attack = self.attacks[n];
                let child = self.child(position, attack, thresholds);
                if child.is_won() {
                    return Ok(ProofNumbers::won(child.plies + 1, Some(attack.point)));
                }
                if child.is_refuted() {
                    node.effort = node.effort.min(child.effort);
                    continue;
                }
                open += 1;
                max_disproof = max_disproof.max(child.disproof);
                if best.is_none_or(|(_, least)| child.proof < least.proof) {
                    second = best.map_or(INFINITE, |(_, least)| least.proof);
                    best = Some((n, child));
                } else {
                    second = second.min(child.proof);
                }
            }
            let Some((n, child)) = best else { return Ok(node) };
            node.proof = child.proof;
            // Weak proof-number search: attacks have most of their defences in common, and a sum
            // would count those again for every attack.
            node.disproof = max_disproof + open - 1;
            node.effort = effort;
            if thresholds.are_reached(&node) {
                return Ok(node);
            }
            let attack = self.attacks[n];
            let below = Thresholds {
                proof: thresholds.proof.min(one_plus_epsilon(second)),
                disproof: thresholds.disproof - (open - 1),
                plies: thresholds.plies - 1,
                last: attack.last_after(thresholds.last),
            };
            budget.spend()?;
            position.play(attack.point);
            let found = self.defend(position, below, budget);
            position.undo();
            found?;
        }
    }

    /// The quickest known attack of a position that is won within the plies of the thresholds, and
    /// the thresholds after it.
    pub(in crate::solver) fn winning_attack(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<(Point, Thresholds), BudgetSpent> {
        let found = self.attack(position, thresholds, budget)?;
        let best = found.best.filter(|_| found.is_won()).ok_or(BudgetSpent)?;
        let mut attacks = Vec::new();
        add_attacks(position, self.level, thresholds.last, &mut attacks);
        let known =
            attacks.iter().map(|&attack| (self.child(position, attack, thresholds), attack));
        let won = known.filter(|(child, _)| child.is_won());
        let quickest = won.min_by_key(|(child, _)| child.plies).map(|(_, attack)| attack);
        // The child's entry may be gone; the node itself still knows the move.
        let attack = quickest.or_else(|| attacks.into_iter().find(|attack| attack.point == best));
        let attack = attack.ok_or(BudgetSpent)?;
        Ok((attack.point, thresholds.next(attack.last_after(thresholds.last))))
    }

    /// The numbers of the position after an attack.
    fn child(&self, position: &Position, attack: Attack, thresholds: Thresholds) -> ProofNumbers {
        let last = attack.last_after(thresholds.last);
        let key = self.key(position.key_after(attack.point), false, last);
        let known = self.probe(key, thresholds.plies - 1);
        known.unwrap_or(ProofNumbers::new(attack.proof, 2))
    }

    /// An AND node: the defender is to move.
    pub(in crate::solver) fn defend(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, BudgetSpent> {
        let key = self.key(position.key(), false, thresholds.last);
        let known = self.probe(key, thresholds.plies);
        let before = budget.nodes();
        if let Some(enough) = known.filter(|known| thresholds.are_reached(known)) {
            return Ok(enough);
        }
        let is_new = known.is_none();
        let numbers = match &*self.replies(position, budget)? {
            Replies::MakeFive => ProofNumbers::refuted(u16::MAX, CERTAIN),
            Replies::NoThreat { is_certain: true } => ProofNumbers::refuted(u16::MAX, CERTAIN),
            Replies::NoThreat { is_certain: false } => ProofNumbers::refuted(u16::MAX, self.effort),
            &Replies::Listed { else_plies, .. } if else_plies > thresholds.plies => {
                ProofNumbers::refuted(thresholds.plies, CERTAIN)
            }
            Replies::Listed { points, else_plies } => {
                if is_new && self.has_counter_vcf(position, budget)? {
                    ProofNumbers::refuted(u16::MAX, CERTAIN)
                } else {
                    self.try_replies(position, thresholds, points, *else_plies, budget)?
                }
            }
        };
        self.table.store(key, numbers, budget.nodes() - before);
        Ok(numbers)
    }

    /// The replies to the attacker's threat. The search enters a node many times, so it keeps
    /// every answer that more effort cannot change.
    fn replies(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Arc<Replies>, BudgetSpent> {
        let key = position.key();
        let slot = key as usize % self.replies.len();
        if let Some((_, known)) = self.replies[slot].as_ref().filter(|(k, _)| *k == key) {
            return Ok(known.clone());
        }
        let nodes = vcf_nodes(self.effort);
        let found = Arc::new(find_replies(position, &mut self.vcf, nodes, budget)?);
        if *found != (Replies::NoThreat { is_certain: false }) {
            self.replies[slot] = Some((key, found.clone()));
        }
        Ok(found)
    }

    /// Whether the defender, to move, has a VCF.
    fn has_counter_vcf(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<bool, BudgetSpent> {
        let side = position.to_move();
        if position.count(!side, Threat::Five) > 0 {
            return Ok(false);
        }
        let found = self.vcf_win(position, VcfResult::UNLIMITED, budget)?;
        Ok(matches!(found, Ok(Some(_))))
    }

    /// Searches the most promising reply again and again, until the thresholds are reached.
    fn try_replies(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        points: &[Point],
        else_plies: u16,
        budget: &mut Budget<'_>,
    ) -> Result<ProofNumbers, BudgetSpent> {
        loop {
            let mut longest = else_plies;
            let mut best: Option<(Point, ProofNumbers)> = None;
            let mut second = INFINITE;
            let mut total = 0u32;
            for &point in points {
                let key = self.key(position.key_after(point), true, thresholds.last);
                let known = self.probe(key, thresholds.plies - 1);
                let child = known.unwrap_or(ProofNumbers::new(1, 1));
                if child.is_won() {
                    longest = longest.max(child.plies + 1);
                    continue;
                }
                if child.is_refuted() {
                    return Ok(ProofNumbers::refuted(child.plies.saturating_add(1), child.effort));
                }
                total = total.saturating_add(child.proof).min(INFINITE - 1);
                if best.is_none_or(|(_, least)| child.disproof < least.disproof) {
                    second = best.map_or(INFINITE, |(_, least)| least.disproof);
                    best = Some((point, child));
                } else {
                    second = second.min(child.disproof);
                }
            }
            let Some((point, child)) = best else { return Ok(ProofNumbers::won(longest, None)) };
            let mut node = ProofNumbers::new(total, child.disproof);
            node.plies = thresholds.plies;
            if thresholds.are_reached(&node) {
                return Ok(node);
            }
            let below = Thresholds {
                proof: thresholds.proof - (total - child.proof),
                disproof: thresholds.disproof.min(one_plus_epsilon(second)),
                plies: thresholds.plies - 1,
                last: thresholds.last,
            };
            budget.spend()?;
            position.play(point);
            let found = self.attack(position, below, budget);
            position.undo();
            found?;
        }
    }
}
