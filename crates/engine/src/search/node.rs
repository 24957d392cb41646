//! One node of the alpha-beta search, in numbered steps.

use tengen_core::Point;

use super::move_picker::MovePicker;
use super::{MAX_PLY, Worker};
use crate::position::candidates::Situation;
use crate::position::eval::evaluate;
use crate::search::tt::{Bound, Entry};
use crate::{Score, Threat};

/// What is expected of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeType {
    /// On the principal variation (PV): the window is open and the exact value is wanted.
    Pv,
    /// Expected to fail high at its first move.
    Cut,
    /// Expected to fail low: no move raises alpha.
    All,
}

impl NodeType {
    /// The type of a child that is searched with a null window.
    pub(super) fn child(self) -> NodeType {
        if self == NodeType::Cut { NodeType::All } else { NodeType::Cut }
    }

    /// The type of the first child.
    fn first_child(self) -> NodeType {
        if self == NodeType::Pv { self } else { self.child() }
    }
}

/// What a node knows before it searches its moves.
pub(super) struct Node {
    pub(super) node_type: NodeType,
    pub(super) situation: Situation,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: u32,
    /// The move left out, if this is the verification search of a singular extension.
    pub(super) excluded: Option<Point>,
    pub(super) key: u64,
    pub(super) tt_entry: Option<Entry>,
    pub(super) tt_move: Option<Point>,
    pub(super) static_eval: Score,
    /// Whether the static eval is better than two plies ago.
    pub(super) improving: bool,
    /// Whether this node is on the PV, or was when the TT entry was stored.
    pub(super) tt_pv: bool,
}

