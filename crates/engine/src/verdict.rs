//! What users see of a score, and every form in which they see it.

use std::fmt;
use std::ops::Neg;

use tengen_core::Side;

use crate::Score;

/// What a search says of a position, for the side to move.
///
/// ```
/// # use tengen_engine::Verdict;
/// let [win, estimate] = [Verdict::Wins { plies: 7 }, Verdict::Unclear { centi: -12 }];
/// assert_eq!((win.to_string(), estimate.to_string()), ("wins in 7".into(), "-0.12".into()));
/// assert_eq!((win.number(), estimate.number()), (29_993, -12));
/// assert_eq!((win.mate(), estimate.mate()), (Some(7), None));
/// assert_eq!((-win, -estimate), (Verdict::Loses { plies: 7 }, Verdict::Unclear { centi: 12 }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It makes five within this many plies, the five included.
    Wins {
        /// Plies to the five.
        plies: u32,
    },
    /// The other side makes five within this many plies.
    Loses {
        /// Plies to the five.
        plies: u32,
    },
    /// Nothing is proven; an estimate in hundredths of a point.
    Unclear {
        /// The estimate.
        centi: i32,
    },
}

impl Verdict {
    /// The least [`number`](Verdict::number) of a proven win; every estimate is lower.
    pub const PROVEN: i32 = 29_000;

    /// Whether it is more than an estimate.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Verdict::Unclear { .. })
    }

    /// Whether it is lost, proven or likely: the search saw no way out among the replies that it
    /// looked at.
    pub fn seems_lost(self) -> bool {
        self.number() < -Score::MAX_ESTIMATE.number()
    }

    /// One number for all: an estimate in hundredths of a point, or 30 000 less the plies to a
    /// proven five. Better verdicts have higher numbers.
    pub fn number(self) -> i32 {
        /// No game has more plies.
        const LONGEST: u32 = 1_000;
        match self {
            Verdict::Wins { plies } => Score::win_in(plies.min(LONGEST)).number(),
            Verdict::Loses { plies } => Score::loss_in(plies.min(LONGEST)).number(),
            Verdict::Unclear { centi } => centi,
        }
    }

    /// Plies to a proven five, negative if it is the other side's.
    pub fn mate(self) -> Option<i32> {
        match self {
            Verdict::Wins { plies } => Some(plies as i32),
            Verdict::Loses { plies } => Some(-(plies as i32)),
            Verdict::Unclear { .. } => None,
        }
    }

    /// The chance to win, from 0 to 1: draws count half.
    ///
    /// ```
    /// # use tengen_engine::Verdict;
    /// assert_eq!(Verdict::Unclear { centi: 0 }.win_rate(), 0.5);
    /// assert_eq!((Verdict::Unclear { centi: 200 }.win_rate() * 100.0).round(), 73.0);
    /// assert_eq!(Verdict::Loses { plies: 4 }.win_rate(), 0.0);
    /// ```
    pub fn win_rate(self) -> f64 {
        /// The values of the evaluation are fitted to results through this very curve, so that an
        /// estimate of 200 means 73 points of 100.
        const SCALE: f64 = 200.0;
        match self {
            Verdict::Wins { .. } => 1.0,
            Verdict::Loses { .. } => 0.0,
            Verdict::Unclear { centi } => 1.0 / (1.0 + (-f64::from(centi) / SCALE).exp()),
        }
    }

    /// The same for Black, where it is for `side`.
    #[must_use]
    pub fn for_black(self, side: Side) -> Verdict {
        match side {
            Side::Black => self,
            Side::White => -self,
        }
    }

    /// Black's chance to win, for people: an estimate never looks like a proof.
    ///
    /// ```
    /// # use tengen_core::Side;
    /// # use tengen_engine::Verdict;
    /// assert_eq!(Verdict::Wins { plies: 3 }.black_win_rate(Side::White), 0.0);
    /// assert!(Verdict::Unclear { centi: 27_000 }.black_win_rate(Side::White) > 0.0);
    /// ```
    pub fn black_win_rate(self, side: Side) -> f64 {
        let own = match self.is_proven() {
            true => self.win_rate(),
            false => self.win_rate().clamp(0.005, 0.995),
        };
        match side {
            Side::Black => own,
            Side::White => 1.0 - own,
        }
    }
}

/// What the other side would say.
impl Neg for Verdict {
    type Output = Verdict;

    fn neg(self) -> Verdict {
        match self {
            Verdict::Wins { plies } => Verdict::Loses { plies },
            Verdict::Loses { plies } => Verdict::Wins { plies },
            Verdict::Unclear { centi } => Verdict::Unclear { centi: -centi },
        }
    }
}

/// `wins in 7`, `loses in 8`, or points: `+0.12`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Verdict::Wins { plies } => format!("wins in {plies}"),
            Verdict::Loses { plies } => format!("loses in {plies}"),
            Verdict::Unclear { centi } => format!("{:+.2}", f64::from(*centi) / 100.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Loses, Unclear, Wins};

    #[test]
    fn numbers_order_verdicts_from_the_soonest_loss_to_the_soonest_win() {
        let ordered = [Loses { plies: 2 }, Loses { plies: 6 }, Unclear { centi: -27_999 }];
        let ordered = ordered.into_iter().chain([Unclear { centi: 5 }, Wins { plies: 70_000 }]);
        let ordered = ordered.chain([Wins { plies: 7 }, Wins { plies: 1 }]);
        let numbers: Vec<i32> = ordered.map(Verdict::number).collect();
        assert!(numbers.is_sorted_by(|worse, better| worse < better), "{numbers:?}");
        assert!(numbers[4] >= Verdict::PROVEN && numbers[3] < Verdict::PROVEN);
    }

    #[test]
    fn a_number_is_that_of_the_score_behind_it() {
        for score in [Score::win_in(5), Score::loss_in(8), Score::estimate(-7)] {
            assert_eq!(score.verdict().number(), score.number());
        }
    }
}
