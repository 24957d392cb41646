//! A match that is killed goes on, and ends as if nothing had happened.

#![cfg(unix)]

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tengen_test_support::process::{command, kill_when, program, tengen};

/// Lines of the log of a whole match: a header and the games.
const WHOLE: usize = 19;

/// Two games at a time; one player is a process, one plays at random.
fn arguments(log: &Path) -> Vec<String> {
    let program = program("tengen");
    let limits = "nodes=200,time=600000,info.clear_hash=1";
    let brain = format!("brain:{program} brain --memory 8,{limits},name=brain");
    let words = [
        "match",
        "--player",
        "tengen:nodes=200,memory=1,name=engine",
        "--player",
        &brain,
        "--player",
        "random",
        "--games",
        "6",
        "--concurrency",
        "2",
        "--size",
        "9",
        "--draw-after",
        "40",
        "--json",
        "--log",
        log.to_str().unwrap(),
    ];
    words.iter().map(|&word| word.to_owned()).collect()
}

/// The numbers of a match: everything but times, in the order of the games.
fn numbers(out: &str) -> Vec<String> {
    let mut lines: Vec<String> = out
        .lines()
        .map(|line| {
            let mut object: Value = serde_json::from_str(line).unwrap();
            let fields = object.as_object_mut().unwrap();
            fields.retain(|field, _| !["times", "a_time", "b_time"].contains(&field.as_str()));
            for standing in
                fields.get_mut("standings").into_iter().flat_map(|s| s.as_array_mut().unwrap())
            {
                let standing = standing.as_object_mut().unwrap();
                standing.retain(|field, _| !field.contains("_per_"));
            }
            object.to_string()
        })
        .collect();
    lines.sort();
    lines
}

/// Runs a match until its log has this many lines, and kills it there. Whether it was not over yet.
fn kill_at(log: &Path, lines: usize) -> bool {
    let child =
        command().args(arguments(log)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let written = || std::fs::read_to_string(log).map_or(0, |text| text.lines().count());
    // It may be over before it is killed.
    kill_when(child, || written() >= lines);
    (lines..WHOLE).contains(&written())
}

#[test]
fn a_killed_match_ends_with_the_numbers_of_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let run = |log: &Path| {
        let arguments = arguments(log);
        let run = tengen(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(run.status, 0, "{}", run.err);
        numbers(&run.out)
    };
    let whole = run(&folder.path().join("whole.jsonl"));
    assert_eq!(whole.len(), 18 + 3 + 1);
    let log = folder.path().join("killed.jsonl");
    let in_time = [1, 5, 9, 14].map(|lines| kill_at(&log, lines));
    assert!(in_time.contains(&true), "every kill came after the last game");
    assert_eq!(run(&log), whole);
    // The file is a log like any other: no game is there twice.
    assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), WHOLE);
}
