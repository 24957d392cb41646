//! From a stored game to the positions of its main line, as the explorer looks them up.

use tengen_core::{Board, Game, ImageKeys, Move, Point, Rule, Side};

use crate::facts;
use crate::store::{Listed, Stored};
use crate::wire::{GameRecord, Problem, RecordNode, RecordSetup, Winner};

/// A position and the move that was made in it, both named alike in all symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) key: u64,
    pub(crate) action: Point,
}

/// What the explorer keeps of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) rule: Rule,
    pub(crate) result: Option<Winner>,
    pub(crate) steps: Vec<Step>,
}

impl Line {
    /// The main line of a stored game or record.
    pub(crate) fn of(stored: &Stored, listed: &Listed) -> Result<Line, Problem> {
        let steps = match stored {
            Stored::Game(saved) => of_game(&saved.game()?),
            Stored::Record(record) => of_record(record)?,
        };
        Ok(Line { rule: listed.summary.rule.0, result: listed.summary.result, steps })
    }
}

fn of_game(game: &Game) -> Vec<Step> {
    let mut images = ImageKeys::of(game.start(), game.first_to_move());
    game.moves().iter().filter_map(|&action| made(&mut images, action)).collect()
}

/// Makes a move; a pass is no step.
pub(crate) fn made(images: &mut ImageKeys, action: Move) -> Option<Step> {
    match action {
        Move::Stone(point) => {
            let step = Step { key: images.key(), action: images.least(point) };
            images.play(point);
            Some(step)
        }
        Move::Pass => {
            images.pass();
            None
        }
    }
}

/// Reads the flat list directly: checking it as a file again would take longer than all the rest.
fn of_record(record: &GameRecord) -> Result<Vec<Step>, Problem> {
    let mut board = Board::new(facts::size(record.size)?);
    let mut images = ImageKeys::of(&board, Side::Black);
    let mut steps = Vec::new();
    for node in main_line(&record.nodes) {
        if let Some(action) = node.action.as_deref() {
            let side = node.side.map_or(images.to_move(), |side| side.0);
            if side != images.to_move() {
                images.pass();
            }
            match action.parse::<Point>() {
                Ok(point) if board.size().contains(point) && board.is_free(point) => {
                    steps.extend(made(&mut images, Move::Stone(point)));
                    board.place(point, side);
                }
                // What is stored was checked; a point that cannot be ends what can be told.
                Ok(_) => return Ok(steps),
                Err(_) => images.pass(),
            }
        }
        if let Some(setup) = &node.setup {
            let to_move = set_up(&mut board, setup).unwrap_or(images.to_move());
            images = ImageKeys::of(&board, to_move);
        }
    }
    Ok(steps)
}

/// The nodes from the root along first continuations.
fn main_line(nodes: &[RecordNode]) -> Vec<&RecordNode> {
    let mut firsts = vec![None; nodes.len()];
    for (number, node) in nodes.iter().enumerate().skip(1) {
        let parent = node.parent.map_or(number - 1, |parent| parent as usize);
        if let Some(first @ None) = firsts.get_mut(parent) {
            *first = Some(number);
        }
    }
    let mut line = Vec::new();
    let mut at = (!nodes.is_empty()).then_some(0);
    while let Some(number) = at {
        line.push(&nodes[number]);
        // A continuation stands after its parent, so this ends.
        at = firsts[number].filter(|&next| next > number);
    }
    line
}

/// Changes stones; who moves next, if that is said.
fn set_up(board: &mut Board, setup: &RecordSetup) -> Option<Side> {
    for point in setup.cleared.iter().flatten() {
        if let Some(side) = board.at(point.0) {
            board.remove(point.0, side);
        }
    }
    for (side, points) in [(Side::Black, &setup.black), (Side::White, &setup.white)] {
        for point in points.iter().flatten() {
            if board.size().contains(point.0) && board.is_free(point.0) {
                board.place(point.0, side);
            }
        }
    }
    setup.to_move.map(|side| side.0)
}
