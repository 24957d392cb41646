//! `tengen openings`: files of even openings, made, resumed and written for others.

use std::path::Path;

use tengen_test_support::process::{Run, command, kill_when, tengen};

const SMALL: [&str; 8] = ["--size", "11", "--nodes", "400", "--margin", "60", "--stones", "3,5"];

fn make(count: &str, threads: &str, out: &Path) -> Run {
    let words = ["openings", "make", "--rule", "renju", "--seed", "4", "--count", count];
    tengen(&[&words[..], &SMALL, &["--threads", threads, "--out", out.to_str().unwrap()]].concat())
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn a_file_follows_from_its_seed_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let whole = make("9", "1", &path("whole.txt"));
    assert_eq!(whole.status, 0, "{}", whole.err);
    assert!(whole.out.starts_with("9 openings, 9 of "), "{}", whole.out);
    let written = text(&path("whole.txt"));
    assert!(
        written.contains("openings make --rule renju --size 11 --seed 4 --nodes 400 "),
        "{written}"
    );
    assert_eq!(make("9", "3", &path("threads.txt")).status, 0);
    assert_eq!(text(&path("threads.txt")), written);

    // A smaller file grows to the same, and one that has lost lines gets them again.
    assert_eq!(make("4", "2", &path("grown.txt")).status, 0);
    assert_eq!(make("9", "2", &path("grown.txt")).status, 0);
    assert_eq!(text(&path("grown.txt")), written);
    let holes: String = written
        .lines()
        .filter(|line| !line.contains("-0003 "))
        .map(|l| l.to_owned() + "\n")
        .collect();
    std::fs::write(path("grown.txt"), holes).unwrap();
    let mended = make("9", "2", &path("grown.txt"));
    assert!(mended.out.starts_with("9 openings, 1 of "), "{}", mended.out);
    assert_eq!(text(&path("grown.txt")), written);

    let other =
        tengen(&["openings", "make", "--seed", "5", "--out", path("whole.txt").to_str().unwrap()]);
    assert_eq!(other.status, 2);
    assert!(other.err.contains("this file was made otherwise"), "{}", other.err);
    assert_eq!(text(&path("whole.txt")), written);
}

#[test]
fn a_kill_leaves_a_file_that_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole.txt"), folder.path().join("killed.txt"));
    let words =
        ["openings", "make", "--rule", "renju", "--seed", "4", "--count", "9", "--threads", "2"];
    let child = command().args(words).args(SMALL).arg("--out").arg(&killed).spawn().unwrap();
    let openings = |path: &Path| {
        std::fs::read_to_string(path).map_or(0, |text| text.matches("renju-11-").count())
    };
    kill_when(child, || openings(&killed) >= 2);
    assert!(openings(&killed) >= 2);
    for path in [&whole, &killed] {
        assert_eq!(make("9", "2", path).status, 0);
    }
    assert_eq!(text(&killed), text(&whole));
}

#[test]
fn matches_play_them_and_other_programs_read_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    assert_eq!(make("3", "2", &file).status, 0);
    let file = file.to_str().unwrap();
    let board = ["--rule", "renju", "--size", "11"];
    let exported = tengen(&[&["openings", "export", file][..], &board].concat());
    assert_eq!(exported.status, 0, "{}", exported.err);
    let table = text(Path::new(file));
    let moves: Vec<&str> = exported.out.lines().collect();
    assert_eq!(moves.len(), 3);
    assert!(moves.iter().all(|moves| table.contains(&format!("| {moves} |"))), "{moves:?} {table}");

    let players =
        ["match", "--a", "random", "--b", "random", "--games", "6", "--draw-after", "6", "--json"];
    let rest = ["--openings", file, "--order", "file", "--rows", "bottom"];
    let played = tengen(&[&players[..], &board, &rest].concat());
    assert_eq!(played.status, 0, "{}", played.err);
    let openings: Vec<String> = played
        .out
        .lines()
        .take(6)
        .map(|line| {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            game["opening"].as_str().unwrap().to_owned()
        })
        .collect();
    let twice: Vec<&str> = moves.iter().flat_map(|&moves| [moves, moves]).collect();
    assert_eq!(openings, twice);
}

#[test]
fn bad_usage_is_named() {
    for (arguments, problem) in [
        (&["make"][..], "--out <FILE>"),
        (&["make", "--out", "/nowhere/x.txt"], "there is no folder /nowhere"),
        (&["make", "--out", "x.txt", "--stones", "9,3"], "this is not FEWEST,MOST"),
        (&["make", "--out", "x.txt", "--size", "5"], "9 stones are too many on 5×5 points"),
        (&["make", "--out", "x.txt", "--margin", "-1"], "--margin"),
        (
            &["export", "data/openings/openings.txt", "--rule", "caro", "--size", "22"],
            "there is no opening for caro",
        ),
        (&["export", "/nowhere"], "/nowhere"),
    ] {
        let run = tengen(&[&["openings"], arguments].concat());
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.err.contains(problem), "{arguments:?}: {}", run.err);
    }
}
