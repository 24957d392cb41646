//! Game clocks: plain arithmetic on milliseconds, told by others how much time went by.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_core::Side;

use crate::wire::{ClockFace, ClockRule};

/// Both clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameClock {
    rule: ClockRule,
    black: ClockFace,
    white: ClockFace,
}

/// What the engine keeps of its time for the way of its answer.
const LAG: u32 = 60;

impl GameClock {
    pub(crate) fn new(rule: ClockRule) -> GameClock {
        let face = match rule {
            ClockRule::Increment { main, .. } => ClockFace { left: main, periods: None },
            ClockRule::ByoYomi { main: 0, period, periods } => {
                ClockFace { left: period, periods: Some(periods) }
            }
            ClockRule::ByoYomi { main, .. } => ClockFace { left: main, periods: None },
            ClockRule::PerMove { time } => ClockFace { left: time, periods: None },
        };
        GameClock { rule, black: face, white: face }
    }

    pub(crate) fn rule(&self) -> ClockRule {
        self.rule
    }

    pub(crate) fn face(&self, side: Side) -> ClockFace {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    fn face_mut(&mut self, side: Side) -> &mut ClockFace {
        match side {
            Side::Black => &mut self.black,
            Side::White => &mut self.white,
        }
    }

    /// Time goes by for a side; whether some is left.
    pub(crate) fn spend(&mut self, side: Side, mut ms: u32) -> bool {
        let rule = self.rule;
        let face = self.face_mut(side);
        loop {
            if ms < face.left {
                face.left -= ms;
                return true;
            }
            ms -= face.left;
            face.left = 0;
            let ClockRule::ByoYomi { period, periods, .. } = rule else { return false };
            let left = face.periods.map_or(periods, |left| left - 1);
            if left == 0 || period == 0 {
                face.periods = Some(0);
                return false;
            }
            *face = ClockFace { left: period, periods: Some(left) };
        }
    }

    /// How long a side can think before its time is over.
    pub(crate) fn until_flag(&self, side: Side) -> u32 {
        let face = self.face(side);
        match self.rule {
            ClockRule::ByoYomi { period, periods, .. } => {
                let further = face.periods.map_or(periods, |left| left.saturating_sub(1));
                face.left.saturating_add(further.saturating_mul(period))
            }
            _ => face.left,
        }
    }

    /// A side has moved.
    pub(crate) fn moved(&mut self, side: Side) {
        let rule = self.rule;
        let face = self.face_mut(side);
        match rule {
            ClockRule::Increment { increment, .. } => {
                face.left = face.left.saturating_add(increment);
            }
            ClockRule::ByoYomi { period, .. } if face.periods.is_some() => face.left = period,
            ClockRule::ByoYomi { .. } => {}
            ClockRule::PerMove { time } => face.left = time,
        }
    }

    /// What the engine may use of its clock, and of this move's own time.
    pub(crate) fn engine_time(
        &self,
        side: Side,
    ) -> (Option<tengen_player::Clock>, Option<Duration>) {
        let left = Duration::from_millis(self.face(side).left.saturating_sub(LAG).into());
        let clock = |increment: u32| {
            let increment = Duration::from_millis(increment.into());
            Some(tengen_player::Clock { left, increment })
        };
        match self.rule {
            ClockRule::Increment { increment, .. } => (clock(increment), None),
            ClockRule::ByoYomi { .. } if self.face(side).periods.is_none() => (clock(0), None),
            ClockRule::ByoYomi { .. } | ClockRule::PerMove { .. } => (None, Some(left * 9 / 10)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Side = Side::Black;

    #[test]
    fn an_increment_comes_after_the_move() {
        let mut clock = GameClock::new(ClockRule::Increment { main: 1000, increment: 300 });
        assert!(clock.spend(BLACK, 900));
        clock.moved(BLACK);
        assert_eq!(clock.face(BLACK).left, 400);
        assert!(!clock.spend(BLACK, 400), "the last millisecond is too late");
        assert_eq!(clock.face(Side::White).left, 1000);
    }

    #[test]
    fn periods_are_used_up_one_by_one_and_stay_whole_otherwise() {
        let rule = ClockRule::ByoYomi { main: 1000, period: 200, periods: 3 };
        let mut clock = GameClock::new(rule);
        assert_eq!(clock.until_flag(BLACK), 1600);
        assert!(clock.spend(BLACK, 1250));
        assert_eq!(clock.face(BLACK), ClockFace { left: 150, periods: Some(2) });
        clock.moved(BLACK);
        assert_eq!(clock.face(BLACK), ClockFace { left: 200, periods: Some(2) });
        assert_eq!(clock.until_flag(BLACK), 400);
        assert!(!clock.spend(BLACK, 400));
    }

    #[test]
    fn time_for_a_move_begins_anew() {
        let mut clock = GameClock::new(ClockRule::PerMove { time: 500 });
        assert!(clock.spend(BLACK, 499));
        clock.moved(BLACK);
        assert_eq!(clock.until_flag(BLACK), 500);
        assert!(clock.engine_time(BLACK).1.is_some());
    }
}
