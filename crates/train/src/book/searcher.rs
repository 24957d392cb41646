//! Searches for a book: one engine, nodes instead of time, nothing remembered between positions.

use std::collections::HashSet;

use tengen_core::{Game, Outcome, Point};
use tengen_engine::{Engine, EngineOptions, Limits, Report, Stop, Verdict};
use tengen_player::BookMove;
use tengen_player::book::best;

use super::refutation::before_move;

/// Searches positions for a book. What it finds depends on the position, the nodes and the numbers
/// of the engine alone: not on what was searched before, nor on how many work beside it.
#[derive(Debug)]
pub struct BookSearcher {
    engine: Engine,
    nodes: u64,
}

/// Memory of the engine. The table's size changes what a search finds, so it is always the same;
/// small, because it is cleared for every search.
const MEMORY: usize = 8 << 20;

impl BookSearcher {
    /// A searcher that spends this many nodes on a position.
    pub fn new(nodes: u64) -> BookSearcher {
        let options = EngineOptions { memory: MEMORY, ..EngineOptions::default() };
        BookSearcher { engine: Engine::new(options), nodes }
    }

    /// The best moves of a position, at most this many, and only one of the moves that lead to images of
    /// the same position. None if it was stopped.
    ///
    /// ```
    /// # use tengen_core::{Game, Rule, Size};
    /// # use tengen_engine::Stop;
    /// # use tengen_train::book::BookSearcher;
    /// let mut game = Game::new(Size::default(), Rule::Freestyle);
    /// game.play("h8".parse()?)?;
    /// let moves = BookSearcher::new(2000).moves(&game, 3, &Stop::new()).unwrap();
    /// assert_eq!(moves.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&mut self, game: &Game, most: usize, stop: &Stop) -> Option<Vec<BookMove>> {
        let limits = Limits { multipv: most, exclude: twins(game), ..Limits::default() };
        let report = self.search(game, limits, stop)?;
        let (depth, nodes) = (report.depth, report.nodes);
        let lines = report.pvs.iter();
        let known = lines.filter_map(|line| {
            let point = *line.moves.first()?;
            Some(BookMove { point, visits: 0, score: line.verdict, depth, nodes })
        });
        let mut known: Vec<BookMove> = known.collect();
        // Even in a position without symmetry two moves can make the same figure.
        let mut seen = HashSet::new();
        known.retain(|known| {
            !game.is_forbidden(known.point) && seen.insert(after(game, known.point))
        });
        Some(known)
    }

    /// Judges moves by a search of the position after each. What the search of the position itself
    /// holds to be best is judged with them, at the end, if it is none of them. None if it was
    /// stopped.
    ///
    /// Estimates of positions with different sides to move can differ by a good deal, so moves are
    /// compared with moves, and never with the search of the position before them.
    pub fn judge(&mut self, game: &Game, moves: &[BookMove], stop: &Stop) -> Option<Vec<BookMove>> {
        let own = self.search(game, Limits::default(), stop)?.best();
        let is_new = |point: &Point| {
            moves.iter().all(|known| after(game, known.point) != after(game, *point))
        };
        let own = own.filter(|point| is_new(point) && !game.is_forbidden(*point));
        let own = own.map(|point| BookMove { point, visits: 0, score: DRAW, depth: 0, nodes: 0 });
        moves.iter().copied().chain(own).map(|known| self.judge_one(game, known, stop)).collect()
    }

    fn judge_one(&mut self, game: &Game, known: BookMove, stop: &Stop) -> Option<BookMove> {
        let mut after = game.clone();
        let outcome = after.play(known.point).ok()?;
        if let Some(outcome) = outcome {
            let score = match outcome {
                Outcome::Win(side, _) if side == game.to_move() => Verdict::Wins { plies: 1 },
                Outcome::Win(..) => Verdict::Loses { plies: 1 },
                Outcome::Draw(_) => DRAW,
            };
            return Some(BookMove { score, depth: 1, nodes: 1, ..known });
        }
        let report = self.search(&after, Limits::default(), stop)?;
        let reply = best(report.pvs.first().map(|line| line.verdict)).unwrap_or(DRAW);
        let (depth, nodes) = (report.depth + 1, report.nodes);
        Some(BookMove { score: before_move(reply), depth, nodes, ..known })
    }

    /// A search that knows nothing of those before. None if it was stopped.
    fn search(&mut self, game: &Game, limits: Limits, stop: &Stop) -> Option<Report> {
        self.engine.forget();
        let limits = Limits { nodes: Some(self.nodes), ..limits };
        let report = self.engine.search(game, &limits, stop, &mut |_| {});
        Some(report).filter(|_| !stop.is_stopped())
    }
}

