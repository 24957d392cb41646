//! The positions of games as examples of both heads, split into training and validation.

use std::collections::HashSet;
use std::sync::Arc;

use tengen_core::Rule;
use tengen_engine::PatternTables;

use crate::fit::Examples;
use crate::heads::{Blocks, PolicyExamples, ValueExamples};
use crate::record::{Record, Sample, quiet_positions, unsettled_positions};

/// How games become examples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DatasetConfig {
    /// The share of the search's score in the target of the value; the rest is the game's result.
    pub lambda: f32,
    /// Whether positions count in which the other side threatens an open four.
    pub threatened: bool,
    /// One game in this many is for validation.
    pub validation_every: u64,
}

impl DatasetConfig {
    /// Whether a game is for validation.
    pub(crate) fn validates(&self, record: &Record) -> bool {
        record.fingerprint().is_multiple_of(self.validation_every.max(2))
    }
}

impl Default for DatasetConfig {
    fn default() -> Self {
        DatasetConfig { lambda: 0.7, threatened: false, validation_every: 20 }
    }
}

/// Examples that a head is fitted to, and those that only validate it.
#[derive(Debug)]
pub(crate) struct Split<E> {
    pub(crate) train: E,
    pub(crate) validation: E,
}

/// Training and validation examples of one rule.
#[derive(Debug)]
pub struct Dataset {
    tables: Arc<PatternTables>,
    config: DatasetConfig,
    seen: HashSet<u64>,
    digest: u64,
    pub(crate) value: Split<ValueExamples>,
    pub(crate) policy: Split<PolicyExamples>,
}

impl Dataset {
    /// An empty dataset.
    pub fn new(rule: Rule, config: DatasetConfig) -> Dataset {
        let blocks = Blocks::of(rule);
        let value = ValueExamples::new(blocks);
        let policy = PolicyExamples::new(blocks);
        Dataset {
            tables: Arc::new(PatternTables::new(rule)),
            config,
            seen: HashSet::new(),
            digest: 0,
            value: Split { train: value.clone(), validation: value },
            policy: Split { train: policy.clone(), validation: policy },
        }
    }

    /// Adds the positions of a game that no earlier game had. All positions of a game are for
    /// training or all are for validation.
    pub fn add(&mut self, record: &Record) {
        self.digest = self.digest.rotate_left(7) ^ record.fingerprint();
        let validates = self.config.validates(record);
        let value = if validates { &mut self.value.validation } else { &mut self.value.train };
        let policy = if validates { &mut self.policy.validation } else { &mut self.policy.train };
        let see = |sample: &Sample<'_>| {
            if self.seen.insert(sample.position.key()) {
                value.add(sample, self.config.lambda);
                policy.add(sample);
            }
        };
        match self.config.threatened {
            true => unsettled_positions(record, &self.tables, see),
            false => quiet_positions(record, &self.tables, see),
        }
    }

    /// How many positions there are for training, and how many for validation.
    pub fn positions(&self) -> (usize, usize) {
        (self.value.train.count(), self.value.validation.count())
    }

    /// How its games became examples.
    pub fn config(&self) -> &DatasetConfig {
        &self.config
    }

    /// The same for the same games in the same order.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}
