//! Files in and out.

use axum::Json;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_formats::{Format, Place, ReadError, ReadOptions, Reading, Record, Rows, read, write};

use super::body::{Body, all, bytes, json, length, too_large};
use super::link::Link;
use super::{LARGEST_BODY, LARGEST_FILE, LARGEST_LIBRARY};
use crate::app::App;
use crate::wire::{Export, ImportError, Imported, Problem, ProblemCode};
use crate::{facts, records};

/// Nodes of all records together that a page can hold.
const MOST_NODES: usize = 300_000;

#[derive(Deserialize)]
pub(super) struct ImportQuery {
    /// The file's name, for formats that the content does not show.
    name: Option<String>,
    /// The board, for formats that do not name it.
    size: Option<u8>,
}

/// `POST /api/import`: the body is the file or text itself.
pub(super) async fn import(
    State(app): State<App>,
    Query(query): Query<ImportQuery>,
    request: Request,
) -> Result<Json<Imported>, Problem> {
    let headers = request.headers().clone();
    // A large file waits for its turn before it is taken in: memory holds one of them. What does not
    // say its length is not large.
    let is_large = length(&headers).is_some_and(|length| length > LARGEST_FILE);
    let _turn = if is_large { Some(app.large_turn().await?) } else { None };
    let most = if is_large { LARGEST_LIBRARY } else { LARGEST_FILE };
    let bytes = all(request, &headers, most).await?;
    if is_large && Format::recognise(&bytes) != Some(Format::Lib) {
        return Err(too_large(&headers, LARGEST_FILE));
    }
    app.heavy(move |_| imported(few_enough(&bytes)?, &query)).await.map(Json)
}

/// The file again, unless it is a large library with more nodes than a page can hold. That is found
/// out step by step: what was read of a library's beginning tells how much is in it, and reading
/// never takes more memory than the largest ordinary file and its like.
fn few_enough(bytes: &[u8]) -> Result<&[u8], Problem> {
    let options = ReadOptions { format: Some(Format::Lib), ..ReadOptions::default() };
    for end in (LARGEST_FILE..bytes.len()).step_by(LARGEST_FILE) {
        let beginning = match read(&bytes[..end], &options) {
            Ok(Reading { records, .. }) => records,
            Err(error) => error.read,
        };
        check_nodes(&beginning)?;
    }
    Ok(bytes)
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
    let options = ReadOptions { size, format, ..ReadOptions::default() };
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
    Ok(Imported {
        format: Some(format.to_owned()).filter(|format| !format.is_empty()),
        records: records::to_wire(read)?,
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
    format: String,
}

/// `POST /api/export?format=sgf`.
pub(super) async fn export(
    State(app): State<App>,
    Query(query): Query<ExportQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let export: Export = json(&bytes(body, &headers, LARGEST_BODY)?)?;
    app.heavy(move |_| {
        let records = records::from_wire(&export.records)?;
        file(&records, &query.format, "tengen")
    })
    .await
}

/// Records as a file to be saved.
pub(super) fn file(records: &[Record], extension: &str, name: &str) -> Result<Response, Problem> {
    let unknown = || {
        let formats: Vec<&str> =
            Format::ALL.iter().filter(|f| f.is_writable()).map(|f| f.name()).collect();
        let text = format!("'{extension}' cannot be written; these can: {}", formats.join(", "));
        Problem::new(ProblemCode::BadMessage, text)
    };
    let format =
        Format::from_extension(extension).filter(|f| f.is_writable()).ok_or_else(unknown)?;
    let cannot = |error| Problem::new(ProblemCode::CannotHold, error);
    let written = write(records, format, Rows::Bottom).map_err(cannot)?;
    let kind = match format {
        Format::Json => "application/json",
        Format::Sgf => "application/x-go-sgf; charset=utf-8",
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
