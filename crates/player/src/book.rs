//! The opening book: positions with the moves that are known in them.
//!
//! A position is known together with all its images: the eight symmetries and, where at least five
//! lines stay free to every edge, all shifts ([`Game::shift_key`]). The moves, their scores and how
//! often they were met come from our own search, by `tengen-train`. `docs/book.md` describes the
//! files and how they are made.

mod lookup;
mod names;
mod text;

use std::collections::HashMap;
use std::sync::Arc;

use tengen_core::{Game, Point, Rule, Size};

use tengen_engine::Verdict;

pub use lookup::Books;
pub use names::{Name, Names};
pub use text::BookError;

/// A move that is known in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// Where the stone goes.
    pub point: Point,
    /// How often it was met: in games, and on the way to the positions of the book.
    pub visits: u32,
    /// What it leads to, for the side that plays it.
    pub score: Verdict,
    /// How deep the analysis behind the score was, in plies from before the move.
    pub depth: u32,
    /// Stones that analysis tried.
    pub nodes: u64,
}

impl BookMove {
    /// Whether it may be played: one that loses is known, but not played.
    pub fn is_playable(&self) -> bool {
        !self.score.seems_lost()
    }
}

/// A position and the moves that are known in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Moves from the empty board that lead to it, or to one of its images.
    pub line: Vec<Point>,
    /// The moves, best first, of moves that lead to images of one position only one.
    pub moves: Vec<BookMove>,
}

impl Entry {
    /// The game that the line makes.
    ///
    /// # Errors
    /// If a move cannot be made, or ends the game.
    pub fn game(&self, rule: Rule, size: Size) -> Result<Game, String> {
        let mut game = Game::new(size, rule);
        for &point in &self.line {
            match game.play(point).map_err(|error| error.to_string())? {
                None => {}
                Some(outcome) => return Err(format!("{point} ends the game: {outcome}")),
            }
        }
        Ok(game)
    }
}

/// An opening book for one rule and board.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_player::Book;
/// let text = "tengen book 1\nrule freestyle\nsize 15\nnodes 1000\n\
///             h8h9i10: g8 7 -20 9 1000, j9 5 -25 9 1000, i7 2 -60 9 1000\n";
/// let book = Book::parse(text)?;
/// // The same position, turned by a half and shifted: the moves are turned and shifted with it.
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["i9", "i8", "h7"] {
///     game.play(point.parse()?)?;
/// }
/// let known: Vec<String> = book.moves(&game).iter().map(|known| known.point.to_string()).collect();
/// assert_eq!(known, ["j9", "g8", "h10"]);
/// // The third is too much worse to be played for variety.
/// let chosen = book.choose(&game, &mut fastrand::Rng::with_seed(1)).unwrap();
/// assert!(["j9", "g8"].contains(&chosen.point.to_string().as_str()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    rule: Rule,
    size: Size,
    nodes: u64,
    entries: Vec<Entry>,
    /// Where the entry of a position lies, by its shift key.
    index: HashMap<u64, usize>,
    names: Names,
}

impl Book {
    /// The book that is built in for a rule and board, if there is one. Every call reads it again:
    /// [`Books`] keeps it.
    pub fn built_in(rule: Rule, size: Size) -> Option<Arc<Book>> {
        let text = match (rule, size.lines()) {
            (Rule::Freestyle, 15) => include_str!("../data/book/freestyle-15.txt"),
            (Rule::Freestyle, 20) => include_str!("../data/book/freestyle-20.txt"),
            (Rule::Standard, 15) => include_str!("../data/book/standard-15.txt"),
            (Rule::Renju, 15) => include_str!("../data/book/renju-15.txt"),
            _ => return None,
        };
        let book = Book::parse(text);
        Some(Arc::new(book.expect("the built-in books are well-formed")))
    }

    /// All books that are built in.
    pub fn all_built_in() -> impl Iterator<Item = Arc<Book>> {
        let boards =
            Rule::ALL.into_iter().flat_map(|rule| Size::all().map(move |size| (rule, size)));
        boards.filter_map(|(rule, size)| Book::built_in(rule, size))
    }

    /// The rule it is for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board it is for.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Nodes that its positions were searched with when it was built.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// All positions, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of a position, as it stands in the book: in the orientation of its own line.
    pub fn entry(&self, game: &Game) -> Option<&Entry> {
        self.index.get(&game.shift_key()).map(|&number| &self.entries[number])
    }

    /// The moves known in a position, best first. In a symmetric position a move stands for all
    /// its images.
    pub fn moves(&self, game: &Game) -> Vec<BookMove> {
        let known = self.known(game).into_iter();
        known.map(|(known, images)| BookMove { point: images[0], ..known }).collect()
    }

    /// A move to play, at random among those that are nearly as good as the best: the more often
    /// one was met, the likelier. None if the position is not known or no known move holds.
    pub fn choose(&self, game: &Game, rng: &mut fastrand::Rng) -> Option<BookMove> {
        let mut known = self.known(game);
        known.retain(|(known, images)| known.is_playable() && !game.is_forbidden(images[0]));
        let best = best(known.iter().map(|(known, _)| known.score))?;
        known.retain(|(known, _)| is_nearly_best(known.score, best));
        let weight = |known: &BookMove| u64::from(known.visits) + 1;
        let total: u64 = known.iter().map(|(known, _)| weight(known)).sum();
        let mut left = rng.u64(..total);
        let (chosen, images) = known.iter().find(|(known, _)| {
            let weight = weight(known);
            let is_hit = left < weight;
            left = left.saturating_sub(weight);
            is_hit
        })?;
        Some(BookMove { point: images[rng.usize(..images.len())], ..*chosen })
    }

    /// The name of a position, if it has one.
    pub fn name_of(&self, game: &Game) -> Option<&str> {
        self.names.of(game).map(|name| name.name.as_str())
    }

    /// The moves of a position's entry, each with all its images in the game's own orientation, at
    /// least one.
    fn known(&self, game: &Game) -> Vec<(BookMove, Vec<Point>)> {
        let Some(entry) = self.entry(game) else { return Vec::new() };
        let Ok(written) = entry.game(self.rule, self.size) else { return Vec::new() };
        let (from, to) = (written.placements(), game.placements());
        let images = |point: Point| {
            let mut images: Vec<Point> =
                to.iter().filter_map(|&to| from[0].carry(point, to)).collect();
            images.sort();
            images.dedup();
            images.retain(|&point| game.board().is_free(point));
            images
        };
        let known = entry.moves.iter().map(|&known| (known, images(known.point)));
        known.filter(|(_, images)| !images.is_empty()).collect()
    }
}

/// Moves that give away no more winning chance than this are played for variety.
const NEARLY_BEST: f64 = 0.03;

/// Whether a move may be played instead of the best. Who can win wins.
pub fn is_nearly_best(score: Verdict, best: Verdict) -> bool {
    match best {
        Verdict::Wins { .. } => score == best,
        _ => best.win_rate() - score.win_rate() <= NEARLY_BEST,
    }
}

/// The best of some scores: the sooner win, the later loss.
pub fn best(scores: impl IntoIterator<Item = Verdict>) -> Option<Verdict> {
    scores.into_iter().max_by_key(|score| score.number())
}

#[cfg(test)]
mod tests;
