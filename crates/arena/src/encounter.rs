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
    pub(crate) fn new(a: &str, b: &str) -> Encounter {
        Encounter {
            a: a.to_owned(),
            b: b.to_owned(),
            records: Vec::new(),
            counts: Counts::default(),
            results: HashMap::new(),
        }
    }

    /// Adds a game; one that is already there is not counted again.
    pub(crate) fn add(&mut self, record: GameRecord) {
        if self.has(record.game) {
            return;
        }
        self.results.insert(record.game, record.result);
        self.counts.add(record.result, self.result(record.game ^ 1));
        self.records.push(record);
    }

    pub(crate) fn has(&self, game: usize) -> bool {
        self.results.contains_key(&game)
    }

    fn result(&self, game: usize) -> Option<Points> {
        self.results.get(&game).copied()
    }

    /// The same with the first `games` games alone.
    pub(crate) fn cut(self, games: usize) -> Encounter {
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    sprt: Sprt,
    pairs: [u64; 5],
    next: usize,
    decided: bool,
}

impl Sequence {
    pub(crate) fn new(sprt: Sprt) -> Sequence {
        Sequence { sprt, pairs: [0; 5], next: 0, decided: false }
    }

    /// Takes the pairs that are complete by now, until one decides the test.
    pub(crate) fn take(&mut self, encounter: &Encounter) {
        while let (false, Some(first), Some(second)) =
            (self.decided, encounter.result(self.next), encounter.result(self.next + 1))
        {
            self.pairs[first as usize + second as usize] += 1;
            self.next += 2;
            let llr = self.sprt.llr(&self.pairs);
            self.decided = self.sprt.verdict(llr) != SprtVerdict::Undecided;
        }
    }

    /// After how many games the test was decided, if it was.
    pub(crate) fn decided_after(&self) -> Option<usize> {
        self.decided.then_some(self.next)
    }
}
