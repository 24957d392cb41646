//! `tengen selfplay`, `data`, `train`, `learn` and `tune`, as a user types them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use tengen_core::Rule;
use tengen_engine::Network;
use tengen_test_support::process::{command, kill_when};
use tengen_test_support::wait::PATIENCE;

fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let done = command().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(done.stdout), text(done.stderr), done.status.code())
}

fn selfplay(file: &Path, games: &str) -> Command {
    let mut command = command();
    command.arg("selfplay").arg(file);
    command.args(["--games", games, "--nodes", "60", "--threads", "2", "--seed", "4"]);
    command
}

#[test]
fn killed_self_play_resumes_to_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole.tgg"), folder.path().join("killed.tgg"));
    let play = |file: &Path| {
        // Enough games for a kill to come before the last one.
        let mut command = command();
        command.arg("selfplay").arg(file);
        command.args(["--nodes", "20", "--size", "9", "--threads", "2"]);
        command
    };
    let play_all = |file: &Path| {
        let mut command = play(file);
        command.args(["--games", "150"]);
        command
    };
    let size = |file: &Path| file.metadata().map_or(0, |file| file.len());
    assert!(play_all(&whole).output().unwrap().status.success());
    // The head comes at once.
    let empty = folder.path().join("empty.tgg");
    assert!(play(&empty).args(["--games", "0"]).output().unwrap().status.success());
    let mut in_time = 0;
    for _ in 0..3 {
        let before = size(&killed).max(size(&empty));
        kill_when(play_all(&killed).stdout(Stdio::null()).spawn().unwrap(), || {
            size(&killed) > before
        });
        in_time += usize::from((before + 1..size(&whole)).contains(&size(&killed)));
    }
    assert!(in_time > 0, "every kill came before the first game or after the last");
    assert!(play_all(&killed).output().unwrap().status.success());
    let games = |path: &Path| {
        let path = path.to_str().unwrap();
        let (text, _, code) = run(&["data", "sample", path, "--count", "1000", "--json"]);
        assert_eq!(code, Some(0));
        let mut games: Vec<String> = text.lines().map(str::to_owned).collect();
        games.sort();
        games
    };
    assert_eq!(games(&whole).len(), 150);
    assert_eq!(games(&killed), games(&whole));
}

#[test]
fn games_of_other_conditions_are_not_mixed_in() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.tgg");
    assert!(selfplay(&games, "3").output().unwrap().status.success());
    let before = std::fs::read(&games).unwrap();
    let path = games.to_str().unwrap();
    for (other, differs) in [
        (["--seed", "7"], "seed 4 there, 7 now"),
        (["--nodes", "100"], "nodes 60 there, 100 now"),
        (["--size", "9"], "size 15 there, 9 now"),
        (["--rule", "renju"], "rule freestyle there, renju now"),
        (["--opening", "3,8"], "opening 2,8 there, 3,8 now"),
    ] {
        let rest: Vec<&str> = ["--nodes", "60", "--seed", "4"]
            .chunks(2)
            .filter(|option| option[0] != other[0])
            .flatten()
            .copied()
            .collect();
        let (text, error, code) =
            run(&[&["selfplay", path, "--games", "5"], &rest[..], &other].concat());
        assert_eq!((text.as_str(), code), ("", Some(2)), "{error}");
        assert!(error.contains("games.tgg: ") && error.contains(differs), "{error}");
        assert_eq!(std::fs::read(&games).unwrap(), before);
    }
    assert!(selfplay(&games, "5").output().unwrap().status.success());
}

#[test]
fn one_run_at_a_time_writes_to_a_file_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.tgg");
    let mut first = selfplay(&games, "1000000").stdout(Stdio::null()).spawn().unwrap();
    tengen_test_support::wait::wait_until(|| games.exists());
    let second = selfplay(&games, "5").output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let error = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{error}");
    assert!(error.contains("games.tgg: another program is writing to this file"), "{error}");
    // The lock ends with its holder.
    assert!(selfplay(&games, "1").output().unwrap().status.success());
}

