//! Pondering: searching the position after the expected reply, on the person's time.

use std::sync::Arc;

use super::Games;
use super::live::Live;

impl Games {
    /// Starts, continues or ends pondering.
    pub(super) fn ponder(self: &Arc<Self>, live: &mut Live) {
        let stamp = live.table.stamp();
        let is_attended = !live.followers.is_empty() && live.thinking.is_none();
        let expected = live.expected.filter(|&(of, _)| of == stamp && is_attended);
        let request =
            expected.and_then(|(_, point)| live.table.ponder_request(point, self.threads));
        // Once for each position: pondering that made room for another request does not start again.
        if request.is_some() && live.pondered == Some(stamp) {
            return;
        }
        live.pondered = None;
        self.pool.stop_pondering_for(live.id);
        // An analysis goes first.
        let may_begin = || !self.analyst.is_busy();
        let Some(request) = request.filter(|_| may_begin()) else { return };
        live.pondered = self.pool.ponder(live.id, &request).then_some(stamp);
        // An analysis that started meanwhile may have looked for this search too early.
        if !may_begin() {
            live.pondered = None;
            self.pool.stop_pondering_for(live.id);
        }
    }
}
