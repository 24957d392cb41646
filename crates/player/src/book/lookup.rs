//! Moves of the built-in books.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tengen_core::{Game, Point, Rule, Size};
use tengen_engine::{Pv, Report};

use super::{Book, BookMove};

/// The built-in books, each read when it is first asked for. Clones share them.
///
/// ```
/// # use tengen_core::{Rule, Size};
/// # use tengen_player::Books;
/// let books = Books::default();
/// assert!(books.get(Rule::Freestyle, Size::default()).is_some());
/// assert!(books.get(Rule::Caro, Size::default()).is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Books(Arc<Mutex<Known>>);

/// None: there is no book.
type Known = HashMap<(Rule, Size), Option<Arc<Book>>>;

impl Books {
    /// The book of a rule and board, if one is built in.
    pub fn get(&self, rule: Rule, size: Size) -> Option<Arc<Book>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((rule, size)).or_insert_with(|| Book::built_in(rule, size)).clone()
    }

    /// A known move of a position as if a search had found it, with the best reply that is known.
    ///
    /// Of moves that are nearly as good as the best it takes one at random, which follows from the
    /// seed and the position.
    pub fn look_up(&self, game: &Game, seed: u64) -> Option<Report> {
        let book = self.get(game.rule(), game.size())?;
        let mut rng = fastrand::Rng::with_seed(seed ^ game.shift_key());
        let known = book.choose(game, &mut rng)?;
        let reply = best_reply(&book, game, known.point);
        let moves = std::iter::once(known.point).chain(reply).collect();
        let pvs = vec![Pv { moves, verdict: known.score, nodes: 0 }];
        Some(Report { pvs, depth: known.depth, seldepth: known.depth, ..Report::default() })
    }
}

/// What the book itself would answer to a move: what to ponder.
fn best_reply(book: &Book, game: &Game, point: Point) -> Option<Point> {
    let mut after = game.clone();
    after.play(point).ok().filter(Option::is_none)?;
    book.moves(&after).into_iter().find(BookMove::is_playable).map(|known| known.point)
}
