use tengen_core::opening::{Act, Choice};
use tengen_core::{OpeningRule, Rule, Side};
use tengen_player::{Answer, EngineOptions, Level, SharedData, SolverLevel, Source, Want};

use super::state::Around;
use super::*;
use crate::wire::{
    Actor, Algorithm, ClockRule, GameAction, GameNew, GameState, ProblemCode, Reason, Seat,
    SolverLevelName, StepKind,
};

fn person() -> Seat {
    Seat::Person { name: None }
}

fn engine() -> Seat {
    Seat::Engine { level: 1, algorithm: None, solver: None }
}

fn new_game(black: Seat, white: Seat) -> GameNew {
    GameNew {
        rule: Rule::Freestyle.into(),
        size: 15,
        opening: None,
        black,
        white,
        clock: None,
        setup: None,
        moves: None,
        pace_ms: None,
        allow_forbidden: None,
        engine_resigns: None,
        ponder: None,
        book: None,
    }
}

fn state(table: &Table) -> GameState {
    table.state(Around::default(), &SharedData::default())
}

fn point(name: &str) -> tengen_core::Point {
    name.parse().unwrap()
}

fn chosen(name: &str) -> Answer {
    Answer::unsearched(Some(point(name)), Source::Forced)
}

/// What is stored is what was.
fn check_saved(table: &Table) {
    let text = serde_json::to_string(&table.saved()).unwrap();
    let again = serde_json::from_str::<SavedGame>(&text).unwrap().table().unwrap();
    assert_eq!(state(&again), state(table));
}

#[test]
fn undo_takes_back_a_move_and_its_reply_or_the_one_that_is_thought_about() {
    let mut table = Table::new(new_game(person(), engine())).unwrap();
    assert_eq!(table.undo().unwrap_err().code, ProblemCode::NothingToUndo);
    table.place(point("h8"), 10).unwrap();
    assert!(table.engine_request(1).is_some());
    table.undo().unwrap();
    assert_eq!(state(&table).moves.len(), 0);

    table.place(point("h8"), 10).unwrap();
    assert_eq!(table.place(point("i9"), 10).unwrap_err().code, ProblemCode::NotYourTurn);
    table.engine_moves(&chosen("i9"), 5).unwrap();
    check_saved(&table);
    table.undo().unwrap();
    assert!(state(&table).moves.is_empty() && state(&table).your_turn);
}

#[test]
fn the_engines_first_move_is_not_taken_back() {
    let mut table = Table::new(new_game(engine(), person())).unwrap();
    table.engine_moves(&chosen("h8"), 5).unwrap();
    assert!(!state(&table).can_undo);
    assert!(table.undo().is_err());
}

#[test]
fn clocks_come_back_with_an_undo() {
    let clock = Some(ClockRule::Increment { main: 10_000, increment: 1_000 });
    let mut table = Table::new(GameNew { clock, ..new_game(person(), engine()) }).unwrap();
    table.spend(4_000);
    table.place(point("h8"), 4_000).unwrap();
    assert_eq!(state(&table).clock.unwrap().black.left, 7_000);
    table.spend(2_000);
    table.engine_moves(&chosen("i9"), 2_000).unwrap();
    check_saved(&table);
    table.undo().unwrap();
    let clock = state(&table).clock.unwrap();
    assert_eq!((clock.black.left, clock.white.left), (6_000, 10_000));
}

#[test]
fn time_runs_out_only_for_whoever_has_to_move_while_the_clock_runs() {
    let clock = Some(ClockRule::PerMove { time: 1_000 });
    let mut table = Table::new(GameNew { clock, ..new_game(person(), person()) }).unwrap();
    table.perform(GameAction::Pause, 0).unwrap();
    table.spend(5_000);
    table.perform(GameAction::Resume, 0).unwrap();
    table.place(point("h8"), 0).unwrap();
    table.spend(1_000);
    let result = state(&table).result.unwrap();
    assert_eq!((result.winner.unwrap().0, result.reason), (Side::Black, Reason::Time));
    check_saved(&table);
}

