//! How far estimates of the first moves lean to one side: which of them mean even chances. They are
//! data: see `data/opening-bias.txt`.

use tengen_core::{Rule, Size};

use super::evaluator::WON;

/// Where the chances are even, by rule, size and number of stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpeningBias(Vec<Bias>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bias {
    rule: Rule,
    lines: u8,
    stones: usize,
    /// The estimate for Black that means even chances.
    even: i32,
    /// How much more of it means 73 of 100 points for Black.
    unit: i32,
}

impl OpeningBias {
    /// What is built in.
    pub(super) fn built_in() -> OpeningBias {
        OpeningBias::parse(include_str!("../../data/opening-bias.txt"))
            .expect("the built-in bias is well-formed")
    }

    /// Reads lines `rule lines stones even unit`.
    fn parse(text: &str) -> Option<OpeningBias> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(Bias::parse).collect::<Option<_>>().map(OpeningBias)
    }

    /// The estimate for Black that means even chances.
    pub(super) fn even(&self, rule: Rule, size: Size, stones: usize) -> i32 {
        self.nearest(rule, size, stones).even
    }

    /// Black's chance to win at an estimate, draws as half.
    pub(super) fn chance(&self, rule: Rule, size: Size, stones: usize, black: i32) -> f64 {
        let bias = self.nearest(rule, size, stones);
        match black {
            WON.. => 1.0,
            _ if black <= -WON => 0.0,
            _ => {
                let units = f64::from(black - bias.even) / f64::from(bias.unit);
                1.0 / (1.0 + (-units).exp())
            }
        }
    }

    /// What was measured for the rule with the most similar board and number of stones.
    fn nearest(&self, rule: Rule, size: Size, stones: usize) -> Bias {
        let of_rule = self.0.iter().filter(|bias| bias.rule == rule);
        let strangeness =
            |bias: &&Bias| (bias.lines.abs_diff(size.lines()), bias.stones.abs_diff(stones));
        let neutral = Bias { rule, lines: size.lines(), stones, even: 0, unit: 200 };
        of_rule.min_by_key(strangeness).copied().unwrap_or(neutral)
    }
}

impl Bias {
    fn parse(line: &str) -> Option<Bias> {
        let mut words = line.split_whitespace();
        let bias = Bias {
            rule: words.next()?.parse().ok()?,
            lines: words.next()?.parse().ok()?,
            stones: words.next()?.parse().ok()?,
            even: words.next()?.parse().ok()?,
            unit: words.next()?.parse().ok().filter(|&unit| unit > 0)?,
        };
        words.next().is_none().then_some(bias)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(lines: u8) -> Size {
        Size::new(lines).unwrap()
    }

    #[test]
    fn the_most_similar_board_counts_then_the_number_of_stones() {
        let text = "# a remark\n\nrenju 15 3 40 150\nrenju 15 1 -20 150\nfreestyle 20 3 10 100\n";
        let bias = OpeningBias::parse(text).unwrap();
        assert_eq!(bias.even(Rule::Renju, size(15), 3), 40);
        assert_eq!(bias.even(Rule::Renju, size(9), 5), 40);
        assert_eq!(bias.even(Rule::Renju, size(22), 1), -20);
        assert_eq!(bias.even(Rule::Freestyle, size(15), 1), 10);
        assert_eq!(bias.even(Rule::Caro, size(15), 3), 0);
    }

    #[test]
    fn chances_follow_the_curve_and_wins_are_certain() {
        let bias = OpeningBias::parse("renju 15 3 40 150").unwrap();
        let chance = |black| bias.chance(Rule::Renju, size(15), 3, black);
        assert_eq!((chance(40), chance(WON), chance(-WON)), (0.5, 1.0, 0.0));
        assert_eq!((chance(190) * 100.0).round(), 73.0);
        assert!(chance(-200) < 0.2);
    }

    #[test]
    fn lines_that_say_something_else_are_refused() {
        for line in ["renju 15 3 40", "renju 15 3 40 0", "gomoku 15 3 40 150", "renju 15 3 4 5 6"] {
            assert_eq!(OpeningBias::parse(line), None, "{line}");
        }
    }
}
