//! The user's settings, for another browser or port to find.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use super::LARGEST_PROFILE;
use super::body::{Body, bytes, json};
use crate::app::App;
use crate::wire::{Problem, Profile};

pub(super) async fn read(State(app): State<App>) -> Result<Json<Profile>, Problem> {
    app.blocking(|app| app.store.profile()).await.map(Json)
}

/// Answers with the settings that hold now: of two the one changed later wins.
pub(super) async fn write(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Profile>, Problem> {
    let profile: Profile = json(&bytes(body, &headers, LARGEST_PROFILE)?)?;
    app.blocking(move |app| app.store.save_profile(profile)).await.map(Json)
}
