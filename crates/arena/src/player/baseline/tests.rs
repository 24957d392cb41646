//! What the baseline player sees, and that its search is exact.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tengen_core::{BySide, Game, Outcome, Point, Rule, Side, Size};
use tengen_engine::Stop;
use tengen_formats::{Rows, parse_position};

use super::board::ScoredBoard;
use super::candidates::Moves;
use super::search::{Cache, Search, WON};
use super::shape::ShapeTable;
use super::{BaselinePlayer, BaselineSettings};
use crate::{Ending, Failure, Player, RandomPlayer, Terms, TimeControl, Turn, play_game};

fn game(text: &str, lines: u8, rule: Rule) -> Game {
    parse_position(text, Size::new(lines).unwrap(), rule, Rows::Bottom).unwrap()
}

fn usual(text: &str) -> Game {
    game(text, 15, Rule::Freestyle)
}

fn board(game: &Game) -> ScoredBoard {
    static TABLE: LazyLock<Arc<ShapeTable>> = LazyLock::new(|| Arc::new(ShapeTable::new()));
    ScoredBoard::of(game, TABLE.clone())
}

fn unlimited() -> Turn {
    TimeControl::default().turn_with(None)
}

fn choice(game: &Game, depth: u32) -> String {
    let mut player = BaselinePlayer::new(BaselineSettings { depth, limit: 20 });
    player.choose(game, &unlimited(), &Stop::new()).unwrap().to_string()
}

#[test]
fn it_makes_five() {
    for depth in 1..=4 {
        // Both sides have a four.
        let game = usual("b=h8i8j8k8;w=g8h5i5j5k5;t=b");
        assert_eq!(choice(&game, depth), "l8");
    }
}

#[test]
fn it_blocks_a_four() {
    for depth in 1..=4 {
        assert_eq!(choice(&usual("b=h8i8j8k8;w=g8h5i5;t=w"), depth), "l8");
        assert_eq!(choice(&usual("b=h8i8k8l8;w=a1c3e9;t=w"), depth), "j8");
    }
}

#[test]
fn it_blocks_an_open_three() {
    for depth in 2..=5 {
        let blocks = ["f8", "g8", "k8", "l8"];
        let choice = choice(&usual("b=h8i8j8;w=h5l3;t=w"), depth);
        assert!(blocks.contains(&choice.as_str()), "{choice}");
    }
}

#[test]
fn it_finds_a_forced_win() {
    // A four and a three at one point: the four is blocked, the three becomes an open four.
    let win = usual("b=h8i8j8k5k6;w=g8d4m12c9;t=b");
    assert_eq!(choice(&win, 5), "k8");
    let mut player = BaselinePlayer::new(BaselineSettings { depth: 5, limit: 20 });
    let mut other = BaselinePlayer::new(BaselineSettings { depth: 5, limit: 20 });
    let players = BySide::<&mut dyn Player>::new(&mut player, &mut other);
    let played = play_game(&win, players, &Terms::default(), &Stop::new()).unwrap();
    assert_eq!(played.game.outcome().and_then(Outcome::winner), Some(Side::Black));
    assert!(played.times.len() <= 7, "{} moves", played.times.len());
}

#[test]
fn scores_are_those_of_the_stones() {
    // Three stones in an open three each, and two in a closed two on a diagonal of the corner.
    let black = board(&usual("b=h8i8j8;w=a6b5;t=b"));
    assert_eq!(black.evaluation(), 3 * 1000 - 2 * 10);
    let white = board(&usual("b=h8i8j8;w=a6b5;t=w"));
    assert_eq!(white.evaluation(), 2 * 10 - 3 * 1000);
}

#[test]
fn scores_kept_incrementally_are_those_computed_afresh() {
    let mut random = fastrand::Rng::with_seed(5);
    for rule in Rule::ALL {
        let mut game = Game::new(Size::new(9).unwrap(), rule);
        let mut kept = board(&game);
        while game.outcome().is_none() {
            let fresh = board(&game);
            assert_eq!(kept.evaluation(), fresh.evaluation());
            assert_eq!(kept.moves(20), fresh.moves(20));
            let free: Vec<Point> = game.board().free_points().collect();
            for &point in &free {
                let before = (kept.evaluation(), kept.key());
                kept.play(point);
                kept.undo();
                assert_eq!((kept.evaluation(), kept.key()), before);
            }
            let point = random.choice(free).unwrap();
            kept.play(point);
            game.play(point).unwrap();
        }
    }
}

