//! From a position to an estimate.

use crate::{Position, Score, Threat};

/// The threats whose numbers count: what is stronger decides, and what is weaker is in the values of
/// the points.
const COUNTED: &[Threat] =
    Threat::ALL.as_slice().split_at(Threat::OpenFour as usize).0.split_at(1).1;

/// The static value of a position for the side to move: the worth of all empty points and of the
/// turn, and what the strongest threats of both sides and the numbers of all threats add.
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
    let values = position.tables().threats(side);
    let pair = values.pair(strongest(side), strongest(!side));
    let count =
        |threat| values.count(threat, position.count(side, threat), position.count(!side, threat));
    let counts: i32 = COUNTED.iter().map(|&threat| count(threat)).sum();
    Score::estimate(points + position.tempo() + pair + counts)
}

impl Position {
    /// The static value for the side to move.
    pub fn evaluate(&self) -> Score {
        evaluate(self)
    }
}
