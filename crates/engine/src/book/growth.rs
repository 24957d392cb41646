//! How a book grows: which position is looked at next, and what becomes of all that was found.
//!
//! A position is found by a walk: from the empty board, or from an opening or a position of games,
//! along known moves to the first position that has not been analysed. Walks divide among the
//! moves of a position by how good they are, so that the likeliest positions come first. Nothing
//! depends on chance or on who analyses: the same inputs give the same book.

use std::collections::HashMap;

use tengen_core::{Game, Point, Rule, Size};

use super::backup::back_up;
use super::text::line_of;
use super::{Book, BookMove, Page, best, is_refuted};
use crate::Verdict;

/// A book that is being made.
#[derive(Debug)]
pub struct Growth {
    rule: Rule,
    size: Size,
    spots: Vec<Spot>,
    /// Where a position stands, by its shift key.
    index: HashMap<u64, usize>,
    starts: Vec<Start>,
    /// In how many games a position was met, by its shift key.
    games: HashMap<u64, u32>,
    walks: u64,
    analysed: usize,
}

/// A position that was met.
#[derive(Debug)]
struct Spot {
    line: Vec<Point>,
    key: u64,
    /// What is known of it, once it was analysed.
    ways: Option<Vec<Way>>,
    is_chosen: bool,
}

/// A move on which walks may go.
#[derive(Debug)]
struct Way {
    known: BookMove,
    /// Where it leads to; nowhere if the game ends.
    to: Option<usize>,
    /// How much of the walks it is to have.
    share: f64,
}

/// Where walks begin.
#[derive(Debug)]
struct Start {
    spot: usize,
    weight: u32,
    walks: u32,
}

/// How much worse a move must be, in winning chance, to be walked about a third as often.
const TEMPERATURE: f64 = 0.03;
/// Positions that are analysed together are chosen before any of them is known. So many at least,
/// and this share of those that are known.
const BATCH: usize = 8;
const BATCH_SHARE: usize = 8;
/// After so many walks that found nothing the book has nowhere to grow.
const VAIN_WALKS: u32 = 2_000;

impl Growth {
    /// A book that begins at the empty board. `games` tells in how many games a position was met,
    /// by its shift key.
    pub fn new(rule: Rule, size: Size, games: HashMap<u64, u32>) -> Growth {
        let (spots, index, starts) = (Vec::new(), HashMap::new(), Vec::new());
        let mut growth = Growth { rule, size, spots, index, starts, games, walks: 0, analysed: 0 };
        growth.add_start(&Game::new(size, rule), 1);
        growth
    }

    /// Adds a position from which walks begin, as often as its weight says. Whatever was not
    /// played from the empty board, or is over, is left out.
    pub fn add_start(&mut self, game: &Game, weight: u32) {
        debug_assert!(game.rule() == self.rule && game.size() == self.size);
        let Some(spot) = self.spot_of(game) else { return };
        match self.starts.iter_mut().find(|start| start.spot == spot) {
            Some(start) => start.weight = start.weight.saturating_add(weight),
            None => self.starts.push(Start { spot, weight, walks: 0 }),
        }
    }

    /// How many positions are analysed.
    pub fn analysed(&self) -> usize {
        self.analysed
    }

    /// The positions to be analysed next, so many at most. None if there is nowhere to grow.
    pub fn next(&mut self, most: usize) -> Vec<Game> {
        let wanted = most.min(BATCH.max(self.analysed / BATCH_SHARE));
        let mut chosen = Vec::new();
        // What walks begin at comes first.
        for number in 0..self.starts.len() {
            if chosen.len() < wanted {
                chosen.extend(self.choose(self.starts[number].spot));
            }
        }
        let mut vain = 0;
        while chosen.len() < wanted && vain < VAIN_WALKS {
            let found = self.walk();
            vain = if found.is_some() { 0 } else { vain + 1 };
            chosen.extend(found);
        }
        chosen.into_iter().map(|spot| self.game(spot)).collect()
    }

    /// Takes what was found in a position that [`Growth::next`] named.
    pub fn learn(&mut self, game: &Game, moves: &[BookMove]) {
        let Some(spot) = self.spot_of(game) else { return };
        let top = best(moves.iter().map(|known| known.score));
        let mut ways = Vec::new();
        for &known in moves {
            let mut after = game.clone();
            let goes_on = after.play(known.point).is_ok_and(|outcome| outcome.is_none());
            let to = if goes_on { self.spot_of(&after) } else { None };
            let share = top.map_or(0.0, |top| share(known.score, top));
            ways.push(Way { known, to, share });
        }
        self.analysed += usize::from(self.spots[spot].ways.is_none());
        self.spots[spot].ways = Some(ways);
    }

