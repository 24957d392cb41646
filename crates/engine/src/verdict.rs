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
///
/// // The search saw no way out for the other side, but it left some replies out.
/// let likely = Verdict::LikelyWin { plies: 25 };
/// assert_eq!((likely.to_string(), likely.mate()), ("likely win".into(), None));
/// assert_eq!((likely.score(), likely.percent()), (Verdict::MAX_ESTIMATE, 99));
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
    /// The search found no way out for the other side, but it left some replies out. No proof.
    LikelyWin {
        /// Plies to the five, if no reply that was left out changes that.
        plies: u32,
    },
    /// The search found no way out, but it left some moves out. No proof.
    LikelyLoss {
        /// Plies to the five, if no move that was left out changes that.
        plies: u32,
    },
    /// Nothing is proven or likely; an estimate in hundredths of a point.
    Unclear {
        /// The estimate, at most [`MAX_ESTIMATE`](Verdict::MAX_ESTIMATE) for either side.
        centi: i32,
    },
}

/// No game has more plies.
const LONGEST: u32 = 1_000;

impl Verdict {
    /// The least [`number`](Verdict::number) of a proven win; all that is not proven is lower.
    pub const PROVEN: i32 = 29_000;

    /// The best estimate, in hundredths of a point.
    pub const MAX_ESTIMATE: i32 = Score::MAX_ESTIMATE.number();

    /// What the number of a verdict without proof means. Beyond all estimates are the likely wins.
    ///
    /// ```
    /// # use tengen_engine::Verdict;
    /// assert_eq!(Verdict::unproven(-12), Verdict::Unclear { centi: -12 });
    /// assert_eq!(Verdict::unproven(-27_975), Verdict::LikelyLoss { plies: 25 });
    /// ```
    pub fn unproven(number: i32) -> Verdict {
        let at_once = Score::likely_win_in(0).number();
        match (number.abs() > Verdict::MAX_ESTIMATE, at_once.saturating_sub(number.abs())) {
            (false, _) => Verdict::Unclear { centi: number },
            (true, plies) if number > 0 => Verdict::LikelyWin { plies: plies.max(0) as u32 },
            (true, plies) => Verdict::LikelyLoss { plies: plies.max(0) as u32 },
        }
    }

    /// Whether it is proven, not only likely or estimated.
    pub const fn is_proven(self) -> bool {
        matches!(self, Verdict::Wins { .. } | Verdict::Loses { .. })
    }

    /// Whether it is lost, proven or likely: the search saw no way out among the replies that it
    /// looked at.
    pub const fn seems_lost(self) -> bool {
        matches!(self, Verdict::Loses { .. } | Verdict::LikelyLoss { .. })
    }

    /// One number for all, to compare: an estimate in hundredths of a point, 28 000 less the plies
    /// to a likely five, or 30 000 less the plies to a proven one. Better verdicts have higher
    /// numbers.
    pub fn number(self) -> i32 {
        match self {
            Verdict::Wins { plies } => Score::win_in(plies.min(LONGEST)).number(),
            Verdict::Loses { plies } => Score::loss_in(plies.min(LONGEST)).number(),
            Verdict::LikelyWin { plies } => Score::likely_win_in(plies.min(LONGEST)).number(),
            Verdict::LikelyLoss { plies } => -Score::likely_win_in(plies.min(LONGEST)).number(),
            Verdict::Unclear { centi } => centi,
        }
    }

    /// The number that outputs show. Without a proof it is never beyond the best estimate, so that
    /// nobody takes a likely win for a proven one.
    pub fn score(self) -> i32 {
        match self.is_proven() {
            true => self.number(),
            false => self.number().clamp(-Verdict::MAX_ESTIMATE, Verdict::MAX_ESTIMATE),
        }
    }

    /// Plies to a proven five, negative if it is the other side's.
    pub fn mate(self) -> Option<i32> {
        match self {
            Verdict::Wins { plies } => Some(plies as i32),
            Verdict::Loses { plies } => Some(-(plies as i32)),
            Verdict::LikelyWin { .. } | Verdict::LikelyLoss { .. } | Verdict::Unclear { .. } => {
                None
            }
        }
    }

