//! How a book is built: which position is looked at next, and what becomes of all that was found.
//!
//! A position is found by a walk: from the empty board, or from an opening or a position of games,
//! along known moves to the first position that has not been analysed. Walks divide among the
//! moves of a position by how good they are, so that the likeliest positions come first. Nothing
//! depends on chance or on who analyses: the same inputs give the same book.

use std::collections::HashMap;

use tengen_core::{Game, Point, Rule, Size};
use tengen_engine::Verdict;
use tengen_player::book::{Entry, best};
use tengen_player::{Book, BookMove};

use super::backup::back_up;
use super::is_refuted;

/// A book that is being made.
#[derive(Debug)]
pub struct BookBuilder {
    rule: Rule,
    size: Size,
    nodes: Vec<Node>,
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
struct Node {
    line: Vec<Point>,
    key: u64,
    /// What is known of it, once it was analysed.
    edges: Option<Vec<Edge>>,
    is_chosen: bool,
}

/// A move on which walks may go.
#[derive(Debug)]
struct Edge {
    known: BookMove,
    /// Where it leads to; nowhere if the game ends.
    to: Option<usize>,
    /// How much of the walks it is to have.
    share: f64,
}

/// Where walks begin.
#[derive(Debug)]
struct Start {
    node: usize,
    weight: u32,
    walks: u32,
}

/// How much worse a move must be, in winning chance, to be walked about a third as often.
const TEMPERATURE: f64 = 0.03;
/// Positions that are analysed together are chosen before any of them is known. This many at least,
/// and this share of those that are known.
const BATCH: usize = 8;
const BATCH_SHARE: usize = 8;
/// After this many walks that found nothing the book has nowhere to grow.
const VAIN_WALKS: u32 = 2_000;

impl BookBuilder {
    /// A book that begins at the empty board. `games` tells in how many games a position was met,
    /// by its shift key.
    pub fn new(rule: Rule, size: Size, games: HashMap<u64, u32>) -> BookBuilder {
        let (nodes, index, starts) = (Vec::new(), HashMap::new(), Vec::new());
        let mut builder =
            BookBuilder { rule, size, nodes, index, starts, games, walks: 0, analysed: 0 };
        builder.add_start(&Game::new(size, rule), 1);
        builder
    }

    /// Adds a position from which walks begin, as often as its weight says. Whatever was not
    /// played from the empty board, or is over, is left out.
    pub fn add_start(&mut self, game: &Game, weight: u32) {
        debug_assert!(game.rule() == self.rule && game.size() == self.size);
        let Some(node) = self.node_of(game) else { return };
        match self.starts.iter_mut().find(|start| start.node == node) {
            Some(start) => start.weight = start.weight.saturating_add(weight),
            None => self.starts.push(Start { node, weight, walks: 0 }),
        }
    }

    /// How many positions are analysed.
    pub fn analysed(&self) -> usize {
        self.analysed
    }

    /// The positions to analyse next, `most` at most. None if there is nowhere to grow.
    pub fn next(&mut self, most: usize) -> Vec<Game> {
        let wanted = most.min(BATCH.max(self.analysed / BATCH_SHARE));
        let mut chosen = Vec::new();
        // What walks begin at comes first.
        for number in 0..self.starts.len() {
            if chosen.len() < wanted {
                chosen.extend(self.choose(self.starts[number].node));
            }
        }
        let mut vain = 0;
        while chosen.len() < wanted && vain < VAIN_WALKS {
            let found = self.walk();
            vain = if found.is_some() { 0 } else { vain + 1 };
            chosen.extend(found);
        }
        chosen.into_iter().map(|node| self.game(node)).collect()
    }

    /// Takes what was found in a position that [`BookBuilder::next`] named.
    pub fn learn(&mut self, game: &Game, moves: &[BookMove]) {
        let Some(node) = self.node_of(game) else { return };
        let top = best(moves.iter().map(|known| known.score));
        let mut edges = Vec::new();
        for &known in moves {
            let mut after = game.clone();
            let goes_on = after.play(known.point).is_ok_and(|outcome| outcome.is_none());
            let to = if goes_on { self.node_of(&after) } else { None };
            let share = top.map_or(0.0, |top| share(known.score, top));
            edges.push(Edge { known, to, share });
        }
        self.analysed += usize::from(self.nodes[node].edges.is_none());
        self.nodes[node].edges = Some(edges);
    }

