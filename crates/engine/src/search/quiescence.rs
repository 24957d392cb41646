//! Quiescence search: below the horizon only fours are searched, as the static eval misses every
//! win by force.

use tengen_core::Point;

use super::Worker;
use crate::Score;
use crate::position::candidates::Situation;
use crate::search::tt::{Bound, Entry};

impl Worker<'_> {
    /// The value of an undecided position in which only fours are searched, for `plies` more plies.
    pub(crate) fn quiescence(
        &mut self,
        situation: Situation,
        mut alpha: Score,
        beta: Score,
        plies: i32,
        ply: u32,
    ) -> Score {
        self.pvs[ply as usize].clear();
        self.seldepth = self.seldepth.max(ply);
        match situation {
            Situation::MustBlock(point) => {
                // The only move: it costs nothing, so the attack is followed to its end.
                if ply as usize >= super::MAX_PLY - 2 || self.stopped {
                    return self.evaluate(alpha, beta);
                }
                let score = self.child_quiescence(point, alpha, beta, plies, ply);
                self.update_pv(ply, point);
                return score;
            }
            Situation::MustStopFives => return self.stop_fives(alpha, beta, plies, ply),
            _ => {}
        }
        let static_eval = self.evaluate(alpha, beta);
        if static_eval >= beta || plies <= 0 || self.stopped || ply as usize >= super::MAX_PLY - 2 {
            return static_eval;
        }
        // The same fours in another order lead to the same position: probe the TT.
        let depth = plies - self.shared.params.quiescence_plies;
        let key = self.position.key();
        let tt_entry = self.shared.table.probe(key, ply);
        if let Some(entry) = tt_entry.filter(|entry| entry.settles(alpha, beta, depth)) {
            return entry.score;
        }
        let mut best = static_eval;
        let mut best_move = None;
        let old_alpha = alpha;
        alpha = alpha.max(static_eval);
        let first = self.moves.len();
        self.add_quiescence_moves();
        let last = self.moves.len();
        for n in first..last {
            let point = self.moves[n].point;
            if !self.position.is_legal(point) {
                continue;
            }
            let score = self.child_quiescence(point, alpha, beta, plies - 2, ply);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(point);
                    self.update_pv(ply, point);
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
            let entry = Entry { best: best_move, score: best, bound, depth, tt_pv: false };
            self.shared.table.store(key, ply, entry);
        }
        best
    }

    /// The best of the stones that take all fives of the enemy away.
    fn stop_fives(&mut self, mut alpha: Score, beta: Score, plies: i32, ply: u32) -> Score {
        if plies <= 0 || ply as usize >= super::MAX_PLY - 2 || self.stopped {
            return self.evaluate(alpha, beta);
        }
        let mut best = Score::loss_in(ply + 2);
        for point in self.position.five_defences() {
            let score = self.child_quiescence(point, alpha, beta, plies - 1, ply);
            if score > best {
                best = score;
                alpha = alpha.max(score);
                self.update_pv(ply, point);
            }
            if best >= beta || self.stopped {
                break;
            }
        }
        best
    }

    /// The value of a move, below which again only fours are searched.
    fn child_quiescence(
        &mut self,
        point: Point,
        alpha: Score,
        beta: Score,
        plies: i32,
        ply: u32,
    ) -> Score {
        self.with_move(point, |w| {
            let situation = w.position.situation();
            match w.decided(situation, ply + 1) {
                Some(score) => -score,
                None => -w.quiescence(situation, -beta, -alpha, plies, ply + 1),
            }
        })
    }
}
