//! Brains as processes: how they are driven, and what becomes of those that misbehave.

use std::path::Path;
use std::time::Duration;

use tengen_arena::{
    Adjudication, BrainPlayer, BrainSettings, Ending, Entrant, Failure, Match, Openings, Pairing,
    PlayedGame, Player, Terms, TimeControl, Turn, play_game,
};
use tengen_core::{BySide, Game, Point, Rule, Side, Size};
use tengen_engine::Stop;
use tengen_test_support::arena::{Scripted, odd_brain, run, time, winner};
use tengen_test_support::game::empty;
use tengen_test_support::wait::{wait_until, with_more_time};

/// What the brain's opponent plays: nothing that hinders it.
const WHITE: &str = "a1 b1 c1 d1 e1";

/// Time enough for any brain that answers at all, on any machine.
fn ample() -> Terms {
    let time = time(600_000, 600_000);
    Terms { times: BySide::new(time, time), ..Terms::default() }
}

fn play(brain: &mut BrainPlayer, terms: &Terms) -> PlayedGame {
    let mut white = Scripted::new(WHITE);
    let players = BySide::<&mut dyn Player>::new(brain, &mut white);
    play_game(&empty(), players, terms, &Stop::new()).unwrap()
}

fn lines(folder: &Path, file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Whether all processes that were started in this folder have ended, and were waited for.
#[cfg(unix)]
fn are_gone(folder: &Path) -> bool {
    use rustix::process::{Pid, test_kill_process};
    let ids = lines(folder, "starts");
    let ids = ids.iter().map(|id| Pid::from_raw(id.parse().unwrap()).unwrap());
    ids.clone().count() > 0 && ids.into_iter().all(|id| test_kill_process(id).is_err())
}

#[cfg(not(unix))]
fn are_gone(_: &Path) -> bool {
    true
}

/// A brain with a time limit for its third move alone, at which it is odd.
struct Hurried<'a> {
    brain: &'a mut BrainPlayer,
    third: Duration,
}

impl Player for Hurried<'_> {
    fn begin(&mut self, opening: &Game, time: &TimeControl, seed: u64) -> Result<(), Failure> {
        self.brain.begin(opening, time, seed)
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let is_third = game.board().stones(Side::Black).count() == 2;
        let short = Turn { turn: Some(self.third), tolerance: Duration::ZERO, ..*turn };
        self.brain.choose(game, if is_third { &short } else { turn }, stop)
    }
}

/// Plays a game with a brain that is odd once, and then one in which it is not.
fn odd(oddity: &str, terms: &Terms) -> (PlayedGame, usize) {
    odd_and_again(oddity, |brain| play(brain, terms))
}

/// Plays a game with a brain that says nothing at its third move, or nothing that is a move, and has only
/// this long for it.
fn hurried(oddity: &str, third: Duration) -> (PlayedGame, usize) {
    odd_and_again(oddity, |brain| {
        let (mut black, mut white) = (Hurried { brain, third }, Scripted::new(WHITE));
        let players = BySide::<&mut dyn Player>::new(&mut black, &mut white);
        play_game(&empty(), players, &ample(), &Stop::new()).unwrap()
    })
}

fn odd_and_again(
    oddity: &str,
    play_odd: impl FnOnce(&mut BrainPlayer) -> PlayedGame,
) -> (PlayedGame, usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut brain = BrainPlayer::new(odd_brain(folder.path(), oddity)).unwrap();
    let first = play_odd(&mut brain);
    let second = play(&mut brain, &ample());
    assert_eq!((winner(&second), second.ending), (Some(Side::Black), Ending::Five), "{oddity}");
    brain.end();
    wait_until(|| are_gone(folder.path()));
    (first, lines(folder.path(), "starts").len())
}

/// Checks that an oddity loses the game for this reason, and that the brain is started again.
fn loses(oddity: &str, terms: &Terms, ending: Ending, detail: &str) {
    let (game, starts) = odd(oddity, terms);
    assert_eq!((winner(&game), game.ending), (Some(Side::White), ending), "{oddity}");
    assert_eq!(game.detail.as_deref(), Some(detail), "{oddity}");
    assert_eq!(starts, 2, "{oddity}");
}

