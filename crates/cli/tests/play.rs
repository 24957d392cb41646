//! The real binary as an opponent on a pipe.

use std::fs;
use std::process::Stdio;

use tengen_core::opening::OpeningRule;
use tengen_test_support::dialogue::Dialogue;
use tengen_test_support::process::{Run, command, tengen};

/// A game with somebody who answers what is printed.
struct Table(Dialogue);

impl Table {
    /// `tengen play` with one thread, little memory and these arguments.
    fn new(arguments: &[&str]) -> Table {
        let mut command = command();
        command.args(["play", "--threads", "1", "--memory", "1"]).args(arguments);
        Table(Dialogue::start(command.env_remove("CLICOLOR_FORCE")))
    }

    fn send(&mut self, line: &str) {
        self.0.send(line);
    }

    /// The next line that begins with one of these words.
    fn line(&mut self, beginnings: &[&str]) -> String {
        loop {
            let line = self.0.line();
            if beginnings.iter().any(|beginning| line.starts_with(beginning)) {
                return line;
            }
        }
    }

    /// Waits for the end; gives the exit status and the lines still printed.
    fn end(mut self) -> (i32, Vec<String>) {
        self.0.hang_up();
        let (status, lines, _) = self.0.wait();
        (status.code().unwrap(), lines)
    }
}

/// A game in which everything is typed at once.
fn play(arguments: &[&str], input: &[u8]) -> Run {
    let mut table = Table::new(arguments);
    // A game that ends early closes its input; that is its right.
    table.0.send_last(input);
    let (status, lines) = table.end();
    Run { status, out: lines.join("\n") + "\n", err: String::new() }
}

/// The point of a line such as `white plays h8 (…)` or `hint: h8 (…)`.
fn point(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let before = words.iter().position(|word| ["plays", "hint:"].contains(word)).unwrap();
    words[before + 1].to_owned()
}

/// The points that the engine played.
fn replies(run: &Run) -> Vec<String> {
    run.out.lines().filter(|line| line.contains(" plays ")).map(point).collect()
}

#[test]
fn a_whole_game_against_level_one_is_won_by_following_the_hints() {
    let mut table = Table::new(&["--level", "1", "--nodes", "3000", "--seed", "4"]);
    let mut moves = 0;
    let end = loop {
        table.send("hint");
        let hint = table.line(&["hint:"]);
        assert!(hint.contains("depth"), "{hint}");
        table.send(&point(&hint));
        moves += 1;
        let answer = table.line(&["white plays", "black wins", "white wins", "draw"]);
        if !answer.starts_with("white plays") {
            break answer;
        }
        assert!(moves < 113, "the board is full");
    };
    assert_eq!(end, "black wins: five in a row");
    table.send("a1");
    assert_eq!(table.line(&["the game"]), "the game is over: black wins: five in a row");
    table.send("quit");
    let (status, rest) = table.end();
    assert_eq!(status, 0);
    let [game] = &rest[..] else { panic!("{rest:?}") };
    let moves = game.strip_prefix("The game: ").unwrap();
    let shown = tengen(&["shapes", moves]);
    assert!(shown.err.contains("the game is over: black wins: five in a row"), "{}", shown.err);
}

#[test]
fn the_best_level_opens_from_the_book_and_says_so() {
    let opens = |arguments: &[&str]| {
        let all = [&["--side", "white", "--nodes", "300", "h8i9"], arguments].concat();
        play(&all, b"").out.lines().find(|line| line.starts_with("black plays")).unwrap().to_owned()
    };
    let known = |line: &String| line.contains("(from the opening book, ");
    let seeds = ["1", "2", "3", "4", "5", "6"].map(|seed| opens(&["--seed", seed]));
    assert!(seeds.iter().all(known), "{seeds:?}");
    assert!(seeds.iter().any(|line| point(line) != point(&seeds[0])), "{seeds:?}");
    for without in [&["--no-book"][..], &["--level", "9"]] {
        let line = opens(without);
        assert!(!known(&line) && line.contains("depth"), "{line}");
    }
}

