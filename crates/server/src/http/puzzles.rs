//! Puzzles: lists, one of them, and the user's own mistakes.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::extract::{Path, Query};
use super::files;
use crate::app::App;
use crate::games::number;
use crate::puzzles;
use crate::wire::{
    OwnPuzzle, OwnSaved, Problem, ProblemCode, PuzzleFilter, PuzzleList, PuzzleShown, SideName,
};

/// `GET /api/puzzles?…`.
pub(super) async fn list(
    State(app): State<App>,
    Query(filter): Query<PuzzleFilter>,
) -> Result<Json<PuzzleList>, Problem> {
    app.blocking(move |app| puzzles::list(app, &filter)).await.map(Json)
}

/// `GET /api/puzzles/<id>`: nothing that solves it.
pub(super) async fn read(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleShown>, Problem> {
    app.blocking(move |app| puzzles::show(app, &id)).await.map(Json)
}

/// `GET /api/puzzles/own`.
pub(super) async fn own(State(app): State<App>) -> Result<Json<Vec<OwnPuzzle>>, Problem> {
    app.blocking(puzzles::own_list).await.map(Json)
}

/// `DELETE /api/puzzles/<id>`: a mistake; it can be brought back for a while.
pub(super) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<OwnPuzzle>>, Problem> {
    let work = move |app: &App| puzzles::delete(app, &id).and_then(|()| puzzles::own_list(app));
    app.blocking(work).await.map(Json)
}

/// `POST /api/puzzles/<id>/restore`.
pub(super) async fn restore(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<OwnPuzzle>>, Problem> {
    let work = move |app: &App| puzzles::restore(app, &id).and_then(|()| puzzles::own_list(app));
    app.blocking(work).await.map(Json)
}

/// Whose mistakes are saved.
#[derive(Deserialize)]
pub(super) struct Whose {
    side: Option<SideName>,
}

/// `POST /api/games/<id>/review/puzzles`: the clear mistakes of a reviewed game become puzzles.
pub(super) async fn save_mistakes(
    State(app): State<App>,
    Path(game): Path<String>,
    Query(whose): Query<Whose>,
) -> Result<Json<OwnSaved>, Problem> {
    let id = number(&game)?;
    let side = whose.side.map(|side| side.0);
    app.heavy(move |app| puzzles::save_mistakes(app, id, side)).await.map(Json)
}

/// `GET /api/puzzles/own/export/<format>`: the mistakes as a file of records.
pub(super) async fn export(
    State(app): State<App>,
    Path(format): Path<String>,
) -> Result<Response, Problem> {
    app.heavy(move |app| {
        if !["sgf", "json"].contains(&format.as_str()) {
            let text = "mistakes come as sgf or json";
            return Err(Problem::new(ProblemCode::BadMessage, text));
        }
        files::file(&puzzles::export(app)?, &format, "tengen-mistakes")
    })
    .await
}
