//! The libraries of a process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tengen_core::{Rule, Size};

use crate::Library;

/// A library of each rule and size that was asked for, if one ships.
type Opened = HashMap<(Rule, Size), Option<Arc<Library>>>;

/// The libraries that ship, opened when they are first asked for. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Libraries {
    opened: Arc<Mutex<Opened>>,
}

impl Libraries {
    /// The library of a rule and size, if one ships.
    pub fn of(&self, rule: Rule, size: Size) -> Option<Arc<Library>> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let open = || Library::shipped(rule, size).map(Arc::new);
        opened.entry((rule, size)).or_insert_with(open).clone()
    }
}
