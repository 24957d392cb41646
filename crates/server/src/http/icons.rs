//! The icons of the installed app. They tell nothing of anybody, so a system may fetch them without a token.

use std::sync::OnceLock;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use tengen_picture::Icon;

use crate::app::App;
use crate::wire::{Problem, ProblemCode};

/// An icon as it is sent.
struct Drawn {
    name: &'static str,
    icon: Icon,
    /// In pixels; none: as a text in SVG.
    width: Option<u32>,
    /// Drawn once: nobody without a token may keep the server busy.
    bytes: OnceLock<Vec<u8>>,
}

impl Drawn {
    const fn new(name: &'static str, icon: Icon, width: Option<u32>) -> Drawn {
        Drawn { name, icon, width, bytes: OnceLock::new() }
    }
}

/// `touch` is for home screens that cut the corners themselves.
static ICONS: [Drawn; 6] = [
    Drawn::new("icon.svg", Icon::Rounded, None),
    Drawn::new("icon-192.png", Icon::Rounded, Some(192)),
    Drawn::new("icon-512.png", Icon::Rounded, Some(512)),
    Drawn::new("maskable.svg", Icon::Maskable, None),
    Drawn::new("maskable-512.png", Icon::Maskable, Some(512)),
    Drawn::new("touch-180.png", Icon::Maskable, Some(180)),
];

/// `GET /icons/{name}`.
pub(super) async fn icon(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let Some(drawn) = ICONS.iter().find(|drawn| drawn.name == name) else {
        return Err(Problem::new(ProblemCode::NotFound, format!("there is no icon {name}")));
    };
    let bytes = match drawn.bytes.get() {
        Some(bytes) => bytes,
        None => app.heavy(move |_| draw(drawn)).await?,
    };
    let kind = if drawn.width.is_some() { "image/png" } else { "image/svg+xml" };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, bytes.as_slice()).into_response())
}

fn draw(drawn: &'static Drawn) -> Result<&'static Vec<u8>, Problem> {
    let bytes = match drawn.width {
        None => drawn.icon.svg().into_bytes(),
        Some(width) => {
            drawn.icon.png(width).map_err(|error| Problem::new(ProblemCode::Internal, error))?
        }
    };
    Ok(drawn.bytes.get_or_init(|| bytes))
}
