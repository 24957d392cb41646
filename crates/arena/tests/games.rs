//! Games between scripted players: who wins, and why.

#![cfg(unix)]

#[allow(dead_code)]
mod common;

use std::time::{Duration, Instant};

use common::{Scripted, empty, fake_brain, millis, time};
use tengen_arena::{
    BrainPlayer, Ending, EnginePlayer, EngineSettings, PlayedGame, Player, PlayerSpec,
    RandomPlayer, Terms, TimeControl, play_game,
};
use tengen_core::{BySide, Game, Outcome, Rule, Side, Size};
use tengen_engine::{Stop, Verdict};

fn play(black: &mut dyn Player, white: &mut dyn Player, terms: &Terms) -> PlayedGame {
    play_game(&empty(), BySide::new(black, white), terms, &Stop::new()).unwrap()
}

fn winner(game: &PlayedGame) -> Option<Side> {
    game.game.outcome().and_then(Outcome::winner)
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
        times: BySide::new(time(turn, tolerance), time(1000, 1000)),
        draw_after: None,
    };
    let game = play(&mut slow, &mut quick(), &terms(1, 1));
    assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Time));
    let game = play(&mut slow, &mut quick(), &terms(1, 2000));
    assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Five));
}

#[test]
fn the_time_of_a_game_runs_out() {
    let mut slow = Scripted::slow(ROW, 40);
    let clock = TimeControl { turn: None, game: Some(millis(60)), tolerance: millis(5) };
    let terms = Terms { times: BySide::new(clock, TimeControl::default()), draw_after: None };
    let game = play(&mut slow, &mut Scripted::new("a3 b3 c3 d3"), &terms);
    assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Time));
    assert!(game.game.moves().len() <= 4);
}

#[test]
fn long_games_and_full_boards_are_draws() {
    let terms = Terms { draw_after: Some(4), ..Terms::default() };
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
    let settings = EngineSettings { depth: Some(2), memory: Some(1 << 20), ..Default::default() };
    let mut engine = EnginePlayer::new(settings);
    for seed in 0..3 {
        let game = play(&mut RandomPlayer::new(seed), &mut engine, &Terms::default());
        assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Five));
    }
}

/// Black wins by force in 13 plies, which the main search does not see within these nodes.
#[test]
fn the_kill_search_of_a_description_is_the_players() {
    let mut game = empty();
    for point in ["g7", "g6", "h6", "j7", "f5", "j6", "f8", "i5", "f7", "f6"] {
        game.play(point.parse().unwrap()).unwrap();
    }
    let verdict = |kill: &str| {
        let spec: PlayerSpec = format!("tengen:nodes=10000,memory=4,{kill}").parse().unwrap();
        let mut player = spec.make(0).unwrap();
        let turn = TimeControl::default().after(Duration::ZERO);
        player.choose(&game, &turn, &Stop::new()).unwrap();
        player.verdict()
    };
    assert!(matches!(verdict("kill=off"), Some(Verdict::Unclear { .. })));
    for kill in ["", "kill=fast", "kill=medium", "kill=slow"] {
        assert_eq!(verdict(kill), Some(Verdict::Wins { plies: 13 }), "{kill}");
    }
}

