//! Games out of a file that the database no longer understands: they lie in it as JSON, whatever has
//! become of the pages around them.

use std::collections::{BTreeMap, HashMap};

use serde::de::DeserializeOwned;
use tengen_player::SharedData;

use super::keeper::Found;
use super::{Listed, Stored};
use crate::games::summary_of_saved;
use crate::http::summary_of_record;
use crate::wire::{GameSummary, PointName, RuleName};

/// What makes two states of a game the same.
type Key = (RuleName, u8, u32, (Vec<PointName>, Vec<PointName>));

/// All games in a file, each once in its latest state, and what could not be used.
pub(super) fn rescue(bytes: &[u8]) -> (Vec<Found>, Vec<String>) {
    let listed = latest(values::<Listed>(bytes, b"{\"summary\":{"));
    let by_key: HashMap<Key, &Listed> =
        listed.values().map(|listed| (key(&listed.summary), listed)).collect();
    let mut stored = values::<Stored>(bytes, b"{\"game\":{");
    stored.extend(values::<Stored>(bytes, b"{\"record\":{"));
    let mut found: BTreeMap<u64, Found> = BTreeMap::new();
    let mut others: Vec<Found> = Vec::new();
    let mut unusable = 0;
    for stored in stored {
        let Some((_, stored, alone)) = entry(stored, None) else {
            unusable += 1;
            continue;
        };
        match by_key.get(&key(&alone.summary)) {
            Some(&listed) if listed.deleted.is_none() => {
                let id = listed.summary.id.parse().unwrap_or(0);
                found.insert(id, (Some(id), stored, listed.clone()));
            }
            Some(_) => {}
            None => others.push((None, stored, alone)),
        }
    }
    // Pages that are free again hold earlier states of games: one that goes on in another is no game.
    let mut entries: Vec<Found> = found.into_values().collect();
    others.sort_by_key(|(_, _, listed)| std::cmp::Reverse(listed.summary.moves));
    for other in others {
        if !entries.iter().any(|known| goes_on(&other.2.summary, &known.2.summary)) {
            entries.push(other);
        }
    }
    let lost = (unusable > 0).then(|| format!("{unusable} entries cannot be used"));
    (entries, lost.into_iter().collect())
}

/// An entry, with a summary made from the game itself where there is no other.
pub(super) fn entry(stored: Stored, listed: Option<Listed>) -> Option<Found> {
    let summary = match &stored {
        Stored::Game(saved) => summary_of_saved(saved.clone(), &SharedData::default()).ok()?,
        Stored::Record(record) => summary_of_record(record).ok()?,
    };
    Some((None, stored, listed.unwrap_or(Listed { summary, deleted: None })))
}

/// Every JSON value in a file that begins like this and can be read.
fn values<T: DeserializeOwned>(bytes: &[u8], begin: &[u8]) -> Vec<T> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = bytes[at..].windows(begin.len()).position(|window| window == begin) {
        let start = at + next;
        let mut stream = serde_json::Deserializer::from_slice(&bytes[start..]).into_iter::<T>();
        let value = stream.next().and_then(Result::ok);
        at = start + if value.is_some() { stream.byte_offset().max(1) } else { 1 };
        found.extend(value);
    }
    found
}

/// The summary of each game that was changed last.
fn latest(all: Vec<Listed>) -> BTreeMap<u64, Listed> {
    let mut latest: BTreeMap<u64, Listed> = BTreeMap::new();
    for listed in all {
        let Ok(id) = listed.summary.id.parse() else { continue };
        let is_older =
            latest.get(&id).is_some_and(|known| known.summary.changed > listed.summary.changed);
        if !is_older {
            latest.insert(id, listed);
        }
    }
    latest
}

fn key(summary: &GameSummary) -> Key {
    (summary.rule, summary.size, summary.moves, summary.stones.clone())
}

/// Whether a game is an earlier state of another: all its stones stand there as well.
fn goes_on(early: &GameSummary, late: &GameSummary) -> bool {
    let is_part = |few: &[PointName], many: &[PointName]| few.iter().all(|one| many.contains(one));
    let is_same = key(early) == key(late) && early.result == late.result;
    (early.rule, early.size) == (late.rule, late.size)
        && (early.unfinished || is_same)
        && is_part(&early.stones.0, &late.stones.0)
        && is_part(&early.stones.1, &late.stones.1)
}
