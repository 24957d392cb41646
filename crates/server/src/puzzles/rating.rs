//! The rating of a user who solves puzzles: Glicko, one puzzle at a time.

use serde::{Deserialize, Serialize};

use crate::wire::PuzzlePlayer;

/// How well a user does, as the database keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Player {
    rating: f64,
    deviation: f64,
    solved: u32,
    failed: u32,
    streak: u32,
    best_streak: u32,
}

/// Where everybody begins, and how little is known then.
const FIRST_RATING: f64 = 1200.0;
const FIRST_DEVIATION: f64 = 300.0;
/// Ratings go on changing: nobody is known better than this.
const LEAST_DEVIATION: f64 = 50.0;
/// How uncertain the rating of a puzzle is.
const PUZZLE_DEVIATION: f64 = 120.0;

impl Default for Player {
    fn default() -> Player {
        Player {
            rating: FIRST_RATING,
            deviation: FIRST_DEVIATION,
            solved: 0,
            failed: 0,
            streak: 0,
            best_streak: 0,
        }
    }
}

impl Player {
    /// The first try at a puzzle of this rating was decided; how much the rating changed.
    pub(crate) fn decided(&mut self, puzzle: u32, is_solved: bool) -> i32 {
        let before = self.rating.round();
        self.rate(f64::from(puzzle), if is_solved { 1.0 } else { 0.0 });
        if is_solved {
            self.solved += 1;
            self.streak += 1;
            self.best_streak = self.best_streak.max(self.streak);
        } else {
            self.failed += 1;
            self.streak = 0;
        }
        (self.rating.round() - before) as i32
    }

    /// A game of Glicko against the puzzle.
    fn rate(&mut self, puzzle: f64, result: f64) {
        let scale = std::f64::consts::LN_10 / 400.0;
        let spread = scale * PUZZLE_DEVIATION / std::f64::consts::PI;
        let weight = 1.0 / (1.0 + 3.0 * spread * spread).sqrt();
        let expected = 1.0 / (1.0 + 10f64.powf(weight * (puzzle - self.rating) / 400.0));
        let known = 1.0 / (self.deviation * self.deviation);
        let learned = scale * scale * weight * weight * expected * (1.0 - expected);
        self.rating += scale / (known + learned) * weight * (result - expected);
        self.deviation = (known + learned).recip().sqrt().max(LEAST_DEVIATION);
    }
}

impl From<Player> for PuzzlePlayer {
    fn from(player: Player) -> PuzzlePlayer {
        let Player { rating, deviation, solved, failed, streak, best_streak } = player;
        PuzzlePlayer {
            rating: rating.round(),
            deviation: deviation.round(),
            solved,
            failed,
            streak,
            best_streak,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_solves_rises_and_who_fails_falls() {
        let mut player = Player::default();
        assert!(player.decided(1200, true) > 50);
        let risen = player.rating;
        assert!(player.decided(1200, false) < 0);
        assert!(player.rating < risen);
    }

    #[test]
    fn a_harder_puzzle_gains_more_and_an_easier_one_costs_more() {
        let gain = |puzzle| Player::default().decided(puzzle, true);
        let loss = |puzzle| Player::default().decided(puzzle, false);
        assert!(gain(1800) > gain(1200) && gain(1200) > gain(600));
        assert!(loss(600) < loss(1200) && loss(1200) < loss(1800));
    }

    #[test]
    fn the_more_is_known_the_smaller_the_steps() {
        let mut player = Player::default();
        let first = player.decided(1200, true);
        (0..30).for_each(|n| _ = player.decided(player.rating as u32, n % 2 == 0));
        let later = player.decided(player.rating as u32, true);
        assert!(later < first / 3, "{first} {later}");
        assert!(player.deviation >= LEAST_DEVIATION);
    }

    #[test]
    fn a_streak_ends_with_a_failure_and_the_best_is_kept() {
        let mut player = Player::default();
        for is_solved in [true, true, true, false, true] {
            player.decided(1000, is_solved);
        }
        assert_eq!((player.streak, player.best_streak), (1, 3));
        assert_eq!((player.solved, player.failed), (4, 1));
    }
}
