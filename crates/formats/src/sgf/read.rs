//! From SGF text to records.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use tengen_core::{Move, Point, Side, Size};

use super::{ARROWS, ending, rule, simple_text, with_plain_breaks};
use crate::error::{Fault, excerpt};
use crate::reading::Collected;
use crate::record::{Mark, NodeId, Notes, Property, Setup};
use crate::{EditError, Editor, ReadOptions};

/// Reads a collection of games into `games`, the last of them as far as it goes.
pub(crate) fn read(
    text: &str,
    options: &ReadOptions,
    games: &mut Collected,
    notices: &mut Vec<String>,
) -> Result<(), Fault> {
    let mut reader = Reader { text, at: 0, options, notices };
    while reader.peek().is_some() {
        reader.game(games)?;
    }
    Ok(())
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    options: &'a ReadOptions,
    notices: &'a mut Vec<String>,
}

/// A property as it stands in the file: values still escaped, each with its place.
struct Raw<'a> {
    name: Cow<'a, str>,
    at: usize,
    values: Vec<(usize, &'a str)>,
}

impl<'a> Reader<'a> {
    fn game(&mut self, games: &mut Collected) -> Result<(), Fault> {
        self.expect(b'(', "a game begins with '('")?;
        self.expect(b';', "a game begins with a node, ';'")?;
        let properties = self.properties()?;
        let mut editor = games.editor_at(self.at, self.size(&properties)?)?;
        let done = self.tree(&mut editor, properties);
        games.push(editor.finish());
        done
    }

    /// The rest of a game after its first node.
    fn tree(&mut self, editor: &mut Editor, root: Vec<Raw<'a>>) -> Result<(), Fault> {
        self.root(editor, root)?;
        // Where each open variation branched off.
        let mut open: Vec<NodeId> = Vec::new();
        loop {
            match self.peek() {
                Some(b';') => {
                    self.at += 1;
                    let properties = self.properties()?;
                    node(editor, &properties, false)?;
                }
                Some(b'(') => {
                    self.at += 1;
                    open.push(editor.at());
                    if self.peek() != Some(b';') {
                        return Err(self.unexpected("a variation begins with a node, ';'"));
                    }
                }
                Some(b')') => {
                    self.at += 1;
                    let Some(fork) = open.pop() else { return Ok(()) };
                    editor.climb_to(fork).expect("a fork is above its variations");
                }
                Some(_) => return Err(self.unexpected("expected ';', '(' or ')'")),
                None => return Err(Fault::new(self.at, "the file ends inside a game")),
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<Raw<'a>>, Fault> {
        let mut properties: Vec<Raw<'a>> = Vec::new();
        let mut places: HashMap<Cow<str>, usize> = HashMap::new();
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric()) {
            let at = self.at;
            let end = self.text[at..].find(|c: char| !c.is_ascii_alphanumeric());
            self.at = end.map_or(self.text.len(), |end| at + end);
            // Old files spell names out: only the capitals count.
            let written = &self.text[at..self.at];
            let name = match written.contains(|c: char| c.is_ascii_lowercase()) {
                true => Cow::Owned(written.replace(|c: char| c.is_ascii_lowercase(), "")),
                false => Cow::Borrowed(written),
            };
            if name.is_empty() {
                return Err(Fault::new(at, format!("{} is not a property", excerpt(written))));
            }
            let values = self.values(&name)?;
            match places.entry(name.clone()) {
                Entry::Occupied(place) => properties[*place.get()].values.extend(values),
                Entry::Vacant(place) => {
                    place.insert(properties.len());
                    properties.push(Raw { name, at, values });
                }
            }
        }
        Ok(properties)
    }

    fn values(&mut self, name: &str) -> Result<Vec<(usize, &'a str)>, Fault> {
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            let start = self.at + 1;
            let mut escaped = false;
            let end = self.text[start..].bytes().position(|byte| {
                let ends = byte == b']' && !escaped;
                escaped = byte == b'\\' && !escaped;
                ends
            });
            let Some(length) = end else {
                return Err(Fault::new(
                    self.at,
                    format!("the value of {} has no end, ']'", excerpt(name)),
                ));
            };
            values.push((start, &self.text[start..start + length]));
            self.at = start + length + 1;
        }
        match values.is_empty() {
            true => Err(self.unexpected(&format!("the property {} has no value", excerpt(name)))),
            false => Ok(values),
        }
    }

    fn size(&mut self, root: &[Raw]) -> Result<Size, Fault> {
        let Some(&(at, text)) = root.iter().find(|p| p.name == "SZ").map(|p| &p.values[0]) else {
            let size = self.options.size;
            self.notice(format!("the file names no board size; {size} is assumed"));
            return Ok(size);
        };
        let (width, height) = text.split_once(':').unwrap_or((text, text));
        let lines = width.trim().parse().ok().filter(|_| width.trim() == height.trim());
        lines.and_then(Size::new).ok_or_else(|| {
            let problem = format!("{} is not a square board of 5 to 22 lines", excerpt(text));
            Fault::new(at, problem)
        })
    }

