//! What is solved: random stones, with rows that are nearly fives.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use tengen_core::{Direction, Game, Point, Rule, Side, Size};

/// How many positions, unless the environment says otherwise.
pub(crate) fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Random numbers that differ from rule to rule.
pub(crate) fn dice(seed: u64, rule: Rule) -> fastrand::Rng {
    fastrand::Rng::with_seed(seed * 100 + u64::from(rule.code()))
}

/// Stones all over a board of so many lines, of which so many in a hundred points are taken.
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

/// Rows of two and three stones within five points each, some with an end stopped, and a few
/// stones anywhere. One side may have more of them.
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
            add_row(rng, size, side, &mut stones);
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

fn add_row(rng: &mut fastrand::Rng, size: Size, side: Side, stones: &mut BTreeMap<Point, Side>) {
    let (x, y) = (rng.u8(..size.lines()), rng.u8(..size.lines()));
    let (start, line) = (Point::new(x, y).unwrap(), Direction::ALL[rng.usize(..4)]);
    if start.stepped(line, 4, size).is_none() {
        return;
    }
    let mut steps = [0, 1, 2, 3, 4];
    rng.shuffle(&mut steps);
    let own = steps.into_iter().take(rng.usize(2..=3)).map(|step| (step, side));
    let stop = [(-1, !side), (5, !side)].into_iter().filter(|_| rng.bool());
    for (step, side) in own.chain(stop.collect::<Vec<_>>()) {
        if let Some(point) = start.stepped(line, step, size) {
            stones.entry(point).or_insert(side);
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
