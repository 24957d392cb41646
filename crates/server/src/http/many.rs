//! Several stored games at once: tags, delete, bring back, and one file of them all.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::body::{Body, bytes, json};
use super::extract::Query;
use super::games::{MOST_TAGS, short, stored};
use super::{LARGEST_BODY, files};
use crate::app::App;
use crate::games::number;
use crate::records;
use crate::store::{Listed, RESTORABLE_MS};
use crate::wire::{
    DeletedGames, GameSummary, ManyGames, Problem, ProblemCode, StoredGame, TagGames,
};

fn numbers(games: &[String]) -> Result<Vec<u64>, Problem> {
    games.iter().map(|game| number(game)).collect()
}

/// `POST /api/games/tag`: adds and removes tags.
pub(super) async fn tag(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Vec<GameSummary>>, Problem> {
    let wish: TagGames = json(&bytes(body, &headers, LARGEST_BODY)?)?;
    let ids = numbers(&wish.games)?;
    let changed = app
        .blocking(move |app| {
            let changed = app.store.relist_many(&ids, |listed| retag(listed, &wish))?;
            for (id, Listed { summary, .. }) in &changed {
                app.games.renamed(*id, &summary.name, &summary.tags);
            }
            Ok(changed)
        })
        .await?;
    let changed: Vec<GameSummary> = changed.into_iter().map(|(_, listed)| listed.summary).collect();
    if let Some(first) = changed.first() {
        app.changed(&first.id);
    }
    Ok(Json(changed))
}

/// Whether anything changed.
fn retag(listed: &mut Listed, wish: &TagGames) -> Result<bool, Problem> {
    if listed.deleted.is_some() {
        return Ok(false);
    }
    let summary = &mut listed.summary;
    let before = summary.tags.clone();
    let removed: Vec<String> = wish.remove.iter().map(|tag| short(tag.trim())).collect();
    summary.tags.retain(|tag| !removed.contains(tag));
    for tag in wish.add.iter().map(|tag| short(tag.trim())) {
        if !tag.is_empty() && !summary.tags.contains(&tag) {
            summary.tags.push(tag);
        }
    }
    if summary.tags.len() > MOST_TAGS {
        let text = format!("game {} would have more than {MOST_TAGS} tags", summary.id);
        return Err(Problem::new(ProblemCode::CannotHold, text));
    }
    Ok(summary.tags != before)
}

/// `POST /api/games/delete`: they can be brought back for a while.
pub(super) async fn delete(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<DeletedGames>, Problem> {
    let which: ManyGames = json(&bytes(body, &headers, LARGEST_BODY)?)?;
    let ids = numbers(&which.games)?;
    let gone = app
        .blocking(move |app| {
            let gone = app.store.delete_many(&ids)?;
            gone.iter().for_each(|&id| app.games.forget(id));
            Ok(gone)
        })
        .await?;
    let games: Vec<String> = gone.iter().map(u64::to_string).collect();
    if let Some(first) = games.first() {
        app.changed(first);
    }
    Ok(Json(DeletedGames { games, restorable_ms: RESTORABLE_MS as u32 }))
}

/// `POST /api/games/restore`.
pub(super) async fn restore(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Vec<GameSummary>>, Problem> {
    let which: ManyGames = json(&bytes(body, &headers, LARGEST_BODY)?)?;
    let ids = numbers(&which.games)?;
    let back = app.blocking(move |app| app.store.restore_many(&ids)).await?;
    let back: Vec<GameSummary> = back.into_iter().map(|listed| listed.summary).collect();
    if let Some(first) = back.first() {
        app.changed(&first.id);
    }
    Ok(Json(back))
}

/// `POST /api/games/export?format=sgf`: all of them in one file.
pub(super) async fn export(
    State(app): State<App>,
    Query(query): Query<files::ExportQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let which: ManyGames = json(&bytes(body, &headers, LARGEST_BODY)?)?;
    let ids = numbers(&which.games)?;
    app.heavy(move |app| {
        let records = ids.iter().map(|&id| {
            let StoredGame { summary, mut record, .. } = stored(app, id)?;
            record.rule.get_or_insert(summary.rule);
            records::one_from_wire(&record)
        });
        let records: Vec<_> = records.collect::<Result<_, Problem>>()?;
        files::file(&records, &query.format, "tengen")
    })
    .await
}
