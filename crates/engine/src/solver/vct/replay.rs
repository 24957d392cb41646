//! A known win replayed in a similar position: cheaper than a search for another one.

use tengen_core::Point;

use crate::solver::vcf::replay::blocks;
use crate::solver::{Budget, BudgetSpent, VcfResult, VctSolver};
use crate::{Position, Threat};

/// Nodes of one VCF search inside a replay.
pub(in crate::solver) const VCF_NODES: u64 = 2_000;

impl VctSolver {
    /// Replays the VCF of `model`, the same position where the defender has passed. Returns its
    /// plies if it wins here too, and stores the wins it has shown in the table.
    pub(in crate::solver) fn replay_vcf(
        &mut self,
        position: &mut Position,
        model: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, BudgetSpent> {
        let Some(first) = self.first_four(model, budget)? else { return Ok(None) };
        let plies = if !position.is_free(first) || !position.is_legal(first) {
            None
        } else if position.threat(first, position.to_move()) == Threat::Five {
            Some(1)
        } else {
            with_both(position, model, first, budget, |position, model, budget| {
                self.replay_blocks(position, model, budget)
            })?
        };
        if let Some(plies) = plies {
            self.store_win(position.key(), plies, first);
        }
        Ok(plies)
    }

    /// The first move of a VCF.
    pub(in crate::solver) fn first_four(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Point>, BudgetSpent> {
        let before = budget.narrow(VCF_NODES);
        let found = self.vcf.solve(position, VcfResult::UNLIMITED, budget);
        budget.widen(before)?;
        match found {
            Ok(VcfResult::Win { first, .. }) => Ok(Some(first)),
            Ok(VcfResult::Fail { .. }) | Err(BudgetSpent) => Ok(None),
        }
    }

    /// The same after a four.
    fn replay_blocks(
        &mut self,
        position: &mut Position,
        model: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, BudgetSpent> {
        let Some(blocks) = blocks(position) else { return Ok(None) };
        let mut longest = 3;
        for block in blocks {
            if !model.is_free(block) || !model.is_legal(block) {
                return Ok(None);
            }
            let after = with_both(position, model, block, budget, |position, model, budget| {
                self.replay_vcf(position, model, budget)
            })?;
            let Some(plies) = after else { return Ok(None) };
            longest = longest.max(plies + 2);
        }
        Ok(Some(longest))
    }
}

/// Plays a move in both positions, looks and undoes it.
fn with_both<T>(
    position: &mut Position,
    model: &mut Position,
    point: Point,
    budget: &mut Budget<'_>,
    look: impl FnOnce(&mut Position, &mut Position, &mut Budget<'_>) -> T,
) -> T {
    // If this spends the budget, the next VCF search notices.
    let _ = budget.spend();
    position.play(point);
    model.play(point);
    let seen = look(position, model, budget);
    model.undo();
    position.undo();
    seen
}