impl Worker<'_> {
    /// The value of the position for the side to move, within `alpha..beta`.
    pub(crate) fn search(
        &mut self,
        node_type: NodeType,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: u32,
    ) -> Score {
        debug_assert!(alpha < beta);

        // Step 1. Decided positions need no search: a five ends the game, an open four cannot be
        // stopped, two fives cannot be blocked, a full board is a draw.
        let situation = self.position.situation();
        if let Some(score) = self.decided(situation, ply) {
            return score;
        }

        // Step 2. Quiescence search at the horizon: the static eval misses every win by fours.
        if depth <= 0 {
            let plies = self.shared.params.quiescence_plies;
            return self.quiescence(situation, alpha, beta, plies, ply);
        }
        self.seldepth = self.seldepth.max(ply);
        if self.stopped || ply as usize >= MAX_PLY - 2 {
            return self.evaluate(alpha, beta);
        }

        // Step 3. Mate distance pruning: nothing is decided here, so an own five takes three plies
        // or more, and the enemy's two or more. A window outside of that cannot be reached.
        let beta = beta.min(Score::win_in(ply + 3));
        let alpha = alpha.max(Score::loss_in(ply + 2));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Transposition table (TT): another order of moves may have settled this node.
        let mut node = self.probe(node_type, situation, alpha, beta, depth, ply);
        if let Some(score) = node.tt_cutoff() {
            return score;
        }

        if node.may_prune() {
            // Step 5. Reverse futility pruning (RFP): the static eval is so far above beta that no
            // quiet move of the enemy brings it below.
            if let Some(score) = self.reverse_futility_pruning(&node) {
                return score;
            }

            // Step 6. Razoring: so far below alpha only fours can help, and quiescence search
            // knows whether they do.
            if let Some(score) = self.razoring(&node) {
                return score;
            }
        }

        // Step 7. Internal iterative reduction (IIR): without a TT move the ordering is weak, so a
        // cheaper search finds a move for the next visit.
        node.depth -= self.internal_iterative_reduction(&node);

        // Step 8. Reverse futility reduction: far above beta an expected cut shows at less depth.
        node.depth -= self.reverse_futility_reduction(&node);

        // Step 9. Moves, the most promising first (`move_picker.rs`): a four leaves only its block,
        // an open-four threat only what stops it and own fours; else all that is near.
        let mut picker = self.pick_moves(&node);
        let quiets_before = self.quiets.len();
        let (mut best, best_move) = self.search_moves(&mut node, &mut picker);
        let coverage = picker.coverage();
        self.quiets.truncate(quiets_before);
        picker.close(&mut self.moves);
        if self.stopped {
            return if best == Score::LOWEST { node.static_eval } else { best };
        }

        // Step 17. No move at all: every reply to the threat is missing or forbidden. A loss is
        // proven only if no move was left out that could avert it.
        if best == Score::LOWEST {
            if node.excluded.is_some() {
                return alpha;
            }
            let plies = if situation == Situation::Threatened { 4 } else { 2 };
            best = Score::loss_in(ply + plies);
        }
        best = coverage.judge(best);

        // Step 18. Store the result in the TT.
        let entry = Entry {
            best: best_move,
            score: best,
            bound: Bound::of(best, alpha, beta),
            depth: node.depth,
            tt_pv: node.tt_pv,
        };
        self.shared.table.store(node.key, ply, entry);
        best
    }

    /// The score of a position that needs no search: the threats on the board decide it.
    pub(super) fn decided(&mut self, situation: Situation, ply: u32) -> Option<Score> {
        let pv = &mut self.pvs[ply as usize];
        pv.clear();
        match situation {
            Situation::Five(point) => {
                pv.push(point);
                Some(Score::win_in(ply + 1))
            }
            Situation::Lost => Some(Score::loss_in(ply + 2)),
            Situation::OpenFour(point) => {
                pv.push(point);
                Some(Score::win_in(ply + 3))
            }
            _ => self.position.is_full().then_some(Score::DRAW),
        }
    }

    /// The node with what the TT and the static eval say of it.
    fn probe(
        &mut self,
        node_type: NodeType,
        situation: Situation,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: u32,
    ) -> Node {
        let excluded = self.excluded[ply as usize];
        // The same position without one of its moves is another position.
        let other = |p| tengen_core::zobrist::stone(self.position.to_move(), p).rotate_left(17);
        let key = self.position.key() ^ excluded.map_or(0, other);
        let tt_entry = self.shared.table.probe(key, ply);
        let tt_move = tt_entry.and_then(|entry| entry.best).filter(|&p| self.position.is_free(p));
        let static_eval = match situation {
            // The only move: its value comes from below.
            Situation::MustBlock(_) => evaluate(&self.position),
            _ => self.evaluate(alpha, beta),
        };
        self.static_evals[ply as usize] = static_eval;
        let improving = ply >= 2 && static_eval > self.static_evals[ply as usize - 2];
        let tt_pv = node_type == NodeType::Pv || tt_entry.is_some_and(|entry| entry.tt_pv);
        Node {
            node_type,
            situation,
            alpha,
            beta,
            depth,
            ply,
            excluded,
            key,
            tt_entry,
            tt_move,
            static_eval,
            improving,
            tt_pv,
        }
    }

    /// Searches the moves of a node: the best score, and the move if it raised alpha.
    fn search_moves(&mut self, node: &mut Node, picker: &mut MovePicker) -> (Score, Option<Point>) {
        let side = self.position.to_move();
        let first_quiet = self.quiets.len();
        let (mut best, mut best_move) = (Score::LOWEST, None);
        while let Some(picked) = picker.next(&mut self.moves) {
            let point = picked.point;
            if node.excluded == Some(point) || !self.position.is_legal(point) {
                continue;
            }
            let is_quiet = node.situation == Situation::Free && self.is_quiet_move(point);

            // Step 10. Late move pruning (LMP): the ordering puts good moves early, so late quiet
            // ones are dropped once some move does not lose.
            let quiets_tried = self.quiets.len() - first_quiet;
            if is_quiet && self.late_move_pruning(node, quiets_tried, best) {
                continue;
            }

            // Steps 11 and 12. Extensions; multi-cut ends the node.
            let extension = match self.extension(node, point) {
                Ok(plies) => plies,
                Err(score) => return (score, Some(point)),
            };

            // Steps 13 to 15. Principal variation search (PVS).
            let may_reduce =
                is_quiet || node.situation == Situation::Threatened && picked.index >= 2;
            let reduction = if may_reduce { self.late_move_reduction(node, picked) } else { 0 };
            let is_first = best == Score::LOWEST;
            let depth = node.depth - 1 + extension;
            let score = self.with_move(point, |w| w.search_move(node, is_first, depth, reduction));
            if self.stopped {
                break;
            }

            // Step 16. A new best move: update the PV and alpha; a cutoff teaches the history.
            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = Some(point);
                    self.update_pv(node.ply, point);
                    if score >= node.beta {
                        if is_quiet {
                            let tried = &self.quiets[first_quiet..];
                            self.history.reward(side, point, tried, node.depth, node.ply);
                        }
                        break;
                    }
                    node.alpha = score;
                }
            }
            if is_quiet {
                self.quiets.push(point);
            }
        }
        (best, best_move)
    }

    /// The value of a move that was just played: principal variation search (PVS) with late move
    /// reductions (LMR).
    fn search_move(&mut self, node: &Node, is_first: bool, depth: i32, reduction: i32) -> Score {
        let ply = node.ply + 1;
        // Step 13. The first move gets the whole window.
        if is_first {
            return -self.search(node.node_type.first_child(), -node.beta, -node.alpha, depth, ply);
        }
        // Step 14. Late move reductions (LMR): the others only have to show that they are worse, in
        // a null window and late ones at less depth. What fails to is searched at full depth.
        let (low, high) = ((-node.alpha).raised(-1), -node.alpha);
        let child = node.node_type.child();
        let mut score = -self.search(child, low, high, depth - reduction, ply);
        if score > node.alpha && reduction > 0 {
            score = -self.search(child, low, high, depth, ply);
        }
        // Step 15. On the PV a move that raises alpha gets its exact value.
        if score > node.alpha && score < node.beta && node.node_type == NodeType::Pv {
            score = -self.search(NodeType::Pv, -node.beta, -node.alpha, depth, ply);
        }
        score
    }

    /// Whether a move neither makes nor stops anything urgent.
    fn is_quiet_move(&self, point: Point) -> bool {
        let side = self.position.to_move();
        self.position.threat(point, side) <= Threat::Four
            && self.position.threat(point, !side) < Threat::FourThree
    }
}
