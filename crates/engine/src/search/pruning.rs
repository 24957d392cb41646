//! Pruning, reductions and extensions: each technique a function.
//!
//! Every one has a parameter that turns it off; `docs/search.md` says what each gains. Constants
//! without a match are marked "not tuned": they were set by hand when the technique came.

use tengen_core::Point;

use super::Worker;
use super::move_picker::PickedMove;
use super::node::{Node, NodeType};
use crate::Score;
use crate::position::candidates::Situation;
use crate::search::tt::Bound;

/// From this depth on a whole node may lose a ply (IIR, reverse futility reduction). Not tuned.
const MIN_NODE_REDUCTION_DEPTH: i32 = 4;

/// LMP: where the static eval does not improve, the limit shrinks by one part in this many. Not
/// tuned alone: docs/search.md has a match of `improving` as a whole.
const LMP_NOT_IMPROVING: i32 = 4;

/// Extensions end where a line is this many times as long as the search is deep: fours in a row
/// would extend it without end. Not tuned.
const MAX_EXTENDED_LINE: i32 = 2;

/// Singular extension: the TT entry may be this many plies shallower than the node. Not tuned.
const SINGULAR_TT_PLIES: i32 = 3;
/// Singular extension: how far all other moves must stay below the TT score, per ply of depth, in
/// hundredths of a point. Not tuned.
const SINGULAR_MARGIN: i32 = 2;

/// LMR: the least depth of a node that reduces. Not tuned.
pub(super) const LMR_MIN_DEPTH: i32 = 3;
/// LMR: what every late move is reduced by, in thousandths of a ply. Not tuned: `lmr_scale` was,
/// which scales the whole formula.
const LMR_BASE: i32 = 350;
/// LMR: the logarithms of depth and move number, multiplied, are divided by this. Not tuned, see
/// [`LMR_BASE`].
const LMR_DIVISOR: i32 = 1900;
/// LMR: less reduction on the PV, in thousandths of a ply. Not tuned.
const LMR_PV: i32 = 800;
/// LMR: the greatest gap behind the best order that counts. It keeps a hopeless move at a depth
/// where it can still be seen to be good. Not tuned.
const LMR_MAX_POLICY_GAP: i32 = 800;

impl Node {
    /// The score of the TT entry, if it settles this node.
    pub(super) fn tt_cutoff(&self) -> Option<Score> {
        let entry = self.tt_entry.filter(|_| self.node_type != NodeType::Pv)?;
        entry.settles(self.alpha, self.beta, self.depth).then_some(entry.score)
    }

    /// Whether the static eval may cut the node: nothing forces, and neither an exact value nor a
    /// proof is asked for.
    pub(super) fn may_prune(&self) -> bool {
        self.node_type != NodeType::Pv
            && self.situation == Situation::Free
            && self.excluded.is_none()
            && self.beta.is_estimate()
            && self.alpha.is_estimate()
    }

    /// Whether the whole node may be searched less deep.
    fn may_reduce(&self) -> bool {
        self.situation == Situation::Free
            && self.depth >= MIN_NODE_REDUCTION_DEPTH
            && self.excluded.is_none()
    }
}

