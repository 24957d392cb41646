//! The fast code agrees with a slow referee written straight from the rules.
//!
//! Every run asks 60 000 random points; the whole is
//! `TENGEN_POINTS=2000000 cargo test --release -p tengen-core --test reference -- --nocapture`,
//! and `TENGEN_SEED` asks other points.
#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

use std::collections::BTreeMap;

use fastrand::Rng;
use tengen_core::{
    Board, DrawReason, Foul, FoulShape, Game, Outcome, Point, Rule, Side, Size, WinReason, renju,
};
use tengen_test_support::environment::{number, seed};
use tengen_test_support::positions::{self, Source};
use tengen_test_support::referee::{Grid, Verdict, colour};
use tengen_test_support::vectors;

/// How often everything was met.
#[derive(Default)]
struct Counts(BTreeMap<String, u64>);

impl Counts {
    fn add(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    fn add_if(&mut self, met: bool, what: &str) {
        if met {
            self.add(what);
        }
    }

    fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }

    /// Prints all counts. A test that never met what it is about would prove nothing.
    fn report(&self, title: &str, must_be_met: &[&str]) {
        println!("{title}, seed {}", seed());
        self.0.iter().for_each(|(what, count)| println!("{count:>12}  {what}"));
        must_be_met.iter().for_each(|what| assert!(self.of(what) > 0, "never met: {what}"));
    }
}

fn whole() -> u64 {
    number("TENGEN_POINTS", 60_000)
}

#[test]
fn wins_and_forbidden_points_are_those_of_the_reference() {
    let mut rng = Rng::with_seed(seed());
    let source = Source::new(known_positions());
    let mut counts = Counts::default();
    for size in Size::all().collect::<Vec<_>>().into_iter().cycle() {
        if counts.of("points") >= whole() {
            break;
        }
        counts.add("positions");
        let grid = source.position(&mut rng, size);
        let board = grid.board();
        for point in positions::questions(&mut rng, &grid, 16) {
            counts.add("points");
            check_wins(&grid, &board, point, &mut counts);
            check_forbidden(&grid, &board, point, &mut counts);
        }
    }
    counts.report(
        "random points",
        &[
            "wins: freestyle, black",
            "wins: freestyle, white",
            "wins: standard, black",
            "wins: standard, white",
            "wins: renju, black",
            "wins: renju, white",
            "wins: caro, black",
            "wins: caro, white",
            "wins: caro-exact, black",
            "wins: caro-exact, white",
            "rows: six or more",
            "rows: five blocked on both ends",
            "rows: five and six by one stone",
            "forbidden: 6",
            "forbidden: 44",
            "forbidden: 33",
            "forbidden: 6 and 44",
            "forbidden: two fours on one line",
            "legal: five in spite of a foul",
            "recursion: decides at level 1",
            "recursion: decides at level 2",
        ],
    );
}

fn known_positions() -> Vec<vectors::Vector> {
    vectors::forbidden().into_iter().chain(vectors::positions()).collect()
}

fn check_wins(grid: &Grid, board: &Board, point: Point, counts: &mut Counts) {
    for side in Side::BOTH {
        let mut after = (*grid, board.clone());
        after.0.put(point, colour(side));
        after.1.place(point, side);
        for rule in Rule::ALL {
            let rows = after.0.winning_rows(point, rule);
            let asked = || format!("{rule}, {side} on {point}\n{}", grid.draw(Some(point)));
            assert_eq!(after.1.wins(point, side, rule), !rows.is_empty(), "{}", asked());
            assert_eq!(after.1.winning_rows(point, side, rule), rows, "{}", asked());
            counts.add_if(!rows.is_empty(), &format!("wins: {rule}, {side}"));
        }
        count_rows(&after.0.runs(point), counts);
    }
}

fn count_rows(runs: &[(usize, bool)], counts: &mut Counts) {
    let (five, long) = (runs.iter().any(|run| run.0 == 5), runs.iter().any(|run| run.0 > 5));
    counts.add_if(long, "rows: six or more");
    counts.add_if(five && long, "rows: five and six by one stone");
    counts.add_if(runs.contains(&(5, true)), "rows: five blocked on both ends");
}

fn check_forbidden(grid: &Grid, board: &Board, point: Point, counts: &mut Counts) {
    let judgement = grid.judge(point);
    let forbidden = !judgement.fouls.is_empty();
    let asked = || format!("{point}\n{}", grid.draw(Some(point)));
    assert_eq!(grid.is_forbidden(point), forbidden, "the reference itself, {}", asked());
    assert_eq!(renju::is_forbidden(board, point), forbidden, "{}", asked());
    let fouls: Vec<Foul> = renju::fouls(board, point).iter().collect();
    assert_eq!(fouls, judgement.fouls, "{}", asked());

    let prohibition = renju::prohibition(board, point);
    assert_eq!(prohibition.is_some(), forbidden, "{}", asked());
    let shapes = prohibition.map_or(Vec::new(), |prohibition| {
        assert_eq!(prohibition.point, point);
        assert_eq!(prohibition.fouls.iter().collect::<Vec<_>>(), judgement.fouls, "{}", asked());
        prohibition.shapes
    });
    assert_eq!(ordered(shapes), ordered(judgement.shapes.clone()), "{}", asked());

    count_forbidden(grid, point, &judgement.shapes, &fouls, counts);
}

