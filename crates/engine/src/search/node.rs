//! One node of the search, in numbered steps.

use tengen_core::Point;

use super::{MAX_PLY, Worker};
use crate::Score;
use crate::candidates::{Candidate, Coverage, Situation};
use crate::eval::evaluate;
use crate::table::{Bound, Entry};

/// What kind of node it is: whether its exact value is wanted, or what is expected of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// On the line of best play: the window is open.
    Principal,
    /// Expected to fail high at its first move.
    Cut,
    /// Expected to try all moves in vain.
    All,
}

impl Kind {
    /// What a child is when searched with a closed window.
    fn child(self) -> Kind {
        if self == Kind::Cut { Kind::All } else { Kind::Cut }
    }
}

impl Worker<'_> {
    /// The value of the position for the side to move, within `alpha..beta`.
    pub(crate) fn search(
        &mut self,
        kind: Kind,
        mut alpha: Score,
        beta: Score,
        mut depth: i32,
        ply: u32,
    ) -> Score {
        debug_assert!(alpha < beta);
        let params = self.shared.params;

        // Step 1. Forced cases are known without a search: a five ends the game, an open four
        // cannot be stopped, two fives cannot be blocked.
        let situation = self.position.situation();
        match situation {
            Situation::Five(point) => {
                self.update_end(ply, point);
                return Score::win_in(ply + 1);
            }
            Situation::Lost => {
                self.lines[ply as usize].clear();
                return Score::loss_in(ply + 2);
            }
            Situation::OpenFour(point) => {
                self.update_end(ply, point);
                return Score::win_in(ply + 3);
            }
            _ => {}
        }
        if self.position.is_full() {
            self.lines[ply as usize].clear();
            return Score::DRAW;
        }

        // Step 2. At the horizon only fours are tried.
        if depth <= 0 {
            return self.quiescence(alpha, beta, params.quiescence_plies, ply);
        }
        self.lines[ply as usize].clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped || ply as usize >= MAX_PLY - 2 {
            return evaluate(&self.position);
        }

        // Step 3. No win from here can be shorter than the plies it takes to get here.
        let beta = beta.min(Score::win_in(ply + 3));
        alpha = alpha.max(Score::loss_in(ply + 2));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Ask the table.
        let excluded = self.excluded[ply as usize];
        let key = self.position.key()
            ^ excluded.map_or(0, |p| {
                tengen_core::zobrist::stone(self.position.to_move(), p).rotate_left(17)
            });
        let known = self.shared.table.look_up(key, ply);
        let table_move = known.and_then(|entry| entry.best).filter(|&p| self.position.is_free(p));
        if let Some(entry) = known
            && kind != Kind::Principal
            && entry.settles(alpha, beta, depth)
        {
            return entry.score;
        }

        let is_quiet = situation == Situation::Free;
        let stand = evaluate(&self.position);
        let side = self.position.to_move();

        if kind != Kind::Principal && is_quiet && excluded.is_none() && beta.is_estimate() {
            // Step 5. Reverse futility: so far above beta nothing quiet will fall below it.
            if depth <= params.futility_depth
                && params.futility_margin > 0
                && stand.number() - params.futility_margin * depth >= beta.number()
            {
                return stand;
            }
            // Step 6. Razoring: so far below alpha only fours can help.
            if depth <= params.razor_depth
                && params.razor_margin > 0
                && stand.number() + params.razor_margin * depth <= alpha.number()
            {
                let score = self.quiescence(alpha, beta, params.quiescence_plies, ply);
                if score <= alpha {
                    return score;
                }
            }
        }

        // Step 7. Where the table knows no move, look less deep: the next visit will know one.
        if table_move.is_none() && depth >= 4 && is_quiet {
            depth -= params.unknown_reduction;
        }

        // Step 8. The moves: a four leaves only its block, an open-four threat only what stops it
        // and own fours; else all that is near, and then a loss is not proven.
        let first = self.moves.len();
        let coverage = self.position.add_moves(situation, &mut self.moves);
        for n in first..self.moves.len() {
            let candidate = &mut self.moves[n];
            candidate.order += self.history.bonus(side, candidate.point, ply);
            if Some(candidate.point) == table_move {
                candidate.order = i32::MAX;
            }
        }

        // Step 9. Try them, most promising first.
        let mut best = Score::LOWEST;
        let mut best_move = None;
        let mut tried: Vec<Point> = Vec::new();
        let old_alpha = alpha;
        let late_limit = match params.late_moves {
            0 => usize::MAX,
            base => (base + params.late_moves_growth * depth * depth / 4) as usize,
        };
        let mut number = 0;
        while let Some(candidate) = pick(&mut self.moves, first, number) {
            number += 1;
            let point = candidate.point;
            if excluded == Some(point) || !self.position.is_legal(point) {
                continue;
            }
            let quiet = is_quiet && self.is_quiet_move(point);
            let late = quiet || (situation == Situation::Threatened && number > 2);

            // Step 10. Late quiet moves are dropped once some move does not lose.
            if kind != Kind::Principal
                && quiet
                && best > -Score::MAX_ESTIMATE
                && tried.len() >= late_limit
            {
                continue;
            }

            // Step 11. The only reply to a four costs no depth, as long as the line is not too
            // long: this is what keeps fours from pushing a loss over the horizon.
            let mut extension = match situation {
                Situation::MustBlock(_) if (ply as i32) < 2 * self.root_depth => {
                    params.forced_extension
                }
                _ => 0,
            };
            // Step 12. A table move that alone holds is looked at deeper.
            if Some(point) == table_move
                && depth >= params.singular_depth
                && excluded.is_none()
                && extension == 0
                && (ply as i32) < 2 * self.root_depth
                && let Some(entry) = known
                && entry.bound != Bound::Upper
                && entry.depth >= depth - 3
                && entry.score.is_estimate()
            {
                let bar = entry.score.raised(-2 * depth);
                self.excluded[ply as usize] = Some(point);
                let without = self.search(Kind::Cut, bar.raised(-1), bar, (depth - 1) / 2, ply);
                self.excluded[ply as usize] = None;
                if without < bar {
                    extension = 1;
                } else if bar >= beta {
                    // Two moves hold: the node is as good as cut.
                    self.moves.truncate(first);
                    return bar;
                }
            }

            let below = depth - 1 + extension;
            let score = self.with_move(point, |w| {
                if number == 1 || best == Score::LOWEST {
                    let kind = if kind == Kind::Principal { kind } else { kind.child() };
                    return -w.search(kind, -beta, -alpha, below, ply + 1);
                }
                // Step 13. Late moves are looked at less deep, and again if they surprise.
                let reduction =
                    if late { w.reduction(depth, number - 1, kind, candidate) } else { 0 };
                let closed = -alpha;
                let mut score =
                    -w.search(kind.child(), closed.raised(-1), closed, below - reduction, ply + 1);
                if score > alpha && reduction > 0 {
                    score = -w.search(kind.child(), closed.raised(-1), closed, below, ply + 1);
                }
                if score > alpha && score < beta && kind == Kind::Principal {
                    score = -w.search(Kind::Principal, -beta, -alpha, below, ply + 1);
                }
                score
            });
            if self.stopped {
                break;
            }

            // Step 14. Remember what is better than everything before.
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(point);
                    self.update_line(ply, point);
                }
                if score >= beta {
                    if quiet {
                        self.history.reward(side, point, &tried, depth, ply);
                    }
                    break;
                }
            }
            if quiet {
                tried.push(point);
            }
        }
        self.moves.truncate(first);
        if self.stopped {
            return if best == Score::LOWEST { stand } else { best };
        }

        // Step 15. No move at all: every reply to the threat is missing or forbidden.
        if best == Score::LOWEST {
            if excluded.is_some() {
                return alpha;
            }
            best = match situation {
                Situation::Threatened => Score::loss_in(ply + 4),
                _ => Score::loss_in(ply + 2),
            };
        }

        if coverage == Coverage::Selected {
            best = best.unless_refuted();
        }

        // Step 16. Tell the table.
        let bound = Bound::of(best, old_alpha, beta);
        self.shared.table.store(key, ply, Entry { best: best_move, score: best, bound, depth });
        best
    }

    /// The score of the table, if it settles this node.
    pub(super) fn table_cut(
        &self,
        key: u64,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: u32,
    ) -> Option<Score> {
        let known = self.shared.table.look_up(key, ply);
        known.filter(|entry| entry.settles(alpha, beta, depth)).map(|entry| entry.score)
    }

    /// Whether a move neither makes nor stops anything urgent.
    fn is_quiet_move(&self, point: Point) -> bool {
        use crate::Threat;
        let side = self.position.to_move();
        self.position.threat(point, side) <= Threat::Four
            && self.position.threat(point, !side) < Threat::FourThree
    }

    /// Plies by which a late move is looked at less deep.
    fn reduction(&self, depth: i32, number: usize, kind: Kind, candidate: Candidate) -> i32 {
        let params = self.shared.params;
        if params.reduction == 0 || depth < 3 {
            return 0;
        }
        let mut reduction = 0.35 + (depth as f32).ln() * (1.0 + number as f32).ln() / 1.9;
        if kind == Kind::Principal {
            reduction -= 0.8;
        }
        // A move that makes a three or takes one away is less likely to be late for a reason.
        if candidate.order >= 100 {
            reduction -= 0.8;
        }
        let scaled = reduction * params.reduction as f32 / 100.0;
        (scaled as i32).clamp(0, depth - 2)
    }
}

/// The best of the candidates from `first + number` on, brought to that place; ties by point.
fn pick(moves: &mut [Candidate], first: usize, number: usize) -> Option<Candidate> {
    let rest = moves.get_mut(first + number..)?;
    let best =
        (0..rest.len()).max_by_key(|&n| (rest[n].order, std::cmp::Reverse(rest[n].point)))?;
    rest.swap(0, best);
    Some(rest[0])
}
