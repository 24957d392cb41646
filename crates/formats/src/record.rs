//! A game record: a tree of moves with everything people write beside them.

use tengen_core::{BySide, Game, Move, Point, Rule, Side, Size};

mod editor;
mod replay;

pub use editor::{EditError, Editor};
pub(crate) use replay::stones;
pub use replay::{LineOfPlay, ReplayError};

/// A game with its variations, as a file holds it.
///
/// The tree is kept flat: a record from a library may have millions of nodes, and no depth of
/// nesting in a file can exhaust the stack. Records are made with an [`Editor`].
///
/// ```
/// # use tengen_formats::Editor;
/// # use tengen_core::{Move, Side, Size};
/// let mut editor = Editor::new(Size::default());
/// let first = editor.play(Side::Black, Move::Stone("h8".parse()?))?;
/// editor.play(Side::White, Move::Stone("i9".parse()?))?;
/// editor.climb_to(first)?;
/// editor.play(Side::White, Move::Stone("h9".parse()?))?;
/// let record = editor.finish();
/// assert_eq!((record.move_count(), record.variation_count()), (3, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    size: Size,
    /// The rule, if the file says so.
    pub rule: Option<Rule>,
    /// Players, event and result.
    pub info: Info,
    nodes: Vec<Node>,
}

/// Who played where, and how it ended. An empty text means that nothing is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The players' names.
    pub players: BySide<String>,
    /// The tournament or other occasion.
    pub event: String,
    /// The round of the tournament.
    pub round: String,
    /// The date, as the file writes it.
    pub date: String,
    /// How the game ended, if the file says anything of it.
    pub ending: Option<Ending>,
}

/// What a file says of a game's end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// One side won.
    Won(Side, How),
    /// Nobody won.
    Drawn,
    /// The game does not count or was left.
    Void,
    /// The game ended; the file does not say how.
    Finished,
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// On the board.
    Play,
    /// The other side gave up.
    Resignation,
    /// The other side's time was over.
    Time,
    /// The other side broke the rules of play.
    Forfeit,
}

/// The name of a node of one record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

/// No node: only inside the packed tree.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    play: Option<Play>,
    notes: Option<Box<Notes>>,
}

/// A move of one side. Files may let one side move twice in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// Who moves.
    pub side: Side,
    /// The stone or pass.
    pub action: Move,
}

/// What stands beside a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// Free text.
    pub comment: String,
    /// Marks on points, in the order of the file.
    pub marks: Vec<(Point, Mark)>,
    /// Stones set up or taken away, other than by moves.
    pub setup: Setup,
    /// Thinking time of the move in milliseconds.
    pub millis: Option<u32>,
    /// Whether somebody marked this node as worth a look.
    pub hot: bool,
    /// What this project has no field for, by its SGF name.
    pub extra: Vec<Property>,
}

impl Notes {
    /// Whether nothing is noted.
    pub fn is_empty(&self) -> bool {
        *self == Notes::default()
    }
}

/// A mark on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A ring.
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A cross.
    Cross,
    /// A short text.
    Label(String),
    /// An arrow to another point.
    Arrow(Point),
}

impl Mark {
    /// Whether the mark can be drawn from a point of a board: an arrow needs another point to end at.
    pub(crate) fn fits(&self, point: Point, size: Size) -> bool {
        let ends = match self {
            Mark::Arrow(to) => *to != point && size.contains(*to),
            _ => true,
        };
        ends && size.contains(point)
    }
}

/// A change of the position that is not a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// Stones put on empty points.
    pub stones: Vec<(Point, Side)>,
    /// Points from which stones are taken; done before stones are put.
    pub cleared: Vec<Point>,
    /// Who moves next, where it is not plain.
    pub to_move: Option<Side>,
}

impl Setup {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        *self == Setup::default()
    }
}

/// A named list of texts, as SGF has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Upper-case letters and digits.
    pub name: String,
    /// At least one text.
    pub values: Vec<String>,
}

static NO_NOTES: Notes = Notes {
    comment: String::new(),
    marks: Vec::new(),
    setup: Setup { stones: Vec::new(), cleared: Vec::new(), to_move: None },
    millis: None,
    hot: false,
    extra: Vec::new(),
};

