//! The positions of games, split into training and validation, small enough to keep a million.

use std::collections::HashSet;
use std::sync::Arc;

use tengen_core::{Point, Rule, Side, Size};
use tengen_engine::{PatternTables, Verdict};

use super::situation::Situation;
use crate::dataset::{DatasetConfig, Split};
use crate::heads::Blocks;
use crate::record::{Record, Sample, unsettled_positions};

/// Positions of one rule that a network is trained on, and those that validate it.
#[derive(Debug)]
pub struct NetworkData {
    tables: Arc<PatternTables>,
    config: DatasetConfig,
    seen: HashSet<u64>,
    digest: u64,
    pub(super) samples: Split<Samples>,
}

impl NetworkData {
    /// No positions yet.
    pub fn new(rule: Rule, config: DatasetConfig) -> NetworkData {
        NetworkData {
            tables: Arc::new(PatternTables::new(rule)),
            config,
            seen: HashSet::new(),
            digest: 0,
            samples: Split { train: Samples::default(), validation: Samples::default() },
        }
    }

    /// Adds the positions of a game that no earlier game had. All positions of a game are for
    /// training or all are for validation, the same as in [`Dataset`](crate::Dataset).
    pub fn add(&mut self, record: &Record) {
        self.digest = self.digest.rotate_left(7) ^ record.fingerprint();
        let validates = self.config.validates(record);
        let samples = &mut self.samples;
        let samples = if validates { &mut samples.validation } else { &mut samples.train };
        unsettled_positions(record, &self.tables, |sample| {
            if self.seen.insert(sample.position.key()) {
                samples.add(sample, self.config.lambda);
            }
        });
    }

    /// The rule of the games.
    pub fn rule(&self) -> Rule {
        self.tables.rule()
    }

    /// Whether both sides share their weights.
    pub(super) fn blocks(&self) -> Blocks {
        Blocks::of(self.rule())
    }

    /// How many positions there are for training, and how many for validation.
    pub fn positions(&self) -> (usize, usize) {
        (self.samples.train.len(), self.samples.validation.len())
    }

    /// The bytes that a position takes.
    pub fn bytes_per_position(&self) -> usize {
        let Split { train, validation } = &self.samples;
        (train.bytes() + validation.bytes()) / (train.len() + validation.len()).max(1)
    }

    /// How its games became positions.
    pub fn config(&self) -> &DatasetConfig {
        &self.config
    }

    /// The same for the same games in the same order.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

/// Positions, packed.
#[derive(Debug, Default)]
pub(super) struct Samples {
    /// For each sample its stones, threats, and candidates with their policies.
    words: Vec<u16>,
    entries: Vec<Entry>,
}

/// What all positions have.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: usize,
    target: f32,
    classical: i16,
    stones: u16,
    last: u16,
    before: u16,
    threats: u8,
    size: Size,
    to_move: Side,
}

/// The point of a word that has none.
const NOWHERE: u16 = u16::MAX;
/// The bit of White's stones.
const WHITE: u16 = 1 << 15;

/// A point as a word.
fn pack(point: Point) -> u16 {
    u16::from(point.y()) << 8 | u16::from(point.x())
}

fn unpack(word: u16) -> Option<Point> {
    Point::new(word as u8, (word >> 8) as u8)
}

/// One of the [`Samples`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Packed<'a> {
    entry: &'a Entry,
    words: &'a [u16],
}

impl Samples {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.words[..]) + size_of_val(&self.entries[..])
    }

    /// The board sizes that occur.
    pub(super) fn sizes(&self) -> HashSet<Size> {
        self.entries.iter().map(|entry| entry.size).collect()
    }

    /// Adds a position; `lambda` is the share of the search's score in its target, the rest is the result.
    pub(super) fn add(&mut self, sample: &Sample<'_>, lambda: f32) {
        let (position, played) = (sample.position, sample.played);
        let situation = Situation::of(position);
        let searched = Verdict::Unclear { centi: i32::from(played.score) }.win_rate() as f32;
        let mut candidates = position.candidates();
        match candidates.iter().position(|&point| point == played.point) {
            Some(at) => candidates.swap(0, at),
            None => candidates.clear(),
        }
        let point = |point: Option<Point>| point.map_or(NOWHERE, pack);
        self.entries.push(Entry {
            start: self.words.len(),
            target: lambda * searched + (1.0 - lambda) * sample.result,
            classical: situation.classical as i16,
            stones: situation.stones.len() as u16,
            last: point(situation.last),
            before: point(situation.before),
            threats: situation.threats.len() as u8,
            size: situation.size,
            to_move: situation.to_move,
        });
        let stone = |&(point, side): &(Point, Side)| match side {
            Side::Black => pack(point),
            Side::White => pack(point) | WHITE,
        };
        self.words.extend(situation.stones.iter().map(stone));
        self.words.extend(situation.threats.iter().map(|&threat| threat as u16));
        for point in candidates {
            let policy = position.candidate(point).policy;
            let policy = policy.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            self.words.extend([pack(point), policy as u16]);
        }
    }

    pub(super) fn get(&self, index: usize) -> Packed<'_> {
        let entry = &self.entries[index];
        let end = self.entries.get(index + 1).map_or(self.words.len(), |next| next.start);
        Packed { entry, words: &self.words[entry.start..end] }
    }
}

impl<'a> Packed<'a> {
    /// The winning probability of the side to move.
    pub(super) fn target(self) -> f32 {
        self.entry.target
    }

    pub(super) fn size(self) -> Size {
        self.entry.size
    }

    pub(super) fn to_move(self) -> Side {
        self.entry.to_move
    }

    pub(super) fn classical(self) -> i16 {
        self.entry.classical
    }

    pub(super) fn last(self) -> Option<Point> {
        unpack(self.entry.last)
    }

    pub(super) fn before(self) -> Option<Point> {
        unpack(self.entry.before)
    }

    pub(super) fn stones(self) -> impl Iterator<Item = (Point, Side)> + 'a {
        self.words[..usize::from(self.entry.stones)].iter().filter_map(|&word| {
            let side = if word & WHITE == 0 { Side::Black } else { Side::White };
            Some((unpack(word & !WHITE)?, side))
        })
    }

    pub(super) fn threats(self) -> impl Iterator<Item = usize> + 'a {
        let words = &self.words[usize::from(self.entry.stones)..];
        words[..usize::from(self.entry.threats)].iter().map(|&threat| usize::from(threat))
    }

    /// The candidates with their classical policies, the played one first; none if it was none of them.
    pub(super) fn candidates(self) -> impl Iterator<Item = (Point, i16)> + 'a {
        let from = usize::from(self.entry.stones) + usize::from(self.entry.threats);
        let pairs = self.words[from..].chunks_exact(2);
        pairs.filter_map(|two| Some((unpack(two[0])?, two[1] as i16)))
    }

    /// The same, unpacked.
    pub(super) fn situation(self) -> Situation {
        Situation {
            size: self.size(),
            to_move: self.to_move(),
            stones: self.stones().collect(),
            threats: self.threats().collect(),
            classical: self.classical().into(),
            last: self.last(),
            before: self.before(),
        }
    }
}
