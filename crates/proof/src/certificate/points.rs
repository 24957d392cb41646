//! Sets of points.

use tengen_core::{Point, Size, Symmetry};

const WORDS: usize = Point::INDEX_END.div_ceil(64);

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Points([u64; WORDS]);

impl Points {
    pub(super) fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    pub(super) fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Adds all points of another set, turned.
    pub(super) fn add(&mut self, other: &Points, symmetry: Symmetry, size: Size) {
        if symmetry == Symmetry::IDENTITY {
            self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
        } else {
            other.iter().for_each(|point| self.insert(symmetry.apply(point, size)));
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Point> {
        (0..WORDS).flat_map(move |word| {
            let mut left = self.0[word];
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Point::from_index(64 * word + bit)
            })
        })
    }
}
