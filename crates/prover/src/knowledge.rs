//! What the search has learned from some positions and tries in others: moves that won, wins by
//! threats, and searches that found nothing.

use std::collections::HashMap;

use tengen_core::{Point, Side, Size, Symmetry};
use tengen_engine::SolverLevel;

use crate::walk::{Key, Stones};

/// A win by threats: the defender's stones, and the level at which it was found. The attacker's
/// stones are those it is filed under.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Example {
    pub(crate) stones: Vec<Point>,
    pub(crate) level: SolverLevel,
}

/// Filed under the attacker's stones, and under those and the defender's last stone.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    moves: HashMap<Key, Vec<Point>>,
    examples: HashMap<Key, Vec<Example>>,
    failures: HashMap<Key, u64>,
}

/// Kept under one key: more cost more than they give.
const MOST_MOVES: usize = 4;
const MOST_EXAMPLES: usize = 6;
/// Keys of one kind: a few hundred megabytes.
const MOST_KEYS: usize = 2_000_000;

impl Knowledge {
    /// The moves that won in similar positions.
    pub(crate) fn moves(&self, stones: &Stones, last: Option<Point>, attacker: Side) -> Vec<Point> {
        let mut found: Vec<Point> = Vec::new();
        for (key, symmetry) in places(stones, last, attacker) {
            for &point in self.moves.get(&key).into_iter().flatten() {
                let point = symmetry.inverse().apply(point, stones.size);
                if !found.contains(&point) {
                    found.push(point);
                }
            }
        }
        found
    }

    /// A move has won here.
    pub(crate) fn add_move(
        &mut self,
        stones: &Stones,
        last: Option<Point>,
        attacker: Side,
        point: Point,
    ) {
        for (key, symmetry) in places(stones, last, attacker) {
            file(&mut self.moves, key, symmetry.apply(point, stones.size), MOST_MOVES);
        }
    }

    /// The wins by threats of similar positions, turned as the board lies here.
    pub(crate) fn examples(
        &self,
        stones: &Stones,
        last: Option<Point>,
        attacker: Side,
    ) -> Vec<Example> {
        let mut found: Vec<Example> = Vec::new();
        for (key, symmetry) in places(stones, last, attacker) {
            for example in self.examples.get(&key).into_iter().flatten() {
                let example = example.turned(symmetry.inverse(), stones.size);
                if !found.contains(&example) {
                    found.push(example);
                }
            }
        }
        found
    }

    /// A win by threats.
    pub(crate) fn add_example(
        &mut self,
        stones: &Stones,
        last: Option<Point>,
        attacker: Side,
        example: &Example,
    ) {
        for (key, symmetry) in places(stones, last, attacker) {
            let example = example.turned(symmetry, stones.size);
            file(&mut self.examples, key, example, MOST_EXAMPLES);
        }
    }

    /// The nodes after which no win by threats was found in a similar position.
    pub(crate) fn failed_nodes(&self, stones: &Stones, last: Option<Point>, attacker: Side) -> u64 {
        let (key, _) = stones.shape(attacker, last);
        self.failures.get(&key).copied().unwrap_or(0)
    }

    /// No win by threats was found.
    pub(crate) fn add_failure(
        &mut self,
        stones: &Stones,
        last: Option<Point>,
        attacker: Side,
        nodes: u64,
    ) {
        if self.failures.len() >= MOST_KEYS {
            self.failures.clear();
        }
        let (key, _) = stones.shape(attacker, last);
        let most = self.failures.entry(key).or_insert(0);
        *most = nodes.max(*most);
    }
}

/// What a position is filed under: with the last reply first, if it is known.
fn places(
    stones: &Stones,
    last: Option<Point>,
    attacker: Side,
) -> impl Iterator<Item = (Key, Symmetry)> {
    let exact = last.map(|last| stones.shape(attacker, Some(last)));
    exact.into_iter().chain([stones.shape(attacker, None)])
}

impl Example {
    /// The defender's stones of this position, and the level of the attacker's win.
    pub(crate) fn of(stones: &Stones, attacker: Side, level: SolverLevel) -> Example {
        Example { stones: stones.turned(!attacker, Symmetry::IDENTITY), level }
    }

    fn turned(&self, symmetry: Symmetry, size: Size) -> Example {
        let turned = self.stones.iter().map(|&point| symmetry.apply(point, size));
        let mut stones: Vec<Point> = turned.collect();
        stones.sort_unstable();
        Example { stones, level: self.level }
    }
}

/// Puts a thing first under its key, which keeps at most so many.
fn file<T: PartialEq>(files: &mut HashMap<Key, Vec<T>>, key: Key, thing: T, most: usize) {
    if files.len() >= MOST_KEYS {
        files.clear();
    }
    let list = files.entry(key).or_default();
    list.retain(|known| *known != thing);
    list.insert(0, thing);
    list.truncate(most);
}
