//! From a position to an estimate.

use crate::{Position, Score, Threat};

/// The static value of a position for the side to move: the worth of all empty points, and what
/// the strongest threats of both sides add.
pub(crate) fn evaluate(position: &Position) -> Score {
    let side = position.to_move();
    let points = match side {
        tengen_core::Side::Black => position.value(),
        tengen_core::Side::White => -position.value(),
    };
    let strongest = |side| {
        let present = |threat: &Threat| position.count(side, *threat) > 0;
        let threats = Threat::ALL[..=Threat::Five as usize].iter().rev().copied();
        threats.clone().find(present).unwrap_or_default()
    };
    let threats = position.tables().threat_value(strongest(side), strongest(!side));
    Score::estimate(points + threats)
}

impl Position {
    /// The static value for the side to move.
    pub fn evaluate(&self) -> Score {
        evaluate(self)
    }
}
