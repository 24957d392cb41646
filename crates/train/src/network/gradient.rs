//! The loss of a position and its gradient: the arithmetic of `docs/network-format.md` in floats.

use std::ops::AddAssign;

use tengen_core::{Side, Size};
use tengen_engine::{Network, PolicyWeights};

use super::board::{CELLS, Lines, Rows, cell};
use super::data::Packed;
use super::model::{
    FloatHead, HALF, Half, Model, WIDTH, Wide, add, add_times, dot, rows_per_window,
};
use super::windows::{ROWS, Windows};
use crate::heads::Blocks;

/// The bounds of the whole numbers as floats.
const MAX_FEATURE: f32 = Network::MAX_FEATURE as f32 / Network::UNIT as f32;
const MAX_INPUT: f32 = Network::MAX_INPUT as f32 / Network::UNIT as f32;
const MAX_HIDDEN: f32 = Network::MAX_HIDDEN as f32 / Network::UNIT as f32;
/// How the pool is scaled.
const POOL: f32 = 1.0 / (1 << Network::POOL_SHIFT) as f32;
/// Hundredths of a point in one unit of log odds, and those of the policy in one of log probability.
const VALUE_UNIT: f32 = 200.0;
const POLICY_UNIT: f32 = 100.0;

/// Losses of positions, summed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Sums {
    pub(super) value: f64,
    pub(super) policy: f64,
    pub(super) values: u64,
    pub(super) policies: u64,
}

impl Sums {
    /// Adds the loss of a value in log odds.
    pub(super) fn add_value(&mut self, value: f32, target: f32) {
        self.values += 1;
        self.value += f64::from(softplus(value) - target * value);
    }

    /// Adds the loss of the logits of candidates, the played one first, and makes them odds; their sum.
    pub(super) fn add_policy(&mut self, logits: &mut [f32]) -> f32 {
        let Some(&played) = logits.first() else { return 1.0 };
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        logits.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
        let total = logits.iter().sum::<f32>();
        self.policies += 1;
        self.policy += f64::from(total.ln() + most - played);
        total
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, more: Sums) {
        self.value += more.value;
        self.policy += more.policy;
        self.values += more.values;
        self.policies += more.policies;
    }
}

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

/// A gradient; also what is summed for it.
#[derive(Debug)]
pub(super) struct Gradient {
    /// Its rows of nine cells are those of merged rows.
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

#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: usize,
    classical: f32,
    last: Option<usize>,
    before: Option<usize>,
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

    /// The value and the logits of the candidates; fills the scratch.
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
            let at = super::board::cell_at(x, y);
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

    /// Adds the losses of a sample, and its gradient times the share of it that the sample has.
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

/// What the losses of one sample count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    pub(super) value: f32,
    pub(super) policy: f32,
}

/// The numbers between a pool and a value.
struct Pass<'a> {
    head: &'a FloatHead,
    pool: Wide,
    x: Wide,
    h1: Wide,
    h2: Wide,
    /// The weights of the channels in the policy, before they are clamped and after.
    free_g: Wide,
    g: Wide,
    /// The value in log odds.
    value: f32,
}

/// The classical value as an input of the first layer.
fn classical(sample: Packed<'_>) -> f32 {
    let most = Network::MAX_HIDDEN as f32;
    f32::from(sample.classical()).clamp(-most, most) / Network::UNIT as f32
}

impl<'a> Pass<'a> {
    fn new(head: &'a FloatHead, pool: &Wide, sample: Packed<'_>) -> Pass<'a> {
        let pool = pool.map(|sum| sum * POOL);
        let x = pool.map(|x| x.clamp(-MAX_INPUT, MAX_INPUT));
        let mut h1 = head.first_bias;
        add_times(&mut h1, classical(sample), &head.classical);
        sample.threats().for_each(|threat| add(&mut h1, &head.threats[threat]));
        add_products(&mut h1, &head.first, &x);
        let h1 = h1.map(|h| h.clamp(0.0, MAX_HIDDEN));
        let mut h2 = head.second_bias;
        add_products(&mut h2, &head.second, &h1);
        let h2 = h2.map(|h| h.clamp(0.0, MAX_HIDDEN));
        let classical = head.value_share * f32::from(sample.classical()) / VALUE_UNIT;
        let value = classical + dot(&head.third, &h2) + head.third_bias;
        let mut free_g = head.policy_bias;
        add_products(&mut free_g, &head.policy, &h1);
        let g = free_g.map(|g| g.clamp(-MAX_INPUT, MAX_INPUT));
        Pass { head, pool, x, h1, h2, free_g, g, value }
    }

    fn logit(&self, candidate: &Candidate, features: &Wide) -> f32 {
        self.head.policy_share * candidate.classical
            + dot(&self.g, features)
            + candidate.last.map_or(0.0, |n| self.head.last[n])
            + candidate.before.map_or(0.0, |n| self.head.before[n])
    }

    /// Adds the gradient of the head, from the slopes of the value and of g; the slope of the pool.
    fn back(&self, into: &mut FloatHead, value: f32, g: &Wide, sample: Packed<'_>) -> Wide {
        let head = self.head;
        into.value_share += value * f32::from(sample.classical()) / VALUE_UNIT;
        into.third_bias += value;
        add_times(&mut into.third, value, &self.h2);
        let h2 = open(&head.third.map(|weight| weight * value), &self.h2, MAX_HIDDEN);
        add(&mut into.second_bias, &h2);
        let mut h1 = [0.0; WIDTH];
        back_products(&mut into.second, &mut h1, &head.second, &h2, &self.h1);
        let g = std::array::from_fn(|c| if self.free_g[c].abs() < MAX_INPUT { g[c] } else { 0.0 });
        add(&mut into.policy_bias, &g);
        back_products(&mut into.policy, &mut h1, &head.policy, &g, &self.h1);
        let h1 = open(&h1, &self.h1, MAX_HIDDEN);
        add(&mut into.first_bias, &h1);
        add_times(&mut into.classical, classical(sample), &h1);
        sample.threats().for_each(|threat| add(&mut into.threats[threat], &h1));
        let mut x = [0.0; WIDTH];
        back_products(&mut into.first, &mut x, &head.first, &h1, &self.x);
        std::array::from_fn(|c| if self.pool[c].abs() < MAX_INPUT { x[c] * POOL } else { 0.0 })
    }
}

/// Adds a matrix times a vector.
#[inline(always)]
fn add_products(to: &mut Wide, matrix: &[Wide; WIDTH], by: &Wide) {
    for (to, row) in to.iter_mut().zip(matrix) {
        *to += dot(row, by);
    }
}

/// The gradient of [`add_products`]: of the matrix and of the vector.
#[inline(always)]
fn back_products(
    into: &mut [Wide; WIDTH],
    into_by: &mut Wide,
    matrix: &[Wide; WIDTH],
    slope: &Wide,
    by: &Wide,
) {
    for n in 0..WIDTH {
        if slope[n] != 0.0 {
            add_times(&mut into[n], slope[n], by);
            add_times(into_by, slope[n], &matrix[n]);
        }
    }
}

/// The slopes before numbers were clamped from zero to a bound.
#[inline(always)]
fn open(slope: &Wide, clamped: &Wide, most: f32) -> Wide {
    std::array::from_fn(|c| if clamped[c] > 0.0 && clamped[c] < most { slope[c] } else { 0.0 })
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

fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The logarithm of 1 + eˣ.
fn softplus(logit: f32) -> f32 {
    logit.max(0.0) + (-logit.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests;
