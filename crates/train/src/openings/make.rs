//! Which openings are wanted, and the search for them.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use tengen_core::{Game, Rule, Size};
use tengen_engine::{Engine, EngineOptions, Limits, Stop, Verdict};

use super::scatter::{Shape, scatter};
use super::{Opening, Zone};

/// Which openings are wanted.
///
/// They have numbers, from zero. A number says where its opening lies, how many stones it has and how far
/// apart these are, each in turn; so every part of a set has the same mix. The stones follow from the seed,
/// the number and the openings with lower numbers alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// RNG seed.
    pub seed: u64,
    /// The fewest and the most stones.
    pub stones: (usize, usize),
    /// How far from even the search may find them, in hundredths of a point.
    pub margin: i32,
    /// Nodes of that search.
    pub nodes: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            rule: Rule::Freestyle,
            size: Size::default(),
            seed: 1,
            stones: (3, 9),
            margin: 30,
            nodes: 200_000,
        }
    }
}

/// An opening that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its number. A number that was told before gets another opening if it was that of a lower number.
    pub number: usize,
    /// The opening.
    pub opening: Opening,
    /// How many were searched for it.
    pub searched: usize,
}

/// There is no such opening, or hardly one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no further even opening of {stones} stones ({zone}) after {tries} tries: a wider margin or other \
     numbers of stones may help"
)]
pub struct TooRare {
    stones: usize,
    zone: Zone,
    tries: usize,
}

/// How far apart stones are, in turn.
const REACHES: [i32; 3] = [2, 3, 5];
/// Shorter searches come first, as a part of the nodes, with how many margins an opening may be from even
/// there: most stones are far from it, and a short search tells.
const SIEVES: [(u64, i32); 3] = [(400, 5), (40, 3), (10, 3)];
/// The memory of the engine. Another amount may give other openings.
const MEMORY: usize = 16 << 20;
/// How often stones are drawn for an opening.
const MOST_TRIES: usize = 100_000;
/// How many of these are searched.
const MOST_SEARCHES: usize = 20_000;

impl Plan {
    /// Looks for all openings with numbers below `count` that are not `known`, on several threads; `tell`
    /// gets each as it is found, in any order. The openings do not depend on the threads, nor on which are
    /// known. Ends soon after `stop`, which an error stops too.
    ///
    /// # Errors
    /// If an opening cannot be found, or `tell` fails.
    pub fn make<E: From<TooRare>>(
        &self,
        count: usize,
        threads: usize,
        known: BTreeMap<usize, Opening>,
        stop: &Stop,
        mut tell: impl FnMut(Found) -> Result<(), E>,
    ) -> Result<(), E> {
        let wanted: Vec<usize> = (0..count).filter(|number| !known.contains_key(number)).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..threads.clamp(1, wanted.len().max(1)) {
                let (sender, next, wanted) = (sender.clone(), &next, &wanted);
                scope.spawn(move || {
                    let mut judge = Judge::new(self, stop);
                    while let Some(&number) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let found = judge.find(number, &HashSet::new()).transpose();
                        if found.is_none_or(|found| sender.send(found).is_err()) {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut settled = Settled::new(Judge::new(self, stop), known, count);
            let mut settle = |found: Option<Found>| -> Result<(), E> {
                if let Some(found) = found {
                    settled.add(found.number, found.opening.clone());
                    tell(found)?;
                }
                while let Some(other) = settled.settle()? {
                    tell(other)?;
                }
                Ok(())
            };
            let done = settle(None)
                .and_then(|()| results.iter().try_for_each(|found| settle(Some(found?))));
            if done.is_err() {
                stop.stop();
            }
            done
        })
    }

    fn shape(&self, number: usize) -> Shape {
        let (fewest, most) = self.stones;
        let counts = most.saturating_sub(fewest) + 1;
        let zones = Zone::ALL.len();
        Shape {
            zone: Zone::ALL[number % zones],
            stones: fewest + number / zones % counts,
            reach: REACHES[number / (zones * counts) % REACHES.len()],
        }
    }
}

/// Openings in the order of their numbers: a later one must not be the same as an earlier one.
struct Settled<'a> {
    judge: Judge<'a>,
    found: BTreeMap<usize, Opening>,
    count: usize,
    /// The keys of all openings up to the first that is missing.
    keys: HashSet<u64>,
}

impl<'a> Settled<'a> {
    fn new(judge: Judge<'a>, known: BTreeMap<usize, Opening>, count: usize) -> Self {
        Settled { judge, found: known, count, keys: HashSet::new() }
    }

