//! What makes a move one that the book does not play: the one place that knows.

use crate::{Score, Verdict};

/// A move that gives away more winning chance than this, compared with the best, is refuted.
pub const REFUTED: f64 = 0.15;

/// Moves that give away no more than this are played for variety.
pub const NEARLY_BEST: f64 = 0.03;

/// Whether a search refutes a move: it loses, or it is worse than the best of its position by more
/// than [`REFUTED`] in winning chance. It loses if that is proven, or if the search saw no way out
/// among the replies that it looked at.
///
/// ```
/// # use tengen_engine::Verdict::{Loses, Unclear, Wins};
/// # use tengen_engine::book::is_refuted;
/// let best = Unclear { centi: 20 };
/// assert!(!is_refuted(Unclear { centi: -80 }, best));
/// assert!(is_refuted(Unclear { centi: -180 }, best));
/// assert!(is_refuted(Loses { plies: 8 }, Loses { plies: 8 }));
/// assert!(is_refuted(Unclear { centi: -27_950 }, Unclear { centi: -27_950 }));
/// assert!(is_refuted(Unclear { centi: 20 }, Wins { plies: 9 }));
/// ```
pub fn is_refuted(score: Verdict, best: Verdict) -> bool {
    loses(score) || best.win_rate() - score.win_rate() > REFUTED
}

/// Whether a score says that the game is lost, proven or likely.
pub(super) fn loses(score: Verdict) -> bool {
    match score {
        Verdict::Wins { .. } => false,
        Verdict::Loses { .. } => true,
        Verdict::Unclear { centi } => centi < -Score::MAX_ESTIMATE.number(),
    }
}

/// Whether a move may be played instead of the best. Who can win wins.
pub(super) fn is_nearly_best(score: Verdict, best: Verdict) -> bool {
    match best {
        Verdict::Wins { .. } => score == best,
        _ => best.win_rate() - score.win_rate() <= NEARLY_BEST,
    }
}

/// The best of some scores: the sooner win, the later loss.
pub fn best(scores: impl IntoIterator<Item = Verdict>) -> Option<Verdict> {
    scores.into_iter().max_by_key(|score| score.number())
}

/// Those of some moves of one position that are refuted, with what they are compared with.
pub fn refuted(moves: &[super::BookMove]) -> Vec<(super::BookMove, Verdict)> {
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
        estimate => estimate,
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

    #[test]
    fn a_win_is_played_whatever_looks_good_beside_it() {
        let best = Wins { plies: 9 };
        assert!(is_nearly_best(best, best));
        assert!(!is_nearly_best(Unclear { centi: 2_000 }, best));
        assert!(!is_nearly_best(Wins { plies: 11 }, best));
        assert!(is_nearly_best(Unclear { centi: 0 }, Unclear { centi: 20 }));
        assert!(!is_nearly_best(Unclear { centi: 0 }, Unclear { centi: 40 }));
    }
}
