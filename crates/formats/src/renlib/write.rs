//! Writes a library, always version 3.4: the older 3.0 has no root, so it holds neither a comment
//! before the first move nor a first move elsewhere than in the middle.
//!
//! Texts are written as UTF-8, which our reader prefers; the format itself names no code page.

use std::collections::HashMap;

use tengen_core::{Move, Point, Size};

use super::{
    BOARD_TEXT, COMMENT, EXTENDED, HEADER_LENGTH, LEAF, MAGIC, MARKED, NO_MOVE, SIBLING_FOLLOWS,
};
use crate::record::Mark;
use crate::{NodeId, Record};

const VERSION: [u8; 2] = [3, 4];

/// The labels of a node as a file has them: on the moves that follow, or without a move.
pub(super) struct Labels {
    /// Of each continuation, in order.
    moves: Vec<(NodeId, Option<(Point, String)>)>,
    /// On other points.
    loose: Vec<(Point, String)>,
}

impl Labels {
    pub(super) fn of(record: &Record, id: NodeId) -> Labels {
        let mut loose: Vec<Option<(Point, String)>> = record
            .notes(id)
            .marks
            .iter()
            .map(|(point, mark)| match mark {
                Mark::Label(text) => Some((*point, text.clone())),
                _ => None,
            })
            .collect();
        let places = loose.iter().enumerate();
        let places: HashMap<Point, usize> =
            places.filter_map(|(place, label)| Some((label.as_ref()?.0, place))).collect();
        let mut take = |child: NodeId| match record.play(child)?.action {
            Move::Stone(point) => places.get(&point).and_then(|&place| loose[place].take()),
            Move::Pass => None,
        };
        let moves = record.children(id).map(|child| (child, take(child))).collect();
        Labels { moves, loose: loose.into_iter().flatten().collect() }
    }

    /// The marks in the order in which a reader meets them.
    pub(super) fn in_file_order(self) -> Vec<(Point, Mark)> {
        let moves = self.moves.into_iter().filter_map(|(_, label)| label);
        moves.chain(self.loose).map(|(point, text)| (point, Mark::Label(text))).collect()
    }
}

/// What is still to be written.
enum Task {
    Node { id: NodeId, text: String, sibling: bool },
    Label { point: Point, text: String, sibling: bool },
}

/// The bytes of a record that was [folded](super::fold) and [normalised](super::normalise).
pub(crate) fn write(record: &Record) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION);
    bytes.resize(HEADER_LENGTH, 0xFF);
    let size = record.size();
    let mut tasks = vec![Task::Node { id: Record::ROOT, text: String::new(), sibling: false }];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Label { point, text, sibling } => {
                let flags = NO_MOVE | LEAF | if sibling { SIBLING_FOLLOWS } else { 0 };
                entry(&mut bytes, position(point, size), flags, "", &text);
            }
            Task::Node { id, text, sibling } => {
                let below = below(Labels::of(record, id));
                let notes = record.notes(id);
                let mut flags = if sibling { SIBLING_FOLLOWS } else { 0 };
                flags |= if below.is_empty() { LEAF } else { 0 };
                flags |= if notes.hot { MARKED } else { 0 };
                let position = match record.play(id).map(|play| play.action) {
                    Some(Move::Stone(point)) => position(point, size),
                    Some(Move::Pass) | None => 0,
                };
                entry(&mut bytes, position, flags, &notes.comment, &text);
                tasks.extend(below.into_iter().rev());
            }
        }
    }
    bytes
}

/// What stands below a node, in order: its continuations, then labels that are on none of them.
fn below(labels: Labels) -> Vec<Task> {
    let count = labels.moves.len() + labels.loose.len();
    let mut sibling = (1..=count).map(|number| number < count);
    let mut sibling = move || sibling.next().unwrap_or(false);
    let mut tasks = Vec::with_capacity(count);
    for (id, label) in labels.moves {
        let text = label.map(|(_, text)| text).unwrap_or_default();
        tasks.push(Task::Node { id, text, sibling: sibling() });
    }
    for (point, text) in labels.loose {
        tasks.push(Task::Label { point, text, sibling: sibling() });
    }
    tasks
}

fn entry(bytes: &mut Vec<u8>, position: u8, flags: u8, comment: &str, board_text: &str) {
    let announced = if comment.is_empty() { 0 } else { COMMENT };
    let extended = if board_text.is_empty() { 0 } else { EXTENDED };
    bytes.extend([position, flags | announced | extended]);
    if extended != 0 {
        bytes.extend([0, BOARD_TEXT]);
    }
    if announced != 0 {
        // Byte 8 parts the headline from the rest, whose lines end as on Windows.
        text(bytes, &comment.replacen('\n', "\u{8}", 1).replace('\n', "\r\n"));
    }
    if extended != 0 {
        text(bytes, board_text);
    }
}

/// A text, its zero, and another one if that makes the length even.
fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend(text.as_bytes());
    bytes.push(0);
    if text.len().is_multiple_of(2) {
        bytes.push(0);
    }
}

/// 16 × row from the top + column from one.
fn position(point: Point, size: Size) -> u8 {
    let from_top = point.flipped(size);
    from_top.y() << 4 | (from_top.x() + 1)
}