#[test]
fn forced_moves_are_all_that_is_tried() {
    let moves = |text: &str, limit| {
        let Moves::Try(moves) = board(&usual(text)).moves(limit) else { panic!() };
        let mut names: Vec<String> = moves.iter().map(Point::to_string).collect();
        names.sort();
        names
    };
    // Against a four its end, even with an open three of one's own.
    assert_eq!(moves("b=h8i8j8k8;w=g8h5i5j5;t=w", 20), ["l8"]);
    // Against a split three its three points; a four of one's own is tried as well.
    assert_eq!(moves("b=h8i8k8;w=a1;t=w", 20), ["g8", "j8", "l8"]);
    assert_eq!(moves("b=h8i8k8a1;w=b1c1d1;t=w", 20), ["e1", "f1", "g8", "j8", "l8"]);
    // Two sides of an open three, far from the edge.
    assert_eq!(moves("b=h8i8j8;w=a1;t=b", 20), ["g8", "k8"]);
    assert_eq!(moves("h8i9", 5).len(), 5);
}

/// The value without any cut, cache or window, played out on a real game.
fn minimax(game: &mut Game, depth: u32, limit: usize) -> i32 {
    match game.outcome() {
        // The side that has just moved won; it had one ply more to go.
        Some(Outcome::Win(..)) => return -(WON + depth as i32 + 1),
        Some(Outcome::Draw(_)) => return 0,
        None => {}
    }
    let position = board(game);
    if depth == 0 {
        return position.evaluation();
    }
    let moves = match position.moves(limit) {
        Moves::Win(point) => vec![point],
        Moves::Try(moves) => moves,
    };
    let mut best = -WON - depth as i32;
    for point in moves {
        game.play(point).unwrap();
        best = best.max(-minimax(game, depth - 1, limit));
        game.undo();
    }
    best
}

/// What the search finds with a cache of this many positions: the value, and that of the root.
fn searched(game: &Game, depth: u32, limit: usize, cache: usize) -> (Option<i32>, Option<i32>) {
    let (mut cache, stop) = (Cache::new(cache), Stop::new());
    let board = board(game);
    let mut search =
        Search { board, cache: &mut cache, limit, stop: &stop, deadline: None, nodes: 0 };
    let value = search.value(depth, -2 * WON, 2 * WON).ok();
    search.cache.clear();
    (value, search.best(depth).map(|(_, value)| value))
}

