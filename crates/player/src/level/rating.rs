//! Ratings of the levels, as `tengen regenerate` measured them.

use super::Level;

/// What was measured last; the file says when and how.
const MEASURED: &str = include_str!("../../data/levels.txt");

/// How strong a level proved to be in games against its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// Elo points, on a scale that one of the levels holds.
    pub elo: i32,
    /// Half of the 95 % interval of the difference to that level.
    pub error: i32,
    /// How many games it played.
    pub games: u32,
}

impl Rating {
    fn parse(words: &[&str]) -> Option<Rating> {
        let &[elo, error, games] = words else { return None };
        Some(Rating {
            elo: elo.parse().ok()?,
            error: error.parse().ok()?,
            games: games.parse().ok()?,
        })
    }
}

impl Level {
    /// Its measured rating, unless it was not measured since it changed.
    ///
    /// ```
    /// use tengen_player::Level;
    ///
    /// let ratings: Vec<_> = Level::all().filter_map(Level::rating).collect();
    /// assert!(ratings.is_sorted_by_key(|rating| rating.elo));
    /// ```
    pub fn rating(self) -> Option<Rating> {
        let own = self.to_string();
        MEASURED.lines().find_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.strip_prefix(&[own.as_str()]).and_then(Rating::parse)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_are_measured_each_above_the_one_below() {
        let ratings: Vec<Rating> = Level::all().filter_map(Level::rating).collect();
        assert_eq!(ratings.len(), Level::all().count());
        assert!(MEASURED.lines().any(|line| line.starts_with("date 20")));
        assert!(MEASURED.lines().any(|line| line.starts_with("conditions ")));
        // 65 % of the points are 107 Elo; one drawn game that counts for each pair takes a little.
        for pair in ratings.windows(2) {
            assert!(pair[1].elo - pair[0].elo > 100, "{pair:?}");
        }
    }
}
