//! Random positions: scattered stones, and rows that are nearly fives.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use tengen_core::{Direction, Game, Point, Rule, Side, Size};

/// Random numbers that differ from rule to rule.
pub(crate) fn seeded_rng(seed: u64, rule: Rule) -> fastrand::Rng {
    fastrand::Rng::with_seed(seed * 100 + u64::from(rule.code()))
}

/// Stones all over a board of random size; `percent` is how full it is.
pub(crate) fn scattered(
    rng: &mut fastrand::Rng,
    rule: Rule,
    lines: RangeInclusive<u8>,
    percent: RangeInclusive<usize>,
) -> Game {
    loop {
        let size = Size::new(rng.u8(lines.clone())).unwrap();
        let mut points: Vec<Point> = size.points().collect();
        rng.shuffle(&mut points);
        points.truncate(size.area() * rng.usize(percent.clone()) / 100);
        let stones: Vec<(Point, Side)> = points.into_iter().map(|p| (p, side(rng))).collect();
        if let Ok(game) = Game::from_setup(size, rule, stones, side(rng)) {
            return game;
        }
    }
}

/// Rows of two and three stones within five points each, some with an end stopped, now and then
/// one of four, and a few stones anywhere. One side may have more of them.
pub(crate) fn rows(
    rng: &mut fastrand::Rng,
    rule: Rule,
    lines: RangeInclusive<u8>,
    rows: RangeInclusive<usize>,
) -> Game {
    loop {
        let size = Size::new(rng.u8(lines.clone())).unwrap();
        let mut stones = BTreeMap::new();
        let stronger = side(rng);
        for _ in 0..rng.usize(rows.clone()) {
            let side = if rng.u8(..3) > 0 { stronger } else { !stronger };
            let count = rng.usize(2..=3);
            add_row(rng, size, side, count, &mut stones);
        }
        if rng.u8(..6) == 0 {
            let side = side(rng);
            add_row(rng, size, side, 4, &mut stones);
        }
        let points: Vec<Point> = size.points().collect();
        for _ in 0..rng.usize(..size.area() / 6) {
            stones.entry(points[rng.usize(..points.len())]).or_insert(side(rng));
        }
        if let Ok(game) = Game::from_setup(size, rule, stones, side(rng)) {
            return game;
        }
    }
}

fn add_row(
    rng: &mut fastrand::Rng,
    size: Size,
    side: Side,
    count: usize,
    stones: &mut BTreeMap<Point, Side>,
) {
    let (x, y) = (rng.u8(..size.lines()), rng.u8(..size.lines()));
    let (start, line) = (Point::new(x, y).unwrap(), Direction::ALL[rng.usize(..4)]);
    if start.stepped(line, 4, size).is_none() {
        return;
    }
    let mut steps = [0, 1, 2, 3, 4];
    rng.shuffle(&mut steps);
    let own = steps.into_iter().take(count).map(|step| (step, side));
    let stop = [(-1, !side), (5, !side)].into_iter().filter(|_| rng.bool());
    for (step, side) in own.chain(stop.collect::<Vec<_>>()) {
        if let Some(point) = start.stepped(line, step, size) {
            stones.entry(point).or_insert(side);
        }
    }
}

/// A board full of stones that leave nobody a five, but for strips that cross, on which one side
/// has stones between free points: fours that lead nowhere, and fours that do.
pub(crate) fn strips(rng: &mut fastrand::Rng, rule: Rule, lines: RangeInclusive<u8>) -> Game {
    loop {
        let size = Size::new(rng.u8(lines.clone())).unwrap();
        let stronger = side(rng);
        // Pairs in rows, turns in columns: every five points in line have both colours.
        let is_own = |point: &Point| (point.x() / 2 + point.y()).is_multiple_of(2);
        let full = size.points().map(|p| (p, Some(if is_own(&p) { stronger } else { !stronger })));
        let mut stones: BTreeMap<Point, Option<Side>> = full.collect();
        let (x, y) = (rng.u8(2..size.lines() - 2), rng.u8(2..size.lines() - 2));
        let crossing = Point::new(x, y).unwrap();
        for line in Direction::ALL.into_iter().filter(|_| rng.u8(..3) > 0).collect::<Vec<_>>() {
            let owner = if rng.u8(..5) > 0 { stronger } else { !stronger };
            let shift = rng.i8(-1..=1);
            let strip = (shift - 4..=shift + 4).filter_map(|d| crossing.stepped(line, d, size));
            stones.extend(strip.map(|point| (point, rng.bool().then_some(owner))));
        }
        let stones = stones.into_iter().filter_map(|(point, side)| Some((point, side?)));
        if let Ok(game) = Game::from_setup(size, rule, stones.collect::<Vec<_>>(), side(rng)) {
            return game;
        }
    }
}

/// The same stones with the other side to move.
pub(crate) fn turned(game: &Game) -> Game {
    let stones = Side::BOTH.map(|side| game.board().stones(side).map(move |point| (point, side)));
    let stones = stones.into_iter().flatten();
    Game::from_setup(game.size(), game.rule(), stones, !game.to_move()).unwrap()
}

fn side(rng: &mut fastrand::Rng) -> Side {
    Side::BOTH[rng.usize(..2)]
}
