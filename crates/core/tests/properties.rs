//! What must hold for every game: undo restores all, keys follow the stones, symmetries change
//! nothing, and whatever is refused leaves no trace.

use fastrand::Rng;
use proptest::collection::vec;
use proptest::prelude::*;
use tengen_core::{
    Board, Direction, DrawReason, Game, IllegalMove, IllegalSetup, Move, Outcome, Point, Rule,
    Side, Size, Symmetry, WinReason, renju, zobrist,
};
use tengen_test_support::environment::seed;
use tengen_test_support::game::{point, points, size};
use tengen_test_support::positions::anywhere;
use tengen_test_support::referee::{Grid, colour};

/// A game to be played: a number for every move says which of the possible ones it is.
#[derive(Clone, Debug)]
struct Plan {
    size: Size,
    rule: Rule,
    picks: Vec<u16>,
}

impl Plan {
    /// Plays until the picks or the game are at an end, and shows every position on the way.
    fn play(&self, mut look: impl FnMut(&Game)) -> Game {
        let mut game = Game::new(self.size, self.rule);
        look(&game);
        for &pick in &self.picks {
            if game.outcome().is_some() {
                break;
            }
            game.make(choose(&game, pick)).expect("the game goes on");
            look(&game);
        }
        game
    }
}

fn plans(longest: usize) -> impl Strategy<Value = Plan> {
    let sizes = prop_oneof![5..=8_u8, 9..=22_u8];
    (sizes, 0..Rule::ALL.len(), vec(any::<u16>(), 0..longest))
        .prop_map(|(lines, rule, picks)| Plan { size: size(lines), rule: Rule::ALL[rule], picks })
}

/// A stone next to others, so that rows grow, and now and then a pass.
fn choose(game: &Game, pick: u16) -> Move {
    let board = game.board();
    let is_close = |p: &Point| {
        let mut around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        around.any(|(dx, dy)| {
            p.moved(dx, dy, board.size()).is_some_and(|near| board.at(near).is_some())
        })
    };
    let mut candidates: Vec<Point> = board.free_points().filter(is_close).collect();
    if candidates.is_empty() {
        candidates = board.free_points().collect();
    }
    match pick % 32 {
        0 => Move::Pass,
        _ => Move::Stone(candidates[pick as usize / 32 % candidates.len()]),
    }
}

