//! A known win played once more in a similar position: cheaper than to look for another one.

use tengen_core::Point;

use crate::solver::vcf::replay::blocks;
use crate::solver::{Budget, Over, VcfResult, VctSolver};
use crate::{Position, Threat};

/// Nodes of one search for fours within a win that is known.
pub(in crate::solver) const EFFORT: u64 = 2_000;

impl VctSolver {
    /// Plays the fours that win the `example`; the plies they take, if they win here too. What
    /// that shows is remembered as wins by threats.
    pub(in crate::solver) fn repeat_fours(
        &mut self,
        position: &mut Position,
        example: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, Over> {
        let Some(first) = self.known_four(example, budget)? else { return Ok(None) };
        let is_five = position.threat(first, position.to_move()) == Threat::Five;
        let plies = match position.is_free(first) && position.is_legal(first) {
            true if is_five => Some(1),
            true => with_both(position, example, first, budget, |position, example, budget| {
                self.repeat_blocks(position, example, budget)
            })?,
            false => None,
        };
        if let Some(plies) = plies {
            self.learn(position.key(), plies, first);
        }
        Ok(plies)
    }

    /// The first move of a win by fours.
    pub(in crate::solver) fn known_four(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Point>, Over> {
        let before = budget.narrow(EFFORT);
        let found = self.fours.solve(position, VcfResult::ENDLESS, budget);
        budget.widen(before)?;
        match found {
            Ok(VcfResult::Win { first, .. }) => Ok(Some(first)),
            Ok(VcfResult::Fail { .. }) | Err(Over) => Ok(None),
        }
    }

    /// The same after a four.
    fn repeat_blocks(
        &mut self,
        position: &mut Position,
        example: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, Over> {
        let Some(blocks) = blocks(position) else { return Ok(None) };
        let mut longest = 3;
        for block in blocks {
            if !example.is_legal(block) {
                return Ok(None);
            }
            let after =
                with_both(position, example, block, budget, |position, example, budget| {
                    self.repeat_fours(position, example, budget)
                })?;
            let Some(plies) = after else { return Ok(None) };
            longest = longest.max(plies + 2);
        }
        Ok(Some(longest))
    }
}

/// Plays a move in both positions, looks and takes it back.
pub(in crate::solver) fn with_both<T>(
    position: &mut Position,
    example: &mut Position,
    point: Point,
    budget: &mut Budget<'_>,
    look: impl FnOnce(&mut Position, &mut Position, &mut Budget<'_>) -> T,
) -> T {
    // Running out is noticed at the next search for fours.
    let _ = budget.spend();
    position.play(point);
    example.play(point);
    let seen = look(position, example, budget);
    example.undo();
    position.undo();
    seen
}
