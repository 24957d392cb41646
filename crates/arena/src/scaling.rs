//! What more time is worth: the first player's Elo as a line over the doublings of the time.

use std::time::Duration;

use crate::Elo;

/// How the first player's Elo changes when both players get twice the time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PerDoubling {
    /// The change, in Elo.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub error: f64,
}

/// No measurement is better than this: where all pairs ended alike the interval is empty.
const LEAST_ERROR: f64 = 1e-3;

impl PerDoubling {
    /// The slope of the line through these results, each weighted by its interval; through two it is their
    /// difference. Results without a finite Elo and interval do not count; none if fewer than two times
    /// are left.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use tengen_arena::{Counts, Elo, PerDoubling};
    /// let elo = |pairs| Elo::of(&Counts { pairs, ..Counts::default() }).unwrap();
    /// let (before, after) = (elo([10, 20, 40, 20, 10]), elo([5, 15, 40, 25, 15]));
    /// let times = [100, 400].map(Duration::from_millis);
    /// let change = PerDoubling::of(&[(times[0], before), (times[1], after)]).unwrap();
    /// // Two doublings from 0 Elo to after.
    /// assert!((change.elo - after.elo / 2.0).abs() < 1e-6);
    /// assert!((change.error - before.error.hypot(after.error) / 2.0).abs() < 1e-6);
    /// ```
    pub fn of(results: &[(Duration, Elo)]) -> Option<PerDoubling> {
        let points: Vec<Point> = results.iter().filter_map(Point::of).collect();
        let weights: f64 = points.iter().map(|point| point.weight).sum();
        let mean = |of: fn(&Point) -> f64| {
            points.iter().map(|point| point.weight * of(point)).sum::<f64>() / weights
        };
        let (doublings, elo) = (mean(|point| point.doublings), mean(|point| point.elo));
        let sum = |of: &dyn Fn(&Point) -> f64| -> f64 {
            points.iter().map(|point| point.weight * of(point)).sum()
        };
        let spread = sum(&|point| (point.doublings - doublings).powi(2));
        let both = sum(&|point| (point.doublings - doublings) * (point.elo - elo));
        // Also where there is no point at all.
        (spread > 0.0).then(|| PerDoubling { elo: both / spread, error: spread.sqrt().recip() })
    }
}

struct Point {
    doublings: f64,
    elo: f64,
    /// One over the square of the error.
    weight: f64,
}

impl Point {
    fn of(&(time, elo): &(Duration, Elo)) -> Option<Point> {
        let is_finite = elo.elo.is_finite() && elo.error.is_finite() && !time.is_zero();
        let weight = elo.error.max(LEAST_ERROR).powi(-2);
        is_finite.then(|| Point { doublings: time.as_secs_f64().log2(), elo: elo.elo, weight })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(millis: u64, elo: f64, error: f64) -> (Duration, Elo) {
        (Duration::from_millis(millis), Elo { score: 0.5, score_error: 0.1, elo, error, los: 0.5 })
    }

    fn rounded(results: &[(Duration, Elo)]) -> Option<[f64; 2]> {
        let change = PerDoubling::of(results)?;
        Some([change.elo, change.error].map(|number| (number * 100.0).round() / 100.0))
    }

    /// By hand: five times in steps of a doubling have a spread of 10, so the error is 20 / √10 = 6.32.
    #[test]
    fn a_line_is_fitted() {
        let times = [50, 100, 200, 400, 800];
        let results: Vec<_> = times
            .iter()
            .zip(0..)
            .map(|(&t, n)| result(t, 10.0 - 7.0 * f64::from(n), 20.0))
            .collect();
        assert_eq!(rounded(&results), Some([-7.0, 6.32]));
        assert_eq!(rounded(&results[1..3]), Some([-7.0, 28.28]));
    }

    #[test]
    fn a_better_measurement_weighs_more() {
        // The first two are 10 apart and sure, the last says nothing.
        let results = [result(100, 0.0, 1.0), result(200, 10.0, 1.0), result(400, 500.0, 1e6)];
        assert_eq!(rounded(&results), Some([10.0, 1.41]));
    }

    #[test]
    fn what_has_no_interval_does_not_count() {
        let lost = result(400, f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!(
            rounded(&[result(100, 0.0, 1.0), result(200, 10.0, 1.0), lost]),
            Some([10.0, 1.41])
        );
        assert_eq!(rounded(&[result(100, 0.0, 1.0), lost]), None);
        assert_eq!(rounded(&[result(100, 0.0, 1.0), result(100, 5.0, 1.0)]), None);
        assert_eq!(rounded(&[]), None);
        assert_eq!(rounded(&[result(100, 0.0, 0.0), result(200, 0.0, 0.0)]), Some([0.0, 0.0]));
    }
}
