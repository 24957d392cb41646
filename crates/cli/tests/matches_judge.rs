//! The same brains under `tengen match` and under c-gomoku-cli: the same games, move for move.
//!
//! `C_GOMOKU_CLI=PROGRAM` names the other runner, which is built outside this repository;
//! `TENGEN_GAMES=N` (even) plays more than a few games on each board.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use tengen_test_support::process::{program, tengen};

/// Offsets from the middle of the board, in the form of Gomocup.
const OPENINGS: &str =
    "0,0, 1,-1, -2,3\n0,0, 0,1, 2,2, -1,-1\n-3,2, 1,1, 0,-2, 2,0, -1,3\n2,1, 0,0\n";

/// Rule, its code, and lines.
const BOARDS: [(&str, &str, &str); 4] = [
    ("freestyle", "0", "20"),
    ("freestyle", "0", "15"),
    ("standard", "1", "15"),
    ("renju", "4", "15"),
];

/// Who played Black, who White, and what.
type Played = (String, String, String);

#[test]
fn c_gomoku_cli_plays_the_same_games() {
    let Some(judge) = std::env::var_os("C_GOMOKU_CLI") else {
        // Said past the test harness, which would keep it to itself.
        let _ =
            writeln!(std::io::stderr(), "skipped: C_GOMOKU_CLI names no program to compare with");
        return;
    };
    let games = std::env::var("TENGEN_GAMES").unwrap_or("4".to_owned());
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, OPENINGS).unwrap();
    for (rule, code, lines) in BOARDS {
        let theirs = folder.path().join(format!("theirs-{rule}-{lines}.sgf"));
        let ours = folder.path().join(format!("ours-{rule}-{lines}.sgf"));
        run_judge(Path::new(&judge), [code, lines, &games], &openings, &theirs);
        run_ours([rule, lines, &games], &openings, &ours);
        let (theirs, ours) = (read(&theirs), read(&ours));
        assert_eq!(ours.len().to_string(), games);
        assert_eq!(ours, theirs, "{rule} on {lines} lines");
    }
}

fn run_judge(judge: &Path, [code, lines, games]: [&str; 3], openings: &Path, sgf: &Path) {
    let brain = format!("cmd={} brain --memory 8", program("tengen"));
    let played = Command::new(judge)
        .args(["-each", "tc=0/60", "thread=1", "option.clear_hash=1", "tolerance=30"])
        .args(["-engine", "name=x", "nodes=300", &brain, "-engine", "name=y", "nodes=1000", &brain])
        .args(["-rule", code, "-boardsize", lines, "-games", games, "-repeat"])
        .args(["-openings", &format!("file={}", openings.display()), "-sgf"])
        .arg(sgf)
        .output()
        .unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
}

fn run_ours([rule, lines, games]: [&str; 3], openings: &Path, sgf: &Path) {
    let brain = format!("brain:{} brain --memory 8", program("tengen"));
    let limits = "time=60000,threads=1,info.clear_hash=1";
    let run = tengen(&[
        "match",
        "--a",
        &format!("{brain},nodes=300,{limits},name=x"),
        "--b",
        &format!("{brain},nodes=1000,{limits},name=y"),
        "--rule",
        rule,
        "--size",
        lines,
        "--games",
        games,
        "--openings",
        openings.to_str().unwrap(),
        "--order",
        "file",
        "--record",
        sgf.to_str().unwrap(),
    ]);
    assert_eq!(run.status, 0, "{}", run.err);
}

/// The games of a file, in an order of their own: who has Black in a pair's first game differs.
fn read(sgf: &Path) -> Vec<Played> {
    let text = std::fs::read_to_string(sgf).unwrap();
    let mut games: Vec<Played> = text.split("(;").skip(1).map(game).collect();
    games.sort();
    games
}

fn game(text: &str) -> Played {
    let value = |key: &str| {
        let begin = text.find(key).unwrap() + key.len();
        text[begin..].split(']').next().unwrap().to_owned()
    };
    let moves = text.split(';').filter(|node| node.starts_with("B[") || node.starts_with("W["));
    let moves: Vec<&str> = moves.map(|node| &node[..node.find(']').unwrap()]).collect();
    (value("PB["), value("PW["), moves.join(" "))
}
