//! A side search on a share of the main search's thread.

use super::{Strategy, Task};
use crate::{Event, Limits, Report};

/// Whenever the main search reports progress, the side search looks for a win with a share of the
/// nodes spent so far. A win that it proves ends the main search.
///
/// The side search runs again and again, each time for longer, so it should remember its work.
#[derive(Debug)]
pub struct Share {
    main: Box<dyn Strategy>,
    side: Box<dyn Strategy>,
    /// Nodes of the side search for every hundred of the main search.
    percent: u64,
}

/// Fewer nodes are not worth a start.
const MIN_NODES: u64 = 200;

impl Share {
    /// The side search gets `percent` nodes for every hundred of the main search.
    pub fn new(main: Box<dyn Strategy>, side: Box<dyn Strategy>, percent: u64) -> Share {
        Share { main, side, percent }
    }
}

impl Strategy for Share {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let Share { main, side, percent } = self;
        let stop = task.stop.part();
        let (mut spent, mut is_done, mut won) = (0_u64, false, None);
        let mut on_main = |event: &Event| {
            on_event(event);
            let Event::Progress(so_far) = event else { return };
            let allowed = (so_far.nodes.saturating_mul(*percent) / 100).saturating_sub(spent);
            if is_done || so_far.wins() || allowed < MIN_NODES || stop.is_stopped() {
                return;
            }
            let limits = Limits { nodes: Some(allowed), ..task.limits.clone() };
            // Its turn is too short for the time to matter.
            let limits = Limits { time: None, clock: None, ponder: None, ..limits };
            let found = side.search(&Task { limits: &limits, ..*task }, &mut |_| {});
            spent += found.nodes;
            // If it leaves nodes unused, it has searched everything.
            is_done = found.wins() || found.nodes < allowed && !stop.is_stopped();
            if found.wins() {
                on_event(&Event::Progress(found.clone()));
                won = Some(found);
                stop.stop();
            }
        };
        let report = main.search(&Task { stop: &stop, ..*task }, &mut on_main);
        let nodes = report.nodes + spent;
        match won {
            // If the main search has found a win too, that one counts.
            Some(found) if !report.wins() => {
                Report { nodes, elapsed: report.elapsed, table_fill: report.table_fill, ..found }
            }
            _ => Report { nodes, ..report },
        }
    }

    fn forget(&mut self) {
        self.main.forget();
        self.side.forget();
    }
}