    /// The book of all that was found: scores backed up, refuted moves left out.
    ///
    /// # Panics
    /// Never: positions that were met are legal and differ.
    pub fn book(&self, nodes: u64) -> Book {
        let entries = self.nodes.iter().filter_map(|node| {
            let moves = node.edges.as_ref()?.iter().map(|edge| {
                let games = edge.to.and_then(|to| self.games.get(&self.nodes[to].key));
                let visits = edge.known.visits.saturating_add(games.copied().unwrap_or(0));
                BookMove { visits, ..edge.known }
            });
            Some(Entry { line: node.line.clone(), moves: moves.collect() })
        });
        let entries = back_up(self.rule, self.size, entries.collect());
        Book::of(self.rule, self.size, nodes, entries)
            .expect("positions that were met are legal and differ")
    }

    /// Walks once; a position that is to be analysed, if the walk ends at one that was not chosen.
    fn walk(&mut self) -> Option<usize> {
        let mut node = self.next_start();
        loop {
            let Some(edges) = self.nodes[node].edges.as_mut() else { return self.choose(node) };
            let behind = |edge: &Edge| edge.share / f64::from(edge.known.visits + 1);
            let open = edges.iter_mut().filter(|edge| edge.to.is_some() && edge.share > 0.0);
            let edge = open.max_by(|a, b| behind(a).total_cmp(&behind(b)))?;
            edge.known.visits += 1;
            node = edge.to?;
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
        start.node
    }

    /// Chooses a position to be analysed, once.
    fn choose(&mut self, node: usize) -> Option<usize> {
        let before = std::mem::replace(&mut self.nodes[node].is_chosen, true);
        (!before).then_some(node)
    }

    /// Where a position stands; it is added if it is new.
    fn node_of(&mut self, game: &Game) -> Option<usize> {
        let line = Entry::of(game)?.line;
        let (key, nodes) = (game.shift_key(), &mut self.nodes);
        Some(*self.index.entry(key).or_insert_with(|| {
            nodes.push(Node { line, key, edges: None, is_chosen: false });
            nodes.len() - 1
        }))
    }

    fn game(&self, node: usize) -> Game {
        let entry = Entry { line: self.nodes[node].line.clone(), moves: Vec::new() };
        entry.game(self.rule, self.size).expect("a position that was met is legal")
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
    use crate::book::BookSearcher;
    use tengen_engine::Stop;

    fn opening(moves: &[&str]) -> Game {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        moves.iter().for_each(|point| assert!(game.play(point.parse().unwrap()).is_ok()));
        game
    }

    fn grow(positions: usize) -> Book {
        let games = HashMap::from([(opening(&["h8", "h9", "j7"]).shift_key(), 3)]);
        let mut builder = BookBuilder::new(Rule::Freestyle, Size::default(), games);
        builder.add_start(&opening(&["h8", "h9", "j7"]), 3);
        let mut searcher = BookSearcher::new(300);
        while builder.analysed() < positions {
            for game in builder.next(positions - builder.analysed()) {
                let moves = searcher.moves(&game, 3, &Stop::new()).unwrap();
                builder.learn(&game, &moves);
            }
        }
        builder.book(300)
    }

    #[test]
    fn a_book_grows_to_its_size_and_is_the_same_again() {
        let book = grow(20);
        assert_eq!(book.entries().len(), 20);
        assert_eq!(book.to_string(), grow(20).to_string());
        assert!(book.entry(&opening(&[])).is_some());
        assert!(book.entry(&opening(&["h8", "h7", "f9"])).is_some());
        let visits = |entry: &Entry| entry.moves.iter().map(|known| known.visits).sum::<u32>();
        assert!(visits(book.entry(&opening(&[])).unwrap()) > 5);
    }

    #[test]
    fn a_decided_position_leads_nowhere() {
        let mut builder = BookBuilder::new(Rule::Freestyle, Size::default(), HashMap::new());
        let empty = builder.next(1).remove(0);
        let point = "h8".parse().unwrap();
        let score = Verdict::Wins { plies: 99 };
        let known = BookMove { point, visits: 0, score, depth: 1, nodes: 1 };
        builder.learn(&empty, &[known]);
        assert_eq!(builder.next(5), []);
    }
}
