//! `tengen review`: reports, files, and what it refuses.

use std::fs;

use serde_json::Value;
use tengen_test_support::process::tengen;

/// White lets an open three stand, and Black wins.
const GAME: &str = "h8a1i8a2j8a3k8a5l8";

fn review(arguments: &[&str]) -> tengen_test_support::process::Run {
    tengen(&[&["review", "--nodes", "2000"], arguments].concat())
}

#[test]
fn the_report_names_the_mistake_the_better_move_and_the_turning_point() {
    let run = review(&[GAME]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let line = |part: &str| run.out.lines().find(|line| line.contains(part)).unwrap_or_default();
    assert!(line("white a3").contains("losing move"), "{}", run.out);
    assert!(line("white a3").contains("; better "), "{}", run.out);
    assert!(line("white a5").contains("already lost"), "{}", run.out);
    assert!(line("black l8").contains("✓ best, won in 1"), "{}", run.out);
    assert!(line("last chance: move 6 was white's last one").contains("kept the game open"));
    assert!(run.out.contains("point of no return: after move 6 white is proven lost"));
}

#[test]
fn the_same_game_gets_the_same_review_on_one_thread_and_on_two() {
    let json = |threads| review(&[GAME, "--json", "--threads", threads]).out;
    assert_eq!(json("1"), json("2"));
}

#[test]
fn json_has_a_label_for_every_move_and_a_chance_for_every_position() {
    let run = review(&[GAME, "--json", "--side", "white"]);
    let view: Value = serde_json::from_str(&run.out).unwrap();
    let moves = view["moves"].as_array().unwrap();
    assert_eq!((moves.len(), view["chances"].as_array().unwrap().len()), (9, 10));
    assert_eq!((&view["complete"], &view["rule"]), (&true.into(), &"freestyle".into()));
    for judged in moves {
        let is_black = judged["side"] == "black";
        assert_eq!(judged["label"] == "not-judged", is_black, "{judged}");
    }
    let mistake = &moves[5];
    assert_eq!((&mistake["reason"], &mistake["after"]["mate"]), (&"losing".into(), &(-4).into()));
    assert!(!mistake["before"]["pv"].as_array().unwrap().is_empty());
    assert_eq!(view["turning_points"][0]["kind"], "last-chance");
}

#[test]
fn files_hold_comments_variations_and_the_graph() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let game = path("game.sgf");
    fs::write(
        &game,
        "(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh]C[old];W[aa];B[ih];W[ab];B[jh];W[ac];B[kh];W[ae];B[lh])",
    )
    .unwrap();
    let (sgf, svg, png) = (path("out.sgf"), path("out.svg"), path("out.png"));
    let run = review(&[&game, "--sgf", &sgf, "--graph", &svg]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let written = fs::read_to_string(&sgf).unwrap();
    assert!(written.contains("C[old\n") && written.contains("losing move"), "{written}");
    assert!(written.contains("BM[2]") && written.contains("(;W["), "{written}");
    assert!(fs::read_to_string(&svg).unwrap().contains("Ann – Bob"));
    assert_eq!(review(&[&game, "--graph", &png]).status, 0);
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    // What was written can be reviewed again.
    assert_eq!(review(&[&sgf]).status, 0);
}

#[test]
fn what_cannot_be_reviewed_is_refused_before_the_work() {
    let refused = |arguments: &[&str]| {
        let run = review(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        run.err
    };
    assert!(refused(&["no.sgf"]).contains("there is no such file"));
    assert!(refused(&["b=h8;w=i9;t=b"]).contains("there is no move to review"));
    assert!(refused(&[GAME, "--graph", "graph.gif"]).contains("ends in .svg or .png"));
    assert!(refused(&[GAME, "--sgf", "no/such/folder.sgf"]).contains("there is no folder"));
    assert!(refused(&[GAME, "--depth", "endless"]).contains("quick, standard, deep"));
}
