//! The positions of games that can be learned from.

use std::sync::Arc;

use tengen_core::Side;
use tengen_engine::{PatternTables, Position, Threat};

use crate::record::{Record, Searched};

/// A position of a game before a move that was searched.
#[derive(Debug)]
pub struct Moment<'a> {
    /// The position.
    pub position: &'a Position,
    /// The move, with what the search said.
    pub chosen: Searched,
    /// The result for the side to move.
    pub result: f32,
}

/// Shows every position of a game to `see` whose value is not settled by a four or a five: where
/// nobody makes five or an open four next, and the search proved nothing.
pub fn quiet(record: &Record, tables: &Arc<PatternTables>, mut see: impl FnMut(&Moment<'_>)) {
    let mut position = Position::new(record.size, tables.clone());
    record.opening.iter().for_each(|&point| position.play(point));
    for &chosen in &record.moves {
        if is_quiet(&position) && chosen.score.abs() < Record::PROVEN {
            let result = record.points(position.to_move());
            see(&Moment { position: &position, chosen, result });
        }
        position.play(chosen.point);
    }
}

fn is_quiet(position: &Position) -> bool {
    let loud = [Threat::Five, Threat::OpenFour];
    !Side::BOTH.iter().any(|&side| loud.iter().any(|&threat| position.count(side, threat) > 0))
}