    fn root(&mut self, editor: &mut Editor, properties: Vec<Raw<'a>>) -> Result<(), Fault> {
        let mut rest = Vec::new();
        for property in properties {
            let (at, value) = property.values[0];
            let record = editor.record_mut();
            let info = &mut record.info;
            match &*property.name {
                "FF" | "CA" | "AP" | "SZ" => {}
                "GM" => self.check_game(at, value)?,
                "PB" => info.players[Side::Black] = simple_text(&unescaped(value)),
                "PW" => info.players[Side::White] = simple_text(&unescaped(value)),
                "EV" => info.event = simple_text(&unescaped(value)),
                "RO" => info.round = simple_text(&unescaped(value)),
                "DT" => info.date = simple_text(&unescaped(value)),
                "RE" if ending(value).is_some() => info.ending = ending(value),
                "RU" if rule(value).is_some() => record.rule = rule(value),
                _ => rest.push(property),
            }
        }
        node(editor, &rest, true)
    }

    fn check_game(&mut self, at: usize, value: &str) -> Result<(), Fault> {
        match value.trim() {
            "4" => Ok(()),
            "1" => {
                self.notice("the file says that it is a game of Go".to_owned());
                Ok(())
            }
            other => {
                let problem = format!("game type {} is not five in a row, 4", excerpt(other));
                Err(Fault::new(at, problem))
            }
        }
    }

    /// Says something once, however many games it is true of.
    fn notice(&mut self, notice: String) {
        if !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    /// The next byte that is not blank.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn expect(&mut self, byte: u8, otherwise: &str) -> Result<(), Fault> {
        if self.peek() != Some(byte) {
            return Err(self.unexpected(otherwise));
        }
        self.at += 1;
        Ok(())
    }

    fn unexpected(&self, problem: &str) -> Fault {
        match self.text[self.at..].chars().next() {
            Some(found) => {
                let found = excerpt(found.encode_utf8(&mut [0; 4]));
                Fault::new(self.at, format!("{problem}, but here is {found}"))
            }
            None => Fault::new(self.at, format!("{problem}, but here the file ends")),
        }
    }
}

/// What the properties of one node say; moves and stones with their places.
#[derive(Default)]
struct Content {
    play: Option<(usize, Side, Move)>,
    stones: Vec<(usize, Point, Side)>,
    cleared: Vec<Point>,
    to_move: Option<Side>,
    notes: Notes,
}

/// Adds a node below the one the editor stands on, or fills the root.
///
/// A set-up and a move in one node, or a move in the root, become two nodes.
fn node(editor: &mut Editor, properties: &[Raw], is_root: bool) -> Result<(), Fault> {
    let mut content = content(properties, editor.record().size())?;
    let has_setup = content.has_setup();
    if !is_root && (content.play.is_none() || has_setup) {
        let start = properties.first().map_or(0, |property| property.at);
        editor.add_empty().map_err(|error| Fault::new(start, error))?;
    }
    if has_setup {
        set_up(editor, &content)?;
    }
    if let Some((at, side, action)) = content.play {
        if is_root {
            // Properties without a field here belong to the game, not to its first move.
            let extra = std::mem::take(&mut content.notes.extra);
            editor.note(|root| root.extra = extra);
        }
        editor.play(side, action).map_err(|error| Fault::new(at, error))?;
    }
    editor.note(|kept| *kept = content.notes);
    Ok(())
}

fn set_up(editor: &mut Editor, content: &Content) -> Result<(), Fault> {
    let Content { stones, cleared, to_move, .. } = content;
    // A stone put on another takes its place.
    let covered = stones.iter().map(|stone| stone.1);
    let setup = Setup {
        stones: stones.iter().map(|&(_, point, side)| (point, side)).collect(),
        cleared: cleared.iter().copied().chain(covered).collect(),
        to_move: *to_move,
    };
    editor.set_up(setup).map_err(|error| {
        let is_meant = |point| error == EditError::Occupied(point);
        let stone = stones.iter().rev().find(|stone| is_meant(stone.1));
        Fault::new(stone.map_or(0, |stone| stone.0), error)
    })
}

impl Content {
    fn has_setup(&self) -> bool {
        !self.stones.is_empty() || !self.cleared.is_empty() || self.to_move.is_some()
    }
}

fn content(properties: &[Raw], size: Size) -> Result<Content, Fault> {
    let mut content = Content::default();
    let Content { play, stones, cleared, to_move, notes } = &mut content;
    for Raw { name, at, values } in properties {
        let points = || Ok::<_, Fault>(point_list(values, size)?.into_iter().map(|p| p.1));
        match &**name {
            "B" | "W" => {
                let side = if name == "B" { Side::Black } else { Side::White };
                let action = action(values[0], size)?;
                if play.replace((values[0].0, side, action)).is_some() || values.len() > 1 {
                    return Err(Fault::new(*at, "this node has a second move"));
                }
            }
            "AB" | "AW" => {
                let side = if name == "AB" { Side::Black } else { Side::White };
                let points = point_list(values, size)?.into_iter();
                stones.extend(points.map(|(at, point)| (at, point, side)));
            }
            "AE" => cleared.extend(points()?),
            "PL" => *to_move = Some(turn(values[0])?),
            "C" => notes.comment = comment(values),
            "CR" => add_marks(notes, points()?, &Mark::Circle),
            "TR" => add_marks(notes, points()?, &Mark::Triangle),
            "SQ" => add_marks(notes, points()?, &Mark::Square),
            "MA" => add_marks(notes, points()?, &Mark::Cross),
            "LB" => notes.marks.extend(labels(values, size)?),
            ARROWS => notes.marks.extend(arrows(values, size)?),
            "HO" => notes.hot = true,
            "MS" => notes.millis = Some(number(values[0])?),
            _ => {
                let values = values.iter().map(|(_, value)| (*value).to_owned()).collect();
                notes.extra.push(Property { name: name.to_string(), values });
            }
        }
    }
    Ok(content)
}

