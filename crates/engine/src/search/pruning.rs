//! What is cut, looked at less deep, or deeper: each technique a function with its reason.
//!
//! Every one has a parameter that turns it off; `docs/search.md` says what each is worth.

use super::Worker;
use super::node::{Node, NodeType, Try};
use crate::Score;
use crate::position::candidates::Situation;
use crate::search::tt::Bound;

impl Node {
    /// The score of the table, if it settles this node.
    pub(super) fn tt_cutoff(&self) -> Option<Score> {
        let entry = self.known.filter(|_| self.kind != NodeType::Pv)?;
        entry.settles(self.alpha, self.beta, self.depth).then_some(entry.score)
    }

    /// Whether the node may be cut by its static value: nothing forces, and neither an exact
    /// value nor a proof is asked for.
    fn may_prune(&self) -> bool {
        self.kind != NodeType::Pv
            && self.situation == Situation::Free
            && self.excluded.is_none()
            && self.beta.is_estimate()
            && self.alpha.is_estimate()
    }
}

impl Worker<'_> {
    /// Steps 5 and 6: a score without a look at the moves, if the static value allows it.
    pub(super) fn prune(&mut self, node: &Node) -> Option<Score> {
        if !node.may_prune() {
            return None;
        }
        self.reverse_futility(node).or_else(|| self.razor(node))
    }

    /// Step 5. Reverse futility: so far above beta nothing quiet will fall below it.
    fn reverse_futility(&self, node: &Node) -> Option<Score> {
        let params = self.shared.params;
        let plies = node.depth - i32::from(node.improving && params.improving > 0);
        let margin = params.futility_margin * plies;
        (params.futility_margin > 0
            && node.depth <= params.futility_depth
            && node.static_eval.number() - margin >= node.beta.number())
        .then_some(node.static_eval)
    }

    /// Step 6. Razoring: so far below alpha only fours can help.
    fn razor(&mut self, node: &Node) -> Option<Score> {
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

    /// Step 8. Plies by which the whole node is looked at less deep.
    pub(super) fn doubts(&self, node: &Node) -> i32 {
        let params = self.shared.params;
        if node.situation != Situation::Free || node.depth < 4 || node.excluded.is_some() {
            return 0;
        }
        // Where the table knows no move the next visit will know one.
        if node.tt_move.is_none() {
            return params.unknown_reduction;
        }
        // On the line of best play an entry of long ago says that the rest moved elsewhere.
        let is_stale = |depth: i32| depth + params.stale_plies <= node.depth;
        if node.kind == NodeType::Pv {
            let stale = node.known.is_some_and(|entry| is_stale(entry.depth));
            return i32::from(params.stale_plies > 0 && stale);
        }
        // Where a cut is expected and the static value is far above beta, less will do.
        let margin = params.cut_margin;
        let far = node.static_eval.number() >= node.beta.number() + margin;
        i32::from(margin > 0 && node.kind == NodeType::Cut && far)
    }

    /// Step 10. Whether a quiet move comes too late in the order to be looked at.
    pub(super) fn is_too_late(&self, node: &Node, quiet_tried: usize, best: Score) -> bool {
        let params = self.shared.params;
        let growth = params.late_moves_growth * node.depth * node.depth / 4;
        let mut limit = params.late_moves + growth;
        if params.improving > 0 && !node.improving {
            limit -= limit / 4;
        }
        params.late_moves > 0
            && node.kind != NodeType::Pv
            && best > -Score::MAX_ESTIMATE
            && quiet_tried >= limit as usize
    }

    /// Plies by which a move is looked at deeper, or a score that cuts the node.
    pub(super) fn extension(&mut self, node: &Node, attempt: Try) -> Result<i32, Score> {
        // Extensions end where a line is twice as long as the search is deep.
        if node.ply as i32 >= 2 * self.root_depth {
            return Ok(0);
        }
        // Step 11. The only reply to a four costs no depth: this keeps fours from pushing a loss
        // over the horizon.
        if matches!(node.situation, Situation::MustBlock(_)) {
            return Ok(self.shared.params.forced_extension);
        }
        self.singular_extension(node, attempt)
    }

    /// Step 12. A table move that alone holds is looked at deeper; if another move holds as well
    /// and static_evals above beta, that is a cut.
    fn singular_extension(&mut self, node: &Node, attempt: Try) -> Result<i32, Score> {
        let point = attempt.candidate.point;
        let Some(entry) = node.known.filter(|_| Some(point) == node.tt_move) else {
            return Ok(0);
        };
        if node.depth < self.shared.params.singular_depth
            || node.excluded.is_some()
            || entry.bound == Bound::Upper
            || entry.depth < node.depth - 3
            || !entry.score.is_estimate()
        {
            return Ok(0);
        }
        let (bar, ply) = (entry.score.raised(-2 * node.depth), node.ply as usize);
        self.excluded[ply] = Some(point);
        let without =
            self.search(NodeType::Cut, bar.raised(-1), bar, (node.depth - 1) / 2, node.ply);
        self.excluded[ply] = None;
        match without {
            low if low < bar => Ok(1),
            _ if bar >= node.beta && !self.stopped => Err(bar),
            _ => Ok(0),
        }
    }

    /// Step 14. Plies by which a late move is looked at less deep.
    pub(super) fn reduction(&self, node: &Node, attempt: Try) -> i32 {
        let params = self.shared.params;
        if params.reduction == 0 || node.depth < 3 {
            return 0;
        }
        // In thousandths of a ply.
        let mut plies = 350 + log(node.depth as usize) * log(attempt.number + 1) / 1900;
        if node.kind == NodeType::Pv {
            plies -= 800;
        } else if node.tt_pv {
            plies -= params.tt_pv;
        }
        // The order is a guess how likely the move is the best: the worse it fares beside the
        // best of the node, the less it deserves.
        plies += attempt.behind.min(800) * params.policy_reduction / 100;
        if !node.improving {
            plies += params.improving;
        }
        (plies * params.reduction / 100_000).clamp(0, node.depth - 2)
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
