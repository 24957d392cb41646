//! Thinking on a person's time: a search about the move that is expected. It becomes a real one when
//! that move is played, and makes room for every other question before that.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_engine::{Limits, Ponder, Stop};

use crate::thinkers::Thought;

/// A search on a person's time. Clones speak of the same one.
#[derive(Clone, Debug)]
pub(crate) struct Pondering {
    pub(crate) ponder: Ponder,
    pub(crate) stop: Stop,
    phase: Arc<Mutex<Phase>>,
}

#[derive(Debug)]
enum Phase {
    /// The person thinks.
    Waiting,
    /// The person thinks still, and the search has come to its end.
    Found(Thought),
    /// The expected move was played; who waits for the answer calls the position by this stamp.
    Hit(u64),
    /// Nobody wants to know any more.
    Over,
}

/// What a search on a person's time is worth when the expected move was played.
#[derive(Debug)]
pub(crate) enum Hit {
    /// It goes on, and its end will be told.
    GoesOn,
    /// It had ended already.
    Answer(Thought),
    /// It had to make room for others, or failed.
    Missed,
}

impl Pondering {
    /// Not begun yet.
    pub(crate) fn new() -> Pondering {
        let phase = Arc::new(Mutex::new(Phase::Waiting));
        Pondering { ponder: Ponder::new(), stop: Stop::new(), phase }
    }

    /// The expected move was played: from now on the search has these limits.
    pub(crate) fn hit(&self, limits: &Limits, stamp: u64) -> Hit {
        let mut phase = self.phase();
        match std::mem::replace(&mut *phase, Phase::Over) {
            Phase::Waiting => {
                *phase = Phase::Hit(stamp);
                self.ponder.hit(limits);
                Hit::GoesOn
            }
            Phase::Found(thought) => Hit::Answer(thought),
            Phase::Hit(_) | Phase::Over => Hit::Missed,
        }
    }

    /// Ends it, unless somebody waits for its answer by now.
    pub(crate) fn rest(&self) {
        let mut phase = self.phase();
        if !matches!(*phase, Phase::Hit(_)) {
            *phase = Phase::Over;
            self.stop.stop();
        }
    }

    /// The search came to its end: who waits for it, if anybody does.
    pub(crate) fn ended(&self, thought: Thought) -> Option<(u64, Thought)> {
        let mut phase = self.phase();
        match (std::mem::replace(&mut *phase, Phase::Over), thought) {
            (Phase::Hit(stamp), thought) => Some((stamp, thought)),
            (Phase::Waiting, thought @ Thought::Move(Some(_))) => {
                *phase = Phase::Found(thought);
                None
            }
            _ => None,
        }
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::Chosen;

    fn found() -> Thought {
        Thought::Move(Some(Chosen::unsearched("h8".parse().unwrap())))
    }

    #[test]
    fn a_search_that_was_hit_is_not_stopped_by_others_and_tells_its_end() {
        let pondering = Pondering::new();
        assert!(matches!(pondering.hit(&Limits::default(), 7), Hit::GoesOn));
        assert!(pondering.ponder.is_hit());
        pondering.rest();
        assert!(!pondering.stop.is_stopped());
        assert!(matches!(pondering.ended(found()), Some((7, Thought::Move(Some(_))))));
    }

    #[test]
    fn what_was_found_early_is_kept_for_the_hit_alone() {
        let pondering = Pondering::new();
        assert!(pondering.ended(found()).is_none());
        assert!(matches!(pondering.hit(&Limits::default(), 7), Hit::Answer(Thought::Move(_))));
        assert!(matches!(pondering.hit(&Limits::default(), 7), Hit::Missed));
    }

    #[test]
    fn what_was_stopped_or_failed_is_worth_nothing() {
        let stopped = Pondering::new();
        stopped.rest();
        assert!(stopped.stop.is_stopped());
        assert!(stopped.ended(found()).is_none());
        assert!(matches!(stopped.hit(&Limits::default(), 7), Hit::Missed));
        let failed = Pondering::new();
        assert!(failed.ended(Thought::Failed("no".to_owned())).is_none());
        assert!(matches!(failed.hit(&Limits::default(), 7), Hit::Missed));
    }
}
