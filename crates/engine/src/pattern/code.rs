//! A point's pattern code: the four shapes of its lines, in no order.
//!
//! One small number indexes everything that is known of a point for one side: its threat and its
//! weights for evaluation and policy.

use crate::Shape;

/// The four shapes of a point for one side, in the order of the directions: four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shapes(u16);

impl Shapes {
    /// Packs four shapes.
    pub const fn new(shapes: [Shape; 4]) -> Shapes {
        let [row, column, rising, falling] = shapes;
        Shapes(row as u16 | (column as u16) << 4 | (rising as u16) << 8 | (falling as u16) << 12)
    }

    /// The shapes in the order of the directions.
    pub const fn all(self) -> [Shape; 4] {
        [self.on(0), self.on(1), self.on(2), self.on(3)]
    }

    /// The shape in the direction of this number.
    pub const fn on(self, direction: usize) -> Shape {
        Shape::from_bits((self.0 >> (4 * direction) & 0xF) as u8)
    }

    /// The same with another shape in the direction of this number.
    #[inline]
    pub(crate) const fn with(self, direction: usize, shape: Shape) -> Shapes {
        let bits = self.0 & !(0xF << (4 * direction));
        Shapes(bits | (shape as u16) << (4 * direction))
    }

    /// The shapes that [`Shapes::bits`] packed.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Shapes {
        Shapes(bits)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// Whether one of the four is `shape` and the others are nothing.
    #[inline]
    pub(crate) const fn is_only(self, shape: Shape) -> bool {
        let shape = shape as u16;
        self.0 == shape || self.0 == shape << 4 || self.0 == shape << 8 || self.0 == shape << 12
    }

    /// How many of the four are of a kind.
    pub fn count(self, is: impl Fn(Shape) -> bool) -> usize {
        self.all().into_iter().filter(|&shape| is(shape)).count()
    }
}

/// The number of a multiset of four shapes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct PatternCode(u16);

impl PatternCode {
    /// How many codes there are: four of [`Shape::COUNT`] shapes with repetition.
    pub const COUNT: usize = {
        let n = Shape::COUNT;
        n * (n + 1) * (n + 2) * (n + 3) / 24
    };

    /// The code's number, below [`PatternCode::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The code of four shapes, strongest first or in any other order.
    pub fn of(shapes: Shapes) -> PatternCode {
        let mut sorted = shapes.all();
        sorted.sort();
        // The rank of a sorted sequence a ≤ b ≤ c ≤ d: each place counts the smaller sequences.
        let choose = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n + i) / (i + 1));
        let rank = (1..).zip(sorted).map(|(k, shape)| choose(shape as usize, k)).sum::<usize>();
        PatternCode(rank as u16)
    }

    /// All codes, each with its shapes from weakest to strongest.
    pub fn all() -> impl Iterator<Item = (PatternCode, Shapes)> {
        let all = Shape::ALL.into_iter();
        let sequences = all.flat_map(|a| {
            Shape::ALL.into_iter().flat_map(move |b| {
                Shape::ALL
                    .into_iter()
                    .flat_map(move |c| Shape::ALL.into_iter().map(move |d| [a, b, c, d]))
            })
        });
        let sorted = sequences.filter(|shapes| shapes.is_sorted());
        sorted.map(|shapes| (PatternCode::of(Shapes::new(shapes)), Shapes::new(shapes)))
    }
}

/// The code of every way to pack four shapes: a cache of [`PatternCode::of`].
#[derive(Debug)]
pub(crate) struct CodeTable(Box<[PatternCode; 1 << 16]>);

impl CodeTable {
    pub(crate) fn new() -> CodeTable {
        let valid = |bits: u32| (0..4).all(|n| (bits >> (4 * n) & 0xF) < Shape::COUNT as u32);
        let code = |bits: u32| {
            if valid(bits) { PatternCode::of(Shapes(bits as u16)) } else { PatternCode(0) }
        };
        CodeTable(Box::new(std::array::from_fn(|bits| code(bits as u32))))
    }

    #[inline]
    pub(crate) fn code(&self, shapes: Shapes) -> PatternCode {
        self.0[shapes.bits() as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_numbered_without_gaps_and_ignore_the_order() {
        let mut numbers: Vec<usize> = PatternCode::all().map(|(code, _)| code.index()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..PatternCode::COUNT).collect::<Vec<_>>());
        let shapes = [Shape::Four, Shape::None, Shape::OpenTwo, Shape::OpenThree];
        let mut turned = shapes;
        turned.rotate_left(1);
        assert_eq!(PatternCode::of(Shapes::new(shapes)), PatternCode::of(Shapes::new(turned)));
    }
}
