//! Pictures of positions.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_core::Game;
use tengen_picture::{
    Coordinates, Diagram, FoulMarks, Look, Mark, Numbers, Theme, WIDTHS, png, svg,
};

use super::LARGEST_BODY;
use super::body::{Body, bytes, json};
use super::extract::Query;
use super::link::Link;
use crate::app::App;
use crate::facts;
use crate::wire::{MarkKind, PictureLook, Problem, ProblemCode, RecordMark, Render};

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Svg,
    Png,
}

#[derive(Deserialize)]
pub(super) struct DrawQuery {
    format: Kind,
}

/// `POST /api/render?format=svg|png`.
pub(super) async fn draw(
    State(app): State<App>,
    Query(query): Query<DrawQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let render: Render = json(&bytes(body, &headers, LARGEST_BODY)?)?;
    app.heavy(move |_| {
        let mut diagram = Diagram::of(&facts::game(&render.pos)?);
        diagram.marks = marks(render.marks.as_deref().unwrap_or_default());
        let ghosts = (1..).zip(render.ghosts.iter().flatten());
        diagram
            .marks
            .extend(ghosts.map(|(number, point)| (point.0, Mark::Label(format!("{number}")))));
        picture(diagram, &render.look, query.format)
    })
    .await
}

/// `GET /api/render.svg?r=…&m=…`.
pub(super) async fn svg_of_link(
    State(app): State<App>,
    link: Query<Link>,
    look: Query<PictureLook>,
) -> Result<Response, Problem> {
    of_link(app, link.0, look.0, Kind::Svg).await
}

/// `GET /api/render.png?r=…&m=…`.
pub(super) async fn png_of_link(
    State(app): State<App>,
    link: Query<Link>,
    look: Query<PictureLook>,
) -> Result<Response, Problem> {
    of_link(app, link.0, look.0, Kind::Png).await
}

async fn of_link(app: App, link: Link, look: PictureLook, kind: Kind) -> Result<Response, Problem> {
    app.heavy(move |_| of_game(&link.game()?, &look, kind)).await
}

/// A picture of a game's position.
pub(super) fn of_game(game: &Game, look: &PictureLook, kind: Kind) -> Result<Response, Problem> {
    picture(Diagram::of(game), look, kind)
}

fn picture(mut diagram: Diagram, asked: &PictureLook, kind: Kind) -> Result<Response, Problem> {
    if asked.forbidden.as_deref() == Some("none") {
        diagram.forbidden.clear();
    }
    if let Some(first) = asked.number_from {
        diagram.renumber_from(first.max(1));
    }
    diagram.caption.clone_from(&asked.caption);
    let look = look(asked)?;
    match kind {
        Kind::Svg => {
            Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg(&diagram, &look)).into_response())
        }
        Kind::Png => {
            let width =
                asked.width.unwrap_or(1000).clamp(*WIDTHS.start(), (*WIDTHS.end()).min(4000));
            let failed = |error| Problem::new(ProblemCode::Internal, error);
            let pixels = png(&diagram, &look, width).map_err(failed)?;
            Ok(([(header::CONTENT_TYPE, "image/png")], pixels).into_response())
        }
    }
}

fn look(asked: &PictureLook) -> Result<Look, Problem> {
    let wrong = |text: String| Problem::new(ProblemCode::BadMessage, text);
    let numbers =
        match asked.numbers.as_deref() {
            None | Some("none") => Numbers::Hidden,
            Some("all") => Numbers::All,
            Some(count) => Numbers::Last(count.parse().map_err(|_| {
                wrong("numbers: none, all, or how many of the last moves".to_owned())
            })?),
        };
    let coordinates = match asked.coordinates.as_deref() {
        None | Some("two") => Coordinates::TwoEdges,
        Some("none") => Coordinates::Hidden,
        Some("four") => Coordinates::FourEdges,
        Some(_) => return Err(wrong("coordinates: none, two or four".to_owned())),
    };
    let fouls = match asked.forbidden.as_deref() {
        Some("kind") => FoulMarks::CrossAndKind,
        _ => FoulMarks::Cross,
    };
    let theme = asked.theme.as_deref().map_or(Ok(Theme::default()), str::parse);
    let theme = theme.map_err(|error| wrong(error.to_string()))?;
    Ok(Look { theme, coordinates, numbers, fouls })
}

fn marks(marks: &[RecordMark]) -> Vec<(tengen_core::Point, Mark)> {
    let drawn = |mark: &RecordMark| match mark.mark {
        MarkKind::Circle => Mark::Circle,
        MarkKind::Triangle => Mark::Triangle,
        MarkKind::Square => Mark::Square,
        MarkKind::Cross => Mark::Cross,
        MarkKind::Label => Mark::Label(mark.text.clone().unwrap_or_default()),
    };
    marks.iter().map(|mark| (mark.point.0, drawn(mark))).collect()
}
