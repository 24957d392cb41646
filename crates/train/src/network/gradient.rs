//! The loss of a position and its gradient: the arithmetic of `docs/network-format.md` in floats.

use tengen_core::{Side, Size};
use tengen_engine::{Network, PolicyWeights};

use super::board::{CELLS, Lines, Rows, cell, cell_at};
use super::data::Packed;
use super::losses::{Sums, logistic};
use super::model::{HALF, Half, Model, WIDTH, Wide, rows_per_window};
use super::pass::{Candidate, Pass};
use super::vector::{add, add_times, open};
use super::windows::{ROWS, Windows};
use crate::heads::Blocks;

/// The greatest feature.
const MAX_FEATURE: f32 = Network::MAX_FEATURE as f32 / Network::UNIT as f32;
/// Hundredths in one unit of log probability of the classical policy.
const POLICY_UNIT: f32 = 100.0;

/// What the weights of a step share for all its positions.
#[derive(Debug)]
pub(super) struct Merged {
    blocks: Blocks,
    windows: Windows,
    /// By window: the rows of its first and second half of the channels.
    halves: Vec<[u16; 2]>,
    rows: Vec<Half>,
    boards: Vec<EmptyBoard>,
}

/// An empty board and the features of its points.
#[derive(Debug)]
struct EmptyBoard {
    size: Size,
    lines: Lines,
    features: Vec<Wide>,
}

/// A gradient, and the losses it comes from.
#[derive(Debug)]
pub(super) struct Gradient {
    /// Until [`Merged::finish`] only the rows of nine cells are there: the gradient of merged rows.
    pub(super) model: Model,
    /// By board and point: the gradient of the features of the empty board.
    empty: Vec<Vec<Wide>>,
    pub(super) sums: Sums,
}

/// Room for a position, kept so that it is not allocated again.
#[derive(Debug)]
pub(super) struct Scratch {
    lines: Lines,
    places: Vec<Place>,
    /// By cell: its number among the places.
    numbers: Vec<u16>,
    /// Candidates: their places, what their distances add, and their logits.
    candidates: Vec<Candidate>,
    odds: Vec<f32>,
}

/// A point whose features matter.
#[derive(Clone, Copy, Debug)]
struct Place {
    cell: u16,
    windows: [[u16; 2]; 4],
    features: Wide,
    /// The slope of its logit, if it is a candidate.
    slope: f32,
}

impl Scratch {
    pub(super) fn new() -> Scratch {
        Scratch {
            lines: Lines::empty(Size::default()),
            places: Vec::with_capacity(CELLS),
            numbers: vec![0; CELLS],
            candidates: Vec::with_capacity(CELLS),
            odds: Vec::with_capacity(CELLS),
        }
    }
}

impl Gradient {
    pub(super) fn new(network: &Merged) -> Gradient {
        let empty = network.boards.iter().map(|_| vec![[0.0; WIDTH]; CELLS]).collect();
        Gradient { model: Model::zero(network.blocks), empty, sums: Sums::default() }
    }

    /// Sets all to zero.
    pub(super) fn clear(&mut self) {
        self.model.slices().into_iter().for_each(|slice| slice.fill(0.0));
        self.empty.iter_mut().for_each(|board| board.fill([0.0; WIDTH]));
        self.sums = Sums::default();
    }

    /// Adds another gradient, all but the rows.
    pub(super) fn add_heads(&mut self, more: &mut Gradient) {
        self.sums += more.sums;
        for (to, from) in self.empty.iter_mut().flatten().zip(more.empty.iter().flatten()) {
            add(to, from);
        }
        for (to, from) in self.model.heads.iter_mut().zip(&mut more.model.heads) {
            for (to, from) in to.slices().into_iter().zip(from.slices()) {
                to.iter_mut().zip(from).for_each(|(to, from)| *to += *from);
            }
        }
    }
}

impl Merged {
    pub(super) fn new(blocks: Blocks, sizes: impl IntoIterator<Item = Size>) -> Merged {
        let windows = Windows::new();
        let halves = (0..ROWS[0] as u16).map(|row| match blocks {
            Blocks::Shared => [row, windows.swapped[usize::from(row)]],
            Blocks::PerSide => [2 * row, 2 * row + 1],
        });
        let board = |size| EmptyBoard {
            size,
            lines: Lines::empty(size),
            features: vec![[0.0; WIDTH]; CELLS],
        };
        let mut sizes: Vec<Size> = sizes.into_iter().collect();
        sizes.sort();
        Merged {
            blocks,
            halves: halves.collect(),
            rows: vec![[0.0; HALF]; ROWS[0] * rows_per_window(blocks)],
            boards: sizes.into_iter().map(board).collect(),
            windows,
        }
    }

    /// Takes the weights of a model.
    pub(super) fn update(&mut self, model: &Model) {
        model.merge(&self.windows, &mut self.rows);
        for n in 0..self.boards.len() {
            for point in self.boards[n].size.points() {
                let windows =
                    self.windows_of(&self.boards[n].lines, point.x().into(), point.y().into());
                self.boards[n].features[cell(point)] = self.features(&windows);
            }
        }
    }

    /// Ends the gradient of a batch: what the empty boards and the shorter windows have in it.
    pub(super) fn finish(&self, gradient: &mut Gradient) {
        for (board, slopes) in self.boards.iter().zip(&gradient.empty) {
            for point in board.size.points() {
                let windows = self.windows_of(&board.lines, point.x().into(), point.y().into());
                let slope = open(&slopes[cell(point)], &board.features[cell(point)], MAX_FEATURE);
                spread(&mut gradient.model.rows, &windows, &slope);
            }
        }
        gradient.model.unmerge(&self.windows);
    }

