//! A book without what a deeper look refuted.

use std::collections::HashMap;

use tengen_player::book::{Entry, best, is_nearly_best};
use tengen_player::{Book, BookMove};

use super::backup::back_up;
use super::is_refuted;

/// A book after a check: `judged` holds for entries, by their names, what
/// [`BookSearcher::judge`](super::BookSearcher::judge) said of their playable moves. Refuted moves
/// are left out, the others have the judged scores, and a move that the judge found comes in where
/// no known one is nearly as good. The same check finds nothing to refute in it.
///
/// # Panics
/// Never: what was legal before is legal.
#[must_use]
pub fn repaired(book: &Book, judged: &HashMap<String, Vec<BookMove>>) -> Book {
    let entry = |entry: &Entry| match judged.get(&entry.name()) {
        Some(judged) => Entry { line: entry.line.clone(), moves: repaired_moves(entry, judged) },
        None => entry.clone(),
    };
    let entries = back_up(book.rule(), book.size(), book.entries().iter().map(entry).collect());
    let repaired = Book::of(book.rule(), book.size(), book.nodes(), entries);
    repaired.expect("what was legal before is legal")
}

fn repaired_moves(entry: &Entry, judged: &[BookMove]) -> Vec<BookMove> {
    let Some(top) = best(judged.iter().map(|one| one.score)) else { return entry.moves.clone() };
    let is_known = |one: &&BookMove| entry.moves.iter().any(|known| known.point == one.point);
    let holds = |one: &&BookMove| !is_refuted(one.score, top);
    let mut moves: Vec<BookMove> = judged.iter().filter(is_known).filter(holds).copied().collect();
    let is_good = moves.iter().any(|one| is_nearly_best(one.score, top));
    if !is_good {
        moves.extend(judged.iter().filter(|one| one.score == top));
        moves.dedup_by_key(|one| one.point);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "tengen book 1\nrule freestyle\nsize 15\nnodes 100\n\
        h8: h9 5 +30 9 100, i9 5 +20 9 100\n\
        h8h10: h7 1 +10 9 100, g9 1 +0 9 100\n";

    fn repaired(judged: &[&str]) -> Vec<String> {
        let entries = judged.iter().map(|line| line.parse::<Entry>().unwrap());
        let judged = entries.map(|entry| (entry.name(), entry.moves)).collect();
        let book = super::repaired(&Book::parse(BOOK).unwrap(), &judged);
        book.entries().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn refuted_moves_go_and_the_others_have_the_new_scores() {
        let entries = repaired(&["h8: h9 5 loss14 12 400, i9 5 -7 12 400, g10 0 +1 12 400"]);
        assert_eq!(entries[0], "h8: i9 5 -7 12 400");
        assert_eq!(entries[1], "h8h10: h7 1 +10 9 100, g9 1 +0 9 100");
    }

    #[test]
    fn where_nothing_good_is_left_the_better_move_comes_in() {
        let entries = repaired(&["h8h10: h7 1 -90 12 400, g9 1 loss8 12 400, i9 0 +30 12 400"]);
        assert_eq!(entries[1], "h8h10: i9 0 +30 12 400, h7 1 -90 12 400");
        let entries = repaired(&["h8h10: h7 1 loss6 12 400, g9 1 loss8 12 400"]);
        assert_eq!(entries[1], "h8h10: g9 1 loss8 12 400");
    }
}
