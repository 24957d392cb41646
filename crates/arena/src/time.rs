//! How long players may think.

use std::time::Duration;

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// For each move, if limited.
    pub turn: Option<Duration>,
    /// For all moves of a game together, if limited.
    pub game: Option<Duration>,
    /// What is added to the game's time before every move, the first included, as c-gomoku-cli does.
    pub increment: Duration,
    /// How much longer a move may take before the game is lost: no machine is punctual.
    pub tolerance: Duration,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// For this move, if limited.
    pub turn: Option<Duration>,
    /// For this and all later moves, if limited.
    pub left: Option<Duration>,
    /// What is added to it before the next move.
    pub increment: Duration,
    /// How much longer it may take.
    pub tolerance: Duration,
}

impl TimeControl {
    /// A time for each move, and a margin after it before the game is lost.
    pub fn per_turn(turn: Duration, tolerance: Duration) -> TimeControl {
        TimeControl { turn: Some(turn), tolerance, ..TimeControl::default() }
    }

    /// The time for the next move of a player who has `left` of the game's time.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use tengen_arena::TimeControl;
    /// let (game, increment) = (Some(Duration::from_secs(10)), Duration::from_secs(1));
    /// let time = TimeControl { game, increment, ..TimeControl::default() };
    /// assert_eq!(time.turn_with(time.game).left, Some(Duration::from_secs(11)));
    /// ```
    pub fn turn_with(&self, left: Option<Duration>) -> Turn {
        let left = left.map(|left| left + self.increment);
        Turn { turn: self.turn, left, increment: self.increment, tolerance: self.tolerance }
    }
}

impl Turn {
    /// The most that this move should take.
    pub fn limit(&self) -> Option<Duration> {
        match (self.turn, self.left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    /// From here on the game is lost.
    pub fn deadline(&self) -> Option<Duration> {
        self.limit().map(|limit| limit + self.tolerance)
    }

    /// What is left of the game's time after a move; never negative.
    pub fn after(&self, taken: Duration) -> Option<Duration> {
        self.left.map(|left| left.saturating_sub(taken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_increment_comes_before_every_move_and_time_is_never_negative() {
        let millis = Duration::from_millis;
        let time = TimeControl {
            turn: Some(millis(500)),
            game: Some(millis(1000)),
            increment: millis(100),
            tolerance: millis(50),
        };
        let first = time.turn_with(time.game);
        assert_eq!((first.left, first.limit()), (Some(millis(1100)), Some(millis(500))));
        let second = time.turn_with(first.after(millis(800)));
        assert_eq!((second.left, second.limit()), (Some(millis(400)), Some(millis(400))));
        assert_eq!(second.deadline(), Some(millis(450)));
        let third = time.turn_with(second.after(millis(440)));
        assert_eq!(third.left, Some(millis(100)));
    }
}