#[test]
fn a_game_that_a_kill_cut_off_is_left_out_with_a_notice() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.tgg");
    assert!(selfplay(&games, "6").output().unwrap().status.success());
    let bytes = std::fs::read(&games).unwrap();
    std::fs::write(&games, &bytes[..bytes.len() - 3]).unwrap();
    let (text, notice, code) = run(&["data", "stat", games.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{notice}");
    assert!(text.contains("5 games") && notice.contains("ends within a game"), "{text}{notice}");
    let mut torn = bytes;
    torn[40] ^= 1;
    std::fs::write(&games, torn).unwrap();
    let (_, notice, code) = run(&["data", "stat", games.to_str().unwrap()]);
    assert_eq!(code, Some(2));
    assert!(notice.contains("checksum"), "{notice}");
}

#[test]
fn games_are_counted_joined_and_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, packed) = (path("games.tgg"), path("games.tgg.gz"));
    assert!(selfplay(games.as_ref(), "30").output().unwrap().status.success());
    let (text, _, code) = run(&["data", "stat", &games, "--json"]);
    assert_eq!(code, Some(0));
    let stat: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&stat["games"], &stat["duplicates"]), (&30.into(), &0.into()));
    assert_eq!(stat["rule"], "freestyle");
    let sum = |names: &[&str]| names.iter().map(|name| stat[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum(&["black", "white", "drawn"]), 30);
    // Twice the same games are thirty games.
    let (text, ..) = run(&["data", "convert", &games, &games, &packed]);
    assert_eq!(text, "30 games\n");
    let (text, ..) = run(&["data", "convert", &packed, &path("games.sgf"), "--most", "3"]);
    assert_eq!(text, "3 games\n");
    let sgf = std::fs::read_to_string(path("games.sgf")).unwrap();
    assert_eq!(sgf.matches("(;").count(), 3);
    let learned = path("learned.txt");
    let (text, error, code) =
        run(&["train", &packed, "--out", &learned, "--epochs", "2", "--plot", &path("loss.svg")]);
    assert_eq!(code, Some(0), "{error}");
    assert!(text.contains("value  epoch  2") && text.contains("policy epoch  2"), "{text}");
    assert!(std::fs::read_to_string(path("loss.svg")).unwrap().starts_with("<svg"));
    let player = format!("tengen:nodes=50,eval={learned}");
    let (text, error, code) =
        run(&["match", "--a", &player, "--b", "tengen:nodes=50", "--games", "2"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(text.contains("2 games"), "{text}");
}

#[test]
fn a_killed_run_resumes_to_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(selfplay(&path("games.tgg"), "40").output().unwrap().status.success());
    let train = |out: &str| {
        let mut command = command();
        command.arg("train").arg(path("games.tgg")).arg("--out").arg(path(out));
        command.args(["--epochs", "6", "--threads", "2"]);
        command
    };
    let whole = train("whole.txt").output().unwrap();
    assert!(whole.status.success());
    let epochs = |text: Vec<u8>| String::from_utf8(text).unwrap().matches(" epoch ").count();
    let (part, start) = (path("killed.txt.part"), Instant::now());
    // A run that has ended before it was killed is no test: the next one may be caught.
    while !part.exists() {
        assert!(start.elapsed() < PATIENCE, "every run ends before it is killed");
        kill_when(train("killed.txt").stdout(Stdio::null()).spawn().unwrap(), || part.exists());
    }
    let rest = train("killed.txt").output().unwrap();
    assert!(rest.status.success());
    let weights = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    assert_eq!(weights("killed.txt"), weights("whole.txt"));
    assert!(epochs(rest.stdout) < epochs(whole.stdout), "no epoch is made twice");
    assert!(!path("killed.txt.part").exists());
}

#[test]
fn a_killed_run_resumes_to_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(selfplay(&path("games.tgg"), "12").output().unwrap().status.success());
    let train = |out: &str| {
        let mut command = command();
        command.arg("train").arg(path("games.tgg")).arg("--out").arg(path(out));
        command
            .args(["--network", "--epochs", "6", "--threads", "2", "--plot"])
            .arg(path("loss.svg"));
        command
    };
    let whole = train("whole.bin").output().unwrap();
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
    let text = String::from_utf8(whole.stdout).unwrap();
    assert!(text.contains("policy epoch  6") && text.contains("in whole numbers"), "{text}");
    assert!(std::fs::read_to_string(path("loss.svg")).unwrap().starts_with("<svg"));
    let (part, start) = (path("killed.bin.part"), Instant::now());
    while !part.exists() {
        assert!(start.elapsed() < PATIENCE, "every run ends before it is killed");
        kill_when(train("killed.bin").stdout(Stdio::null()).spawn().unwrap(), || part.exists());
    }
    let rest = train("killed.bin").output().unwrap();
    assert!(rest.status.success());
    assert!(String::from_utf8(rest.stdout).unwrap().contains("resumed after step"));
    let network = |name: &str| std::fs::read(path(name)).unwrap();
    assert_eq!(Network::from_bytes(&network("whole.bin")).unwrap().rule, Rule::Freestyle);
    assert!(network("killed.bin") == network("whole.bin"), "an interruption changed something");
    assert!(!part.exists());
    let mixed = ["--network", "--from", "whole.bin"];
    assert_eq!(train("mixed.bin").args(mixed).output().unwrap().status.code(), Some(2));
}

