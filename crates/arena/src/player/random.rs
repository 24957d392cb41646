//! A player that knows the rules and nothing else.

use tengen_core::opening::{Act, Action, Opening};
use tengen_core::{Game, Point, Rule};
use tengen_engine::Stop;

use crate::{Failure, Player, TimeControl, Turn};

/// Plays any point that is free and not forbidden.
#[derive(Debug)]
pub struct RandomPlayer {
    seed: u64,
    random: fastrand::Rng,
}

impl RandomPlayer {
    /// A player whose moves follow from `seed`.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { seed, random: fastrand::Rng::with_seed(seed) }
    }
}

impl Player for RandomPlayer {
    fn begin(&mut self, _: &Game, _: &TimeControl, seed: u64) -> Result<(), Failure> {
        // Neighbouring seeds give similar first numbers, so the seed is spread over all bits first.
        let spread = fastrand::Rng::with_seed(seed).u64(..);
        self.random = fastrand::Rng::with_seed(self.seed ^ spread);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Turn, _: &Stop) -> Result<Point, Failure> {
        let free: Vec<Point> = game.board().free_points().collect();
        let good: Vec<Point> = free.iter().copied().filter(|&p| !game.is_forbidden(p)).collect();
        let points = if good.is_empty() { free } else { good };
        self.random.choice(points).ok_or_else(|| Failure::Answer("the board is full".to_owned()))
    }

    fn open(
        &mut self,
        opening: &Opening,
        _: Rule,
        _: &Turn,
        _: &Stop,
    ) -> Result<Vec<Act>, Failure> {
        let over = || Failure::Answer("the opening is over".to_owned());
        let step = opening.step().ok_or_else(over)?;
        let acts: Vec<Act> = match step.action {
            Action::Choose { options } => options.into_iter().map(Act::Choose).collect(),
            Action::Declare { range } => range.map(Act::Declare).collect(),
            Action::Place { .. } | Action::Offer { .. } => {
                let places = opening.size().points().map(Act::Place);
                places.filter(|&act| opening.check(step.actor, act).is_ok()).collect()
            }
        };
        self.random.choice(acts).map(|act| vec![act]).ok_or_else(over)
    }
}
