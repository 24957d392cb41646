//! The features of a board, kept as stones come and go.
//!
//! Stones are only noted at first: what no value is asked of costs nothing. [`Accumulator::sync`] brings the
//! features up to date, and shares what two positions have in common.

use std::sync::Arc;

use tengen_core::{Direction, Point, Side, Size};

use super::Network;
use super::head::Hidden;
use super::layout::{Features, Layout};
use super::window::TABLES;
use crate::pattern::tables::{WALL, cell};
use crate::position::words::Words;

/// Room for every point index, rounded up so that a mask replaces the bounds check.
const POINTS: usize = Point::INDEX_END.next_power_of_two();
/// Cells to either side that see a stone.
const REACH: i32 = 4;

/// A stone that the features know of, and what there was before it.
#[derive(Clone, Debug)]
struct Known {
    stone: (Point, Side),
    changes: usize,
    pool: [i32; Network::CHANNELS],
}

/// The features of all points, and their pool.
#[derive(Clone, Debug)]
pub(crate) struct Accumulator {
    layout: Arc<Layout>,
    words: Words,
    /// The sums of the rows of each point, not clamped.
    points: Box<[Features; POINTS]>,
    pool: [i32; Network::CHANNELS],
    /// The stones that the features know of, beside those of the first position.
    known: Vec<Known>,
    /// The points that they changed …
    changes: Vec<u16>,
    /// … and the sums of these before.
    before: Vec<Features>,
    /// The stones that are on the board now.
    now: Vec<(Point, Side)>,
    /// How many stones both have in common.
    common: usize,
    /// The first hidden layer of the stones that are on the board now, if it was asked for, and for whom.
    pub(super) kept: Option<(Side, Hidden)>,
}

impl Accumulator {
    /// The features of a board with these stones.
    pub(crate) fn new(
        layout: Arc<Layout>,
        size: Size,
        stones: impl Iterator<Item = (Point, Side)>,
    ) -> Accumulator {
        let words = Words::new(size);
        let mut points = Box::new([Features::default(); POINTS]);
        for point in size.points() {
            let windows = Direction::ALL.map(|line| words.window(point, line));
            for window in windows {
                let row = &layout.rows[TABLES.row(window)];
                let sums = &mut points[point.index()].0;
                sums.iter_mut().zip(row.0).for_each(|(sum, number)| *sum += number);
            }
        }
        let mut accumulator = Accumulator {
            layout,
            words,
            points,
            // What the empty board has is taken off.
            pool: [0; Network::CHANNELS],
            known: Vec::new(),
            changes: Vec::new(),
            before: Vec::new(),
            now: Vec::new(),
            common: 0,
            kept: None,
        };
        for (point, side) in stones {
            accumulator.add(point, side);
        }
        accumulator.changes.clear();
        accumulator.before.clear();
        accumulator
    }

    /// Notes a stone.
    #[inline]
    pub(crate) fn play(&mut self, point: Point, side: Side) {
        self.now.push((point, side));
        self.kept = None;
    }

    /// Notes that the last stone is taken back.
    #[inline]
    pub(crate) fn undo(&mut self) {
        self.now.pop();
        self.common = self.common.min(self.now.len());
        self.kept = None;
    }

    /// Brings the features up to date.
    pub(crate) fn sync(&mut self) {
        // Stones that came and went and came again in the same order are still there.
        let same = |(known, now): &(&Known, &(Point, Side))| known.stone == **now;
        let rest = self.known[self.common..].iter().zip(&self.now[self.common..]);
        self.common += rest.take_while(same).count();
        while self.known.len() > self.common {
            self.take_back();
        }
        for n in self.common..self.now.len() {
            let stone = self.now[n];
            self.known.push(Known { stone, changes: self.changes.len(), pool: self.pool });
            self.add(stone.0, stone.1);
        }
        self.common = self.known.len();
    }

    /// The layout of its network.
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The pooled features, as of the last [`Accumulator::sync`].
    pub(super) fn pool(&self) -> &[i32; Network::CHANNELS] {
        &self.pool
    }

    /// The sums of a point, not clamped.
    #[inline(always)]
    pub(super) fn point(&self, point: Point) -> &Features {
        &self.points[point.index() & (POINTS - 1)]
    }

    /// The last stone that the features know of goes: what there was before comes back.
    fn take_back(&mut self) {
        let Some(Known { stone: (point, side), changes, pool }) = self.known.pop() else { return };
        for (&index, before) in self.changes[changes..].iter().zip(&self.before[changes..]) {
            self.points[index as usize & (POINTS - 1)] = *before;
        }
        self.changes.truncate(changes);
        self.before.truncate(changes);
        self.pool = pool;
        self.words.toggle(point, side);
    }

    /// A stone comes.
    fn add(&mut self, point: Point, side: Side) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            super::wide::add(self, point, side);
            return;
        }
        self.add_plain(point, side);
    }

    /// The same, for whatever the compiler makes of it.
    #[inline(always)]
    pub(super) fn add_plain(&mut self, point: Point, side: Side) {
        let bits = cell(side);
        let mut centre = *self.point(point);
        let before = centre;
        for direction in Direction::ALL {
            let (word, at) = self.words.line(point, direction);
            let step = Words::index_step(direction);
            // Eight points at most: their sum fits.
            let mut pooled = [0i16; Network::CHANNELS];
            let changed = word ^ bits << (2 * at);
            for ahead in [-1, 1] {
                for far in 1..=REACH {
                    let cell = (at as i32 + ahead * far) as u32;
                    if word >> (2 * cell) & 3 == WALL {
                        break;
                    }
                    let from = TABLES.row(Words::window_at(word, cell));
                    let to = TABLES.row(Words::window_at(changed, cell));
                    let index = (point.index() as i32 + ahead * far * step) as usize & (POINTS - 1);
                    let (from, to) = (&self.layout.rows[from].0, &self.layout.rows[to].0);
                    self.changes.push(index as u16);
                    self.before.push(self.points[index]);
                    let sums = &mut self.points[index].0;
                    for c in 0..Network::CHANNELS {
                        let was = sums[c];
                        let is = was.wrapping_add(to[c].wrapping_sub(from[c]));
                        sums[c] = is;
                        let gain = clamped(is).wrapping_sub(clamped(was));
                        pooled[c] = pooled[c].wrapping_add(gain);
                    }
                }
            }
            for (sum, gain) in self.pool.iter_mut().zip(pooled) {
                *sum += i32::from(gain);
            }
            let from = &self.layout.rows[TABLES.row(Words::window_at(word, at))].0;
            let to = &self.layout.rows[TABLES.row(Words::window_at(changed, at))].0;
            for c in 0..Network::CHANNELS {
                centre.0[c] = centre.0[c].wrapping_add(to[c].wrapping_sub(from[c]));
            }
        }
        for c in 0..Network::CHANNELS {
            self.pool[c] += i32::from(clamped(centre.0[c])) - i32::from(clamped(before.0[c]));
        }
        self.changes.push(point.index() as u16);
        self.before.push(before);
        self.points[point.index() & (POINTS - 1)] = centre;
        self.words.toggle(point, side);
    }
}

/// A feature from its sum.
#[inline(always)]
pub(super) fn clamped(sum: i16) -> i16 {
    sum.clamp(0, Network::MAX_FEATURE)
}
