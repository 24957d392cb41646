//! Games between scripted players: who wins, and why.

use tengen_arena::{
    Adjudication, Ending, EnginePlayer, EngineSettings, PlayedGame, Player, PlayerSpec,
    RandomPlayer, Terms, TimeControl, play_game,
};
use tengen_core::{BySide, Game, Rule, Side, Size};
use tengen_player::{EngineOptions, SharedData, Stop, Verdict};
use tengen_test_support::arena::{Scripted, millis, time, winner};
use tengen_test_support::game::empty;

fn play(black: &mut dyn Player, white: &mut dyn Player, terms: &Terms) -> PlayedGame {
    play_game(&empty(), BySide::new(black, white), terms, &Stop::new()).unwrap()
}

const ROW: &str = "a1 b1 c1 d1 e1";

#[test]
fn five_wins() {
    let (mut black, mut white) = (Scripted::new(ROW), Scripted::new("a3 b3 c3 d3 e3"));
    let game = play(&mut black, &mut white, &Terms::default());
    assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Five));
    assert_eq!((game.game.moves().len(), game.times.len()), (9, 9));
}

#[test]
fn illegal_moves_lose() {
    for bad in ["a1", "t20"] {
        let game = play(&mut Scripted::new(ROW), &mut Scripted::new(bad), &Terms::default());
        assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Illegal));
        assert!(game.detail.is_some());
        assert_eq!(game.game.moves().len(), 1);
    }
}

#[test]
fn a_player_who_is_gone_loses() {
    let game = play(&mut Scripted::new("a1"), &mut Scripted::new("a3 b3"), &Terms::default());
    assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Crash));
    assert_eq!(game.detail.as_deref(), Some("the script has ended"));
}

#[test]
fn a_forbidden_point_loses_in_renju() {
    let renju = Game::new(Size::default(), Rule::Renju);
    let mut black = Scripted::new("g8 i8 h7 h9 h8");
    let mut white = Scripted::new("a1 a3 a5 a7 a9");
    let players = BySide::<&mut dyn Player>::new(&mut black, &mut white);
    let game = play_game(&renju, players, &Terms::default(), &Stop::new()).unwrap();
    assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Forbidden));
}

#[test]
fn time_is_lost_only_beyond_the_tolerance() {
    let mut slow = Scripted::slow(ROW, 30);
    let quick = || Scripted::new("a3 b3 c3 d3 e3");
    let terms = |turn, tolerance| Terms {
        times: BySide::new(time(turn, tolerance), time(60_000, 60_000)),
        ..Terms::default()
    };
    let game = play(&mut slow, &mut quick(), &terms(1, 1));
    assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Time));
    let game = play(&mut slow, &mut quick(), &terms(1, 60_000));
    assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Five));
}

#[test]
fn the_time_of_a_game_runs_out() {
    let mut slow = Scripted::slow(ROW, 40);
    let clock =
        TimeControl { game: Some(millis(60)), tolerance: millis(5), ..TimeControl::default() };
    let terms = Terms { times: BySide::new(clock, TimeControl::default()), ..Terms::default() };
    let game = play(&mut slow, &mut Scripted::new("a3 b3 c3 d3"), &terms);
    assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Time));
    assert!(game.game.moves().len() <= 4);
}

#[test]
fn long_games_and_full_boards_are_draws() {
    let adjudication = Adjudication { draw_after: Some(4), ..Adjudication::default() };
    let terms = Terms { adjudication, ..Terms::default() };
    let game = play(&mut Scripted::new(ROW), &mut Scripted::new("a3 b3 c3"), &terms);
    assert_eq!((winner(&game), game.ending), (None, Ending::Long));
    assert_eq!(game.game.board().stone_count(), 4);

    let small = Game::new(Size::new(5).unwrap(), Rule::Standard);
    let endings: Vec<Ending> = (0..20)
        .map(|seed| {
            let (mut black, mut white) = (RandomPlayer::new(seed), RandomPlayer::new(seed + 100));
            let players = BySide::<&mut dyn Player>::new(&mut black, &mut white);
            play_game(&small, players, &Terms::default(), &Stop::new()).unwrap().ending
        })
        .collect();
    assert!(endings.contains(&Ending::FullBoard));
    assert!(endings.iter().all(|ending| matches!(ending, Ending::FullBoard | Ending::Five)));
}

#[test]
fn a_stopped_game_is_none() {
    let stop = Stop::new();
    stop.stop();
    let (mut black, mut white) = (Scripted::new(ROW), Scripted::new("a3"));
    let players = BySide::<&mut dyn Player>::new(&mut black, &mut white);
    assert_eq!(play_game(&empty(), players, &Terms::default(), &stop), None);
}

#[test]
fn our_engine_beats_chance() {
    let options = EngineOptions { memory: 1 << 20, ..Default::default() };
    let settings = EngineSettings { options, depth: Some(2), ..Default::default() };
    let mut engine = EnginePlayer::new(settings, &SharedData::default());
    for seed in 0..3 {
        let game = play(&mut RandomPlayer::new(seed), &mut engine, &Terms::default());
        assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Five));
    }
}