#[test]
fn forbidden_points_are_refused_unless_the_game_allows_them() {
    let moves = ["h9", "a1", "h10", "a3", "f8", "a5", "g8", "a7"];
    let moves: Vec<_> = moves.map(|name| tengen_core::Move::Stone(point(name)).into()).into();
    let new =
        GameNew { rule: Rule::Renju.into(), moves: Some(moves), ..new_game(person(), person()) };
    let mut table = Table::new(new.clone()).unwrap();
    let problem = table.place(point("h8"), 0).unwrap_err();
    assert_eq!(problem.code, ProblemCode::Forbidden);
    assert!(problem.text.contains("double three"), "{}", problem.text);
    let mut table = Table::new(GameNew { allow_forbidden: Some(true), ..new }).unwrap();
    table.place(point("h8"), 0).unwrap();
    let result = state(&table).result.unwrap();
    assert_eq!((result.winner.unwrap().0, result.reason), (Side::White, Reason::Forbidden));
    check_saved(&table);
}

#[test]
fn swap2_lets_the_other_choose_and_colours_follow() {
    let opening = Some(OpeningRule::Swap2.into());
    let mut table = Table::new(GameNew { opening, ..new_game(person(), engine()) }).unwrap();
    for name in ["h8", "h9", "j6"] {
        let step = state(&table).step.unwrap();
        assert_eq!((step.actor, step.action), (Actor::You, StepKind::Place));
        table.place(point(name), 0).unwrap();
        check_saved(&table);
    }
    assert!(matches!(table.engine_request(1).unwrap().want, Want::Opening(_)));
    table.engine_acts(&[Act::Choose(Choice::TakeBlack)], 0).unwrap();
    let after = state(&table);
    assert_eq!((after.step, after.seats.black, after.turn.0), (None, engine(), Side::White));
    assert_eq!(after.choices[0].option, "take-black");
    assert!(after.your_turn);
    check_saved(&table);
    table.place(point("i9"), 0).unwrap();
    table.undo().unwrap();
    assert_eq!(state(&table).moves.len(), 3, "the opening stays");
}

#[test]
fn a_person_takes_an_act_of_the_opening_back() {
    let opening = Some(OpeningRule::Swap2.into());
    let mut table = Table::new(GameNew { opening, ..new_game(person(), engine()) }).unwrap();
    table.place(point("h8"), 0).unwrap();
    table.perform(GameAction::Back, 0).unwrap();
    assert!(state(&table).moves.is_empty());
}

#[test]
fn without_auto_reply_a_person_places_both_colours() {
    let mut table = Table::new(new_game(person(), engine())).unwrap();
    table.perform(GameAction::AutoReply { on: false }, 0).unwrap();
    table.place(point("h8"), 0).unwrap();
    table.place(point("i9"), 0).unwrap();
    assert!(table.engine_request(1).is_none());
    table.undo().unwrap();
    assert_eq!(state(&table).moves.len(), 1);
    table.perform(GameAction::AutoReply { on: true }, 0).unwrap();
    assert!(table.engine_request(1).is_some());
}

#[test]
fn resigning_ends_the_game_for_the_person() {
    let mut table = Table::new(new_game(person(), engine())).unwrap();
    table.place(point("h8"), 0).unwrap();
    table.perform(GameAction::Resign, 0).unwrap();
    let result = state(&table).result.unwrap();
    assert_eq!((result.winner.unwrap().0, result.reason), (Side::White, Reason::Resignation));
    check_saved(&table);
    assert_eq!(table.place(point("h9"), 0).unwrap_err().code, ProblemCode::GameOver);
}

#[test]
fn a_seat_keeps_its_algorithm_and_solver_level_and_games_from_before_have_none() {
    let algorithm = Some(Algorithm::Mcts);
    let white = Seat::Engine { level: 4, algorithm, solver: Some(SolverLevelName::Medium) };
    let mut table = Table::new(new_game(person(), white)).unwrap();
    table.place(point("h8"), 0).unwrap();
    check_saved(&table);
    let asked = |table: &Table| {
        let request = table.engine_request(1).unwrap();
        let Want::Level(level) = request.want else { panic!("{request:?}") };
        (level.number(), request.options.algorithm, request.options.solver)
    };
    assert_eq!(asked(&table), (4, tengen_player::Algorithm::Mcts, Some(SolverLevel::Medium)));
    table.perform(GameAction::Level { side: Side::White.into(), level: 7 }, 0).unwrap();
    assert_eq!(asked(&table), (7, tengen_player::Algorithm::Mcts, Some(SolverLevel::Medium)));

    let mut text = serde_json::to_value(table.saved()).unwrap();
    assert_eq!(text["seats"][1]["algorithm"], "mcts");
    assert_eq!(text["seats"][1]["solver"], "medium");
    for key in ["algorithm", "solver"] {
        text["seats"][1].as_object_mut().unwrap().remove(key);
    }
    let old = serde_json::from_value::<SavedGame>(text).unwrap().table().unwrap();
    assert_eq!(
        asked(&old),
        (7, tengen_player::Algorithm::AlphaBeta, EngineOptions::default().solver)
    );
}

