//! From records to SGF text.

use std::fmt::Write as _;

use tengen_core::{Move, Point, Side, Size};

use super::{ending_text, mark_name};
use crate::Record;
use crate::record::{Mark, NodeId};

/// Writes games one after the other.
pub(crate) fn write(records: &[Record]) -> String {
    let games: Vec<String> = records.iter().map(game).collect();
    games.join("\n")
}

/// What is still to be written.
enum Pending {
    Node(NodeId),
    Open,
    Close,
}

fn game(record: &Record) -> String {
    let mut out = Writer { text: String::new(), line_start: 0, size: record.size() };
    let mut pending = vec![Pending::Close, Pending::Node(Record::ROOT), Pending::Open];
    while let Some(next) = pending.pop() {
        match next {
            Pending::Open => out.text.push('('),
            Pending::Close => out.text.push(')'),
            Pending::Node(id) => {
                out.break_long_line();
                out.node(record, id);
                let children: Vec<NodeId> = record.children(id).collect();
                let fork = children.len() > 1;
                for &child in children.iter().rev() {
                    if fork {
                        pending.extend([Pending::Close, Pending::Node(child), Pending::Open]);
                    } else {
                        pending.push(Pending::Node(child));
                    }
                }
            }
        }
    }
    out.text.push('\n');
    out.text
}

struct Writer {
    text: String,
    line_start: usize,
    size: Size,
}

impl Writer {
    fn break_long_line(&mut self) {
        const WIDE: usize = 80;
        if self.text.len() - self.line_start > WIDE {
            self.text.push('\n');
            self.line_start = self.text.len();
        }
    }

    fn node(&mut self, record: &Record, id: NodeId) {
        self.text.push(';');
        if id == Record::ROOT {
            self.root(record);
        }
        if let Some(play) = record.play(id) {
            let point = match play.action {
                Move::Stone(point) => self.point(point),
                Move::Pass => String::new(),
            };
            self.property(side_letter(play.side), &point);
        }
        let notes = record.notes(id);
        for side in Side::BOTH {
            let stones = notes.setup.stones.iter().filter(|stone| stone.1 == side);
            let name = if side == Side::Black { "AB" } else { "AW" };
            self.points(name, stones.map(|stone| stone.0));
        }
        // A stone put on another takes its place: only what stays empty is named.
        let covered = |point| notes.setup.stones.iter().any(|stone| stone.0 == point);
        self.points("AE", notes.setup.cleared.iter().copied().filter(|&point| !covered(point)));
        if let Some(side) = notes.setup.to_move {
            self.property("PL", side_letter(side));
        }
        self.marks(&notes.marks);
        if let Some(millis) = notes.millis {
            self.property("MS", &millis.to_string());
        }
        if notes.hot {
            self.property("HO", "1");
        }
        for extra in &notes.extra {
            self.text.push_str(&extra.name);
            for value in &extra.values {
                let _ = write!(self.text, "[{value}]");
            }
        }
        self.text_property("C", &notes.comment);
    }

    fn root(&mut self, record: &Record) {
        let version = env!("CARGO_PKG_VERSION");
        let _ = write!(self.text, "FF[4]GM[4]CA[UTF-8]AP[Tengen:{version}]SZ[{}]", record.size());
        if let Some(rule) = record.rule {
            self.property("RU", rule.name());
        }
        let info = &record.info;
        self.text_property("PB", &info.players[Side::Black]);
        self.text_property("PW", &info.players[Side::White]);
        self.text_property("EV", &info.event);
        self.text_property("RO", &info.round);
        self.text_property("DT", &info.date);
        if let Some(ending) = info.ending {
            self.property("RE", &ending_text(ending));
        }
    }

    /// Marks of one kind stand together: see `normalise`.
    fn marks(&mut self, marks: &[(Point, Mark)]) {
        for group in marks.chunk_by(|a, b| mark_name(&a.1) == mark_name(&b.1)) {
            self.text.push_str(mark_name(&group[0].1));
            for (point, mark) in group {
                let place = self.point(*point);
                match mark {
                    Mark::Label(label) => {
                        let label = escaped(label, true);
                        let _ = write!(self.text, "[{place}:{label}]");
                    }
                    Mark::Arrow(to) => {
                        let _ = write!(self.text, "[{place}:{}]", self.point(*to));
                    }
                    _ => {
                        let _ = write!(self.text, "[{place}]");
                    }
                }
            }
        }
    }

    fn points(&mut self, name: &str, points: impl Iterator<Item = Point>) {
        let values: String = points.map(|point| format!("[{}]", self.point(point))).collect();
        if !values.is_empty() {
            self.text.push_str(name);
            self.text.push_str(&values);
        }
    }

    fn text_property(&mut self, name: &str, text: &str) {
        if !text.is_empty() {
            self.property(name, &escaped(text, false));
        }
    }

    fn property(&mut self, name: &str, value: &str) {
        let _ = write!(self.text, "{name}[{value}]");
    }

    fn point(&self, point: Point) -> String {
        let letter = |n: u8| (b'a' + n) as char;
        let from_top = point.flipped(self.size);
        format!("{}{}", letter(from_top.x()), letter(from_top.y()))
    }
}

fn side_letter(side: Side) -> &'static str {
    match side {
        Side::Black => "B",
        Side::White => "W",
    }
}

fn escaped(text: &str, in_pair: bool) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\\' || c == ']' || (in_pair && c == ':') {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}
