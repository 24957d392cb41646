//! How the database fares.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::wire::{Problem, Storage};

/// `GET /api/storage`.
pub(super) async fn state(State(app): State<App>) -> Result<Json<Storage>, Problem> {
    let names = |ids: Vec<u64>| ids.iter().map(u64::to_string).collect();
    app.blocking(move |app| {
        Ok(Storage {
            folder: app.store.folder().display().to_string(),
            unreadable: names(app.store.unreadable()?),
            unsaved: names(app.store.kept()),
        })
    })
    .await
    .map(Json)
}
