//! Parts of a request. What cannot be read is refused with a [`Problem`], as everything else is.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::wire::{Problem, ProblemCode};

/// The path's variable part.
pub(super) struct Path<T>(pub(super) T);

/// What stands behind the question mark.
pub(super) struct Query<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|path| Path(path.0)).map_err(|rejection| bad(rejection.body_text()))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        query.map(|query| Query(query.0)).map_err(|rejection| bad(rejection.body_text()))
    }
}

fn bad(text: String) -> Problem {
    Problem::new(ProblemCode::BadMessage, text)
}
