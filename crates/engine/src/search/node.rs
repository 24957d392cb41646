//! One node of the search, in numbered steps.

use tengen_core::Point;

use super::{MAX_PLY, Worker};
use crate::position::candidates::{Candidate, Coverage, Situation};
use crate::position::eval::evaluate;
use crate::search::tt::{Bound, Entry};
use crate::{Score, Threat};

/// What kind of node it is: whether its exact value is wanted, or what is expected of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeType {
    /// On the line of best play: the window is open.
    Pv,
    /// Expected to fail high at its first move.
    Cut,
    /// Expected to try all moves in vain.
    All,
}

impl NodeType {
    /// What a child is when searched with a closed window.
    pub(super) fn child(self) -> NodeType {
        if self == NodeType::Cut { NodeType::All } else { NodeType::Cut }
    }

    /// What the first child is.
    fn first_child(self) -> NodeType {
        if self == NodeType::Pv { self } else { self.child() }
    }
}

/// The order of the table's move.
const TABLE_MOVE: i32 = i32::MAX;

/// What a node knows before it looks at its moves.
pub(super) struct Node {
    pub(super) kind: NodeType,
    pub(super) situation: Situation,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: u32,
    /// The move left out, if this is the second look of a singular test.
    pub(super) excluded: Option<Point>,
    pub(super) key: u64,
    pub(super) known: Option<Entry>,
    pub(super) tt_move: Option<Point>,
    /// The static value.
    pub(super) static_eval: Score,
    /// Whether the static value is better than at the last own move.
    pub(super) improving: bool,
    /// Whether a search once found this node on the line of best play.
    pub(super) tt_pv: bool,
}

/// A move about to be tried.
#[derive(Clone, Copy)]
pub(super) struct Try {
    pub(super) candidate: Candidate,
    /// Its place in the order, from zero.
    pub(super) number: usize,
    /// How far its order is behind the best one's.
    pub(super) behind: i32,
    /// May be looked at less deep.
    pub(super) may_reduce: bool,
}

