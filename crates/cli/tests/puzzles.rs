//! `tengen puzzles`: what is made, found wrong and measured.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tengen_core::{Rule, Size};
use tengen_engine::Stop;
use tengen_formats::{Rows, parse_position};
use tengen_server::puzzle_set::{SHIPPED, unpack};
use tengen_test_support::process::{Run, tengen};
use tengen_train::puzzles::{Certificate, Certifier, Kind, Puzzle, Source, Wanted};

/// The line of a win by fours.
fn line(rule: Rule, position: &str) -> String {
    let game = parse_position(position, Size::default(), rule, Rows::Bottom).unwrap();
    let wanted = Wanted { length: &|_| true, answers: 1 };
    let certified = Certifier::new(Stop::new()).certify(&game, Kind::Vcf, &wanted);
    let Certificate { length, answers, line, proof } = certified.unwrap();
    let source = Source { games: "none".to_owned(), seed: 1, number: 7, ply: 9 };
    let kind = Kind::Vcf;
    Puzzle { kind, game, length, answers, line, nodes: 12, rating: None, source, proof }.to_line()
        + "\n"
}

/// Black k8 makes a four and an open three.
fn four_three(rule: Rule) -> String {
    line(rule, "b=h8i8j8k9k10;w=a1a3a5g8;t=b")
}

/// The same with the board turned: no puzzle of its own.
fn turned() -> String {
    line(Rule::Freestyle, "b=h8h9h10i11j11;w=a1c1e1h7;t=b")
}

fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.jsonl");
    fs::write(&path, text).unwrap();
    let name = path.to_str().unwrap().to_owned();
    (folder, name)
}

fn check(text: &str) -> Run {
    let (_folder, path) = file(text);
    let mut run = tengen(&["puzzles", "check", &path]);
    run.out = run.out.replace(&path, "FILE");
    run.err = run.err.replace(&path, "FILE");
    run
}

#[test]
fn a_true_puzzle_is_accepted() {
    let run = check(&four_three(Rule::Freestyle));
    assert_eq!((run.status, run.out.as_str()), (0, "1 puzzles checked, 0 failed\n"), "{}", run.err);
}

#[test]
fn a_false_puzzle_is_named_by_its_line() {
    let puzzle = four_three(Rule::Freestyle);
    let other = puzzle.replace(r#""kind":"vcf""#, r#""kind":"vct""#);
    let run = check(&format!("{puzzle}{other}"));
    assert_eq!(run.status, 1);
    let (repeated, rest) = run.out.split_once('\n').unwrap();
    assert_eq!(repeated, "FILE: line 2: this is the position of line 1 again");
    assert!(
        rest.contains("FILE: line 2: this is no puzzle of its kind: there is a win by fours\n"),
        "{rest}"
    );
    assert!(rest.ends_with("2 puzzles checked, 2 failed\n"), "{rest}");
}

#[test]
fn a_turned_position_is_the_same() {
    let run = check(&format!("{}{}", four_three(Rule::Freestyle), turned()));
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("line 2: this is the position of line 1 again"), "{}", run.out);
}

#[test]
fn a_line_that_is_no_puzzle_is_an_error() {
    let run = check(&format!("{}nonsense\n", four_three(Rule::Freestyle)));
    assert_eq!(run.status, 2);
    assert_eq!(run.err, "tengen: FILE: line 2: the line: expected ident, at column 2\n");
    let run = tengen(&["puzzles", "check", "no/such/file"]);
    assert_eq!(run.status, 2);
    assert!(run.err.starts_with("tengen: no/such/file: "), "{}", run.err);
}

