//! Iterative deepening at the root.

use tengen_core::Point;

use super::Worker;
use super::node::Kind;
use crate::candidates::{Candidate, Coverage, Situation};
use crate::{Limits, Score};

/// A root move with what was found below it.
#[derive(Clone, Debug)]
pub(crate) struct RootLine {
    pub(crate) score: Score,
    pub(crate) moves: Vec<Point>,
}

/// The state of iterative deepening.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deepening {
    /// The best lines of the last finished work, best first.
    pub(crate) lines: Vec<RootLine>,
    /// The depth that was finished.
    pub(crate) depth: i32,
}

impl Worker<'_> {
    /// The moves that the root looks at, in their first order, and whether no other move could
    /// be better if all of them lose.
    pub(crate) fn root_moves(&mut self, limits: &Limits) -> (Vec<Candidate>, bool) {
        let allowed = |point: Point| {
            !limits.exclude.contains(&point)
                && (limits.only.is_empty() || limits.only.contains(&point))
        };
        let mut moves = Vec::new();
        let free = limits.only.is_empty() && limits.exclude.is_empty();
        let coverage = match free {
            true => self.position.add_moves(self.position.situation(), &mut moves),
            // Who chooses the moves may leave out the only replies.
            false => {
                self.position.add_all(&mut moves);
                Coverage::Selected
            }
        };
        for &point in &limits.only {
            if self.position.is_free(point) && moves.iter().all(|c| c.point != point) {
                moves.push(self.position.candidate(point));
            }
        }
        moves.retain(|candidate| allowed(candidate.point));
        let legal: Vec<Candidate> =
            moves.iter().copied().filter(|c| self.position.is_legal(c.point)).collect();
        // A forbidden move is played only where there is no other.
        if !legal.is_empty() {
            moves = legal;
        } else if moves.is_empty() {
            let points: Vec<Point> = self.position.size().points().collect();
            let mut rest: Vec<Point> =
                points.into_iter().filter(|&p| self.position.is_free(p) && allowed(p)).collect();
            let legal: Vec<Point> =
                rest.iter().copied().filter(|&p| self.position.is_legal(p)).collect();
            if !legal.is_empty() {
                rest = legal;
            }
            moves = rest.into_iter().map(|point| self.position.candidate(point)).collect();
        }
        moves.sort_by_key(|candidate| (-candidate.order, candidate.point));
        (moves, coverage == Coverage::Complete)
    }

    /// Searches the root moves at a depth and brings the best `wanted` of them to the front, the
    /// best first. Returns whether the depth was finished.
    pub(crate) fn deepen(
        &mut self,
        roots: &mut [RootLine],
        depth: i32,
        wanted: usize,
        mut on_better: impl FnMut(&mut Self, &[RootLine]),
    ) -> bool {
        self.root_depth = depth;
        for place in 0..wanted.min(roots.len()) {
            let last = roots[place].score;
            let mut half = self.shared.params.aspiration_window;
            let aspire = depth >= 5 && last.is_estimate();
            let (mut alpha, mut beta) = match aspire {
                true => (last.raised(-half), last.raised(half)),
                false => (Score::LOWEST, Score::HIGHEST),
            };
            loop {
                let before = roots[place].moves.first().copied();
                let best = self.root_window(&mut roots[place..], alpha, beta, depth);
                if self.stopped {
                    return false;
                }
                half *= 3;
                if best <= alpha && alpha > Score::LOWEST {
                    alpha = if half > 600 { Score::LOWEST } else { last.raised(-half) };
                } else if best >= beta && beta < Score::HIGHEST {
                    beta = if half > 600 { Score::HIGHEST } else { last.raised(half) };
                    if roots[place].moves.first().copied() != before {
                        on_better(self, roots);
                    }
                } else {
                    break;
                }
            }
        }
        true
    }

    /// One look at all root moves within a window; the best comes to the front.
    fn root_window(
        &mut self,
        roots: &mut [RootLine],
        mut alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        let mut best = Score::LOWEST;
        let mut n = 0;
        while n < roots.len() {
            let point = roots[n].moves[0];
            let quiet = n > 0 && self.position.situation() == Situation::Free;
            let score = self.with_move(point, |w| {
                if best == Score::LOWEST {
                    return -w.search(Kind::Principal, -beta, -alpha, depth - 1, 1);
                }
                let reduction = if quiet && depth >= 3 && n >= 3 {
                    1 + i32::from(n >= 12) + i32::from(n >= 30 && depth >= 6)
                } else {
                    0
                };
                let closed = -alpha;
                let mut score =
                    -w.search(Kind::Cut, closed.raised(-1), closed, depth - 1 - reduction, 1);
                if score > alpha && reduction > 0 {
                    score = -w.search(Kind::Cut, closed.raised(-1), closed, depth - 1, 1);
                }
                if score > alpha && score < beta {
                    score = -w.search(Kind::Principal, -beta, -alpha, depth - 1, 1);
                }
                score
            });
            if self.stopped {
                return best;
            }
            if score > best {
                best = score;
                if score > alpha || n == 0 {
                    let mut moves = vec![point];
                    moves.extend_from_slice(&self.lines[1]);
                    roots[n] = RootLine { score, moves };
                    roots[..=n].rotate_right(1);
                    alpha = alpha.max(score);
                }
                if score >= beta {
                    return best;
                }
            }
            n += 1;
        }
        best
    }
}
