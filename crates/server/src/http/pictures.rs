//! Pictures of positions.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_core::{Game, Side, Size};
use tengen_picture::{
    Animation, Coordinates, Diagram, FoulMarks, Look, Mark, Numbers, PictureError, Stone, Theme,
    WIDTHS, diagrams, gif, png, svg,
};

use super::LARGEST_BODY;
use super::body::{Body, bytes, json};
use super::extract::Query;
use super::link::Link;
use crate::app::App;
use crate::facts;
use crate::wire::{
    MarkKind, PictureLook, PointName, Position, Problem, ProblemCode, RecordMark, Render,
};

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Svg,
    Png,
    Gif,
}

/// The widest PNG and the widest GIF, in pixels. A GIF has hundreds of pictures.
const WIDEST_PNG: u32 = 4000;
const WIDEST_GIF: u32 = 1200;
/// What a picture is wide if nothing is said.
const USUAL_WIDTH: u32 = 1000;
/// How long a picture of a GIF is shown at most.
const LONGEST_DELAY: Duration = Duration::from_secs(60);

#[derive(Deserialize)]
pub(super) struct DrawQuery {
    format: Kind,
}

/// `POST /api/render?format=svg|png|gif`.
pub(super) async fn draw(
    State(app): State<App>,
    Query(query): Query<DrawQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let render: Render = json(&bytes(body, &headers, LARGEST_BODY)?)?;
    app.heavy(move |_| {
        if query.format == Kind::Gif {
            return of_game(&facts::game(&render.pos)?, &render.look, Kind::Gif);
        }
        let mut diagram = diagram(&render.pos)?;
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

/// `GET /api/render.gif?r=…&m=…`.
pub(super) async fn gif_of_link(
    State(app): State<App>,
    link: Query<Link>,
    look: Query<PictureLook>,
) -> Result<Response, Problem> {
    of_link(app, link.0, look.0, Kind::Gif).await
}

async fn of_link(app: App, link: Link, look: PictureLook, kind: Kind) -> Result<Response, Problem> {
    app.heavy(move |_| of_game(&link.game()?, &look, kind)).await
}

/// A picture of a game's position, or of all its moves.
pub(super) fn of_game(game: &Game, look: &PictureLook, kind: Kind) -> Result<Response, Problem> {
    match kind {
        Kind::Gif => animation(diagrams(game, look.from.unwrap_or(0) as usize), look),
        Kind::Svg | Kind::Png => picture(Diagram::of(game), look, kind),
    }
}

/// What lies on the board. Stones that no game has, such as two fives, are drawn all the same: whoever set
/// them up may want to show them.
fn diagram(pos: &Position) -> Result<Diagram, Problem> {
    let problem = match facts::game(pos) {
        Ok(game) => return Ok(Diagram::of(&game)),
        Err(problem) => problem,
    };
    match (&pos.setup, Size::new(pos.size)) {
        (Some(setup), Some(size)) if pos.moves.is_empty() => {
            let stones = |points: &[PointName], side: Side| -> Vec<Stone> {
                points.iter().map(|point| Stone { point: point.0, side, number: None }).collect()
            };
            let mut diagram = Diagram::new(size);
            diagram.stones = stones(&setup.black, Side::Black);
            diagram.stones.extend(stones(&setup.white, Side::White));
            Ok(diagram)
        }
        _ => Err(problem),
    }
}

fn picture(mut diagram: Diagram, asked: &PictureLook, kind: Kind) -> Result<Response, Problem> {
    dress(&mut diagram, asked);
    let look = look(asked)?;
    if kind == Kind::Svg {
        return Ok(answer("image/svg+xml", svg(&diagram, &look).into_bytes()));
    }
    let pixels = png(&diagram, &look, width(asked, WIDEST_PNG)).map_err(failed)?;
    Ok(answer("image/png", pixels))
}

fn animation(mut pictures: Vec<Diagram>, asked: &PictureLook) -> Result<Response, Problem> {
    for diagram in &mut pictures {
        dress(diagram, asked);
    }
    let usual = Animation::default();
    let delay = asked.delay.map(|millis| Duration::from_millis(millis.into()).min(LONGEST_DELAY));
    let delay = delay.unwrap_or(usual.delay);
    let last_delay = usual.last_delay.max(2 * delay);
    let animation = Animation { width: width(asked, WIDEST_GIF), delay, last_delay };
    Ok(answer("image/gif", gif(&pictures, &look(asked)?, &animation).map_err(failed)?))
}

/// What is asked of every picture beside its look.
fn dress(diagram: &mut Diagram, asked: &PictureLook) {
    if asked.forbidden.as_deref() == Some("none") {
        diagram.forbidden.clear();
    }
    if let Some(first) = asked.number_from {
        diagram.renumber_from(first.max(1));
    }
    diagram.caption.clone_from(&asked.caption);
}

fn width(asked: &PictureLook, widest: u32) -> u32 {
    asked.width.unwrap_or(USUAL_WIDTH.min(widest)).clamp(*WIDTHS.start(), widest)
}

fn answer(kind: &'static str, picture: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, kind)], picture).into_response()
}

fn failed(error: PictureError) -> Problem {
    Problem::new(ProblemCode::Internal, error)
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
        // Without an end it ends where it begins, and such an arrow is not drawn.
        MarkKind::Arrow => Mark::Arrow(mark.to.as_ref().unwrap_or(&mark.point).0),
    };
    marks.iter().map(|mark| (mark.point.0, drawn(mark))).collect()
}
