//! `tengen book show`: what a book knows about positions.

use std::process::ExitCode;

use serde::Serialize;
use tengen_core::{Game, Size};
use tengen_formats::{Rows, position_text};
use tengen_player::book::Names;
use tengen_player::{Book, BookMove};

use super::open;
use crate::analyze::VerdictView;
use crate::options::{self, BoardOptions};
use crate::{output, position};

/// Show what a book knows about positions: moves, visits, scores and names
///
/// Positions are found in any orientation and, away from the edges, in any place. Exit status 1: the
/// position is not in the book.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen book show renju h8i9\n  \
    tengen book show renju kagetsu\n  \
    tengen book show freestyle --size 20\n  \
    tengen book show mine.txt h8h9i10 --json")]
pub(super) struct Show {
    /// A rule, for the book that is built in, or a file
    #[arg(value_name = "RULE|FILE")]
    book: String,

    /// Positions: moves in turn (h8i9i7), openings by name (kagetsu, "flower moon"), set-ups, files,
    /// or - for one a line on standard input
    /// [default: the empty board]
    #[arg(value_name = "POS")]
    positions: Vec<String>,

    /// Lines of the board [default: 15, or what the file says]
    #[arg(long, value_name = "LINES", value_parser = options::size)]
    size: Option<Size>,

    /// One JSON object a position
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let book = open(&self.book, self.size)?;
        let (rule, size) = (Some(book.rule()), Some(book.size()));
        let board = BoardOptions { rule, size, rows: Rows::Bottom };
        let names = Names::built_in();
        let positions: Vec<String> = match self.positions.is_empty() {
            true => vec![String::new()],
            false => self.positions.iter().map(|text| moves_of(&names, text)).collect(),
        };
        let (mut count, mut known) = (0, 0);
        for game in position::ongoing(&positions, &board) {
            let (_, game) = game?;
            let moves = book.moves(&game);
            count += 1;
            known += usize::from(!moves.is_empty());
            output::print(&match self.json {
                true => serde_json::to_string(&View::of(&book, &game, &moves))? + "\n",
                false => table(&book, &game, &moves),
            })?;
        }
        let is_no = count == 1 && known == 0;
        Ok(if is_no { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}

/// The moves of an opening that is named; any other text as it is.
fn moves_of(names: &Names, text: &str) -> String {
    match names.find(text) {
        Some(name) => name.stones.iter().map(ToString::to_string).collect(),
        None => text.to_owned(),
    }
}

/// What is known, for people.
fn table(book: &Book, game: &Game, moves: &[BookMove]) -> String {
    let name = match position_text(game, Rows::Bottom) {
        empty if empty.is_empty() => "empty board".to_owned(),
        text => text,
    };
    let called = book.name_of(game).map(|name| format!(" ({name})")).unwrap_or_default();
    let head = format!("{name}{called}, {} to move", game.to_move());
    if moves.is_empty() {
        return format!("{head}: not in the book\n");
    }
    let row = |known: &BookMove| {
        let BookMove { point, visits, score, depth, nodes } = *known;
        let called = name_after(book, game, known).unwrap_or_default();
        let chance = 100.0 * score.shown_win_rate();
        let row = format!(
            "  {:4} {visits:>7}  {score:>12}  {chance:>5.1}%  {depth:>5}  {nodes:>8}  {called}",
            point.to_string()
        );
        row.trim_end().to_owned() + "\n"
    };
    let rows: String = moves.iter().map(row).collect();
    format!("{head}\n  move  visits         score  chance  depth     nodes\n{rows}")
}

/// What the position after a move is called.
fn name_after(book: &Book, game: &Game, known: &BookMove) -> Option<String> {
    let mut after = game.clone();
    after.play(known.point).ok()?;
    book.name_of(&after).map(str::to_owned)
}

#[derive(Serialize)]
struct View {
    position: String,
    rule: &'static str,
    size: u8,
    side: String,
    name: Option<String>,
    moves: Vec<MoveView>,
}

#[derive(Serialize)]
struct MoveView {
    #[serde(rename = "move")]
    point: String,
    visits: u32,
    #[serde(flatten)]
    verdict: VerdictView,
    depth: u32,
    nodes: u64,
    name: Option<String>,
}

impl View {
    fn of(book: &Book, game: &Game, moves: &[BookMove]) -> View {
        let view = |known: &BookMove| MoveView {
            point: known.point.to_string(),
            visits: known.visits,
            verdict: VerdictView::of(known.score),
            depth: known.depth,
            nodes: known.nodes,
            name: name_after(book, game, known),
        };
        View {
            position: position_text(game, Rows::Bottom),
            rule: book.rule().name(),
            size: book.size().lines(),
            side: game.to_move().to_string(),
            name: book.name_of(game).map(str::to_owned),
            moves: moves.iter().map(view).collect(),
        }
    }
}
