//! From games to numbers.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tengen_core::Rule;
use tengen_engine::{PatternTables, Weights};

use crate::blocks::Blocks;
use crate::fit::{Examples, FitPlan, FitState, Round, fit};
use crate::order::OrderExamples;
use crate::positions::quiet;
use crate::record::Record;
use crate::value::ValueExamples;

/// How numbers are learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainPlan {
    /// How much of what is said of a position is the search's word; the rest is the game's result.
    pub blend: f32,
    /// One game of so many is held back.
    pub hold: u64,
    /// How the evaluation is fitted.
    pub value: FitPlan,
    /// How the order of moves is fitted.
    pub order: FitPlan,
}

impl Default for TrainPlan {
    fn default() -> Self {
        let order = FitPlan { rate: 0.02, pull: 1e-5, ..FitPlan::default() };
        TrainPlan {
            blend: 0.7,
            hold: 20,
            value: FitPlan { pull: 1e-6, ..FitPlan::default() },
            order,
        }
    }
}

/// Examples that are learned from, and those held back.
#[derive(Debug)]
struct Split<E> {
    learn: E,
    hold: E,
}

/// What is learned from.
#[derive(Debug)]
pub struct Course {
    tables: Arc<PatternTables>,
    plan: TrainPlan,
    seen: HashSet<u64>,
    digest: u64,
    value: Split<ValueExamples>,
    order: Split<OrderExamples>,
}

/// Which numbers a round was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The evaluation.
    Value,
    /// The order of moves.
    Order,
}

impl Course {
    /// Nothing yet.
    pub fn new(rule: Rule, plan: TrainPlan) -> Course {
        let blocks = Blocks::of(rule);
        let value = ValueExamples::new(blocks);
        let order = OrderExamples::new(blocks);
        Course {
            tables: Arc::new(PatternTables::new(rule)),
            plan,
            seen: HashSet::new(),
            digest: 0,
            value: Split { learn: value.clone(), hold: value },
            order: Split { learn: order.clone(), hold: order },
        }
    }

    /// Adds the positions of a game that no game before had. All of a game are learned from or all
    /// are held back.
    pub fn add(&mut self, record: &Record) {
        self.digest = self.digest.rotate_left(7) ^ record.fingerprint();
        let held = record.fingerprint().is_multiple_of(self.plan.hold.max(2));
        let value = if held { &mut self.value.hold } else { &mut self.value.learn };
        let order = if held { &mut self.order.hold } else { &mut self.order.learn };
        quiet(record, &self.tables, |moment| {
            if self.seen.insert(moment.position.key()) {
                value.add(moment, self.plan.blend);
                order.add(moment);
            }
        });
    }

    /// How many positions there are to learn from, and how many are held back.
    pub fn positions(&self) -> (usize, usize) {
        (self.value.learn.count(), self.value.hold.count())
    }

    /// The same for the same games in the same order.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Learns, beginning with these numbers, or going on from where an earlier lesson was. `on_round`
    /// hears of every round, what there is to go on from, and says whether to go on.
    pub fn learn(
        &self,
        start: &Weights,
        mut progress: Progress,
        mut on_round: impl FnMut(Subject, &Progress) -> bool,
    ) -> Lesson {
        let mut numbers = start.clone();
        let mut goes_on = true;
        let (learn, hold) = (&self.value.learn, &self.value.hold);
        let (first, before) = (learn.weights(start), progress.value.take());
        let value = fit(&first, learn, hold, &self.plan.value, before, |state| {
            progress.value = Some(state.clone());
            goes_on = on_round(Subject::Value, &progress);
            goes_on
        });
        learn.take(&mut numbers, &value.best);
        progress.value = Some(value.clone());
        if !goes_on {
            return Lesson { numbers, value: value.curve, order: Vec::new() };
        }
        let (learn, hold) = (&self.order.learn, &self.order.hold);
        let (first, before) = (learn.weights(start), progress.order.take());
        let order = fit(&first, learn, hold, &self.plan.order, before, |state| {
            progress.order = Some(state.clone());
            on_round(Subject::Order, &progress)
        });
        learn.take(&mut numbers, &order.best);
        Lesson { numbers, value: value.curve, order: order.curve }
    }
}

/// How far a lesson is; what it goes on from after an interruption.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    value: Option<FitState>,
    order: Option<FitState>,
}

impl Progress {
    /// The losses after the latest round of a subject.
    pub fn latest(&self, subject: Subject) -> Option<Round> {
        let state = match subject {
            Subject::Value => &self.value,
            Subject::Order => &self.order,
        };
        state.as_ref().map(FitState::latest)
    }
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The numbers.
    pub numbers: Weights,
    /// The losses of the evaluation.
    pub value: Vec<Round>,
    /// The losses of the order of moves; none if it was stopped before.
    pub order: Vec<Round>,
}
