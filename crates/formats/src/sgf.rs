//! Smart Game Format FF\[4\], GM\[4\]: a tree of moves in brackets.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use crate::record::Mark;
use crate::{Ending, How, Property, Record, Side};

/// Properties that have a field of their own in a record's root.
const ROOT_NAMES: [&str; 12] =
    ["FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "EV", "RO", "DT", "RE"];
/// Properties that have a field of their own in every node.
const NODE_NAMES: [&str; 14] =
    ["B", "W", "AB", "AW", "AE", "PL", "C", "CR", "TR", "SQ", "MA", "LB", "HO", "MS"];

/// Whether a property may stand among a node's extra ones: well-formed, and no field of its own.
pub(crate) fn is_extra(property: &Property, in_root: bool) -> bool {
    let name = property.name.as_str();
    let well_named =
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    well_named
        && !NODE_NAMES.contains(&name)
        // A rule or a result that is not understood is kept as it stands.
        && (!in_root || !ROOT_NAMES.contains(&name) || ["RU", "RE"].contains(&name))
        && !property.values.is_empty()
        && property.values.iter().all(|value| is_raw_value(value))
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
/// are put together by kind, as a node has one list of each.
pub(crate) fn normalise(record: &mut Record) {
    let info = &mut record.info;
    for text in [&mut info.event, &mut info.round, &mut info.date] {
        *text = simple_text(text);
    }
    for side in Side::BOTH {
        info.players[side] = simple_text(&info.players[side]);
    }
    let nodes: Vec<_> = record.preorder().collect();
    for id in nodes {
        record.annotate(id, |notes| {
            notes.comment = with_plain_breaks(&notes.comment);
            notes.marks.sort_by_key(|(_, mark)| mark_name(mark));
            for (_, mark) in &mut notes.marks {
                if let Mark::Label(label) = mark {
                    *label = simple_text(label);
                }
            }
        });
    }
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

/// The property names of marks without a text.
fn mark_name(mark: &Mark) -> &'static str {
    match mark {
        Mark::Circle => "CR",
        Mark::Triangle => "TR",
        Mark::Square => "SQ",
        Mark::Cross => "MA",
        Mark::Label(_) => "LB",
    }
}
