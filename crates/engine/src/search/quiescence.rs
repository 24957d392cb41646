//! Below the horizon: let the fours speak, as a quiet evaluation misses every forced win.

use super::Worker;
use crate::Score;
use crate::candidates::Situation;
use crate::eval::evaluate;
use crate::table::{Bound, Entry};

impl Worker<'_> {
    /// The value of a position in which only fours are tried, for `plies` more plies.
    pub(crate) fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        plies: i32,
        ply: u32,
    ) -> Score {
        self.lines[ply as usize].clear();
        self.selective_depth = self.selective_depth.max(ply);
        match self.position.situation() {
            Situation::Five(point) => {
                self.update_end(ply, point);
                return Score::win_in(ply + 1);
            }
            Situation::Lost => return Score::loss_in(ply + 2),
            Situation::OpenFour(point) => {
                self.update_end(ply, point);
                return Score::win_in(ply + 3);
            }
            Situation::MustBlock(point) => {
                // The only move: it costs nothing, so the attack is followed to its end.
                if ply as usize >= super::MAX_PLY - 2 || self.stopped {
                    return evaluate(&self.position);
                }
                let score = self.with_move(point, |w| -w.quiescence(-beta, -alpha, plies, ply + 1));
                self.update_line(ply, point);
                return score;
            }
            Situation::MustStopFives => return self.stop_fives(alpha, beta, plies, ply),
            Situation::Threatened | Situation::Free => {}
        }
        let stand = evaluate(&self.position);
        if stand >= beta || plies <= 0 || self.stopped || ply as usize >= super::MAX_PLY - 2 {
            return stand;
        }
        // The same fours in another order lead to the same position: ask the table.
        let depth = plies - self.shared.params.quiescence_plies;
        let key = self.position.key();
        if let Some(score) = self.table_cut(key, alpha, beta, depth, ply) {
            return score;
        }
        let mut best = stand;
        let mut best_move = None;
        let old_alpha = alpha;
        alpha = alpha.max(stand);
        let first = self.moves.len();
        self.position.add_rich_fours(&mut self.moves);
        self.moves[first..].sort_by_key(|candidate| (-candidate.order, candidate.point));
        let last = self.moves.len();
        for n in first..last {
            let point = self.moves[n].point;
            if !self.position.is_legal(point) {
                continue;
            }
            let score = self.with_move(point, |w| -w.quiescence(-beta, -alpha, plies - 2, ply + 1));
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(point);
                    self.update_line(ply, point);
                }
                if score >= beta {
                    break;
                }
            }
        }
        let any = self.moves.len() > first;
        self.moves.truncate(first);
        if any && !self.stopped {
            let bound = Bound::of(best, old_alpha, beta);
            let entry = Entry { best: best_move, score: best, bound, depth };
            self.shared.table.store(key, ply, entry);
        }
        best
    }

    /// The best of the stones that take all fives of the enemy away.
    fn stop_fives(&mut self, mut alpha: Score, beta: Score, plies: i32, ply: u32) -> Score {
        if plies <= 0 || ply as usize >= super::MAX_PLY - 2 || self.stopped {
            return evaluate(&self.position);
        }
        let mut best = Score::loss_in(ply + 2);
        for point in self.position.five_defences() {
            let score = self.with_move(point, |w| -w.quiescence(-beta, -alpha, plies - 1, ply + 1));
            if score > best {
                best = score;
                alpha = alpha.max(score);
                self.update_line(ply, point);
            }
            if best >= beta || self.stopped {
                break;
            }
        }
        best
    }

    /// A line that ends with this move.
    pub(super) fn update_end(&mut self, ply: u32, point: tengen_core::Point) {
        let line = &mut self.lines[ply as usize];
        line.clear();
        line.push(point);
    }
}
