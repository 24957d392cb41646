//! What follows from a change of a game: the engine thinks, clocks run.

use std::sync::Arc;
use std::time::Duration;

use tengen_player::{Answer, Request, Stop};

use super::live::{Live, Thinking};
use super::{Games, lock};

/// How often a search that broke down is tried again.
const TRIES: u32 = 2;

impl Games {
    /// Lets the engine think about what it has to, and stops thoughts that nobody needs.
    pub(super) fn think(self: &Arc<Self>, live: &mut Live) {
        let is_attended = !live.followers.is_empty();
        let request = live.table.engine_request(self.threads).filter(|_| is_attended);
        let is_stale =
            |thinking: &Thinking| request.is_none() || thinking.stamp != live.table.stamp();
        if live.thinking.as_ref().is_some_and(is_stale)
            && let Some(thinking) = live.thinking.take()
        {
            thinking.stop.stop();
        }
        let is_free = live.thinking.is_none() && live.engine_problem.is_none();
        let Some(request) = request.filter(|_| is_free) else {
            self.ponder(live);
            return;
        };
        let (stop, stamp, id) = (Stop::new(), live.table.stamp(), live.id);
        live.thinking = Some(Thinking { stamp, stop: stop.clone() });
        let pace = if live.table.is_watched() { live.table.pace_ms() } else { 0 };
        if pace == 0 {
            if let Err(problem) = self.ask(id, stamp, request, stop) {
                live.thinking = None;
                live.engine_problem = Some(problem);
            }
            return;
        }
        let games = Arc::downgrade(self);
        self.runtime.spawn(async move {
            tokio::time::sleep(Duration::from_millis(pace.into())).await;
            let Some(games) = games.upgrade().filter(|_| !stop.is_stopped()) else { return };
            if let Err(problem) = games.ask(id, stamp, request, stop) {
                games.answered(id, stamp, Err(problem));
            }
        });
    }

    fn ask(
        self: &Arc<Self>,
        id: u64,
        stamp: u64,
        request: Request,
        stop: Stop,
    ) -> Result<(), String> {
        let games = Arc::downgrade(self);
        self.pool.ask(request, stop, move |answer| {
            if let Some(games) = games.upgrade() {
                games.answered(id, stamp, answer.map_err(|error| error.to_string()));
            }
        })
    }

    /// The engine has answered for a game.
    fn answered(self: &Arc<Self>, id: u64, stamp: u64, answer: Result<Answer, String>) {
        let Some(live) = self.all().get(&id).cloned() else { return };
        let mut live = lock(&live);
        if live.thinking.as_ref().is_none_or(|thinking| thinking.stamp != stamp) {
            return;
        }
        live.thinking = None;
        live.tick();
        if live.table.is_running() {
            let ms = live.turn_ms;
            let done = answer.and_then(|answer| {
                let done = match &answer.opening {
                    Some(decision) => live.table.engine_acts(&decision.acts, ms),
                    None => live.table.engine_moves(&answer, ms),
                };
                live.expected = answer.line.get(1).map(|&point| (live.table.stamp(), point));
                done.map_err(|problem| problem.text)
            });
            match done {
                Ok(()) => (live.failures, live.turn_ms) = (0, 0),
                Err(text) => {
                    tracing::error!(game = id, text, "the engine failed");
                    live.failures += 1;
                    live.engine_problem = (live.failures >= TRIES).then_some(text);
                }
            }
        }
        self.settle(&mut live, None);
    }

    /// Looks again when the time of the player to move is over.
    pub(super) fn start_clock(self: &Arc<Self>, live: &mut Live) {
        if let Some(timer) = live.timer.take() {
            timer.abort();
        }
        let Some(left) = live.until_flag() else { return };
        let (games, id) = (Arc::downgrade(self), live.id);
        let timer = self.runtime.spawn(async move {
            tokio::time::sleep(Duration::from_millis(u64::from(left) + 1)).await;
            // Saving takes a while: not on the runtime's own threads.
            tokio::task::spawn_blocking(move || {
                if let Some(games) = games.upgrade() {
                    games.flag(id);
                }
            });
        });
        live.timer = Some(timer.abort_handle());
    }

    pub(super) fn flag(self: &Arc<Self>, id: u64) {
        let Some(live) = self.all().get(&id).cloned() else { return };
        let mut live = lock(&live);
        // Somebody may have loaded it again by now and played on.
        if live.is_gone {
            return;
        }
        live.tick();
        self.settle(&mut live, None);
    }
}
