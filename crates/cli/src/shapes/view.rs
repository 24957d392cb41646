//! What is seen in a position, as JSON.

use serde::Serialize;
use tengen_core::{Foul, Point, Prohibition, Side};
use tengen_engine::Candidate;
use tengen_formats::{Rows, position_text};

use super::Sight;
use crate::output::names;

#[derive(Serialize)]
pub(super) struct View {
    position: String,
    rule: &'static str,
    size: u8,
    side: String,
    points: Vec<PointView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buckets: Option<Vec<BucketView>>,
}

#[derive(Serialize)]
struct PointView {
    point: String,
    black: SideView,
    white: SideView,
    /// For the side to move.
    policy: i32,
    /// For Black, even if White is to move.
    forbidden: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<ReasonView>,
}

/// What a point is for one side.
#[derive(Serialize)]
struct SideView {
    lines: [&'static str; 4],
    threat: &'static str,
    attack: i32,
    defence: i32,
}

/// A row, four or three that makes a point forbidden.
#[derive(Serialize)]
struct ReasonView {
    kind: &'static str,
    line: String,
    stones: Vec<String>,
    growth: Vec<String>,
}

#[derive(Serialize)]
struct BucketView {
    bucket: &'static str,
    moves: Vec<MoveView>,
}

#[derive(Serialize)]
struct MoveView {
    point: String,
    policy: i32,
}

impl View {
    pub(super) fn of(sight: &Sight, candidates: bool) -> View {
        let game = &sight.game;
        View {
            position: position_text(game, Rows::Bottom),
            rule: game.rule().name(),
            size: game.size().lines(),
            side: game.to_move().to_string(),
            points: game.board().free_points().map(|point| PointView::of(sight, point)).collect(),
            buckets: candidates.then(|| buckets(sight)),
        }
    }
}

impl PointView {
    fn of(sight: &Sight, point: Point) -> PointView {
        let prohibition = sight.prohibition(point);
        PointView {
            point: point.to_string(),
            black: SideView::of(sight, point, Side::Black),
            white: SideView::of(sight, point, Side::White),
            policy: sight.position.candidate(point).policy,
            forbidden: prohibition.as_ref().and_then(|p| p.fouls.first()).map(Foul::code),
            why: prohibition.as_ref().map_or_else(Vec::new, reasons),
        }
    }
}

impl SideView {
    fn of(sight: &Sight, point: Point, side: Side) -> SideView {
        SideView {
            lines: sight.lines(point, side),
            threat: sight.threat(point, side),
            attack: sight.position.attack(point, side),
            defence: sight.position.defence(point, side),
        }
    }
}

fn reasons(prohibition: &Prohibition) -> Vec<ReasonView> {
    let shapes = prohibition.shapes.iter();
    shapes
        .map(|shape| ReasonView {
            kind: shape.foul.code(),
            line: shape.direction.to_string(),
            stones: names(&shape.stones),
            growth: names(&shape.growth),
        })
        .collect()
}

fn buckets(sight: &Sight) -> Vec<BucketView> {
    let one = |c: &Candidate| MoveView { point: c.point.to_string(), policy: c.policy };
    let buckets = sight.position.buckets().into_iter();
    buckets
        .map(|(bucket, moves)| BucketView {
            bucket: bucket.name(),
            moves: moves.iter().map(one).collect(),
        })
        .collect()
}
