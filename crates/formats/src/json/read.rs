//! From JSON text to records.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use tengen_core::{Move, Point, Side, Size};

use super::{
    EndingText, FORMAT, HowText, MarkKind, MarkText, NodeText, SetupText, SideText, VERSION,
};
use crate::error::{Fault, excerpt, message};
use crate::reading::Collected;
use crate::record::{Mark, NodeId, Notes, Property, Setup};
use crate::{Editor, Ending, How, sgf};

/// Reads all games into `games`, the last of them as far as it goes.
pub(crate) fn read(text: &str, games: &mut Collected) -> Result<(), Fault> {
    let mut json = serde_json::Deserializer::from_str(text);
    let done = File(games).deserialize(&mut json).and_then(|()| json.end());
    done.map_err(|error| {
        let whole = error.to_string();
        let problem = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(what, _)| what);
        Fault::new(byte_of(text, error.line(), error.column()), message(problem))
    })
}

/// The byte at a line and column as the JSON reader counts them: both from one, columns in bytes.
fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let start = crate::lines::of(text).nth(line.saturating_sub(1)).map_or(0, |line| line.at);
    let byte = (start + column.saturating_sub(1)).min(text.len());
    (0..=byte).rev().find(|&byte| text.is_char_boundary(byte)).unwrap_or(0)
}

/// Parts of the file, each filled in place, so that what was read survives an error.
struct File<'a>(&'a mut Collected);
struct Games<'a>(&'a mut Collected);
struct OneGame<'a>(&'a mut Collected);
struct Nodes<'a>(&'a mut Editor);
struct OneNode<'a> {
    editor: &'a mut Editor,
    is_root: bool,
}

macro_rules! seed {
    ($part:ident, $kind:ident) => {
        impl<'de> DeserializeSeed<'de> for $part<'_> {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.$kind(self)
            }
        }
    };
}
seed!(File, deserialize_map);
seed!(Games, deserialize_seq);
seed!(OneGame, deserialize_map);
seed!(Nodes, deserialize_seq);
seed!(OneNode, deserialize_map);

impl<'de> Visitor<'de> for File<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with format, version and games")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut is_ours, mut is_known, mut has_games) = (false, false, false);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" => {
                    let format: String = map.next_value()?;
                    if format != FORMAT {
                        let problem = format!("the format is {}, not {FORMAT}", excerpt(&format));
                        return Err(A::Error::custom(problem));
                    }
                    is_ours = true;
                }
                "version" => {
                    let version: u32 = map.next_value()?;
                    if version != VERSION {
                        let problem = format!("version {version} is unknown; this is {VERSION}");
                        return Err(A::Error::custom(problem));
                    }
                    is_known = true;
                }
                "games" if is_ours && is_known => {
                    map.next_value_seed(Games(self.0))?;
                    has_games = true;
                }
                "games" => {
                    let problem = "format and version must stand before the games";
                    return Err(A::Error::custom(problem));
                }
                other => return Err(unknown(other)),
            }
        }
        if has_games { Ok(()) } else { Err(A::Error::custom("games are missing")) }
    }
}

impl<'de> Visitor<'de> for Games<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of games")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut games: A) -> Result<(), A::Error> {
        while games.next_element_seed(OneGame(self.0))?.is_some() {}
        Ok(())
    }
}

impl<'de> Visitor<'de> for OneGame<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a game with a size and nodes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        if map.next_key::<String>()?.as_deref() != Some("size") {
            return Err(A::Error::custom("a game begins with its size"));
        }
        let lines = map.next_value()?;
        let size = Size::new(lines)
            .ok_or_else(|| A::Error::custom(format!("{lines} is not a board of 5 to 22 lines")))?;
        let mut editor = self.0.editor(size).map_err(A::Error::custom)?;
        let done = read_game(&mut map, &mut editor);
        self.0.push(editor.finish());
        done
    }
}

fn read_game<'de, A: MapAccess<'de>>(map: &mut A, editor: &mut Editor) -> Result<(), A::Error> {
    let mut has_nodes = false;
    while let Some(key) = map.next_key::<String>()? {
        let record = editor.record_mut();
        match key.as_str() {
            "rule" => {
                let rule: String = map.next_value()?;
                record.rule = Some(rule.parse().map_err(A::Error::custom)?);
            }
            "black" => record.info.players[Side::Black] = map.next_value()?,
            "white" => record.info.players[Side::White] = map.next_value()?,
            "event" => record.info.event = map.next_value()?,
            "round" => record.info.round = map.next_value()?,
            "date" => record.info.date = map.next_value()?,
            "ending" => record.info.ending = Some(map.next_value::<EndingText>()?.into()),
            "nodes" if has_nodes => return Err(A::Error::custom("a game has one list of nodes")),
            "nodes" => {
                map.next_value_seed(Nodes(editor))?;
                has_nodes = true;
            }
            other => return Err(unknown(other)),
        }
    }
    if has_nodes { Ok(()) } else { Err(A::Error::custom("the game's nodes are missing")) }
}

fn unknown<E: Error>(key: &str) -> E {
    E::custom(format!("{} is not a field of this format", excerpt(key)))
}

impl<'de> Visitor<'de> for Nodes<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of nodes, the root first")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<(), A::Error> {
        let mut is_root = true;
        while nodes.next_element_seed(OneNode { editor: &mut *self.0, is_root })?.is_some() {
            is_root = false;
        }
        if is_root { Err(A::Error::custom("a game has at least a root")) } else { Ok(()) }
    }
}