#[test]
fn figures_are_by_rule_and_kind() {
    let (_folder, path) = file(&[Rule::Freestyle, Rule::Caro].map(four_three).concat());
    let run = tengen(&["puzzles", "run", &path, "--nodes", "1000", "--memory", "4", "--json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let figures: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let groups: Vec<[&str; 2]> = figures
        .iter()
        .map(|one| ["rule", "kind"].map(|name| one[name].as_str().unwrap()))
        .collect();
    assert_eq!(groups, [["freestyle", "vcf"], ["caro", "vcf"], ["all", "all"]]);
    assert_eq!((&figures[2]["puzzles"], &figures[2]["solved"]), (&2.into(), &2.into()));
    assert!(figures[2]["nodes"]["most"].as_f64().unwrap() > 0.0);
    // Few nodes solve nothing.
    let run = tengen(&["puzzles", "run", &path, "--nodes", "1", "--memory", "4"]);
    assert!(run.out.lines().last().unwrap().starts_with("all         all      0/2"), "{}", run.out);
    let run =
        tengen(&["puzzles", "run", &path, "--rule", "caro", "--nodes", "9999", "--memory", "4"]);
    assert!(run.out.lines().last().unwrap().starts_with("all         all      1/1"), "{}", run.out);
}

/// Quick games, enough of them for a few puzzles.
fn games(folder: &Path) -> String {
    let games = folder.join("games.tgg").to_str().unwrap().to_owned();
    let run = tengen(&["selfplay", &games, "--games", "400", "--nodes", "60", "--threads", "2"]);
    assert_eq!(run.status, 0, "{}", run.err);
    games
}

#[test]
fn puzzles_are_made_the_same_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let make = |out: &str, count: &str| {
        let kind = ["--kind", "vcf", "--seed", "3"];
        let run = tengen(
            &[&["puzzles", "make", &games, "--out", out, "--count", count], &kind[..]].concat(),
        );
        assert_eq!(run.status, 0, "{}", run.err);
        assert_eq!(run.out, format!("{count} puzzles of freestyle vcf\n"));
    };
    let (whole, parts) = (path("whole.jsonl"), path("parts.jsonl"));
    make(&whole, "4");
    make(&parts, "2");
    // A kill cut a line off.
    let cut = fs::read_to_string(&parts).unwrap() + r#"{"rule":"frees"#;
    fs::write(&parts, cut).unwrap();
    make(&parts, "4");
    let made = fs::read_to_string(&whole).unwrap();
    assert_eq!(made.lines().count(), 4);
    assert_eq!(fs::read_to_string(&parts).unwrap(), made);
    let run = tengen(&["puzzles", "check", &whole]);
    assert_eq!((run.status, run.out.as_str()), (0, "4 puzzles checked, 0 failed\n"));
}

#[test]
fn the_games_of_puzzles_are_kept_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (puzzles, few) = (path("mine.jsonl"), path("few.tgg"));
    let kind = ["--kind", "vcf", "--count", "3"];
    let run = tengen(&[&["puzzles", "make", &games, "--out", &puzzles], &kind[..]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    let run = tengen(&["data", "convert", &games, &few, "--puzzles", &puzzles]);
    assert_eq!((run.status, run.out.as_str()), (0, "3 games\n"), "{}", run.err);
    // The same puzzles are found in them.
    let again = path("again.jsonl");
    let run = tengen(&[&["puzzles", "make", &few, "--out", &again], &kind[..]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    let positions = |path: &str| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let mut all: Vec<String> = lines.map(|line| line["position"].to_string()).collect();
        all.sort();
        all
    };
    assert_eq!(positions(&again), positions(&puzzles));
}

#[test]
fn what_cannot_be_made_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path());
    let out = folder.path().join("out.jsonl").to_str().unwrap().to_owned();
    let make =
        |more: &[&str]| tengen(&[&["puzzles", "make", &games, "--out", &out], more].concat());
    let run = make(&["--rule", "renju", "--kind", "vcf"]);
    assert_eq!(run.status, 2);
    assert_eq!(run.err, "tengen: there is no game of renju on 15 lines in these files\n");
    let run = make(&["--kind", "trap"]);
    assert_eq!(run.status, 2);
    assert_eq!(run.err, "tengen: --kind trap: only renju has forbidden points\n");
    let run = make(&["--kind", "vcf", "--count", "4000"]);
    assert_eq!(run.status, 1);
    assert!(
        run.out.ends_with(" puzzles of freestyle vcf; the games have no more\n"),
        "{}",
        run.out
    );
}

#[test]
fn puzzles_get_ratings_that_stay_and_come_out_the_same_again() {
    let (_folder, path) = file(&four_three(Rule::Freestyle));
    let run = tengen(&["puzzles", "rate", &path]);
    assert_eq!((run.status, run.out.as_str()), (0, "1 puzzles rated\n"), "{}", run.err);
    let rated = fs::read_to_string(&path).unwrap();
    let rating = serde_json::from_str::<Value>(&rated).unwrap()["rating"].as_u64().unwrap();
    // Four and three are seen by nearly everybody.
    assert!((200..1300).contains(&rating), "{rating}");
    let run = tengen(&["puzzles", "rate", &path]);
    assert_eq!(run.out, "0 puzzles rated\n");
    let run = tengen(&["puzzles", "rate", &path, "--again"]);
    assert_eq!(run.out, "1 puzzles rated\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), rated);
}

#[test]
fn second_solutions_are_looked_for_in_a_sample() {
    let text =
        four_three(Rule::Freestyle) + &line(Rule::Freestyle, "b=h8i8j8k9k10;w=a1a3a5g7g8;t=b");
    let (_folder, path) = file(&text);
    let run = tengen(&["puzzles", "check", &path, "--work", "2", "--sample", "1", "--seed", "3"]);
    assert_eq!((run.status, run.out.as_str()), (0, "1 puzzles checked, 0 failed\n"), "{}", run.err);
    let hidden = text.replace(r#""answers":["k8"]"#, r#""answers":["k8","k11"]"#);
    let (_folder, path) = file(&hidden);
    let run = tengen(&["puzzles", "check", &path, "--work", "2"]);
    assert_eq!(run.status, 1, "{}", run.out);
}

#[test]
fn a_puzzle_without_a_rating_is_not_packed() {
    let (folder, path) = file(&four_three(Rule::Freestyle));
    let out = folder.path().join("set.z");
    let run = tengen(&["puzzles", "pack", &path, "--out", out.to_str().unwrap()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("line 1: it has no rating"), "{}", run.err);
    assert!(!out.exists());
}

/// The set inside the app is made of the puzzles of the repository.
#[test]
fn the_set_that_ships_is_up_to_date() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles");
    let files: Vec<String> = Rule::ALL
        .iter()
        .map(|rule| data.join(format!("{rule}.jsonl")).to_str().unwrap().to_owned())
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("set.z");
    let mut words = vec!["puzzles", "pack", "--out", out.to_str().unwrap()];
    words.extend(files.iter().map(String::as_str));
    let run = tengen(&words);
    assert_eq!(run.status, 0, "{}", run.err);
    let made = unpack(&fs::read(&out).unwrap()).unwrap();
    let held = unpack(SHIPPED).unwrap();
    assert!(
        made == held,
        "out of date: tengen puzzles pack data/puzzles/*.jsonl --out crates/server/data/puzzles.z"
    );
}
