//! The vectors of the rules' specification: the table of wins, the forbidden points, the edge
//! cases and the probes with which referees accept engines.

use tengen_core::{
    Direction, Foul, Game, Outcome, Point, Rule, Side, Size, Symmetry, WinReason, renju,
};
use tengen_test_support::game::{point, points, size};
use tengen_test_support::picture::Picture;
use tengen_test_support::referee::{BLACK, Grid, WHITE};
use tengen_test_support::vectors::{self, Vector};

// Section 1: wins.

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn the_table_of_wins_holds_on_every_board() {
    let rows = vectors::wins();
    assert_eq!(rows.len(), 8);
    for row in rows {
        assert_eq!(row.answers.len(), COLUMNS.len(), "{}", row.line);
        for ((rule, sides), answer) in COLUMNS.into_iter().zip(&row.answers) {
            for &side in sides {
                check_win_row(&row.line, rule, side, answer);
            }
        }
    }
}

/// The columns of the table, and whose stones `X` are.
const COLUMNS: [(Rule, &[Side]); 6] = [
    (Rule::Freestyle, &Side::BOTH),
    (Rule::Standard, &Side::BOTH),
    (Rule::Renju, &[Side::Black]),
    (Rule::Renju, &[Side::White]),
    (Rule::Caro, &Side::BOTH),
    (Rule::CaroExact, &Side::BOTH),
];

fn check_win_row(line: &str, rule: Rule, own: Side, answer: &str) {
    let marks: Vec<char> = line.trim_start_matches('|').chars().collect();
    let length = marks.len() as u8;
    for size in Size::all().filter(|size| size.lines() >= length) {
        let room = size.lines() - length;
        let xs = if line.starts_with('|') { vec![0] } else { vec![0, room / 2, room] };
        let starts = xs.into_iter().flat_map(|x| [0, room / 2, room].map(|y| Point::new(x, y)));
        for start in starts.flatten() {
            // The symmetries make columns and falling diagonals of these two.
            for direction in [Direction::Row, Direction::Rising] {
                let place = |n| start.stepped(direction, n as i8, size).expect("it fits");
                let stones: Vec<(Point, char)> =
                    marks.iter().enumerate().map(|(n, &mark)| (place(n), mark)).collect();
                check_win(size, rule, own, &stones, answer);
            }
        }
    }
}

fn check_win(size: Size, rule: Rule, own: Side, marks: &[(Point, char)], answer: &str) {
    for symmetry in Symmetry::ALL {
        let stones = marks.iter().filter_map(|&(point, mark)| match mark {
            'X' => Some((symmetry.apply(point, size), own)),
            'O' => Some((symmetry.apply(point, size), !own)),
            _ => None,
        });
        let mut game = Game::from_setup(size, rule, stones, own).expect("nobody has won yet");
        let last = marks.iter().find(|mark| mark.1 == '*').expect("a stone just played").0;
        let outcome = game.play(symmetry.apply(last, size)).expect("the point is free");
        let told = match outcome {
            None => "0",
            Some(Outcome::Win(side, WinReason::Five)) if side == own => "1",
            Some(Outcome::Win(Side::White, WinReason::Forbidden(fouls)))
                if fouls.first() == Some(Foul::Overline) =>
            {
                "F"
            }
            Some(other) => panic!("{other}"),
        };
        assert_eq!(told, answer, "{rule}, {own}: {marks:?} under {symmetry:?} on {size}");
    }
}

#[test]
fn standard_six_on_one_line_and_five_on_another_win() {
    for rule in [Rule::Standard, Rule::CaroExact] {
        assert_eq!(outcome(rule, FIVE_AND_SIX), Some(Outcome::Win(Side::Black, WinReason::Five)));
    }
}

