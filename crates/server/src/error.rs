//! What goes wrong, as an answer.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_core::opening::Refusal;
use tengen_core::{IllegalMove, IllegalSetup, Point};

use crate::wire::{Problem, ProblemCode};

impl Problem {
    /// A problem with a sentence about it.
    #[allow(clippy::needless_pass_by_value, reason = "errors and texts are handed over alike")]
    pub fn new(code: ProblemCode, text: impl ToString) -> Problem {
        Problem { code, text: text.to_string(), point: None, game: None, retry_ms: None }
    }

    /// The same about a point.
    pub fn at(self, point: Point) -> Problem {
        Problem { point: Some(point.into()), ..self }
    }

    /// The same about a game.
    pub fn of_game(self, game: &str) -> Problem {
        Problem { game: Some(game.to_owned()), ..self }
    }

    /// Adds the advice to try again after this many milliseconds.
    pub fn retry_after(self, ms: u32) -> Problem {
        Problem { retry_ms: Some(ms), ..self }
    }

    fn status(&self) -> StatusCode {
        match self.code {
            ProblemCode::NotFound => StatusCode::NOT_FOUND,
            ProblemCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ProblemCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ProblemCode::Refused => StatusCode::FORBIDDEN,
            ProblemCode::NotSaved => StatusCode::INSUFFICIENT_STORAGE,
            ProblemCode::BadFile | ProblemCode::CannotHold => StatusCode::UNPROCESSABLE_ENTITY,
            ProblemCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            ProblemCode::NotNow | ProblemCode::GameOver | ProblemCode::NotYourTurn => {
                StatusCode::CONFLICT
            }
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        if self.code == ProblemCode::Internal {
            tracing::error!(problem = self.text, "a request failed");
        }
        (self.status(), Json(self)).into_response()
    }
}

impl From<IllegalMove> for Problem {
    fn from(illegal: IllegalMove) -> Problem {
        match illegal {
            IllegalMove::Occupied(point) => Problem::new(ProblemCode::Occupied, illegal).at(point),
            IllegalMove::OffBoard(point) => Problem::new(ProblemCode::OffBoard, illegal).at(point),
            IllegalMove::GameOver(_) => Problem::new(ProblemCode::GameOver, illegal),
        }
    }
}

impl From<IllegalSetup> for Problem {
    fn from(illegal: IllegalSetup) -> Problem {
        let point = match illegal {
            IllegalSetup::Twice(point)
            | IllegalSetup::OffBoard(point)
            | IllegalSetup::AlreadyWon(_, point) => point,
        };
        Problem::new(ProblemCode::BadPosition, illegal).at(point)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let code = match refusal {
            Refusal::NotYourTurn(_) => ProblemCode::NotYourTurn,
            Refusal::Occupied(_) => ProblemCode::Occupied,
            Refusal::OffBoard(_) => ProblemCode::OffBoard,
            Refusal::NothingToTakeBack(_) => ProblemCode::NothingToUndo,
            Refusal::OutOfZone { .. } => ProblemCode::OutOfZone,
            Refusal::Symmetric { .. } => ProblemCode::Symmetric,
            _ => ProblemCode::Opening,
        };
        let point = match refusal {
            Refusal::Occupied(point)
            | Refusal::OffBoard(point)
            | Refusal::OutOfZone { point, .. }
            | Refusal::AlreadyOffered(point)
            | Refusal::Symmetric { point, .. } => Some(point),
            _ => None,
        };
        let problem = Problem::new(code, refusal);
        point.map_or(problem.clone(), |point| problem.at(point))
    }
}
