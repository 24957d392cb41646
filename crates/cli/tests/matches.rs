//! `tengen match`: games, logs, output.

use serde_json::Value;
use tengen_core::opening::OpeningRule;
use tengen_test_support::process::{Run, command, program, tengen};

const QUICK: [&str; 8] = [
    "match",
    "--a",
    "tengen:depth=2,memory=1,name=ours",
    "--b",
    "random",
    "--games",
    "4",
    "--json",
];

fn objects(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn with(arguments: &[&str]) -> Run {
    tengen(&[&QUICK[..], arguments].concat())
}

#[test]
fn a_match_prints_its_games_and_a_summary() {
    let run = with(&["--sprt", "0,10", "--concurrency", "2"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let lines = objects(&run);
    assert_eq!(lines.len(), 5);
    for game in &lines[..4] {
        assert_eq!((&game["winner"], &game["ending"]), (&"a".into(), &"five".into()));
        let position = game["position"].as_str().unwrap();
        assert!(position.starts_with(game["opening"].as_str().unwrap()));
    }
    let summary = &lines[4];
    assert_eq!((&summary["a"], &summary["b"]), (&"ours".into(), &"random".into()));
    assert_eq!((&summary["wins"], &summary["games"]), (&4.into(), &4.into()));
    assert_eq!((&summary["elo"], &summary["elo_error"]), (&Value::Null, &Value::Null));
    assert_eq!((&summary["score"], &summary["los"]), (&1.0.into(), &1.0.into()));
    assert_eq!(summary["sprt"]["verdict"], "undecided");
    assert!(summary["sprt"]["llr"].as_f64().unwrap() > 0.0);
}

#[test]
fn people_read_a_few_lines() {
    let run = tengen(&QUICK[..7]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("A: ours\nB: random\n4 games: +4 =0 -0 for A\nscore 100.0 %"));
}

#[test]
fn thinking_on_the_opponents_time_is_told() {
    let words = ["match", "--a", "tengen:depth=3,memory=1,ponder=on,name=ahead", "--b"];
    let words = [&words[..], &["tengen:depth=3,memory=1", "--games", "2", "--draw-after", "24"]];
    let run = tengen(&[&words.concat()[..], &["--json"]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    let lines = objects(&run);
    let pondered = |game: &Value| game["pondered"].as_array().map_or(0, Vec::len);
    let moves: usize = lines[..2].iter().map(pondered).sum();
    let (ahead, other) = (&lines[2]["a_ponder"], &lines[2]["b_ponder"]);
    assert!(moves > 4 && ahead["moves"] == moves && other.is_null(), "{}", run.out);
    assert!(ahead["hits"].as_f64().unwrap() > 0.0 && ahead["hit_depth"].as_f64() >= Some(1.0));
    let run = tengen(&words.concat());
    assert!(run.out.contains("\npondering of A: ") && !run.out.contains("pondering of B"));
}

#[test]
fn claims_are_checked_if_asked_for() {
    let run = with(&["--check-claims"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let lines = objects(&run);
    let claims = &lines[4]["claims"];
    assert!(claims["checked"].as_u64().unwrap() >= 4, "{claims}");
    assert_eq!((&claims["undecided"], &claims["refuted"]), (&0.into(), &0.into()));
    let games: u64 = lines[..4].iter().map(|g| g["claims"]["checked"].as_u64().unwrap()).sum();
    assert_eq!(claims["checked"], games);
    assert_eq!(objects(&with(&[]))[4]["claims"], Value::Null);
    let text = tengen(&[&QUICK[..7], &["--check-claims"]].concat());
    assert!(text.out.contains("0 undecided, 0 refuted\n"), "{}", text.out);
}

#[test]
fn openings_come_from_our_table_and_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.sgf");
    let run = with(&[
        "--openings",
        "data/openings/openings.txt",
        "--rule",
        "renju",
        "--draw-after",
        "12",
        "--record",
        record.to_str().unwrap(),
    ]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(objects(&run)[0]["rule"], "renju");
    let games = std::fs::read_to_string(record).unwrap();
    assert_eq!(games.matches("PB[").count(), 4);
    assert!(games.contains("PB[ours]PW[random]"), "{games}");

    let file = folder.path().join("openings.pos");
    std::fs::write(&file, "a1b2c3\n").unwrap();
    let run = with(&["--openings", file.to_str().unwrap(), "--draw-after", "4"]);
    assert_eq!(objects(&run)[0]["opening"], "a15b14c13");
}

#[test]
fn a_match_goes_on_from_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.jsonl");
    let log = log.to_str().unwrap();
    let first = with(&["--log", log]);
    let mut more = QUICK;
    more[6] = "6";
    let more = tengen(&[&more[..], &["--log", log]].concat());
    assert_eq!(more.status, 0, "{}", more.err);
    let (first, more) = (objects(&first), objects(&more));
    assert_eq!((first.len(), more.len()), (5, 7));
    assert_eq!(first[..4], more[..4]);
    let other = with(&["--log", log, "--seed", "9"]);
    assert_eq!(other.status, 2);
    assert!(
        other.err.ends_with("this log is of another match: seed is 1, not 9\n"),
        "{}",
        other.err
    );
}

#[test]
fn our_brain_plays_as_a_process() {
    let brain = format!("brain:{} brain,depth=2,time=600000", program("tengen"));
    let run = tengen(&["match", "--a", &brain, "--b", "random", "--games", "2", "--json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(objects(&run)[2]["wins"], 2);
}

#[test]
fn bad_usage_is_named() {
    for (arguments, problem) in [
        (&["match", "--a", "tengen"][..], "--b <PLAYER>"),
        (&["match", "--a", "rapfi", "--b", "tengen"], "'rapfi' is no player"),
        (
            &["match", "--a", "random", "--b", "tengen:solver=on"],
            "'tengen:solver=on' for '--b <PLAYER>': 'on' is no value for solver",
        ),
        (&["match", "--a", "random", "--b", "brain:/nowhere/x"], "cannot start /nowhere/x"),
        (&["match", "--a", "random", "--b", "random", "--sprt", "5,0"], "elo0 must be less"),
        (&["match", "--a", "random", "--b", "random", "--openings", "/nowhere"], "/nowhere"),
        (&["match", "--a", "random", "--b", "random", "--record", "x.lib"], "x.lib"),
    ] {
        let run = tengen(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.err.contains(problem), "{}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_match_with_the_result_so_far() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let brain = format!("brain:{} brain,depth=1", program("tengen"));
    let mut child = command()
        .args(["match", "--a", &brain, "--b", "random", "--games", "1000000", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    out.read_line(&mut text).unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    out.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "a script must not go on");
    let summary: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(summary["finish"], "stopped");
    assert_eq!(summary["endings"].as_object().unwrap().len(), 1, "no game was lost by it");
    assert_eq!(summary["games"], text.lines().count() - 1);
}

#[test]
fn players_open_their_games_by_every_rule() {
    for opening in OpeningRule::ALL.map(OpeningRule::name).into_iter().skip(1) {
        let players = ["match", "--a", "tengen:nodes=1500,memory=1", "--b", "random"];
        let run =
            tengen(&[&players[..], &["--opening", opening, "--games", "2", "--json"]].concat());
        assert_eq!(run.status, 0, "{opening}: {}", run.err);
        let games = objects(&run);
        for game in &games[..2] {
            assert_eq!(game["ending"], "five", "{opening}: {game}");
            let stones = game["opening"].as_str().unwrap();
            assert!(!stones.is_empty(), "the stones of the opening are told");
        }
    }
}

#[test]
fn who_plays_no_opening_rules_loses_and_a_board_that_does_not_suit_is_refused() {
    let players = ["match", "--a", "random", "--b", "baseline", "--games", "1", "--json"];
    let run = tengen(&[&players[..], &["--opening", "swap"]].concat());
    let game = &objects(&run)[0];
    assert_eq!((&game["winner"], &game["ending"]), (&"a".into(), &"illegal".into()));
    assert_eq!(game["detail"], "it plays no opening rules");
    let run = tengen(&[&players[..], &["--opening", "pro", "--size", "20"]].concat());
    assert!(run.status == 2 && run.err.contains("needs an odd number of lines"), "{}", run.err);
}
