//! Ratings: how hard puzzles are for our levels, whose strength was measured in games.

use tengen_player::{Ask, EngineOptions, Level, Request, Session, SharedData, Stop, Want};

use super::{Halt, Puzzle, RATINGS};

/// What became of the tries of one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The Elo of the level.
    pub elo: i32,
    /// How often it tried.
    pub tries: u32,
    /// How often its move was an answer.
    pub solved: u32,
}

/// Memory of a level that tries a puzzle: its searches are short.
const MEMORY: usize = 8 << 20;
/// After so many levels in a row that never fail the stronger ones are not asked: they would say little.
const SURE_LEVELS: usize = 2;

/// The rating before anything is known, and how far ratings lie around it.
const PRIOR: f64 = 1500.0;
const SPREAD: f64 = 600.0;

/// Lets levels try puzzles and rates the puzzles by who solved them.
///
/// Levels count nodes, and every try has empty tables and a seed of its own: a rating depends on the puzzle, the seed and
/// the program alone.
#[derive(Debug)]
pub struct Rater {
    session: Session,
    seed: u64,
    stop: Stop,
}

impl Rater {
    /// One with a seed for the levels' choices, which can be stopped.
    pub fn new(seed: u64, stop: Stop) -> Rater {
        Rater { session: Session::new(&SharedData::default()), seed, stop }
    }

    /// The rating of a puzzle.
    ///
    /// # Errors
    /// If it is stopped.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<u32, Halt> {
        Ok(fit(&self.trials(puzzle)?))
    }

    /// What became of the tries of the levels, the weakest first.
    ///
    /// # Errors
    /// If it is stopped.
    pub fn trials(&mut self, puzzle: &Puzzle) -> Result<Vec<Trial>, Halt> {
        let mut trials = Vec::new();
        let mut sure = 0;
        for level in Level::all() {
            let Some(rating) = level.rating() else { continue };
            let trial = self.trial(puzzle, level, rating.elo)?;
            sure = if trial.solved == trial.tries { sure + 1 } else { 0 };
            trials.push(trial);
            if sure == SURE_LEVELS {
                break;
            }
        }
        Ok(trials)
    }

    fn trial(&mut self, puzzle: &Puzzle, level: Level, elo: i32) -> Result<Trial, Halt> {
        let tries = tries(level);
        let mut solved = 0;
        for number in 0..tries {
            solved += u32::from(self.solves(puzzle, level, number)?);
        }
        Ok(Trial { elo, tries, solved })
    }

    /// Whether the move of a level is an answer.
    fn solves(&mut self, puzzle: &Puzzle, level: Level, number: u32) -> Result<bool, Halt> {
        self.session.forget();
        let name = [puzzle.game.shift_key(), u64::from(level.number()), u64::from(number)];
        // Any mixture will do, as long as it stays the same.
        let seed = name.iter().fold(self.seed, |seed, part| {
            (seed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        self.session.reseed(seed);
        let options = EngineOptions { threads: 1, memory: MEMORY, ..EngineOptions::default() };
        let request = Request { options, ..Request::new(puzzle.game.clone(), Want::Level(level)) };
        let answer = self.session.ask(&request, &self.stop, &mut |_| {});
        if self.stop.is_stopped() {
            return Err(Halt::Stopped);
        }
        let point = answer.ok().and_then(|answer| answer.point());
        Ok(point.is_some_and(|point| puzzle.answers.contains(&point)))
    }
}

/// How often a level tries: the more it leaves to chance, the more often.
fn tries(level: Level) -> u32 {
    match level.number() {
        1 | 2 => 6,
        3..=6 => 3,
        7 | 8 => 2,
        _ => 1,
    }
}

/// The rating under which these results are most likely, for a puzzle as they usually are.
///
/// A level solves a puzzle as often as it would win against a player of the puzzle's rating. Where all levels fail, or
/// none does, what is known before keeps the rating from running away.
pub fn fit(trials: &[Trial]) -> u32 {
    let likelihood = |rating: u32| {
        let rating = f64::from(rating);
        let off = (rating - PRIOR) / SPREAD;
        let of_trial = |trial: &Trial| {
            let solves = 1.0 / (1.0 + 10f64.powf((rating - f64::from(trial.elo)) / 400.0));
            let (solved, tries) = (f64::from(trial.solved), f64::from(trial.tries));
            solved * solves.ln() + (tries - solved) * (1.0 - solves).ln()
        };
        trials.iter().map(of_trial).sum::<f64>() - off * off / 2.0
    };
    let best = RATINGS.max_by(|&one, &other| likelihood(one).total_cmp(&likelihood(other)));
    best.unwrap_or(PRIOR as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(elo: i32, solved: u32, tries: u32) -> Trial {
        Trial { elo, tries, solved }
    }

    #[test]
    fn without_tries_a_rating_is_the_usual_one() {
        assert_eq!(fit(&[]), 1500);
    }

    #[test]
    fn a_level_that_solves_every_second_time_has_the_rating_of_the_puzzle() {
        let rating = fit(&[trial(1800, 50, 100)]);
        assert!((1790..=1800).contains(&rating), "{rating}");
    }

    #[test]
    fn the_more_levels_solve_it_the_easier_it_is() {
        let elos = [400, 900, 1400, 1900, 2400];
        let of = |from: usize| {
            let solved = |place: usize| if place >= from { 4 } else { 0 };
            let trials: Vec<Trial> =
                elos.iter().enumerate().map(|(n, &elo)| trial(elo, solved(n), 4)).collect();
            fit(&trials)
        };
        let ratings: Vec<u32> = (0..=elos.len()).map(of).collect();
        assert!(ratings.is_sorted_by(|one, next| one < next), "{ratings:?}");
        assert!((1100..=1200).contains(&ratings[2]), "{ratings:?}");
        assert!(ratings.iter().all(|rating| RATINGS.contains(rating)));
    }

    #[test]
    fn what_all_or_none_solve_stays_within_bounds() {
        let all = |solved: u32| {
            fit(&(0..40).map(|n| trial(400 + 50 * n, solved, 100)).collect::<Vec<_>>())
        };
        assert!(all(100) >= *RATINGS.start() && all(0) <= *RATINGS.end());
        assert!(all(100) < 400 && all(0) > 2400);
    }
}