    /// The book of all that was found: scores backed up, refuted moves left out.
    ///
    /// # Panics
    /// Never: positions that were met are legal and differ.
    pub fn book(&self, nodes: u64) -> Book {
        let pages = self.spots.iter().filter_map(|spot| {
            let moves = spot.ways.as_ref()?.iter().map(|way| {
                let games = way.to.and_then(|to| self.games.get(&self.spots[to].key));
                let visits = way.known.visits.saturating_add(games.copied().unwrap_or(0));
                BookMove { visits, ..way.known }
            });
            Some(Page { line: spot.line.clone(), moves: moves.collect() })
        });
        let pages = back_up(self.rule, self.size, pages.collect());
        Book::of(self.rule, self.size, nodes, pages)
            .expect("positions that were met are legal and differ")
    }

    /// Walks once; a position that is to be analysed, if the walk ends at one that was not chosen.
    fn walk(&mut self) -> Option<usize> {
        let mut spot = self.next_start();
        loop {
            let Some(ways) = self.spots[spot].ways.as_mut() else { return self.choose(spot) };
            let behind = |way: &Way| way.share / f64::from(way.known.visits + 1);
            let open = ways.iter_mut().filter(|way| way.to.is_some() && way.share > 0.0);
            let way = open.max_by(|a, b| behind(a).total_cmp(&behind(b)))?;
            way.known.visits += 1;
            spot = way.to?;
        }
    }

    /// Every second walk begins at the empty board, the others where the fewest did by weight.
    fn next_start(&mut self) -> usize {
        self.walks += 1;
        let (empty, others) = self.starts.split_at_mut(1);
        let behind = |start: &Start| f64::from(start.weight) / f64::from(start.walks + 1);
        let other = others.iter_mut().max_by(|a, b| behind(a).total_cmp(&behind(b)));
        let other = other.filter(|_| self.walks.is_multiple_of(2));
        let start = other.unwrap_or(&mut empty[0]);
        start.walks += 1;
        start.spot
    }

    /// Chooses a position to be analysed, once.
    fn choose(&mut self, spot: usize) -> Option<usize> {
        let before = std::mem::replace(&mut self.spots[spot].is_chosen, true);
        (!before).then_some(spot)
    }

    /// Where a position stands; it is added if it is new.
    fn spot_of(&mut self, game: &Game) -> Option<usize> {
        let line = line_of(game)?;
        let (key, spots) = (game.shift_key(), &mut self.spots);
        Some(*self.index.entry(key).or_insert_with(|| {
            spots.push(Spot { line, key, ways: None, is_chosen: false });
            spots.len() - 1
        }))
    }

    fn game(&self, spot: usize) -> Game {
        let page = Page { line: self.spots[spot].line.clone(), moves: Vec::new() };
        page.game(self.rule, self.size).expect("a position that was met is legal")
    }
}

/// How much of the walks a move gets. Where the game is decided there is nothing to know.
fn share(score: Verdict, top: Verdict) -> f64 {
    match top.is_proven() || is_refuted(score, top) {
        true => 0.0,
        false => ((score.win_rate() - top.win_rate()) / TEMPERATURE).exp(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stop;
    use crate::book::Analyst;

    fn opening(moves: &[&str]) -> Game {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        moves.iter().for_each(|point| assert!(game.play(point.parse().unwrap()).is_ok()));
        game
    }

    fn grow(positions: usize) -> Book {
        let games = HashMap::from([(opening(&["h8", "h9", "j7"]).shift_key(), 3)]);
        let mut growth = Growth::new(Rule::Freestyle, Size::default(), games);
        growth.add_start(&opening(&["h8", "h9", "j7"]), 3);
        let mut analyst = Analyst::new(300);
        while growth.analysed() < positions {
            for game in growth.next(positions - growth.analysed()) {
                let moves = analyst.moves(&game, 3, &Stop::new()).unwrap();
                growth.learn(&game, &moves);
            }
        }
        growth.book(300)
    }

    #[test]
    fn a_book_grows_to_its_size_and_is_the_same_again() {
        let book = grow(20);
        assert_eq!(book.pages().len(), 20);
        assert_eq!(book.to_string(), grow(20).to_string());
        assert!(book.page(&opening(&[])).is_some());
        assert!(book.page(&opening(&["h8", "h7", "f9"])).is_some());
        let visits = |page: &Page| page.moves.iter().map(|known| known.visits).sum::<u32>();
        assert!(visits(book.page(&opening(&[])).unwrap()) > 5);
    }

    #[test]
    fn a_decided_position_leads_nowhere() {
        let mut growth = Growth::new(Rule::Freestyle, Size::default(), HashMap::new());
        let empty = growth.next(1).remove(0);
        let point = "h8".parse().unwrap();
        let score = Verdict::Wins { plies: 99 };
        let known = BookMove { point, visits: 0, score, depth: 1, nodes: 1 };
        growth.learn(&empty, &[known]);
        assert_eq!(growth.next(5), []);
    }
}
