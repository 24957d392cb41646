//! The cache of the recursion: the shape of every pair of halves.

use tengen_core::{Rule, Side};

use super::{Half, HalfId, Line, Shape};

/// For one side under one rule: what every line becomes, and where that can be prevented.
#[derive(Debug)]
pub(crate) struct LineTable {
    shapes: Box<[Shape]>,
    /// Bit 5 + d: an enemy stone at distance d takes the four or the way to it away.
    defences: Box<[u16]>,
}

const fn place(left: HalfId, right: HalfId) -> usize {
    left as usize * LineTable::LEFT + right as usize * LineTable::RIGHT
}

impl LineTable {
    /// What the number of a line's left half counts in its place.
    pub(crate) const LEFT: usize = Half::COUNT;
    /// What the number of a line's right half counts in its place.
    pub(crate) const RIGHT: usize = 1;
    /// How many lines there are.
    pub(crate) const PLACES: usize = Half::COUNT * Half::COUNT;

    pub(crate) fn new(rule: Rule, side: Side) -> LineTable {
        let mut known = vec![None; LineTable::PLACES];
        let lines: Vec<Line> = Half::all()
            .flat_map(|left| Half::all().map(move |right| [left, right]))
            .map(|halves| Line { rule, side, halves })
            .collect();
        for &line in &lines {
            fill(&mut known, line);
        }
        let shapes: Box<[Shape]> = known.into_iter().map(Option::unwrap_or_default).collect();
        let mut table = LineTable { shapes, defences: vec![0; LineTable::PLACES].into() };
        for &line in &lines {
            let [left, right] = line.halves.map(Half::id);
            table.defences[place(left, right)] = table.defence_mask(line);
        }
        table
    }

    /// What every line becomes, by its place.
    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Where an enemy stone makes the point worth less than it is; the point itself is bit 5.
    pub(crate) fn defences(&self, place: usize) -> u16 {
        self.defences[place]
    }

    fn of(&self, line: Line) -> Shape {
        let [left, right] = line.halves.map(Half::id);
        self.shapes[place(left, right)]
    }

    fn defence_mask(&self, line: Line) -> u16 {
        let shape = self.of(line);
        let weaker = |distance: &i8| {
            line.stopped_at(*distance).is_some_and(|stopped| self.of(stopped) < shape)
        };
        let bit = |distance: i8| 1u16 << (5 + distance);
        let around = (-5..=5).filter(|&distance| distance != 0).filter(weaker).map(bit);
        bit(0) | around.fold(0, |mask, bit| mask | bit)
    }
}

/// Fills in the shape of a line and of all lines it can grow into.
fn fill(known: &mut [Option<Shape>], line: Line) -> Shape {
    let [left, right] = line.halves.map(Half::id);
    if let Some(shape) = known[place(left, right)] {
        return shape;
    }
    for (_, next) in line.next_lines() {
        fill(known, next);
    }
    let shape = line.shape(|next| {
        let [left, right] = next.halves.map(Half::id);
        known[place(left, right)].expect("all lines it grows into are filled in")
    });
    known[place(left, right)] = Some(shape);
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_equals_its_definition_and_every_shape_exists() {
        /// The recursion without a cache.
        fn defined(line: Line) -> Shape {
            line.shape(defined)
        }
        for rule in Rule::ALL {
            for side in Side::BOTH {
                let table = LineTable::new(rule, side);
                let mut seen = [false; Shape::COUNT];
                for halves in
                    Half::all().flat_map(|left| Half::all().map(move |right| [left, right]))
                {
                    let line = Line { rule, side, halves };
                    let shape = table.of(line);
                    seen[shape as usize] = true;
                    // The widest lines take the longest and are the least surprising.
                    if halves.iter().all(|half| half.free_count() <= 3) {
                        assert_eq!(shape, defined(line), "{line:?}");
                    }
                }
                let overline = rule.wins(side, tengen_core::Run { length: 6, stopped_ends: 0 });
                for shape in Shape::ALL {
                    let exists = shape != Shape::Overline || !overline;
                    assert_eq!(seen[shape as usize], exists, "{rule} {side} {shape:?}");
                }
            }
        }
    }
}
