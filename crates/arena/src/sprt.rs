//! The sequential probability ratio test: play until it is clear which of two claims holds.
//!
//! The generalised test of M. Van den Bergh ("Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution") on pairs of games: of all distributions of the
//! five results of a pair with the claimed mean, the one under which the counts are likeliest.

use std::str::FromStr;

use crate::elo::score_of;

/// A test of "the difference is `elo1`" against "it is `elo0`", by the logistic model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The difference is rather `elo1`.
    Passed,
    /// The difference is rather `elo0`.
    Failed,
    /// Too early to say.
    Undecided,
}

/// Numbers that make no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSprt {
    /// Not two or four numbers.
    #[error("'{0}' is not elo0,elo1 or elo0,elo1,alpha,beta")]
    Text(String),
    /// The claims are in the wrong order.
    #[error("elo0 must be less than elo1")]
    Claims,
    /// The allowed errors are no probabilities, or leave no room.
    #[error("alpha and beta are above 0, and together below 1")]
    Errors,
}

impl Sprt {
    /// A test that accepts a false `elo1` with probability `alpha` and a false `elo0` with `beta`.
    ///
    /// # Errors
    /// If the claims do not differ upwards or the probabilities are none.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, BadSprt> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(BadSprt::Claims);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(BadSprt::Errors);
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The lesser claim.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The greater claim.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The ratio at which the test fails.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The ratio at which the test passes.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The logarithm of the likelihood ratio of the claims, given pairs by their half points.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        self.ratio(pairs)
    }

    /// What a ratio says.
    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        match llr {
            _ if llr >= self.upper() => SprtVerdict::Passed,
            _ if llr <= self.lower() => SprtVerdict::Failed,
            _ => SprtVerdict::Undecided,
        }
    }

    /// The same for meetings with any number of results, worth 0 to 1 in equal steps.
    fn ratio<const N: usize>(&self, counts: &[u64; N]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        // A result that never came is not impossible; fastchess takes the same share.
        let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let likelihood = |elo: f64| -> f64 {
            let excess: [f64; N] =
                std::array::from_fn(|n| n as f64 / (N - 1) as f64 - score_of(elo));
            let tilt = tilt(&counts, &excess);
            // The likeliest probability of a result with this mean is count / (1 + tilt excess).
            let logs = counts.iter().zip(&excess).map(|(count, e)| count * (1.0 + tilt * e).ln());
            -logs.sum::<f64>()
        };
        likelihood(self.elo1) - likelihood(self.elo0)
    }
}

/// The one number for which the results, weighed by 1 / (1 + tilt excess), have no excess.
fn tilt(counts: &[f64], excess: &[f64]) -> f64 {
    let sum = |tilt: f64| -> f64 {
        counts.iter().zip(excess).map(|(count, e)| count * e / (1.0 + tilt * e)).sum()
    };
    // The sum falls between the poles of the worst and the best result.
    let (Some(&worst), Some(&best)) = (excess.first(), excess.last()) else { return 0.0 };
    let (mut low, mut high) = (-1.0 / best, -1.0 / worst);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if sum(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// `elo0,elo1` with errors of 5 %, or `elo0,elo1,alpha,beta`.
impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().trim_start_matches('[').trim_end_matches(']');
        let numbers: Option<Vec<f64>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[elo0, elo1]) => Sprt::new(elo0, elo1, 0.05, 0.05),
            Some(&[elo0, elo1, alpha, beta]) => Sprt::new(elo0, elo1, alpha, beta),
            _ => Err(BadSprt::Text(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
    }

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 0.006, "{value} is not {expected}");
    }

    /// The figures are those of fastchess (app/tests/sprt_test.cpp, logistic model). There draws of
    /// both games and one win each are counted apart.
    #[test]
    fn pairs_agree_with_fastchess() {
        close(test(0.5, 2.5).llr(&[223, 9863, 20279 + 1000, 10037, 246]), -3.07);
        close(test(0.0, 2.0).llr(&[871, 26175, 55003 + 980, 26678, 821]), -4.98);
    }

    #[test]
    fn single_games_agree_with_fastchess() {
        close(test(0.5, 2.5).ratio(&[21184, 40708, 21404]), -1.57);
        close(test(0.0, 2.0).ratio(&[57030, 106_593, 57433]), -2.59);
    }

    /// Close to equality the ratio is N (s1 − s0)(2 x − s0 − s1) / 2v with mean x and variance v of
    /// a pair. By hand: 1000 pairs [50, 200, 450, 240, 60] have x = 0.515 and v = 0.054775; claims
    /// of 0 and 5 Elo are s = 0.5 and 0.507195: 1000 × 0.007195 × 0.022805 / 0.10955 = 1.498.
    #[test]
    fn the_ratio_is_near_its_normal_approximation() {
        let llr = test(0.0, 5.0).llr(&[50, 200, 450, 240, 60]);
        assert!((llr - 1.498).abs() < 0.01, "{llr}");
    }

    /// Wald's bounds for 5 % and 5 %: ± ln 19.
    #[test]
    fn bounds_are_walds() {
        let sprt = test(0.0, 5.0);
        assert!((sprt.upper() - 19_f64.ln()).abs() < 1e-12);
        assert!((sprt.lower() + 19_f64.ln()).abs() < 1e-12);
        assert_eq!(sprt.verdict(3.0), SprtVerdict::Passed);
        assert_eq!(sprt.verdict(-3.0), SprtVerdict::Failed);
        assert_eq!(sprt.verdict(0.0), SprtVerdict::Undecided);
    }

    #[test]
    fn nothing_played_says_nothing_and_extremes_decide() {
        let sprt = test(0.0, 10.0);
        assert_eq!(sprt.llr(&[0; 5]), 0.0);
        assert!(sprt.llr(&[0, 0, 0, 0, 500]) > sprt.upper());
        assert!(sprt.llr(&[500, 0, 0, 0, 0]) < sprt.lower());
        let mirrored = Sprt::new(-10.0, 0.0, 0.05, 0.05).unwrap();
        close(sprt.llr(&[3, 9, 20, 8, 5]), -mirrored.llr(&[5, 8, 20, 9, 3]));
    }

    #[test]
    fn tests_are_read_from_text() {
        assert_eq!("0,5".parse(), Ok(test(0.0, 5.0)));
        assert_eq!("[-10, 0, 0.1, 0.1]".parse(), Sprt::new(-10.0, 0.0, 0.1, 0.1));
        assert_eq!("5,0".parse::<Sprt>(), Err(BadSprt::Claims));
        assert_eq!("0,5,0.5,0.5".parse::<Sprt>(), Err(BadSprt::Errors));
        assert!(matches!("0".parse::<Sprt>(), Err(BadSprt::Text(_))));
        assert!("0,nan".parse::<Sprt>().is_err());
    }
}
