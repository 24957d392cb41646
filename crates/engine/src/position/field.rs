//! What is known of the empty points, and of all of them together.

use tengen_core::{BySide, Direction, Point, Side};

use super::words::Words;
use crate::pattern::tables::{PatternTables, ShapePair};
use crate::pattern::weights::PatternValue;
use crate::position::set::PointSet;
use crate::{Shapes, Threat};

/// Room for every point index, rounded up so that a mask replaces the bounds check.
const POINTS: usize = Point::INDEX_END.next_power_of_two();

/// Room for every threat, rounded up likewise.
const THREATS: usize = Threat::COUNT.next_power_of_two();

/// What is known of an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PointState {
    shapes: ShapePair,
    values: BySide<PatternValue>,
}

/// What is known of the whole board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Totals {
    /// The values of all empty points, Black's less White's.
    value: i32,
    /// What they add for the side to move.
    tempo: i32,
    /// How many points are which threat.
    counts: BySide<[u16; THREATS]>,
}

/// A moment to come back to.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    changes: usize,
    totals: Totals,
}

/// The empty points. Those that hold a stone keep what was known of them before.
#[derive(Clone, Debug)]
pub(super) struct Field {
    points: [PointState; POINTS],
    threats: BySide<[PointSet; THREATS]>,
    totals: Totals,
    /// Points that moves changed, with what was known of them before.
    changes: Vec<(u16, PointState)>,
}

impl Default for Field {
    fn default() -> Self {
        Field {
            points: [PointState::default(); POINTS],
            threats: BySide::default(),
            totals: Totals::default(),
            changes: Vec::with_capacity(1024),
        }
    }
}

impl Field {
    pub(super) fn value(&self) -> i32 {
        self.totals.value
    }

    pub(super) fn tempo(&self) -> i32 {
        self.totals.tempo
    }

    #[inline]
    pub(super) fn shapes(&self, point: Point, side: Side) -> Shapes {
        self.state(point).shapes.of(side)
    }

    #[inline]
    pub(super) fn pattern_value(&self, point: Point, side: Side) -> PatternValue {
        self.state(point).values[side]
    }

    #[inline]
    pub(super) fn count(&self, side: Side, threat: Threat) -> usize {
        self.totals.counts[side][threat as usize] as usize
    }

    #[inline]
    pub(super) fn threats(&self, side: Side, threat: Threat) -> &PointSet {
        &self.threats[side][threat as usize]
    }

    /// Counts an empty point in; `window` gives the cells around it on a line.
    pub(super) fn enter(
        &mut self,
        tables: &PatternTables,
        point: Point,
        window: impl Fn(Direction) -> u64,
    ) {
        let mut shapes = ShapePair::default();
        for line in Direction::ALL {
            shapes = shapes.with(line as usize, tables.shapes(window(line)));
        }
        let value = |side| tables.pattern_value(side, tables.code(shapes.of(side)));
        let values = BySide::new(value(Side::Black), value(Side::White));
        self.points[point.index() & (POINTS - 1)] = PointState { shapes, values };
        self.toggle(point);
        self.weigh(point, 1);
    }

    /// Counts a point out that will not be empty any more.
    pub(super) fn leave(&mut self, point: Point) {
        self.toggle(point);
        self.weigh(point, -1);
    }

    /// Brings the empty points up to date that a stone affects on one line, given as a word.
    #[inline]
    pub(super) fn refresh(
        &mut self,
        tables: &PatternTables,
        point: Point,
        direction: Direction,
        word: u64,
        cell: u32,
    ) {
        let step = Words::index_step(direction);
        let first = point.index() as i32 - Words::MARGIN as i32 * step;
        let mut affected = tables.affected(Words::window_at(word, cell));
        while affected != 0 {
            let n = affected.trailing_zeros();
            affected &= affected - 1;
            let shapes = tables.shapes(Words::window_at(word, cell + n - Words::MARGIN as u32));
            let index = (first + n as i32 * step) as usize & (POINTS - 1);
            self.change(tables, index, direction as usize, shapes);
        }
    }

    /// Gives an empty point new shapes on one of its lines.
    #[inline]
    fn change(&mut self, tables: &PatternTables, index: usize, line: usize, shapes: ShapePair) {
        let before = self.points[index];
        let shapes = before.shapes.with(line, shapes);
        if shapes == before.shapes {
            return;
        }
        self.changes.push((index as u16, before));
        self.points[index] = PointState {
            shapes,
            values: BySide::new(
                self.changed(tables, index, Side::Black, before, shapes),
                self.changed(tables, index, Side::White, before, shapes),
            ),
        };
    }

    /// What a point with new shapes is worth to a side; the totals follow.
    #[inline(always)]
    fn changed(
        &mut self,
        tables: &PatternTables,
        index: usize,
        side: Side,
        before: PointState,
        shapes: ShapePair,
    ) -> PatternValue {
        let old = before.values[side];
        if shapes.of(side) == before.shapes.of(side) {
            return old;
        }
        let new = tables.pattern_value(side, tables.code(shapes.of(side)));
        let gain = new.value() - old.value();
        self.totals.value += if side == Side::Black { gain } else { -gain };
        self.totals.tempo += new.tempo() - old.tempo();
        let (is, was) = (new.threat_index(), old.threat_index());
        if is != was {
            self.threats[side][was].toggle(index);
            self.threats[side][is].toggle(index);
            self.totals.counts[side][was] -= 1;
            self.totals.counts[side][is] += 1;
        }
        new
    }

    /// The moment before the next change.
    pub(super) fn mark(&self) -> Mark {
        Mark { changes: self.changes.len(), totals: self.totals }
    }

    /// Goes back to a moment after which the stone on `left` came, if any.
    pub(super) fn restore(&mut self, left: Option<Point>, mark: &Mark) {
        for n in (mark.changes..self.changes.len()).rev() {
            let (index, before) = self.changes[n];
            let index = index as usize & (POINTS - 1);
            let now = std::mem::replace(&mut self.points[index], before);
            for side in Side::BOTH {
                let (was, is) =
                    (before.values[side].threat_index(), now.values[side].threat_index());
                if is != was {
                    self.threats[side][is].toggle(index);
                    self.threats[side][was].toggle(index);
                }
            }
        }
        self.changes.truncate(mark.changes);
        if let Some(point) = left {
            self.toggle(point);
        }
        self.totals = mark.totals;
    }

    pub(super) fn is_same_at(&self, point: Point, other: &Field) -> bool {
        self.state(point) == other.state(point)
    }

    pub(super) fn has_same_totals(&self, other: &Field) -> bool {
        self.totals == other.totals && self.threats == other.threats
    }

    #[inline]
    fn state(&self, point: Point) -> &PointState {
        &self.points[point.index() & (POINTS - 1)]
    }

    fn weigh(&mut self, point: Point, sign: i32) {
        let values = self.state(point).values;
        for side in Side::BOTH {
            let value = values[side].value() * sign;
            self.totals.value += if side == Side::Black { value } else { -value };
            self.totals.tempo += values[side].tempo() * sign;
            let count = &mut self.totals.counts[side][values[side].threat_index()];
            *count = count.wrapping_add_signed(sign as i16);
        }
    }

    fn toggle(&mut self, point: Point) {
        let values = self.state(point).values;
        for side in Side::BOTH {
            self.threats[side][values[side].threat_index()].toggle(point.index());
        }
    }
}
