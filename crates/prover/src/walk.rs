//! A position on the way through the graph, and its identity whichever way the board is turned.

use std::sync::Arc;

use tengen_core::{Board, BySide, Point, Side, Size, Symmetry};
use tengen_engine::{PatternTables, Position};

/// The identity of a position: stones and side to move, the same for all eight symmetries. 128 bits
/// are taken to be unique; a proof that is written down is checked without them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Key(pub(crate) u128);

/// The stones of a position and the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Stones {
    pub(crate) size: Size,
    pub(crate) to_move: Side,
    pub(crate) of: BySide<Vec<Point>>,
}

impl Stones {
    /// The key of the position, and the symmetry that turns it into the one that has this key.
    pub(crate) fn canonical(&self) -> (Key, Symmetry) {
        let least = Symmetry::ALL.into_iter().map(|symmetry| {
            let key = |side: Side| self.hash(side, symmetry);
            (Key(key(Side::Black) ^ key(Side::White) ^ turn(self.to_move)), symmetry)
        });
        least.min().unwrap_or((Key(0), Symmetry::IDENTITY))
    }

    /// The key after a move.
    pub(crate) fn key_after(&mut self, point: Point) -> Key {
        self.play(point);
        let (key, _) = self.canonical();
        self.undo();
        key
    }

    /// What hints are filed under: the attacker's stones, and the defender's last one if it counts.
    pub(crate) fn shape(&self, attacker: Side, last: Option<Point>) -> (Key, Symmetry) {
        let least = Symmetry::ALL.into_iter().map(|symmetry| {
            let own = self.hash(attacker, symmetry);
            let last = last.map_or(0, |point| stone(!attacker, symmetry.apply(point, self.size)));
            (Key(own), Key(own ^ last.rotate_left(17)), symmetry)
        });
        let least = least.min().map(|(_, key, symmetry)| (key, symmetry));
        least.unwrap_or((Key(0), Symmetry::IDENTITY))
    }

    /// The stones of a side, turned and in order.
    pub(crate) fn turned(&self, side: Side, symmetry: Symmetry) -> Vec<Point> {
        let turned = self.of[side].iter().map(|&point| symmetry.apply(point, self.size));
        let mut turned: Vec<Point> = turned.collect();
        turned.sort_unstable();
        turned
    }

    fn hash(&self, side: Side, symmetry: Symmetry) -> u128 {
        let stones = self.of[side].iter();
        stones.fold(0, |key, &point| key ^ stone(side, symmetry.apply(point, self.size)))
    }

    fn play(&mut self, point: Point) {
        self.of[self.to_move].push(point);
        self.to_move = !self.to_move;
    }

    fn undo(&mut self) {
        self.to_move = !self.to_move;
        self.of[self.to_move].pop();
    }
}

/// The position at hand, as the solvers see it and as stones.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) position: Position,
    pub(crate) stones: Stones,
}

impl Walk {
    pub(crate) fn new(board: &Board, to_move: Side, tables: Arc<PatternTables>) -> Walk {
        let stones = |side: Side| board.stones(side).collect();
        let of = BySide::new(stones(Side::Black), stones(Side::White));
        let position = Position::from_board(board, to_move, tables);
        Walk { position, stones: Stones { size: board.size(), to_move, of } }
    }

    pub(crate) fn to_move(&self) -> Side {
        self.stones.to_move
    }

    pub(crate) fn size(&self) -> Size {
        self.stones.size
    }

    pub(crate) fn play(&mut self, point: Point) {
        self.stones.play(point);
        self.position.play(point);
    }

    pub(crate) fn undo(&mut self) {
        self.position.undo();
        self.stones.undo();
    }

    pub(crate) fn canonical(&self) -> (Key, Symmetry) {
        self.stones.canonical()
    }

    /// The defender's last stone, if he has just moved.
    pub(crate) fn last(&self) -> Option<Point> {
        self.position.last_point()
    }
}

fn turn(side: Side) -> u128 {
    if side == Side::Black { 0 } else { mix(1 << 32) }
}

/// The key of one stone.
fn stone(side: Side, point: Point) -> u128 {
    mix(2 * point.index() as u64 + u64::from(side == Side::White))
}

fn mix(n: u64) -> u128 {
    u128::from(mix_half(2 * n)) << 64 | u128::from(mix_half(2 * n + 1))
}

/// The finaliser of SplitMix64.
fn mix_half(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x5EED).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
