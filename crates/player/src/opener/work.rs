//! A step of an opening at work: what its parts share.

use tengen_core::Game;
use tengen_core::Point;
use tengen_core::opening::{Act, Opening, Player};

use super::Decision;
use super::bias::OpeningBias;
use super::evaluator::{Eval, Evaluator};

/// A step of an opening at work.
pub(super) struct Work<'a> {
    pub(super) evaluator: Evaluator<'a>,
    pub(super) game: Game,
    pub(super) opening: &'a Opening,
    /// Whose step it is.
    pub(super) actor: Player,
}

impl Work<'_> {
    /// A decision whose estimate belongs to a board with this many stones. The reply counts only if
    /// the acts end the opening and its player is to move.
    pub(super) fn decision(
        &self,
        acts: Vec<Act>,
        reply: Option<Point>,
        eval: Eval,
        stones: usize,
    ) -> Decision {
        let mut after = self.opening.clone();
        for &act in &acts {
            let done = after.act(self.actor, act);
            debug_assert_eq!(done, Ok(()), "{act} is what the step asks for");
        }
        let goes_on = after.step().is_none() && after.player(after.to_move()) == self.actor;
        Decision {
            acts,
            reply: reply.filter(|_| goes_on),
            black: self.chance(eval.black, stones),
            nodes: self.evaluator.budget.spent(),
        }
    }

    /// How many stones lie on the board now.
    pub(super) fn lying(&self) -> usize {
        self.opening.stones().len()
    }

    /// The estimate for Black that means even chances with this many stones on the board.
    pub(super) fn even(&self, stones: usize) -> i32 {
        OpeningBias::built_in().even(self.game.rule(), self.game.size(), stones)
    }

    /// Black's chance to win at an estimate with this many stones on the board.
    pub(super) fn chance(&self, black: i32, stones: usize) -> f64 {
        OpeningBias::built_in().chance(self.game.rule(), self.game.size(), stones, black)
    }
}
