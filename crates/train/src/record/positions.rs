//! The positions of games that become samples.

use std::sync::Arc;

use tengen_core::Side;
use tengen_engine::{PatternTables, Position, Threat};

use super::{Record, ScoredMove};

/// A position of a game before a move that was searched.
#[derive(Debug)]
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// The move that was played, with the score of its search.
    pub played: ScoredMove,
    /// The result for the side to move.
    pub result: f32,
}

/// Calls `see` for every quiet position of a game: neither side can make five or an open four next,
/// and the search proved nothing.
pub fn quiet_positions(
    record: &Record,
    tables: &Arc<PatternTables>,
    mut see: impl FnMut(&Sample<'_>),
) {
    let mut position = Position::new(record.size, tables.clone());
    record.opening.iter().for_each(|&point| position.play(point));
    for &played in &record.moves {
        if is_quiet(&position) && played.score.abs() < Record::PROVEN {
            let result = record.points(position.to_move());
            see(&Sample { position: &position, played, result });
        }
        position.play(played.point);
    }
}

fn is_quiet(position: &Position) -> bool {
    let loud = [Threat::Five, Threat::OpenFour];
    !Side::BOTH.iter().any(|&side| loud.iter().any(|&threat| position.count(side, threat) > 0))
}
