//! Plain HTTP: everything that is not live.

mod body;
mod extract;
mod files;
mod games;
mod info;
mod link;
mod pictures;
mod profile;
mod storage;

pub(crate) use games::summary_of_record;
pub(crate) use info::describe;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::Request;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post, put};
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
    let api = Router::new()
        .route("/live", get(live::open))
        .route("/info", get(info::info))
        .route("/profile", get(profile::read).put(profile::write))
        .route("/games", get(games::list).merge(with_records(post(games::save_new))))
        .route(
            "/games/{game}",
            get(games::read)
                .patch(games::rename)
                .delete(games::delete)
                .merge(with_records(put(games::save))),
        )
        .route("/games/{game}/restore", post(games::restore))
        .route("/storage", get(storage::state))
        .route("/import", post(files::import))
        .route("/export", with_records(post(files::export)))
        .route("/render", post(pictures::draw))
        .route("/render.svg", get(pictures::svg_of_link))
        .route("/render.png", get(pictures::png_of_link))
        .method_not_allowed_fallback(no_such_method)
        .fallback(no_such_call);
    Router::new()
        .nest("/api", api)
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CatchPanicLayer::custom(broken))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// A call whose body holds records.
fn with_records(call: MethodRouter<App>) -> MethodRouter<App> {
    call.layer(DefaultBodyLimit::max(LARGEST_RECORDS))
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
