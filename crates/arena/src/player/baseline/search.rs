//! Plain alpha-beta of a fixed depth: nothing is reduced, extended or pruned by guess.

use std::time::Instant;

use tengen_core::Point;
use tengen_engine::Stop;

use super::board::ScoredBoard;
use super::candidates::Moves;
use super::shape::Shape;

/// A won game, beyond every sum of lesser shapes. What is won with more depth left is won sooner.
pub(super) const WON: i32 = 1000 * Shape::Five.score();

/// Beyond every value.
const INFINITE: i32 = 2 * WON;

/// How many positions pass between two looks at the clock.
const GLANCE: u64 = 1024;

/// A search of one position.
pub(super) struct Search<'a> {
    pub(super) board: ScoredBoard,
    pub(super) cache: &'a mut Cache,
    pub(super) limit: usize,
    pub(super) stop: &'a Stop,
    pub(super) deadline: Option<Instant>,
    pub(super) nodes: u64,
}

/// The search was stopped.
pub(super) struct Halted;

impl Search<'_> {
    /// The best move and its value; the best so far if the time is over. None if there is no move.
    pub(super) fn best(&mut self, depth: u32) -> Option<(Point, i32)> {
        let moves = match self.board.moves(self.limit) {
            Moves::Win(point) => return Some((point, WON)),
            Moves::Try(moves) => moves,
        };
        let mut best = (*moves.first()?, -INFINITE);
        for point in moves {
            match self.value_after(point, depth.saturating_sub(1), -INFINITE, -best.1) {
                Ok(value) if value > best.1 => best = (point, value),
                Ok(_) => {}
                Err(Halted) => break,
            }
            // Any win is enough: the baseline does not look for a shorter one.
            if best.1 >= WON {
                break;
            }
        }
        Some(best)
    }

    fn value_after(
        &mut self,
        point: Point,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Halted> {
        self.board.play(point);
        let value = self.value(depth, alpha, beta);
        self.board.undo();
        value.map(|value| -value)
    }

    /// The value for the side to move, exact if it lies between `alpha` and `beta`.
    pub(super) fn value(&mut self, depth: u32, alpha: i32, beta: i32) -> Result<i32, Halted> {
        // Step 1. A look at the clock now and then.
        self.nodes += 1;
        if self.nodes.is_multiple_of(GLANCE) && self.is_over() {
            return Err(Halted);
        }
        // Step 2. The ends: a full board, the horizon.
        if self.board.is_full() {
            return Ok(0);
        }
        if depth == 0 {
            return Ok(self.board.evaluation());
        }
        // Step 3. The same stones may have come in another order. With a fixed depth they always
        // come with the same depth left and the same side to move.
        let key = self.board.key();
        if let Some(value) = self.cache.value(key, alpha, beta) {
            return Ok(value);
        }
        // Step 4. The moves in the order of their buckets.
        let moves = match self.board.moves(self.limit) {
            Moves::Win(_) => return Ok(WON + depth as i32),
            Moves::Try(moves) => moves,
        };
        // Who may not play anywhere has lost: every move is forbidden.
        let mut best = -WON - depth as i32;
        for point in moves {
            let value = self.value_after(point, depth - 1, -beta, -alpha.max(best))?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        self.cache.keep(key, best, alpha, beta);
        Ok(best)
    }

    fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// Values of positions of one search.
#[derive(Debug)]
pub(super) struct Cache(Box<[Entry]>);

#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    value: i32,
    bound: Bound,
}

/// What a kept value says of the true one.
#[derive(Clone, Copy, Default, Debug)]
enum Bound {
    /// Nothing: the entry is empty.
    #[default]
    Unknown,
    Exact,
    AtLeast,
    AtMost,
}

impl Cache {
    /// Room for as many positions, a power of two.
    pub(super) fn new(positions: usize) -> Cache {
        Cache(vec![Entry::default(); positions.next_power_of_two()].into_boxed_slice())
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Entry::default());
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.0.len() - 1)
    }

    pub(super) fn value(&self, key: u64, alpha: i32, beta: i32) -> Option<i32> {
        let entry = self.0[self.place(key)];
        let suffices = match entry.bound {
            Bound::Unknown => false,
            Bound::Exact => true,
            Bound::AtLeast => entry.value >= beta,
            Bound::AtMost => entry.value <= alpha,
        };
        (suffices && entry.key == key).then_some(entry.value)
    }

    pub(super) fn keep(&mut self, key: u64, value: i32, alpha: i32, beta: i32) {
        let bound = match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let place = self.place(key);
        self.0[place] = Entry { key, value, bound };
    }
}
