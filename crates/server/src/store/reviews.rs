//! Reviews, beside the games they belong to.

use redb::ReadableTable;

use super::schema::{LIST, REVIEWS};
use super::{Store, json, parse};
use crate::reviews::StoredReview;
use crate::wire::Problem;

impl Store {
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
