//! `tengen db`, and the commands that use a database.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use tengen_analysis::{Claim, Database, Entry, HEAD, Position, Row, to_line};
use tengen_core::{Game, Point, Rule, Size};
use tengen_test_support::environment::number;
use tengen_test_support::process::{Run, command, tengen};

/// A folder for the databases of a test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }
}

fn db(arguments: &[&str]) -> Run {
    tengen(&[&["db"], arguments].concat())
}

/// Runs a command that must succeed.
fn done(arguments: &[&str]) -> String {
    let run = db(arguments);
    assert_eq!(run.status, 0, "{arguments:?}: {}{}", run.out, run.err);
    run.out
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The entries of a file that is filled: one for every number, all different.
fn row(n: usize) -> Row {
    let mut game = Game::new(Size::default(), Rule::Renju);
    // The first two stones have no symmetry in common.
    let point = Point::new((n % 15) as u8, (n / 15 % 6) as u8);
    for point in [Point::new(7, 7), Point::new(8, 9), point] {
        game.play(point.unwrap()).unwrap();
    }
    let depth = (n / 90) as u32 + 1;
    let claim = Some(Claim::Estimate { centi: n as i32 });
    let line = vec![Point::new(14, 14).unwrap()];
    let entry = Entry { claim, depth, date: 9, ..Entry::hint(line, "test") };
    Row { position: Position::of(&game), question: None, entry, proof: None }
}

fn write_rows(path: &Path, count: usize) {
    let lines = (0..count).map(|n| to_line(&row(n)) + "\n");
    std::fs::write(path, format!("{HEAD}\n{}", lines.collect::<String>())).unwrap();
}

#[test]
fn what_is_analysed_once_is_remembered_in_all_images() {
    let folder = Folder::new();
    let file = folder.name("analysis.redb");
    let analyze = |position: &str, depth: &str| {
        let run = tengen(&["analyze", position, "--depth", depth, "--json", "--database", &file]);
        assert_eq!(run.status, 0, "{}", run.err);
        json(&run.out)
    };
    let first = analyze("h8i9i7", "6");
    assert!(first["remembered"].is_null() && first["nodes"].as_u64() > Some(0));
    // The same position, mirrored, with a smaller wish.
    let again = analyze("h8g9g7", "5");
    assert_eq!(again["remembered"]["depth"], first["depth"]);
    assert_eq!((&again["nodes"], &again["score"]), (&0.into(), &first["score"]));
    let deeper = analyze("h8i9i7", "7");
    assert!(deeper["remembered"].is_null() && deeper["depth"].as_u64() >= Some(7));
    let shown = json(&done(&["show", &file, "h8i9i7", "--json"]));
    assert_eq!(shown["known"]["depth"], deeper["depth"]);
    // Of the position before, this move is known.
    let before = db(&["show", &file, "h8i9"]);
    assert!(before.status == 1 && before.out.contains("  i7: "), "{}", before.out);
}

#[test]
fn a_win_without_a_proof_is_called_likely_and_searched_again() {
    let folder = Folder::new();
    let file = folder.name("analysis.redb");
    let won = "h8a1i8a3j8a5";
    let run = tengen(&["analyze", won, "--depth", "8", "--json", "--database", &file]);
    assert_eq!(json(&run.out)["mate"], 3, "{}", run.err);
    assert!(done(&["show", &file, won]).contains("likely win 3"));
    let again = json(&tengen(&["analyze", won, "--json", "--database", &file]).out);
    assert!(again["remembered"].is_null() && again["nodes"].as_u64() > Some(0));
    assert_eq!(again["mate"], 3);
}

#[test]
fn what_is_exported_is_imported_again_and_merged_in_any_order() {
    let folder = Folder::new();
    let name = |name: &str| folder.name(name);
    write_rows(&folder.path("all.jsonl"), 200);
    write_rows(&folder.path("few.jsonl"), 60);
    done(&["import", &name("all.redb"), &name("all.jsonl")]);
    done(&["import", &name("few.redb"), &name("few.jsonl")]);
    // Ninety positions, each with its deepest entry.
    let stat = json(&done(&["stat", &name("all.redb"), "--json"]));
    assert_eq!((&stat["positions"], &stat["unreadable"]), (&90.into(), &Value::Array(Vec::new())));
    done(&["merge", &name("few.redb"), &name("all.redb")]);
    let exports =
        ["all", "few"].map(|which| done(&["export", &name(&format!("{which}.redb")), "-"]));
    assert_eq!(exports[0], exports[1]);
    done(&["export", &name("few.redb"), &name("again.jsonl")]);
    done(&["import", &name("again.redb"), &name("again.jsonl")]);
    assert_eq!(done(&["export", &name("again.redb"), "-"]), exports[0]);
    let text = done(&["export", &name("few.redb"), "-", "--to", "text"]);
    assert_eq!(text.lines().count(), 90);
    assert!(
        text.lines().all(|line| line.starts_with("renju 15 ") && line.contains("depth ")),
        "{text}"
    );
    let itself = db(&["merge", &name("few.redb"), &name("few.redb")]);
    assert!(itself.status == 2 && itself.err.contains("itself"), "{}", itself.err);
}

#[test]
fn entries_are_forgotten_and_the_file_shrinks() {
    let folder = Folder::new();
    let (file, lines) = (folder.name("a.redb"), folder.name("a.jsonl"));
    write_rows(&folder.path("a.jsonl"), 300);
    done(&["import", &file, &lines]);
    assert_eq!(done(&["forget", &file, "--rule", "renju", "h8i10a1"]), "1 entries forgotten\n");
    assert_eq!(done(&["forget", &file, "--all", "--size", "20"]), "0 entries forgotten\n");
    // The positions of the first thirty numbers are the deepest.
    assert_eq!(done(&["forget", &file, "--all", "--below", "4"]), "60 entries forgotten\n");
    assert_eq!(done(&["forget", &file, "--all", "--source", "review"]), "0 entries forgotten\n");
    assert_eq!(done(&["forget", &file, "--all"]), "29 entries forgotten\n");
    let before = std::fs::metadata(&file).unwrap().len();
    done(&["compact", &file]);
    assert!(std::fs::metadata(&file).unwrap().len() <= before);
    assert!(done(&["stat", &file]).contains(": 0 positions"));
}

#[test]
fn libraries_and_games_bring_moves_that_nobody_has_searched() {
    let folder = Folder::new();
    let (file, sgf, lib) = (folder.name("a.redb"), folder.name("a.sgf"), folder.name("a.lib"));
    std::fs::write(&sgf, "(;GM[4]SZ[15];B[hh](;W[ig];B[ii])(;W[ih]))").unwrap();
    assert_eq!(tengen(&["convert", &sgf, &lib]).status, 0);
    for source in [&sgf, &lib] {
        let text = done(&["import", &file, source, "--rule", "renju"]);
        assert!(text.starts_with(&format!("{source}: ")), "{text}");
    }
    let shown = done(&["show", &file, "--rule", "renju", "h8", "h8i9"]);
    // The position, its four next moves that are images of one another, and the position after them.
    assert_eq!(shown.matches("not searched").count(), 6, "{shown}");
    assert!(db(&["show", &file, "h8"]).status == 1, "freestyle is another game");
    // A search is worth more, whatever it finds.
    let run = tengen(&["analyze", "--rule", "renju", "h8i9", "--depth", "2", "--database", &file]);
    assert!(!run.out.contains("remembered"), "{}", run.out);
    assert!(done(&["show", &file, "--rule", "renju", "h8i9"]).contains("depth "));
}

#[test]
fn mistakes_are_named_with_file_and_line_and_what_stands_before_stays() {
    let folder = Folder::new();
    let (file, lines) = (folder.name("a.redb"), folder.path("a.jsonl"));
    let line = to_line(&row(3));
    for (bad, word) in [
        ("{".to_owned(), "EOF"),
        (line.replace("renju", "chess"), "chess"),
        (line.replace("\"o15\"", "\"o16\""), "o16"),
        (line.replace("+0.03", "+0.3"), "+0.3"),
        (line.replace("\"size\":15", "\"size\":4"), "4"),
        (line.replace("{\"rule\"", "{\"proof\":\"AAAA\",\"rule\""), "proof"),
    ] {
        assert_ne!(bad, line);
        std::fs::write(&lines, format!("{HEAD}\n{}\n{bad}\n", to_line(&row(1)))).unwrap();
        let run = db(&["import", &file, lines.to_str().unwrap()]);
        let place = format!("{}, line 3: ", lines.display());
        assert!(run.status == 2 && run.err.contains(&place), "{}", run.err);
        assert!(run.err.contains(word), "{word}: {}", run.err);
        assert!(done(&["stat", &file]).contains(": 1 positions"));
    }
    for (arguments, word) in [
        (vec!["stat", "nowhere.redb"], "nowhere.redb: there is no such database"),
        (vec!["forget", "nowhere.redb", "--all"], "there is no such database"),
        (vec!["stat", "README.md"], "README.md"),
        (vec!["forget", file.as_str()], "POS"),
    ] {
        let run = db(&arguments);
        assert!(run.status == 2 && run.err.contains(word), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_second_process_is_told_that_the_database_is_in_use() {
    let folder = Folder::new();
    let file = folder.name("a.redb");
    let database = Database::open(&folder.path("a.redb")).unwrap();
    for arguments in [
        vec!["db", "stat", file.as_str()],
        vec!["db", "forget", file.as_str(), "--all"],
        vec!["analyze", "h8", "--depth", "1", "--database", file.as_str()],
        vec!["review", "h8i9", "--nodes", "10", "--database", file.as_str()],
    ] {
        let run = tengen(&arguments);
        assert!(run.status == 2 && run.err.contains("in use by another Tengen"), "{}", run.err);
    }
    drop(database);
    // Several may read.
    let _reader = Database::open_read_only(&folder.path("a.redb")).unwrap();
    done(&["stat", &file]);
    assert_eq!(db(&["forget", &file, "--all"]).status, 2);
}

#[test]
fn a_kill_at_any_moment_leaves_a_database_that_can_be_used() {
    let folder = Folder::new();
    let (file, lines) = (folder.name("a.redb"), folder.name("a.jsonl"));
    write_rows(&folder.path("a.jsonl"), 30_000);
    let mut rng = fastrand::Rng::with_seed(24);
    for _ in 0..number("TENGEN_KILLS", 6) {
        let mut child = command()
            .args(["db", "import", &file, &lines])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(rng.u64(..400)));
        child.kill().unwrap();
        child.wait().unwrap();
        // It may have been killed before there was a file.
        if folder.path("a.redb").exists() {
            let database = Database::open(&folder.path("a.redb")).unwrap();
            assert!(database.stat().unwrap().unreadable.is_empty());
            assert!(database.stat().unwrap().positions.values().sum::<u64>() <= 90);
        }
    }
    done(&["import", &file, &lines]);
    let database = Database::open_read_only(&folder.path("a.redb")).unwrap();
    for n in 29_910..30_000 {
        let known = database.get(&row(n).position).unwrap().unwrap();
        assert_eq!(known.entry, row(n).entry);
    }
}

#[test]
fn a_second_review_is_the_same_and_searches_little() {
    let folder = Folder::new();
    let file = folder.name("a.redb");
    let review = || {
        let game = "h8i9j8g8i7i8k9h6j7j6";
        let run = tengen(&["review", game, "--nodes", "500", "--json", "--database", &file]);
        assert_eq!(run.status, 0, "{}", run.err);
        run.out
    };
    let first = review();
    let answers = || json(&done(&["stat", &file, "--json"]))["answers"].as_u64().unwrap();
    let count = answers();
    assert!(count >= 10);
    assert_eq!(review(), first);
    assert_eq!(answers(), count);
}