#[test]
fn every_level_of_the_solver_plays() {
    for level in ["off", "fast", "medium", "slow"] {
        let run = play(&["--nodes", "300", "--no-book", "--solver", level], b"h8\n");
        assert_eq!((run.status, replies(&run).len()), (0, 1), "{level}: {}", run.out);
    }
    assert_eq!(play(&["--solver", "hard"], b"").status, 2);
}

#[test]
fn undo_takes_the_answer_back_as_well() {
    let mut table = Table::new(&["--level", "1", "--seed", "1"]);
    table.send("undo");
    assert_eq!(table.line(&["there"]), "there is no move of yours to take back");
    table.send("h8");
    table.line(&["white plays"]);
    table.send("i9");
    table.line(&["white plays"]);
    table.send("undo");
    table.send("undo");
    table.send("undo");
    table.line(&["there is no move"]);
    table.send("g7");
    let answer = point(&table.line(&["white plays"]));
    let (status, rest) = table.end();
    assert_eq!(status, 0);
    assert!(rest.last().unwrap().ends_with(&format!(" g7{answer}")), "{rest:?}");
}

#[test]
fn undo_reopens_a_game_that_is_over() {
    let run = play(&["--side", "both", "a1a2b1b2c1c2d1d2"], b"e1\nundo\nf1\n");
    assert!(run.out.contains("black wins: five in a row"));
    assert!(run.out.ends_with(" a1a2b1b2c1c2d1d2f1\n"), "{}", run.out);
}

#[test]
fn nothing_that_is_typed_ends_the_game() {
    let nonsense = b"zz\nh99\nh8 i9\n\n   \nh8\nh8\no15\nlevel 0\nside up\nsave\nsave x.gif\n\
        save no/such/folder/x.sgf\n\xff\xfe\x00\x1b[2J\nundo now\nh16\n9\n";
    let run = play(&["--side", "both", "--size", "9"], nonsense);
    assert_eq!(run.status, 0);
    for sentence in [
        "'zz' is neither a point nor a command; help lists them",
        "h8 is occupied",
        "o15 is off the board",
        "levels go from 1 to 10",
        "side is black, white, both or none",
        "save wants a name, such as x.sgf",
        "x.gif: a game's name ends in .sgf, .psq, .pos or .json",
        "writing no/such/folder/x.sgf: ",
    ] {
        assert!(run.out.contains(sentence), "{sentence}: {}", run.out);
    }
    assert!(!run.out.contains('\u{1b}'), "{}", run.out);
    let last = "Go on with: tengen play --rule freestyle --size 9 --side both --level 5 h8\n";
    assert!(run.out.ends_with(last), "{}", run.out);
}

#[test]
fn the_end_of_the_input_ends_the_game_after_the_answer() {
    let run = play(&["--level", "2"], b"h8\n");
    let [answer] = &replies(&run)[..] else { panic!("{}", run.out) };
    assert_eq!(run.status, 0);
    assert!(run.out.ends_with(&format!(" h8{answer}\n")), "{}", run.out);
    let nothing = play(&[], b"");
    assert_eq!((nothing.status, nothing.out.lines().count()), (0, 16), "only the board");
}

#[test]
fn what_is_printed_at_the_end_goes_on_from_there() {
    let setup = "b=h8j8;w=a1;t=w";
    let run = play(&["--rule", "renju", "--side", "both", setup], b"c3\n");
    let last = run.out.lines().last().unwrap();
    let command = last.strip_prefix("Go on with: tengen play ").unwrap().replace('\'', "");
    let arguments: Vec<&str> = command.split(' ').collect();
    let again = play(&arguments, b"");
    assert_eq!(again.out.lines().last(), Some(last));
    assert!(last.ends_with(&format!(" '{setup};m=c3'")), "{last}");
}