    fn add(&mut self, number: usize, opening: Opening) {
        self.found.insert(number, opening);
    }

    /// Goes on to the first number that is missing. An opening that is there already is replaced, and
    /// given back.
    fn settle(&mut self) -> Result<Option<Found>, TooRare> {
        while self.keys.len() < self.count {
            let number = self.keys.len();
            let Some(opening) = self.found.get(&number) else { break };
            if self.keys.insert(key(&opening.game)) {
                continue;
            }
            let other = self.judge.find(number, &self.keys)?;
            if let Some(Found { opening, .. }) = &other {
                self.add(number, opening.clone());
            }
            return Ok(other);
        }
        Ok(None)
    }
}

/// The same for all images and shifts of a position.
fn key(game: &Game) -> u64 {
    game.shift_key()
}

/// Draws openings and searches them.
struct Judge<'a> {
    plan: &'a Plan,
    engine: Engine,
    stop: &'a Stop,
}

impl<'a> Judge<'a> {
    fn new(plan: &'a Plan, stop: &'a Stop) -> Self {
        let options = EngineOptions { memory: MEMORY, ..EngineOptions::default() };
        Judge { plan, engine: Engine::new(options), stop }
    }

    /// The first opening for a number that is not `taken`; none if it was stopped.
    fn find(&mut self, number: usize, taken: &HashSet<u64>) -> Result<Option<Found>, TooRare> {
        let plan = self.plan;
        let shape = plan.shape(number);
        let empty = Game::new(plan.size, plan.rule);
        let mut rng = fastrand::Rng::with_seed(seed_of(plan.seed, number));
        let mut searched = 0;
        for tries in 1..=MOST_TRIES {
            if self.stop.is_stopped() {
                return Ok(None);
            }
            let Some(game) = scatter(&empty, shape, &mut rng) else { continue };
            if taken.contains(&key(&game)) {
                continue;
            }
            if searched == MOST_SEARCHES {
                return Err(TooRare { stones: shape.stones, zone: shape.zone, tries });
            }
            searched += 1;
            if let Some(score) = self.score(&game) {
                let opening = Opening { game, zone: shape.zone, score };
                return Ok(Some(Found { number, opening, searched }));
            }
        }
        Err(TooRare { stones: shape.stones, zone: shape.zone, tries: MOST_TRIES })
    }

    /// The score of an even position; none if it is not even or the search was stopped.
    fn score(&mut self, game: &Game) -> Option<i32> {
        let Plan { margin, nodes, .. } = *self.plan;
        let mut even = |part: u64, margins: i32| {
            let score = self.search(game, nodes / part)?;
            (score.abs() <= margin.saturating_mul(margins)).then_some(score)
        };
        for (part, margins) in SIEVES {
            even(part, margins)?;
        }
        even(1, 1)
    }

    /// What a search says of a position of which nothing is proven or likely, and in which its move can be
    /// played.
    fn search(&mut self, game: &Game, nodes: u64) -> Option<i32> {
        self.engine.forget();
        let limits = Limits { nodes: Some(nodes.max(1)), ..Limits::default() };
        let report = self.engine.search(game, &limits, self.stop, &mut |_| {});
        let line = report.pvs.first().filter(|_| !self.stop.is_stopped())?;
        let best = *line.moves.first()?;
        match line.verdict {
            Verdict::Unclear { centi } if !game.is_forbidden(best) => Some(centi),
            _ => None,
        }
    }
}

/// The RNG seed of an opening.
fn seed_of(seed: u64, number: usize) -> u64 {
    let mixed = (seed ^ (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(29);
    mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ seed
}