impl Worker<'_> {
    /// The value of the position for the side to move, within `alpha..beta`.
    pub(crate) fn search(
        &mut self,
        kind: NodeType,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: u32,
    ) -> Score {
        debug_assert!(alpha < beta);

        // Step 1. Forced cases are known without a search: a five ends the game, an open four
        // cannot be stopped, two fives cannot be blocked, a full board is a draw.
        let situation = self.position.situation();
        if let Some(score) = self.decided(situation, ply) {
            return score;
        }

        // Step 2. At the horizon let the fours speak: a quiet value misses every forced win.
        if depth <= 0 {
            return self.quiescence(
                situation,
                alpha,
                beta,
                self.shared.params.quiescence_plies,
                ply,
            );
        }
        self.seldepth = self.seldepth.max(ply);
        if self.stopped || ply as usize >= MAX_PLY - 2 {
            return evaluate(&self.position);
        }

        // Step 3. No win from here can be shorter than the plies it takes to get here.
        let beta = beta.min(Score::win_in(ply + 3));
        let alpha = alpha.max(Score::loss_in(ply + 2));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Ask the table.
        let mut node = self.look_up(kind, situation, alpha, beta, depth, ply);
        if let Some(score) = node.tt_cutoff() {
            return score;
        }

        // Steps 5 to 7. Cut without looking at moves, where nothing forces and no proof is asked.
        if let Some(score) = self.prune(&node) {
            return score;
        }

        // Step 8. Look less deep where the depth is likely wasted.
        node.depth -= self.doubts(&node);

        // Step 9. The moves, most promising first: a four leaves only its block, an open-four
        // threat only what stops it and own fours; else all that is near, and then a loss is
        // not proven.
        let first = self.moves.len();
        let coverage = self.add_moves(&node);
        let quiet_before = self.tried.len();
        let (mut best, best_move) = self.try_moves(&mut node, first);
        self.tried.truncate(quiet_before);
        self.moves.truncate(first);
        if self.stopped {
            return if best == Score::LOWEST { node.static_eval } else { best };
        }

        // Step 17. No move at all: every reply to the threat is missing or forbidden.
        if best == Score::LOWEST {
            if node.excluded.is_some() {
                return alpha;
            }
            let plies = if situation == Situation::Threatened { 4 } else { 2 };
            best = Score::loss_in(ply + plies);
        }
        if coverage == Coverage::Selected {
            best = best.unless_refuted();
        }

        // Step 18. Tell the table.
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

    /// The score of a position that is decided by what static_evals on the board.
    pub(super) fn decided(&mut self, situation: Situation, ply: u32) -> Option<Score> {
        let line = &mut self.lines[ply as usize];
        line.clear();
        match situation {
            Situation::Five(point) => {
                line.push(point);
                Some(Score::win_in(ply + 1))
            }
            Situation::Lost => Some(Score::loss_in(ply + 2)),
            Situation::OpenFour(point) => {
                line.push(point);
                Some(Score::win_in(ply + 3))
            }
            _ => self.position.is_full().then_some(Score::DRAW),
        }
    }

    fn look_up(
        &mut self,
        kind: NodeType,
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
        let known = self.shared.table.probe(key, ply);
        let tt_move = known.and_then(|entry| entry.best).filter(|&p| self.position.is_free(p));
        let static_eval = evaluate(&self.position);
        self.static_evals[ply as usize] = static_eval;
        let improving = ply >= 2 && static_eval > self.static_evals[ply as usize - 2];
        let tt_pv = kind == NodeType::Pv || known.is_some_and(|e| e.tt_pv);
        Node {
            kind,
            situation,
            alpha,
            beta,
            depth,
            ply,
            excluded,
            key,
            known,
            tt_move,
            static_eval,
            improving,
            tt_pv,
        }
    }

    /// Appends the moves of a node, with what the history knows of them.
    fn add_moves(&mut self, node: &Node) -> Coverage {
        let first = self.moves.len();
        let coverage = self.position.add_moves(node.situation, &mut self.moves);
        let side = self.position.to_move();
        let last = self.position.last_point();
        for candidate in &mut self.moves[first..] {
            candidate.order += self.history.bonus(side, candidate.point, last, node.ply);
            if Some(candidate.point) == node.tt_move {
                candidate.order = TABLE_MOVE;
            }
        }
        coverage
    }

    /// Looks at the moves from `first` on; the best score, and the move if it is above alpha.
    fn try_moves(&mut self, node: &mut Node, first: usize) -> (Score, Option<Point>) {
        let side = self.position.to_move();
        let last = self.position.last_point();
        let first_quiet = self.tried.len();
        let (mut best, mut best_move) = (Score::LOWEST, None);
        let orders = self.moves[first..].iter().map(|candidate| candidate.order);
        let most_promising = orders.filter(|&order| order != TABLE_MOVE).max().unwrap_or_default();
        let mut number = 0;
        while let Some(candidate) = pick(&mut self.moves, first, number) {
            let point = candidate.point;
            number += 1;
            if node.excluded == Some(point) || !self.position.is_legal(point) {
                continue;
            }
            let is_quiet = node.situation == Situation::Free && self.is_quiet_move(point);
            let may_reduce = is_quiet || (node.situation == Situation::Threatened && number > 2);
            let behind = most_promising.saturating_sub(candidate.order).max(0);
            let attempt = Try { candidate, number: number - 1, behind, may_reduce };

            // Step 10. Late quiet moves are dropped once some move does not lose.
            if is_quiet && self.is_too_late(node, self.tried.len() - first_quiet, best) {
                continue;
            }

            // Steps 11 and 12. Some moves are looked at deeper.
            let extension = match self.extension(node, attempt) {
                Ok(plies) => plies,
                // Two moves hold: the node is as good as cut.
                Err(score) => return (score, Some(point)),
            };

            // Steps 13 to 15.
            let score = self.with_move(point, |w| w.look(node, attempt, best, extension));
            if self.stopped {
                break;
            }

            // Step 16. Remember what is better than everything before.
            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = Some(point);
                    self.update_line(node.ply, point);
                    if score >= node.beta {
                        if is_quiet {
                            let tried = &self.tried[first_quiet..];
                            self.history.reward(side, point, last, tried, node.depth, node.ply);
                        }
                        break;
                    }
                    node.alpha = score;
                    // The rest has to beat a good move: less depth will show most of them worse.
                    node.depth -= self.after_rise(node);
                }
            }
            if is_quiet {
                self.tried.push(point);
            }
        }
        (best, best_move)
    }

    /// The value of a move that was just played.
    fn look(&mut self, node: &Node, attempt: Try, best: Score, extension: i32) -> Score {
        let ply = node.ply + 1;
        let below = node.depth - 1 + extension;
        // Step 13. The first move is looked at with the whole window.
        if best == Score::LOWEST {
            return -self.search(node.kind.first_child(), -node.beta, -node.alpha, below, ply);
        }
        // Step 14. The others have to show that they are better, late ones at less depth first.
        let reduction = if attempt.may_reduce { self.reduction(node, attempt) } else { 0 };
        let (low, high) = ((-node.alpha).raised(-1), -node.alpha);
        let mut score = -self.search(node.kind.child(), low, high, below - reduction, ply);
        if score > node.alpha && reduction > 0 {
            let again = below + self.surprise(score, best);
            if again > below - reduction {
                score = -self.search(node.kind.child(), low, high, again, ply);
            }
        }
        // Step 15. Only what is better is worth an exact value.
        if score > node.alpha && score < node.beta && node.kind == NodeType::Pv {
            score = -self.search(NodeType::Pv, -node.beta, -node.alpha, below, ply);
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

/// The best of the candidates from `first + number` on, brought to that place; ties by point.
fn pick(moves: &mut [Candidate], first: usize, number: usize) -> Option<Candidate> {
    let rest = moves.get_mut(first + number..)?;
    let (mut best, mut at) = (*rest.first()?, 0);
    for (n, &candidate) in rest.iter().enumerate().skip(1) {
        if candidate.order > best.order
            || candidate.order == best.order && candidate.point < best.point
        {
            (best, at) = (candidate, n);
        }
    }
    rest.swap(0, at);
    Some(best)
}
