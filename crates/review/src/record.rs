//! A review as a game record: comments on the moves, better lines as variations.

use tengen_core::Move;
use tengen_formats::{Editor, NodeId, Property, Record};

use crate::{JudgedMove, Label, Review, move_text, turning_text};

/// The record with the review written into it. Its own comments and variations stay.
pub fn annotated(record: &Record, review: &Review) -> Record {
    let nodes: Vec<NodeId> =
        record.line_to(record.main_end()).moves.into_iter().map(|(node, _)| node).collect();
    let mut record = record.clone();
    for (judged, &node) in review.moves.iter().zip(&nodes) {
        if judged.judgement.label != Label::NotJudged {
            note(&mut record, node, &move_text(judged));
            mark(&mut record, node, judged.judgement.label);
        }
        record = with_better(record, node, judged);
    }
    for point in &review.turning_points {
        if let Some(&node) = nodes.get(point.ply()) {
            note(&mut record, node, &turning_text(point));
        }
    }
    record
}

fn note(record: &mut Record, node: NodeId, text: &str) {
    record.annotate(node, |notes| {
        if !notes.comment.is_empty() {
            notes.comment.push('\n');
        }
        notes.comment.push_str(text);
    });
}

/// What SGF calls the move: bad, doubtful, or the only one.
fn mark(record: &mut Record, node: NodeId, label: Label) {
    let (name, value) = match label {
        Label::Blunder => ("BM", "2"),
        Label::Mistake => ("BM", "1"),
        Label::Inaccuracy => ("DO", ""),
        _ => return,
    };
    record.annotate(node, |notes| {
        notes.extra.retain(|property| property.name != name);
        notes.extra.push(Property { name: name.to_owned(), values: vec![value.to_owned()] });
    });
}

/// The better line of a move beside it, unless the record has one that begins so.
fn with_better(record: Record, node: NodeId, judged: &JudgedMove) -> Record {
    let better = judged.better().filter(|_| judged.judgement.label.is_reproach());
    let (Some(better), Some(parent)) = (better, record.parent(node)) else { return record };
    let first = better.line.first().map(|&point| Move::Stone(point));
    let is_there = |child| record.play(child).map(|play| play.action) == first;
    if record.children(parent).any(is_there) {
        return record;
    }
    let mut editor = Editor::on(record, parent);
    let mut side = judged.side;
    for &point in &better.line {
        // A line that leaves the board or meets a stone ends there.
        if editor.play(side, Move::Stone(point)).is_err() {
            break;
        }
        side = !side;
    }
    editor.finish()
}
