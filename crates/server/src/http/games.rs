//! Stored games: list, read, save, rename, delete and bring back.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use tengen_core::OpeningRule;

use super::body::{Body, bytes, json};
use super::extract::{Path, Query};
use super::pictures::{self, Kind};
use super::{LARGEST_BODY, LARGEST_RECORDS, files};
use crate::app::App;
use crate::games::number;
use crate::store::{Listed, RESTORABLE_MS, Stored, no_such_game, now};
use crate::wire::{
    Deleted, GameRecord, GameSummary, PictureLook, Problem, ProblemCode, RenameGame, SaveRecord,
    ScoredLine, StoredGame, StoredKind,
};
use crate::{date, records};

/// The longest name and tag, and the most tags.
const LONGEST_NAME: usize = 200;
pub(super) const MOST_TAGS: usize = 20;

/// `GET /api/games`.
pub(super) async fn list(State(app): State<App>) -> Result<Json<Vec<GameSummary>>, Problem> {
    app.blocking(|app| app.store.list()).await.map(Json)
}

/// `GET /api/games/<id>`, and with an ending the game as a file or picture.
/// `GET /api/games/<id>/scores`: what jobs have found of its positions.
pub(super) async fn scores(
    State(app): State<App>,
    Path(path): Path<String>,
) -> Result<Json<ScoredLine>, Problem> {
    let id = number(&path)?;
    let none = || Problem::new(ProblemCode::NotFound, "the positions of this game have no scores");
    app.blocking(move |app| app.store.scores(id)?.ok_or_else(none)).await.map(Json)
}

pub(super) async fn read(
    State(app): State<App>,
    Path(path): Path<String>,
    Query(look): Query<PictureLook>,
) -> Result<Response, Problem> {
    let (id, ending) = match path.split_once('.') {
        Some((id, ending)) => (number(id)?, Some(ending.to_owned())),
        None => (number(&path)?, None),
    };
    app.heavy(move |app| match ending.as_deref() {
        None => stored(app, id).map(|game| Json(game).into_response()),
        Some("svg") => pictures::of_game(&main_game(app, id)?, &look, Kind::Svg),
        Some("png") => pictures::of_game(&main_game(app, id)?, &look, Kind::Png),
        Some("gif") => pictures::of_game(&main_game(app, id)?, &look, Kind::Gif),
        Some(ending) => {
            let record = records::one_from_wire(&stored(app, id)?.record)?;
            files::file(&[record], ending, &format!("tengen-{id}"))
        }
    })
    .await
}

fn main_game(app: &App, id: u64) -> Result<tengen_core::Game, Problem> {
    records::main_game(&records::one_from_wire(&stored(app, id)?.record)?)
}

/// A stored game with everything.
pub(crate) fn stored(app: &App, id: u64) -> Result<StoredGame, Problem> {
    let (stored, Listed { summary, .. }) = app.store.load(id)?;
    match stored {
        Stored::Record(record) => Ok(StoredGame { summary, record, state: None }),
        Stored::Game(saved) => {
            let (table, state) = app.games.state_of(id, saved, &summary)?;
            let record = records::of_game(table.game(), &state, &date::day(summary.created));
            Ok(StoredGame { summary, record, state: Some(state) })
        }
    }
}