#[test]
fn a_brain_is_driven_as_c_gomoku_cli_does_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = odd_brain(folder.path(), "");
    settings.depth = Some(3);
    settings.infos = vec![("caution_factor".to_owned(), "2".to_owned())];
    let mut brain = BrainPlayer::new(settings).unwrap();
    for _ in 0..2 {
        let game = play(&mut brain, &ample());
        assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Five));
        assert_eq!(game.game.moves()[0].to_string(), "a15");
    }
    assert_eq!(brain.score(), Some(-70), "it says so in its messages");
    let opening = tengen_formats::parse_position(
        "a1a3",
        Size::default(),
        Rule::Renju,
        tengen_formats::Rows::Bottom,
    );
    let mut white = Scripted::new("b1 c1 d1 f1 g1");
    let players = BySide::<&mut dyn Player>::new(&mut brain, &mut white);
    play_game(&opening.unwrap(), players, &ample(), &Stop::new()).unwrap();
    brain.end();
    let heard = lines(folder.path(), "heard").join("\n");
    let game = |first: &str, rule: u8| {
        format!(
            "START 15\nINFO rule {rule}\nINFO timeout_turn 600000\nINFO timeout_match 0\n\
             INFO max_depth 3\nINFO max_memory 367001600\nINFO caution_factor 2\n\
             INFO time_left 2147483647\n{first}\nINFO time_left 2147483647\nTURN 1,14\n"
        )
    };
    assert!(heard.starts_with(&("ABOUT\n".to_owned() + &game("BEGIN", 0).replace("1,14", "0,14"))));
    assert!(heard.contains(&game("BOARD\n0,14,1\n0,12,2\nDONE", 4)), "{heard}");
    assert!(heard.ends_with("END"));
    assert_eq!(lines(folder.path(), "starts").len(), 1, "one process plays many games");
}

#[test]
fn a_brain_is_told_its_clock_with_the_increment() {
    let folder = tempfile::tempdir().unwrap();
    let mut brain = BrainPlayer::new(odd_brain(folder.path(), "")).unwrap();
    let clock = TimeControl {
        game: Some(Duration::from_secs(100)),
        increment: Duration::from_secs(1000),
        ..TimeControl::default()
    };
    play(&mut brain, &Terms { times: BySide::new(clock, clock), ..Terms::default() });
    brain.end();
    let heard = lines(folder.path(), "heard");
    assert!(heard.contains(&"INFO timeout_match 100000".to_owned()), "{heard:?}");
    assert!(heard.contains(&"INFO time_increment 1000000".to_owned()), "{heard:?}");
    let left: Vec<u64> = heard
        .iter()
        .filter_map(|line| line.strip_prefix("INFO time_left ")?.parse().ok())
        .collect();
    assert_eq!((left[0], left.len()), (1_100_000, 5));
    // Every move adds a thousand seconds, and takes far less than a hundred.
    let is_later =
        |n: usize| (2_000_000..=2_100_000).contains(&(left[n] - 1_000_000 * (n as u64 - 1)));
    assert!((1..5).all(is_later), "{left:?}");
}

/// So does everything that it has started.
#[test]
fn who_hangs_loses_on_time_and_is_ended() {
    with_more_time(Duration::from_millis(250), |third| {
        let (game, starts) = hurried("child", third);
        assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Time));
        assert_eq!(game.detail.as_deref(), Some("no move came in time"));
        // A brain, its child if there was time to start it, and a new brain.
        (starts == 3).then_some(())
    });
}

#[test]
fn what_was_said_instead_of_a_move_is_told() {
    with_more_time(Duration::from_millis(250), |third| {
        let (game, starts) = hurried("nonsense", third);
        assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Time));
        assert_eq!(starts, 2);
        (game.detail.as_deref() == Some("no move came in time; it said 'hello'")).then_some(())
    });
}

#[test]
fn who_does_not_answer_start_loses() {
    let why = "no move came in time; START was not answered";
    // Without a limit of time there is no tolerance either that START could wait for.
    loses("deaf-to-start", &Terms::default(), Ending::Time, why);
}

/// Without a limit of time there is still an end.
#[test]
fn who_hangs_without_a_limit_of_time_loses_too() {
    let folder = tempfile::tempdir().unwrap();
    let patience = Some(Duration::from_millis(500));
    let settings = BrainSettings { patience, ..odd_brain(folder.path(), "hang") };
    let mut brain = BrainPlayer::new(settings).unwrap();
    let game = play(&mut brain, &Terms::default());
    // A busy machine may need longer for the first move already.
    assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Time));
}

#[test]
fn who_crashes_loses() {
    loses("exit", &ample(), Ending::Crash, "the process ended: exit status: 3");
    loses("exit-at-start", &ample(), Ending::Crash, "the process ended: exit status: 5");
    loses("exit-at-once", &ample(), Ending::Crash, "the process ended: exit status: 4");
    let (game, starts) = odd("abort", &ample());
    assert_eq!((game.ending, starts), (Ending::Crash, 2));
    assert!(game.detail.unwrap().starts_with("the process ended: "));
}

