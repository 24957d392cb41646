//! `tengen match --scaling`: the same match at one time after the other.
//!
//! The players here do not depend on their time, so that no machine is too slow.

use serde_json::Value;
use tengen_test_support::process::{Run, program, tengen};

const PLAYERS: [&str; 9] = [
    "match",
    "--a",
    "baseline:depth=1,limit=4,name=ours",
    "--b",
    "random",
    "--games",
    "2",
    "--tolerance",
    "600000",
];

fn scaled(arguments: &[&str]) -> Run {
    tengen(&[&PLAYERS[..], &["--scaling", "1,2,4"], arguments].concat())
}

fn objects(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_time_has_its_games_a_row_and_a_log_that_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (log, record, psq) = (path("log.jsonl"), path("games.sgf"), path("psq"));
    let files = ["--log", &log, "--record", &record, "--psq", &psq];
    let run = scaled(&files);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("A: ours\nB: random\n"), "{}", run.out);
    let rows: Vec<&str> = run.out.lines().filter(|line| line.contains(" %")).skip(1).collect();
    let head: Vec<Vec<&str>> =
        rows.iter().map(|row| row.split_whitespace().take(4).collect()).collect();
    assert_eq!(head, ["1", "2", "4"].map(|time| vec![time, "2", "100.0", "%"]), "{}", run.out);
    for time in [1, 2, 4] {
        let log = std::fs::read_to_string(path(&format!("log-{time}ms.jsonl"))).unwrap();
        assert!(log.lines().next().unwrap().contains(&format!("\"time\":{time},")), "{log}");
        assert_eq!(log.lines().count(), 1 + 2);
        let games = std::fs::read_to_string(path(&format!("games-{time}ms.sgf"))).unwrap();
        assert_eq!(games.matches("PB[").count(), 2);
        let games = std::fs::read_dir(folder.path().join(format!("psq/{time}ms"))).unwrap();
        assert_eq!(games.count(), 2);
    }
    // The second time nothing is played, and a lost log is played again.
    std::fs::remove_file(path("log-2ms.jsonl")).unwrap();
    let before = std::fs::read_to_string(path("log-1ms.jsonl")).unwrap();
    let again = scaled(&files);
    assert_eq!((again.status, again.out), (0, run.out));
    assert_eq!(std::fs::read_to_string(path("log-1ms.jsonl")).unwrap(), before);
    assert!(folder.path().join("log-2ms.jsonl").exists());
}

#[test]
fn json_has_games_a_summary_of_each_time_and_the_table() {
    let run = scaled(&["--json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let lines = objects(&run);
    assert_eq!(lines.len(), 3 * (2 + 1) + 1);
    let times = [2, 5, 8].map(|line: usize| lines[line]["time"].as_u64().unwrap());
    assert_eq!((times, &lines[2]["wins"]), ([1, 2, 4], &2.into()));
    let table = &lines[9];
    assert_eq!((&table["a"], &table["finish"]), (&"ours".into(), &"complete".into()));
    assert_eq!(table["per_doubling"], Value::Null, "who wins all has no Elo");
    let row = &table["scaling"][1];
    assert_eq!((&row["time"], &row["games"], &row["score"]), (&2.into(), &2.into(), &1.0.into()));
}

#[test]
fn a_peer_is_a_process() {
    let brain = format!("brain:{} brain --memory 8,name=peer", program("tengen"));
    let words =
        ["match", "--a", "tengen:memory=1", "--b", &brain, "--scaling", "1,2", "--games", "2"];
    let run =
        tengen(&[&words[..], &["--tolerance", "600000", "--draw-after", "10", "--json"]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    let lines = objects(&run);
    assert_eq!(lines.len(), 2 * 3 + 1);
    for game in lines[..2].iter().chain(&lines[3..5]) {
        assert!(
            !["time", "illegal", "crash"].contains(&game["ending"].as_str().unwrap()),
            "{game}"
        );
    }
}

#[test]
fn what_does_not_go_with_it_is_named() {
    let plain = ["match", "--a", "tengen", "--b", "random"];
    for (arguments, problem) in [
        (&["--scaling", "100"][..], "two or more times in milliseconds are wanted"),
        (&["--scaling", "100,50"], "each longer than the one before"),
        (&["--scaling", "1,2", "--time", "9"], "cannot be used with '--time <MS>'"),
        (&["--scaling", "1,2", "--clock", "9"], "cannot be used with '--clock <MS>'"),
        (&["--scaling", "1,2", "--sprt", "0,5"], "cannot be used with '--sprt"),
        (&["--scaling", "1,2", "--watch"], "cannot be used with '--watch'"),
        (&["--scaling", "1,2", "--player", "random"], "cannot be used with '--player <PLAYER>'"),
        (&["--scaling", "1,2", "--nodes", "9"], "'--nodes'"),
    ] {
        let run = tengen(&[&plain[..], arguments].concat());
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.err.contains(problem), "{arguments:?}: {}", run.err);
    }
    for player in ["tengen:time=5", "tengen:nodes=5", "tengen:level=3", "brain:x,clock=9"] {
        let run = tengen(&["match", "--a", player, "--b", "random", "--scaling", "1,2"]);
        let said =
            format!("--scaling gives both players their time, but {player} has a limit of its own");
        assert!(run.status == 2 && run.err.contains(&said), "{}", run.err);
    }
}