fn quiet_config() -> ProptestConfig {
    // A failure is printed with its smallest plan; no file is written for it.
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(quiet_config())]

    #[test]
    fn undo_restores_everything(plan in plans(150)) {
        let mut positions = Vec::new();
        let mut game = plan.play(|game| positions.push((game.clone(), keys(game))));
        while let Some((after, keys_after)) = positions.pop() {
            prop_assert_eq!(&game, &after);
            prop_assert_eq!(keys(&game), keys_after);
            let last = game.moves().last().copied();
            prop_assert_eq!(game.undo(), last);
            if let Some(last) = last {
                // There and back again: the same move leads to the same game.
                let mut again = game.clone();
                prop_assert_eq!(again.make(last), Ok(after.outcome()));
                prop_assert_eq!(again, after);
            }
        }
        prop_assert_eq!(game, Game::new(plan.size, plan.rule));
    }

    #[test]
    fn keys_kept_incrementally_equal_keys_computed_afresh(plan in plans(150)) {
        plan.play(|game| {
            let board = game.board();
            assert_eq!(board.key(), fresh_key(board));
            let frame = zobrist::frame(plan.size, plan.rule, game.to_move());
            assert_eq!(game.key(), fresh_key(board) ^ frame);
        });
    }

    #[test]
    fn counts_and_lists_of_stones_agree_with_each_point(plan in plans(150)) {
        plan.play(|game| {
            let board = game.board();
            for side in Side::BOTH {
                let stones = plan.size.points().filter(|&p| board.at(p) == Some(side));
                let stones: Vec<Point> = stones.collect();
                assert_eq!(board.stones(side).collect::<Vec<_>>(), stones);
                assert_eq!(board.count(side), stones.len());
            }
            let free: Vec<Point> = plan.size.points().filter(|&p| board.at(p).is_none()).collect();
            assert_eq!(board.free_points().collect::<Vec<_>>(), free);
            assert!(free.iter().all(|&point| board.is_free(point)));
            assert_eq!(board.is_full(), free.is_empty());
        });
    }

    #[test]
    fn a_set_up_position_equals_the_played_one(plan in plans(150)) {
        plan.play(|game| {
            let setup =
                Game::from_setup(plan.size, plan.rule, stones(game.board()), game.to_move());
            match (game.outcome(), setup) {
                (Some(Outcome::Win(winner, WinReason::Five)), Err(error)) => {
                    assert!(matches!(error, IllegalSetup::AlreadyWon(side, _) if side == winner));
                }
                (outcome, Ok(setup)) => {
                    assert_eq!(setup.board(), game.board());
                    assert_eq!(setup.start(), game.board());
                    assert_eq!(keys(&setup), keys(game));
                    // Stones do not show who played a forbidden point, only that the board is full.
                    let full = game.board().is_full().then_some(Outcome::Draw(DrawReason::FullBoard));
                    assert_eq!(setup.outcome(), full);
                    assert!(setup.outcome() == outcome || is_forbidden_end(outcome));
                }
                (outcome, Err(error)) => panic!("{outcome:?}, but {error}"),
            }
        });
    }

    #[test]
    fn symmetries_keep_results_and_forbidden_points(plan in plans(80), n in 0..8_usize) {
        let symmetry = Symmetry::ALL[n];
        let mut image = Game::new(plan.size, plan.rule);
        plan.play(|game| {
            if let Some(last) = game.moves().last() {
                image.make(image_of(*last, symmetry, plan.size)).expect("the game goes on");
            }
            assert_eq!(image.outcome(), game.outcome());
            assert_eq!(image.board(), &symmetry.apply_to_board(game.board()));
            assert_eq!(image.canonical_key(), game.canonical_key());
            assert_eq!(image.shift_key(), game.shift_key());
            assert_eq!(image.winning_rows().len(), game.winning_rows().len());
            for point in game.board().free_points() {
                let there = symmetry.apply(point, plan.size);
                assert_eq!(image.is_forbidden(there), game.is_forbidden(point));
                let fouls = renju::fouls(game.board(), point);
                assert_eq!(renju::fouls(image.board(), there), fouls);
                assert_eq!(renju::is_forbidden(game.board(), point), !fouls.is_empty());
            }
        });
    }

    #[test]
    fn illegal_moves_change_nothing(plan in plans(60), pick in any::<u16>()) {
        let mut game = plan.play(|_| ());
        let before = game.clone();
        for point in Size::MAX.points().filter(|&point| !before.board().is_free(point)) {
            let expected = match game.outcome() {
                Some(outcome) => IllegalMove::GameOver(outcome),
                None if !plan.size.contains(point) => IllegalMove::OffBoard(point),
                None => IllegalMove::Occupied(point),
            };
            prop_assert_eq!(game.play(point), Err(expected));
        }
        if let (Some(outcome), false) = (game.outcome(), game.board().is_full()) {
            let over = IllegalMove::GameOver(outcome);
            prop_assert_eq!(game.make(choose(&before, pick)), Err(over));
        }
        prop_assert_eq!(game, before);
    }

    #[test]
    fn a_row_that_wins_cannot_be_set_up(
        (lines, direction, rule) in (5..=22_u8, 0..4_usize, 0..Rule::ALL.len()),
        (x, y, length) in (0..22_u8, 0..22_u8, 4..8_i8),
        (black, stopped) in (any::<bool>(), any::<[bool; 2]>()),
    ) {
        let (size, rule) = (size(lines), Rule::ALL[rule]);
        let own = if black { Side::Black } else { Side::White };
        let row = |n| Point::new(x, y)?.stepped(Direction::ALL[direction], n, size);
        let Some(stones) = (0..length).map(row).collect::<Option<Vec<Point>>>() else {
            return Ok(());
        };
        let ends = [row(-1).filter(|_| stopped[0]), row(length).filter(|_| stopped[1])];
        let mut grid = Grid::new(size);
        stones.iter().for_each(|&point| grid.put(point, colour(own)));
        ends.into_iter().flatten().for_each(|point| grid.put(point, colour(!own)));
        let wins = grid.wins(stones[0], rule);
        let setup = Game::from_setup(size, rule, self::stones(&grid.board()), Side::Black);
        let refused = matches!(setup, Err(IllegalSetup::AlreadyWon(side, _)) if side == own);
        prop_assert_eq!(refused, wins);
        prop_assert_eq!(setup.is_ok(), !wins);
    }

    #[test]
    fn stones_off_the_board_or_set_twice_are_refused(plan in plans(60), n in any::<usize>()) {
        let game = plan.play(|_| ());
        let lying = stones(game.board());
        let setup = |extra| {
            let stones = lying.iter().copied().chain([extra]);
            Game::from_setup(plan.size, plan.rule, stones, Side::White)
        };
        if let Some(&(point, side)) = lying.get(n % lying.len().max(1)) {
            prop_assert_eq!(setup((point, side)), Err(IllegalSetup::Twice(point)));
            prop_assert_eq!(setup((point, !side)), Err(IllegalSetup::Twice(point)));
        }
        for point in Size::MAX.points().filter(|&point| !plan.size.contains(point)) {
            prop_assert_eq!(setup((point, Side::Black)), Err(IllegalSetup::OffBoard(point)));
        }
    }
}

