//! The games of two players, and their statistics.

use std::collections::HashMap;

use crate::{Checked, Counts, Elo, GameRecord, Points, Sprt, SprtVerdict};

/// The games that two players have played against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Encounter {
    /// The first player's name.
    pub a: String,
    /// The second player's name.
    pub b: String,
    /// The games; in a result by number, on the way as they ended.
    pub records: Vec<GameRecord>,
    /// Their results, as the first player sees them.
    pub counts: Counts,
    results: HashMap<usize, Points>,
}

impl Encounter {
    /// Nothing is played yet.
    pub fn new(a: &str, b: &str) -> Encounter {
        Encounter {
            a: a.to_owned(),
            b: b.to_owned(),
            records: Vec::new(),
            counts: Counts::default(),
            results: HashMap::new(),
        }
    }

    /// Adds a game; one that is already there is not counted again.
    pub fn add(&mut self, record: GameRecord) {
        if self.has(record.game) {
            return;
        }
        self.results.insert(record.game, record.result);
        self.counts.add(record.result, self.result(record.game ^ 1));
        self.records.push(record);
    }

    /// Whether it holds this game.
    pub fn has(&self, game: usize) -> bool {
        self.results.contains_key(&game)
    }

    fn result(&self, game: usize) -> Option<Points> {
        self.results.get(&game).copied()
    }

    /// The same with the first `games` games alone.
    #[must_use]
    pub fn cut(self, games: usize) -> Encounter {
        let mut cut = Encounter::new(&self.a, &self.b);
        self.records.into_iter().filter(|record| record.game < games).for_each(|r| cut.add(r));
        cut.records.sort_by_key(|record| record.game);
        cut
    }

    /// What the results say of the first player's strength; nothing without games.
    pub fn elo(&self) -> Option<Elo> {
        Elo::of(&self.counts)
    }

    /// What became of all claims, if they were checked.
    pub fn claims(&self) -> Option<Checked> {
        let mut checked = self.records.iter().filter_map(|game| game.claims.as_ref()).peekable();
        checked.peek().is_some().then(|| Checked::sum(checked))
    }
}

/// An SPRT that takes pairs in their order. If it took them as they end, short games would count
/// first, which favours the player that wins short games; and no match could be repeated.
#[derive(Clone, PartialEq, Debug)]
pub struct SprtCourse {
    sprt: Sprt,
    pairs: [u64; 5],
    llrs: Vec<f64>,
    decided: bool,
}

impl SprtCourse {
    /// A test that has seen nothing yet.
    pub fn new(sprt: Sprt) -> SprtCourse {
        SprtCourse { sprt, pairs: [0; 5], llrs: Vec::new(), decided: false }
    }

    /// Takes the pairs that are complete by now, until one decides the test.
    pub fn take(&mut self, encounter: &Encounter) {
        while let (false, Some(first), Some(second)) =
            (self.decided, encounter.result(self.games()), encounter.result(self.games() + 1))
        {
            self.pairs[first as usize + second as usize] += 1;
            let llr = self.sprt.llr(&self.pairs);
            self.llrs.push(llr);
            self.decided = self.sprt.verdict(llr) != SprtVerdict::Undecided;
        }
    }

    /// The test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The log-likelihood ratio after each pair that was taken.
    pub fn llrs(&self) -> &[f64] {
        &self.llrs
    }

    /// After how many games the test was decided, if it was.
    pub fn decided_after(&self) -> Option<usize> {
        self.decided.then_some(self.games())
    }

    /// Games that were taken.
    fn games(&self) -> usize {
        2 * self.llrs.len()
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Side, Size};

    use super::*;
    use crate::{Contestant, Ending};

    fn record(game: usize, result: Points) -> GameRecord {
        let black = if game.is_multiple_of(2) { Contestant::A } else { Contestant::B };
        GameRecord {
            game,
            a: "a".to_owned(),
            b: "b".to_owned(),
            rule: Rule::Freestyle.name().to_owned(),
            size: Size::default().lines(),
            black,
            white: black.other(),
            winner: None,
            result,
            ending: Ending::Five,
            detail: None,
            first_to_move: Side::Black,
            opening: String::new(),
            position: String::new(),
            times: Vec::new(),
            a_nodes: None,
            b_nodes: None,
            pondered: Vec::new(),
            claims: None,
        }
    }

    #[test]
    fn a_test_takes_pairs_in_their_order_and_keeps_its_course() {
        let mut encounter = Encounter::new("a", "b");
        let mut course = SprtCourse::new("0,200".parse().unwrap());
        // The second pair ends first: it has to wait.
        for game in [2, 3] {
            encounter.add(record(game, Points::Loss));
            course.take(&encounter);
        }
        assert!(course.llrs().is_empty());
        for game in [0, 1] {
            encounter.add(record(game, Points::Win));
            course.take(&encounter);
        }
        let sprt = course.sprt();
        let expected = [sprt.llr(&[0, 0, 0, 0, 1]), sprt.llr(&[1, 0, 0, 0, 1])];
        assert_eq!(course.llrs(), expected);
        assert_eq!(course.decided_after(), None);
    }

    #[test]
    fn nothing_counts_after_the_decision() {
        let mut encounter = Encounter::new("a", "b");
        let mut course = SprtCourse::new("0,200".parse().unwrap());
        for game in 0..200 {
            encounter.add(record(game, if game % 4 == 0 { Points::Draw } else { Points::Win }));
        }
        course.take(&encounter);
        let games = course.decided_after().expect("a clear lead decides");
        assert!(games < 200, "{games}");
        assert_eq!(course.llrs().len(), games / 2);
        assert!(course.llrs().last() >= Some(&course.sprt().upper()));
        assert_eq!(encounter.cut(games).records.len(), games);
    }
}
