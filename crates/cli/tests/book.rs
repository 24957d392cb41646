//! `tengen book`, as a user types it.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tengen_test_support::process::{command, kill_when, tengen};

/// A small book that grows from two openings and a few games.
fn build(file: &Path, positions: &str, threads: &str) -> Command {
    let mut command = command();
    command.args(["book", "build"]).arg(file);
    command.args(["--positions", positions, "--nodes", "150", "--lines", "3"]);
    command.args(["--threads", threads, "--openings", "data/openings/openings.txt"]);
    command.args(["--games", "data/games/games.txt"]);
    command
}

fn built(file: &Path, positions: &str, threads: &str) -> String {
    let done = build(file, positions, threads).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn a_book_is_the_same_on_any_number_of_threads_and_after_kills() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let whole = built(&path("whole.txt"), "60", "1");
    assert_eq!(whole.lines().count(), 64);
    assert_eq!(built(&path("threads.txt"), "60", "3"), whole);
    let log = path("killed.txt.log");
    let lines = || std::fs::read_to_string(&log).unwrap_or_default().lines().count();
    let mut in_time = 0;
    for wanted in [3, 20, 45] {
        let child = build(&path("killed.txt"), "60", "2").stdout(Stdio::null()).spawn().unwrap();
        kill_when(child, || lines() >= wanted);
        in_time += usize::from(!path("killed.txt").exists());
    }
    assert!(in_time > 0, "every kill came after the end");
    // What a kill can do to the last line.
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, &text[..text.len() - 5]).unwrap();
    assert_eq!(built(&path("killed.txt"), "60", "2"), whole);
    // More positions go on from there, and lead where they lead at once.
    let more = built(&path("killed.txt"), "80", "2");
    assert_eq!(built(&path("more.txt"), "80", "2"), more);
}

#[test]
fn positions_of_games_are_where_a_book_begins() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (sgf, games, book) = (path("games.sgf"), path("games.tgg"), path("book.txt"));
    let game = "(;GM[4]SZ[9];B[ee];W[gg];B[ge];W[cc];B[gc])\n";
    std::fs::write(&sgf, game.repeat(3)).unwrap();
    let selfplay = ["selfplay", &games, "--games", "6", "--nodes", "60", "--size", "9"];
    assert_eq!(tengen(&selfplay).status, 0);
    let small = ["--size", "9", "--positions", "90", "--nodes", "20", "--lines", "2"];
    let build = ["book", "build", &book, "--games", &sgf, &games];
    let run = tengen(&[&build[..], &small[..]].concat());
    assert_eq!((run.status, run.out.starts_with("90 positions, ")), (0, true), "{}", run.err);
    let run = tengen(&["book", "show", &book, &format!("{sgf}#3")]);
    assert_eq!(run.status, 0, "{}", run.out);
}

#[test]
fn a_log_of_another_job_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.txt");
    built(&file, "10", "1");
    let other = build(&file, "10", "1").args(["--rule", "renju"]).output().unwrap();
    let told = String::from_utf8_lossy(&other.stderr);
    assert_eq!(other.status.code(), Some(2));
    assert!(told.contains("book.txt.log: this log is of another job or engine"), "{told}");
    // Nor is a file written over that is no book.
    std::fs::write(&file, "Dear friend").unwrap();
    let other = build(&file, "10", "1").output().unwrap();
    let told = String::from_utf8_lossy(&other.stderr);
    assert_eq!(other.status.code(), Some(2));
    assert!(told.contains("book.txt: line 1: 'tengen book 1' is wanted here"), "{told}");
}

#[test]
fn bad_files_are_named_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let book = path("book.txt");
    std::fs::write(&book, "tengen book 1\nrule renju\nsize 15\nnodes 9\nh8: h9 x\n").unwrap();
    let games = path("games.txt");
    std::fs::write(&games, "# Games.\na | freestyle | 15 | black | five | h8h8 | me\n").unwrap();
    for (arguments, place) in [
        (vec!["book", "show", &book], "book.txt: line 5: 'h9 x' is not: point visits score"),
        (vec!["book", "check", &book], "book.txt: line 5"),
        (vec!["book", "show", "nowhere.txt"], "nowhere.txt"),
        (vec!["book", "show", "caro"], "no book for caro on 15 lines is built in"),
        (vec!["book", "check", "renju", "--repair"], "--repair: what is built in"),
        (vec!["book", "show", "renju", "h8h8"], "h8h8: column 3: h8 is occupied"),
        (
            vec!["book", "build", &path("new.txt"), "--games", &games],
            "games.txt: line 2: column 3: h8 is occupied",
        ),
        (vec!["book", "build", &path("new.txt"), "--openings", &path("no.txt")], "no.txt"),
    ] {
        let run = tengen(&arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.err.contains(place), "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn positions_are_shown_in_their_own_orientation() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt").to_str().unwrap().to_owned();
    let head = "tengen book 1\nrule renju\nsize 15\nnodes 9\n";
    let page = "h8h9i10: g7 12 -35 9 1000, i8 3 loss14 9 1000\n";
    std::fs::write(&book, format!("{head}{page}")).unwrap();
    let run = tengen(&["book", "show", &book, "h8g8f9"]);
    assert_eq!(run.status, 0);
    let shown: Vec<&str> = run.out.lines().collect();
    assert_eq!(shown[0], "h8g8f9 (Keigetsu), white to move");
    assert!(
        shown[2].starts_with("  i7        12         -0.35   45.6%      9      1000"),
        "{}",
        shown[2]
    );
    assert!(shown[3].contains("loses in 14"), "{}", shown[3]);
    let run = tengen(&["book", "show", &book, "h8g8f9", "--json"]);
    let shown: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(shown["name"], "Keigetsu");
    let (first, second) = (&shown["moves"][0], &shown["moves"][1]);
    assert_eq!(
        (&first["move"], &first["visits"], &first["score"]),
        (&"i7".into(), &12.into(), &(-35).into())
    );
    assert_eq!((&first["mate"], &second["mate"]), (&Value::Null, &(-14).into()));
    let run = tengen(&["book", "show", &book, "h8g8"]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (1, "h8g8 (Direct), black to move: not in the book\n")
    );
}