impl Record {
    /// The node before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// A record of the moves of `game`, its set-up in the root.
    pub fn of(game: &Game) -> Record {
        let mut editor = Editor::new(game.size());
        let stones = Side::BOTH.into_iter();
        let stones = stones.flat_map(|side| game.start().stones(side).map(move |p| (p, side)));
        let setup = Setup { stones: stones.collect(), ..Setup::default() };
        if !setup.stones.is_empty() || game.first_to_move() == Side::White {
            let to_move = Some(game.first_to_move());
            editor.set_up(Setup { to_move, ..setup }).expect("a game's start is a set-up");
        }
        let mut side = game.first_to_move();
        for &action in game.moves() {
            editor.play(side, action).expect("a game's moves can be played");
            side = !side;
        }
        let mut record = editor.finish();
        record.rule = Some(game.rule());
        record
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What is played at a node; the root and pure set-up nodes play nothing.
    pub fn play(&self, id: NodeId) -> Option<Play> {
        self.node(id).play
    }

    /// What stands beside the move.
    pub fn notes(&self, id: NodeId) -> &Notes {
        self.node(id).notes.as_deref().unwrap_or(&NO_NOTES)
    }

    /// The node before.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).parent)
    }

    /// The first continuation.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).first_child)
    }

    /// The next alternative to this node.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).next_sibling)
    }

    /// All continuations, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The nodes of the main line, from the first after the root to its end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(Record::ROOT), |&id| self.first_child(id))
    }

    /// The last node of the main line.
    pub fn main_end(&self) -> NodeId {
        self.main_line().last().unwrap_or(Record::ROOT)
    }

    /// The node on the main line at which `moves` moves have been made.
    pub fn main_node_after(&self, moves: usize) -> Option<NodeId> {
        match moves {
            0 => Some(Record::ROOT),
            _ => self.main_line().filter(|&id| self.play(id).is_some()).nth(moves - 1),
        }
    }

    /// All nodes, each before its continuations.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(Record::ROOT), |&id| {
            let up = std::iter::successors(Some(id), |&id| self.parent(id));
            self.first_child(id).or_else(|| up.filter_map(|id| self.next_sibling(id)).next())
        })
    }

    /// The nodes without a continuation, in the order of the tree.
    pub fn leaves(&self) -> impl Iterator<Item = NodeId> {
        self.preorder().filter(|&id| self.first_child(id).is_none())
    }

    /// The nodes from the root to `id`, both included.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// How many nodes there are, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many moves there are, in all variations together.
    pub fn move_count(&self) -> usize {
        self.nodes.iter().filter(|node| node.play.is_some()).count()
    }

    /// How many lines there are beside the main one.
    pub fn variation_count(&self) -> usize {
        self.nodes.iter().filter(|node| node.first_child == NONE).count() - 1
    }

    /// Changes what stands beside a move.
    ///
    /// What no file can hold is dropped: marks off the board, arrows that end where they begin, and
    /// extra properties that are malformed or have a field of their own. So is a change of the set-up, which belongs to
    /// [`Editor::set_up`].
    pub fn annotate(&mut self, id: NodeId, change: impl FnOnce(&mut Notes)) {
        let size = self.size;
        self.note(id, |notes| {
            change(notes);
            notes.marks.retain(|(point, mark)| mark.fits(*point, size));
            notes.extra.retain(|property| crate::sgf::is_extra(property, id == Record::ROOT));
        });
    }

    /// Changes what stands beside a move to what was checked before: looking through all marks
    /// after each one that a file adds would take forever.
    pub(crate) fn note(&mut self, id: NodeId, change: impl FnOnce(&mut Notes)) {
        let node = &mut self.nodes[id.0 as usize];
        let mut notes = node.notes.take().map_or_else(Notes::default, |notes| *notes);
        let setup = notes.setup.clone();
        change(&mut notes);
        notes.setup = setup;
        node.notes = (!notes.is_empty()).then(|| Box::new(notes));
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

/// Records are equal if they tell the same, in whatever order their nodes were made.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let shape = |record: &Record, id| {
            (record.first_child(id).is_some(), record.next_sibling(id).is_some(), record.play(id))
        };
        self.size == other.size
            && self.rule == other.rule
            && self.info == other.info
            && self.nodes.len() == other.nodes.len()
            && self.preorder().zip(other.preorder()).all(|(mine, theirs)| {
                shape(self, mine) == shape(other, theirs) && self.notes(mine) == other.notes(theirs)
            })
    }
}

impl NodeId {
    /// The node that an editor made as the `index`-th, the root being the first of all.
    pub(crate) fn from_index(index: u32) -> NodeId {
        NodeId(index)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

fn some(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(NodeId(id))
}
