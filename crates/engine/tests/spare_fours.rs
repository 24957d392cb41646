//! Fours that lead nowhere neither change a verdict nor blow up the search.

use std::sync::Arc;

use tengen_core::{Game, Point, Rule, Side, Size};
use tengen_engine::{Limits, Params, PatternTables, Position, Report, Stop, Threat, Verdict};
use tengen_test_support::engine::engine;

/// A fight in the middle of a large board, Black to move.
struct Fight {
    name: &'static str,
    black: &'static str,
    white: &'static str,
    depth: u32,
}

/// Nobody wins soon.
const QUIET: [Fight; 4] = [
    Fight { name: "one stone each", black: "k11", white: "l12", depth: 7 },
    Fight { name: "two stones each", black: "k11 l13", white: "l12 k13", depth: 7 },
    Fight { name: "stones apart", black: "g11 p11", white: "h12 o10", depth: 7 },
    Fight { name: "locked", black: "k11 l11 m13 k13", white: "l12 k12 m11 j11", depth: 7 },
];

/// Black wins soon.
const WON: [Fight; 2] = [
    Fight {
        name: "four and three",
        black: "k10 l10 m10 n11 n12",
        white: "j10 m13 l13 o14 k13",
        depth: 7,
    },
    Fight { name: "two threes", black: "j10 k10 l11 l12", white: "j13 n13 h12 o11", depth: 7 },
];

/// Black loses soon.
const LOST: [Fight; 1] = [Fight {
    name: "two threes against",
    black: "h14 o14 h9 o8",
    white: "k10 l10 m10 j11 j12 j13",
    depth: 7,
}];

/// The edges of the board filled so that no row of five is left to anybody, but for eight places
/// where `side` has a three: with `spare`, it can make one four there and no more (`oxxx..o`);
/// without, none (`oxxx.oo`). Nothing else differs.
fn edges(side: Side, spare: bool) -> Vec<(Point, Side)> {
    const THREES: [(u8, u8); 8] =
        [(0, 0), (7, 0), (14, 0), (4, 1), (0, 21), (7, 21), (14, 21), (4, 20)];
    let three = if spare { "oxxx..o" } else { "oxxx.oo" };
    let stone = |x: u8, y: u8| {
        let inside = |&&(from, row): &&(u8, u8)| row == y && (from..from + 7).contains(&x);
        let Some(&(from, _)) = THREES.iter().find(inside) else {
            // Pairs in rows, turns in columns: every five points in line have both colours.
            let is_own = (x / 2 + y).is_multiple_of(2);
            return Some(if is_own { side } else { !side });
        };
        match three.as_bytes()[usize::from(x - from)] {
            b'x' => Some(side),
            b'o' => Some(!side),
            _ => None,
        }
    };
    let rows = (0..5).chain(17..22);
    let points = rows.flat_map(|y| (0..22).map(move |x| (x, y)));
    points.filter_map(|(x, y)| Some((Point::new(x, y)?, stone(x, y)?))).collect()
}

fn stones(names: &str, side: Side) -> impl Iterator<Item = (Point, Side)> {
    names.split_whitespace().map(move |name| (name.parse().unwrap(), side))
}

fn game(fight: &Fight, edges: &[(Point, Side)]) -> Game {
    let all = stones(fight.black, Side::Black)
        .chain(stones(fight.white, Side::White))
        .chain(edges.iter().copied());
    let size = Size::new(22).unwrap();
    Game::from_setup(size, Rule::Freestyle, all, Side::Black).unwrap()
}

fn search(fight: &Fight, edges: &[(Point, Side)], depth: u32) -> Report {
    let game = game(fight, edges);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine(Params::default()).search(&game, &limits, &Stop::new(), &mut |_| {})
}

/// Win, loss or unclear.
fn kind(report: &Report) -> &'static str {
    match report.pvs[0].verdict {
        Verdict::Wins { .. } => "win",
        Verdict::Loses { .. } => "loss",
        _ => "unclear",
    }
}