/// `POST /api/games`: a record that is new.
pub(super) async fn save_new(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<GameSummary>, Problem> {
    let save: SaveRecord = json(&bytes(body, &headers, LARGEST_RECORDS)?)?;
    let summary = app
        .heavy(move |app| {
            let summary = summary(&save.record, save.name.as_deref().unwrap_or(""), now())?;
            let id = app.store.next_id();
            let summary = GameSummary { id: id.to_string(), ..summary };
            let listed = Listed { summary: summary.clone(), deleted: None };
            app.store.save(id, &Stored::Record(save.record), &listed)?;
            Ok(summary)
        })
        .await?;
    app.changed(&summary.id);
    Ok(Json(summary))
}

/// `PUT /api/games/<id>`: another version of a record.
pub(super) async fn save(
    State(app): State<App>,
    Path(game): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<GameSummary>, Problem> {
    let id = number(&game)?;
    let save: SaveRecord = json(&bytes(body, &headers, LARGEST_RECORDS)?)?;
    let summary = app
        .heavy(move |app| {
            let (stored, before) = app.store.load(id)?;
            let Some(changed) = save.changed else {
                let text = "another version names the `changed` of the one that was edited";
                return Err(Problem::new(ProblemCode::BadMessage, text));
            };
            if matches!(stored, Stored::Game(_)) {
                let text =
                    "this game was played here and stays as it was; save the record as a new one";
                return Err(Problem::new(ProblemCode::NotNow, text));
            }
            let name = save.name.as_deref().unwrap_or(&before.summary.name);
            let summary = GameSummary {
                id: id.to_string(),
                tags: before.summary.tags,
                // No two versions have the same time.
                changed: now().max(before.summary.changed + 1),
                ..summary(&save.record, name, before.summary.created)?
            };
            let listed = Listed { summary: summary.clone(), deleted: None };
            app.store.save_over(id, changed, &Stored::Record(save.record), &listed)?;
            Ok(summary)
        })
        .await?;
    app.changed(&summary.id);
    Ok(Json(summary))
}

/// What lists show of a record, which is checked by it.
fn summary(record: &GameRecord, name: &str, created: u64) -> Result<GameSummary, Problem> {
    let checked = records::one_from_wire(record)?;
    let glance = records::glance(&checked);
    Ok(GameSummary {
        id: String::new(),
        kind: StoredKind::Record,
        name: short(name),
        tags: Vec::new(),
        black: record.black.clone().unwrap_or_default(),
        white: record.white.clone().unwrap_or_default(),
        rule: record.rule.unwrap_or_else(|| checked.rule.unwrap_or_default().into()),
        size: record.size,
        opening: OpeningRule::None.into(),
        moves: glance.moves,
        stones: glance.stones,
        result: glance.result,
        created,
        changed: now(),
        unfinished: false,
        reviewed: None,
    })
}

/// What lists show of a record whose summary is lost.
pub(crate) fn summary_of_record(record: &GameRecord) -> Result<GameSummary, Problem> {
    summary(record, "", now())
}

/// A name or tag as it is stored.
pub(super) fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect()
}

/// `PATCH /api/games/<id>`: name and tags.
pub(super) async fn rename(
    State(app): State<App>,
    Path(game): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<GameSummary>, Problem> {
    let id = number(&game)?;
    let rename: RenameGame = json(&bytes(body, &headers, LARGEST_BODY)?)?;
    let summary = app
        .blocking(move |app| {
            let listed = app.store.relist(id, |listed| {
                if listed.deleted.is_some() {
                    return Err(no_such_game(id));
                }
                let summary = &mut listed.summary;
                if let Some(name) = &rename.name {
                    summary.name = short(name);
                }
                if let Some(tags) = &rename.tags {
                    summary.tags = tags.iter().take(MOST_TAGS).map(|tag| short(tag)).collect();
                }
                Ok(())
            })?;
            app.games.renamed(id, &listed.summary.name, &listed.summary.tags);
            Ok(listed.summary)
        })
        .await?;
    app.changed(&summary.id);
    Ok(Json(summary))
}

/// `DELETE /api/games/<id>`: it can be brought back for a while.
pub(super) async fn delete(
    State(app): State<App>,
    Path(game): Path<String>,
) -> Result<Json<Deleted>, Problem> {
    let id = number(&game)?;
    app.blocking(move |app| {
        app.store.delete(id)?;
        app.games.forget(id);
        Ok(())
    })
    .await?;
    app.changed(&game);
    Ok(Json(Deleted { id: game, restorable_ms: RESTORABLE_MS as u32 }))
}

/// `POST /api/games/<id>/restore`.
pub(super) async fn restore(
    State(app): State<App>,
    Path(game): Path<String>,
) -> Result<Json<GameSummary>, Problem> {
    let id = number(&game)?;
    let listed = app.blocking(move |app| app.store.restore(id)).await?;
    app.changed(&game);
    Ok(Json(listed.summary))
}
