//! Smart Game Format FF\[4\], GM\[4\]: a tree of moves in brackets.

mod read;
mod write;

pub(crate) use read::{arrows_of, read};
pub(crate) use write::write;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use tengen_core::{Point, Rule};

use crate::record::Mark;
use crate::{Ending, How, Property, Record, Side};

/// Properties that have a field of their own in a record's root.
const ROOT_NAMES: [&str; 12] =
    ["FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "EV", "RO", "DT", "RE"];
/// Properties that have a field of their own in every node.
const NODE_NAMES: [&str; 15] =
    ["B", "W", "AB", "AW", "AE", "PL", "C", "CR", "TR", "SQ", "MA", "LB", ARROWS, "HO", "MS"];
/// The property that lists arrows.
pub(crate) const ARROWS: &str = "AR";

/// Whether a property may stand among a node's extra ones: well-formed, and no field of its own.
pub(crate) fn is_extra(property: &Property, in_root: bool) -> bool {
    let name = property.name.as_str();
    let well_named =
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let Some(first) = property.values.first() else { return false };
    let has_field = match name {
        // A rule or a result that is not understood is kept as it stands.
        "RU" if in_root => rule(first).is_some(),
        "RE" if in_root => ending(first).is_some(),
        _ => NODE_NAMES.contains(&name) || in_root && ROOT_NAMES.contains(&name),
    };
    well_named && !has_field && property.values.iter().all(|value| is_raw_value(value))
}

/// Whether a text can stand between brackets as it is.
fn is_raw_value(text: &str) -> bool {
    let mut escaped = false;
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b']' => return false,
            _ => {}
        }
    }
    !escaped
}

/// Rewrites texts the way a reader of SGF must: one kind of line break, none in short texts. Marks
/// are put together by kind, as a node has one list of each, and so are properties by name.
pub(crate) fn normalise(record: &mut Record) {
    let (has_rule, has_ending) = (record.rule.is_some(), record.info.ending.is_some());
    let info = &mut record.info;
    for text in [&mut info.event, &mut info.round, &mut info.date] {
        *text = simple_text(text);
    }
    for side in Side::BOTH {
        info.players[side] = simple_text(&info.players[side]);
    }
    let nodes: Vec<_> = record.preorder().collect();
    for id in nodes {
        record.note(id, |notes| {
            notes.comment = with_plain_breaks(&notes.comment);
            put_marks_together(&mut notes.marks);
            put_properties_together(&mut notes.extra);
            if id == Record::ROOT {
                notes.extra.retain(|extra| match extra.name.as_str() {
                    "RU" => !has_rule,
                    "RE" => !has_ending,
                    _ => true,
                });
            }
        });
    }
}

fn put_marks_together(marks: &mut Vec<(Point, Mark)>) {
    marks.sort_by_key(|(_, mark)| mark_name(mark));
    let mut seen = HashSet::new();
    marks.retain_mut(|(point, mark)| match mark {
        Mark::Label(label) => {
            *label = simple_text(label);
            true
        }
        Mark::Arrow(to) => seen.insert((ARROWS, *point, Some(*to))),
        _ => seen.insert((mark_name(mark), *point, None)),
    });
}

fn put_properties_together(properties: &mut Vec<Property>) {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut together: Vec<Property> = Vec::with_capacity(properties.len());
    for property in properties.drain(..) {
        match places.entry(property.name.clone()) {
            Entry::Occupied(place) => together[*place.get()].values.extend(property.values),
            Entry::Vacant(place) => {
                place.insert(together.len());
                together.push(property);
            }
        }
    }
    *properties = together;
}

fn simple_text(text: &str) -> String {
    with_plain_breaks(text).replace('\n', " ")
}

/// Every line break (CR LF, LF CR, CR or LF) as LF.
fn with_plain_breaks(text: &str) -> String {
    if !text.contains('\r') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' | '\n' => {
                chars.next_if(|&next| next != c && (next == '\r' || next == '\n'));
                plain.push('\n');
            }
            _ => plain.push(c),
        }
    }
    plain
}

fn ending_text(ending: Ending) -> String {
    match ending {
        Ending::Won(side, how) => {
            let winner = if side == Side::Black { 'B' } else { 'W' };
            let how = match how {
                How::Play => "",
                How::Resignation => "R",
                How::Time => "T",
                How::Forfeit => "F",
            };
            format!("{winner}+{how}")
        }
        Ending::Drawn => "0".to_owned(),
        Ending::Void => "Void".to_owned(),
        Ending::Finished => "?".to_owned(),
    }
}

/// What an `RU` says: the name of a rule or its code in the protocol.
fn rule(text: &str) -> Option<Rule> {
    let text = text.trim();
    text.parse().ok().or_else(|| Rule::from_code(text.parse().ok()?))
}

/// What an `RE` says, dialects of other programs included (`B+1`, `B+Draw`).
fn ending(text: &str) -> Option<Ending> {
    let text = text.trim().to_ascii_lowercase();
    let side = match text.as_str() {
        "0" | "draw" => return Some(Ending::Drawn),
        "void" => return Some(Ending::Void),
        "?" => return Some(Ending::Finished),
        won if won.starts_with("b+") => Side::Black,
        won if won.starts_with("w+") => Side::White,
        _ => return None,
    };
    match &text[2..] {
        "" | "1" => Some(Ending::Won(side, How::Play)),
        "r" | "resign" => Some(Ending::Won(side, How::Resignation)),
        "t" | "time" => Some(Ending::Won(side, How::Time)),
        "f" | "forfeit" => Some(Ending::Won(side, How::Forfeit)),
        "draw" => Some(Ending::Drawn),
        _ => None,
    }
}

/// The property names of marks.
fn mark_name(mark: &Mark) -> &'static str {
    match mark {
        Mark::Circle => "CR",
        Mark::Triangle => "TR",
        Mark::Square => "SQ",
        Mark::Cross => "MA",
        Mark::Label(_) => "LB",
        Mark::Arrow(_) => ARROWS,
    }
}
