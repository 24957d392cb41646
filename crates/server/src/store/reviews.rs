//! Reviews, beside the games they belong to.

use std::collections::HashMap;

use redb::ReadableTable;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::schema::{LIST, REVIEWS};
use super::{Store, json, parse};
use crate::reviews::StoredReview;
use crate::wire::Problem;

/// What a list shows of a review.
#[derive(Deserialize)]
pub(super) struct ReviewMark {
    complete: bool,
    positions: Vec<IgnoredAny>,
}

impl ReviewMark {
    /// Whether the review is complete, if it is that of a game with so many moves.
    pub(super) fn of(&self, moves: u32) -> Option<bool> {
        (self.positions.len() == moves as usize + 1).then_some(self.complete)
    }
}

impl Store {
    /// What lists show of the reviews, by the numbers of their games.
    pub(super) fn review_marks(&self) -> Result<HashMap<u64, ReviewMark>, Problem> {
        self.read(|transaction| {
            let mut marks = HashMap::new();
            for entry in transaction.open_table(REVIEWS)?.iter()? {
                let (id, bytes) = entry?;
                marks.extend(parse(bytes.value()).ok().map(|mark| (id.value(), mark)));
            }
            Ok(marks)
        })
    }

    /// The review of a game; none if there is none that can be read.
    pub(crate) fn review(&self, id: u64) -> Result<Option<StoredReview>, Problem> {
        self.read(|transaction| {
            let bytes = transaction.open_table(REVIEWS)?.get(id)?;
            Ok(bytes.and_then(|bytes| parse(bytes.value()).ok()))
        })
    }

    /// Stores the review of a game, unless the game is gone.
    pub(crate) fn save_review(&self, id: u64, review: &StoredReview) -> Result<(), Problem> {
        self.write(|transaction| {
            if transaction.open_table(LIST)?.get(id)?.is_some() {
                transaction.open_table(REVIEWS)?.insert(id, json(review).as_slice())?;
            }
            Ok(())
        })
    }
}
