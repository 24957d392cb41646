//! A book without what a deeper look refuted.

use std::collections::HashMap;

use super::backup::back_up;
use super::refutation::is_nearly_best;
use super::{Book, BookMove, Page, best, is_refuted};

impl Book {
    /// The book after a check: `judged` tells for pages, by their names, what
    /// [`Analyst::judge`](super::Analyst::judge) said of their playable moves. Refuted moves are left
    /// out, the others have the judged scores, and a move that the judge found comes in where no
    /// known one is nearly as good. The same check finds nothing to refute in it.
    ///
    /// # Panics
    /// Never: what was legal before is legal.
    #[must_use]
    pub fn repaired(&self, judged: &HashMap<String, Vec<BookMove>>) -> Book {
        let page = |page: &Page| match judged.get(&page.name()) {
            Some(judged) => Page { line: page.line.clone(), moves: repaired(page, judged) },
            None => page.clone(),
        };
        let pages = back_up(self.rule, self.size, self.pages.iter().map(page).collect());
        Book::of(self.rule, self.size, self.nodes, pages).expect("what was legal before is legal")
    }
}

fn repaired(page: &Page, judged: &[BookMove]) -> Vec<BookMove> {
    let Some(top) = best(judged.iter().map(|one| one.score)) else { return page.moves.clone() };
    let is_known = |one: &&BookMove| page.moves.iter().any(|known| known.point == one.point);
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
        let pages = judged.iter().map(|line| line.parse::<Page>().unwrap());
        let judged = pages.map(|page| (page.name(), page.moves)).collect();
        let book = Book::parse(BOOK).unwrap().repaired(&judged);
        book.pages().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn refuted_moves_go_and_the_others_have_the_new_scores() {
        let pages = repaired(&["h8: h9 5 loss14 12 400, i9 5 -7 12 400, g10 0 +1 12 400"]);
        assert_eq!(pages[0], "h8: i9 5 -7 12 400");
        assert_eq!(pages[1], "h8h10: h7 1 +10 9 100, g9 1 +0 9 100");
    }

    #[test]
    fn where_nothing_good_is_left_the_better_move_comes_in() {
        let pages = repaired(&["h8h10: h7 1 -90 12 400, g9 1 loss8 12 400, i9 0 +30 12 400"]);
        assert_eq!(pages[1], "h8h10: i9 0 +30 12 400, h7 1 -90 12 400");
        let pages = repaired(&["h8h10: h7 1 loss6 12 400, g9 1 loss8 12 400"]);
        assert_eq!(pages[1], "h8h10: g9 1 loss8 12 400");
    }
}
