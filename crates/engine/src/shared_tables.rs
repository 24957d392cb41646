//! What is known of rules before any search, shared by everybody who searches.

use std::sync::{Arc, Mutex, PoisonError};

use tengen_core::Rule;

use crate::{NetworkChoice, PatternTables, Weights};

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
    network: NetworkChoice,
    known: Arc<Mutex<Vec<Known>>>,
}

/// Tables, and what they were made with.
#[derive(Debug)]
struct Known {
    weights: Option<Arc<Weights>>,
    network: NetworkChoice,
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

    /// The same with another network, or without; one that was made for another rule than that of the tables
    /// is left out.
    #[must_use]
    pub fn with_network(&self, network: NetworkChoice) -> SharedTables {
        SharedTables { network, ..self.clone() }
    }

    /// The tables of a rule.
    pub fn tables(&self, rule: Rule) -> Arc<PatternTables> {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_meant = |known: &&Known| {
            known.tables.rule() == rule
                && known.weights == self.weights
                && is_same(&known.network, &self.network)
        };
        if let Some(known) = all.iter().find(is_meant) {
            return known.tables.clone();
        }
        let tables = match &self.weights {
            Some(weights) => PatternTables::with_weights(rule, weights),
            None => PatternTables::new(rule),
        };
        let network = self.network.of(rule).ok().flatten();
        let tables = Arc::new(tables.with_network(network.as_deref()));
        let (weights, network) = (self.weights.clone(), self.network.clone());
        all.push(Known { weights, network, tables: tables.clone() });
        tables
    }
}

/// Networks are large: most are compared by where they lie.
fn is_same(a: &NetworkChoice, b: &NetworkChoice) -> bool {
    match (a, b) {
        (NetworkChoice::Given(a), NetworkChoice::Given(b)) => Arc::ptr_eq(a, b) || a == b,
        _ => a == b,
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
