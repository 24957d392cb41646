//! How many messages a connection may send.

use std::time::{Duration, Instant};

/// Messages at once.
const BURST: f64 = 200.0;
/// Messages a second in the long run.
const RATE: f64 = 60.0;
/// Messages beyond that before the connection is closed.
const MOST_EXCESS: u32 = 3000;
/// How long a message beyond the rate holds up the next one.
const DELAY: Duration = Duration::from_millis(5);

/// The account of a connection.
#[derive(Debug)]
pub(super) struct Pace {
    left: f64,
    counted: Instant,
    excess: u32,
    told: Option<Instant>,
}

/// What happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is looked at.
    Fine,
    /// It is dropped, and the next one waits a little.
    Slow { tell: bool, delay: Duration },
    /// The connection ends.
    Enough,
}

impl Pace {
    pub(super) fn new(now: Instant) -> Pace {
        Pace { left: BURST, counted: now, excess: 0, told: None }
    }

    /// A message came.
    pub(super) fn take(&mut self, now: Instant) -> Verdict {
        let passed = now.saturating_duration_since(self.counted).as_secs_f64();
        self.counted = now;
        self.left = (self.left + passed * RATE).min(BURST);
        if self.left >= 1.0 {
            self.left -= 1.0;
            if self.left > BURST / 2.0 {
                self.excess = 0;
            }
            return Verdict::Fine;
        }
        self.excess += 1;
        if self.excess > MOST_EXCESS {
            return Verdict::Enough;
        }
        let tell = self.told.is_none_or(|told| now.saturating_duration_since(told).as_secs() >= 1);
        if tell {
            self.told = Some(now);
        }
        Verdict::Slow { tell, delay: DELAY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_slowed_told_once_a_second_and_ended() {
        let begun = Instant::now();
        let mut pace = Pace::new(begun);
        let verdicts: Vec<Verdict> =
            (0..10_000).map(|n| pace.take(begun + Duration::from_micros(100 * n))).collect();
        let fine = verdicts.iter().filter(|verdict| **verdict == Verdict::Fine).count();
        assert!((200..300).contains(&fine), "{fine}");
        let told =
            verdicts.iter().filter(|v| matches!(v, Verdict::Slow { tell: true, .. })).count();
        assert_eq!(told, 1);
        assert_eq!(verdicts.last(), Some(&Verdict::Enough));
    }

    #[test]
    fn a_quick_player_is_never_slowed() {
        let begun = Instant::now();
        let mut pace = Pace::new(begun);
        for n in 0..10_000 {
            assert_eq!(pace.take(begun + Duration::from_millis(20 * n)), Verdict::Fine);
        }
    }
}
