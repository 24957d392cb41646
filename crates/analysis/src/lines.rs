//! A database as JSON lines that any program can read: a head, then an entry a line.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use tengen_core::{Board, Point, Rule, Side, Size};
use tengen_proof::{Proof, ReadLimits, read};

use crate::{Claim, Entry, Position, Question, Row, Source};

/// The first line of a file.
pub const HEAD: &str = r#"{"format":"tengen-analysis","version":1}"#;

/// An entry out of a file.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The position.
    pub position: Position,
    /// The question that it answers; none if it is the best that was known.
    pub question: Option<Question>,
    /// The entry.
    pub entry: Entry,
    /// The proof of its claim, unchecked.
    pub proof: Option<Proof>,
}

/// A line of a file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Head { format: String, version: u32 },
    Entry(Box<EntryLine>),
}

#[derive(Serialize, Deserialize)]
struct EntryLine {
    rule: String,
    size: u8,
    turn: String,
    black: Vec<String>,
    white: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    question: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    only: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    exclude: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
    engine: String,
    date: u64,
    source: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
}

/// A row as a line, without a line break.
pub fn to_line(row: &Row) -> String {
    let names = |points: &[Point]| points.iter().map(Point::to_string).collect();
    let stones = |side| row.position.board.stones(side).map(|point| point.to_string()).collect();
    let question = row.question.clone().unwrap_or_default();
    let line = EntryLine {
        rule: row.position.rule.to_string(),
        size: row.position.size().lines(),
        turn: row.position.to_move.to_string(),
        black: stones(Side::Black),
        white: stones(Side::White),
        only: names(&question.only),
        exclude: names(&question.exclude),
        question: row.question.as_ref().map(|question| question.words.clone()),
        claim: row.entry.claim.map(|claim| claim.to_string()),
        line: names(&row.entry.line),
        depth: row.entry.depth,
        nodes: row.entry.nodes,
        engine: row.entry.engine.clone(),
        date: row.entry.date,
        source: row.entry.source.name().to_owned(),
        proof: row.proof.as_ref().map(|bytes| BASE64_STANDARD.encode(bytes)),
    };
    serde_json::to_string(&line).expect("an entry can be written as JSON")
}

/// The entry in a line; none in the head.
///
/// ```
/// # use tengen_analysis::{from_line, to_line, HEAD};
/// assert!(from_line(HEAD)?.is_none());
/// let problem = from_line(r#"{"rule":"chess"}"#).unwrap_err();
/// assert!(!problem.is_empty());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// What is wrong with the line.
pub fn from_line(text: &str) -> Result<Option<Imported>, String> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if value.get("format").is_some() {
        return match serde_json::from_value(value) {
            Ok(Line::Head { format, version: 1 }) if format == "tengen-analysis" => Ok(None),
            Ok(Line::Head { format, version }) => {
                Err(format!("'{format}' of version {version} is not read"))
            }
            _ => Err("this is no head of a file".to_owned()),
        };
    }
    let line: EntryLine = serde_json::from_value(value).map_err(|error| error.to_string())?;
    imported(&line).map(Some)
}

fn imported(line: &EntryLine) -> Result<Imported, String> {
    let rule: Rule = line.rule.parse().map_err(|error| format!("{error}"))?;
    let size = Size::new(line.size).ok_or_else(|| format!("there is no board of {}", line.size))?;
    let points = |names: &[String]| -> Result<Vec<Point>, String> {
        names.iter().map(|name| point(name, size)).collect()
    };
    let mut board = Board::new(size);
    for (side, names) in [(Side::Black, &line.black), (Side::White, &line.white)] {
        for name in names {
            let point = point(name, size)?;
            if !board.is_free(point) {
                return Err(format!("{point} is set twice"));
            }
            board.place(point, side);
        }
    }
    let to_move = Side::BOTH.into_iter().find(|side| side.to_string() == line.turn);
    let to_move = to_move.ok_or_else(|| format!("'{}' is not black or white", line.turn))?;
    let position = Position { rule, board, to_move };
    if position.game().is_none() {
        return Err("the game is over there".to_owned());
    }
    let question = match &line.question {
        None => None,
        Some(words) => Some(Question {
            words: words.clone(),
            only: points(&line.only)?,
            exclude: points(&line.exclude)?,
        }),
    };
    let claim: Option<Claim> = match &line.claim {
        None => None,
        Some(text) => Some(text.parse().map_err(|error| format!("{error}"))?),
    };
    let source = Source::ALL.into_iter().find(|source| source.name() == line.source);
    let source = source.ok_or_else(|| format!("'{}' is not a source", line.source))?;
    let proof = match &line.proof {
        None => None,
        Some(text) => {
            let bytes = BASE64_STANDARD.decode(text).map_err(|error| format!("proof: {error}"))?;
            let limits = ReadLimits::default();
            Some(read(&bytes, limits).map_err(|error| format!("proof: {error}"))?)
        }
    };
    let entry = Entry {
        claim,
        line: points(&line.line)?,
        depth: line.depth,
        nodes: line.nodes,
        engine: line.engine.clone(),
        date: line.date,
        source,
        proof: None,
    };
    Ok(Imported { position, question, entry, proof })
}

fn point(name: &str, size: Size) -> Result<Point, String> {
    let point: Point = name.parse().map_err(|error| format!("{error}"))?;
    match size.contains(point) {
        true => Ok(point),
        false => Err(format!("{point} is off the board")),
    }
}
