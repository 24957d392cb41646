//! `tengen convert`, as a user runs it.

use std::fs;

use tengen_test_support::environment::root;
use tengen_test_support::process::{tengen, tengen_fed};

const SAMPLE: &str = "data/samples/variations.sgf";

/// Converts a text on standard input.
fn convert(text: &str, arguments: &[&str]) -> String {
    let run = tengen_fed(&[&["convert", "-", "-"], arguments].concat(), text);
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
    run.out
}

fn sample() -> String {
    fs::read_to_string(root().join(SAMPLE)).unwrap()
}

#[test]
fn a_game_with_variations_survives_the_formats_that_hold_everything() {
    let sgf = convert(&sample(), &["--to", "sgf"]);
    let json = convert(&sample(), &["--to", "json"]);
    assert_eq!(convert(&json, &["--to", "sgf"]), sgf);
    assert_eq!(convert(&sgf, &["--to", "json"]), json);
    for detail in
        ["An indirect", "B\\: far", "KM[0]", "HO[1]", "W[]", "AW[jf]", "PL[B]", "MS[1200]"]
    {
        assert!(sgf.contains(detail), "{detail} is missing in {sgf}");
    }
}

#[test]
fn the_other_formats_keep_the_main_line_and_what_else_they_hold() {
    let main_line = "h8i9j10i8i7k9g9\n";
    let flipped = "h8i7j6i8i9k7g7\n";
    let offset = "0,0, 1,-1, 2,-2, 1,0, 1,1, 3,-1, -1,-1\n";
    let board =
        "START 15\nINFO rule 4\nBOARD\n7,7,2\n8,6,1\n9,5,2\n8,7,1\n8,8,2\n10,6,1\n6,6,2\nDONE\n";
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,1200\n9,7,800\n10,6,4000\n9,8\n9,9\n11,7\n7,7\n\
        Nakamura\nSushkov\n0\n";
    for (arguments, expected) in [
        (vec!["--to", "pos"], main_line),
        (vec!["--to", "pos", "--write-rows", "top"], flipped),
        (vec!["--to", "offset"], offset),
        (vec!["--to", "board"], board),
        (vec!["--to", "psq"], psq),
    ] {
        let written = convert(&sample(), &arguments);
        assert_eq!(written, expected, "{arguments:?}");
        // What the format holds comes back: writing it again gives the same.
        let rows = if expected == flipped { "top" } else { "bottom" };
        let json = convert(&written, &["--to", "json", "--rows", rows]);
        assert_eq!(convert(&json, &arguments), expected, "{arguments:?}");
        assert_eq!(convert(&json, &["--to", "pos"]), main_line, "{arguments:?}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    let run = tengen(&["convert", SAMPLE, "-", "--to", "pos"]);
    assert_eq!(
        run.err,
        "-: pos cannot hold 3 variations, 3 comments, 2 marked positions, 3 thinking times, \
         2 nodes' other notes, the players' names, the event, the round, the date, how the game \
         ended and the rule\n"
    );
    let run = tengen(&["convert", SAMPLE, "-", "--to", "json"]);
    assert_eq!(run.err, "");
}

#[test]
fn every_line_of_play_can_become_a_game() {
    let lines = convert(&sample(), &["--to", "pos", "--all-lines"]);
    assert_eq!(lines, "h8i9j10i8i7k9g9\nh8i9j10i8h7--\nb=h8a15;w=i8i9j10;t=b;m=b14\nh8i9g7h7\n");
    let run = tengen(&["convert", SAMPLE, "-", "--to", "json", "--all-lines"]);
    assert_eq!(run.status, 2);
}

#[test]
fn one_game_of_many_is_chosen() {
    let openings = "h8i9\nh8h9j7\nh8\n";
    assert_eq!(convert(openings, &["--to", "offset", "--game", "2"]), "0,0, 0,-1, 2,1\n");
    let run = tengen_fed(&["convert", "-", "-", "--to", "psq"], openings);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(run.err, "tengen: standard input: psq files hold one game, not 3\n");
    let run = tengen_fed(&["convert", "-", "-", "--to", "psq", "--game", "4"], openings);
    assert_eq!(run.err, "tengen: standard input: there is no game 4, only 3\n");
}

#[test]
fn files_are_written_whole_and_formats_told_by_names() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("game.json");
    let run = tengen(&["convert", SAMPLE, out.to_str().unwrap()]);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    assert!(fs::read_to_string(&out).unwrap().starts_with("{\"format\":\"tengen\",\"version\":1"));
    // Nothing but the file remains, and a file that cannot be written is said.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("missing/game.json");
    let run = tengen(&["convert", SAMPLE, nowhere.to_str().unwrap()]);
    assert_eq!(run.status, 2);
    assert!(run.err.starts_with("tengen: writing "), "{}", run.err);
    for (name, why) in [
        ("game", "the name tells no format; --to does"),
        ("game.lib", "lib files cannot hold a position that was set up"),
    ] {
        let run = tengen(&["convert", SAMPLE, folder.path().join(name).to_str().unwrap()]);
        assert_eq!(run.status, 2);
        assert!(run.err.contains(why), "{}", run.err);
    }
}

#[test]
fn a_library_is_written_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let sgf = "(;FF[4]GM[4]SZ[15]RU[renju]PB[Ada];B[hh]C[middle](;W[ih];B[hi])(;W[ii]LB[aa:x]))";
    fs::write(path("game.sgf"), sgf).unwrap();
    let run = tengen(&["convert", &path("game.sgf"), &path("game.lib")]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.ends_with("lib cannot hold the players' names and the rule\n"), "{}", run.err);
    assert_eq!(fs::read(path("game.lib")).unwrap()[..10], *b"\xFFRenLib\xFF\x03\x04");
    let run = tengen(&["convert", &path("game.lib"), "-", "--to", "sgf"]);
    for part in ["C[middle]", "(;W[ih];B[hi])", "(;W[ii]LB[aa:x])"] {
        assert!(run.out.contains(part), "{part} is missing in {}", run.out);
    }
}

#[test]
fn a_set_up_is_refused_where_only_moves_are_held() {
    let run = tengen_fed(&["convert", "-", "-", "--to", "psq"], "b=h8i9;w=g7;t=w\n");
    assert_eq!(run.status, 2);
    assert_eq!(
        run.err,
        "tengen: standard input: psq files cannot hold a position that was set up\n"
    );
}