fn keys(game: &Game) -> [u64; 3] {
    [game.key(), game.canonical_key(), game.shift_key()]
}

fn fresh_key(board: &Board) -> u64 {
    let points = board.size().points();
    let keys = points.filter_map(|p| board.at(p).map(|side| zobrist::stone(side, p)));
    keys.fold(0, |all, one| all ^ one)
}

fn stones(board: &Board) -> Vec<(Point, Side)> {
    let points = board.size().points();
    points.filter_map(|point| board.at(point).map(|side| (point, side))).collect()
}

fn image_of(action: Move, symmetry: Symmetry, size: Size) -> Move {
    match action {
        Move::Stone(point) => Move::Stone(symmetry.apply(point, size)),
        Move::Pass => Move::Pass,
    }
}

fn is_forbidden_end(outcome: Option<Outcome>) -> bool {
    matches!(outcome, Some(Outcome::Win(_, WinReason::Forbidden(_))))
}

#[test]
fn undo_takes_back_every_kind_of_end() {
    let mut rng = Rng::with_seed(seed());
    let (mut fives, mut forbidden, mut draws) = (0, 0, 0);
    for number in 0..600 {
        let size = size(if number % 2 == 0 { rng.u8(5..=6) } else { rng.u8(7..=22) });
        let rule =
            if number % 4 == 1 { Rule::Renju } else { Rule::ALL[number / 4 % Rule::ALL.len()] };
        let picks = (0..1000).map(|_| rng.u16(..)).collect();
        let mut game = Plan { size, rule, picks }.play(|_| ());
        match game.outcome() {
            Some(Outcome::Win(_, WinReason::Five)) => fives += 1,
            Some(Outcome::Win(_, WinReason::Forbidden(_))) => forbidden += 1,
            Some(Outcome::Draw(DrawReason::FullBoard)) => draws += 1,
            other => panic!("a game of random moves ended by {other:?}"),
        }
        let (last, ended) = (game.moves().last().copied(), game.clone());
        assert_eq!(game.undo(), last);
        assert_eq!(game.outcome(), None);
        assert_eq!(game.make(last.expect("moves were made")), Ok(ended.outcome()));
        assert_eq!(game, ended);
        while game.undo().is_some() {}
        assert_eq!(game, Game::new(size, rule));
    }
    assert!(fives > 0 && forbidden > 0 && draws > 0, "{fives} {forbidden} {draws}");
}

#[test]
fn boards_filled_and_emptied_in_any_order_are_equal() {
    let mut rng = Rng::with_seed(seed());
    for size in Size::all() {
        let mut stones: Vec<(Point, Side)> = Vec::new();
        let mut board = Board::new(size);
        for _ in 0..2000 {
            let point = anywhere(&mut rng, size);
            match board.at(point) {
                Some(side) => {
                    board.remove(point, side);
                    stones.retain(|stone| stone.0 != point);
                }
                None => {
                    let side = Side::BOTH[rng.usize(..2)];
                    board.place(point, side);
                    stones.push((point, side));
                }
            }
        }
        let mut fresh = Board::new(size);
        stones.iter().rev().for_each(|&(point, side)| fresh.place(point, side));
        assert_eq!(board, fresh);
    }
}