#[test]
fn a_forbidden_point_is_refused_with_its_reason() {
    let cross = ["--rule", "renju", "--side", "black", "g8a1i8a3h7a5h9a7"];
    let run = play(&cross, b"h8\n");
    let reason = "h8 is forbidden to black: double three (row g8 h8 i8; column h7 h8 h9)";
    assert!(run.out.contains(reason), "{}", run.out);
    assert!(run.out.contains(" 8 . . . . . . x ! x ."), "{}", run.out);
    assert!(run.out.ends_with(" g8a1i8a3h7a5h9a7\n"), "it was not played: {}", run.out);
}

#[test]
fn sides_levels_and_games_are_changed_at_the_table() {
    let run = play(
        &["--level", "1", "--seed", "2"],
        b"level\nlevel 2\nlevel\nswap\nh7\nnew\nside both\n",
    );
    let said: Vec<&str> = run.out.lines().filter(|line| line.starts_with("level")).collect();
    assert_eq!(said, ["level 1", "level 2", "level 2"]);
    // The engine takes Black over at once, also on the new board.
    let black: Vec<&str> = run.out.lines().filter(|line| line.starts_with("black plays")).collect();
    assert_eq!(black.len(), 3, "{}", run.out);
    assert!(run.out.contains("you play white") && run.out.contains("you play both"));
    let help = play(&[], b"help\n");
    for word in ["undo", "hint", "level", "side", "swap", "new", "save", "show", "pass", "quit"] {
        assert!(help.out.contains(&format!("\n  {word} ")), "{word}");
    }
}

#[test]
fn games_are_saved_in_the_format_of_their_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (sgf, psq) = (path("my game.sgf"), path("game.psq"));
    let input = format!("i9\nsave {sgf}\nsave {psq}\n");
    let run = play(&["--rule", "renju", "--side", "both", "h8"], input.as_bytes());
    assert!(run.out.contains(&format!("saved as {sgf}\n")), "{}", run.out);
    assert!(run.out.contains("game.psq; psq cannot hold the rule\n"), "{}", run.out);
    for file in [sgf, psq] {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("Player"), "{text}");
        let view = tengen(&["shapes", "--json", &file]);
        assert!(view.out.starts_with("{\"position\":\"h8i9\""), "{}", view.err);
    }
}

/// White, the engine, is to move: it has a four, or Black has one.
const OWN_FIVE: &str = "b=c3d3e3f3a9;w=b3h8i8j8k8;t=w";
const BLOCK: &str = "b=c3d3e3f3;w=b3h8j12;t=w";

#[test]
fn from_level_three_on_no_five_and_no_block_is_missed() {
    for level in 3..=10 {
        for seed in 0..3 {
            let (level, seed) = (level.to_string(), seed.to_string());
            let options =
                ["--side", "black", "--nodes", "2000", "--level", &level, "--seed", &seed];
            let five = replies(&play(&[&options[..], &[OWN_FIVE]].concat(), b""));
            assert!(["g8", "l8"].contains(&five[0].as_str()), "level {level}: {five:?}");
            let block = replies(&play(&[&options[..], &[BLOCK]].concat(), b""));
            assert_eq!(block, ["g3"], "level {level}");
        }
    }
}

#[test]
fn level_one_plays_at_a_glance_now_and_then() {
    let glances = |level: &str, seed: u32| {
        let options = ["--side", "black", "--level", level, "--seed", &seed.to_string(), "h8i9g7"];
        play(&options, b"").out.contains("at a glance")
    };
    let count = (0..30).filter(|&seed| glances("1", seed)).count();
    assert!((8..28).contains(&count), "{count} of 30");
    assert!(!(0..5).any(|seed| glances("3", seed)));
}

#[test]
fn a_seed_repeats_a_game() {
    let game = |seed: &str| {
        let options = ["--side", "none", "--level", "1", "--size", "7", "--seed", seed];
        let run = play(&options, b"");
        let last = run.out.lines().last().unwrap().to_owned();
        assert!(last.starts_with("The game: "), "{last}");
        last
    };
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
}

