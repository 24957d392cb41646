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
                let state = live.state(&self.tables);
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
