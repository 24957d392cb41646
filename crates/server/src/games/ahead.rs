//! Thinking on a person's time, about the reply that is expected.

use std::sync::Arc;

use tengen_core::Game;

use super::Games;
use super::live::{Live, Thinking};
use crate::play::EngineTask;
use crate::pondering::{Hit, Pondering};

/// The engine thinks while a person does.
#[derive(Debug)]
pub(super) struct Ahead {
    /// The stamp of the position the person thinks about.
    stamp: u64,
    /// The game after the move that is expected.
    game: Game,
    pondering: Pondering,
}

impl Live {
    /// Ends what is thought about on a person's time.
    pub(super) fn rest(&mut self) {
        if let Some(ahead) = self.ahead.take() {
            ahead.pondering.rest();
        }
    }
}

impl Games {
    /// Begins to think on a person's time, goes on with it, or ends it.
    pub(super) fn think_ahead(self: &Arc<Self>, live: &mut Live) {
        let stamp = live.table.stamp();
        let pondering = Pondering::new();
        let is_attended = !live.followers.is_empty() && live.thinking.is_none();
        let may_begin = || !self.analyst.is_busy();
        let expected = live.expected.filter(|&(of, _)| of == stamp && is_attended);
        let task = expected.and_then(|(_, point)| {
            live.table.ponder_task(point, self.threads, pondering.ponder.clone())
        });
        if task.is_some() && live.ahead.as_ref().is_some_and(|ahead| ahead.stamp == stamp) {
            return;
        }
        live.rest();
        let Some(task) = task.filter(|_| may_begin()) else { return };
        let EngineTask::Move { game, .. } = &task else { return };
        let ahead = Ahead { stamp, game: game.clone(), pondering: pondering.clone() };
        let (games, id, ended) = (Arc::downgrade(self), live.id, pondering.clone());
        let begun = self.thinkers.ponder(task, &pondering, move |thought| {
            if let Some((stamp, thought)) = ended.ended(thought)
                && let Some(games) = games.upgrade()
            {
                games.thought(id, stamp, thought);
            }
        });
        // Where too many wait nobody thinks ahead.
        live.ahead = begun.is_ok().then_some(ahead);
        // An analysis that began meanwhile may have looked for this search before it was there.
        if !may_begin() {
            live.rest();
        }
    }

    /// Whether the task is what was thought about on a person's time; then its answer comes from there.
    pub(super) fn was_expected(self: &Arc<Self>, live: &mut Live, task: &EngineTask) -> bool {
        let Some(ahead) = live.ahead.take() else { return false };
        let EngineTask::Move { game, manner } = task else {
            ahead.pondering.rest();
            return false;
        };
        if ahead.game != *game {
            ahead.pondering.rest();
            return false;
        }
        let (stamp, id) = (live.table.stamp(), live.id);
        match ahead.pondering.hit(&manner.limits(), stamp) {
            Hit::Missed => return false,
            Hit::GoesOn => {}
            Hit::Answer(thought) => {
                let games = Arc::downgrade(self);
                // This game is locked now, and saving takes a while.
                self.runtime.spawn_blocking(move || {
                    if let Some(games) = games.upgrade() {
                        games.thought(id, stamp, thought);
                    }
                });
            }
        }
        live.thinking = Some(Thinking { stamp, stop: ahead.pondering.stop });
        true
    }
}
