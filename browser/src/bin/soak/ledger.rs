//! What clients have seen of games: a kill may lose none of it.

use std::collections::HashMap;
use std::sync::Mutex;

use anyhow::{Result, ensure};
use serde_json::Value;

use crate::run::lock;

/// All games of the players, as they were seen last.
#[derive(Debug, Default)]
pub(crate) struct Ledger(Mutex<HashMap<String, Entry>>);

#[derive(Debug)]
struct Entry {
    owner: usize,
    /// The life of the server in which the game was seen last.
    life: u32,
    revision: u64,
    moves: Vec<String>,
    /// The owner has asked to take back and has no answer yet.
    is_taking_back: bool,
    /// The owner still plays.
    is_active: bool,
}

/// Moves that one message can take back.
const MOST_TAKEN_BACK: usize = 2;

impl Ledger {
    /// A player has started a game.
    pub(crate) fn enter(&self, owner: usize, life: u32, state: &Value) {
        let entry = Entry {
            owner,
            life,
            revision: revision(state),
            moves: moves(state),
            is_taking_back: false,
            is_active: true,
        };
        lock(&self.0).insert(name(state), entry);
    }

    /// Somebody saw a state. The first one after a kill must hold all that was seen before; whether this
    /// was such a look.
    pub(crate) fn see(&self, life: u32, state: &Value) -> Result<bool> {
        let mut all = lock(&self.0);
        let Some(entry) = all.get_mut(&name(state)) else { return Ok(false) };
        let is_first = life > entry.life;
        if life < entry.life || (!is_first && revision(state) <= entry.revision) {
            return Ok(false);
        }
        let (seen, found) = (std::mem::take(&mut entry.moves), moves(state));
        // An answer that nobody saw may have been on its way.
        let loose = if entry.is_taking_back { MOST_TAKEN_BACK } else { 0 };
        let firm = seen.len().saturating_sub(loose);
        let is_whole = found.starts_with(&seen[..firm]);
        (entry.life, entry.revision, entry.moves) = (life, revision(state), found);
        if is_first {
            entry.is_taking_back = false;
            let (game, found) = (name(state), &entry.moves);
            ensure!(
                is_whole,
                "game {game} lost moves in a kill: {seen:?} were seen, {found:?} are there"
            );
        }
        Ok(is_first)
    }

    /// The owner asks to take back, or has an answer to that.
    pub(crate) fn take_back(&self, game: &str, is_asked: bool) {
        if let Some(entry) = lock(&self.0).get_mut(game) {
            entry.is_taking_back = is_asked;
        }
    }

    /// The owner plays no more.
    pub(crate) fn retire(&self, game: &str) {
        if let Some(entry) = lock(&self.0).get_mut(game) {
            entry.is_active = false;
        }
    }

    /// Lets go of a game that is about to be deleted; false if somebody plays it.
    pub(crate) fn give_up(&self, game: &str) -> bool {
        let mut all = lock(&self.0);
        let is_free = all.get(game).is_none_or(|entry| !entry.is_active);
        if is_free {
            all.remove(game);
        }
        is_free
    }

    pub(crate) fn knows(&self, game: &str) -> bool {
        lock(&self.0).contains_key(game)
    }

    /// A game that somebody else plays.
    pub(crate) fn other(&self, own: usize, random: &mut fastrand::Rng) -> Option<String> {
        let all = lock(&self.0);
        let others = all.iter().filter(|(_, entry)| entry.is_active && entry.owner != own);
        let mut names: Vec<&String> = others.map(|(name, _)| name).collect();
        // A map has no order that a seed would repeat.
        names.sort();
        random.choice(names).cloned()
    }

    /// Games that a player has played to their end.
    pub(crate) fn retired(&self, owner: usize) -> Vec<String> {
        let all = lock(&self.0);
        let mine = all.iter().filter(|(_, entry)| !entry.is_active && entry.owner == owner);
        let mut names: Vec<String> = mine.map(|(name, _)| name.clone()).collect();
        names.sort();
        names
    }

    /// Games in play that nobody has seen in this life.
    pub(crate) fn not_seen_since(&self, life: u32) -> Vec<String> {
        let all = lock(&self.0);
        let unseen = all.iter().filter(|(_, entry)| entry.is_active && entry.life < life);
        unseen.map(|(name, _)| name.clone()).collect()
    }
}

fn name(state: &Value) -> String {
    state["game"].as_str().unwrap_or_default().to_owned()
}

fn revision(state: &Value) -> u64 {
    state["revision"].as_u64().unwrap_or(0)
}

/// The moves of a state.
pub(crate) fn moves(state: &Value) -> Vec<String> {
    let all = state["moves"].as_array().map(Vec::as_slice).unwrap_or_default();
    all.iter().filter_map(|played| played["move"].as_str()).map(str::to_owned).collect()
}
