//! `tengen puzzles`: what is made, found wrong and measured.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tengen_core::{Rule, Size};
use tengen_engine::Stop;
use tengen_formats::{Rows, parse_position};
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
    Puzzle { kind, game, length, answers, line, nodes: 12, source, proof }.to_line() + "\n"
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
