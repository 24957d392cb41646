//! The root: its moves, aspiration windows, and one depth of search over the moves.

use std::cmp::Reverse;

use tengen_core::Point;

use super::Worker;
use super::node::NodeType;
use super::pruning::LMR_MIN_DEPTH;
use crate::position::candidates::{Candidate, Coverage, Situation};
use crate::{Limits, Position, Score, Threat};

/// Aspiration windows start at this depth: the scores of lower ones swing too far. Not tuned.
const ASPIRATION_DEPTH: i32 = 5;
/// Each failure of a window widens it by this factor. Not tuned.
const ASPIRATION_GROWTH: i32 = 3;
/// A window that would become wider than this on one side has no bound there. Not tuned.
const MAX_ASPIRATION: i32 = 600;

/// LMR at the root: moves from this number on are searched a ply less deep, milder than the
/// formula of other nodes because a root move that is missed is lost for the depth. Not tuned.
const ROOT_LMR_ONE: usize = 3;
/// Two plies from this number on. Not tuned.
const ROOT_LMR_TWO: usize = 12;
/// Three plies from this number on, at [`ROOT_LMR_THREE_DEPTH`] and more. Not tuned.
const ROOT_LMR_THREE: usize = 30;
const ROOT_LMR_THREE_DEPTH: i32 = 6;

/// A root move with what was found below it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) score: Score,
    /// The principal variation (PV), the move itself first.
    pub(super) pv: Vec<Point>,
    /// Nodes spent on it at all depths so far.
    pub(super) nodes: u64,
}

impl RootMove {
    /// A move of which nothing is known.
    pub(super) fn unsearched(point: Point) -> RootMove {
        RootMove { score: Score::DRAW, pv: vec![point], nodes: 0 }
    }

    /// The move.
    pub(super) fn point(&self) -> Point {
        self.pv[0]
    }
}

/// The moves that the root searches.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    /// The most promising first.
    pub(crate) points: Vec<Point>,
    /// Whether another move could be better if all of them lose.
    pub(crate) coverage: Coverage,
}

impl RootMoves {
    /// The moves before the first depth.
    pub(super) fn unsearched(&self) -> Vec<RootMove> {
        self.points.iter().copied().map(RootMove::unsearched).collect()
    }
}

impl Position {
    /// The moves that the root searches within these limits.
    pub(crate) fn root_moves(&mut self, limits: &Limits) -> RootMoves {
        let allowed = |candidate: &Candidate| {
            !limits.exclude.contains(&candidate.point)
                && (limits.only.is_empty() || limits.only.contains(&candidate.point))
        };
        let mut moves = Vec::new();
        let coverage = self.add_moves(self.situation(), &mut moves);
        let are_all = coverage != Coverage::Selected;
        moves.retain(|candidate| allowed(candidate) && self.is_legal(candidate.point));
        let forced: Vec<Point> = match are_all {
            true => moves.iter().map(|candidate| candidate.point).collect(),
            false => Vec::new(),
        };
        // Multi-PV shows how the other moves lose.
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
        self.clone().with_features().rank(&mut moves);
        moves.sort_by_key(|candidate| {
            (!forced.contains(&candidate.point), -candidate.policy, candidate.point)
        });
        moves.dedup();
        RootMoves { points: moves.iter().map(|candidate| candidate.point).collect(), coverage }
    }
}

/// What happens at the root.
pub(super) enum RootNews<'a> {
    /// The search of a move starts.
    Searching(Point),
    /// A move is better than those before it: the moves in their new order.
    NewBest(&'a [RootMove]),
}

