//! Grows a record node by node and refuses what cannot lie on a board.

use tengen_core::Board;

use super::{Info, Move, NONE, Node, NodeId, Notes, Play, Point, Record, Setup, Side, Size};

/// Builds a record: it stands on a node, knows the stones there, and adds below it.
#[derive(Debug)]
pub struct Editor {
    record: Record,
    at: NodeId,
    board: Board,
    /// What the nodes on the way from the root did to the board.
    trail: Vec<Change>,
    /// The most nodes that the record may have.
    room: usize,
}

/// A point changed its stone, or a node begins.
#[derive(Clone, Copy, Debug)]
enum Change {
    Placed(Point, Side),
    Removed(Point, Side),
    NodeBegins,
}

/// What cannot be added to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// A stone lies there.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The board is too small for that point.
    #[error("{0} is off the board")]
    OffBoard(Point),
    /// The named node is not on the way from the root.
    #[error("a line can only branch off from an earlier node of the line before it")]
    NotAbove,
    /// More nodes than a record can hold, or may.
    #[error("there are too many nodes")]
    TooMany,
}

impl Editor {
    /// An empty record; the editor stands on its root.
    pub fn new(size: Size) -> Editor {
        Editor::with_room(size, NONE as usize)
    }

    /// The same for a record of at most this many nodes, its root included.
    pub(crate) fn with_room(size: Size, room: usize) -> Editor {
        let room = room.min(NONE as usize);
        let root = Node::new(NONE, None);
        let record = Record { size, rule: None, info: Info::default(), nodes: vec![root] };
        Editor { record, at: Record::ROOT, board: Board::new(size), trail: Vec::new(), room }
    }

