//! A second strategy where the first has no answer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Strategy, Task};
use crate::{Event, Report};

/// Asks the first strategy, and the second where the first has no answer or panics: a look-up
/// before a search, a search that may give up before one that does not.
#[derive(Debug)]
pub struct Fallback {
    first: Box<dyn Strategy>,
    second: Box<dyn Strategy>,
}

impl Fallback {
    /// Asks `second` where `first` has no answer.
    pub fn new(first: Box<dyn Strategy>, second: Box<dyn Strategy>) -> Fallback {
        Fallback { first, second }
    }
}

impl Strategy for Fallback {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let first = catch_unwind(AssertUnwindSafe(|| self.first.search(task, on_event)));
        match first {
            Ok(report) if !report.pvs.is_empty() => report,
            Ok(_) => self.second.search(task, on_event),
            Err(_) => {
                // A panic may have left it in any state.
                self.first.forget();
                self.second.search(task, on_event)
            }
        }
    }

    fn forget(&mut self) {
        self.first.forget();
        self.second.forget();
    }
}
