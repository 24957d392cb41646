//! The front end: embedded in release builds, read from `web/` in debug builds.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::wire::{Problem, ProblemCode};

/// A file of the front end in three forms; a form that is no smaller is empty.
struct File {
    name: &'static str,
    raw: &'static [u8],
    gzip: &'static [u8],
    brotli: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// Names this version of the front end: it changes with the content of any file.
pub(crate) const HASH: &str = env!("TENGEN_WEB_HASH");

/// Names the build, for pages that outlive it.
pub(crate) fn build() -> String {
    format!("{}-{HASH}", env!("CARGO_PKG_VERSION"))
}

const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// Asked again every time, but not sent again.
const CHECKED: &str = "no-cache";

/// Serves files; unknown paths get the app, which says that there is no such page.
pub(crate) async fn serve(request: Request) -> Response {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return not_allowed(request.method());
    }
    let path = request.uri().path().trim_start_matches('/');
    let hashed = path.strip_prefix("a/").and_then(|rest| rest.split_once('/'));
    match hashed {
        Some((hash, name)) if hash == HASH => {
            file(name, IMMUTABLE, request.headers()).unwrap_or_else(|| missing(path))
        }
        // A page of another build asks: it has to reload, not to run half of each.
        Some(_) => missing(path),
        None => file(path, CHECKED, request.headers())
            .or_else(|| {
                has_no_ending(path).then(|| file("index.html", "no-store", request.headers()))?
            })
            .unwrap_or_else(|| missing(path)),
    }
}

/// The answer to a method that a path does not have.
pub(crate) fn not_allowed(method: &Method) -> Response {
    let problem = Problem::new(ProblemCode::BadMessage, format!("{method} is not possible here"));
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(problem)).into_response()
}

fn missing(path: &str) -> Response {
    Problem::new(ProblemCode::NotFound, format!("there is no file {path}")).into_response()
}

/// Whether a path may be a page of the app; what looks like a file is one or is missing.
fn has_no_ending(path: &str) -> bool {
    !path.contains('.')
}

fn file(name: &str, caching: &'static str, headers: &HeaderMap) -> Option<Response> {
    let kind = HeaderValue::from_static(kind(name));
    let (body, encoding) = content(name, headers)?;
    let mut response = Response::new(body);
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, kind);
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

/// The content in the smallest form that the browser takes.
fn content(name: &str, headers: &HeaderMap) -> Option<(Body, Option<&'static str>)> {
    if cfg!(debug_assertions) && FILES.is_empty() {
        return from_disk(name).map(|bytes| (Body::from(bytes), None));
    }
    let file = FILES.iter().find(|file| file.name == name)?;
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let takes = |encoding: &str| {
        let words = accepted.unwrap_or("").split(',');
        words.map(|word| word.split(';').next().unwrap_or("").trim()).any(|word| word == encoding)
    };
    let forms = [("br", file.brotli), ("gzip", file.gzip)];
    let smallest = forms.into_iter().find(|(name, bytes)| !bytes.is_empty() && takes(name));
    Some(match smallest {
        Some((encoding, bytes)) => (Body::from(bytes), Some(encoding)),
        None => (Body::from(file.raw), None),
    })
}

fn from_disk(name: &str) -> Option<Vec<u8>> {
    let is_plain = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    let web = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    is_plain.then(|| std::fs::read(web.join(name)).ok()).flatten()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "wav" => "audio/wav",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
