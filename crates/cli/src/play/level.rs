//! How strong the engine plays.

use std::fmt;
use std::str::FromStr;

use tengen_core::Point;
use tengen_engine::{Report, Verdict};

/// A level from 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Level(u8);

/// What a level looks at and overlooks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    /// Stones tried in thought.
    pub(super) nodes: u64,
    /// How many best moves it weighs against each other.
    pub(super) lines: usize,
    /// How much winning chance it may give away, 0 to 1.
    pub(super) slack: f64,
    /// How often it plays at a glance, without looking at replies, 0 to 1.
    pub(super) careless: f64,
}

const fn strength(nodes: u64, lines: usize, slack: f64, careless: f64) -> Strength {
    Strength { nodes, lines, slack, careless }
}

/// The levels from the first on. Only the first two are careless: whoever looks at replies sees a
/// five and its block.
const LEVELS: [Strength; 10] = [
    strength(500, 5, 0.20, 0.35),
    strength(1_000, 5, 0.15, 0.15),
    strength(1_500, 4, 0.12, 0.0),
    strength(3_000, 4, 0.09, 0.0),
    strength(6_000, 3, 0.06, 0.0),
    strength(15_000, 3, 0.04, 0.0),
    strength(40_000, 2, 0.03, 0.0),
    strength(100_000, 2, 0.02, 0.0),
    strength(300_000, 1, 0.0, 0.0),
    strength(1_000_000, 1, 0.0, 0.0),
];

impl Level {
    /// The best move that was found, always.
    pub(super) const BEST: Level = Level(LEVELS.len() as u8);

    pub(super) fn strength(self) -> Strength {
        LEVELS[usize::from(self.0) - 1]
    }
}

impl Default for Level {
    fn default() -> Self {
        Level(5)
    }
}

impl Strength {
    /// The moves of a report that are nearly as good as the best, the best first. Who can win
    /// wins, and nobody chooses to lose.
    pub(super) fn nearly_best(self, report: &Report) -> Vec<(Point, Verdict)> {
        let lines = report.lines.iter();
        let moves = lines.filter_map(|line| Some((*line.moves.first()?, line.verdict)));
        let moves: Vec<(Point, Verdict)> = moves.collect();
        let Some(&(_, best)) = moves.first() else { return moves };
        // A depth that was not finished knows the worth of its best move alone.
        if report.depth == 0 || !matches!(best, Verdict::Unclear { .. }) {
            return moves[..1].to_vec();
        }
        let is_near = |verdict: Verdict| {
            matches!(verdict, Verdict::Unclear { .. })
                && best.win_rate() - verdict.win_rate() <= self.slack
        };
        moves.into_iter().filter(|&(_, verdict)| is_near(verdict)).collect()
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = 1..=Level::BEST.0;
        let level = text.parse().ok().filter(|level| known.contains(level)).map(Level);
        level.ok_or_else(|| format!("levels go from 1 to {}", Level::BEST.0))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_engine::Line;

    use super::*;

    fn report(depth: u32, lines: &[(&str, Verdict)]) -> Report {
        let line = |&(point, verdict): &(&str, Verdict)| Line {
            moves: vec![point.parse().unwrap()],
            verdict,
            nodes: 0,
        };
        Report {
            lines: lines.iter().map(line).collect(),
            depth,
            selective_depth: depth,
            nodes: 1,
            elapsed: Duration::ZERO,
            table_fill: 0,
            proof: None,
        }
    }

    fn near(level: u8, report: &Report) -> Vec<String> {
        let moves = Level(level).strength().nearly_best(report);
        moves.iter().map(|(point, _)| point.to_string()).collect()
    }

    #[test]
    fn weaker_levels_accept_worse_moves_but_never_a_lost_one() {
        let unclear = |centi| Verdict::Unclear { centi };
        let lines = [
            ("h8", unclear(40)),
            ("h9", unclear(30)),
            ("i9", unclear(-20)),
            ("a1", Verdict::Loses { plies: 4 }),
        ];
        assert_eq!(near(1, &report(3, &lines)), ["h8", "h9", "i9"]);
        assert_eq!(near(6, &report(3, &lines)), ["h8", "h9"]);
        assert_eq!(near(10, &report(3, &lines)), ["h8"]);
        assert_eq!(near(1, &report(0, &lines)), ["h8"], "an unfinished depth");
        let wins = [("h8", Verdict::Wins { plies: 5 }), ("h9", unclear(2000))];
        assert_eq!(near(1, &report(3, &wins)), ["h8"]);
    }

    #[test]
    fn levels_grow() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].slack >= pair[1].slack);
            assert!(pair[0].careless >= pair[1].careless && pair[0].lines >= pair[1].lines);
        }
        assert!(LEVELS[2..].iter().all(|level| level.careless == 0.0));
        assert!("0".parse::<Level>().is_err() && "11".parse::<Level>().is_err());
        assert_eq!("10".parse(), Ok(Level::BEST));
    }
}