    /// `win` or `loss` if that is likely and not proven.
    pub const fn likely(self) -> Option<&'static str> {
        match self {
            Verdict::LikelyWin { .. } => Some("win"),
            Verdict::LikelyLoss { .. } => Some("loss"),
            Verdict::Wins { .. } | Verdict::Loses { .. } | Verdict::Unclear { .. } => None,
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
            unproven => 1.0 / (1.0 + (-f64::from(unproven.number()) / SCALE).exp()),
        }
    }

    /// The chance to win, for people: what is not proven never looks certain.
    ///
    /// ```
    /// # use tengen_engine::Verdict;
    /// assert_eq!(Verdict::Wins { plies: 3 }.shown_win_rate(), 1.0);
    /// assert_eq!(Verdict::LikelyWin { plies: 3 }.shown_win_rate(), 0.995);
    /// ```
    pub fn shown_win_rate(self) -> f64 {
        match self.is_proven() {
            true => self.win_rate(),
            false => self.win_rate().clamp(0.005, 0.995),
        }
    }

    /// The same in whole percent, from 1 to 99 unless it is proven.
    pub fn percent(self) -> u32 {
        let percent = (100.0 * self.win_rate()).round() as u32;
        if self.is_proven() { percent } else { percent.clamp(1, 99) }
    }

    /// The same for Black, where it is for `side`.
    #[must_use]
    pub fn for_black(self, side: Side) -> Verdict {
        match side {
            Side::Black => self,
            Side::White => -self,
        }
    }

    /// Black's [chance to win](Verdict::shown_win_rate), for people.
    ///
    /// ```
    /// # use tengen_core::Side;
    /// # use tengen_engine::Verdict;
    /// assert_eq!(Verdict::Wins { plies: 3 }.black_win_rate(Side::White), 0.0);
    /// assert!(Verdict::LikelyWin { plies: 3 }.black_win_rate(Side::White) > 0.0);
    /// ```
    pub fn black_win_rate(self, side: Side) -> f64 {
        match side {
            Side::Black => self.shown_win_rate(),
            Side::White => 1.0 - self.shown_win_rate(),
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
            Verdict::LikelyWin { plies } => Verdict::LikelyLoss { plies },
            Verdict::LikelyLoss { plies } => Verdict::LikelyWin { plies },
            Verdict::Unclear { centi } => Verdict::Unclear { centi: -centi },
        }
    }
}

/// `wins in 7`, `loses in 8`, `likely win`, `likely loss`, or points: `+0.12`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Verdict::Wins { plies } => format!("wins in {plies}"),
            Verdict::Loses { plies } => format!("loses in {plies}"),
            Verdict::LikelyWin { .. } => "likely win".to_owned(),
            Verdict::LikelyLoss { .. } => "likely loss".to_owned(),
            Verdict::Unclear { centi } => format!("{:+.2}", f64::from(*centi) / 100.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{LikelyLoss, LikelyWin, Loses, Unclear, Wins};

    #[test]
    fn numbers_order_verdicts_from_the_soonest_loss_to_the_soonest_win() {
        let losses = [Loses { plies: 2 }, Loses { plies: 6 }];
        let likely_losses = [LikelyLoss { plies: 1 }, LikelyLoss { plies: 9 }];
        let estimates = [-Verdict::MAX_ESTIMATE, 5, Verdict::MAX_ESTIMATE];
        let likely_wins = [LikelyWin { plies: 70_000 }, LikelyWin { plies: 3 }];
        let wins = [Wins { plies: 70_000 }, Wins { plies: 7 }, Wins { plies: 1 }];
        let ordered = losses.into_iter().chain(likely_losses);
        let ordered = ordered.chain(estimates.map(|centi| Unclear { centi }));
        let ordered: Vec<Verdict> = ordered.chain(likely_wins).chain(wins).collect();
        let numbers: Vec<i32> = ordered.iter().map(|verdict| verdict.number()).collect();
        assert!(numbers.is_sorted_by(|worse, better| worse < better), "{numbers:?}");
        for verdict in ordered {
            assert_eq!(verdict.number().abs() >= Verdict::PROVEN, verdict.is_proven());
        }
    }

    /// The scores that a search can end with: won, likely won and unclear, for both sides.
    fn scores() -> impl Iterator<Item = Score> {
        let won = [Score::win_in(5), -Score::loss_in(8).unless_refuted()];
        let unclear = [Score::MAX_ESTIMATE, Score::estimate(7), Score::DRAW];
        won.into_iter().chain(unclear).flat_map(|score| [score, -score])
    }

    #[test]
    fn a_number_is_that_of_the_score_behind_it() {
        for score in scores() {
            assert_eq!(score.verdict().number(), score.number());
        }
    }

    #[test]
    fn what_is_not_proven_never_looks_certain() {
        for verdict in scores().map(Score::verdict) {
            let is_certain = verdict.mate().is_some();
            assert_eq!(verdict.score().abs() > Verdict::MAX_ESTIMATE, is_certain, "{verdict:?}");
            assert_eq!([0.0, 1.0].contains(&verdict.shown_win_rate()), is_certain, "{verdict:?}");
            assert_eq!([0, 100].contains(&verdict.percent()), is_certain, "{verdict:?}");
        }
    }

    #[test]
    fn a_likely_win_is_called_one() {
        let likely = -Score::loss_in(8).unless_refuted();
        for (score, text, word) in [(likely, "likely win", "win"), (-likely, "likely loss", "loss")]
        {
            let verdict = score.verdict();
            assert_eq!((verdict.to_string().as_str(), verdict.likely()), (text, Some(word)));
            assert_eq!(Verdict::unproven(score.number()), verdict);
            assert_eq!((-verdict).number(), -score.number());
        }
        for score in scores().filter(|score| score.number().abs() != likely.number()) {
            assert_eq!(score.verdict().likely(), None, "{score:?}");
        }
    }
}
