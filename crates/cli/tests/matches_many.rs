//! `tengen match` with many players, ladders, early ends and files of games.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tengen_test_support::environment::root;
use tengen_test_support::process::{Run, tengen};

fn objects(run: &Run) -> Vec<Value> {
    assert_eq!(run.status, 0, "{}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const THREE: [&str; 9] = [
    "match",
    "--player",
    "baseline:depth=1,limit=4,name=baseline",
    "--player",
    "random:name=one",
    "--player",
    "random:name=two",
    "--games",
    "2",
];

fn three(arguments: &[&str]) -> Run {
    tengen(&[&THREE[..], arguments].concat())
}

#[test]
fn three_players_meet_and_stand_in_a_table() {
    let lines = objects(&three(&["--json", "--concurrency", "2"]));
    let (games, rest) = lines.split_at(6);
    assert!(games.iter().all(|game| game["a"].is_string() && game["game"].is_u64()));
    let pairs: Vec<_> = rest[..3].iter().map(|s| (s["a"].clone(), s["b"].clone())).collect();
    let pair = |a: &str, b: &str| (Value::from(a), Value::from(b));
    assert_eq!(pairs, [pair("baseline", "one"), pair("baseline", "two"), pair("one", "two")]);
    let standings = rest[3]["standings"].as_array().unwrap();
    assert_eq!(
        (standings[0]["name"].as_str(), standings[0]["games"].as_u64()),
        (Some("baseline"), Some(4))
    );
    assert_eq!(standings[0]["score"], 1.0);
    let elo = |place: usize| standings[place]["elo"].as_f64().unwrap();
    assert!(elo(0) > elo(1));

    let first = objects(&three(&["--json", "--gauntlet"]));
    assert_eq!(first.len(), 4 + 2 + 1);
    let text = three(&["--gauntlet"]);
    assert!(text.out.contains("\nplayer ") && text.out.contains("ms/move"), "{}", text.out);
}

#[test]
fn games_are_called_early_if_asked_for() {
    let quick = ["match", "--a", "tengen:depth=4,memory=1", "--games", "2", "--json", "--b"];
    for (opponent, option, ending) in [
        ("random", &["--proven"][..], "proven"),
        ("random", &["--draw-after", "8"], "long"),
        ("random", &[], "five"),
        // A player that says nothing of its position does not resign.
        ("random", &["--resign", "1,1000"], "five"),
        ("tengen:depth=1,memory=1", &["--resign", "1,1000"], "resigned"),
    ] {
        let lines = objects(&tengen(&[&quick[..], &[opponent], option].concat()));
        let endings = lines[..2].iter().map(|game| game["ending"].as_str().unwrap());
        assert_eq!(endings.collect::<Vec<_>>(), [ending; 2], "{opponent} {option:?}");
    }
}

/// Every game is a PSQ file that can be read back.
#[test]
fn games_become_psq_files() {
    let folder = tempfile::tempdir().unwrap();
    let psq = folder.path().join("games");
    let lines = objects(&three(&["--json", "--psq", psq.to_str().unwrap()]));
    let files: Vec<_> = std::fs::read_dir(&psq).unwrap().map(|f| f.unwrap().path()).collect();
    assert_eq!(files.len(), 6);
    let is_first = |path: &&PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("00001_one_two_") && name.ends_with(".psq")
    };
    let file = files.iter().find(is_first).unwrap_or_else(|| panic!("{files:?}"));
    let game = lines.iter().find(|game| game["a"] == "one" && game["game"] == 0).unwrap();
    let pos = folder.path().join("game.pos");
    let read = tengen(&["convert", file.to_str().unwrap(), pos.to_str().unwrap()]);
    assert_eq!(read.status, 0, "{}", read.err);
    assert_eq!(std::fs::read_to_string(pos).unwrap().trim(), game["position"]);
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

const LADDER: &str = "# A ladder for tests.\nsize 7\ngames 4\nmeet 1\ndraw-after 20\nanchor two 500\n\
    player one baseline:depth=2,limit=4\nplayer two baseline:depth=1,limit=4\nplayer three random\n\
    player four brain:$no-such-peer,time=10\n";
const PAGE: &str = "# Ladder\n\n<!-- ladder: made by `tengen match --ladder`, not by hand -->\n\
    <!-- end of the ladder -->\n\nThe end.\n";

#[test]
fn a_ladder_is_rated_written_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let ladder = write(folder.path(), "ladder.txt", LADDER);
    let page = write(folder.path(), "page.md", PAGE);
    let log = folder.path().join("log.jsonl").to_str().unwrap().to_owned();
    let arguments = ["match", "--ladder", &ladder, "--log", &log, "--write", &page];
    let run = tengen(&arguments);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("skipped: four (no program $no-such-peer)"), "{}", run.err);
    assert!(run.out.starts_with("player"), "{}", run.out);
    let written = std::fs::read_to_string(&page).unwrap();
    assert!(written.starts_with("# Ladder\n\n<!-- ladder"), "{written}");
    assert!(written.ends_with("<!-- end of the ladder -->\n\nThe end.\n"), "{written}");
    assert!(written.contains("| two | 500 | 0 | 8 |"), "{written}");
    assert!(written.contains("Commit ") && written.contains("Skipped: four"), "{written}");
    let rest = written.replace(&ladder, "");
    assert!(rest != written && !rest.contains(folder.path().to_str().unwrap()), "{written}");

    // Nothing is left to play, and the table is the same.
    let before = std::fs::read_to_string(&log).unwrap();
    let again = tengen(&arguments);
    assert_eq!((again.status, again.out), (0, run.out.clone()));
    assert_eq!(std::fs::read_to_string(&log).unwrap(), before);

    // A further player plays its own games only.
    let more = LADDER.replace("player four", "player five random\nplayer four");
    write(folder.path(), "ladder.txt", &more);
    let lines = objects(&tengen(&["match", "--ladder", &ladder, "--log", &log, "--json"]));
    assert_eq!(lines.len(), 12 + 1);
    assert_eq!(lines[12]["ladder"].as_array().unwrap().len(), 4);
    let after = std::fs::read_to_string(&log).unwrap();
    assert!(after.starts_with(&before));
    assert_eq!(after.lines().count() - before.lines().count(), 4 + 1, "a player and its games");

    // A name stays with its player.
    write(folder.path(), "ladder.txt", &LADDER.replace("three random", "three baseline:depth=1"));
    let other = tengen(&["match", "--ladder", &ladder, "--log", &log]);
    assert_eq!(other.status, 2);
    assert!(other.err.contains("three is random there, not baseline:depth=1"), "{}", other.err);
}

