//! Scores of the positions of games, which jobs find.

use redb::ReadableTable;

use super::schema::{LIST, SCORES};
use super::{Store, json, parse};
use crate::wire::{Problem, ScoredLine};

impl Store {
    /// The scores of a game; none if there are none that can be read.
    pub(crate) fn scores(&self, id: u64) -> Result<Option<ScoredLine>, Problem> {
        self.read(|transaction| {
            let bytes = transaction.open_table(SCORES)?.get(id)?;
            Ok(bytes.and_then(|bytes| parse(bytes.value()).ok()))
        })
    }

    /// Stores the scores of a game, unless the game is gone. What was known of the same line and is not
    /// found again stays.
    pub(crate) fn save_scores(&self, id: u64, found: &ScoredLine) -> Result<(), Problem> {
        let known = self.scores(id)?.filter(|known| known.pos == found.pos);
        let known = known.map_or_else(Vec::new, |known| known.scores);
        let mut merged = found.clone();
        for (score, known) in merged.scores.iter_mut().zip(known) {
            *score = score.or(known);
        }
        self.write(|transaction| {
            if transaction.open_table(LIST)?.get(id)?.is_some() {
                transaction.open_table(SCORES)?.insert(id, json(&merged).as_slice())?;
            }
            Ok(())
        })
    }
}
