//! Openings for matches: even, legal, different, and the same for the same seed.

use std::collections::{BTreeMap, HashSet};

use tengen_core::{Rule, Size};
use tengen_engine::Stop;
use tengen_train::openings::{Found, Opening, Plan, TooRare, Zone};

/// What `tell` and the search can fail with here.
#[derive(Debug, PartialEq)]
struct Failed(TooRare);

impl From<TooRare> for Failed {
    fn from(error: TooRare) -> Self {
        Failed(error)
    }
}

fn plan(rule: Rule) -> Plan {
    Plan { rule, size: Size::new(11).unwrap(), seed: 5, stones: (3, 6), margin: 60, nodes: 400 }
}

fn made(
    plan: &Plan,
    count: usize,
    threads: usize,
    known: &BTreeMap<usize, Opening>,
) -> BTreeMap<usize, Opening> {
    let mut openings = known.clone();
    let tell = |found: Found| -> Result<(), Failed> {
        assert!(found.searched > 0);
        openings.insert(found.number, found.opening);
        Ok(())
    };
    plan.make(count, threads, known.clone(), &Stop::new(), tell).unwrap();
    openings
}

#[test]
fn openings_are_legal_even_different_and_mixed() {
    for rule in Rule::ALL {
        let plan = plan(rule);
        let openings = made(&plan, 12, 2, &BTreeMap::new());
        assert_eq!(openings.len(), 12, "{rule}");
        let keys: HashSet<u64> = openings.values().map(|one| one.game.canonical_key()).collect();
        assert_eq!(keys.len(), 12, "{rule}: no two are images of each other");
        for (number, Opening { game, zone, score }) in &openings {
            assert!(game.outcome().is_none() && (game.rule(), game.size()) == (rule, plan.size));
            assert!(game.size().points().any(|p| game.board().is_free(p) && !game.is_forbidden(p)));
            assert!(score.abs() <= plan.margin, "{rule} {number}: {score}");
            assert_eq!((*zone, game.moves().len()), (Zone::ALL[number % 3], 3 + number / 3));
        }
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let plan = plan(Rule::Renju);
    let whole = made(&plan, 9, 1, &BTreeMap::new());
    assert_eq!(made(&plan, 9, 3, &BTreeMap::new()), whole);
    // What an interrupted run left, and a smaller set that is to grow.
    for left in [&[1, 4, 5][..], &[0, 1, 2], &[0, 1, 2, 3, 4, 5, 6, 7, 8]] {
        let known = left.iter().map(|number| (*number, whole[number].clone())).collect();
        assert_eq!(made(&plan, 9, 2, &known), whole);
    }
    assert_ne!(made(&Plan { seed: 6, ..plan }, 9, 2, &BTreeMap::new()), whole);
}

#[test]
fn an_opening_that_an_earlier_one_is_too_gives_way() {
    let plan = plan(Rule::Freestyle);
    let whole = made(&plan, 6, 2, &BTreeMap::new());
    let mut known = whole.clone();
    known.insert(4, whole[&1].clone());
    assert_eq!(made(&plan, 6, 2, &known), whole, "all are known, and one is repeated");
    known.remove(&2);
    assert_eq!(made(&plan, 6, 2, &known), whole);
}

#[test]
fn a_stop_ends_the_search() {
    let stop = Stop::new();
    stop.stop();
    let none = |found: Found| -> Result<(), Failed> { panic!("{found:?} came after the stop") };
    assert_eq!(plan(Rule::Caro).make(9, 2, BTreeMap::new(), &stop, none), Ok(()));
}

/// A set that does not exist ends with an error, not never: one stone lies in six ways on 5 lines.
#[test]
fn what_cannot_be_found_is_said() {
    let size = Size::new(5).unwrap();
    let plan = Plan { size, stones: (1, 1), margin: 100_000, nodes: 10, ..Plan::default() };
    let any = |_: Found| -> Result<(), Failed> { Ok(()) };
    let Failed(error) = plan.make(60, 2, BTreeMap::new(), &Stop::new(), any).unwrap_err();
    assert!(error.to_string().starts_with("no further even opening of 1 stones"), "{error}");
}
