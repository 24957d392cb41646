//! Results, counted.

use serde::{Deserialize, Serialize};

/// What a game gave the first player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A whole point.
    Win,
}

/// How often each result came, from the first player's point of view.
///
/// Two games from one opening with colours changed make a pair. What the opening is worth cancels
/// out in a pair, so that the results of pairs vary less than those of as many single games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Pairs by their half points: none, one, two, three, four.
    pub pairs: [u64; 5],
    /// Games without a partner by their half points: losses, draws, wins.
    pub singles: [u64; 3],
}

impl Counts {
    /// Adds a game, which makes a pair with its partner if that was added before.
    pub(crate) fn add(&mut self, points: Points, partner: Option<Points>) {
        let Some(partner) = partner else {
            self.singles[points as usize] += 1;
            return;
        };
        self.singles[partner as usize] -= 1;
        self.pairs[points as usize + partner as usize] += 1;
    }

    /// How many pairs there are.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        2 * self.pair_count() + self.singles.iter().sum::<u64>()
    }

    /// Half points of all games together.
    pub(crate) fn half_points(&self) -> u64 {
        let sum = |counts: &[u64]| -> u64 { (0..).zip(counts).map(|(n, count)| n * count).sum() };
        sum(&self.pairs) + sum(&self.singles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_make_pairs() {
        use Points::{Draw, Loss, Win};
        let mut counts = Counts::default();
        for (points, partner) in [(Win, None), (Draw, None), (Loss, Some(Win)), (Win, None)] {
            counts.add(points, partner);
        }
        assert_eq!(counts, Counts { pairs: [0, 0, 1, 0, 0], singles: [0, 1, 1] });
        counts.add(Win, Some(Draw));
        assert_eq!(counts, Counts { pairs: [0, 0, 1, 1, 0], singles: [0, 0, 1] });
        assert_eq!((counts.pair_count(), counts.games(), counts.half_points()), (2, 5, 7));
    }
}
