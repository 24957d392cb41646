//! Several trees as one.

use std::collections::HashMap;

use super::fold::join;
use crate::record::Play;
use crate::{Editor, NodeId, Record};

/// A node of one of the records.
type Source = (usize, NodeId);

/// One tree of all records, which must be of one size: moves that are equal from the start on are
/// one, with everything that stands beside any of them.
pub(crate) fn merged(records: &[Record]) -> Record {
    let mut editor = Editor::new(records[0].size());
    let roots: Vec<Source> = (0..records.len()).map(|number| (number, Record::ROOT)).collect();
    let mut waiting: Vec<(NodeId, Option<Play>, Vec<Source>)> = vec![(Record::ROOT, None, roots)];
    while let Some((parent, play, sources)) = waiting.pop() {
        editor.climb_to(parent).expect("the last that waits is below where the editor stands");
        if let Some(play) = play {
            editor.play(play.side, play.action).expect("moves of a record can be played");
        }
        for &(number, id) in &sources {
            editor.note(|notes| join(notes, records[number].notes(id)));
        }
        let at = editor.at();
        let steps = continuations(records, &sources);
        waiting.extend(steps.into_iter().rev().map(|(play, group)| (at, Some(play), group)));
    }
    let mut merged = editor.finish();
    super::normalise(&mut merged);
    merged
}

/// What follows some nodes, equal moves together, in the order in which they are first met.
fn continuations(records: &[Record], sources: &[Source]) -> Vec<(Play, Vec<Source>)> {
    let mut groups: Vec<(Play, Vec<Source>)> = Vec::new();
    let mut places = HashMap::new();
    for &(number, id) in sources {
        for child in records[number].children(id) {
            let play = records[number].play(child).expect("folded records have moves alone");
            let place = *places.entry(play).or_insert(groups.len());
            if place == groups.len() {
                groups.push((play, Vec::new()));
            }
            groups[place].1.push((number, child));
        }
    }
    groups
}
