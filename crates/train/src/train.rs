//! From games to numbers.

use std::collections::HashSet;
use std::sync::Arc;

use tengen_core::Rule;
use tengen_engine::{Tables, Weights};

use crate::blocks::Blocks;
use crate::fit::{Examples, FitPlan, Round, fit};
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
    tables: Arc<Tables>,
    plan: TrainPlan,
    seen: HashSet<u64>,
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
            tables: Arc::new(Tables::new(rule)),
            plan,
            seen: HashSet::new(),
            value: Split { learn: value.clone(), hold: value },
            order: Split { learn: order.clone(), hold: order },
        }
    }

    /// Adds the positions of a game that no game before had. All of a game are learned from or all
    /// are held back.
    pub fn add(&mut self, record: &Record) {
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

    /// Learns, beginning with these numbers. `on_round` hears of every round and says whether to
    /// go on.
    pub fn learn(
        &self,
        start: &Weights,
        mut on_round: impl FnMut(Subject, Round) -> bool,
    ) -> Lesson {
        let mut numbers = start.clone();
        let (learn, hold) = (&self.value.learn, &self.value.hold);
        let mut weights = learn.weights(start);
        let value = fit(&mut weights, learn, hold, &self.plan.value, |round| {
            on_round(Subject::Value, round)
        });
        learn.take(&mut numbers, &weights);
        let (learn, hold) = (&self.order.learn, &self.order.hold);
        let mut weights = learn.weights(start);
        let order = fit(&mut weights, learn, hold, &self.plan.order, |round| {
            on_round(Subject::Order, round)
        });
        learn.take(&mut numbers, &weights);
        Lesson { numbers, value, order }
    }
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The numbers.
    pub numbers: Weights,
    /// The losses of the evaluation.
    pub value: Vec<Round>,
    /// The losses of the order of moves.
    pub order: Vec<Round>,
}