fn add_marks(notes: &mut Notes, points: impl Iterator<Item = Point>, mark: &Mark) {
    notes.marks.extend(points.map(|point| (point, mark.clone())));
}

fn comment(values: &[(usize, &str)]) -> String {
    let texts: Vec<String> = values.iter().map(|(_, value)| unescaped(value)).collect();
    texts.join("\n")
}

fn action(value: (usize, &str), size: Size) -> Result<Move, Fault> {
    match value.1.trim() {
        "" => Ok(Move::Pass),
        "tt" if size.lines() <= 19 => Ok(Move::Pass),
        _ => point(value, size).map(Move::Stone),
    }
}

/// Two letters: the column from the left, the row from the top.
fn point((at, text): (usize, &str), size: Size) -> Result<Point, Fault> {
    let parse = || {
        let &[column, row] = text.trim().as_bytes() else { return None };
        let point = Point::new(column.checked_sub(b'a')?, row.checked_sub(b'a')?)?;
        size.contains(point).then(|| point.flipped(size))
    };
    parse().ok_or_else(|| {
        Fault::new(at, format!("{} is not a point of a board of {size}×{size}", excerpt(text)))
    })
}

/// Points, and rectangles of points by two corners, with their places. A point counts once: a few
/// bytes of rectangles could fill any memory.
fn point_list(values: &[(usize, &str)], size: Size) -> Result<Vec<(usize, Point)>, Fault> {
    let mut seen = [false; Point::INDEX_END];
    let mut points = Vec::new();
    for &(at, text) in values {
        let (one, other) = text.split_once(':').unwrap_or((text, text));
        let (one, other) = (point((at, one), size)?, point((at, other), size)?);
        // Rows from the top, as the file counts them.
        for y in (one.y().min(other.y())..=one.y().max(other.y())).rev() {
            for x in one.x().min(other.x())..=one.x().max(other.x()) {
                let point = Point::new(x, y).expect("between two points of the board");
                if !std::mem::replace(&mut seen[point.index()], true) {
                    points.push((at, point));
                }
            }
        }
    }
    Ok(points)
}

fn labels(values: &[(usize, &str)], size: Size) -> Result<Vec<(Point, Mark)>, Fault> {
    let label = |&(at, text): &(usize, &str)| {
        let Some((place, label)) = text.split_once(':') else {
            return Err(Fault::new(at, format!("the label {} has no ':'", excerpt(text))));
        };
        let label = Mark::Label(simple_text(&unescaped(label)));
        Ok((point((at, place), size)?, label))
    };
    values.iter().map(label).collect()
}

/// Arrows by their two ends. One that ends where it begins cannot be drawn and is left out.
fn arrows(values: &[(usize, &str)], size: Size) -> Result<Vec<(Point, Mark)>, Fault> {
    let mut arrows = Vec::new();
    for &(at, text) in values {
        let Some((from, to)) = text.split_once(':') else {
            return Err(Fault::new(at, format!("the arrow {} has no ':'", excerpt(text))));
        };
        let (from, to) = (point((at, from), size)?, point((at, to), size)?);
        if from != to {
            arrows.push((from, Mark::Arrow(to)));
        }
    }
    Ok(arrows)
}

/// Those of the texts that are arrows.
pub(crate) fn arrows_of(values: &[String], size: Size) -> Vec<(Point, Mark)> {
    values.iter().filter_map(|text| arrows(&[(0, text.as_str())], size).ok()).flatten().collect()
}

fn turn((at, text): (usize, &str)) -> Result<Side, Fault> {
    match text.trim() {
        "B" | "b" | "black" => Ok(Side::Black),
        "W" | "w" | "white" => Ok(Side::White),
        other => Err(Fault::new(at, format!("{} is neither B nor W", excerpt(other)))),
    }
}

fn number((at, text): (usize, &str)) -> Result<u32, Fault> {
    let number = text.trim().parse();
    number.map_err(|_| Fault::new(at, format!("{} is not a number of milliseconds", excerpt(text))))
}

/// A text without its escapes: `\` keeps the character after it, and swallows a line break.
fn unescaped(raw: &str) -> String {
    let raw = with_plain_breaks(raw);
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().filter(|&next| next != '\n')),
            _ => text.push(c),
        }
    }
    text
}
