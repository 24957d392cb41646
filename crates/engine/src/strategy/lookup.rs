//! Moves of the opening library.

use tengen_core::{Game, Point};

use super::{Strategy, Task};
use crate::search::time::Moment;
use crate::{Book, BookMove, Event, Pv, Report, SharedTables};

/// Answers where the limits ask for the library ([`Limits::book`](crate::Limits)) and the one that
/// comes with the engine knows the position, and nowhere else.
///
/// Of moves that are nearly as good as the best it takes one by chance, which follows from the seed
/// and the position.
#[derive(Clone, Debug)]
pub struct Lookup {
    shared_tables: SharedTables,
}

impl Lookup {
    /// Looks into the libraries of this shared_tables.
    pub fn new(shared_tables: SharedTables) -> Lookup {
        Lookup { shared_tables }
    }

    /// The move to play, and the best reply to it that is known.
    fn find(&self, task: &Task<'_>) -> Option<(BookMove, Vec<Point>)> {
        let (game, limits) = (task.game, task.limits);
        let seed = limits.book.filter(|_| limits.allow_all_moves())?;
        let book = self.shared_tables.book(game.rule(), game.size())?;
        let mut chance = fastrand::Rng::with_seed(seed ^ game.shift_key());
        let known = book.choose(game, &mut chance)?;
        let reply = best_reply(&book, game, known.point);
        Some((known, std::iter::once(known.point).chain(reply).collect()))
    }
}

/// What the book itself would answer to a move: that is what to think about on the opponent's time.
fn best_reply(book: &Book, game: &Game, point: Point) -> Option<Point> {
    let mut after = game.clone();
    after.play(point).ok().filter(Option::is_none)?;
    book.moves(&after).into_iter().find(BookMove::is_playable).map(|known| known.point)
}

impl Strategy for Lookup {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let begun = Moment::now();
        let Some((known, moves)) = self.find(task) else { return Report::default() };
        let line = Pv { moves, verdict: known.score, nodes: 0 };
        let report = Report {
            pvs: vec![line],
            depth: known.depth,
            seldepth: known.depth,
            elapsed: begun.elapsed(),
            is_from_book: true,
            ..Report::default()
        };
        on_event(&Event::Progress(report.clone()));
        report
    }

    /// A library is not forgotten.
    fn forget(&mut self) {}
}
