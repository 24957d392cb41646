//! What makes a move one that the book does not play: the one place that knows.

use tengen_engine::Verdict;
use tengen_player::BookMove;
use tengen_player::book::best;

/// A move that gives away more winning chance than this, compared with the best, is refuted.
pub const REFUTED: f64 = 0.15;

/// Whether a search refutes a move: it loses, or it is worse than the best of its position by more
/// than [`REFUTED`] in winning chance. It loses if that is proven, or if the search saw no way out
/// among the replies that it looked at.
///
/// ```
/// # use tengen_engine::Verdict::{LikelyLoss, Loses, Unclear, Wins};
/// # use tengen_train::book::is_refuted;
/// let best = Unclear { centi: 20 };
/// assert!(!is_refuted(Unclear { centi: -80 }, best));
/// assert!(is_refuted(Unclear { centi: -180 }, best));
/// assert!(is_refuted(Loses { plies: 8 }, Loses { plies: 8 }));
/// assert!(is_refuted(LikelyLoss { plies: 50 }, LikelyLoss { plies: 50 }));
/// assert!(is_refuted(Unclear { centi: 20 }, Wins { plies: 9 }));
/// ```
pub fn is_refuted(score: Verdict, best: Verdict) -> bool {
    score.seems_lost() || best.win_rate() - score.win_rate() > REFUTED
}

/// Those of some moves of one position that are refuted, with what they are compared with.
pub fn refuted(moves: &[BookMove]) -> Vec<(BookMove, Verdict)> {
    let Some(best) = best(moves.iter().map(|known| known.score)) else { return Vec::new() };
    let refuted = moves.iter().filter(|known| is_refuted(known.score, best));
    refuted.map(|&known| (known, best)).collect()
}

/// What a move is worth to the side that plays it, if the position after it is worth this to the
/// other.
pub(super) fn before_move(after: Verdict) -> Verdict {
    match -after {
        Verdict::Wins { plies } => Verdict::Wins { plies: plies + 1 },
        Verdict::Loses { plies } => Verdict::Loses { plies: plies + 1 },
        unproven => unproven,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Loses, Unclear, Wins};

    #[test]
    fn a_score_changes_sides_with_one_ply_more() {
        assert_eq!(before_move(Wins { plies: 3 }), Loses { plies: 4 });
        assert_eq!(before_move(Loses { plies: 4 }), Wins { plies: 5 });
        assert_eq!(before_move(Unclear { centi: 12 }), Unclear { centi: -12 });
    }
}
