//! A set of points, a bit each.

use tengen_core::Point;

/// Rounded up so that a mask replaces the bounds check.
const WORDS: usize = Point::INDEX_END.div_ceil(64).next_power_of_two();

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PointSet([u64; WORDS]);

impl PointSet {
    /// Adds or removes the point of this index.
    #[inline]
    pub(crate) fn toggle(&mut self, index: usize) {
        self.0[(index / 64) & (WORDS - 1)] ^= 1 << (index % 64);
    }

    /// The points, lowest index first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> {
        (0..).zip(self.0).flat_map(|(n, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                (word != 0).then(|| {
                    word &= word - 1;
                    Point::from_index(64 * n + bit as usize).expect("only points are members")
                })
            })
        })
    }

    /// The point of the lowest index.
    #[inline]
    pub(crate) fn first(&self) -> Option<Point> {
        let n = self.0.iter().position(|&word| word != 0)?;
        Point::from_index(64 * n + self.0[n].trailing_zeros() as usize)
    }
}
