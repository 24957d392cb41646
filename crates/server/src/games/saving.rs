//! Saving a game at every change, and again later if the disk did not take it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::live::Live;
use super::{Games, lock};
use crate::store::Stored;
use crate::wire::{FromServer, GameState};

/// How long after a failure a disk is tried again.
const RETRY: Duration = Duration::from_secs(1);

impl Games {
    /// Saves a game as it stands. If that fails the store keeps it in memory, and it is tried again
    /// until it is on the disk.
    pub(super) fn save(self: &Arc<Self>, live: &Live, state: &GameState) -> Option<String> {
        let (stored, listed) = (Stored::Game(live.table.saved()), live.listed(state));
        let saved = self.store.save_or_keep(live.id, &stored, &listed);
        let problem = saved.err()?;
        if !self.is_retrying.swap(true, Ordering::AcqRel) {
            let games = Arc::downgrade(self);
            self.runtime.spawn(async move {
                loop {
                    tokio::time::sleep(RETRY).await;
                    let Some(games) = games.upgrade() else { return };
                    let tried = tokio::task::spawn_blocking(move || games.save_again()).await;
                    if tried.unwrap_or(false) {
                        return;
                    }
                }
            });
        }
        Some(problem.text)
    }

    /// Tries the disk again; whether everything is saved. Those who follow a game hear of it.
    fn save_again(self: &Arc<Self>) -> bool {
        // Before the attempt: a game that fails during it starts another round.
        self.is_retrying.store(false, Ordering::Release);
        let Ok(saved) = self.store.save_kept() else {
            self.is_retrying.store(true, Ordering::Release);
            return false;
        };
        for id in saved {
            let Some(live) = self.all().get(&id).cloned() else { continue };
            let mut live = lock(&live);
            if live.save_problem.take().is_some() {
                live.revision += 1;
                let state = live.state(&self.shared);
                let followers = live.followers.iter().copied();
                self.clients.send_all(followers, FromServer::GameState(Box::new(state)));
            }
        }
        true
    }

    /// Saves what is in memory alone before the program ends; the games that would be lost.
    pub(crate) fn save_at_the_end(&self) -> Vec<u64> {
        let _ = self.store.save_kept();
        self.store.kept()
    }
}

#[cfg(test)]
mod tests {
    use tengen_player::SharedData;

    use super::*;
    use crate::analyst::{Analyst, Resources};
    use crate::clients::Clients;
    use crate::engine_pool::EnginePool;
    use crate::engines::Engines;
    use crate::store::faults::{FaultyDisk, store_on};
    use crate::wire::{GameMove, GameNew};

    #[tokio::test(flavor = "multi_thread")]
    async fn a_page_hears_that_its_game_is_not_saved_and_when_it_is_again() {
        let disk = FaultyDisk::default();
        let (shared, clients) = (SharedData::default(), Arc::new(Clients::default()));
        let resources = Resources { threads: 1, memory: 64, default_memory: 64, lines: 1 };
        let analyst = Analyst::new(Engines::Real(shared.clone()), clients.clone(), resources);
        let pool = EnginePool::start(1, Engines::Real(shared.clone()));
        let store = Arc::new(store_on(&disk));
        let games = Games::new(store.clone(), shared, clients.clone(), pool, analyst, 1);
        let (client, mut messages) = clients.enter(1).unwrap();
        let new: GameNew = serde_json::from_value(serde_json::json!({
            "rule": "freestyle", "size": 15, "opening": "none",
            "black": { "kind": "person" }, "white": { "kind": "person" }
        }))
        .unwrap();
        let started = games.start(client, new).unwrap();
        assert_eq!(started.save_problem, None);
        disk.set_full(true);
        let played: GameMove =
            serde_json::from_value(serde_json::json!({ "game": started.game, "move": "h8" }))
                .unwrap();
        assert!(games.play(client, &played).unwrap().save_problem.is_some());
        let id: u64 = started.game.parse().unwrap();
        // A page that comes back meanwhile finds the move.
        games.leave_all(client);
        assert_eq!(games.open(client, &started.game).unwrap().moves.len(), 1);
        assert_eq!(store.kept(), [id]);
        disk.set_full(false);
        loop {
            let text = messages.recv().await.unwrap();
            let message: serde_json::Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "game.state" && message["save_problem"].is_null() {
                break;
            }
        }
        assert!(store.kept().is_empty());
        drop((games, store));
        assert_eq!(store_on(&disk).load(id).unwrap().1.summary.moves, 1);
    }
}
