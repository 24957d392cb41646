//! Scores inside the search.

use std::ops::Neg;

use crate::Verdict;

/// The value of a position for the side to move.
///
/// From the middle outwards there are estimates, likely wins (by a search that left some replies
/// out) and proven wins (by one that tried all replies). Sooner wins are higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i16);

/// A proven win on the spot; a win in n plies is n less.
const WIN: i16 = 30_000;
/// A likely win on the spot.
const LIKELY_WIN: i16 = 28_000;
/// No game has more plies.
const LONGEST: i16 = 1_000;

impl Score {
    /// Nobody is better.
    pub const DRAW: Score = Score(0);
    /// Below every score.
    pub const LOWEST: Score = Score(-32_000);
    /// Above every score.
    pub const HIGHEST: Score = Score(32_000);
    /// The best estimate.
    pub const MAX_ESTIMATE: Score = Score(LIKELY_WIN - LONGEST - 1);

    /// An estimate, clamped below the likely wins.
    pub fn estimate(value: i32) -> Score {
        let most = i32::from(Score::MAX_ESTIMATE.0);
        Score(value.clamp(-most, most) as i16)
    }

    /// A proven win whose five is made `plies` plies from the root of the search.
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - plies as i16)
    }

    /// A proven loss whose five is made `plies` plies from the root of the search.
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i16 - WIN)
    }

    /// A likely win whose five is made `plies` plies from the root of the search.
    pub(crate) const fn likely_win_in(plies: u32) -> Score {
        Score(LIKELY_WIN - plies as i16)
    }

    /// Whether this is a proven win.
    pub const fn is_win(self) -> bool {
        self.0 >= WIN - LONGEST
    }

    /// Whether this is a proven loss.
    pub const fn is_loss(self) -> bool {
        self.0 <= LONGEST - WIN
    }

    /// Whether this is neither won nor lost, not even likely.
    pub const fn is_estimate(self) -> bool {
        self.0.abs() <= Score::MAX_ESTIMATE.0
    }

    /// Whether this is a win, proven or likely.
    pub const fn seems_won(self) -> bool {
        self.0 > Score::MAX_ESTIMATE.0
    }

    /// A proven loss becomes a likely one, because some replies were left out; other scores stay.
    pub(crate) const fn unless_refuted(self) -> Score {
        if self.is_loss() { Score(self.0 + (WIN - LIKELY_WIN)) } else { self }
    }

    /// A proven loss comes so many plies later; other scores stay.
    pub(crate) fn put_off(self, plies: u32) -> Score {
        let latest = Score::loss_in(LONGEST as u32);
        if self.is_loss() { self.raised(plies as i32).min(latest) } else { self }
    }

    /// The score as a number, hundredths of a point if it is an estimate.
    pub const fn number(self) -> i32 {
        self.0 as i32
    }

    /// The score `by` higher, clamped to all scores.
    pub fn raised(self, by: i32) -> Score {
        let sum = (i32::from(self.0) + by).clamp(-32_000, 32_000);
        Score(sum as i16)
    }

    /// As the TT holds it: a win counts from the node, not from the root.
    pub(crate) fn to_table(self, ply: u32) -> i16 {
        self.shifted(ply as i16)
    }

    /// The score of a TT entry at `ply`.
    pub(crate) fn from_table(number: i16, ply: u32) -> Score {
        Score(Score(number).shifted(-(ply as i16)))
    }

    /// Wins and losses `plies` plies sooner.
    fn shifted(self, plies: i16) -> i16 {
        match self {
            estimate if estimate.is_estimate() => estimate.0,
            Score(win) if win > 0 => win + plies,
            Score(loss) => loss - plies,
        }
    }

    /// What users see.
    pub fn verdict(self) -> Verdict {
        match self {
            Score(n) if self.is_win() => Verdict::Wins { plies: (WIN - n) as u32 },
            Score(n) if self.is_loss() => Verdict::Loses { plies: (WIN + n) as u32 },
            Score(n) => Verdict::unproven(i32::from(n)),
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}
