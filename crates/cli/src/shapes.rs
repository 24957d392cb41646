//! `tengen shapes`: what there is to see at every empty point.

use std::fmt::Write as _;

use serde::Serialize;
use tengen_core::{Foul, Game, Point, Prohibition, Side, renju};
use tengen_formats::{Rows, position_text};

use crate::options::BoardOptions;
use crate::{output, position};

/// Show what there is to see at every empty point
///
/// These are the points that renju forbids to Black, whoever is to move, and why.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen shapes --rule renju h8a1i8a3j7a5j9a7\n  \
    tengen shapes --rule renju --json game.sgf@20")]
pub(crate) struct Shapes {
    /// Positions to look at
    #[arg(value_name = "POS", required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    board: BoardOptions,

    /// One JSON object a position
    #[arg(long)]
    json: bool,
}

impl Shapes {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        for argument in &self.positions {
            for position in position::positions(argument, &self.board) {
                let game = position?.game;
                if let Some(outcome) = game.outcome() {
                    anyhow::bail!("{argument}: the game is over: {outcome}");
                }
                let text = match self.json {
                    true => serde_json::to_string(&View::of(&game))? + "\n",
                    false => drawn(&game),
                };
                output::print(&text)?;
            }
        }
        Ok(())
    }
}

/// What is seen in a position, as JSON.
#[derive(Serialize)]
struct View {
    position: String,
    rule: &'static str,
    size: u8,
    side: String,
    points: Vec<PointView>,
}

#[derive(Serialize)]
struct PointView {
    point: String,
    forbidden: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<ShapeView>,
}

/// A row, four or three that makes a point forbidden.
#[derive(Serialize)]
struct ShapeView {
    kind: &'static str,
    line: String,
    stones: Vec<String>,
    growth: Vec<String>,
}

impl View {
    fn of(game: &Game) -> View {
        let point = |point: Point| {
            let prohibition = prohibition(game, point);
            let shapes = prohibition.iter().flat_map(|prohibition| &prohibition.shapes);
            PointView {
                point: point.to_string(),
                forbidden: prohibition.as_ref().and_then(|p| p.fouls.first()).map(Foul::code),
                why: shapes
                    .map(|shape| ShapeView {
                        kind: shape.foul.code(),
                        line: shape.direction.to_string(),
                        stones: names(&shape.stones),
                        growth: names(&shape.growth),
                    })
                    .collect(),
            }
        };
        View {
            position: position_text(game, Rows::Bottom),
            rule: game.rule().name(),
            size: game.size().lines(),
            side: game.to_move().to_string(),
            points: game.board().free_points().map(point).collect(),
        }
    }
}

fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(Point::to_string).collect()
}

/// Black's prohibitions, whoever is to move.
fn prohibition(game: &Game, point: Point) -> Option<Prohibition> {
    game.rule().forbids(Side::Black).then(|| renju::prohibition(game.board(), point)).flatten()
}

/// The board with its forbidden points, and a line for each of them.
fn drawn(game: &Game) -> String {
    let prohibitions: Vec<Prohibition> =
        game.board().free_points().filter_map(|point| prohibition(game, point)).collect();
    let mut text = String::new();
    for y in (0..game.size().lines()).rev() {
        let _ = write!(text, "{:2}", y + 1);
        for point in game.size().points().filter(|point| point.y() == y) {
            let sign = match game.board().at(point) {
                Some(Side::Black) => 'x',
                Some(Side::White) => 'o',
                None if prohibitions.iter().any(|p| p.point == point) => '!',
                None => '.',
            };
            let _ = write!(text, " {sign}");
        }
        text.push('\n');
    }
    let columns = (0..game.size().lines()).map(|x| format!(" {}", (b'a' + x) as char));
    let _ = writeln!(text, "  {}", columns.collect::<String>());
    let _ = writeln!(text, "{} to move, {}", game.to_move(), game.rule());
    for prohibition in &prohibitions {
        let _ = writeln!(text, "{} is forbidden: {}", prohibition.point, prohibition.fouls);
        for shape in &prohibition.shapes {
            let _ = write!(text, "  {}: {}", shape.direction, names(&shape.stones).join(" "));
            if !shape.growth.is_empty() {
                let _ = write!(text, ", grows at {}", names(&shape.growth).join(" "));
            }
            text.push('\n');
        }
    }
    text
}