#[test]
fn openings_are_shown_by_their_names_in_every_built_in_book() {
    for (rule, lines) in [("renju", "15"), ("freestyle", "20")] {
        for (name, stones) in
            [("kagetsu", "h8h9i9 (Kagetsu)"), ("Valley Moon", "h8h9i10 (Keigetsu)")]
        {
            let run = tengen(&["book", "show", rule, "--size", lines, name]);
            assert_eq!(run.status, 0, "{rule} {name}: {}", run.err);
            let head = format!("{stones}, white to move\n  move ");
            assert!(run.out.starts_with(&head), "{rule} {name}: {}", run.out);
        }
    }
    let run = tengen(&["book", "show", "renju", "kagetso"]);
    assert_eq!(
        (run.status, run.err.as_str()),
        (2, "tengen: kagetso: column 1: 'kagetso' is not a point\n")
    );
}

#[test]
fn every_built_in_book_is_shown() {
    for (rule, lines) in
        [("freestyle", "15"), ("freestyle", "20"), ("standard", "15"), ("renju", "15")]
    {
        let run = tengen(&["book", "show", rule, "--size", lines]);
        assert_eq!(run.status, 0, "{rule} {lines}: {}", run.err);
        assert!(run.out.starts_with("empty board, black to move\n"), "{}", run.out);
    }
    let run = tengen(&["book", "show", "renju", "h8h9", "--json"]);
    let shown: Value = serde_json::from_str(&run.out).unwrap();
    assert!(shown["moves"][0]["name"].is_string(), "{}", run.out);
}

#[test]
fn a_check_finds_refuted_moves_goes_on_after_a_kill_and_repairs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (book, log) = (path("book.txt"), path("check.log"));
    // White must stop an open three: the corner loses. The other page is sound.
    let page = "h8a1i8c1j8: a15 50 +10 9 100, g8 1 -300 9 100\nh8: h9 3 -30 9 100\n";
    let text = format!("tengen book 1\nrule freestyle\nsize 15\nnodes 300\n{page}");
    std::fs::write(&book, &text).unwrap();
    let check = ["book", "check", &book, "--log", &log, "--threads", "2"];
    let run = tengen(&check);
    assert_eq!(run.status, 1, "{}", run.err);
    let refuted: Vec<&str> = run.out.lines().collect();
    assert!(
        refuted[0].starts_with("freestyle 15 h8a1i8c1j8: a15 +0.10 is refuted: loses in 4"),
        "{}",
        run.out
    );
    assert_eq!(refuted[1], "freestyle 15: 3 moves in 2 positions at 1200 nodes, 1 refuted");
    // A log that a kill cut off gives the same again.
    let logged = std::fs::read_to_string(&log).unwrap();
    assert_eq!(logged.lines().count(), 3);
    std::fs::write(&log, &logged[..logged.len() - 4]).unwrap();
    assert_eq!(tengen(&check).out, run.out);
    let json = tengen(&[&check[..], &["--json"]].concat());
    let objects: Vec<Value> =
        json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[0]["move"], &objects[0]["found"]["mate"]), (&"a15".into(), &(-4).into()));
    assert_eq!((&objects[1]["refuted"], &objects[1]["moves"]), (&1.into(), &3.into()));
    // Repaired it holds, by new searches too.
    let run = tengen(&[&check[..], &["--repair"]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.ends_with("1 refuted; taken out\n"), "{}", run.out);
    let repaired = std::fs::read_to_string(&book).unwrap();
    assert!(!repaired.contains("a15") && repaired.contains("h8a1i8c1j8: "), "{repaired}");
    let run = tengen(&["book", "check", &book]);
    assert_eq!(run.status, 0, "{}{}", run.out, repaired);
}

#[test]
fn what_a_build_makes_passes_its_check_once_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.txt");
    built(&file, "25", "2");
    let book = file.to_str().unwrap();
    assert_eq!(tengen(&["book", "check", book, "--repair"]).status, 0);
    let run = tengen(&["book", "check", book]);
    assert_eq!(run.status, 0, "{}", run.out);
}