#[test]
fn a_saved_game_that_names_the_solver_kill_keeps_its_level() {
    let white = Seat::Engine { level: 4, algorithm: None, solver: Some(SolverLevelName::Fast) };
    let mut table = Table::new(new_game(person(), white)).unwrap();
    table.place(point("h8"), 0).unwrap();
    let mut text = serde_json::to_value(table.saved()).unwrap();
    let seat = text["seats"][1].as_object_mut().unwrap();
    let level = seat.remove("solver").unwrap();
    seat.insert("kill".to_owned(), level);
    let old = serde_json::from_value::<SavedGame>(text).unwrap().table().unwrap();
    assert_eq!(old.engine_request(1).unwrap().options.solver, Some(SolverLevel::Fast));
}

#[test]
fn a_game_keeps_whether_it_is_played_from_the_book_and_which_moves_were() {
    let white = Seat::Engine { level: 10, algorithm: None, solver: None };
    let asked = |table: &Table| table.engine_request(1).unwrap().book;
    let mut table = Table::new(new_game(person(), white.clone())).unwrap();
    table.place(point("h8"), 0).unwrap();
    assert!(asked(&table), "nothing was said");
    table.perform(GameAction::Book { on: false }, 0).unwrap();
    assert!(!asked(&table));
    check_saved(&table);
    table.engine_moves(&Answer { source: Source::Book, ..chosen("i9") }, 0).unwrap();
    check_saved(&table);
    let books = |table: &Table| state(table).moves.iter().map(|one| one.book).collect::<Vec<_>>();
    assert_eq!((books(&table), state(&table).book), (vec![false, true], false));

    let mut text = serde_json::to_value(table.saved()).unwrap();
    text.as_object_mut().unwrap().remove("book");
    text["notes"][1].as_object_mut().unwrap().remove("book");
    let old = serde_json::from_value::<SavedGame>(text).unwrap().table().unwrap();
    assert_eq!((books(&old), state(&old).book), (vec![false; 2], true), "as games from before");
    let without = GameNew { book: Some(false), ..new_game(person(), white) };
    assert!(!state(&Table::new(without).unwrap()).book);
}

#[test]
fn only_the_best_level_thinks_on_a_persons_time_and_only_if_it_is_asked_to() {
    let game = |level, ponder| {
        let new = new_game(person(), Seat::Engine { level, algorithm: None, solver: None });
        let mut table = Table::new(GameNew { ponder, ..new }).unwrap();
        table.place(point("h8"), 0).unwrap();
        table
    };
    let task = |table: &Table, expected: &str| table.ponder_request(point(expected), 1);
    let mut table = game(10, Some(true));
    assert!(task(&table, "h9").is_none(), "it is the engine's turn");
    table.engine_moves(&chosen("i9"), 0).unwrap();
    check_saved(&table);
    let request = task(&table, "h9").unwrap();
    assert_eq!((request.game.moves().len(), request.want), (3, Want::Level(Level::BEST)));
    assert!(task(&table, "i9").is_none(), "there lies a stone");
    let acts = [
        (GameAction::Ponder { on: false }, GameAction::Ponder { on: true }),
        (GameAction::Pause, GameAction::Resume),
        (GameAction::AutoReply { on: false }, GameAction::AutoReply { on: true }),
    ];
    for (off, on) in acts {
        table.perform(off.clone(), 0).unwrap();
        assert!(task(&table, "h9").is_none(), "{off:?}");
        table.perform(on, 0).unwrap();
        assert!(task(&table, "h9").is_some(), "after {off:?}");
    }
    table.perform(GameAction::Resign, 0).unwrap();
    assert!(task(&table, "h9").is_none(), "the game is over");
    for mut table in [game(9, Some(true)), game(10, None)] {
        table.engine_moves(&chosen("i9"), 0).unwrap();
        assert!(task(&table, "h9").is_none());
    }
}