#[test]
fn a_brain_is_driven_as_c_gomoku_cli_does_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = fake_brain(folder.path(), "");
    settings.depth = Some(3);
    let mut brain = BrainPlayer::new(settings).unwrap();
    let terms = Terms { times: BySide::new(time(500, 3000), time(500, 3000)), draw_after: None };
    let white = "a1 b1 c1 d1 e1";
    for _ in 0..2 {
        let game = play(&mut brain, &mut Scripted::new(white), &terms);
        assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Five));
        assert_eq!(game.game.moves()[0].to_string(), "a15");
    }
    let opening = tengen_formats::parse_position(
        "a1a3",
        Size::default(),
        Rule::Renju,
        tengen_formats::Rows::Bottom,
    );
    let mut white = Scripted::new("b1 c1 d1 f1 g1");
    let players = BySide::<&mut dyn Player>::new(&mut brain, &mut white);
    play_game(&opening.unwrap(), players, &terms, &Stop::new()).unwrap();
    brain.end();
    let heard = std::fs::read_to_string(folder.path().join("heard")).unwrap();
    let game = |first: &str, rule: u8| {
        format!(
            "START 15\nINFO rule {rule}\nINFO timeout_turn 500\nINFO timeout_match 0\n\
             INFO max_depth 3\nINFO max_memory 367001600\nINFO time_left 2147483647\n{first}\n\
             INFO time_left 2147483647\nTURN 1,14\n"
        )
    };
    assert!(heard.starts_with(&("ABOUT\n".to_owned() + &game("BEGIN", 0).replace("1,14", "0,14"))));
    assert!(heard.contains(&game("BOARD\n0,14,1\n0,12,2\nDONE", 4)), "{heard}");
    assert!(heard.ends_with("END\n"));
    let starts = std::fs::read_to_string(folder.path().join("starts")).unwrap();
    assert_eq!(starts.lines().count(), 1, "one process plays many games");
}

/// What happens to a brain whose third answer is odd.
fn odd(oddity: &str) -> (PlayedGame, PlayedGame, usize) {
    let folder = tempfile::tempdir().unwrap();
    let oddity = format!(
        "[ $n = 2 ] && [ ! -e \"{0}/odd\" ] && touch \"{0}/odd\" && {{ {oddity}; }}",
        folder.path().display()
    );
    let mut brain = BrainPlayer::new(fake_brain(folder.path(), &oddity)).unwrap();
    let terms = Terms { times: BySide::new(time(100, 400), time(100, 400)), draw_after: None };
    let white = || Scripted::new("a1 b1 c1 d1 e1");
    let first = play(&mut brain, &mut white(), &terms);
    let second = play(&mut brain, &mut white(), &terms);
    brain.end();
    let starts = std::fs::read_to_string(folder.path().join("starts")).unwrap();
    (first, second, starts.lines().count())
}

#[test]
fn a_brain_that_hangs_is_killed_and_started_again() {
    let start = Instant::now();
    let (first, second, starts) = odd("sleep 100");
    assert_eq!((winner(&first), first.ending), (Some(Side::White), Ending::Time));
    assert_eq!((winner(&second), second.ending, starts), (Some(Side::Black), Ending::Five, 2));
    assert!(start.elapsed() < millis(20_000));
}

#[test]
fn a_brain_that_crashes_loses_and_is_started_again() {
    let (first, second, starts) = odd("exit 3");
    assert_eq!((winner(&first), first.ending), (Some(Side::White), Ending::Crash));
    assert_eq!(first.detail.as_deref(), Some("the process ended: exit status: 3"));
    assert_eq!((winner(&second), second.ending, starts), (Some(Side::Black), Ending::Five, 2));
}

#[test]
fn a_brain_that_plays_illegally_loses() {
    for (oddity, detail) in
        [("echo 0,0", "a15 is occupied"), ("echo 15,3", "15,3 is off the board")]
    {
        let (first, second, _) = odd(oddity);
        assert_eq!((winner(&first), first.ending), (Some(Side::White), Ending::Illegal));
        assert_eq!(first.detail.as_deref(), Some(detail));
        assert_eq!(second.ending, Ending::Five);
    }
}

#[test]
fn a_brain_may_be_late_within_the_tolerance_and_talkative() {
    let (first, ..) = odd("sleep 0.2; echo DEBUG x; echo; echo UNKNOWN y; echo ERROR z");
    assert_eq!((winner(&first), first.ending), (Some(Side::Black), Ending::Five));
}

#[test]
fn a_program_that_is_none_does_not_start() {
    let settings = tengen_arena::BrainSettings {
        program: "/nowhere/pbrain-none".into(),
        ..Default::default()
    };
    let error = BrainPlayer::new(settings).unwrap_err().to_string();
    assert!(error.starts_with("cannot start /nowhere/pbrain-none: "), "{error}");
}