/// A player who thinks on the opponent's time expects many moves of one who thinks alike, answers
/// them as deep as others, and leaves no thread behind.
#[test]
fn a_player_may_think_on_the_opponents_time() {
    let player =
        |text: &str| text.parse::<PlayerSpec>().unwrap().make(0, &SharedData::default()).unwrap();
    let mut black = player("tengen:depth=4,memory=4,ponder=on");
    let mut white = player("tengen:depth=4,memory=4");
    for _ in 0..2 {
        let terms = Terms {
            adjudication: Adjudication { draw_after: Some(30), ..Adjudication::default() },
            ..Terms::default()
        };
        let game = play(black.as_mut(), white.as_mut(), &terms);
        assert!(game.ending.is_regular(), "{game:?}");
        let hits = game.pondered.iter().filter(|(_, pondered)| pondered.hit).count();
        assert!(hits > 0, "{:?}", game.pondered);
        assert!(game.pondered.iter().all(|(number, _)| number % 2 == 0 && *number > 0));
        let deep = game.pondered.iter().filter(|(_, pondered)| pondered.depth >= 4);
        assert!(deep.count() > 0, "{:?}", game.pondered);
    }
    // Stopped and dropped in the midst of a thought without end.
    let mut endless = player("tengen:memory=4,ponder=on,time=20");
    let turn = TimeControl { turn: Some(millis(20)), ..TimeControl::default() }.turn_with(None);
    endless.choose(&empty(), &turn, &Stop::new()).unwrap();
    drop(endless);
}

/// Black has a forced win in 13 plies, which the main search does not see within these nodes.
#[test]
fn the_solver_of_a_description_is_the_players() {
    let mut game = empty();
    for point in ["g7", "g6", "h6", "j7", "f5", "j6", "f8", "i5", "f7", "f6"] {
        game.play(point.parse().unwrap()).unwrap();
    }
    let verdict = |solver: &str| {
        let spec: PlayerSpec = format!("tengen:nodes=10000,memory=4,{solver}").parse().unwrap();
        let mut player = spec.make(0, &SharedData::default()).unwrap();
        let turn = TimeControl::default().turn_with(None);
        player.choose(&game, &turn, &Stop::new()).unwrap();
        player.verdict()
    };
    assert!(matches!(verdict("solver=off"), Some(Verdict::Unclear { .. })));
    for solver in ["", "solver=fast", "solver=medium", "solver=slow"] {
        assert_eq!(verdict(solver), Some(Verdict::Wins { plies: 13 }), "{solver}");
    }
}

/// Plays with players who always say the same of their positions.
fn judged(black: Verdict, white: Verdict, adjudication: Adjudication) -> PlayedGame {
    let mut players = [Scripted::new(ROW), Scripted::new("a3 b3 c3 d3 e3")];
    (players[0].verdict, players[1].verdict) = (Some((0, black)), Some((0, white)));
    let [black, white] = &mut players;
    play(black, white, &Terms { adjudication, ..Terms::default() })
}

#[test]
fn games_are_called_by_what_players_say() {
    let says = |centi| Verdict::Unclear { centi };
    let margin = |text: &str| Some(text.parse().unwrap());
    let resign = Adjudication { resign: margin("2,1000"), ..Adjudication::default() };
    let game = judged(says(100), says(-1200), resign);
    assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Resigned));
    assert_eq!(game.detail.as_deref(), Some("white calls its position lost"));
    assert_eq!(game.game.moves().len(), 4);

    let win = Adjudication { win: margin("2,1000"), ..Adjudication::default() };
    let game = judged(says(-1500), Verdict::Wins { plies: 9 }, win);
    assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Agreed));
    assert_eq!(judged(says(100), says(-1200), win).ending, Ending::Five);

    let draw = Adjudication { draw: margin("2,10,5"), ..Adjudication::default() };
    let game = judged(says(3), says(-3), draw);
    assert_eq!((winner(&game), game.ending), (None, Ending::Agreed));
    assert_eq!(game.game.moves().len(), 8);
}

/// Who only says that he wins must play on.
#[test]
fn a_proven_win_ends_a_game_if_it_is_one() {
    let adjudication = Adjudication { proven: true, ..Adjudication::default() };
    let terms = Terms { adjudication, ..Terms::default() };
    let mut black = Scripted::new("f8 g8 h8 i8 j8");
    let mut white = Scripted::new("a1 b3 c5 d7 e9");
    // With three in a row and nothing in the way the third stone from here makes five.
    black.verdict = Some((3, Verdict::Wins { plies: 3 }));
    let game = play(&mut black, &mut white, &terms);
    assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Proven));
    assert_eq!(game.detail.as_deref(), Some("black wins in 3 plies at the latest"));
    assert_eq!(game.game.moves().len(), 7);

    black.verdict = None;
    white.verdict = Some((0, Verdict::Wins { plies: 1 }));
    let game = play(&mut black, &mut white, &terms);
    assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Five));
}
