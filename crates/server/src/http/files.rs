//! Files in and out.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_formats::{Format, Place, ReadError, ReadOptions, Reading, Record, Rows, read, write};

use super::body::{Body, all, all_soon, bytes, json, length, too_large};
use super::extract::Query;
use super::link::Link;
use super::{LARGEST_FILE, LARGEST_LIBRARY, LARGEST_RECORDS};
use crate::app::App;
use crate::wire::{Export, GameRecord, ImportError, Imported, Problem, ProblemCode};
use crate::{facts, records};

/// Nodes of all records together that a page can hold.
const MOST_NODES: usize = 300_000;

#[derive(Deserialize)]
pub(super) struct ImportQuery {
    /// The file's name, for formats that the content does not show.
    name: Option<String>,
    /// The board, for formats that do not name it.
    size: Option<u8>,
    /// Any text: if there is more than a page holds, so much of it is wanted and no refusal.
    part: Option<String>,
}

/// `POST /api/import`: the body is the file or text itself.
pub(super) async fn import(
    State(app): State<App>,
    Query(query): Query<ImportQuery>,
    request: Request,
) -> Result<Json<Imported>, Problem> {
    let headers = request.headers().clone();
    // A large file waits for its turn before it is taken in: memory holds one of them. Whoever has
    // the turn must not dawdle. What does not say its length is not large.
    let is_large = length(&headers).is_some_and(|length| length > LARGEST_FILE);
    let _turn = if is_large { Some(app.large_turn().await?) } else { None };
    let bytes = match is_large {
        true => all_soon(request, &headers, LARGEST_LIBRARY).await?,
        false => all(request, &headers, LARGEST_FILE).await?,
    };
    if is_large && Format::recognise(&bytes) != Some(Format::Lib) {
        return Err(too_large(&headers, LARGEST_FILE));
    }
    app.heavy(move |_| imported(&bytes, &query)).await.map(Json)
}

fn imported(bytes: &[u8], query: &ImportQuery) -> Result<Imported, Problem> {
    let text = std::str::from_utf8(&bytes[..bytes.len().min(8192)]).unwrap_or("");
    if let Some(link) = Link::read(text) {
        let game = link?.whole_game()?;
        return told("link", &[Record::of(&game)], Vec::new(), None);
    }
    let size = query.size.map(facts::size).transpose()?.unwrap_or_default();
    let extension =
        query.name.as_deref().and_then(|name| name.rsplit_once('.')).map(|(_, end)| end);
    let format = Format::recognise(bytes).or_else(|| Format::from_extension(extension?));
    // One node more than a page holds shows that there are more.
    let max_nodes = if query.part.is_some() { MOST_NODES } else { MOST_NODES + 1 };
    let options = ReadOptions { size, format, max_nodes, ..ReadOptions::default() };
    match read(bytes, &options) {
        Ok(Reading { format, records, notices }) => {
            let nothing = records.is_empty().then(no_game);
            told(format.name(), &records, notices, nothing)
        }
        Err(error) => {
            let format = error.format.map_or("", Format::name);
            told(format, &error.read, Vec::new(), Some(import_error(&error)))
        }
    }
}

fn told(
    format: &str,
    read: &[Record],
    notices: Vec<String>,
    error: Option<ImportError>,
) -> Result<Imported, Problem> {
    check_nodes(read)?;
    let records = records::to_wire(read)?;
    check_size(&records)?;
    Ok(Imported {
        format: Some(format.to_owned()).filter(|format| !format.is_empty()),
        records,
        moves: read.iter().map(|record| record.move_count() as u32).sum(),
        variations: read.iter().map(|record| record.variation_count() as u32).sum(),
        notices,
        error,
    })
}

fn check_nodes(read: &[Record]) -> Result<(), Problem> {
    let nodes: usize = read.iter().map(Record::node_count).sum();
    if nodes > MOST_NODES {
        let text = format!("{nodes} moves or more; a page holds {MOST_NODES}");
        return Err(Problem::new(ProblemCode::TooLarge, text));
    }
    Ok(())
}

/// Refuses what could not be sent back to be saved or exported.
fn check_size(records: &[GameRecord]) -> Result<(), Problem> {
    /// What a message has beside the records: a name.
    const REST: usize = 64 << 10;
    let mut size = Counted(0);
    serde_json::to_writer(&mut size, records)
        .map_err(|e| Problem::new(ProblemCode::Internal, e))?;
    if size.0 + REST > LARGEST_RECORDS {
        let (size, most) = (size.0.div_ceil(1 << 20), LARGEST_RECORDS >> 20);
        let text = format!("{size} MB of moves and comments; {most} MB can be saved");
        return Err(Problem::new(ProblemCode::TooLarge, text));
    }
    Ok(())
}

/// Counts bytes and keeps none.
struct Counted(usize);

impl std::io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// An empty file that its name makes a game.
fn no_game() -> ImportError {
    let problem = "there is no game in this file".to_owned();
    let text = format!("line 1, column 1: {problem}");
    ImportError { text, problem, line: Some(1), column: Some(1), byte: None }
}

fn import_error(error: &ReadError) -> ImportError {
    let (line, column, byte) = match error.place {
        Place::Line { line, column } => (Some(line as u32), Some(column as u32), None),
        Place::Byte(byte) => (None, None, Some(byte as u32)),
    };
    ImportError { text: error.to_string(), problem: error.problem.clone(), line, column, byte }
}

#[derive(Deserialize)]
pub(super) struct ExportQuery {
    /// The format's name.
    pub(super) format: String,
}

/// `POST /api/export?format=sgf`.
pub(super) async fn export(
    State(app): State<App>,
    Query(query): Query<ExportQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let export: Export = json(&bytes(body, &headers, LARGEST_RECORDS)?)?;
    app.heavy(move |_| {
        let records = records::from_wire(&export.records)?;
        file(&records, &query.format, "tengen")
    })
    .await
}

/// Records as a file to be saved.
pub(super) fn file(records: &[Record], extension: &str, name: &str) -> Result<Response, Problem> {
    let unknown = || {
        let formats: Vec<&str> = Format::ALL.iter().map(|f| f.name()).collect();
        let text = format!("'{extension}' cannot be written; these can: {}", formats.join(", "));
        Problem::new(ProblemCode::BadMessage, text)
    };
    let format = Format::from_extension(extension).ok_or_else(unknown)?;
    let cannot = |error| Problem::new(ProblemCode::CannotHold, error);
    let written = write(records, format, Rows::Bottom).map_err(cannot)?;
    let kind = match format {
        Format::Json => "application/json",
        Format::Sgf => "application/x-go-sgf; charset=utf-8",
        Format::Lib => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    };
    let mut response = ([(header::CONTENT_TYPE, kind)], written.bytes).into_response();
    let headers = response.headers_mut();
    let disposition = format!("attachment; filename=\"{name}.{extension}\"");
    if let Ok(value) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    if !written.lost.is_empty()
        && let Ok(value) = HeaderValue::from_str(&written.lost.join("; "))
    {
        headers.insert(HeaderName::from_static("tengen-lost"), value);
    }
    Ok(response)
}
