//! What the transposition table knows of a position, and how it is packed into 64 bits.

use tengen_core::Point;

use crate::Score;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower,
    /// It is the true score.
    Exact,
}

impl Bound {
    /// What a score says that was found within a window.
    pub(crate) fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        match score {
            high if high >= beta => Bound::Lower,
            within if within > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) best: Option<Point>,
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    /// Whether it was ever a PV node.
    pub(crate) tt_pv: bool,
}

impl Entry {
    /// Whether this settles a search of such a depth within a window.
    pub(crate) fn settles(&self, alpha: Score, beta: Score, depth: i32) -> bool {
        let deep = self.depth >= depth;
        match self.bound {
            Bound::Exact => deep,
            Bound::Lower => (deep || self.score.is_win()) && self.score >= beta,
            Bound::Upper => (deep || self.score.is_loss()) && self.score <= alpha,
        }
    }
}

/// From bit 0: score 16, best move 11 (one more than its index), depth 8, bound 2, generation 6,
/// `tt_pv` 1. No bound is zero, so no entry is.
const MOVE_AT: u32 = 16;
const DEPTH_AT: u32 = 27;
const BOUND_AT: u32 = 35;
const GENERATION_AT: u32 = 37;
const TT_PV_AT: u32 = 43;

/// Generations of searches before their numbers wrap around.
pub(super) const GENERATIONS: u8 = 64;

pub(super) fn pack(entry: Entry, ply: u32, generation: u8) -> u64 {
    let score = entry.score.to_table(ply) as u16;
    let best = entry.best.map_or(0, |point| point.index() as u64 + 1);
    let depth = entry.depth.clamp(i8::MIN.into(), i8::MAX.into()) as i8 as u8;
    u64::from(score)
        | best << MOVE_AT
        | u64::from(depth) << DEPTH_AT
        | (entry.bound as u64) << BOUND_AT
        | u64::from(generation) << GENERATION_AT
        | u64::from(entry.tt_pv) << TT_PV_AT
}

pub(super) fn unpack(data: u64, ply: u32) -> Entry {
    Entry {
        best: best(data),
        score: Score::from_table(data as u16 as i16, ply),
        bound: match data >> BOUND_AT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: depth(data),
        tt_pv: data >> TT_PV_AT & 1 == 1,
    }
}

pub(super) fn best(data: u64) -> Option<Point> {
    let number = (data >> MOVE_AT & 0x7FF) as usize;
    number.checked_sub(1).and_then(Point::from_index)
}

pub(super) fn depth(data: u64) -> i32 {
    i32::from((data >> DEPTH_AT) as i8)
}

/// How many searches ago the entry was stored.
pub(super) fn age(data: u64, generation: u8) -> u8 {
    let stored = (data >> GENERATION_AT) as u8 & (GENERATIONS - 1);
    (GENERATIONS + generation - stored) % GENERATIONS
}
