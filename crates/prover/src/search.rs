//! The state of a search that its threads share: graph, knowledge and store.

use std::time::Duration;

use tengen_core::{BySide, Point, Side, Size, Symmetry};
use tengen_engine::Win;

use crate::graph::{Edge, Graph, NodeId, State, Width};
use crate::knowledge::{Example, Knowledge};
use crate::record::{Fact, Record};
use crate::select::{self, Next, Work};
use crate::store::{Store, StoreError};
use crate::walk::{Stones, Walk};

#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) attacker: Side,
    pub(crate) graph: Graph,
    pub(crate) knowledge: Knowledge,
    pub(crate) store: Option<Store>,
    /// The first replies that are searched, if not all of them are.
    pub(crate) wanted: Option<Vec<NodeId>>,
    pub(crate) steps: u64,
    /// What all threads of all runs have spent.
    pub(crate) spent: Duration,
    /// The first thing that went wrong with the store.
    pub(crate) error: Option<StoreError>,
}

/// What a thread found out about a node, with points as they lie in its walk.
#[derive(Debug)]
pub(crate) enum Finding {
    /// The attacker wins.
    Won(Option<Win>),
    /// There is nothing to try.
    GivenUp,
    /// Moves to try.
    Attack { moves: Vec<Point>, width: Width },
    /// Replies that are open, and those nobody has looked at.
    Defence { open: Vec<Point>, pending: Vec<Point>, is_wide: bool },
}

/// The first proof number of a move, and what each rank adds.
const FIRST_PROOF: u32 = 3;
const PROOF_PER_RANK: u32 = 2;

impl Search {
    /// Goes down from the last node of the path to one where there is work, and takes it. None if
    /// there is none that way; the walk and the path end where that was found.
    pub(crate) fn descend(&mut self, walk: &mut Walk, path: &mut Vec<NodeId>) -> Option<Work> {
        loop {
            let id = *path.last()?;
            self.refresh(walk, id);
            let node = self.graph.node_mut(id);
            node.visits = node.visits.saturating_add(1);
            let next = match walk.to_move() == self.attacker {
                true => select::attack(&self.graph, id),
                false => {
                    let wanted = if path.len() == 1 { self.wanted.as_deref() } else { None };
                    select::defence(&self.graph, id, wanted)
                }
            };
            match next {
                Next::Nowhere => return None,
                Next::Here(work) => {
                    self.graph.node_mut(id).is_busy = true;
                    return Some(work);
                }
                Next::Child(edge) => {
                    let (_, symmetry) = walk.canonical();
                    walk.play(symmetry.inverse().apply(edge.point, walk.size()));
                    // The canonical orientation of the child may differ from where the edge points if
                    // the position is symmetric in itself. It is the same position all the same.
                    path.push(edge.node);
                }
            }
        }
    }

    /// Takes in what a thread found out about the node at the end of its walk.
    pub(crate) fn apply(&mut self, walk: &mut Walk, id: NodeId, finding: Finding) {
        self.steps += 1;
        self.graph.node_mut(id).is_busy = false;
        if self.graph.node(id).is_settled() {
            return;
        }
        let (_, symmetry) = walk.canonical();
        match finding {
            Finding::Won(win) => {
                let win = win.map(|win| turned(win, symmetry, walk));
                self.settle(walk, id, State::Won(win));
            }
            Finding::GivenUp => self.settle(walk, id, State::GivenUp),
            Finding::Attack { moves, width } => {
                let known = match &self.graph.node(id).state {
                    State::Attack { moves, .. } => moves.clone(),
                    _ => Vec::new(),
                };
                let moves = self.edges(&mut walk.stones, symmetry, known, &moves, |rank| {
                    FIRST_PROOF + PROOF_PER_RANK * rank as u32
                });
                self.graph.node_mut(id).state = State::Attack { moves, width };
                self.log(walk, id);
            }
            Finding::Defence { open, pending, is_wide } => {
                let known = match &self.graph.node(id).state {
                    State::Defence { open, .. } => open.clone(),
                    _ => Vec::new(),
                };
                let open = self.edges(&mut walk.stones, symmetry, known, &open, |_| 1);
                let pending = pending.iter().map(|&point| symmetry.apply(point, walk.size()));
                let pending = pending.collect();
                self.graph.node_mut(id).state = State::Defence { open, pending, is_wide };
                self.log(walk, id);
            }
        }
    }

    /// Adds edges for these points to the known ones. Points that lead to one node are one edge.
    fn edges(
        &mut self,
        stones: &mut Stones,
        symmetry: Symmetry,
        mut edges: Vec<Edge>,
        points: &[Point],
        proof: impl Fn(usize) -> u32,
    ) -> Vec<Edge> {
        for &point in points {
            let key = stones.key_after(point);
            let node = self.graph.enter(key, proof(edges.len()));
            if edges.iter().all(|edge| edge.node != node) {
                edges.push(Edge { point: symmetry.apply(point, stones.size), node });
            }
        }
        edges
    }

    /// Works out the numbers of the last nodes of a path, down to `length`, on the way back there.
    pub(crate) fn back_up(&mut self, walk: &mut Walk, path: &mut Vec<NodeId>, length: usize) {
        while let Some(&id) = path.last() {
            self.refresh(walk, id);
            if path.len() <= length {
                break;
            }
            path.pop();
            walk.undo();
        }
    }

