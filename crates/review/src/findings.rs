//! What the searches of a review found, and what follows from it.

use tengen_core::Point;
use tengen_player::Verdict;

use crate::Line;

/// What one search found, for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What the line leads to.
    pub verdict: Verdict,
    /// The best line; its first move is the one to play.
    pub line: Vec<Point>,
}

impl Found {
    fn point(&self) -> Option<Point> {
        self.line.first().copied()
    }
}

/// What is found of a position so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Searched {
    /// The best move.
    pub best: Option<Found>,
    /// The move played, searched alone; not needed where it is the best.
    pub played: Option<Found>,
    /// Whether the best move was searched with the larger budget of the check.
    pub is_checked: bool,
}

/// What the searches found of every position of a line, the last one included.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// The positions, in the order of the game.
    pub positions: Vec<Searched>,
    /// Whether both passes came to their end.
    pub is_complete: bool,
}

/// All that is known of a position, from its own searches and from those of later ones.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Known {
    /// The best move, for the side to move.
    pub(crate) best: Option<Found>,
    /// The move played, for the same side, with the line that follows it.
    pub(crate) played: Option<Found>,
}

impl Findings {
    /// Nothing is found yet.
    pub fn new(line: &Line) -> Findings {
        let positions = vec![Searched::default(); line.plies().len() + 1];
        Findings { positions, is_complete: false }
    }

    /// How many positions are searched.
    pub fn searched(&self) -> usize {
        self.positions.iter().filter(|position| position.best.is_some()).count()
    }

    /// What is known of every position. Late truths inform earlier ones: a move into a proven loss of
    /// the other side wins, and one into its proven win loses.
    pub(crate) fn known(&self, line: &Line) -> Vec<Known> {
        let mut known: Vec<Known> = Vec::with_capacity(self.positions.len());
        for ply in (0..self.positions.len()).rev() {
            let after = known.last();
            known.push(self.known_at(line, ply, after));
        }
        known.reverse();
        known
    }

    fn known_at(&self, line: &Line, ply: usize, after: Option<&Known>) -> Known {
        let searched = &self.positions[ply];
        let Some(made) = line.plies().get(ply) else {
            let over = line.final_verdict().map(|verdict| Found { verdict, line: Vec::new() });
            return Known { best: over.or_else(|| searched.best.clone()), played: None };
        };
        let Some(point) = made.point() else {
            return Known { best: searched.best.clone(), played: None };
        };
        let proven = after.and_then(|after| after.best.as_ref()).filter(|&best| is_final(best));
        let proven = proven.map(|best| Found {
            verdict: one_ply_before(best.verdict),
            line: [&[point][..], &best.line].concat(),
        });
        let choice = searched.best.clone().filter(|best| best.point() == Some(point));
        let played = proven.or_else(|| searched.played.clone()).or(choice);
        let best = match (searched.best.clone(), &played) {
            (Some(best), Some(played)) if is_better(played, &best) => Some(played.clone()),
            (None, Some(played)) if matches!(played.verdict, Verdict::Wins { .. }) => {
                Some(played.clone())
            }
            // The choice was the move played, and a later search refuted it: only another move counts.
            (Some(best), Some(played)) if is_refuted(&best, played) => None,
            (best, _) => best,
        };
        Known { best, played }
    }
}

/// Whether what is known of a position holds for the move into it: a proof, or the end of the game.
fn is_final(found: &Found) -> bool {
    found.verdict.is_proven() || found.line.is_empty()
}

fn is_better(played: &Found, best: &Found) -> bool {
    played.verdict.number() > best.verdict.number()
}

/// Whether the best move is the one played, which is known to lose.
pub(crate) fn is_refuted(best: &Found, played: &Found) -> bool {
    let loses = |found: &Found| matches!(found.verdict, Verdict::Loses { .. });
    best.point() == played.point() && loses(played) && !loses(best)
}

/// What a verdict of the other side means for who moved into it.
fn one_ply_before(verdict: Verdict) -> Verdict {
    match -verdict {
        Verdict::Wins { plies } => Verdict::Wins { plies: plies + 1 },
        Verdict::Loses { plies } => Verdict::Loses { plies: plies + 1 },
        open => open,
    }
}