    #[inline]
    fn windows_of(&self, lines: &Lines, x: usize, y: usize) -> [[u16; 2]; 4] {
        lines.windows(&self.windows, x, y).map(|row| self.halves[usize::from(row)])
    }

    /// The features of a point.
    #[inline]
    fn features(&self, windows: &[[u16; 2]; 4]) -> Wide {
        let mut sum = [0.0; WIDTH];
        for [one, other] in windows {
            let (one, other) = (&self.rows[usize::from(*one)], &self.rows[usize::from(*other)]);
            for c in 0..HALF {
                sum[c] += one[c];
                sum[HALF + c] += other[c];
            }
        }
        sum.map(|sum| sum.clamp(0.0, MAX_FEATURE))
    }

    /// Which number a stone has: Black's 1, or the mover's where both sides share their weights.
    fn stone(&self, side: Side, to_move: Side) -> u8 {
        let first = if self.blocks == Blocks::Shared { to_move } else { Side::Black };
        if side == first { 1 } else { 2 }
    }

    /// Which head a side to move has.
    fn head_of(&self, to_move: Side) -> usize {
        if self.blocks == Blocks::Shared { 0 } else { to_move as usize }
    }

    /// Finds the places and the candidates of a sample. The number of its board, and the pool.
    fn look(&self, sample: Packed<'_>, scratch: &mut Scratch) -> (usize, Wide) {
        let number = self.boards.iter().position(|board| board.size == sample.size());
        let number = number.expect("the sizes of all samples are known");
        let board = &self.boards[number];
        scratch.lines.clone_from(&board.lines);
        for (point, side) in sample.stones() {
            scratch.lines.place(point, self.stone(side, sample.to_move()));
        }
        let mut wanted = Rows::default();
        for (point, _) in sample.candidates() {
            wanted[usize::from(point.y())] |= 1 << point.x();
        }
        let Scratch { lines, places, numbers, candidates, .. } = scratch;
        places.clear();
        let mut pool = [0.0; WIDTH];
        lines.touched(&wanted, |x, y| {
            let windows = self.windows_of(lines, x, y);
            let at = cell_at(x, y);
            let features = self.features(&windows);
            let empty = &board.features[at];
            for c in 0..WIDTH {
                pool[c] += features[c] - empty[c];
            }
            numbers[at] = places.len() as u16;
            places.push(Place { cell: at as u16, windows, features, slope: 0.0 });
        });
        candidates.clear();
        let (last, before) = (sample.last(), sample.before());
        candidates.extend(sample.candidates().map(|(point, policy)| Candidate {
            place: numbers[cell(point)].into(),
            classical: f32::from(policy) / POLICY_UNIT,
            last: last.map(|stone| PolicyWeights::distance(stone, point)),
            before: before.map(|stone| PolicyWeights::distance(stone, point)),
        }));
        (number, pool)
    }

    /// Adds the losses of a sample and, if wanted, its gradient.
    pub(super) fn run(
        &self,
        model: &Model,
        sample: Packed<'_>,
        scratch: &mut Scratch,
        sums: &mut Sums,
        gradient: Option<(&mut Gradient, Shares)>,
    ) {
        let (board, pool) = self.look(sample, scratch);
        let number = self.head_of(sample.to_move());
        let pass = Pass::new(&model.heads[number], &pool, sample);
        sums.add_value(pass.value, sample.target());
        let Scratch { places, candidates, odds, .. } = scratch;
        odds.clear();
        odds.extend(candidates.iter().map(|one| pass.logit(one, &places[one.place].features)));
        let total = sums.add_policy(odds);
        let Some((gradient, shares)) = gradient else { return };
        let into = &mut gradient.model.heads[number];
        let mut slope_g = [0.0; WIDTH];
        for (n, (one, odds)) in candidates.iter().zip(odds.iter()).enumerate() {
            let slope = shares.policy * (odds / total - if n == 0 { 1.0 } else { 0.0 });
            let place = &mut places[one.place];
            place.slope = slope;
            add_times(&mut slope_g, slope, &place.features);
            into.policy_share += slope * one.classical;
            one.last.iter().for_each(|&n| into.last[n] += slope);
            one.before.iter().for_each(|&n| into.before[n] += slope);
        }
        let slope = shares.value * (logistic(pass.value) - sample.target());
        let slope_pool = pass.back(into, slope, &slope_g, sample);
        let empty = &mut gradient.empty[board];
        for place in places.iter() {
            let mut slope = slope_pool;
            add_times(&mut slope, place.slope, &pass.g);
            let slope = open(&slope, &place.features, MAX_FEATURE);
            spread(&mut gradient.model.rows, &place.windows, &slope);
            let empty = &mut empty[usize::from(place.cell)];
            for c in 0..WIDTH {
                empty[c] -= slope_pool[c];
            }
        }
    }
}

/// What the two losses of a sample count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    pub(super) value: f32,
    pub(super) policy: f32,
}

/// Adds the slope of the features of a point to those of its rows.
#[inline(always)]
fn spread(rows: &mut [Half], windows: &[[u16; 2]; 4], slope: &Wide) {
    for [one, other] in windows {
        let row = &mut rows[usize::from(*one)];
        for c in 0..HALF {
            row[c] += slope[c];
        }
        let row = &mut rows[usize::from(*other)];
        for c in 0..HALF {
            row[c] += slope[HALF + c];
        }
    }
}

#[cfg(test)]
mod tests;