/// A position after a number of random moves, unless the game ended before.
fn random_game(size: u8, rule: Rule, stones: usize, random: &mut fastrand::Rng) -> Option<Game> {
    let mut game = Game::new(Size::new(size).unwrap(), rule);
    for _ in 0..stones {
        let free: Vec<Point> = game.board().free_points().collect();
        game.play(random.choice(free)?).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

#[test]
fn alpha_beta_equals_minimax() {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut won, mut unclear) = (0, 0);
    for (rule, size) in Rule::ALL.into_iter().flat_map(|rule| [(rule, 6), (rule, 7)]) {
        for _ in 0..6 {
            let stones = random.usize(1..usize::from(size * size));
            let Some(mut game) = random_game(size, rule, stones, &mut random) else { continue };
            for (depth, limit) in [(1, 20), (2, 20), (3, 8), (4, 5)] {
                let (value, root) = searched(&game, depth, limit, 1 << 10);
                let exact = minimax(&mut game, depth, limit);
                assert_eq!(value, Some(exact), "{rule} {:?} depth {depth}", game.moves());
                // The root stops at the first win; all else it weighs exactly.
                let root = root.unwrap_or(-WON - depth as i32);
                assert!(root == exact || exact >= WON && root >= WON, "{root}, not {exact}");
                *(if exact.abs() >= WON { &mut won } else { &mut unclear }) += 1;
            }
        }
    }
    assert!(won > 20 && unclear > 20, "{won} won, {unclear} unclear");
}

#[test]
fn the_cache_changes_no_value() {
    // Quiet positions come in many orders of moves, and with many bounds.
    let mut random = fastrand::Rng::with_seed(12);
    for stones in 2..=6 {
        let game = random_game(9, Rule::Freestyle, stones, &mut random).unwrap();
        assert_eq!(
            searched(&game, 6, 10, 1 << 14),
            searched(&game, 6, 10, 1),
            "{:?}",
            game.moves()
        );
    }
}

#[test]
fn a_cached_value_answers_only_the_windows_it_settles() {
    let mut cache = Cache::new(16);
    cache.keep(1, 50, 10, 40);
    assert_eq!((cache.value(1, 0, 50), cache.value(1, 0, 51)), (Some(50), None));
    cache.keep(2, 5, 10, 40);
    assert_eq!((cache.value(2, 5, 40), cache.value(2, 4, 40)), (Some(5), None));
    cache.keep(3, 20, 10, 40);
    assert_eq!((cache.value(3, 0, 100), cache.value(3, 30, 40)), (Some(20), Some(20)));
    // Another position in the same place.
    assert_eq!(cache.value(3 + 16, 0, 100), None);
    cache.clear();
    assert_eq!((cache.value(3, 0, 100), cache.value(0, 0, 100)), (None, None));
}

#[test]
fn overlines_win_only_where_they_do() {
    // Five stones with a gap: j8 makes six.
    let six = "b=g8h8i8k8l8;w=a1a3a5c15;t=b";
    assert_eq!(choice(&usual(six), 2), "j8");
    for rule in [Rule::Standard, Rule::Renju] {
        let game = game(six, 15, rule);
        assert_ne!(choice(&game, 2), "j8");
    }
}

#[test]
fn forbidden_points_are_not_played() {
    // h8 makes two threes and is by far the best point where it may be played.
    let double = "b=g8i8h7h9;w=a1a3c15n2;t=b";
    assert_eq!(choice(&usual(double), 3), "h8");
    assert_ne!(choice(&game(double, 15, Rule::Renju), 3), "h8");
}

#[test]
fn games_end_legally_under_every_rule_and_to_the_last_point() {
    let mut endings = Vec::new();
    for rule in Rule::ALL {
        for (lines, seed) in [(5, 1), (6, 2), (7, 3)] {
            let opening = Game::new(Size::new(lines).unwrap(), rule);
            let mut baseline = BaselinePlayer::new(BaselineSettings { depth: 2, limit: 8 });
            let mut random = RandomPlayer::new(seed);
            let mut other = BaselinePlayer::new(BaselineSettings { depth: 2, limit: 8 });
            for opponent in [&mut random as &mut dyn Player, &mut other] {
                let players = BySide::<&mut dyn Player>::new(&mut baseline, opponent);
                let played = play_game(&opening, players, &Terms::default(), &Stop::new()).unwrap();
                assert!(played.ending.is_regular(), "{rule} {lines}: {:?}", played.detail);
                endings.push(played.ending);
            }
        }
    }
    assert!(endings.contains(&Ending::Five) && endings.contains(&Ending::FullBoard));
}

#[test]
fn a_full_board_has_no_move() {
    let mut small = Game::new(Size::new(5).unwrap(), Rule::Standard);
    let rows = ["a1b1c1d1e1", "c2d2e2a2b2", "e3a3b3c3d3", "b4c4d4e4a4", "d5e5a5b5c5"];
    let text = rows.concat();
    for point in text.as_bytes().chunks(2) {
        small.play(std::str::from_utf8(point).unwrap().parse().unwrap()).unwrap();
    }
    let mut player = BaselinePlayer::new(BaselineSettings { depth: 3, limit: 8 });
    let answer = player.choose(&small, &unlimited(), &Stop::new());
    assert_eq!(answer, Err(Failure::Answer("the board is full".to_owned())));
}

#[test]
fn the_time_of_a_move_ends_its_search() {
    let mut player = BaselinePlayer::new(BaselineSettings { depth: 30, limit: 40 });
    let start = std::time::Instant::now();
    let time = TimeControl { turn: Some(Duration::from_millis(50)), ..TimeControl::default() };
    let game = usual("h8i9h10");
    let point = player.choose(&game, &time.turn_with(None), &Stop::new()).unwrap();
    assert!(game.board().is_free(point));
    // Thirty plies would take years.
    assert!(start.elapsed() < Duration::from_secs(60));
}
