//! `tengen shapes`: what the engine sees at every empty point.

mod drawn;
mod view;

use std::sync::Arc;

use tengen_core::{Game, Point, Prohibition, Side, renju};
use tengen_engine::{PatternTables, Position, Shape, Threat};

use crate::options::BoardOptions;
use crate::{output, position};

/// Show what the engine sees at every empty point
///
/// For each side: what the four lines through the point become, what they threaten together, and
/// what the point is worth. Points that renju forbids to Black are shown with the reason, even if
/// White is to move.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen shapes h8i9i7g9\n  \
    tengen shapes --candidates h8i9i7g9h7\n  \
    tengen shapes --rule renju --json game.sgf@20")]
pub(crate) struct Shapes {
    /// Positions to look at
    #[arg(value_name = "POS", required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    board: BoardOptions,

    /// Also show the moves that the search considers, in buckets
    #[arg(long)]
    candidates: bool,

    /// One JSON object a position
    #[arg(long)]
    json: bool,
}

impl Shapes {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut tables = None;
        for game in position::ongoing(&self.positions, &self.board) {
            let (_, game) = game?;
            let sight = Sight::of(game, &mut tables);
            let text = match self.json {
                true => serde_json::to_string(&view::View::of(&sight, self.candidates))? + "\n",
                false => drawn::drawn(&sight, self.candidates),
            };
            output::print(&text)?;
        }
        Ok(())
    }
}

/// A game with what the engine sees in it.
struct Sight {
    game: Game,
    position: Position,
}

impl Sight {
    /// `tables` keeps those of the last rule, for the next position.
    fn of(game: Game, tables: &mut Option<Arc<PatternTables>>) -> Sight {
        let known = tables.take().filter(|tables| tables.rule() == game.rule());
        let fitting = known.unwrap_or_else(|| Arc::new(PatternTables::new(game.rule())));
        let position = Position::of(&game, fitting.clone());
        *tables = Some(fitting);
        Sight { game, position }
    }

    /// The names of the four lines: row, column, diagonal up right, diagonal down right.
    fn lines(&self, point: Point, side: Side) -> [&'static str; 4] {
        self.position.shapes(point, side).all().map(Shape::name)
    }

    /// What the four lines threaten together, whether or not the point is forbidden. The grades
    /// that the engine has beside these names are left out: a four stays a four with a two beside.
    fn threat(&self, point: Point, side: Side) -> &'static str {
        let shapes = self.position.shapes(point, side);
        let has = |is: Shape| shapes.count(|shape| shape == is) > 0;
        match self.position.threat(point, side) {
            Threat::Foul if has(Shape::Overline) => "overline",
            Threat::Foul => "double-four",
            Threat::OpenFour if !has(Shape::OpenFour) => "double-four",
            Threat::FourPlus => Threat::Four.name(),
            Threat::ThreePlus => Threat::OpenThree.name(),
            threat => threat.name(),
        }
    }

    /// Black's prohibition of a point, even if White is to move.
    fn prohibition(&self, point: Point) -> Option<Prohibition> {
        let forbids = self.game.rule().forbids(Side::Black);
        forbids.then(|| renju::prohibition(self.game.board(), point)).flatten()
    }
}
