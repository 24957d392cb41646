//! Results in numbers.

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

/// How often which result came, seen by the first player.
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
    /// Counts games by their numbers in the match: 0 and 1 are the first pair, and so on.
    pub fn of(games: impl IntoIterator<Item = (usize, Points)>) -> Counts {
        let mut games: Vec<(usize, Points)> = games.into_iter().collect();
        games.sort_unstable();
        let mut counts = Counts::default();
        for pair in games.chunk_by(|first, second| first.0 / 2 == second.0 / 2) {
            match *pair {
                [(_, first), (_, second)] => counts.pairs[first as usize + second as usize] += 1,
                _ => pair.iter().for_each(|&(_, single)| counts.singles[single as usize] += 1),
            }
        }
        counts
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
    fn partners_make_pairs_in_any_order() {
        use Points::{Draw, Loss, Win};
        let games = [(3, Draw), (0, Win), (7, Win), (1, Loss), (2, Win), (4, Loss), (5, Loss)];
        let counts = Counts::of(games);
        assert_eq!(counts, Counts { pairs: [1, 0, 1, 1, 0], singles: [0, 0, 1] });
        assert_eq!((counts.pair_count(), counts.games(), counts.half_points()), (3, 7, 7));
    }
}
