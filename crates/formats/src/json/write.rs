//! From records to JSON text, a node a line.

use serde::Serialize;
use tengen_core::{Point, Side};

use super::{
    EndingText, FORMAT, HowText, MarkKind, MarkText, NodeText, SetupText, SideText, VERSION,
};
use crate::record::{Mark, NodeId, Setup};
use crate::{Ending, How, Record};

/// Writes all games.
pub(crate) fn write(records: &[Record]) -> String {
    let games: Vec<String> = records.iter().map(game).collect();
    let games = games.join(",\n");
    format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"games\":[\n{games}\n]}}\n")
}

fn game(record: &Record) -> String {
    let mut fields = vec![format!("\"size\":{}", record.size())];
    if let Some(rule) = record.rule {
        fields.push(field("rule", &rule.name()));
    }
    let info = &record.info;
    let texts = [
        ("black", &info.players[Side::Black]),
        ("white", &info.players[Side::White]),
        ("event", &info.event),
        ("round", &info.round),
        ("date", &info.date),
    ];
    fields.extend(texts.iter().filter(|text| !text.1.is_empty()).map(|text| field(text.0, text.1)));
    if let Some(ending) = info.ending {
        fields.push(field("ending", &ending_text(ending)));
    }
    format!("{{{},\"nodes\":[\n{}\n]}}", fields.join(","), nodes(record))
}

fn field(name: &str, value: &impl Serialize) -> String {
    format!("\"{name}\":{}", json(value))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written as JSON")
}

fn nodes(record: &Record) -> String {
    // Where each node stands in the list, by its own number.
    let mut places = vec![0; record.node_count()];
    let mut lines = Vec::with_capacity(record.node_count());
    let mut before = None;
    for (place, id) in (0..).zip(record.preorder()) {
        places[id.index()] = place;
        let parent = record.parent(id).filter(|&parent| Some(parent) != before);
        lines.push(json(&node(record, id, parent.map(|parent| places[parent.index()]))));
        before = Some(id);
    }
    lines.join(",\n")
}

fn node(record: &Record, id: NodeId, parent: Option<u32>) -> NodeText {
    let play = record.play(id);
    let notes = record.notes(id);
    let marks = notes.marks.iter().map(|(point, mark)| {
        let (mark, text, to) = mark_text(mark);
        MarkText { point: point.to_string(), mark, text, to }
    });
    let extra = notes.extra.iter().map(|p| (p.name.clone(), p.values.clone()));
    NodeText {
        parent,
        side: play.map(|play| side_text(play.side)),
        action: play.map(|play| play.action.to_string()),
        setup: (!notes.setup.is_empty()).then(|| setup_text(&notes.setup)),
        comment: notes.comment.clone(),
        marks: marks.collect(),
        ms: notes.millis,
        hot: notes.hot,
        extra: extra.collect(),
    }
}

fn setup_text(setup: &Setup) -> SetupText {
    let stones = |side| {
        let own = setup.stones.iter().filter(|stone| stone.1 == side);
        own.map(|stone| stone.0.to_string()).collect()
    };
    SetupText {
        black: stones(Side::Black),
        white: stones(Side::White),
        cleared: setup.cleared.iter().map(Point::to_string).collect(),
        to_move: setup.to_move.map(side_text),
    }
}

/// The kind of a mark, what it says and where it ends.
fn mark_text(mark: &Mark) -> (MarkKind, Option<String>, Option<String>) {
    match mark {
        Mark::Circle => (MarkKind::Circle, None, None),
        Mark::Triangle => (MarkKind::Triangle, None, None),
        Mark::Square => (MarkKind::Square, None, None),
        Mark::Cross => (MarkKind::Cross, None, None),
        Mark::Label(label) => (MarkKind::Label, Some(label.clone()), None),
        Mark::Arrow(to) => (MarkKind::Arrow, None, Some(to.to_string())),
    }
}

fn side_text(side: Side) -> SideText {
    match side {
        Side::Black => SideText::Black,
        Side::White => SideText::White,
    }
}

fn ending_text(ending: Ending) -> EndingText {
    let how_text = |how| match how {
        How::Play => HowText::Play,
        How::Resignation => HowText::Resignation,
        How::Time => HowText::Time,
        How::Forfeit => HowText::Forfeit,
    };
    match ending {
        Ending::Won(Side::Black, how) => EndingText::Black(how_text(how)),
        Ending::Won(Side::White, how) => EndingText::White(how_text(how)),
        Ending::Drawn => EndingText::Drawn,
        Ending::Void => EndingText::Void,
        Ending::Finished => EndingText::Finished,
    }
}
