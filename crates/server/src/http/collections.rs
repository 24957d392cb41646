//! Imported collections for the explorer: list, take in, stop, delete and bring back.

use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use futures_util::StreamExt;
use serde::Deserialize;
use tokio::time::timeout;

use super::body::{length, too_large};
use super::extract::{Path, Query};
use super::{LARGEST_FILE, LARGEST_LIBRARY};
use crate::app::App;
use crate::explorer::Upload;
use crate::wire::{CollectionInfo, Problem, ProblemCode};

/// The longest time for a file to arrive. It goes to the disk piece by piece, and nobody but another
/// collection waits for it.
const LONGEST: Duration = Duration::from_secs(300);

#[derive(Deserialize)]
pub(super) struct NewQuery {
    /// What the user calls it.
    #[serde(default)]
    name: String,
}

/// `GET /api/collections`.
pub(super) async fn list(State(app): State<App>) -> Json<Vec<CollectionInfo>> {
    Json(app.explorer.collections.list())
}

/// `POST /api/collections?name=…`: the body is the file. The answer comes when the file is here; it is read
/// after that.
pub(super) async fn add(
    State(app): State<App>,
    Query(query): Query<NewQuery>,
    request: Request,
) -> Result<Json<CollectionInfo>, Problem> {
    let headers = request.headers().clone();
    let total = length(&headers).unwrap_or(0);
    if total > LARGEST_LIBRARY {
        return Err(too_large(&headers, LARGEST_LIBRARY));
    }
    let collections = app.explorer.collections.clone();
    let upload = collections.begin(&query.name, total as u64)?;
    // Whatever ends this, even a page that goes away, makes room for the next file.
    let mut guard = Guard { app: app.clone(), upload: Some(upload) };
    let late = |_| Problem::new(ProblemCode::TooMany, "the file came too slowly");
    timeout(LONGEST, take_in(&mut guard, request)).await.map_err(late)??;
    let Some(upload) = guard.upload.take() else { return Err(broken()) };
    app.blocking(move |app| app.explorer.collections.read(upload)).await.map(Json)
}

/// Writes the body of a request to the disk.
async fn take_in(guard: &mut Guard, request: Request) -> Result<(), Problem> {
    let headers = request.headers().clone();
    let mut pieces = request.into_body().into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| broken())?;
        let Some(mut upload) = guard.upload.take() else { return Err(broken()) };
        let (upload, size) = guard
            .app
            .blocking(move |_| {
                let size = upload.push(&piece);
                Ok((upload, size))
            })
            .await?;
        let is_library = upload.is_library();
        guard.upload = Some(upload);
        let size = size.map_err(|error| Problem::new(ProblemCode::NotSaved, error))?;
        let Some(size) = size else {
            return Err(Problem::new(ProblemCode::NotNow, "the import was stopped"));
        };
        let most = if is_library { LARGEST_LIBRARY } else { LARGEST_FILE };
        if size > most as u64 {
            return Err(too_large(&headers, most));
        }
    }
    Ok(())
}

fn broken() -> Problem {
    Problem::new(ProblemCode::BadMessage, "the body could not be read")
}

/// A file that is forgotten unless somebody takes it.
struct Guard {
    app: App,
    upload: Option<Upload>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(upload) = self.upload.take() {
            upload.discard();
            self.app.explorer.collections.abandon();
        }
    }
}

/// `POST /api/collections/<id>/stop`.
pub(super) async fn stop(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<CollectionInfo>>, Problem> {
    app.explorer.collections.stop(&id)?;
    Ok(Json(app.explorer.collections.list()))
}

/// `DELETE /api/collections/<id>`.
pub(super) async fn delete(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<CollectionInfo>>, Problem> {
    changed(app, move |app| app.explorer.collections.delete(&id)).await
}

/// `POST /api/collections/<id>/restore`.
pub(super) async fn restore(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<CollectionInfo>>, Problem> {
    changed(app, move |app| app.explorer.collections.restore(&id)).await
}

/// Changes the list and tells everybody.
async fn changed(
    app: App,
    change: impl FnOnce(&App) -> Result<(), Problem> + Send + 'static,
) -> Result<Json<Vec<CollectionInfo>>, Problem> {
    app.blocking(change).await?;
    app.clients.tell_everybody(crate::wire::FromServer::ExplorerChanged);
    Ok(Json(app.explorer.collections.list()))
}
