//! Hints: found by the engine pool, told step by step.

use std::sync::Arc;

use tengen_player::{Answer, AskError, Stop};

use super::{Games, lock};
use crate::clients::ClientId;
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
        let mut request = None;
        self.change(client, game, |live| {
            if let Some(hint) = live.next_hint() {
                answer = Some(hint);
                return Ok(());
            }
            if live.hint_asked == Some(live.table.stamp()) {
                return Err(Problem::new(ProblemCode::NotNow, "the hint is on its way"));
            }
            request = Some((live.id, live.table.stamp(), live.table.hint_request()?));
            live.hint_asked = Some(live.table.stamp());
            Ok(())
        })?;
        if let Some((id, stamp, request)) = request {
            let games = Arc::downgrade(self);
            let done = move |answer| {
                if let Some(games) = games.upgrade() {
                    games.hint_found(client, message, id, stamp, answer);
                }
            };
            if let Err(text) = self.pool.ask(request, Stop::new(), done) {
                // Nothing is on its way: the next question is a new one.
                if let Some(live) = self.all().get(&id).cloned() {
                    lock(&live).hint_asked = None;
                }
                return Err(Problem::new(ProblemCode::TooMany, text).retry_after(1000));
            }
        }
        Ok(answer)
    }

    pub(super) fn hint_found(
        self: &Arc<Self>,
        client: ClientId,
        message: Option<u32>,
        id: u64,
        stamp: u64,
        answer: Result<Answer, AskError>,
    ) {
        let Some(live) = self.all().get(&id).cloned() else { return };
        let mut live = lock(&live);
        // Somebody may have loaded it again by now and played on.
        if live.is_gone {
            return;
        }
        live.hint_asked = None;
        let late =
            || Problem::new(ProblemCode::NotNow, "the game went on before the hint was found");
        let hint = match answer {
            Ok(answer) if live.table.stamp() == stamp => {
                live.keep_hint(answer);
                live.next_hint().ok_or_else(late)
            }
            Ok(_) => Err(late()),
            Err(error) => Err(Problem::new(ProblemCode::Internal, error)),
        };
        let told = match hint {
            Ok(hint) => FromServer::GameHint(hint),
            Err(problem) => FromServer::Error(problem.of_game(&id.to_string())),
        };
        self.settle(&mut live, None);
        self.clients.send(client, message, told);
    }
}
