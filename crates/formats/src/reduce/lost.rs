//! What a format could not hold, in a few words each.

use tengen_core::Move;

use crate::record::{Notes, Play, Setup};
use crate::{Format, Info, Record};

/// What stands in `whole` but not, or not so, in `kept`. Nothing if the two are equal; the board's
/// size is lost if only the reader can tell it.
pub(super) fn between(whole: &Record, kept: &Record, format: Format) -> Vec<String> {
    let mut lost = Vec::new();
    let variations = whole.variation_count() - kept.variation_count();
    lost.extend(counted(variations, "variation", "variations"));
    lost.extend(notes(whole, kept, format));
    lost.extend(info(&whole.info, &kept.info));
    if whole.rule != kept.rule {
        lost.push("the rule".to_owned());
    }
    if !format.capacity().size && whole.size() != Default::default() {
        lost.push("the board's size".to_owned());
    }
    lost.extend(steps(whole, kept));
    lost
}

fn counted(number: usize, one: &str, many: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {many}")),
    }
}

/// A kind of note: its name for one and for many, whether there is one, whether two are the same.
type Kind = (&'static str, &'static str, fn(&Notes) -> bool, fn(&Notes, &Notes) -> bool);

const KINDS: [Kind; 4] = [
    ("comment", "comments", |n| !n.comment.is_empty(), |a, b| a.comment == b.comment),
    ("marked position", "marked positions", |n| !n.marks.is_empty(), |a, b| a.marks == b.marks),
    ("thinking time", "thinking times", |n| n.millis.is_some(), |a, b| a.millis == b.millis),
    (
        "node's other notes",
        "nodes' other notes",
        |n| n.hot || !n.extra.is_empty(),
        |a, b| a.hot == b.hot && a.extra == b.extra,
    ),
];

fn notes(whole: &Record, kept: &Record, format: Format) -> Vec<String> {
    let mut lost = Vec::new();
    for (one, many, is, same) in KINDS {
        let number = |record: &Record| record.preorder().filter(|&id| is(record.notes(id))).count();
        let gone = number(whole).saturating_sub(number(kept));
        lost.extend(counted(gone, one, many));
        if format.capacity().variations {
            let pairs = whole.preorder().zip(kept.preorder());
            let notes = pairs.map(|(mine, left)| (whole.notes(mine), kept.notes(left)));
            let altered = notes.filter(|(mine, left)| !same(mine, left)).count() - gone;
            let many = format!("{many} as written");
            lost.extend(counted(altered, &format!("{one} as written"), &many));
        }
    }
    lost
}

fn info(whole: &Info, kept: &Info) -> Vec<String> {
    let mut lost = Vec::new();
    let no_names = kept.players == Default::default();
    let texts = [
        (whole.players != kept.players, no_names, "the players' names"),
        (whole.event != kept.event, kept.event.is_empty(), "the event"),
        (whole.round != kept.round, kept.round.is_empty(), "the round"),
        (whole.date != kept.date, kept.date.is_empty(), "the date"),
        (whole.ending != kept.ending, true, "how the game ended"),
    ];
    for (differs, is_gone, what) in texts {
        match (differs, is_gone) {
            (false, _) => {}
            (true, true) => lost.push(what.to_owned()),
            (true, false) => lost.push(format!("{what} as written")),
        }
    }
    lost
}

/// What is said of nodes that play nothing and are left out.
pub(super) fn nodes_without_a_move(number: usize) -> Vec<String> {
    counted(number, "node without a move", "nodes without a move").into_iter().collect()
}

/// What happens at a node of the main line.
type Step<'a> = (Option<Play>, &'a Setup);

/// What the main line tells of how the position came about.
fn steps(whole: &Record, kept: &Record) -> Vec<String> {
    let (mine, left) = (main_steps(whole), main_steps(kept));
    if mine == left {
        return Vec::new();
    }
    let moves = |steps: &[Step]| steps.iter().filter(|step| step.0.is_some()).count();
    let passes = |steps: &[Step]| {
        let plays = steps.iter().filter_map(|step| step.0);
        plays.filter(|play| play.action == Move::Pass).count()
    };
    // The root may be empty; any other node then says nothing that a line could hold.
    let is_idle = |step: &&Step| step.0.is_none() && step.1.is_empty();
    let idle = mine[1..].iter().filter(is_idle).count();
    let mut lost = Vec::new();
    lost.extend(nodes_without_a_move(idle));
    if moves(&left) < moves(&mine) {
        lost.push("the order of the moves".to_owned());
    } else if passes(&left) > passes(&mine) {
        lost.push("that one side moved twice in a row".to_owned());
    }
    let setups = |steps: &[Step]| -> Vec<Setup> {
        steps.iter().filter(|step| !step.1.is_empty()).map(|step| step.1.clone()).collect()
    };
    let has_setup = mine.iter().any(|step| !step.1.is_empty());
    if lost.is_empty() || has_setup && setups(&mine) != setups(&left) {
        lost.push("the way the position was set up".to_owned());
    }
    lost
}

fn main_steps(record: &Record) -> Vec<Step<'_>> {
    let nodes = std::iter::once(Record::ROOT).chain(record.main_line());
    nodes.map(|id| (record.play(id), &record.notes(id).setup)).collect()
}
