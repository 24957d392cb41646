//! Hints: found on a thinking thread, told step by step.

use std::sync::Arc;

use tengen_engine::Stop;

use super::{Games, lock};
use crate::clients::ClientId;
use crate::thinkers::Thought;
use crate::wire::{FromServer, Hint, Problem, ProblemCode};

impl Games {
    /// The next step of a hint, now or when it was found: then it is sent.
    pub(crate) fn hint(
        self: &Arc<Self>,
        client: ClientId,
        message: Option<u32>,
        game: &str,
    ) -> Result<Option<Hint>, Problem> {
        let mut answer = None;
        let mut task = None;
        self.change(client, game, |live| {
            if let Some(hint) = live.next_hint() {
                answer = Some(hint);
                return Ok(());
            }
            if live.hint_asked == Some(live.table.stamp()) {
                return Err(Problem::new(ProblemCode::NotNow, "the hint is on its way"));
            }
            task = Some((live.id, live.table.stamp(), live.table.hint_task()?));
            live.hint_asked = Some(live.table.stamp());
            Ok(())
        })?;
        if let Some((id, stamp, task)) = task {
            let games = Arc::downgrade(self);
            let done = move |thought| {
                if let Some(games) = games.upgrade() {
                    games.hint_found(client, message, id, stamp, thought);
                }
            };
            let busy = |text| Problem::new(ProblemCode::TooMany, text).retry_after(1000);
            self.thinkers.ask(task, Stop::new(), done).map_err(busy)?;
        }
        Ok(answer)
    }

    fn hint_found(
        self: &Arc<Self>,
        client: ClientId,
        message: Option<u32>,
        id: u64,
        stamp: u64,
        thought: Thought,
    ) {
        let Some(live) = self.all().get(&id).cloned() else { return };
        let mut live = lock(&live);
        live.hint_asked = None;
        let late =
            || Problem::new(ProblemCode::NotNow, "the game went on before the hint was found");
        let hint = match thought {
            Thought::Move(Some(chosen)) if live.table.stamp() == stamp => {
                live.keep_hint(chosen);
                live.next_hint().ok_or_else(late)
            }
            Thought::Failed(text) => Err(Problem::new(ProblemCode::Internal, text)),
            _ => Err(late()),
        };
        let told = match hint {
            Ok(hint) => FromServer::GameHint(hint),
            Err(problem) => FromServer::Error(problem.of_game(&id.to_string())),
        };
        self.settle(&mut live, None);
        self.clients.send(client, message, told);
    }
}
