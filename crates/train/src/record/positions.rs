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

/// Calls `see` for every position of a game that a search would evaluate and proved nothing of: neither
/// side can make five next, and the side to move no open four. The other side may threaten one: in a
/// search that is a third of all that is evaluated.
pub fn unsettled_positions(
    record: &Record,
    tables: &Arc<PatternTables>,
    see: impl FnMut(&Sample<'_>),
) {
    positions(record, tables, is_unsettled, see);
}

/// Calls `see` for every quiet position of a game: neither side can make five or an open four next,
/// and the search proved nothing.
pub fn quiet_positions(record: &Record, tables: &Arc<PatternTables>, see: impl FnMut(&Sample<'_>)) {
    let is_quiet = |position: &Position| {
        is_unsettled(position) && position.count(!position.to_move(), Threat::OpenFour) == 0
    };
    positions(record, tables, is_quiet, see);
}

fn positions(
    record: &Record,
    tables: &Arc<PatternTables>,
    is_wanted: impl Fn(&Position) -> bool,
    mut see: impl FnMut(&Sample<'_>),
) {
    let mut position = Position::new(record.size, tables.clone());
    record.opening.iter().for_each(|&point| position.play(point));
    for &played in &record.moves {
        if is_wanted(&position) && played.score.abs() < Record::PROVEN {
            let result = record.points(position.to_move());
            see(&Sample { position: &position, played, result });
        }
        position.play(played.point);
    }
}

fn is_unsettled(position: &Position) -> bool {
    let own = position.to_move();
    let fives = Side::BOTH.map(|side| position.count(side, Threat::Five));
    fives == [0, 0] && position.count(own, Threat::OpenFour) == 0
}
