//! Plain HTTP: everything that is not live.

mod body;
mod collections;
mod extract;
mod files;
mod games;
mod icons;
mod info;
mod link;
mod many;
mod pictures;
mod profile;
mod proofs;
mod puzzles;
mod review;
mod storage;

pub(crate) use games::{stored, summary_of_record};
pub(crate) use info::describe;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::{Request, State};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post, put};
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::wire::{Problem, ProblemCode};
use crate::{assets, guard, live};

/// The largest body of an ordinary request.
pub(crate) const LARGEST_BODY: usize = 4 << 20;
/// The largest body with records that are saved or exported. What an import gives fits into it.
pub(crate) const LARGEST_RECORDS: usize = 48 << 20;
/// The largest file that is imported, but for libraries.
pub(crate) const LARGEST_FILE: usize = 16 << 20;
/// The largest library that is imported. Larger ones than [`LARGEST_FILE`] come one at a time.
pub(crate) const LARGEST_LIBRARY: usize = 200 << 20;
/// The largest profile.
pub(crate) const LARGEST_PROFILE: usize = 64 << 10;

/// All that the server answers. Works without a socket too.
pub fn router(app: App) -> Router {
    let api = match app.watches.is_on() {
        true => basic_api(),
        false => basic_api().merge(whole_api()),
    };
    let api = api.method_not_allowed_fallback(no_such_method).fallback(no_such_call);
    Router::new()
        .nest("/api", api)
        .route("/icons/{name}", get(icons::icon))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CatchPanicLayer::custom(broken))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// What a server that shows a match answers too.
fn basic_api() -> Router<App> {
    Router::new()
        .route("/live", get(live::open))
        .route("/info", get(info::info))
        .route("/profile", get(profile::read).put(profile::write))
        .route("/storage", get(storage::state))
}

/// The rest.
fn whole_api() -> Router<App> {
    Router::new()
        .route("/games", get(games::list).merge(with_records(post(games::save_new))))
        .route(
            "/games/{game}",
            get(games::read)
                .patch(games::rename)
                .delete(games::delete)
                .merge(with_records(put(games::save))),
        )
        .route("/games/tag", post(many::tag))
        .route("/games/delete", post(many::delete))
        .route("/games/restore", post(many::restore))
        .route("/games/export", post(many::export))
        .route("/games/{game}/restore", post(games::restore))
        .route("/games/{game}/review/{format}", get(review::read))
        .route("/games/{game}/scores", get(games::scores))
        .route("/engine-log", get(engine_log))
        .route("/collections", get(collections::list).post(collections::add))
        .route("/collections/{id}", delete(collections::delete))
        .route("/collections/{id}/stop", post(collections::stop))
        .route("/collections/{id}/restore", post(collections::restore))
        .route("/games/{game}/review/puzzles", post(puzzles::save_mistakes))
        .route("/puzzles", get(puzzles::list))
        .route("/puzzles/own", get(puzzles::own))
        .route("/puzzles/own/export/{format}", get(puzzles::export))
        .route("/puzzles/{puzzle}", get(puzzles::read).delete(puzzles::delete))
        .route("/puzzles/{puzzle}/restore", post(puzzles::restore))
        .route("/import", post(files::import))
        .route("/export", with_records(post(files::export)))
        .route("/proof/check", post(proofs::check))
        .route("/proof/{proof}", get(proofs::file))
        .route("/render", post(pictures::draw))
        .route("/render.svg", get(pictures::svg_of_link))
        .route("/render.png", get(pictures::png_of_link))
        .route("/render.gif", get(pictures::gif_of_link))
}

/// A call whose body holds records.
fn with_records(call: MethodRouter<App>) -> MethodRouter<App> {
    call.layer(DefaultBodyLimit::max(LARGEST_RECORDS))
}

/// What engines were asked and what they said, as plain text.
async fn engine_log(State(app): State<App>) -> String {
    app.engine_log.text()
}

async fn no_such_call(request: Request) -> Problem {
    let text = format!("there is no call {} {}", request.method(), request.uri().path());
    Problem::new(ProblemCode::NotFound, text)
}

async fn no_such_method(request: Request) -> Response {
    assets::not_allowed(request.method())
}

/// The answer to a request whose handling panicked.
fn broken(_: Box<dyn std::any::Any + Send>) -> Response {
    let text = "something went wrong inside the server; nothing stored was lost";
    Problem::new(ProblemCode::Internal, text).into_response()
}
