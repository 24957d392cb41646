//! From results to a difference of strength.

use statrs::function::erf::erf;

use crate::Counts;

/// What results say of the first player's strength against the second's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// Share of the points, 0 to 1.
    pub score: f64,
    /// Half of its 95 % interval.
    pub score_error: f64,
    /// Difference in Elo by the logistic model; infinite if all or nothing was won.
    pub elo: f64,
    /// Half of the 95 % interval; infinite if the interval has no end.
    pub error: f64,
    /// Likelihood of superiority: how sure it is that the first player is stronger, 0 to 1.
    pub los: f64,
}

/// Standard deviations on each side of the mean that hold 95 % of a normal distribution.
pub(crate) const DEVIATIONS_95: f64 = 1.959_963_985;

impl Elo {
    /// The estimate; none without games.
    pub fn of(counts: &Counts) -> Option<Elo> {
        if counts.games() == 0 {
            return None;
        }
        let games = counts.games() as f64;
        let score = counts.half_points() as f64 / 2.0 / games;
        let deviation = (spread(&counts.pairs, 2.0, score) + spread(&counts.singles, 1.0, score))
            .sqrt()
            / games;
        let margin = DEVIATIONS_95 * deviation;
        let error = (elo_of(score + margin) - elo_of(score - margin)) / 2.0;
        let los = superiority(score, deviation);
        Some(Elo { score, score_error: margin, elo: elo_of(score), error, los })
    }
}

/// The difference in Elo at which this share of the points is expected.
pub(crate) fn elo_of(score: f64) -> f64 {
    match score {
        _ if score <= 0.0 => f64::NEG_INFINITY,
        _ if score >= 1.0 => f64::INFINITY,
        _ => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// The share of the points expected at this difference in Elo.
pub(crate) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The variance of the points of all these meetings together, `games` games each, of which the
/// n-th kind gave n half points. Meetings are independent, so that their variances add.
fn spread(counts: &[u64], games: f64, score: f64) -> f64 {
    let kinds = (0..).zip(counts);
    kinds.map(|(n, &count)| count as f64 * (f64::from(n) / 2.0 - games * score).powi(2)).sum()
}

fn superiority(score: f64, deviation: f64) -> f64 {
    let lead = score - 0.5;
    if deviation == 0.0 {
        return if lead == 0.0 { 0.5 } else { f64::from(lead > 0.0) };
    }
    (1.0 + erf(lead / deviation / std::f64::consts::SQRT_2)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64, digits: i32) {
        let most = 0.500_001 * 10_f64.powi(-digits);
        assert!((value - expected).abs() <= most, "{value} is not {expected}");
    }

    fn of_games(wins: u64, losses: u64, draws: u64) -> Elo {
        Elo::of(&Counts { singles: [losses, draws, wins], ..Counts::default() }).unwrap()
    }

    /// Losses of both games first, wins of both last.
    fn of_pairs(pairs: [u64; 5]) -> Elo {
        Elo::of(&Counts { pairs, ..Counts::default() }).unwrap()
    }

    /// The figures are those of fastchess (app/tests/elo_test.cpp), which rounds like this.
    #[test]
    fn single_games_agree_with_fastchess() {
        let elo = of_games(136, 96, 111);
        close(elo.elo, 40.70, 2);
        close(elo.error, 30.43, 2);
        close(elo.los, 0.9960, 4);
        close(of_games(76, 89, 123).los, 0.1553, 4);
        close(of_games(76, 89, 123).score, 0.477, 3);
    }

    /// Likewise; there draws of both games and one win each are counted apart.
    #[test]
    fn pairs_agree_with_fastchess() {
        let elo = of_pairs([34, 54, 31 + 32, 64, 75]);
        close(elo.elo, 55.58, 2);
        close(elo.error, 27.65, 2);
        let elo = of_pairs([332, 433, 457 + 41, 333, 334]);
        close(elo.elo, -8.64, 2);
        close(elo.error, 10.33, 2);
        close(elo.los, 0.0505, 4);
        let elo = of_pairs([7895, 8757, 5485 + 200, 568, 9999]);
        close(elo.elo, -21.04, 2);
        close(elo.error, 2.95, 2);
    }

    /// By hand: 3 of 4 points are 400 log10(3) = 190.85 Elo. With three wins and a loss the variance
    /// of a game is (3 × 0.25² + 0.75²) / 4 = 0.1875, so the deviation of the mean 0.2165, and the
    /// interval's upper end is beyond 1.
    #[test]
    fn few_games_have_an_interval_without_end() {
        let elo = of_games(3, 1, 0);
        close(elo.elo, 190.85, 2);
        assert_eq!(elo.error, f64::INFINITY);
        close(elo.score_error, 1.96 * 0.2165, 3);
        close(elo.los, 0.8759, 4);
    }

    /// The logistic curve: 64 % at 100 Elo, 76 % at 200, 10 : 1 at 400 (Elo's tables).
    #[test]
    fn the_curve_is_the_logistic_one() {
        for (elo, score) in [(0.0, 0.5), (100.0, 0.640), (200.0, 0.760), (400.0, 10.0 / 11.0)] {
            close(score_of(elo), score, 3);
            close(elo_of(score_of(elo)), elo, 6);
        }
    }

    #[test]
    fn results_that_never_vary_are_certain() {
        let elo = of_games(5, 0, 0);
        assert_eq!((elo.score, elo.elo, elo.los), (1.0, f64::INFINITY, 1.0));
        let elo = of_pairs([0, 0, 7, 0, 0]);
        assert_eq!((elo.elo, elo.error, elo.los), (0.0, 0.0, 0.5));
        assert_eq!(Elo::of(&Counts::default()), None);
    }

    /// 100 pairs that mostly end 1 : 1 say much more than 200 games won and lost at random.
    #[test]
    fn pairs_vary_less_than_games() {
        assert!(of_pairs([5, 0, 90, 0, 5]).error < of_games(100, 100, 0).error / 2.0);
    }

    #[test]
    fn a_game_without_partner_counts_too() {
        let pairs = [10, 20, 40, 25, 12];
        let with = Elo::of(&Counts { pairs, singles: [0, 0, 1] }).unwrap();
        let without = of_pairs(pairs);
        assert!(with.elo > without.elo && (with.error - without.error).abs() < 1.0);
    }
}