#[test]
fn the_edges_hold_eight_fours_and_nothing_else() {
    let tables = Arc::new(PatternTables::new(Rule::Freestyle));
    for side in Side::BOTH {
        for spare in [true, false] {
            let game = game(&QUIET[0], &edges(side, spare));
            let position = Position::of(&game, tables.clone());
            let (mut fours, mut others) = (0, 0);
            for point in game.board().free_points().filter(|p| !(5..17).contains(&p.y())) {
                match (position.threat(point, side), position.threat(point, !side)) {
                    (Threat::Four, Threat::None) => fours += 1,
                    (Threat::None, Threat::None) => {}
                    _ => others += 1,
                }
            }
            // Each of the threes makes its four at one of two points.
            assert_eq!((fours, others), (if spare { 16 } else { 0 }, 0), "{side}");
        }
    }
}

/// The fights with spare fours for the side that attacks, and without.
fn attacks() -> impl Iterator<Item = (&'static Fight, Report, Report)> {
    let own = QUIET.iter().chain(&WON).map(|fight| (fight, Side::Black));
    let all = own.chain(LOST.iter().map(|fight| (fight, Side::White)));
    all.map(|(fight, side)| pair(fight, side))
}

/// The fights with spare fours for the side that defends, and without.
fn defences() -> impl Iterator<Item = (&'static Fight, Report, Report)> {
    let enemy = QUIET.iter().chain(&WON).map(|fight| (fight, Side::White));
    let all = enemy.chain(LOST.iter().map(|fight| (fight, Side::Black)));
    all.map(|(fight, side)| pair(fight, side))
}

fn pair(fight: &'static Fight, side: Side) -> (&'static Fight, Report, Report) {
    let without = search(fight, &edges(side, false), fight.depth);
    // A win ends the search once it cannot be shorter: both go as deep as the first needs.
    let with = search(fight, &edges(side, true), without.depth);
    (fight, without, with)
}

/// The fights in which the spare fours change the verdict.
fn changed(all: impl Iterator<Item = (&'static Fight, Report, Report)>) -> Vec<String> {
    let changed = all.filter(|(_, without, with)| kind(without) != kind(with));
    let told = changed.map(|(fight, without, with)| {
        format!("{}: {:?}, {:?}", fight.name, without.pvs[0].verdict, with.pvs[0].verdict)
    });
    told.collect()
}

/// The fights in which they more than triple the nodes. So small a search may grow as it likes.
fn grown(all: impl Iterator<Item = (&'static Fight, Report, Report)>) -> Vec<String> {
    const SMALL: u64 = 1_000;
    let grown = all.filter(|(_, without, with)| with.nodes > (3 * without.nodes).max(SMALL));
    let told = grown.map(|(fight, without, with)| {
        format!("{}: {} nodes, {} nodes", fight.name, without.nodes, with.nodes)
    });
    told.collect()
}

#[test]
fn the_fights_are_what_they_are_called() {
    for (fights, expected) in [(&QUIET[..], "unclear"), (&WON[..], "win"), (&LOST[..], "loss")] {
        for fight in fights {
            for side in Side::BOTH {
                let found = search(fight, &edges(side, false), fight.depth);
                assert_eq!(kind(&found), expected, "{} with {side} edges", fight.name);
            }
        }
    }
}

#[test]
fn of_the_attacker_they_do_not_change_the_verdict() {
    assert_eq!(changed(attacks()), [""; 0]);
}

#[test]
fn of_the_attacker_they_do_not_triple_the_nodes() {
    assert_eq!(grown(attacks()), [""; 0]);
}

#[test]
fn of_the_defender_they_do_not_change_the_verdict() {
    assert_eq!(changed(defences()), [""; 0]);
}

#[test]
fn of_the_defender_they_do_not_triple_the_nodes() {
    assert_eq!(grown(defences()), [""; 0]);
}

#[test]
fn of_the_defender_they_put_off_a_win_by_open_threes() {
    let plies = |report: &Report| match report.pvs[0].verdict {
        Verdict::Wins { plies } | Verdict::Loses { plies } => plies,
        other => panic!("{other:?}"),
    };
    for (fight, side) in [(&WON[1], Side::White), (&LOST[0], Side::Black)] {
        let (_, without, with) = pair(fight, side);
        let (without, with) = (plies(&without), plies(&with));
        // Eight times a four and its block; more may be claimed, less would be false.
        assert!(with >= without + 16, "{}: {without} plies, {with} plies", fight.name);
    }
}
