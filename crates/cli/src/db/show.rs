//! `tengen db show`: what is remembered of positions.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use tengen_analysis::{Database, Known, Position};
use tengen_core::{Game, Point};
use tengen_formats::{Rows, position_text};

use super::record;
use crate::options::BoardOptions;
use crate::{output, position};

/// Show what is remembered of positions and of their next moves; exit status 1 if one is not known
///
/// A win is called proven only if its proof is there and holds: it is checked for this.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen db show analysis.redb h8i9i7\n  \
    tengen db show analysis.redb --rule renju game.sgf@20 --json")]
pub(super) struct Show {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,

    /// Positions: moves in turn (h8i9i7), set-ups (b=h8i9;w=g7;t=b), files (game.sgf@20), or - for one
    /// a line on standard input
    #[arg(value_name = "POS", required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    board: BoardOptions,

    /// One JSON object a position
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct View {
    position: String,
    known: Option<record::View>,
    moves: Vec<MoveView>,
}

#[derive(Serialize)]
struct MoveView {
    #[serde(rename = "move")]
    point: String,
    /// What is known after the move, for the side that is to move then.
    #[serde(flatten)]
    known: record::View,
}

impl Show {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let database = Database::open_read_only(&self.database)?;
        let mut are_known = true;
        for game in position::ongoing(&self.positions, &self.board) {
            let (_, game) = game?;
            let known = database.get(&Position::of(&game))?;
            are_known &= known.is_some();
            let moves = moves(&database, &game)?;
            let name = position_text(&game, Rows::Bottom);
            let text = match self.json {
                true => {
                    let known = known.as_ref().map(view);
                    let moves = moves.iter();
                    let moves = moves.map(|(point, known)| MoveView {
                        point: point.to_string(),
                        known: view(known),
                    });
                    let moves = moves.collect();
                    serde_json::to_string(&View { position: name, known, moves })? + "\n"
                }
                false => {
                    let first = known.as_ref().map_or_else(|| "not known".to_owned(), text);
                    let moves = moves.iter();
                    let moves = moves.map(|(point, known)| format!("  {point}: {}\n", text(known)));
                    format!("{name}\n{first}\n{}", moves.collect::<String>())
                }
            };
            output::print(&text)?;
        }
        Ok(if are_known { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// The moves after which the position is known, and what is known there.
fn moves(database: &Database, game: &Game) -> anyhow::Result<Vec<(Point, Known)>> {
    let mut moves = Vec::new();
    for point in game.board().free_points() {
        let mut after = game.clone();
        if after.play(point)?.is_none()
            && let Some(known) = database.get(&Position::of(&after))?
        {
            moves.push((point, known));
        }
    }
    Ok(moves)
}

fn text(known: &Known) -> String {
    record::text(known.claim(), known.is_proven(), &known.entry)
}

fn view(known: &Known) -> record::View {
    record::View::of(known.claim(), known.is_proven(), &known.entry)
}
