//! What is known of rules before any search, shared by everybody who searches.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_core::Rule;

use crate::{PatternTables, Weights};

/// The tables of all rules that were met so far, each made when it is first asked for. Clones share
/// them.
///
/// ```
/// # use tengen_core::Rule;
/// # use tengen_engine::SharedTables;
/// # use std::sync::Arc;
/// let shared_tables = SharedTables::default();
/// let tables = shared_tables.clone().tables(Rule::Freestyle);
/// assert!(Arc::ptr_eq(&tables, &shared_tables.tables(Rule::Freestyle)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct SharedTables {
    weights: Option<Arc<Weights>>,
    known: Arc<Mutex<Vec<Arc<PatternTables>>>>,
}

impl SharedTables {
    /// With these weights; `None` means those that come with the engine.
    pub fn new(weights: Option<Arc<Weights>>) -> SharedTables {
        SharedTables { weights, known: Arc::default() }
    }

    /// The tables of a rule.
    pub fn tables(&self, rule: Rule) -> Arc<PatternTables> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = known.iter().find(|tables| tables.rule() == rule) {
            return tables.clone();
        }
        let tables = Arc::new(match &self.weights {
            Some(weights) => PatternTables::with_weights(rule, weights),
            None => PatternTables::new(rule),
        });
        known.push(tables.clone());
        tables
    }
}
