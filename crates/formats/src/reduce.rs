//! What remains of a record in a format that cannot hold all of it, and what is lost.

use tengen_core::{Move, Side, Size};

use crate::record::{Ending, How};
use crate::{Format, NodeId, Record};

mod lost;

/// Why a record cannot be written in a format at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The format holds one game.
    #[error("{0} files hold one game, not {1}")]
    OneGame(Format, usize),
    /// The position was set up, and the format has moves only.
    #[error("{0} files cannot hold a position that was set up")]
    Setup(Format),
    /// The format is for one size of board.
    #[error("{0} files hold boards of {expected} lines, not of {1}", expected = Size::default())]
    Board(Format, Size),
    /// A side moves when the other one should, and the format tells sides by turns.
    #[error("{0} files cannot hold two moves of one side in a row, or a first move of White")]
    Order(Format),
    /// Somebody passes, and the format has stones only.
    #[error("{0} files cannot hold a pass")]
    Pass(Format),
    /// A line without stones says nothing in this format.
    #[error("{0} files cannot hold the empty board")]
    Empty(Format),
    /// The format tells who is to move by the number of stones.
    #[error("{0} files cannot say that {1} is to move in this position")]
    Turn(Format, Side),
}

/// A record cut to what a format holds.
#[derive(Debug)]
pub struct Reduced {
    /// Exactly what reading the written file gives back.
    pub record: Record,
    /// What was left out, a few words each.
    pub lost: Vec<String>,
}

/// Cuts a record to what `format` can hold.
///
/// # Errors
/// If what is left would be another game.
pub fn reduce(record: &Record, format: Format) -> Result<Reduced, WriteError> {
    if format == Format::Lib {
        return library(record);
    }
    let mut kept = match format.capacity().changes {
        true => record.clone(),
        false => main_line_only(record, format)?,
    };
    keep_info(&mut kept, record, format);
    match format {
        Format::Sgf => crate::sgf::normalise(&mut kept),
        Format::Board => kept = crate::protocol_text::flatten(&kept)?,
        Format::Offset if kept.move_count() == 0 => return Err(WriteError::Empty(format)),
        _ => {}
    }
    Ok(Reduced { lost: lost::between(record, &kept, format), record: kept })
}

/// A whole tree, without what libraries have no place for.
fn library(record: &Record) -> Result<Reduced, WriteError> {
    let folded = crate::renlib::fold(record)?;
    let mut kept = folded.clone();
    keep_info(&mut kept, record, Format::Lib);
    crate::renlib::normalise(&mut kept);
    let idle = record.node_count() - folded.node_count();
    let mut lost = lost::nodes_without_a_move(idle);
    lost.extend(lost::between(&folded, &kept, Format::Lib));
    Ok(Reduced { record: kept, lost })
}

/// The main line alone, with its times if the format holds them.
fn main_line_only(record: &Record, format: Format) -> Result<Record, WriteError> {
    let capacity = format.capacity();
    let line = record.line_to(record.main_end());
    if !capacity.setup && !line.is_plain() {
        return Err(WriteError::Setup(format));
    }
    if !capacity.passes && !capacity.setup && line.moves.iter().any(|m| m.1 == Move::Pass) {
        return Err(WriteError::Pass(format));
    }
    let mut kept = record.only_line_to(record.main_end());
    if capacity.times {
        let nodes: Vec<NodeId> = kept.main_line().collect();
        for (id, (timed, _)) in nodes.into_iter().zip(line.moves) {
            kept.note(id, |notes| notes.millis = record.notes(timed).millis);
        }
    }
    Ok(kept)
}

fn keep_info(kept: &mut Record, record: &Record, format: Format) {
    let capacity = format.capacity();
    kept.rule = record.rule.filter(|_| capacity.rule);
    kept.info = record.info.clone();
    let info = &mut kept.info;
    if !capacity.players {
        info.players = Default::default();
    }
    if !capacity.occasion {
        (info.event, info.round, info.date) = Default::default();
    }
    if format == Format::Psq {
        // A PSQ says that the side to move lost its time or broke down, or just that it is over.
        let to_move = record.line_to(record.main_end()).to_move();
        info.ending = info.ending.map(|ending| match ending {
            Ending::Won(side, How::Time | How::Forfeit) if side != to_move => ending,
            _ => Ending::Finished,
        });
        for side in Side::BOTH {
            info.players[side] = crate::psq::name(&info.players[side]);
        }
    } else if !capacity.ending {
        info.ending = None;
    }
}
