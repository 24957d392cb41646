//! Proof files in and out.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::LARGEST_FILE;
use super::body::all;
use super::extract::Path;
use crate::app::App;
use crate::wire::{Explanation, Problem};

/// `GET /api/proof/<name>`: the proof that an explanation names.
pub(super) async fn file(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let bytes = app.heavy(move |app| app.explainer.file(&name)).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"tengen.proof\""),
    ];
    Ok((headers, bytes).into_response())
}

/// `POST /api/proof/check`: the body is a proof file. It is checked, and its win is explained.
pub(super) async fn check(
    State(app): State<App>,
    request: Request,
) -> Result<Json<Explanation>, Problem> {
    let headers = request.headers().clone();
    let bytes = all(request, &headers, LARGEST_FILE).await?;
    app.heavy(move |app| app.explainer.open(&bytes)).await.map(Json)
}
