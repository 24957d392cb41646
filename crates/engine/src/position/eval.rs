//! The static evaluation.

use tengen_core::Side;

use crate::{Position, Score, ThreatWeights};

/// The static eval of a position for the side to move: the values and tempi of all empty points,
/// which the position keeps incrementally, and the weights of the threats of both sides.
///
/// The sum of the weights of its features: [`Position::value_features`].
pub(crate) fn evaluate(position: &Position) -> Score {
    let side = position.to_move();
    let points = match side {
        Side::Black => position.value(),
        Side::White => -position.value(),
    };
    let weights = position.tables().threats(side);
    let pair = weights.pair(position.strongest_threat(side), position.strongest_threat(!side));
    let count =
        |threat| weights.count(threat, position.count(side, threat), position.count(!side, threat));
    let counts: i32 = ThreatWeights::COUNTED.iter().map(|&threat| count(threat)).sum();
    Score::estimate(points + position.tempo() + pair + counts)
}

impl Position {
    /// The static eval for the side to move.
    pub fn evaluate(&self) -> Score {
        evaluate(self)
    }
}