/// The shift key after a move.
fn after(game: &Game, point: Point) -> Option<u64> {
    let mut after = game.clone();
    after.play(point).ok().map(|_| after.shift_key())
}

/// Nobody is better.
const DRAW: Verdict = Verdict::Unclear { centi: 0 };

/// The free points that are images of others, of which one is left: in a symmetric position it
/// stands for all.
fn twins(game: &Game) -> Vec<Point> {
    let placements = game.placements();
    if placements.len() == 1 {
        return Vec::new();
    }
    let is_twin = |point: &Point| {
        let images = placements.iter().filter_map(|&to| placements[0].carry(*point, to));
        images.min().is_some_and(|least| least < *point)
    };
    game.board().free_points().filter(is_twin).collect()
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Size};

    use super::*;

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        moves.iter().for_each(|point| assert!(game.play(point.parse().unwrap()).is_ok()));
        game
    }

    #[test]
    fn of_images_one_is_left() {
        // Up to symmetry the second stone has this many places on an empty 15×15 board.
        assert_eq!(twins(&game(&["h8"])).len(), 224 - 35);
        assert_eq!(twins(&game(&["h8", "h9", "a3"])), []);
    }

    #[test]
    fn moves_that_make_the_same_figure_are_one() {
        // A quarter turn about h8 takes the one pair of black stones to the other.
        let game = game(&["i10", "h8"]);
        assert_eq!(twins(&game), []);
        let [left, right] = ["f9", "j7"].map(|point| after(&game, point.parse().unwrap()));
        assert_eq!(left, right);
        let moves = BookSearcher::new(3000).moves(&game, 100, &Stop::new()).unwrap();
        let keys: HashSet<_> = moves.iter().map(|known| after(&game, known.point)).collect();
        assert!(keys.len() == moves.len() && keys.contains(&left), "{moves:?}");
    }

    #[test]
    fn what_was_searched_before_changes_nothing() {
        let (one, two) = (game(&["h8", "i9"]), game(&["h8", "h9", "j7"]));
        let stop = Stop::new();
        let mut fresh = BookSearcher::new(1500);
        let wanted = (fresh.moves(&one, 3, &stop), fresh.judge(&one, &[], &stop));
        let mut used = BookSearcher::new(1500);
        used.judge(&two, &[], &stop);
        assert_eq!((used.moves(&one, 3, &stop), used.judge(&one, &[], &stop)), wanted);
        stop.stop();
        assert_eq!(used.moves(&one, 3, &stop), None);
    }

    #[test]
    fn judged_moves_are_compared_by_what_follows() {
        // Black has three in a row: White must stop it, Black to move would win.
        let game = game(&["h8", "a1", "i8", "c1", "j8"]);
        let known = |point: &str| BookMove {
            point: point.parse().unwrap(),
            visits: 3,
            score: DRAW,
            depth: 0,
            nodes: 0,
        };
        let moves = [known("g8"), known("a9")];
        let judged = BookSearcher::new(2000).judge(&game, &moves, &Stop::new()).unwrap();
        assert_eq!((judged[0].point, judged[0].visits), (moves[0].point, 3));
        assert_eq!(judged[1].score, Verdict::Loses { plies: 4 });
        let refuted = super::super::refuted(&judged);
        assert!(refuted.iter().any(|(known, _)| known.point == moves[1].point));
    }
}
