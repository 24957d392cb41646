//! Moves of the opening library.

use super::{Strategy, Task};
use crate::time::Moment;
use crate::{Event, Line, Lore, Report};

/// Answers where the library that comes with the engine knows the position, and nowhere else.
///
/// Of moves that are nearly as good as the best it takes one by chance, which follows from the seed
/// and the position.
#[derive(Clone, Debug)]
pub struct Lookup {
    lore: Lore,
    seed: u64,
}

impl Lookup {
    /// Chance begins with this seed.
    pub fn new(lore: Lore, seed: u64) -> Lookup {
        Lookup { lore, seed }
    }
}

impl Strategy for Lookup {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let begun = Moment::now();
        let game = task.game;
        let book = self.lore.book(game.rule(), game.size());
        let Some(book) = book.filter(|_| task.limits.leave_any_move()) else {
            return Report::default();
        };
        let mut chance = fastrand::Rng::with_seed(self.seed ^ game.shift_key());
        let Some(known) = book.choose(game, &mut chance) else { return Report::default() };
        let line = Line { moves: vec![known.point], verdict: known.score, nodes: 0 };
        let report = Report {
            lines: vec![line],
            depth: known.depth,
            selective_depth: known.depth,
            elapsed: begun.elapsed(),
            ..Report::default()
        };
        on_event(&Event::Progress(report.clone()));
        report
    }

    /// A library is not forgotten.
    fn forget(&mut self) {}
}
