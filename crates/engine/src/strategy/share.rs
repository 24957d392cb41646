//! A side search on a share of the main search's own thread.

use super::{Strategy, Task};
use crate::{Event, Limits, Report};

/// Whenever the main search tells of its progress, the side search looks for a win with a share of
/// the nodes spent until then. A win that it proves ends the main search.
///
/// A side search is asked again and again, each time for longer: it should remember what it did.
#[derive(Debug)]
pub struct Share {
    main: Box<dyn Strategy>,
    side: Box<dyn Strategy>,
    /// Nodes for every hundred of the main search.
    percent: u64,
}

/// Fewer nodes are not worth beginning.
const LEAST: u64 = 200;

impl Share {
    /// The side search may spend so many nodes for every hundred of the main one.
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
            if is_done || so_far.wins() || allowed < LEAST || stop.is_stopped() {
                return;
            }
            let limits = Limits { nodes: Some(allowed), ..task.limits.clone() };
            // Its turn is so short that time need not be asked.
            let limits = Limits { time: None, clock: None, ponder: None, ..limits };
            let found = side.search(&Task { limits: &limits, ..*task }, &mut |_| {});
            spent += found.nodes;
            // With nodes to spare and no win it has seen all there is.
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
            // What the main search found by itself is as good, and no later.
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
