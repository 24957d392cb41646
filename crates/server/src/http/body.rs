//! Bodies of requests and answers.

use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::wire::{Problem, ProblemCode};

/// The longest time for a large file. Those who wait for its end are a little more patient.
const LONGEST: Duration = Duration::from_secs(18);
/// The longest silence while it is sent.
const LONGEST_SILENCE: Duration = Duration::from_secs(3);

/// A body as far as it may be read.
pub(super) type Body = Result<Bytes, BytesRejection>;

/// The bytes of a body.
pub(super) fn bytes(body: Body, headers: &HeaderMap, most: usize) -> Result<Bytes, Problem> {
    body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(headers, most),
        _ => Problem::new(ProblemCode::BadMessage, "the body could not be read"),
    })
    .and_then(|bytes| if bytes.len() > most { Err(too_large(headers, most)) } else { Ok(bytes) })
}

/// All bytes of a body whose limit the call itself knows.
pub(super) async fn all(
    request: Request,
    headers: &HeaderMap,
    most: usize,
) -> Result<Bytes, Problem> {
    check_length(headers, most)?;
    to_bytes(request.into_body(), most).await.map_err(|_| match length(headers) {
        Some(_) => Problem::new(ProblemCode::BadMessage, "the body could not be read"),
        None => too_large(headers, most),
    })
}

/// The same for a sender whom others wait for. A sender that falls silent, or takes longer than the
/// others are patient, is refused.
pub(super) async fn all_soon(
    request: Request,
    headers: &HeaderMap,
    most: usize,
) -> Result<Bytes, Problem> {
    check_length(headers, most)?;
    let slow = |_| Problem::new(ProblemCode::TooMany, "the file came too slowly; others wait");
    let read = async {
        let mut chunks = request.into_body().into_data_stream();
        let mut bytes = Vec::new();
        while let Some(chunk) = timeout(LONGEST_SILENCE, chunks.next()).await.map_err(slow)? {
            let unreadable = "the body could not be read";
            let chunk = chunk.map_err(|_| Problem::new(ProblemCode::BadMessage, unreadable))?;
            if bytes.len() + chunk.len() > most {
                return Err(too_large(headers, most));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.into())
    };
    timeout(LONGEST, read).await.map_err(slow)?
}

/// Refuses a body that its sender says is too long.
fn check_length(headers: &HeaderMap, most: usize) -> Result<(), Problem> {
    match length(headers) {
        Some(length) if length > most => Err(too_large(headers, most)),
        _ => Ok(()),
    }
}

/// How long a body is, as its sender says.
pub(super) fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

pub(super) fn too_large(headers: &HeaderMap, most: usize) -> Problem {
    let length = length(headers).map_or_else(|| "this".to_owned(), size);
    Problem::new(ProblemCode::TooLarge, format!("{length} is more than {}", size(most)))
}

/// `16 MB`, `64 KB`.
fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KB", bytes.div_ceil(1024)),
        _ => format!("{} MB", bytes.div_ceil(1_048_576)),
    }
}

/// The value of a body in JSON.
pub(super) fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let wrong = |error| {
        Problem::new(ProblemCode::BadMessage, format!("the body is not as it should be: {error}"))
    };
    serde_json::from_slice(bytes).map_err(wrong)
}
