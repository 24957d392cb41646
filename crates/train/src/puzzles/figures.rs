//! What a solver needs for puzzles, in a few numbers.

use serde::Serialize;

use super::Measured;

/// How a solver did on some puzzles.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// Puzzles.
    pub puzzles: usize,
    /// Those that were solved.
    pub solved: usize,
    /// Milliseconds a puzzle, unsolved ones included.
    pub ms: Spread,
    /// Nodes a puzzle, likewise.
    pub nodes: Spread,
}

/// How numbers are spread: the smallest number that at least such a part of them does not exceed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// Half of them.
    pub median: f64,
    /// Nine of ten.
    pub p90: f64,
    /// Ninety-nine of a hundred.
    pub p99: f64,
    /// All of them.
    pub most: f64,
    /// Their sum.
    pub total: f64,
}

/// The figures of some puzzles; none without puzzles.
pub fn figures(measured: &[Measured]) -> Option<Figures> {
    let ms = measured.iter().map(|one| one.elapsed.as_secs_f64() * 1000.0).collect();
    let nodes = measured.iter().map(|one| one.nodes as f64).collect();
    Some(Figures {
        puzzles: measured.len(),
        solved: measured.iter().filter(|one| one.is_solved).count(),
        ms: Spread::of(ms)?,
        nodes: Spread::of(nodes)?,
    })
}

impl Spread {
    fn of(mut numbers: Vec<f64>) -> Option<Spread> {
        numbers.sort_by(f64::total_cmp);
        let most = *numbers.last()?;
        let at = |percent: usize| numbers[(numbers.len() * percent).div_ceil(100) - 1];
        let (median, p90, p99) = (at(50), at(90), at(99));
        Some(Spread { median, p90, p99, most, total: numbers.iter().sum() })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn percentiles_are_numbers_that_occur() {
        let spread = Spread::of((1..=200).rev().map(f64::from).collect()).unwrap();
        assert_eq!((spread.median, spread.p90, spread.p99), (100.0, 180.0, 198.0));
        assert_eq!((spread.most, spread.total), (200.0, 20_100.0));
        let one = Spread::of(vec![7.0]).unwrap();
        assert_eq!((one.median, one.p90, one.p99, one.most), (7.0, 7.0, 7.0, 7.0));
    }

    #[test]
    fn unsolved_puzzles_count_in_all_but_the_solved() {
        let measured = |is_solved, nodes| {
            let elapsed = Duration::from_millis(2 * nodes);
            Measured { is_solved, nodes, elapsed }
        };
        let figures = figures(&[measured(true, 10), measured(false, 30)]).unwrap();
        assert_eq!((figures.puzzles, figures.solved), (2, 1));
        assert_eq!((figures.nodes.median, figures.nodes.most), (10.0, 30.0));
        assert_eq!((figures.ms.median, figures.ms.most), (20.0, 60.0));
    }

    #[test]
    fn no_puzzles_have_no_figures() {
        assert_eq!(figures(&[]), None);
    }
}
