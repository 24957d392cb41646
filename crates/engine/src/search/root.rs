//! The root: which moves it looks at, and one depth of search over them.

use tengen_core::Point;

use super::Worker;
use super::node::NodeType;
use crate::position::candidates::{Candidate, Coverage, Situation};
use crate::{Limits, Position, Score, Threat};

/// A root move with what was found below it.
#[derive(Clone, Debug)]
pub(crate) struct RootLine {
    pub(crate) score: Score,
    pub(crate) moves: Vec<Point>,
    /// Nodes spent on it at all depths so far.
    pub(crate) nodes: u64,
}

/// The moves that the root looks at.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    /// In their first order.
    pub(crate) points: Vec<Point>,
    /// Whether no other move could be better if all of them lose.
    pub(crate) are_all: bool,
}

impl RootMoves {
    /// The moves as lines of which nothing is known.
    pub(crate) fn lines(&self) -> Vec<RootLine> {
        let line = |&point: &Point| RootLine { score: Score::DRAW, moves: vec![point], nodes: 0 };
        self.points.iter().map(line).collect()
    }
}

impl Position {
    /// The moves that the root looks at within these limits.
    pub(crate) fn root_moves(&mut self, limits: &Limits) -> RootMoves {
        let allowed = |candidate: &Candidate| {
            !limits.exclude.contains(&candidate.point)
                && (limits.only.is_empty() || limits.only.contains(&candidate.point))
        };
        let mut moves = Vec::new();
        let are_all = self.add_moves(self.situation(), &mut moves) == Coverage::Complete;
        moves.retain(|candidate| allowed(candidate) && self.is_legal(candidate.point));
        let forced: Vec<Point> = match are_all {
            true => moves.iter().map(|candidate| candidate.point).collect(),
            false => Vec::new(),
        };
        // Whoever wants further lines wants to see how the other moves lose.
        if !are_all || moves.is_empty() || limits.multipv > 1 {
            self.add_all(&mut moves);
            let named = limits.only.iter().filter(|&&point| self.is_free(point));
            moves.extend(named.map(|&point| self.candidate(point)));
            moves.retain(allowed);
        }
        if moves.is_empty() {
            let free = self.size().points().filter(|&point| self.is_free(point));
            moves.extend(free.map(|point| self.candidate(point)).filter(allowed));
        }
        // A forbidden move is played only where there is no other.
        if moves.iter().any(|candidate| self.is_legal(candidate.point)) {
            moves.retain(|candidate| self.is_legal(candidate.point));
        }
        moves.sort_by_key(|candidate| {
            (!forced.contains(&candidate.point), -candidate.order, candidate.point)
        });
        moves.dedup();
        RootMoves { points: moves.iter().map(|candidate| candidate.point).collect(), are_all }
    }
}

/// What happens at the root.
pub(crate) enum RootNews<'a> {
    /// A move is looked at.
    Looking(Point),
    /// A move has proved better than those before it: the moves as they static_eval now.
    Better(&'a [RootLine]),
}

impl Worker<'_> {
    /// Searches the root moves at a depth and brings the best `wanted` of them to the front, the
    /// best first. Tells what happens. Returns whether the depth was finished.
    pub(crate) fn deepen(
        &mut self,
        roots: &mut [RootLine],
        depth: i32,
        wanted: usize,
        mut on_news: impl FnMut(&mut Self, RootNews<'_>),
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
                let best = self.root_window(roots, place, (alpha, beta), depth, &mut on_news);
                if self.stopped {
                    return false;
                }
                half *= 3;
                if best <= alpha && alpha > Score::LOWEST {
                    alpha = if half > 600 { Score::LOWEST } else { last.raised(-half) };
                } else if best >= beta && beta < Score::HIGHEST {
                    beta = if half > 600 { Score::HIGHEST } else { last.raised(half) };
                } else {
                    break;
                }
            }
            // Pruning may find a later line to be better than one before it.
            roots[..=place].sort_by_key(|line| std::cmp::Reverse(line.score));
        }
        true
    }

    /// One look within a window at the root moves from `place` on; the best comes to that place.
    fn root_window(
        &mut self,
        roots: &mut [RootLine],
        place: usize,
        (mut alpha, beta): (Score, Score),
        depth: i32,
        on_news: &mut impl FnMut(&mut Self, RootNews<'_>),
    ) -> Score {
        let mut best = Score::LOWEST;
        for n in place..roots.len() {
            let point = roots[n].moves[0];
            on_news(self, RootNews::Looking(point));
            let number = n - place;
            let quiet = number > 0 && self.position.situation() == Situation::Free;
            let may_reduce = quiet && depth >= 3 && self.shared.params.reduction > 0;
            let search = |w: &mut Self| {
                if best == Score::LOWEST {
                    return -w.search(NodeType::Pv, -beta, -alpha, depth - 1, 1);
                }
                let reduction = if may_reduce && number >= 3 {
                    1 + i32::from(number >= 12) + i32::from(number >= 30 && depth >= 6)
                } else {
                    0
                };
                let closed = -alpha;
                let mut score =
                    -w.search(NodeType::Cut, closed.raised(-1), closed, depth - 1 - reduction, 1);
                if score > alpha && reduction > 0 {
                    score = -w.search(NodeType::Cut, closed.raised(-1), closed, depth - 1, 1);
                }
                if score > alpha && score < beta {
                    score = -w.search(NodeType::Pv, -beta, -alpha, depth - 1, 1);
                }
                score
            };
            let before = self.nodes();
            let score = match self.end_by(point) {
                Some(score) => score,
                None => self.with_move(point, search),
            };
            // The kill search of another thread may give nodes back meanwhile.
            roots[n].nodes += self.nodes().saturating_sub(before);
            if self.stopped {
                return best;
            }
            if score > best {
                best = score;
                if score > alpha || n == place {
                    let mut moves = vec![point];
                    moves.extend_from_slice(&self.lines[1]);
                    roots[n] = RootLine { score, moves, nodes: roots[n].nodes };
                    roots[place..=n].rotate_right(1);
                    alpha = alpha.max(score);
                }
                if place == 0 && n > 0 && roots[0].moves[0] == point {
                    on_news(self, RootNews::Better(roots));
                }
                if score >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// The score of a move that ends the game by itself: below the root nobody plays one.
    fn end_by(&mut self, point: Point) -> Option<Score> {
        let side = self.position.to_move();
        let score = match self.position.threat(point, side) {
            Threat::Five => Score::win_in(1),
            _ if !self.position.is_legal(point) => Score::loss_in(1),
            _ => return None,
        };
        self.lines[1].clear();
        Some(score)
    }
}