    /// An editor of a record that is there already; it stands on this node.
    ///
    /// ```
    /// # use tengen_core::{Game, Move, Rule, Side, Size};
    /// # use tengen_formats::{Editor, Record};
    /// let mut game = Game::new(Size::default(), Rule::Freestyle);
    /// game.play("h8".parse()?)?;
    /// let mut editor = Editor::on(Record::of(&game), Record::ROOT);
    /// editor.play(Side::Black, Move::Stone("i9".parse()?))?;
    /// assert_eq!(editor.finish().variation_count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on(record: Record, id: NodeId) -> Editor {
        let (board, path) = (Board::new(record.size), record.path_to(id));
        let room = NONE as usize;
        let mut editor = Editor { record, at: Record::ROOT, board, trail: Vec::new(), room };
        for id in path {
            if id != Record::ROOT {
                editor.trail.push(Change::NodeBegins);
            }
            if let Some(Play { side, action: Move::Stone(point) }) = editor.record.play(id) {
                editor.place(point, side);
            }
            let setup = editor.record.notes(id).setup.clone();
            editor.change_stones(&setup).expect("what a record sets up can be set up");
            editor.at = id;
        }
        editor
    }

    /// The node the editor stands on.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// The stones at this node.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The record so far, to change what stands beside the moves.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The finished record.
    pub fn finish(self) -> Record {
        self.record
    }

    /// Adds a move below this node, as its last continuation, and goes there.
    ///
    /// # Errors
    /// If the point is occupied or off the board; nothing changes then.
    pub fn play(&mut self, side: Side, action: Move) -> Result<NodeId, EditError> {
        if let Move::Stone(point) = action {
            self.check_free(point)?;
        }
        let id = self.descend(Some(Play { side, action }))?;
        if let Move::Stone(point) = action {
            self.place(point, side);
        }
        Ok(id)
    }

    /// Adds a node without a move below this one and goes there.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn add_empty(&mut self) -> Result<NodeId, EditError> {
        self.descend(None)
    }

    /// Changes the position at this node by a set-up, which is added to its notes; points to be
    /// cleared that are empty anyway are left out.
    ///
    /// # Errors
    /// If a stone is put on an occupied point or off the board; nothing changes then.
    ///
    /// # Panics
    /// If this node has a move or a set-up: only their order would distinguish the two.
    pub fn set_up(&mut self, mut setup: Setup) -> Result<(), EditError> {
        assert!(self.can_set_up(), "a node has one move or one set-up");
        setup.cleared.retain(|&point| self.board.at(point).is_some());
        let before = self.trail.len();
        let done = self.change_stones(&setup);
        if done.is_err() {
            self.undo_to(before);
            return done;
        }
        // One order for all files.
        setup.stones.sort_by_key(|&(point, side)| (side, point));
        setup.cleared.sort();
        setup.cleared.dedup();
        if !setup.is_empty() {
            let node = &mut self.record.nodes[self.at.0 as usize];
            node.notes.get_or_insert_default().setup = setup;
        }
        Ok(())
    }

    /// Whether this node has neither a move nor a set-up yet.
    fn can_set_up(&self) -> bool {
        self.record.play(self.at).is_none() && self.record.notes(self.at).setup.is_empty()
    }

    fn change_stones(&mut self, setup: &Setup) -> Result<(), EditError> {
        for &point in &setup.cleared {
            if let Some(side) = self.board.at(point) {
                self.board.remove(point, side);
                self.trail.push(Change::Removed(point, side));
            }
        }
        for &(point, side) in &setup.stones {
            self.check_free(point)?;
            self.place(point, side);
        }
        Ok(())
    }

    /// Notes something at this node; see [`Record::annotate`].
    pub fn annotate(&mut self, change: impl FnOnce(&mut Notes)) {
        self.record.annotate(self.at, change);
    }

    /// Notes what was checked before; see `Record::note`.
    pub(crate) fn note(&mut self, change: impl FnOnce(&mut Notes)) {
        self.record.note(self.at, change);
    }

    /// Goes back to a node on the way from the root to here.
    ///
    /// # Errors
    /// If the node is not on that way; the editor then stands on the root.
    pub fn climb_to(&mut self, ancestor: NodeId) -> Result<(), EditError> {
        while self.at != ancestor {
            let parent = self.record.parent(self.at).ok_or(EditError::NotAbove)?;
            let begin = self.trail.iter().rposition(|c| matches!(c, Change::NodeBegins));
            self.undo_to(begin.expect("every node below the root marks its begin"));
            self.at = parent;
        }
        Ok(())
    }

    fn undo_to(&mut self, length: usize) {
        for change in self.trail.drain(length..).rev() {
            match change {
                Change::Placed(point, side) => self.board.remove(point, side),
                Change::Removed(point, side) => self.board.place(point, side),
                Change::NodeBegins => {}
            }
        }
    }

    fn descend(&mut self, play: Option<Play>) -> Result<NodeId, EditError> {
        let nodes = &mut self.record.nodes;
        if nodes.len() >= self.room {
            return Err(EditError::TooMany);
        }
        let id = nodes.len() as u32;
        nodes.push(Node::new(self.at.0, play));
        let parent = &mut nodes[self.at.0 as usize];
        let elder = std::mem::replace(&mut parent.last_child, id);
        match elder {
            NONE => parent.first_child = id,
            elder => nodes[elder as usize].next_sibling = id,
        }
        self.at = NodeId(id);
        self.trail.push(Change::NodeBegins);
        Ok(self.at)
    }

    fn place(&mut self, point: Point, side: Side) {
        self.board.place(point, side);
        self.trail.push(Change::Placed(point, side));
    }

    fn check_free(&self, point: Point) -> Result<(), EditError> {
        if !self.record.size.contains(point) {
            Err(EditError::OffBoard(point))
        } else if !self.board.is_free(point) {
            Err(EditError::Occupied(point))
        } else {
            Ok(())
        }
    }
}

impl Node {
    fn new(parent: u32, play: Option<Play>) -> Node {
        Node { parent, first_child: NONE, last_child: NONE, next_sibling: NONE, play, notes: None }
    }
}