/// A game on five lines in which nobody makes five or a foul, under any rule.
const FULL: &str = "\
    c4 e1 d5 a5 d4 c2 c5 a3 c1 e5 b5 b1 e2 \
    d1 b4 a4 b3 a2 e3 e4 d2 c3 a1 b2 d3";

fn full_game(rule: Rule) -> Game {
    let mut game = Game::new(size(5), rule);
    let moves = points(FULL);
    assert_eq!(moves.len(), 25);
    for (n, &point) in moves.iter().enumerate() {
        let expected = (n == 24).then_some(Outcome::Draw(DrawReason::FullBoard));
        assert_eq!(game.play(point), Ok(expected), "{rule}, move {}", n + 1);
    }
    game
}

#[test]
fn a_full_board_is_a_draw() {
    for rule in Rule::ALL {
        let mut game = full_game(rule);
        assert!(game.board().is_full());
        assert_eq!(game.winning_rows(), Vec::<Vec<Point>>::new());
        let full = Game::from_setup(size(5), rule, stones(game.board()), Side::White);
        assert_eq!(full.map(|game| game.outcome()), Ok(game.outcome()));
        game.undo();
        assert_eq!(game.outcome(), None);
        assert_eq!(game.board().free_points().count(), 1);
    }
}

#[test]
fn a_full_board_set_up_has_nothing_to_undo() {
    let full = full_game(Rule::Freestyle);
    let mut game =
        Game::from_setup(size(5), Rule::Freestyle, stones(full.board()), Side::White).unwrap();
    assert_eq!(game.undo(), None);
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::FullBoard)));
}

#[test]
fn a_game_that_is_over_refuses_everything_but_undo() {
    for mut game in [won_game(), forbidden_game(), full_game(Rule::Caro), resigned_game()] {
        let (outcome, before) = (game.outcome().expect("the game is over"), game.clone());
        let over = IllegalMove::GameOver(outcome);
        assert_eq!(game.play(point("a1")), Err(over));
        assert_eq!(game.pass(), Err(over));
        assert_eq!(game.make(Move::Pass), Err(over));
        assert_eq!(game.end(Outcome::Draw(DrawReason::Agreement)), Err(over));
        assert_eq!(game, before);

        assert_eq!(game.undo(), before.moves().last().copied());
        assert_eq!(game.outcome(), None);
        assert_eq!(game.moves().len() + 1, before.moves().len());
        assert_eq!(game.pass(), Ok(()));
    }
}

fn won_game() -> Game {
    let game = after(Rule::Freestyle, "h8 h9 i8 i9 j8 j9 k8 k9 l8");
    assert_eq!(game.outcome(), Some(Outcome::Win(Side::Black, WinReason::Five)));
    assert_eq!(game.winning_rows(), [points("h8 i8 j8 k8 l8")]);
    game
}

fn forbidden_game() -> Game {
    let game = after(Rule::Renju, "g8 o1 i8 o3 h7 o5 h9 o7 h8");
    assert!(is_forbidden_end(game.outcome()));
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(Side::White));
    game
}

fn resigned_game() -> Game {
    let mut game = after(Rule::Standard, "h8 h9");
    let resignation = Outcome::Win(Side::White, WinReason::Resignation);
    assert_eq!(game.end(resignation), Ok(()));
    assert_eq!(game.outcome(), Some(resignation));
    game
}

fn after(rule: Rule, moves: &str) -> Game {
    let mut game = Game::new(Size::default(), rule);
    points(moves).into_iter().for_each(|point| assert!(game.play(point).is_ok()));
    game
}

#[test]
fn a_pass_changes_the_turn_and_nothing_else() {
    let mut game = after(Rule::Renju, "h8 h9");
    let before = game.clone();
    assert_eq!(game.pass(), Ok(()));
    assert_eq!(game.to_move(), Side::White);
    assert_eq!(game.board(), before.board());
    assert_ne!(game.key(), before.key());
    assert_eq!(game.pass(), Ok(()));
    assert_eq!(game.key(), before.key());
    assert_eq!((game.undo(), game.undo()), (Some(Move::Pass), Some(Move::Pass)));
    assert_eq!(game, before);
}