/// A small loop: two generations, killed on the way, end as they should.
#[test]
fn generations_resume_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let learn = || {
        let mut command = command();
        command.arg("learn").arg(folder.path().join("gen"));
        command.args(["--games", "8", "--nodes", "40", "--generations", "2", "--time", "1"]);
        command.args(["--match-games", "4", "--size", "9", "--size", "11", "--threads", "2"]);
        command
    };
    let file = |name: &str| folder.path().join("gen").join(name);
    for wanted in ["games-1-11.tgg", "match-1-0-9.jsonl", "games-2-9.tgg"] {
        kill_when(learn().stdout(Stdio::null()).spawn().unwrap(), || file(wanted).exists());
        assert!(file(wanted).exists());
    }
    let done = learn().output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(String::from_utf8_lossy(&done.stdout).contains("best weights: "));
    let history = std::fs::read_to_string(file("history.json")).unwrap();
    let history: serde_json::Value = serde_json::from_str(&history).unwrap();
    let generations = history["generations"].as_array().unwrap();
    assert_eq!(generations.len(), 2);
    for generation in generations {
        let games = |met: &serde_json::Value| met["games"].as_u64().unwrap();
        let met = generation["matches"].as_array().unwrap();
        assert!(met.len() == 2 && met.iter().all(|met| (1..=4).contains(&games(met))));
        for head in ["value", "policy"] {
            let losses = [0, 1].map(|n| generation[head][n].as_f64().unwrap());
            assert!(losses.iter().all(|loss| *loss > 0.0), "{head}: {losses:?}");
        }
    }
    // The first games do not depend on matches, which depend on time: there training must help.
    let policy = [0, 1].map(|n| generations[0]["policy"][n].as_f64().unwrap());
    assert!(policy[1] < policy[0], "{policy:?}");
    assert!(std::fs::read_to_string(file("HISTORY.md")).unwrap().contains("| 2 |"));
    // Other conditions do not mix.
    let other = learn().args(["--seed", "5"]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("other conditions"));
}

#[test]
fn tuning_resumes_where_it_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let tune = |log: &Path| {
        let mut command = command();
        command.arg("tune").arg(log).args(["--param", "lmp_base", "--param", "lmr_scale=20"]);
        command.args(["--steps", "12", "--pairs", "1", "--nodes", "30", "--size", "9"]);
        command
    };
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    assert!(tune(&whole).output().unwrap().status.success());
    let lines = || std::fs::read_to_string(&killed).unwrap_or_default().lines().count();
    kill_when(tune(&killed).stdout(Stdio::null()).spawn().unwrap(), || lines() >= 5);
    assert!(lines() >= 5);
    // What a kill can do to the last line.
    let text = std::fs::read_to_string(&killed).unwrap();
    std::fs::write(&killed, &text[..text.len() - 3]).unwrap();
    let done = tune(&killed).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(String::from_utf8_lossy(&done.stdout).starts_with("12 steps: lmp_base "));
    assert_eq!(std::fs::read_to_string(&killed).unwrap(), std::fs::read_to_string(&whole).unwrap());
    let other = tune(&killed).args(["--seed", "2"]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    let (text, _, code) = run(&["tune", "--list"]);
    assert!(code == Some(0) && text.contains("lmp_base 4 (0 to 60)"), "{text}");
}

#[test]
fn old_names_of_options_are_still_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = path("games.tgg");
    let few = ["selfplay", &games, "--games", "4", "--nodes", "30", "--size", "9"];
    let (_, error, code) = run(&[&few[..], &["--wander", "3"]].concat());
    assert_eq!(code, Some(0), "{error}");
    let train = ["train", &games, "--out", &path("weights.txt"), "--blend", "1.0", "--rounds", "1"];
    let (text, error, code) =
        run(&[&train[..], &["--pull", "0", "--picture", &path("loss.svg")]].concat());
    assert_eq!(code, Some(0), "{error}");
    assert!(text.contains("value  epoch  1") && !text.contains("epoch  2"), "{text}");
    assert!(Path::new(&path("loss.svg")).exists());
    let (_, error, code) = run(&["learn", &path("gen"), "--generations", "0", "--blend", "0.5"]);
    assert_eq!(code, Some(0), "{error}");
    let history = std::fs::read_to_string(folder.path().join("gen/history.json")).unwrap();
    assert!(history.contains("\"lambda\": 0.5"), "{history}");
}

#[test]
fn bad_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("letter"), "Dear friend").unwrap();
    for arguments in [
        vec!["data", "stat", &path("letter")],
        vec!["train", &path("letter"), "--out", &path("out")],
        vec!["selfplay", &path("letter"), "--games", "1"],
    ] {
        let (_, error, code) = run(&arguments);
        assert_eq!(code, Some(2));
        assert!(error.contains("letter") && error.contains("no file of games"), "{error}");
    }
    std::fs::write(path("empty"), "tengen games 1\n").unwrap();
    let (_, error, code) = run(&["train", &path("empty"), "--out", &path("out")]);
    assert_eq!((code, error.trim_end()), (Some(2), "tengen: there are no games"));
}
