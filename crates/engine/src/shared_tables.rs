//! What is known of rules before any search, shared by everybody who searches.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_core::{Rule, Size};

use crate::{Book, PatternTables, Weights};

/// The tables and libraries of all rules that were met so far, each made when it is first asked for.
/// Clones share what is known.
///
/// ```
/// # use tengen_core::{Rule, Size};
/// # use tengen_engine::SharedTables;
/// # use std::sync::Arc;
/// let shared_tables = SharedTables::default();
/// let tables = shared_tables.clone().tables(Rule::Freestyle);
/// assert!(Arc::ptr_eq(&tables, &shared_tables.tables(Rule::Freestyle)));
/// assert!(shared_tables.book(Rule::Freestyle, Size::default()).is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct SharedTables {
    weights: Option<Arc<Weights>>,
    known: Arc<Mutex<Known>>,
}

#[derive(Debug, Default)]
struct Known {
    tables: Vec<Arc<PatternTables>>,
    /// None: there is no library for it.
    books: HashMap<(Rule, Size), Option<Arc<Book>>>,
}

impl SharedTables {
    /// With these weights; `None` means those that come with the engine.
    pub fn new(weights: Option<Arc<Weights>>) -> SharedTables {
        SharedTables { weights, known: Arc::default() }
    }

    /// The tables of a rule.
    pub fn tables(&self, rule: Rule) -> Arc<PatternTables> {
        let known = &mut self.known().tables;
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

    /// The opening library of a rule and board, if one comes with the engine.
    pub fn book(&self, rule: Rule, size: Size) -> Option<Arc<Book>> {
        let mut known = self.known();
        known.books.entry((rule, size)).or_insert_with(|| Book::built_in(rule, size)).clone()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
