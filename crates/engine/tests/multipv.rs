//! Multi-PV, excluded moves, and searches of some moves only.

use tengen_core::{Game, Point, Rule, Side};
use tengen_engine::{Limits, Params, Pv, Stop, Verdict};
use tengen_test_support::engine::engine;
use tengen_test_support::game::{game, random_game};
use tengen_test_support::picture::drawn;

/// The PVs that a fresh engine finds.
fn pvs(params: Params, game: &Game, limits: &Limits) -> Vec<Pv> {
    engine(params).search(game, limits, &Stop::new(), &mut |_| {}).pvs
}

fn first(pv: &Pv) -> Point {
    pv.moves[0]
}

/// A game in words.
fn text(game: &Game) -> String {
    let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    format!("{} on {}: {}", game.rule(), game.size(), moves.join(" "))
}

/// How good a verdict is: the sooner win is better, and the later loss.
fn rank(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Wins { plies } => 100_000 - plies as i32,
        Verdict::Loses { plies } => plies as i32 - 100_000,
        unproven => unproven.number(),
    }
}

/// Compares `count` PVs of one search with as many searches that exclude the moves before.
fn check_pvs(game: &Game, depth: u32, count: usize) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let together = pvs(Params::plain(), game, &Limits { multipv: count, ..limits.clone() });
    let free = game.board().free_points().count();
    let legal = game.board().free_points().filter(|&point| !game.is_forbidden(point)).count();
    assert!(together.len() <= count.min(free), "{}", text(game));
    let mut exclude: Vec<Point> = Vec::new();
    for (n, pv) in together.iter().enumerate() {
        let apart =
            pvs(Params::plain(), game, &Limits { exclude: exclude.clone(), ..limits.clone() });
        let apart = &apart[0];
        let place = format!("PV {n} at depth {depth} of {}", text(game));
        assert_eq!(pv.verdict, apart.verdict, "{place}");
        // Equally good moves may come in either order.
        let only = vec![first(pv)];
        let alone = pvs(Params::plain(), game, &Limits { only, ..limits.clone() });
        assert_eq!(alone[0].verdict, pv.verdict, "{place}, searched alone");
        assert!(!exclude.contains(&first(pv)), "{place}: a move twice");
        exclude.push(first(pv));
    }
    assert!(together.len() == count || together.len() >= legal.min(count), "{}", text(game));
    let ranks: Vec<i32> = together.iter().map(|pv| rank(pv.verdict)).collect();
    assert!(ranks.is_sorted_by(|better, worse| better >= worse), "{ranks:?}");
}

#[test]
fn multipv_equals_searches_that_exclude_the_moves_before() {
    let mut rng = fastrand::Rng::with_seed(11);
    for rule in Rule::ALL {
        for number in 0..8 {
            let game = random_game(&mut rng, rule);
            check_pvs(&game, 1 + number % 4, 4);
        }
    }
}

#[test]
fn with_narrow_windows_too() {
    let mut rng = fastrand::Rng::with_seed(12);
    for rule in Rule::ALL {
        check_pvs(&random_game(&mut rng, rule), 5, 2);
    }
}

/// Black must answer the open three of White.
const THREATENED: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . x . . . . .
    . . . . o . . . .
    . . . . o x . . .
    . . . . o . . . .
    . . . x . . x . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn further_pvs_show_how_other_moves_lose() {
    let blocked = drawn(
        Rule::Freestyle,
        Side::White,
        "
        . . . . . . .
        . o . o . . .
        . . . . . . .
        o x x x x . .
        . . . . . . .
        . . o . . . .
        . . . . . . .",
    );
    let limits = Limits { depth: Some(3), multipv: 3, ..Limits::default() };
    let found = pvs(Params::default(), &blocked, &limits);
    assert_eq!(first(&found[0]).to_string(), "f4");
    assert_eq!(found[1].verdict, Verdict::Loses { plies: 2 });
    assert_eq!(found[2].verdict, Verdict::Loses { plies: 2 });

    let threatened = drawn(Rule::Freestyle, Side::Black, THREATENED);
    let limits = Limits { depth: Some(3), multipv: 12, ..Limits::default() };
    let found = pvs(Params::default(), &threatened, &limits);
    let stops = found.iter().filter(|pv| !matches!(pv.verdict, Verdict::Loses { .. }));
    let mut stops: Vec<String> = stops.map(|pv| first(pv).to_string()).collect();
    stops.sort();
    assert_eq!(stops, ["e3", "e7"]);
    check_pvs(&threatened, 3, 8);
}

#[test]
fn excluded_moves_are_not_searched() {
    let open = game(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5");
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let exclude = ["g8", "k8"].map(|name| name.parse().unwrap()).to_vec();
    let found = pvs(
        Params::default(),
        &open,
        &Limits { exclude: exclude.clone(), multipv: 300, ..limits.clone() },
    );
    assert!(found.len() > 10);
    assert!(found.iter().all(|pv| !exclude.contains(&first(pv))));
    // The blocks of a four are all excluded: the rest is still answered.
    let four = game(Rule::Freestyle, 15, "h8 g8 i8 a3 j8 a5 k8");
    let exclude = vec!["l8".parse().unwrap()];
    let found = pvs(Params::default(), &four, &Limits { exclude, ..limits.clone() });
    assert_eq!(found[0].verdict, Verdict::Loses { plies: 2 });
    // Nothing is left to search.
    let exclude = open.board().free_points().collect();
    assert!(pvs(Params::default(), &open, &Limits { exclude, ..limits }).is_empty());
}

#[test]
fn only_named_moves_are_searched_however_far_they_lie() {
    let open = game(Rule::Freestyle, 15, "h8 h9");
    let only: Vec<Point> = ["o15", "a1", "h7", "h8"].map(|name| name.parse().unwrap()).to_vec();
    let limits = Limits { depth: Some(3), multipv: 9, only, ..Limits::default() };
    let mut found: Vec<String> =
        pvs(Params::default(), &open, &limits).iter().map(|pv| first(pv).to_string()).collect();
    assert_eq!(found[0], "h7");
    found.sort();
    assert_eq!(found, ["a1", "h7", "o15"], "h8 is not free");
    let nothing = Limits { only: vec!["h8".parse().unwrap()], ..limits };
    assert!(pvs(Params::default(), &open, &nothing).is_empty());
}

#[test]
fn no_forbidden_move_is_chosen_while_another_is_left() {
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let mut rng = fastrand::Rng::with_seed(13);
    for _ in 0..60 {
        let game = random_game(&mut rng, Rule::Renju);
        let found = pvs(Params::default(), &game, &limits);
        let may = |point: Point| game.to_move() == Side::White || !game.is_forbidden(point);
        let any = game.board().free_points().any(may);
        assert!(!any || may(first(&found[0])), "{}", text(&game));
    }
}
