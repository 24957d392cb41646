//! What remains of a record in a format that cannot hold all of it, and what is lost.

use tengen_core::{Move, Side};

use crate::record::{Ending, How, LineOfPlay, Notes, Setup, stones};
use crate::{Capacity, Editor, Format, NodeId, Record};

/// Why a record cannot be written in a format at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The format is read only.
    #[error("{0} files can be read but not written")]
    ReadOnly(Format),
    /// The format holds one game.
    #[error("a {0} file holds one game, not {1}")]
    OneGame(Format, usize),
    /// The position was set up, and the format has moves only.
    #[error("a {0} file cannot hold a position that was set up")]
    Setup(Format),
    /// Somebody passes, and the format has stones only.
    #[error("a {0} file cannot hold a pass")]
    Pass(Format),
    /// The format tells who is to move by the number of stones.
    #[error("a {0} file cannot say that {1} is to move in this position")]
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
    let capacity = format.capacity();
    let mut kept = match capacity.changes {
        true => record.clone(),
        false => line_only(record, record.main_end(), format)?,
    };
    keep_info(&mut kept, record, format);
    match format {
        Format::Sgf => crate::sgf::normalise(&mut kept),
        Format::Board => kept = crate::protocol_text::flatten(kept)?,
        _ => {}
    }
    Ok(Reduced { lost: lost(record, &kept, capacity), record: kept })
}

/// The record of one line of play: its start, its moves, and beside them what the format holds.
pub(crate) fn line_only(
    record: &Record,
    end: NodeId,
    format: Format,
) -> Result<Record, WriteError> {
    let capacity = format.capacity();
    let line = record.line_to(end);
    if !capacity.setup && !line.is_plain() {
        return Err(WriteError::Setup(format));
    }
    if !capacity.passes && !capacity.setup && line.moves.iter().any(|m| m.1 == Move::Pass) {
        return Err(WriteError::Pass(format));
    }
    let mut editor = editor_at_start(record, &line);
    let mut side = line.first_to_move;
    for &(id, action) in &line.moves {
        editor.play(side, action).expect("a line of a record can be played");
        let notes = record.notes(id);
        editor.annotate(|kept| kept.millis = notes.millis.filter(|_| capacity.times));
        side = !side;
    }
    Ok(editor.finish())
}

fn editor_at_start(record: &Record, line: &LineOfPlay) -> Editor {
    let mut editor = Editor::new(record.size());
    if !line.is_plain() {
        let stones = stones(&line.start).collect();
        let setup = Setup { stones, to_move: Some(line.first_to_move), ..Setup::default() };
        editor.set_up(setup).expect("the start of a line can be set up");
    }
    editor
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

/// What stands in `whole` but not in `kept`.
fn lost(whole: &Record, kept: &Record, capacity: Capacity) -> Vec<String> {
    let mut lost = Vec::new();
    let mut count = |number: usize, one: &str, many: &str| match number {
        0 => {}
        1 => lost.push(format!("1 {one}")),
        _ => lost.push(format!("{number} {many}")),
    };
    count(whole.variation_count() - kept.variation_count(), "variation", "variations");
    let notes = |record: &Record, is: fn(&Notes) -> bool| {
        record.preorder().filter(|&id| is(record.notes(id))).count()
    };
    let mut missing = |is: fn(&Notes) -> bool, one: &str, many: &str| {
        count(notes(whole, is).saturating_sub(notes(kept, is)), one, many);
    };
    missing(|n| !n.comment.is_empty(), "comment", "comments");
    missing(|n| !n.marks.is_empty(), "marked position", "marked positions");
    missing(|n| n.millis.is_some(), "thinking time", "thinking times");
    missing(|n| !n.extra.is_empty() || n.hot, "node's other notes", "nodes' other notes");
    let info = [
        (whole.info.players != kept.info.players, "the players' names"),
        (whole.info.event != kept.info.event, "the event"),
        (whole.info.round != kept.info.round, "the round"),
        (whole.info.date != kept.info.date, "the date"),
        (whole.info.ending != kept.info.ending, "how the game ended"),
        (whole.rule != kept.rule, "the rule"),
        (!capacity.size && whole.size() != Default::default(), "the board's size"),
    ];
    lost.extend(info.into_iter().filter(|info| info.0).map(|info| info.1.to_owned()));
    let moves = |record: &Record| record.line_to(record.main_end()).moves.len();
    if moves(kept) < moves(whole) {
        lost.push("the order of the moves".to_owned());
    }
    lost
}