#[test]
fn bad_usage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let ladder = write(folder.path(), "ladder.txt", "player x random\nsize 99\n");
    let good = write(folder.path(), "good.txt", LADDER);
    let page = write(folder.path(), "page.md", "nothing\n");
    for (arguments, problem) in [
        (&["match", "--player", "random"][..], "a match needs two players"),
        (&["match"], "a match needs two players"),
        (&["match", "--ladder", &ladder], "line 2: invalid value '99' for '--size <LINES>'"),
        (&["match", "--ladder", &good, "--rule", "renju"], "cannot be used with"),
        (&["match", "--ladder", &good, "--brain", "x"], "this is not NAME=PATH"),
        (&["match", "--ladder", &good, "--write", &page], "are missing"),
        (&["match", "--ladder", "/nowhere"], "/nowhere"),
        (&["match", "--brain", "x=y", "--a", "random", "--b", "random"], "need --ladder FILE"),
        (&[&THREE[..], &["--sprt", "0,5"]].concat(), "--sprt is for two players"),
        (&["match", "--a", "random:name=x", "--b", "baseline:name=x"], "two players are named 'x'"),
        (&["match", "--a", "random", "--b", "random", "--resign", "3"], "is not MOVES,CENTI"),
    ] {
        let run = tengen(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.err.contains(problem), "{}", run.err);
    }
}

/// The ladder of the documents is one that can be played.
#[test]
fn the_ladder_of_the_documents_is_whole() {
    let page = std::fs::read_to_string(root().join("docs/ladder.md")).unwrap();
    assert!(page.contains("<!-- ladder: made by `tengen match --ladder`, not by hand -->"));
    assert!(page.contains("<!-- end of the ladder -->"));
    // Nobody plays: all programs are there, or are named as missing.
    let run = tengen(&["match", "--ladder", "data/ladders/ladder.txt", "--games", "0"]);
    assert_eq!(run.status, 0, "{}", run.err);
}