impl Worker<'_> {
    /// Step 5. Reverse futility pruning (RFP): the static eval, if it is far above beta.
    pub(super) fn reverse_futility_pruning(&self, node: &Node) -> Option<Score> {
        let params = self.shared.params;
        let plies = node.depth - i32::from(node.improving && params.improving > 0);
        let margin = params.rfp_margin * plies;
        (params.rfp_margin > 0
            && node.depth <= params.rfp_depth
            && node.static_eval.number() - margin >= node.beta.number())
        .then_some(node.static_eval)
    }

    /// Step 6. Razoring: the value of quiescence search, if that cannot raise alpha either.
    pub(super) fn razoring(&mut self, node: &Node) -> Option<Score> {
        let params = self.shared.params;
        let margin = params.razor_margin * node.depth;
        if params.razor_margin == 0
            || node.depth > params.razor_depth
            || node.static_eval.number() + margin > node.alpha.number()
        {
            return None;
        }
        let plies = params.quiescence_plies;
        let score = self.quiescence(node.situation, node.alpha, node.beta, plies, node.ply);
        (score <= node.alpha).then_some(score)
    }

    /// Step 7. Internal iterative reduction (IIR): plies less where the TT has no move, and on the
    /// PV where its entry is much shallower: the PV went elsewhere for some depths.
    pub(super) fn internal_iterative_reduction(&self, node: &Node) -> i32 {
        let params = self.shared.params;
        if !node.may_reduce() {
            return 0;
        }
        if node.tt_move.is_none() {
            return params.iir_reduction;
        }
        let is_stale = |depth: i32| depth + params.iir_stale_plies <= node.depth;
        let has_stale_entry = node.tt_entry.is_some_and(|entry| is_stale(entry.depth));
        i32::from(params.iir_stale_plies > 0 && node.node_type == NodeType::Pv && has_stale_entry)
    }

    /// Step 8. Reverse futility reduction: a ply less at expected cut nodes whose static eval is
    /// far above beta. Nodes without a TT move had their ply from IIR.
    pub(super) fn reverse_futility_reduction(&self, node: &Node) -> i32 {
        let margin = self.shared.params.rfr_margin;
        let is_far_above = node.static_eval.number() >= node.beta.number() + margin;
        i32::from(
            margin > 0
                && node.may_reduce()
                && node.node_type == NodeType::Cut
                && node.tt_move.is_some()
                && is_far_above,
        )
    }

    /// Step 10. Late move pruning (LMP): whether a quiet move comes too late to be searched.
    pub(super) fn late_move_pruning(&self, node: &Node, quiets_tried: usize, best: Score) -> bool {
        let params = self.shared.params;
        let growth = params.lmp_growth * node.depth * node.depth / 4;
        let mut limit = params.lmp_base + growth;
        if params.improving > 0 && !node.improving {
            limit -= limit / LMP_NOT_IMPROVING;
        }
        params.lmp_base > 0
            && node.node_type != NodeType::Pv
            && best > -Score::MAX_ESTIMATE
            && quiets_tried >= limit as usize
    }

    /// Plies by which a move is searched deeper, or a score that cuts the node off.
    pub(super) fn extension(&mut self, node: &Node, point: Point) -> Result<i32, Score> {
        if node.ply as i32 >= MAX_EXTENDED_LINE * self.root_depth {
            return Ok(0);
        }
        // Step 11. Forced reply extension: the only reply to a four costs no depth, so that fours
        // cannot push a loss over the horizon.
        if matches!(node.situation, Situation::MustBlock(_)) {
            return Ok(self.shared.params.forced_extension);
        }
        self.singular_extension(node, point)
    }

    /// Step 12. Singular extension: if no other move comes near the TT move, that one is searched
    /// deeper. Multi-cut: if another does and the bar is above beta, two moves cut the node off.
    fn singular_extension(&mut self, node: &Node, point: Point) -> Result<i32, Score> {
        let Some(entry) = node.tt_entry.filter(|_| Some(point) == node.tt_move) else {
            return Ok(0);
        };
        if node.depth < self.shared.params.singular_depth
            || node.excluded.is_some()
            || entry.bound == Bound::Upper
            || entry.depth < node.depth - SINGULAR_TT_PLIES
            || !entry.score.is_estimate()
        {
            return Ok(0);
        }
        let bar = entry.score.raised(-SINGULAR_MARGIN * node.depth);
        let (depth, ply) = ((node.depth - 1) / 2, node.ply as usize);
        self.excluded[ply] = Some(point);
        let without = self.search(NodeType::Cut, bar.raised(-1), bar, depth, node.ply);
        self.excluded[ply] = None;
        match without {
            low if low < bar => Ok(1),
            _ if bar >= node.beta && !self.stopped => Err(bar),
            _ => Ok(0),
        }
    }

    /// Step 14. Late move reductions (LMR): plies by which a late move is searched less deep.
    pub(super) fn late_move_reduction(&self, node: &Node, picked: PickedMove) -> i32 {
        let params = self.shared.params;
        if params.lmr_scale == 0 || node.depth < LMR_MIN_DEPTH {
            return 0;
        }
        // In thousandths of a ply.
        let mut plies = LMR_BASE + log(node.depth as usize) * log(picked.index + 1) / LMR_DIVISOR;
        if node.node_type == NodeType::Pv {
            plies -= LMR_PV;
        } else if node.tt_pv {
            plies -= params.lmr_tt_pv;
        }
        // The policy says how likely the move is the best: the further it is behind the best of the
        // node, the less depth the move gets.
        plies += picked.policy_gap.min(LMR_MAX_POLICY_GAP) * params.lmr_policy / 100;
        if !node.improving {
            plies += params.improving;
        }
        (plies * params.lmr_scale / 100_000).clamp(0, node.depth - 2)
    }
}

/// A thousand times the natural logarithm, the same on every machine.
fn log(number: usize) -> i32 {
    const LOGS: [i32; 256] = {
        let mut logs = [0; 256];
        let mut n = 2;
        while n < logs.len() {
            // ln n = ln (n − 1) + 2 artanh 1 / (2n − 1), summed until it no longer counts.
            let x = 1.0 / (2 * n - 1) as f64;
            let (mut term, mut sum, mut k) = (x, 0.0, 1);
            while k < 60 {
                sum += term / k as f64;
                term *= x * x;
                k += 2;
            }
            logs[n] = logs[n - 1] + (2_000_000.0 * sum) as i32;
            n += 1;
        }
        let mut n = 0;
        while n < logs.len() {
            logs[n] /= 1000;
            n += 1;
        }
        logs
    };
    LOGS[number.min(LOGS.len() - 1)]
}
