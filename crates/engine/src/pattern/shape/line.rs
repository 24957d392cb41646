//! The definition of shapes: a recursion over the cells around a point.

use tengen_core::{Rule, Run, Side};

use super::Shape;

/// Cells to each side that can matter: four of a five, and one that could make it too long.
pub(crate) const HALF_CELLS: usize = 5;

/// What stands on one side of a point, nearest cell first, up to what stops the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Half {
    /// How many cells come before the stop; [`HALF_CELLS`] if there is none in sight.
    length: u8,
    /// Bit n: an own stone on the n-th cell.
    own: u8,
    /// Whether an enemy stone stops the line; if not, the edge does.
    enemy: bool,
}

/// The number of a half, for tables.
pub(crate) type HalfId = u8;

impl Half {
    /// How many halves there are: for each length the stones on it, with either stop; the full
    /// length has no stop.
    pub(crate) const COUNT: usize = 2 * ((1 << HALF_CELLS) - 1) + (1 << HALF_CELLS);

    pub(crate) const fn new(length: u8, own: u8, enemy: bool) -> Half {
        let enemy = enemy && (length as usize) < HALF_CELLS;
        Half { length, own: own & ((1 << length) - 1), enemy }
    }

    pub(crate) const fn id(self) -> HalfId {
        // Shorter halves come first: lengths below n have 2 * (2^n - 1) numbers.
        let below = 2 * ((1 << self.length) - 1);
        let stop = if self.enemy { 1 << self.length } else { 0 };
        below + stop + self.own
    }

    pub(crate) fn all() -> impl Iterator<Item = Half> {
        (0..=HALF_CELLS as u8).flat_map(|length| {
            let stops: &[bool] =
                if (length as usize) < HALF_CELLS { &[false, true] } else { &[false] };
            stops.iter().flat_map(move |&enemy| {
                (0..1 << length).map(move |own| Half::new(length, own, enemy))
            })
        })
    }

    /// Own stones next to each other from the point on.
    fn run(self) -> u32 {
        self.own.trailing_ones()
    }

    /// Whether the run from the point on ends at an enemy stone.
    fn is_stopped(self) -> bool {
        self.enemy && self.run() == u32::from(self.length)
    }

    /// The empty cells that can be part of a five with the point.
    fn free_cells(self) -> impl Iterator<Item = u8> {
        let reach = self.length.min(HALF_CELLS as u8 - 1);
        (0..reach).filter(move |cell| self.own >> cell & 1 == 0)
    }

    /// How many empty cells can be part of a five with the point.
    #[cfg(test)]
    pub(crate) fn free_count(self) -> usize {
        self.free_cells().count()
    }

    fn with(self, cell: u8) -> Half {
        Half { own: self.own | 1 << cell, ..self }
    }
}

/// A line around a point on which `side` plays, under a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) rule: Rule,
    pub(crate) side: Side,
    pub(crate) halves: [Half; 2],
}

impl Line {
    /// What the line becomes, given what it would become with one more own stone on it.
    ///
    /// The recursion is the definition: a four has a point that makes it five, an open three one
    /// that makes it an open four, and so on down to a lonely stone.
    pub(crate) fn shape(self, grown: impl Fn(Line) -> Shape) -> Shape {
        let run = self.run();
        if self.rule.wins(self.side, run) {
            return Shape::Five;
        }
        if run.length > 5 {
            return Shape::Overline;
        }
        let next = self.next_lines().map(|(_, line)| grown(line));
        let mut ways = [0u8; Shape::COUNT];
        next.for_each(|shape| ways[shape as usize] += 1);
        let ways = |is: fn(Shape) -> bool| -> u8 {
            Shape::ALL.into_iter().filter(|&shape| is(shape)).map(|s| ways[s as usize]).sum()
        };
        let twin_fours = self.twin_fours_are_open();
        let open_fours = ways(|shape| shape == Shape::OpenFour)
            + if twin_fours { ways(|shape| shape == Shape::TwoFours) } else { 0 };
        let open_threes = ways(Shape::is_open_three);
        match ways(|shape| shape == Shape::Five) {
            0 => {}
            1 => return Shape::Four,
            // In caro one enemy stone can spoil two fives: it then stops both ends of the other.
            _ if !self.five_survives() => return Shape::Four,
            _ if run.length == 4 => return Shape::OpenFour,
            _ => return Shape::TwoFours,
        }
        match () {
            () if open_fours >= 2 => Shape::OpenThreeBroad,
            () if open_fours == 1 => Shape::OpenThree,
            () if ways(Shape::is_four) > 0 => Shape::ClosedThree,
            () if open_threes >= 4 => Shape::OpenTwoWide,
            () if open_threes == 3 => Shape::OpenTwoBroad,
            () if open_threes > 0 => Shape::OpenTwo,
            () if ways(|shape| shape == Shape::ClosedThree) > 0 => Shape::ClosedTwo,
            () if ways(Shape::is_open_two) > 0 => Shape::OpenOne,
            () if ways(|shape| shape == Shape::ClosedTwo) > 0 => Shape::ClosedOne,
            () => Shape::None,
        }
    }

    /// Whether a point that makes five remains wherever the enemy plays.
    fn five_survives(self) -> bool {
        let makes_five = |(_, line): (i8, Line)| line.rule.wins(line.side, line.run());
        let around = (-(HALF_CELLS as i8)..=HALF_CELLS as i8).filter(|&distance| distance != 0);
        let mut stopped = around.filter_map(|distance| self.stopped_at(distance));
        stopped.all(|line| line.next_lines().any(makes_five))
    }

    /// Two points that make five win wherever they are, but renju forbids Black to have two fours.
    fn twin_fours_are_open(self) -> bool {
        !self.rule.forbids(self.side)
    }

    /// The row through the point once the stone lies there.
    fn run(self) -> Run {
        let stopped = self.halves.iter().filter(|half| half.is_stopped()).count();
        Run {
            length: 1 + self.halves.iter().map(|half| half.run()).sum::<u32>(),
            stopped_ends: stopped as u32,
        }
    }

    /// The lines with one more own stone, each with the cell's distance (left ones negative).
    pub(crate) fn next_lines(self) -> impl Iterator<Item = (i8, Line)> {
        let [left, right] = self.halves;
        let lefts = left
            .free_cells()
            .map(move |cell| (-1 - cell as i8, Line { halves: [left.with(cell), right], ..self }));
        let rights = right
            .free_cells()
            .map(move |cell| (1 + cell as i8, Line { halves: [left, right.with(cell)], ..self }));
        lefts.chain(rights)
    }

    /// The line after the enemy has played on the cell at this distance; none if it is not free.
    pub(crate) fn stopped_at(self, distance: i8) -> Option<Line> {
        let mut halves = self.halves;
        let half = &mut halves[usize::from(distance > 0)];
        let cell = distance.unsigned_abs() - 1;
        let free = cell < half.length && half.own >> cell & 1 == 0;
        *half = Half::new(cell, half.own, true);
        free.then_some(Line { halves, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_have_numbers_of_their_own() {
        let mut ids: Vec<HalfId> = Half::all().map(Half::id).collect();
        ids.sort();
        assert_eq!(ids, (0..Half::COUNT as u8).collect::<Vec<_>>());
    }
}