impl Worker<'_> {
    /// Searches the root moves at a depth and brings the best `multipv` of them to the front, the
    /// best first. Returns whether the depth was finished.
    pub(super) fn deepen(
        &mut self,
        root_moves: &mut [RootMove],
        depth: i32,
        multipv: usize,
        mut on_news: impl FnMut(&mut Self, RootNews<'_>),
    ) -> bool {
        self.root_depth = depth;
        for place in 0..multipv.min(root_moves.len()) {
            self.aspirate(root_moves, place, depth, &mut on_news);
            if self.stopped {
                return false;
            }
            // Pruning may find a later PV to be better than one before it.
            root_moves[..=place].sort_by_key(|root| Reverse(root.score));
        }
        true
    }

    /// Aspiration windows: searches the root moves from `place` on in a narrow window around the
    /// last score, and widens it on the side where it fails.
    fn aspirate(
        &mut self,
        root_moves: &mut [RootMove],
        place: usize,
        depth: i32,
        on_news: &mut impl FnMut(&mut Self, RootNews<'_>),
    ) {
        let last = root_moves[place].score;
        let mut half = self.shared.params.aspiration_window;
        let (mut alpha, mut beta) = match depth >= ASPIRATION_DEPTH && last.is_estimate() {
            true => (last.raised(-half), last.raised(half)),
            false => (Score::LOWEST, Score::HIGHEST),
        };
        loop {
            let best = self.search_root(root_moves, place, (alpha, beta), depth, on_news);
            if self.stopped {
                return;
            }
            half *= ASPIRATION_GROWTH;
            let is_open = half > MAX_ASPIRATION;
            if best <= alpha && alpha > Score::LOWEST {
                alpha = if is_open { Score::LOWEST } else { last.raised(-half) };
            } else if best >= beta && beta < Score::HIGHEST {
                beta = if is_open { Score::HIGHEST } else { last.raised(half) };
            } else {
                return;
            }
        }
    }

    /// Searches the root moves from `place` on within a window; the best comes to that place.
    fn search_root(
        &mut self,
        root_moves: &mut [RootMove],
        place: usize,
        (mut alpha, beta): (Score, Score),
        depth: i32,
        on_news: &mut impl FnMut(&mut Self, RootNews<'_>),
    ) -> Score {
        let mut best = Score::LOWEST;
        for n in place..root_moves.len() {
            let point = root_moves[n].point();
            on_news(self, RootNews::Searching(point));
            let reduction = self.root_reduction(n - place, depth);
            let before = self.nodes();
            let score = match self.end_by(point) {
                Some(score) => score,
                None if best == Score::LOWEST => {
                    self.with_move(point, |w| -w.search(NodeType::Pv, -beta, -alpha, depth - 1, 1))
                }
                None => {
                    self.with_move(point, |w| w.search_root_move(alpha, beta, depth, reduction))
                }
            };
            // The solver of another thread may give nodes back meanwhile.
            root_moves[n].nodes += self.nodes().saturating_sub(before);
            if self.stopped {
                return best;
            }
            if score > best {
                best = score;
                if score > alpha || n == place {
                    let mut pv = vec![point];
                    pv.extend_from_slice(&self.pvs[1]);
                    root_moves[n] = RootMove { score, pv, nodes: root_moves[n].nodes };
                    root_moves[place..=n].rotate_right(1);
                    alpha = alpha.max(score);
                }
                if place == 0 && n > 0 && root_moves[0].point() == point {
                    on_news(self, RootNews::NewBest(root_moves));
                }
                if score >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// The value of a root move, not the first, that was just played: PVS with LMR as in other
    /// nodes.
    fn search_root_move(&mut self, alpha: Score, beta: Score, depth: i32, reduction: i32) -> Score {
        let (low, high) = ((-alpha).raised(-1), -alpha);
        let mut score = -self.search(NodeType::Cut, low, high, depth - 1 - reduction, 1);
        if score > alpha && reduction > 0 {
            score = -self.search(NodeType::Cut, low, high, depth - 1, 1);
        }
        if score > alpha && score < beta {
            score = -self.search(NodeType::Pv, -beta, -alpha, depth - 1, 1);
        }
        score
    }

    /// LMR at the root: plies by which the move of this number is searched less deep.
    fn root_reduction(&self, number: usize, depth: i32) -> i32 {
        let is_on = self.shared.params.lmr_scale > 0 && depth >= LMR_MIN_DEPTH;
        if !is_on || number < ROOT_LMR_ONE || self.position.situation() != Situation::Free {
            return 0;
        }
        let three = number >= ROOT_LMR_THREE && depth >= ROOT_LMR_THREE_DEPTH;
        1 + i32::from(number >= ROOT_LMR_TWO) + i32::from(three)
    }

    /// The score of a move that ends the game by itself: below the root nobody plays one.
    fn end_by(&mut self, point: Point) -> Option<Score> {
        let side = self.position.to_move();
        let score = match self.position.threat(point, side) {
            Threat::Five => Score::win_in(1),
            _ if !self.position.is_legal(point) => Score::loss_in(1),
            _ => return None,
        };
        self.pvs[1].clear();
        Some(score)
    }
}
