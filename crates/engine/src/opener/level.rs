//! Which estimates of the first moves mean even chances. They are data: see `data/eval/even.txt`.

use tengen_core::{Rule, Size};

use super::judge::WON;

/// Where the chances are even, by rule, size and number of stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Levels(Vec<Level>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Level {
    rule: Rule,
    lines: u8,
    stones: usize,
    /// The estimate for Black that means even chances.
    even: i32,
    /// How much more of it means 73 of 100 points for Black.
    unit: i32,
}

impl Levels {
    /// What comes with the engine.
    pub(super) fn built_in() -> Levels {
        Levels::parse(include_str!("../../../../data/eval/even.txt"))
            .expect("the numbers that come with the engine are well-formed")
    }

    /// Reads lines `rule lines stones even unit`.
    fn parse(text: &str) -> Option<Levels> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(Level::parse).collect::<Option<_>>().map(Levels)
    }

    /// The estimate for Black that means even chances.
    pub(super) fn even(&self, rule: Rule, size: Size, stones: usize) -> i32 {
        self.nearest(rule, size, stones).even
    }

    /// Black's chance to win at an estimate, draws as half.
    pub(super) fn chance(&self, rule: Rule, size: Size, stones: usize, black: i32) -> f64 {
        let level = self.nearest(rule, size, stones);
        match black {
            WON.. => 1.0,
            _ if black <= -WON => 0.0,
            _ => {
                let units = f64::from(black - level.even) / f64::from(level.unit);
                1.0 / (1.0 + (-units).exp())
            }
        }
    }

    /// What was measured for the rule with the most similar board and number of stones.
    fn nearest(&self, rule: Rule, size: Size, stones: usize) -> Level {
        let of_rule = self.0.iter().filter(|level| level.rule == rule);
        let strangeness =
            |level: &&Level| (level.lines.abs_diff(size.lines()), level.stones.abs_diff(stones));
        let neutral = Level { rule, lines: size.lines(), stones, even: 0, unit: 200 };
        of_rule.min_by_key(strangeness).copied().unwrap_or(neutral)
    }
}

impl Level {
    fn parse(line: &str) -> Option<Level> {
        let mut words = line.split_whitespace();
        let level = Level {
            rule: words.next()?.parse().ok()?,
            lines: words.next()?.parse().ok()?,
            stones: words.next()?.parse().ok()?,
            even: words.next()?.parse().ok()?,
            unit: words.next()?.parse().ok().filter(|&unit| unit > 0)?,
        };
        words.next().is_none().then_some(level)
    }
}
