//! Searches on all cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use tengen_engine::Stop;
use tengen_train::book::BookSearcher;

/// Searchers that work side by side.
pub(super) struct Crew(Vec<BookSearcher>);

impl Crew {
    pub(super) fn new(threads: usize, nodes: u64) -> Crew {
        Crew((0..threads.max(1)).map(|_| BookSearcher::new(nodes)).collect())
    }

    /// Does `work` on every item, in any order, and tells `done` of each as it comes, with its number.
    /// Work that gives nothing was stopped, and nothing more is begun.
    pub(super) fn work<Item: Sync, Found: Send>(
        &mut self,
        items: &[Item],
        stop: &Stop,
        work: impl Fn(&mut BookSearcher, &Item) -> Option<Found> + Sync,
        mut done: impl FnMut(usize, Found) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let (tell, told) = mpsc::channel();
            for searcher in &mut self.0 {
                let (tell, next, work) = (tell.clone(), &next, &work);
                scope.spawn(move || {
                    while !stop.is_stopped() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let found = items.get(number).and_then(|item| work(searcher, item));
                        let Some(found) = found else { break };
                        // Nobody listens any more: something went wrong there.
                        if tell.send((number, found)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(tell);
            told.into_iter().try_for_each(|(number, found)| done(number, found))
        })
    }
}
