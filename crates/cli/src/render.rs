//! `tengen render`: a picture of a board.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tengen_formats::{self as formats, NodeId, Record};
use tengen_picture::{
    Animation, Coordinates, Diagram, FoulMarks, Look, Mark, Numbers, PictureError, Theme, WIDTHS,
};

use crate::options::BoardOptions;
use crate::position::Position;
use crate::{output, position};

/// Draw a board as SVG or PNG, or a game as an animated GIF
///
/// Shows coordinates, the last move, the row that won and, for Black in renju, forbidden points;
/// marks and labels of a file's position too.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen render h8i9i7g9 board.svg\n  \
    tengen render game.sgf@30 board.png --numbers all --theme paper --width 1600\n  \
    tengen render game.sgf game.gif --from 5 --delay 800")]
pub(crate) struct Render {
    /// Position to draw
    #[arg(value_name = "POS")]
    position: String,

    /// Picture to write, .svg, .png or .gif
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

    /// Width of a PNG or GIF in pixels [default: 1000, of a GIF 600]
    #[arg(long, value_name = "PIXELS", value_parser = width())]
    width: Option<u32>,

    /// Begin a GIF with the position after this many moves
    #[arg(long, value_name = "MOVES", default_value_t = 0)]
    from: usize,

    /// Milliseconds for each picture of a GIF
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(20..=60_000))]
    delay: u32,
}

/// Pixels of a PNG's width if nothing is said.
const USUAL_WIDTH: u32 = 1000;

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
        let kind = self.output.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let draw = match kind.as_ref().and_then(|kind| kind.to_str()) {
            Some("svg") => Self::svg,
            Some("png") => Self::png,
            Some("gif") => Self::gif,
            _ => bail!("{}: a picture's name ends in .svg, .png or .gif", self.output.display()),
        };
        let position = position::single(&self.position, &self.board)?;
        let picture = draw(self, &position).context("drawing the board")?;
        output::write(&self.output, &picture)
    }

    fn svg(&self, position: &Position) -> Result<Vec<u8>, PictureError> {
        Ok(tengen_picture::svg(&self.diagram(position), &self.look()).into_bytes())
    }

    fn png(&self, position: &Position) -> Result<Vec<u8>, PictureError> {
        let width = self.width.unwrap_or(USUAL_WIDTH);
        tengen_picture::png(&self.diagram(position), &self.look(), width)
    }

    /// The moves one after the other. Marks of a file belong to its position, so only the last picture has
    /// them.
    fn gif(&self, position: &Position) -> Result<Vec<u8>, PictureError> {
        let mut pictures = tengen_picture::diagrams(&position.game, self.from);
        for diagram in &mut pictures {
            self.dress(diagram);
        }
        if let Some(last) = pictures.last_mut() {
            *last = self.diagram(position);
        }
        let usual = Animation::default();
        let delay = Duration::from_millis(self.delay.into());
        let width = self.width.unwrap_or(usual.width);
        let animation = Animation { width, delay, last_delay: usual.last_delay.max(2 * delay) };
        tengen_picture::gif(&pictures, &self.look(), &animation)
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
        self.dress(&mut diagram);
        diagram
    }

    /// What the options say of every picture beside its look.
    fn dress(&self, diagram: &mut Diagram) {
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
    }
}

fn marks(record: &Record, node: NodeId) -> Vec<(tengen_core::Point, Mark)> {
    let drawn = |mark: &formats::Mark| match mark {
        formats::Mark::Circle => Mark::Circle,
        formats::Mark::Triangle => Mark::Triangle,
        formats::Mark::Square => Mark::Square,
        formats::Mark::Cross => Mark::Cross,
        formats::Mark::Label(text) => Mark::Label(text.clone()),
        formats::Mark::Arrow(to) => Mark::Arrow(*to),
    };
    record.notes(node).marks.iter().map(|(point, mark)| (*point, drawn(mark))).collect()
}
