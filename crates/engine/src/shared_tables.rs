//! What is known of rules before any search, shared by everybody who searches.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_core::Rule;

use crate::{Network, PatternTables, Weights};

/// The tables of all rules and weights that were met so far, each made when it is first asked for.
/// Clones share them, and so do those [for other weights](SharedTables::with_weights).
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
    network: Option<Arc<Network>>,
    known: Arc<Mutex<Vec<Known>>>,
}

/// Tables, and the weights they were made with.
#[derive(Debug)]
struct Known {
    weights: Option<Arc<Weights>>,
    network: Option<Arc<Network>>,
    tables: Arc<PatternTables>,
}

impl SharedTables {
    /// With these weights of the evaluation; none means those that come with the engine.
    pub fn new(weights: Option<Arc<Weights>>) -> SharedTables {
        SharedTables { weights, ..SharedTables::default() }
    }

    /// The same for other weights.
    #[must_use]
    pub fn with_weights(&self, weights: Option<Arc<Weights>>) -> SharedTables {
        SharedTables { weights, ..self.clone() }
    }

    /// The same with a network, or without.
    #[must_use]
    pub fn with_network(&self, network: Option<Arc<Network>>) -> SharedTables {
        SharedTables { network, ..self.clone() }
    }

    /// The tables of a rule.
    pub fn tables(&self, rule: Rule) -> Arc<PatternTables> {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_meant = |known: &&Known| {
            known.tables.rule() == rule
                && known.weights == self.weights
                && is_same(known.network.as_ref(), self.network.as_ref())
        };
        if let Some(known) = all.iter().find(is_meant) {
            return known.tables.clone();
        }
        let tables = match &self.weights {
            Some(weights) => PatternTables::with_weights(rule, weights),
            None => PatternTables::new(rule),
        };
        let tables = Arc::new(tables.with_network(self.network.as_deref()));
        let (weights, network) = (self.weights.clone(), self.network.clone());
        all.push(Known { weights, network, tables: tables.clone() });
        tables
    }
}

/// Networks are large: most are compared by where they lie.
fn is_same(a: Option<&Arc<Network>>, b: Option<&Arc<Network>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_have_the_same_tables_and_others_their_own() {
        let shared = SharedTables::default();
        let weights = || Some(Arc::new(Weights::built_in(Rule::Renju)));
        let of = |weights| shared.with_weights(weights).tables(Rule::Freestyle);
        assert!(Arc::ptr_eq(&of(weights()), &of(weights())));
        assert!(!Arc::ptr_eq(&of(weights()), &of(None)));
        assert!(Arc::ptr_eq(&shared.tables(Rule::Freestyle), &of(None)));
    }
}
