//! Pondering: thinking on a person's time about the reply that is expected.

use std::sync::Arc;

use super::Games;
use super::live::Live;

impl Games {
    /// Begins to ponder, goes on with it, or ends it.
    pub(super) fn ponder(self: &Arc<Self>, live: &mut Live) {
        let stamp = live.table.stamp();
        let is_attended = !live.followers.is_empty() && live.thinking.is_none();
        let expected = live.expected.filter(|&(of, _)| of == stamp && is_attended);
        let request =
            expected.and_then(|(_, point)| live.table.ponder_request(point, self.threads));
        // Once for each position: what had to make room for another request does not begin again.
        if request.is_some() && live.pondered == Some(stamp) {
            return;
        }
        live.pondered = None;
        self.pool.stop_pondering_for(live.id);
        // Whoever analyses comes first.
        let may_begin = || !self.analyst.is_busy();
        let Some(request) = request.filter(|_| may_begin()) else { return };
        live.pondered = self.pool.ponder(live.id, &request).then_some(stamp);
        // An analysis that began meanwhile may have looked for this search before it was there.
        if !may_begin() {
            live.pondered = None;
            self.pool.stop_pondering_for(live.id);
        }
    }
}
