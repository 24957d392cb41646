//! The stored games for the explorer.

use super::Store;

impl Store {
    /// The numbers of all games that lists show; the explorer waits for them.
    pub(crate) fn begin_index(&self) -> Vec<u64> {
        let ids: Vec<u64> = match self.entries() {
            Ok(entries) => entries.listed.into_keys().collect(),
            Err(_) => Vec::new(),
        };
        self.own.begin(ids.len());
        ids
    }

    /// Hands these games to the explorer, one after the other, as long as that is wanted.
    pub(crate) fn index(&self, ids: Vec<u64>, is_wanted: impl Fn() -> bool) {
        for id in ids {
            if !is_wanted() {
                return;
            }
            let game = self.load(id).ok();
            self.own.found(id, game.as_ref().map(|(stored, listed)| (stored, listed)));
        }
        self.own.end();
    }
}