/// A node is added while the reader still stands at its end, so that errors name its line.
impl<'de> Visitor<'de> for OneNode<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a node")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let node = NodeText::deserialize(MapAccessDeserializer::new(map))?;
        add(self.editor, node, self.is_root).map_err(A::Error::custom)
    }
}

/// Adds one node to the record.
fn add(editor: &mut Editor, node: NodeText, is_root: bool) -> Result<(), String> {
    let size = editor.record().size();
    if let Some(parent) = node.parent {
        if is_root || parent as usize >= editor.record().node_count() {
            return Err(format!("node {parent} is not an earlier node"));
        }
        editor.climb_to(NodeId::from_index(parent)).map_err(|error| error.to_string())?;
    }
    let play = match (node.side, node.action) {
        (Some(side), Some(action)) => Some((side.into(), parse_move(&action, size)?)),
        (None, None) => None,
        _ => return Err("a move needs a side, and a side a move".to_owned()),
    };
    match play {
        Some(_) if is_root => return Err("the root has no move".to_owned()),
        Some(_) if node.setup.is_some() => return Err("a node has a move or a set-up".to_owned()),
        Some((side, action)) => drop(editor.play(side, action).map_err(|e| e.to_string())?),
        None if is_root => {}
        None => drop(editor.add_empty().map_err(|error| error.to_string())?),
    }
    if let Some(setup) = node.setup {
        editor.set_up(parse_setup(&setup, size)?).map_err(|error| error.to_string())?;
    }
    let marks = node.marks.into_iter().map(|mark| parse_mark(mark, size));
    let mut marks = marks.collect::<Result<Vec<_>, _>>()?;
    let extra = node.extra.into_iter().map(|(name, values)| Property { name, values });
    let (arrows, extra): (Vec<Property>, Vec<Property>) =
        extra.partition(|property| property.name == sgf::ARROWS);
    // Files written before arrows were marks keep them among the rest.
    marks.extend(arrows.iter().flat_map(|property| sgf::arrows_of(&property.values, size)));
    if let Some(odd) = extra.iter().find(|property| !sgf::is_extra(property, is_root)) {
        return Err(format!("{} cannot be an extra property", excerpt(&odd.name)));
    }
    let notes = Notes {
        comment: node.comment,
        marks,
        millis: node.ms,
        hot: node.hot,
        extra,
        setup: Setup::default(),
    };
    editor.note(|kept| *kept = notes);
    Ok(())
}

fn parse_move(text: &str, size: Size) -> Result<Move, String> {
    match text {
        "--" => Ok(Move::Pass),
        _ => parse_point(text, size).map(Move::Stone),
    }
}

fn parse_point(text: &str, size: Size) -> Result<Point, String> {
    let point = text.parse().ok().filter(|&point| size.contains(point));
    point.ok_or_else(|| format!("{} is not a point of a board of {size}×{size}", excerpt(text)))
}

fn parse_setup(text: &SetupText, size: Size) -> Result<Setup, String> {
    let points = |names: &[String]| -> Result<Vec<Point>, String> {
        names.iter().map(|name| parse_point(name, size)).collect()
    };
    let black = points(&text.black)?.into_iter().map(|point| (point, Side::Black));
    let white = points(&text.white)?.into_iter().map(|point| (point, Side::White));
    Ok(Setup {
        stones: black.chain(white).collect(),
        cleared: points(&text.cleared)?,
        to_move: text.to_move.map(Into::into),
    })
}

fn parse_mark(text: MarkText, size: Size) -> Result<(Point, Mark), String> {
    let point = parse_point(&text.point, size)?;
    let to = text.to.map(|to| parse_point(&to, size)).transpose()?;
    let mark = match (text.mark, text.text, to) {
        (MarkKind::Circle, None, None) => Mark::Circle,
        (MarkKind::Triangle, None, None) => Mark::Triangle,
        (MarkKind::Square, None, None) => Mark::Square,
        (MarkKind::Cross, None, None) => Mark::Cross,
        (MarkKind::Label, Some(label), None) => Mark::Label(label),
        (MarkKind::Arrow, None, Some(to)) if to != point => Mark::Arrow(to),
        (MarkKind::Label, None, _) => return Err("a label needs a text".to_owned()),
        (MarkKind::Arrow, ..) => return Err("an arrow needs another point to end at".to_owned()),
        (_, Some(_), _) => return Err("only a label has a text".to_owned()),
        (_, _, Some(_)) => return Err("only an arrow has an end".to_owned()),
    };
    Ok((point, mark))
}

impl From<SideText> for Side {
    fn from(side: SideText) -> Side {
        match side {
            SideText::Black => Side::Black,
            SideText::White => Side::White,
        }
    }
}

impl From<EndingText> for Ending {
    fn from(text: EndingText) -> Ending {
        match text {
            EndingText::Black(how) => Ending::Won(Side::Black, how.into()),
            EndingText::White(how) => Ending::Won(Side::White, how.into()),
            EndingText::Drawn => Ending::Drawn,
            EndingText::Void => Ending::Void,
            EndingText::Finished => Ending::Finished,
        }
    }
}

impl From<HowText> for How {
    fn from(text: HowText) -> How {
        match text {
            HowText::Play => How::Play,
            HowText::Resignation => How::Resignation,
            HowText::Time => How::Time,
            HowText::Forfeit => How::Forfeit,
        }
    }
}
