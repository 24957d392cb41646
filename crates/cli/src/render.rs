//! `tengen render`: a picture of a board.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tengen_formats::{self as formats, NodeId, Record};
use tengen_picture::{Coordinates, Diagram, FoulMarks, Look, Mark, Numbers, Theme, WIDTHS};

use crate::options::BoardOptions;
use crate::position::Position;
use crate::{output, position};

/// Draw a board as SVG or PNG
///
/// Shows coordinates, the last move, the row that won and, for Black in renju, forbidden points;
/// marks and labels of a file's position too.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen render h8i9i7g9 board.svg\n  \
    tengen render game.sgf@30 board.png --numbers all --theme paper --width 1600")]
pub(crate) struct Render {
    /// Position to draw
    #[arg(value_name = "POS")]
    position: String,

    /// Picture to write, .svg or .png
    #[arg(value_name = "OUT")]
    output: PathBuf,

    #[command(flatten)]
    board: BoardOptions,

    /// Numbers of moves on their stones: none, all, or the last N
    #[arg(long, value_name = "WHICH", default_value = "none", value_parser = numbers)]
    numbers: Numbers,

    /// Number the moves from this one on, beginning with 1
    #[arg(long, value_name = "MOVE", value_parser = clap::value_parser!(u32).range(1..))]
    number_from: Option<u32>,

    /// Edges with coordinates
    #[arg(long, value_name = "EDGES", default_value = "two", value_parser = coordinates())]
    coordinates: Coordinates,

    /// Colours
    #[arg(long, default_value = "wood", value_parser = theme())]
    theme: Theme,

    /// Forbidden points: none, cross, or kind (a cross and 3, 4 or 6)
    #[arg(long, value_name = "HOW", default_value = "cross", value_parser = ["none", "cross", "kind"])]
    forbidden: String,

    /// Do not mark the last move
    #[arg(long)]
    no_last: bool,

    /// A text below the board
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,

    /// Width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1000, value_parser = width())]
    width: u32,
}

fn numbers(text: &str) -> Result<Numbers, String> {
    match text {
        "none" => Ok(Numbers::Hidden),
        "all" => Ok(Numbers::All),
        count => match count.parse() {
            Ok(count) => Ok(Numbers::Last(count)),
            Err(_) => Err("say none, all, or how many of the last moves".to_owned()),
        },
    }
}

fn coordinates() -> impl TypedValueParser<Value = Coordinates> {
    PossibleValuesParser::new(["none", "two", "four"]).map(|edges| match edges.as_str() {
        "none" => Coordinates::Hidden,
        "four" => Coordinates::FourEdges,
        _ => Coordinates::TwoEdges,
    })
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(Theme::name)).try_map(|name| name.parse::<Theme>())
}

fn width() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(i64::from(*WIDTHS.start())..=i64::from(*WIDTHS.end()))
}

impl Render {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let draw = self.picture_kind()?;
        let position = position::single(&self.position, &self.board)?;
        let picture = draw(&self.diagram(&position), &self.look(), self.width)?;
        output::write(&self.output, &picture)
    }

    /// How to draw what the output's name asks for.
    fn picture_kind(&self) -> anyhow::Result<Draw> {
        let kind = self.output.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        match kind.as_ref().and_then(|kind| kind.to_str()) {
            Some("svg") => {
                Ok(|diagram, look, _| Ok(tengen_picture::svg(diagram, look).into_bytes()))
            }
            Some("png") => Ok(|diagram, look, width| {
                tengen_picture::png(diagram, look, width).context("drawing the board")
            }),
            _ => bail!("{}: a picture's name ends in .svg or .png", self.output.display()),
        }
    }

    fn look(&self) -> Look {
        let fouls = match self.forbidden.as_str() {
            "kind" => FoulMarks::CrossAndKind,
            _ => FoulMarks::Cross,
        };
        Look { theme: self.theme, coordinates: self.coordinates, numbers: self.numbers, fouls }
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let mut diagram = Diagram::of(&position.game);
        if let Some((record, node)) = &position.place {
            diagram.marks = marks(record, *node);
        }
        if self.no_last {
            diagram.last = None;
        }
        if self.forbidden == "none" {
            diagram.forbidden.clear();
        }
        if let Some(first) = self.number_from {
            diagram.renumber_from(first);
        }
        diagram.caption.clone_from(&self.caption);
        diagram
    }
}

type Draw = fn(&Diagram, &Look, u32) -> anyhow::Result<Vec<u8>>;

fn marks(record: &Record, node: NodeId) -> Vec<(tengen_core::Point, Mark)> {
    let drawn = |mark: &formats::Mark| match mark {
        formats::Mark::Circle => Mark::Circle,
        formats::Mark::Triangle => Mark::Triangle,
        formats::Mark::Square => Mark::Square,
        formats::Mark::Cross => Mark::Cross,
        formats::Mark::Label(text) => Mark::Label(text.clone()),
    };
    record.notes(node).marks.iter().map(|(point, mark)| (*point, drawn(mark))).collect()
}
