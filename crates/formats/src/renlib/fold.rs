//! What of a record a library can hold: moves in turn on fifteen lines, comments, and labels.

use tengen_core::{Side, Size};

use super::write::Labels;
use crate::record::Mark;
use crate::{Editor, Format, NodeId, Notes, Record, WriteError};

/// The same record without nodes that play nothing: what stands beside them goes to the node
/// before, where the same stones lie.
pub(crate) fn fold(record: &Record) -> Result<Record, WriteError> {
    check(record)?;
    let mut editor = Editor::new(record.size());
    let mut places = vec![Record::ROOT; record.node_count()];
    for id in record.preorder() {
        if let Some(parent) = record.parent(id) {
            let place: NodeId = places[parent.index()];
            editor.climb_to(place).expect("pre-order goes down from where it was");
            if let Some(play) = record.play(id) {
                editor.play(play.side, play.action).expect("a record's moves can be played");
            }
        }
        places[id.index()] = editor.at();
        editor.note(|notes| join(notes, record.notes(id)));
    }
    let mut folded = editor.finish();
    (folded.rule, folded.info) = (record.rule, record.info.clone());
    Ok(folded)
}

fn check(record: &Record) -> Result<(), WriteError> {
    let format = Format::Lib;
    if record.size() != Size::default() {
        return Err(WriteError::Board(format, record.size()));
    }
    if record.preorder().any(|id| !record.notes(id).setup.is_empty()) {
        return Err(WriteError::Setup(format));
    }
    // Who moves next at each node.
    let mut turns = vec![Side::Black; record.node_count()];
    for id in record.preorder() {
        let turn = record.parent(id).map_or(Side::Black, |parent| turns[parent.index()]);
        turns[id.index()] = match record.play(id) {
            None => turn,
            Some(play) if play.side == turn => !turn,
            Some(_) => return Err(WriteError::Order(format)),
        };
    }
    Ok(())
}

/// Adds what stands beside one node to another's.
pub(super) fn join(notes: &mut Notes, more: &Notes) {
    if !notes.comment.is_empty() && !more.comment.is_empty() && notes.comment != more.comment {
        notes.comment.push('\n');
        notes.comment.push_str(&more.comment);
    } else if notes.comment.is_empty() {
        notes.comment.clone_from(&more.comment);
    }
    let fresh = more.marks.iter().filter(|mark| !notes.marks.contains(mark)).cloned();
    let fresh: Vec<_> = fresh.collect();
    notes.marks.extend(fresh);
    notes.millis = notes.millis.or(more.millis);
    notes.hot |= more.hot;
    notes.extra.extend(more.extra.iter().cloned());
}

/// Brings notes into the form in which a library gives them back: one label a point, marks in
/// the order of the file, one kind of line break.
pub(crate) fn normalise(record: &mut Record) {
    let nodes: Vec<NodeId> = record.preorder().filter(|&id| has_notes(record, id)).collect();
    for id in nodes {
        record.note(id, |notes| {
            notes.comment = comment(&notes.comment);
            notes.millis = None;
            notes.extra.clear();
            let mut seen = std::collections::HashSet::new();
            notes.marks.retain_mut(|(point, mark)| {
                *mark = Mark::Label(label(mark));
                *mark != Mark::Label(String::new()) && seen.insert(*point)
            });
        });
        let sorted = Labels::of(record, id).in_file_order();
        record.note(id, |notes| notes.marks = sorted);
    }
}

fn has_notes(record: &Record, id: NodeId) -> bool {
    !record.notes(id).is_empty()
}

/// Zero ends a text, and byte 8 and all line breaks are read as one kind of break.
fn comment(text: &str) -> String {
    text.replace('\0', "").replace("\r\n", "\n").replace(['\r', '\u{8}'], "\n")
}

/// Libraries have texts on points and no other marks; those become letters that look alike. Nothing looks
/// like an arrow: it is left out, and counted as lost.
fn label(mark: &Mark) -> String {
    match mark {
        Mark::Circle => "o".to_owned(),
        Mark::Triangle => "^".to_owned(),
        Mark::Square => "#".to_owned(),
        Mark::Cross => "x".to_owned(),
        Mark::Arrow(_) => String::new(),
        Mark::Label(text) => text.replace('\0', "").replace(['\r', '\n', '\u{8}'], " "),
    }
}
