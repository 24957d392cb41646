//! What a new game may ask for.

use tengen_player::Level;

use super::clock::GameClock;
use crate::wire::{Problem, ProblemCode, Seat};

/// The longest clock of any kind: a day.
const LONGEST: u32 = 24 * 60 * 60 * 1000;
/// The longest name.
const LONGEST_NAME: usize = 60;

/// A seat with a level that exists and a name of sensible length.
pub(super) fn checked_seat(seat: Seat) -> Result<Seat, Problem> {
    match seat {
        Seat::Engine { level, .. } if Level::new(level).is_none() => {
            let most = Level::BEST;
            Err(Problem::new(ProblemCode::BadMessage, format!("levels go from 1 to {most}")))
        }
        Seat::Person { name: Some(name) } => {
            let name: String =
                name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
            Ok(Seat::Person { name: Some(name).filter(|name| !name.trim().is_empty()) })
        }
        seat => Ok(seat),
    }
}

/// A clock with some time, but not too much.
pub(super) fn checked_clock(rule: crate::wire::ClockRule) -> Result<GameClock, Problem> {
    use crate::wire::ClockRule;
    let (least, most) = match rule {
        ClockRule::Increment { main, increment } => (main.max(increment), main.max(increment)),
        ClockRule::ByoYomi { main, period, periods } => {
            if periods > 100 {
                return Err(Problem::new(ProblemCode::BadMessage, "at most 100 periods"));
            }
            (main.max(if periods > 0 { period } else { 0 }), main.max(period))
        }
        ClockRule::PerMove { time } => (time, time),
    };
    match (least, most) {
        (0, _) => Err(Problem::new(ProblemCode::BadMessage, "a clock needs some time")),
        (_, most) if most > LONGEST => {
            Err(Problem::new(ProblemCode::BadMessage, "a clock has at most a day"))
        }
        _ => Ok(GameClock::new(rule)),
    }
}
