//! From a node of a record to the line of play that leads there, and to a game under a rule.

use tengen_core::{Board, IllegalMove, IllegalSetup};

use super::{Editor, Game, Move, NodeId, Play, Record, Rule, Setup, Side};

/// The play that leads to a node: a start, and moves of both sides in turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineOfPlay {
    /// The stones before the first move.
    pub start: Board,
    /// Who makes the first move.
    pub first_to_move: Side,
    /// The moves, each with its node; a pass that no node has comes with the node after it.
    pub moves: Vec<(NodeId, Move)>,
}

impl LineOfPlay {
    /// Whether the line begins with the empty board and Black.
    pub fn is_plain(&self) -> bool {
        self.start.stone_count() == 0 && self.first_to_move == Side::Black
    }

    /// Who moves after the line.
    pub fn to_move(&self) -> Side {
        if self.moves.len().is_multiple_of(2) { self.first_to_move } else { !self.first_to_move }
    }
}

/// Why the moves of a record are no game under a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The position that was set up cannot be played on.
    #[error("the set-up is not a position: {0}")]
    Setup(#[from] IllegalSetup),
    /// A move after the game's end.
    #[error("move {number}, {action}: {problem}")]
    Move {
        /// The number of the move on its line since the last set-up, from one.
        number: usize,
        /// The move.
        action: Move,
        /// What is wrong with it.
        problem: IllegalMove,
    },
}

impl Record {
    /// The game that leads to a node, played under `rule`: see [`Record::line_to`].
    ///
    /// # Errors
    /// If a set-up is already won, or a move comes after the game's end.
    pub fn game_at(&self, id: NodeId, rule: Rule) -> Result<Game, ReplayError> {
        let line = self.line_to(id);
        let stones = stones(&line.start);
        let mut game = Game::from_setup(self.size, rule, stones, line.first_to_move)?;
        for (number, &(_, action)) in (1..).zip(&line.moves) {
            let refused = |problem| ReplayError::Move { number, action, problem };
            game.make(action).map_err(refused)?;
        }
        Ok(game)
    }

    /// The line of play that leads to a node.
    ///
    /// Set-ups on the way become the start of the line; where one side moves twice in a row, the
    /// other side passes in between.
    pub fn line_to(&self, id: NodeId) -> LineOfPlay {
        let path = self.path_to(id);
        let has_setup = |&id: &NodeId| !self.notes(id).setup.is_empty();
        let start = path.iter().rposition(has_setup).unwrap_or(0);
        let (before, after) = path.split_at(start + 1);
        let plays = || after.iter().filter_map(|&id| Some((id, self.play(id)?)));

        let (start, told) = self.position_after(before);
        // If the record does not say who moves next: the side of the first move, else the side with
        // fewer stones.
        let fewer = start.count(Side::White) < start.count(Side::Black);
        let fewer = if fewer { Side::White } else { Side::Black };
        let begins = plays().next().map(|(_, play)| play.side);
        let first_to_move = told.or(begins).unwrap_or(fewer);

        let mut line = LineOfPlay { start, first_to_move, moves: Vec::new() };
        for (id, play) in plays() {
            if play.side != line.to_move() {
                line.moves.push((id, Move::Pass));
            }
            line.moves.push((id, play.action));
        }
        line
    }

    /// A record of nothing but the line of play that leads to a node.
    pub fn only_line_to(&self, id: NodeId) -> Record {
        let line = self.line_to(id);
        let mut editor = Editor::new(self.size);
        if !line.is_plain() {
            let stones = stones(&line.start).collect();
            let setup = Setup { stones, to_move: Some(line.first_to_move), ..Setup::default() };
            editor.set_up(setup).expect("the start of a line can be set up");
        }
        let mut side = line.first_to_move;
        for (_, action) in line.moves {
            editor.play(side, action).expect("a line of a record can be played");
            side = !side;
        }
        let mut record = editor.finish();
        (record.rule, record.info) = (self.rule, self.info.clone());
        record
    }

    /// The stones after the nodes of a path, and who moves then if the last of them says so.
    fn position_after(&self, path: &[NodeId]) -> (Board, Option<Side>) {
        let mut board = Board::new(self.size);
        for &id in path {
            if let Some(Play { side, action: Move::Stone(point) }) = self.play(id) {
                board.place(point, side);
            }
            let setup = &self.notes(id).setup;
            for &point in &setup.cleared {
                if let Some(side) = board.at(point) {
                    board.remove(point, side);
                }
            }
            for &(point, side) in &setup.stones {
                board.place(point, side);
            }
        }
        (board, path.last().and_then(|&id| self.notes(id).setup.to_move))
    }
}

/// All stones of a board, Black's first.
pub(crate) fn stones(board: &Board) -> impl Iterator<Item = (tengen_core::Point, Side)> {
    Side::BOTH.into_iter().flat_map(|side| board.stones(side).map(move |point| (point, side)))
}