    /// Works out a node's numbers; what that settles is remembered.
    fn refresh(&mut self, walk: &Walk, id: NodeId) {
        if self.graph.refresh(id) {
            let state = self.graph.node(id).state.clone();
            self.note(walk, &state);
            self.log(walk, id);
        }
    }

    fn settle(&mut self, walk: &Walk, id: NodeId, state: State) {
        self.note(walk, &state);
        self.graph.settle(id, state);
        self.log(walk, id);
    }

    /// Learns from a win.
    fn note(&mut self, walk: &Walk, state: &State) {
        let (stones, last) = (&walk.stones, walk.last());
        match state {
            State::Won(Some(Win::Move(point))) => {
                let (_, symmetry) = stones.canonical();
                let point = symmetry.inverse().apply(*point, stones.size);
                self.knowledge.add_move(stones, last, self.attacker, point);
            }
            State::Won(Some(Win::Vct(level))) => {
                let example = Example::of(stones, self.attacker, *level);
                self.knowledge.add_example(stones, last, self.attacker, &example);
            }
            _ => {}
        }
    }

    /// Writes what is known of a node to the store.
    fn log(&mut self, walk: &Walk, id: NodeId) {
        let Some(store) = &mut self.store else { return };
        let (_, symmetry) = walk.canonical();
        let points = |edges: &[Edge]| edges.iter().map(|edge| edge.point).collect();
        let node = self.graph.node(id);
        let fact = match &node.state {
            State::New => return,
            State::Attack { moves, width } => Fact::Attack { moves: points(moves), width: *width },
            State::Defence { open, pending, is_wide } => {
                let (open, is_wide) = (points(open), *is_wide);
                Fact::Defence { open, pending: pending.clone(), is_wide }
            }
            State::Won(win) => Fact::Won(*win),
            State::GivenUp => Fact::GivenUp,
        };
        let stones = |side: Side| walk.stones.turned(side, symmetry);
        let (black, white) = (stones(Side::Black), stones(Side::White));
        let record = Record { black, white, to_move: walk.to_move(), visits: node.visits, fact };
        if let Err(error) = store.add(&record) {
            self.error.get_or_insert(error);
        }
    }

    /// Takes in a record that another run, or an earlier one, has written.
    pub(crate) fn restore(&mut self, record: Record, size: Size) {
        let of = BySide::new(record.black, record.white);
        let mut stones = Stones { size, to_move: record.to_move, of };
        // Written in the canonical orientation, so nothing has to be turned.
        let (key, symmetry) = stones.canonical();
        let id = match record.fact {
            Fact::Spent(seconds) => {
                self.spent += Duration::from_secs(seconds.into());
                return;
            }
            _ => self.graph.enter(key, 1),
        };
        let node = self.graph.node_mut(id);
        node.visits = node.visits.max(record.visits);
        if node.is_settled() {
            return;
        }
        match record.fact {
            Fact::Attack { moves, width } => {
                let moves = self.edges(&mut stones, symmetry, Vec::new(), &moves, |rank| {
                    FIRST_PROOF + PROOF_PER_RANK * rank as u32
                });
                self.graph.node_mut(id).state = State::Attack { moves, width };
            }
            Fact::Defence { open, pending, is_wide } => {
                let open = self.edges(&mut stones, symmetry, Vec::new(), &open, |_| 1);
                let pending =
                    pending.into_iter().map(|point| symmetry.apply(point, size)).collect();
                self.graph.node_mut(id).state = State::Defence { open, pending, is_wide };
            }
            Fact::Won(win) => {
                match win {
                    Some(Win::Move(point)) => {
                        self.knowledge.add_move(&stones, None, self.attacker, point);
                    }
                    Some(Win::Vct(level)) => {
                        let example = Example::of(&stones, self.attacker, level);
                        self.knowledge.add_example(&stones, None, self.attacker, &example);
                    }
                    None => {}
                }
                self.graph.settle(id, State::Won(win));
            }
            Fact::GivenUp => self.graph.settle(id, State::GivenUp),
            Fact::Spent(_) => {}
        }
    }

    /// Works out the numbers of all nodes after records were taken in.
    pub(crate) fn refresh_all(&mut self, root: NodeId) {
        let mut seen = vec![false; self.graph.len()];
        let mut open = vec![(root, false)];
        while let Some((id, are_children_done)) = open.pop() {
            if are_children_done {
                self.graph.refresh(id);
            } else if !std::mem::replace(&mut seen[id as usize], true) {
                open.push((id, true));
                let (State::Attack { moves: children, .. } | State::Defence { open: children, .. }) =
                    &self.graph.node(id).state
                else {
                    continue;
                };
                open.extend(children.iter().map(|edge| (edge.node, false)));
            }
        }
    }

    /// A thread has spent some time.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.spent += time;
        let Some(store) = &mut self.store else { return };
        if let Err(error) = store.add(&Record::spent(time.as_secs() as u32)) {
            self.error.get_or_insert(error);
        }
    }
}

fn turned(win: Win, symmetry: Symmetry, walk: &Walk) -> Win {
    match win {
        Win::Move(point) => Win::Move(symmetry.apply(point, walk.size())),
        Win::Vct(level) => Win::Vct(level),
    }
}