#[test]
fn who_plays_what_is_no_legal_move_loses() {
    for (answer, detail) in [
        ("0,0", "a15 is occupied"),
        ("15,3", "15,3 is off the board"),
        ("4294967295,0", "4294967295,0 is off the board"),
        ("-1,3", "'-1,3' is no move"),
        ("3;4", "'3;4' is no move"),
        ("99999999999999999999,1", "'99999999999999999999,1' is no move"),
    ] {
        let (game, _) = odd(answer, &ample());
        assert_eq!((winner(&game), game.ending), (Some(Side::White), Ending::Illegal), "{answer}");
        assert_eq!(game.detail.as_deref(), Some(detail));
    }
}

#[test]
fn who_says_too_much_loses() {
    loses("chatter", &ample(), Ending::Illegal, "'what shall I say' is no move");
    loses("flood", &ample(), Ending::Illegal, "it floods its output");
    loses("endless-line", &ample(), Ending::Illegal, "it floods its output");
}

#[test]
fn who_refuses_to_start_loses() {
    loses("refuse", &ample(), Ending::Illegal, "it refuses: no such board");
}

#[test]
fn a_brain_may_be_late_within_the_tolerance_and_talkative() {
    let late = time(1, 600_000);
    let terms = Terms { times: BySide::new(late, late), ..Terms::default() };
    let (game, starts) = odd("late", &terms);
    assert_eq!((winner(&game), game.ending, starts), (Some(Side::Black), Ending::Five, 1));
}

/// Plays once the brain has said all that it says to its last question.
struct Patient<'a> {
    inner: Scripted,
    folder: &'a Path,
}

impl Player for Patient<'_> {
    fn begin(&mut self, opening: &Game, time: &TimeControl, seed: u64) -> Result<(), Failure> {
        self.inner.begin(opening, time, seed)
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        // The brain writes the file with its first move.
        let played = || std::fs::read_to_string(self.folder.join("played"));
        let stones = game.board().stones(Side::Black).count();
        wait_until(|| played().map_or(0, |text| text.lines().count()) == stones);
        self.inner.choose(game, turn, stop)
    }
}

#[test]
fn what_comes_after_an_answer_is_no_answer_to_the_next_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut brain = BrainPlayer::new(odd_brain(folder.path(), "twice")).unwrap();
    let mut white = Patient { inner: Scripted::new(WHITE), folder: folder.path() };
    let players = BySide::<&mut dyn Player>::new(&mut brain, &mut white);
    let game = play_game(&empty(), players, &ample(), &Stop::new()).unwrap();
    assert_eq!((winner(&game), game.ending), (Some(Side::Black), Ending::Five), "{game:?}");
    assert!(folder.path().join("odd").exists(), "it has answered twice");
    assert_eq!(lines(folder.path(), "starts").len(), 1);
}

#[test]
fn a_program_that_is_none_does_not_start() {
    let program = "/nowhere/pbrain-none".into();
    let error = BrainPlayer::new(BrainSettings { program, ..BrainSettings::default() });
    let error = error.unwrap_err().to_string();
    assert!(error.starts_with("cannot start /nowhere/pbrain-none: "), "{error}");
}

/// All kinds of bad brains in one tournament, two games at a time: each loses its own games to the
/// good one, and whoever does not play against them is not disturbed.
#[test]
fn bad_brains_lose_their_games_and_disturb_nobody() {
    let kinds = ["", "exit", "flood", "0,0", "refuse", "exit-at-once", "nonsense"];
    let folders: Vec<_> = kinds.iter().map(|_| tempfile::tempdir().unwrap()).collect();
    let make = |number: usize| {
        let mut settings = odd_brain(folders[number].path(), kinds[number]);
        // Each of the two has a row of its own.
        let row = if number == 0 { "0" } else { "1" };
        settings.arguments.extend([row.to_owned(), "always".to_owned()]);
        Ok(Box::new(BrainPlayer::new(settings)?) as Box<dyn Player>)
    };
    // Only one of them is late; its time is short.
    let turn =
        |kind: &str| if kind == "nonsense" { time(100, 400) } else { time(600_000, 600_000) };
    let entrants = kinds.map(|kind| {
        let name = if kind.is_empty() { "good" } else { kind };
        Entrant::new(name, Box::new(make), turn(kind))
    });
    let openings = Openings::random(Rule::Freestyle, Size::default(), 1, 3);
    let mut games = Match::new(entrants.into(), Pairing::Gauntlet, &openings);
    games.concurrency = 2;
    games.adjudication = Adjudication { draw_after: Some(60), ..Adjudication::default() };
    let result = run(&games);
    assert_eq!(result.records().count(), 2 * (kinds.len() - 1));
    for game in result.records() {
        assert_ne!(game.ending, Ending::Five, "{game:?}");
        assert_eq!(game.winner, Some(tengen_arena::Contestant::A), "{game:?}");
        assert!(game.detail.is_some(), "{game:?}");
    }
    for folder in &folders {
        wait_until(|| are_gone(folder.path()));
    }
}
