//! Which players meet, and in which order games are played.

/// Which players of a list meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Every player meets every other.
    RoundRobin,
    /// The first meets every other.
    Gauntlet,
    /// Every player meets this many that follow it in the list: enough for a list in order of
    /// strength.
    Neighbours(usize),
}

impl Pairing {
    /// The pairs that meet, by their indices in the list of players.
    ///
    /// ```
    /// # use tengen_arena::Pairing;
    /// assert_eq!(Pairing::Gauntlet.encounters(3), [[0, 1], [0, 2]]);
    /// assert_eq!(Pairing::RoundRobin.encounters(3), [[0, 1], [0, 2], [1, 2]]);
    /// assert_eq!(Pairing::Neighbours(1).encounters(3), [[0, 1], [1, 2]]);
    /// ```
    pub fn encounters(self, players: usize) -> Vec<[usize; 2]> {
        let meets = |a: usize, b: usize| match self {
            Pairing::RoundRobin => true,
            Pairing::Gauntlet => a == 0,
            Pairing::Neighbours(reach) => b - a <= reach,
        };
        let later = |a: usize| (a + 1..players).map(move |b| [a, b]);
        (0..players).flat_map(later).filter(|&[a, b]| meets(a, b)).collect()
    }
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Task {
    /// In which encounter.
    pub(crate) encounter: usize,
    /// Its number there.
    pub(crate) game: usize,
}

/// All games in their order: a pair of each encounter, then the next pair of each. So all
/// encounters grow alike, and more games can follow later.
pub(crate) fn tasks(encounters: usize, games: usize) -> impl Iterator<Item = Task> {
    (0..games).step_by(2).flat_map(move |first| {
        let pair = move |encounter| {
            (first..games.min(first + 2)).map(move |game| Task { encounter, game })
        };
        (0..encounters).flat_map(pair)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encounters_grow_pair_by_pair() {
        let order: Vec<_> = tasks(2, 3).map(|task| (task.encounter, task.game)).collect();
        assert_eq!(order, [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2)]);
        assert_eq!(tasks(1, 5).map(|task| task.game).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn neighbours_meet_within_their_reach() {
        let near = Pairing::Neighbours(2).encounters(4);
        assert_eq!(near, [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(Pairing::Neighbours(9).encounters(4), Pairing::RoundRobin.encounters(4));
        assert!(Pairing::RoundRobin.encounters(1).is_empty());
    }
}