// Section 2.4: forbidden points.

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn all_vectors_of_forbidden_points_hold_in_all_eight_images() {
    let vectors = vectors::forbidden();
    assert_eq!(vectors.len(), 54);
    for vector in vectors {
        assert!(vector.forbidden.iter().all(|(_, kinds)| !kinds.is_empty()), "{}", vector.id);
        for symmetry in Symmetry::ALL {
            check_vector(&moved(&vector, |p| symmetry.apply(p, size(15))), size(15));
        }
    }
}

/// An edge that is six lines away from all stones is not felt, so it may be as far as one likes.
/// A nearer edge has to keep its distance.
#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn all_vectors_hold_wherever_the_edges_are_not_felt() {
    let mut shifts = 0;
    for (vector, to) in vectors::forbidden().iter().flat_map(|v| Size::all().map(move |s| (v, s))) {
        for (dx, dy) in (-21..=21).flat_map(|dx| (-21..=21).map(move |dy| (dx, dy))) {
            let before = margins(vector, 0, 0, size(15));
            let after = margins(vector, dx, dy, to);
            let unfelt = |(b, a): (&i32, &i32)| a == b || *a >= 6 && *b >= 6;
            if before.iter().zip(&after).all(unfelt) {
                let shift = |p: Point| p.moved(dx, dy, to).expect("margins are free lines");
                check_vector(&moved(vector, shift), to);
                shifts += 1;
            }
        }
    }
    assert!(shifts > 600, "only {shifts} shifts were possible");
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn all_positions_of_other_programs_hold_in_all_eight_images() {
    let positions = vectors::positions();
    assert_eq!(positions.len(), 260);
    for vector in positions {
        // One of the images turns the board upside down: rows may be counted from either edge.
        for symmetry in Symmetry::ALL {
            check_vector(&moved(&vector, |p| symmetry.apply(p, size(15))), size(15));
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn the_slow_reference_agrees_with_all_vectors_and_positions() {
    for vector in vectors::forbidden().into_iter().chain(vectors::positions()) {
        let grid = Grid::of(size(15), &vector.black, &vector.white);
        let forbidden: Vec<(Point, Vec<Foul>)> = expected(&vector);
        let points: Vec<Point> = forbidden.iter().map(|(point, _)| *point).collect();
        assert_eq!(grid.forbidden_points(), points, "{}", vector.id);
        for (point, kinds) in forbidden.iter().filter(|(_, kinds)| !kinds.is_empty()) {
            assert_eq!(&grid.judge(*point).fouls, kinds, "{} {point}", vector.id);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "too slow")]
fn whoever_plays_a_forbidden_point_of_the_vectors_loses_by_all_its_kinds() {
    for vector in playable_vectors() {
        for (point, kinds) in &vector.forbidden {
            let mut game = game(&Grid::of(size(15), &vector.black, &vector.white), Side::Black);
            assert!(game.is_forbidden(*point));
            let outcome = game.play(*point).expect("a forbidden point can be played");
            let Some(Outcome::Win(Side::White, WinReason::Forbidden(fouls))) = outcome else {
                panic!("{} {point}: {outcome:?}", vector.id);
            };
            assert_eq!(&fouls.iter().collect::<Vec<_>>(), kinds, "{} {point}", vector.id);
        }
    }
}

/// The vectors that can be games: in R22 rows of seven white stones fill the space.
fn playable_vectors() -> Vec<Vector> {
    let mut vectors = vectors::forbidden();
    vectors.retain(|vector| vector.id != "R22");
    vectors
}

/// Forbidden points have the kinds that the vector names, and every other empty point is legal.
fn check_vector(vector: &Vector, size: Size) {
    let grid = Grid::of(size, &vector.black, &vector.white);
    let board = grid.board();
    let expected = expected(vector);
    let asked = || format!("{}\n{}", vector.id, grid.draw(None));
    let points: Vec<Point> = expected.iter().map(|(point, _)| *point).collect();
    assert_eq!(renju::forbidden_points(&board), points, "{}", asked());
    for point in board.free_points() {
        let fouls: Vec<Foul> = renju::fouls(&board, point).iter().collect();
        match expected.iter().find(|(forbidden, _)| *forbidden == point) {
            Some((_, kinds)) if !kinds.is_empty() => assert_eq!(&fouls, kinds, "{}", asked()),
            Some(_) => assert!(!fouls.is_empty(), "{}", asked()),
            None => assert!(fouls.is_empty(), "{point} in {}", asked()),
        }
    }
}

/// The forbidden points in the order of the board.
fn expected(vector: &Vector) -> Vec<(Point, Vec<Foul>)> {
    let mut forbidden = vector.forbidden.clone();
    forbidden.sort();
    forbidden
}

fn moved(vector: &Vector, place: impl Fn(Point) -> Point) -> Vector {
    let all = |points: &[Point]| points.iter().map(|&point| place(point)).collect();
    let forbidden = vector.forbidden.iter().map(|(point, kinds)| (place(*point), kinds.clone()));
    Vector {
        id: vector.id.clone(),
        black: all(&vector.black),
        white: all(&vector.white),
        forbidden: forbidden.collect(),
    }
}

/// Free lines to the left, below, to the right and above, once the stones are shifted.
fn margins(vector: &Vector, dx: i32, dy: i32, size: Size) -> [i32; 4] {
    let stones = || vector.black.iter().chain(&vector.white);
    let xs = || stones().map(|point| i32::from(point.x()) + dx);
    let ys = || stones().map(|point| i32::from(point.y()) + dy);
    let far = i32::from(size.lines()) - 1;
    let margins =
        [xs().min(), ys().min(), xs().max().map(|x| far - x), ys().max().map(|y| far - y)];
    margins.map(|margin| margin.expect("a vector has stones"))
}

// Section 2.3: edge cases, as far as no vector covers them.

/// The stone on `*` makes five upwards and six to the side.
const FIVE_AND_SIX: &str = "
    . . . . x . . .
    . . . . x . . .
    . . . . x . . .
    . . . . x . . .
    x x x x * x . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .";

#[test]
fn five_and_overline_by_one_stone_win() {
    let black_wins = Some(Outcome::Win(Side::Black, WinReason::Five));
    assert_eq!(outcome(Rule::Renju, FIVE_AND_SIX), black_wins);
    assert_eq!(outcome_of_vector("R30", "k12"), black_wins);
}

#[test]
fn five_with_two_fours_or_two_threes_wins() {
    let black_wins = Some(Outcome::Win(Side::Black, WinReason::Five));
    assert_eq!(outcome_of_vector("R31", "h8"), black_wins);
    assert_eq!(outcome_of_vector("R32", "h8"), black_wins);
}

#[test]
fn an_eye_that_makes_an_overline_does_not_count() {
    // The row's only eye lies between the two columns of three. The threes cross at `*`.
    check_false_eye(
        Foul::Overline,
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . x . . . .
        . . . . . x x . . . .
        . . . . . x x . . . .
        . o . x x * ! . . . .
        . . . . . ! x . . . .
        . . . . . . x . . . .
        . . . . . . x . . . .
        . . . . . . . . . . .",
    );
}

#[test]
fn an_eye_that_makes_two_fours_does_not_count() {
    // The row's only eye makes a straight four there, and a closed four upwards.
    check_false_eye(
        Foul::DoubleFour,
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . o . . . .
        . . . . . . x . . . .
        . . . . . x x . . . .
        . . . . . x x . . . .
        . o . x x * . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
}

#[test]
fn an_eye_that_makes_two_threes_does_not_count() {
    // The row's only eye makes a three upwards and another on the rising diagonal.
    check_false_eye(
        Foul::DoubleThree,
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . ! x . . . .
        . . . . . x x . x . .
        . . . . . x ! x . . .
        . o . x x * ! . . . .
        . . . . . ! . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
}

#[test]
fn a_three_may_have_one_free_point_to_the_edge() {
    check_fouls(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . x . . . . .
        . . . x . . . . .
        . x x ! . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn five_points_between_the_edge_and_white_hold_no_three() {
    check_fouls(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . x . . . . .
        . . . x . . . . .
        . x x * . o . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn a_four_may_touch_the_edge() {
    check_fouls(
        "
        . . . o . . . . .
        . . . x . . . . .
        . . . x . . . . .
        . . . x . . . . .
        x x x ! . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn four_stones_between_the_edge_and_white_are_no_four() {
    check_fouls(
        "
        . . . o . . . . .
        . . . x . . . . .
        . . . x . . . . .
        . . . x . . . . .
        x x x * o . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn white_has_no_forbidden_points() {
    for vector in playable_vectors() {
        let grid = Grid::of(size(15), &vector.black, &vector.white);
        let game = game(&grid, Side::White);
        assert!(game.board().free_points().all(|point| !game.is_forbidden(point)));
        for point in game.board().free_points() {
            let outcome = game.clone().play(point).expect("the point is free");
            assert_ne!(outcome.and_then(Outcome::winner), Some(Side::Black), "{point}");
        }
    }
}

#[test]
fn what_is_forbidden_to_black_is_no_foul_of_white() {
    for vector in playable_vectors() {
        let exchanged = Grid::of(size(15), &vector.white, &vector.black);
        for (point, kinds) in &vector.forbidden {
            let outcome = game(&exchanged, Side::White).play(*point).expect("the point is free");
            let six = kinds.contains(&Foul::Overline);
            assert_eq!(outcome, six.then_some(Outcome::Win(Side::White, WinReason::Five)));
        }
    }
}

#[test]
fn other_rules_know_no_forbidden_points() {
    for rule in Rule::ALL.into_iter().filter(|&rule| rule != Rule::Renju) {
        for vector in vectors::forbidden() {
            let stones = stones(&Grid::of(size(15), &vector.black, &vector.white));
            let Ok(game) = Game::from_setup(size(15), rule, stones, Side::Black) else {
                continue;
            };
            assert!(game.board().free_points().all(|point| !game.is_forbidden(point)));
        }
    }
}

/// White threatens five on `*`, where Black's threes cross; on `5` Black makes five.
const BLOCK_IS_FORBIDDEN: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . x o . .
    . . . . x * x . .
    . . . . o x . . .
    . . . o . . . . .
    . . o . . . . . .
    . . . . . . . . .
    x x x x 5 . . . .";

#[test]
fn black_may_not_even_block_a_four_on_a_forbidden_point() {
    let outcome = outcome(Rule::Renju, BLOCK_IS_FORBIDDEN);
    let Some(Outcome::Win(Side::White, WinReason::Forbidden(fouls))) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(fouls.iter().collect::<Vec<_>>(), [Foul::DoubleThree]);
}

#[test]
fn white_wins_behind_a_forbidden_point_unless_black_makes_five_at_once() {
    let picture = Picture::read(BLOCK_IS_FORBIDDEN);
    let start = picture.game(Rule::Renju, Side::Black);
    let mut elsewhere = start.clone();
    elsewhere.play(point("i1")).expect("the point is free");
    let white_wins = Ok(Some(Outcome::Win(Side::White, WinReason::Five)));
    assert_eq!(elsewhere.play(picture.point('*')), white_wins);

    let black_wins = Ok(Some(Outcome::Win(Side::Black, WinReason::Five)));
    assert_eq!(start.clone().play(picture.point('5')), black_wins);
}

/// `!` are the points expected to be forbidden; all others are legal, `*` the one in question.
fn check_fouls(fixture: &str) {
    let picture = Picture::read(fixture);
    let expected = picture.points('!');
    assert_eq!(renju::forbidden_points(&picture.board()), expected, "{fixture}");
    assert_eq!(Grid::drawn(&picture).forbidden_points(), expected, "the reference, {fixture}");
}

/// As [`check_fouls`]; `*` is legal only because `g5`, its row's eye, would then be a foul.
fn check_false_eye(foul: Foul, fixture: &str) {
    check_fouls(fixture);
    let picture = Picture::read(fixture);
    let mut grid = Grid::drawn(&picture);
    grid.put(picture.point('*'), BLACK);
    let fouls: Vec<Foul> = renju::fouls(&grid.board(), point("g5")).iter().collect();
    assert_eq!(fouls, [foul], "{fixture}");
    assert_eq!(grid.judge(point("g5")).fouls, [foul], "the reference, {fixture}");
}

/// How the game stands after Black plays the point marked `*`.
fn outcome(rule: Rule, fixture: &str) -> Option<Outcome> {
    let picture = Picture::read(fixture);
    let mut game = picture.game(rule, Side::Black);
    game.play(picture.point('*')).expect("the point is free")
}

fn outcome_of_vector(id: &str, move_: &str) -> Option<Outcome> {
    let vectors = vectors::forbidden();
    let vector = vectors.iter().find(|vector| vector.id == id).expect("a vector of this name");
    let mut game = game(&Grid::of(size(15), &vector.black, &vector.white), Side::Black);
    game.play(point(move_)).expect("the point is free")
}

fn game(grid: &Grid, to_move: Side) -> Game {
    Game::from_setup(grid.size(), Rule::Renju, stones(grid), to_move).expect("nobody has won yet")
}

fn stones(grid: &Grid) -> Vec<(Point, Side)> {
    let of = |stone, side| grid.stones(stone).into_iter().map(move |point| (point, side));
    of(BLACK, Side::Black).chain(of(WHITE, Side::White)).collect()
}

// Section 2.5: the probes with which the Gomocup judge accepts engines.

#[test]
fn both_ends_of_an_open_four_win_under_every_rule() {
    for (rule, lines) in Rule::ALL.into_iter().flat_map(|rule| [(rule, 15), (rule, 20)]) {
        for win in ["g8", "l8"] {
            let mut game = played(rule, lines, "h8 h9 i8 i9 j8 j9 k8 k9");
            let five = Ok(Some(Outcome::Win(Side::Black, WinReason::Five)));
            assert_eq!(game.play(point(win)), five, "{rule} on {lines}");
        }
    }
}

#[test]
fn standard_probe_h13_is_a_useless_six() {
    let mut game = played(Rule::Standard, 15, "h8 h9 i8 h10 g8 h11 j13 h12 g14 h14 i15");
    assert_eq!(game.to_move(), Side::White);
    assert_eq!(game.play(point("h13")), Ok(None));
}

#[test]
fn renju_probe_g9_is_a_double_three() {
    let game = played(Rule::Renju, 15, "h8 h9 i7 i9 h10 i6 i11 i12");
    let forbidden: Vec<Point> =
        game.board().free_points().filter(|&point| game.is_forbidden(point)).collect();
    assert_eq!(forbidden, points("g9"));
    assert_eq!(renju::fouls(game.board(), point("g9")).first(), Some(Foul::DoubleThree));
}

#[test]
fn caro_probe_k8_is_a_five_blocked_on_both_ends() {
    for (rule, wins) in [
        (Rule::Freestyle, true),
        (Rule::Standard, true),
        (Rule::Renju, true),
        (Rule::Caro, false),
        (Rule::CaroExact, false),
    ] {
        let mut game = played(rule, 15, "h8 f8 g8 f9 i8 f7 j8 l8");
        let outcome = game.play(point("k8")).expect("the point is free");
        assert_eq!(outcome.is_some(), wins, "{rule}");
    }
}

fn played(rule: Rule, lines: u8, moves: &str) -> Game {
    let mut game = Game::new(size(lines), rule);
    for point in points(moves) {
        assert_eq!(game.play(point), Ok(None));
    }
    game
}