/// Shapes and their growth come in no promised order.
fn ordered(mut shapes: Vec<FoulShape>) -> Vec<FoulShape> {
    shapes.iter_mut().for_each(|shape| shape.growth.sort());
    shapes.sort_by_key(|s| (s.foul, s.direction, s.stones.clone(), s.growth.clone()));
    shapes
}

fn count_forbidden(
    grid: &Grid,
    point: Point,
    shapes: &[FoulShape],
    fouls: &[Foul],
    counts: &mut Counts,
) {
    counts.add_if(!fouls.is_empty(), "forbidden points");
    fouls.iter().for_each(|foul| counts.add(format!("forbidden: {}", foul.code())));
    if fouls.len() > 1 {
        let names: Vec<&str> = fouls.iter().map(|foul| foul.code()).collect();
        counts.add(format!("forbidden: {}", names.join(" and ")));
    }
    let is_four = |shape: &&FoulShape| shape.foul == Foul::DoubleFour;
    let fours: Vec<_> = shapes.iter().filter(is_four).map(|shape| shape.direction).collect();
    let twice = fours.windows(2).any(|pair| pair[0] == pair[1]);
    counts.add_if(twice, "forbidden: two fours on one line");
    counts.add_if(grid.wins_in_spite_of_a_foul(point), "legal: five in spite of a foul");
    if let levels @ 1.. = grid.levels_needed(point) {
        counts.add(format!("recursion: decides at level {levels}"));
    }
}

#[test]
fn games_go_as_the_reference_says() {
    let mut rng = Rng::with_seed(seed());
    let mut counts = Counts::default();
    let sizes: Vec<Size> = Size::all().collect();
    for number in 0..whole() / 200 {
        // Forbidden moves are rare, so every second game is renju.
        let rule = if number % 2 == 0 {
            Rule::Renju
        } else {
            Rule::ALL[number as usize / 2 % Rule::ALL.len()]
        };
        // Small boards fill up, large boards have room for long rows.
        let size = sizes[rng.usize(..sizes.len()).min(rng.usize(..sizes.len()))];
        let verdict = play_a_game(&mut rng, size, rule, &mut counts);
        counts.add("games");
        counts.add_if(matches!(verdict, Verdict::Loses(_)), "ends: forbidden point");
        counts.add(match verdict {
            Verdict::Loses(fouls) => format!("ends: forbidden {}", fouls[0].code()),
            Verdict::Wins => format!("ends: five, {rule}"),
            _ => format!("ends: full board, {rule}"),
        });
    }
    let ends = |what: &str| Rule::ALL.map(|rule| format!("ends: {what}, {rule}"));
    let forbidden = [String::from("ends: forbidden point")];
    let expected = [&ends("five")[..], &ends("full board"), &forbidden].concat();
    counts.report("random games", &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

/// Plays to the end, and compares every single result.
fn play_a_game(rng: &mut Rng, size: Size, rule: Rule, counts: &mut Counts) -> Verdict {
    let mut game = Game::new(size, rule);
    let mut grid = Grid::new(size);
    let peaceful = rng.bool();
    loop {
        let side = game.to_move();
        let point = next_move(rng, &grid, rule, side, peaceful);
        let verdict = grid.verdict(point, side, rule);
        let asked = || format!("{rule}, {side}: {point}\n{}", grid.draw(Some(point)));
        let forbidden = matches!(verdict, Verdict::Loses(_));
        assert_eq!(game.is_forbidden(point), forbidden, "{}", asked());
        let outcome = game.play(point).expect("an empty point");
        assert_eq!(told(outcome, side), verdict, "{}", asked());
        counts.add("moves");
        grid.put(point, colour(side));
        if verdict != Verdict::GoesOn {
            return verdict;
        }
    }
}

/// A move close to other stones; a peaceful player avoids whatever ends the game.
fn next_move(rng: &mut Rng, grid: &Grid, rule: Rule, side: Side, peaceful: bool) -> Point {
    let candidates = positions::questions(rng, grid, 24);
    let first = candidates.last().copied().expect("the game goes on");
    let ends = |point: &Point| grid.verdict(*point, side, rule) != Verdict::GoesOn;
    let quiet = || candidates.iter().rev().find(|point| !ends(point)).copied();
    if peaceful { quiet().unwrap_or(first) } else { first }
}

/// The outcome of a move in the reference's words.
fn told(outcome: Option<Outcome>, mover: Side) -> Verdict {
    match outcome {
        None => Verdict::GoesOn,
        Some(Outcome::Win(side, WinReason::Five)) if side == mover => Verdict::Wins,
        Some(Outcome::Win(Side::White, WinReason::Forbidden(fouls))) if mover == Side::Black => {
            Verdict::Loses(fouls.iter().collect())
        }
        Some(Outcome::Draw(DrawReason::FullBoard)) => Verdict::Draw,
        Some(other) => panic!("no move ends a game by {other}"),
    }
}