#[test]
fn colour_is_for_terminals_that_want_it() {
    let board = |variables: &[(&str, &str)]| {
        let output = command()
            .args(["play", "--size", "7", "d4"])
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = board(&[]);
    assert!(plain.contains(" 4 . . . X . . .\n"), "{plain}");
    assert_eq!(board(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), plain);
    let coloured = board(&[("CLICOLOR_FORCE", "1")]);
    assert!(coloured.contains("\u{1b}[") && coloured.contains('●'), "{coloured}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_thought_and_keeps_the_game() {
    use std::process::Command;
    use tengen_test_support::process::wait_for_work;
    let slow = ["--side", "white", "--time", "3600000", "--no-book", "h8h9j9j8"];
    let mut table = Table::new(&slow);
    // The board is drawn, the engine thinks.
    table.line(&["   a b c"]);
    wait_for_work(table.0.process());
    let id = table.0.process().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let (status, rest, _) = table.0.wait();
    assert_eq!(status.code(), Some(0));
    assert!(rest.last().unwrap().ends_with(" h8h9j9j8"), "{rest:?}");
}

#[test]
fn bad_usage_is_refused_before_the_game() {
    for (arguments, sentence) in [
        (vec!["--level", "11"], "levels go from 1 to 10"),
        (vec!["h8h8"], "h8h8: column 3: h8 is occupied"),
        (vec!["a1a2b1b2c1c2d1d2e1"], "the game is over: black wins: five in a row"),
        (vec!["--side", "up"], "[possible values: black, white, both, none]"),
    ] {
        let run = tengen(&[&["play"], &arguments[..]].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.err.contains(sentence), "{}", run.err);
    }
}

/// Answers every step of an opening that is the person's: the first option, the number two, the first
/// point that is taken. Gives what the engine did, and how it ended.
fn open_by_rule(opening: &str, side: &str) -> (Vec<String>, String) {
    let arguments = ["--rule", "renju", "--opening", opening, "--side", side];
    let mut table = Table::new(&[&arguments[..], &["--nodes", "2000", "--seed", "1"]].concat());
    let columns = ["h", "i", "j", "g", "f", "k", "e", "l"];
    let mut points = (1..=15).rev().flat_map(|row| columns.map(|column| format!("{column}{row}")));
    let mut engine = Vec::new();
    loop {
        let line = table.line(&["step", "the engine, ", "the opening is over"]);
        if line.starts_with("the opening") {
            return (engine, line);
        }
        if line.starts_with("the engine") {
            engine.push(line);
            continue;
        }
        let (_, asked) = line.split_once(": ").unwrap();
        table.send(&match asked.split_once(": ") {
            Some((choice, options)) if choice.starts_with("a choice") => {
                options.split([',', ' ']).next().unwrap().to_owned()
            }
            Some(_) => "2".to_owned(),
            None if asked.ends_with("on h8") => "h8".to_owned(),
            None => points.next().expect("a point is taken sooner or later"),
        });
    }
}

#[test]
fn every_opening_rule_is_played_whoever_begins() {
    for opening in OpeningRule::ALL.map(OpeningRule::name).into_iter().skip(1) {
        for side in ["black", "white"] {
            let (engine, end) = open_by_rule(opening, side);
            assert!(!engine.is_empty() && end.contains("; you play "), "{opening} {side}: {end}");
        }
    }
}

#[test]
fn an_opening_is_taken_back_and_refuses_what_its_step_does_not_ask_for() {
    let input = b"h8\na1\nundo\nundo\n3\nh8\nh9\ni9\nstay\nnew\nquit\n";
    let run = play(&["--side", "both", "--opening", "rif", "--rule", "renju"], input);
    for sentence in [
        "step 1 of 7, black: a stone is to be put now, on h8",
        "a1 is not allowed: the stone must lie inside the square from g7 to i9",
        "the first player has nothing to take back",
        "step 4 of 7, white: a choice is to be made now: swap or stay",
        "step 5 of 7, white: a stone is to be put now, anywhere",
    ] {
        assert!(run.out.contains(sentence), "{sentence}: {}", run.out);
    }
}
