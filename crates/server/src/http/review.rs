//! `GET /api/games/<id>/review/<format>`: the stored review of a game as a file.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tengen_review::{annotated, graph, report};

use super::extract::Path;
use super::files;
use crate::app::App;
use crate::games::number;
use crate::reviews::{Reviewed, Reviews};
use crate::wire::{Problem, ProblemCode};

/// The width of a graph in pixels.
const GRAPH_WIDTH: u32 = 1200;

pub(super) async fn read(
    State(app): State<App>,
    Path((game, format)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let id = number(&game)?;
    app.heavy(move |app| {
        let Reviewed { record, line, review } = Reviews::stored(app, id)?;
        let name = format!("tengen-{id}-review");
        let typed = |kind: &str, bytes: Vec<u8>| {
            let named = format!("attachment; filename=\"{name}.{format}\"");
            let headers =
                [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, named)];
            Ok((headers, bytes).into_response())
        };
        let failed = |error| Problem::new(ProblemCode::Internal, error);
        match format.as_str() {
            "sgf" | "json" => files::file(&[annotated(&record, &review)], &format, &name),
            "txt" => typed("text/plain; charset=utf-8", report(&line, &review).into_bytes()),
            "svg" => typed("image/svg+xml", graph(&record, &review).svg().into_bytes()),
            "png" => typed("image/png", graph(&record, &review).png(GRAPH_WIDTH).map_err(failed)?),
            _ => {
                let text = "a review comes as sgf, json, txt, svg or png";
                Err(Problem::new(ProblemCode::BadMessage, text))
            }
        }
    })
    .await
}
