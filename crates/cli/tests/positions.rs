//! Positions as arguments, and what `shapes`, `render`, `completions` and `man` make of them.

use std::fs;

use tengen_test_support::process::{tengen, tengen_fed};

const CROSS: &str = "g8a1i8a3h7a5h9a7";

#[test]
fn shapes_lists_every_empty_point_and_what_is_forbidden() {
    let run = tengen(&["shapes", "--rule", "renju", "--json", CROSS]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let view: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(view["position"], CROSS);
    assert_eq!(view["side"], "black");
    let points = view["points"].as_array().unwrap();
    assert_eq!(points.len(), 225 - 8);
    let forbidden: Vec<_> = points.iter().filter(|point| !point["forbidden"].is_null()).collect();
    assert_eq!(forbidden.len(), 1);
    assert_eq!(forbidden[0]["point"], "h8");
    assert_eq!(forbidden[0]["forbidden"], "33");
    assert_eq!(forbidden[0]["why"][0]["stones"], serde_json::json!(["g8", "h8", "i8"]));
}

#[test]
fn only_renju_forbids_and_whoever_is_to_move() {
    let forbidden = |arguments: &[&str]| {
        let run = tengen(&[&["shapes", "--json"], arguments].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        run.out.matches("\"forbidden\":\"").count()
    };
    assert_eq!(forbidden(&[CROSS]), 0);
    assert_eq!(forbidden(&["--rule", "renju", "b=g8i8h7h9;w=;t=w"]), 1);
}

#[test]
fn shapes_draws_for_people() {
    let run = tengen(&["shapes", "--rule", "renju", CROSS]);
    assert!(run.out.contains(" 8 . . . . . . x ! x . . . . . .\n"), "{}", run.out);
    assert!(run.out.contains("h8 is forbidden: double three\n  row: g8 h8 i8, grows at "));
}

#[test]
fn positions_on_standard_input_are_answered_in_order() {
    let run = tengen_fed(&["shapes", "--json", "-"], "h8\nb=a1;w=;t=w\n\n");
    let positions: Vec<String> = run
        .out
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["position"].to_string()
        })
        .collect();
    assert_eq!(positions, ["\"h8\"", "\"b=a1;w=;t=w\"", "\"\""]);
    let run = tengen_fed(&["shapes", "--json", "-"], "h8\nh8 i99\n");
    assert_eq!((run.status, run.out.lines().count()), (2, 1));
    assert_eq!(run.err, "tengen: standard input, line 2, column 4: 'i99' is not a point\n");
}

#[test]
fn files_give_the_end_of_their_main_line_or_a_move_of_it() {
    let file = "data/samples/variations.sgf";
    let position = |argument: &str| {
        let run = tengen(&["shapes", "--json", argument]);
        assert_eq!(run.status, 0, "{}", run.err);
        serde_json::from_str::<serde_json::Value>(&run.out).unwrap()
    };
    assert_eq!(position(file)["position"], "h8i9j10i8i7k9g9");
    assert_eq!(position(file)["rule"], "renju");
    assert_eq!(position(&format!("{file}@2"))["position"], "h8i9");
    assert_eq!(position(&format!("{file}@0"))["position"], "");
    assert_eq!(position(&format!("{file}#1@3"))["position"], "h8i9j10");
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    for (arguments, sentence) in [
        (vec!["h8i9h8"], "h8i9h8: column 5: h8 is occupied"),
        (vec!["h8z9"], "h8z9: column 3: 'z9' is not a point"),
        (vec!["--size", "9", "h8k1"], "h8k1: column 3: k1 is off the board of 9×9"),
        (
            vec!["b=a1b1c1d1e1;w=;t=w"],
            "b=a1b1c1d1e1;w=;t=w: column 1: black already has five at a1",
        ),
        (vec!["b=a1;w=a1;t=w"], "b=a1;w=a1;t=w: column 8: a1 is set twice"),
        (
            vec!["a1a2b1b2c1c2d1d2e1"],
            "a1a2b1b2c1c2d1d2e1: the game is over: black wins: five in a row",
        ),
        (
            vec!["a1a2b1b2c1c2d1d2e1e2"],
            "a1a2b1b2c1c2d1d2e1e2: column 19: the game is over: black wins: five in a row",
        ),
        (vec!["missing.sgf"], "missing.sgf: there is no such file"),
        (
            vec!["data/samples/variations.sgf@99"],
            "data/samples/variations.sgf: there is no move 99, the game has 7",
        ),
        (
            vec!["data/samples/variations.sgf#2"],
            "data/samples/variations.sgf: there is no game 2, only 1",
        ),
        (
            vec!["--size", "20", "data/samples/variations.sgf"],
            "data/samples/variations.sgf: the board has 15 lines, not 20",
        ),
    ] {
        let run = tengen(&[&["shapes"], arguments.as_slice()].concat());
        assert_eq!(run.status, 2, "{arguments:?}");
        assert_eq!(run.err, format!("tengen: {sentence}\n"), "{arguments:?}");
    }
}

#[test]
fn render_writes_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let svg = path("board.svg");
    let run = tengen(&["render", CROSS, &svg, "--rule", "renju", "--numbers", "all"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let plain = fs::read_to_string(&svg).unwrap();
    assert!(plain.starts_with("<svg"));
    tengen(&["render", CROSS, &svg, "--rule", "renju", "--forbidden", "none", "--numbers", "all"]);
    assert!(fs::read_to_string(&svg).unwrap().len() < plain.len(), "no mark is less to draw");

    let png = path("board.png");
    let run = tengen(&["render", "data/samples/variations.sgf@2", &png, "--width", "300"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let png = fs::read(png).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    assert_eq!(png[16..20], 300u32.to_be_bytes());

    let gif = path("game.gif");
    let run = tengen(&["render", CROSS, &gif, "--from", "2", "--delay", "500", "--width", "200"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let gif = fs::read(gif).unwrap();
    assert!(gif.starts_with(b"GIF89a"));
    assert_eq!(gif[6..8], 200u16.to_le_bytes());

    let run = tengen(&["render", "h8", &path("board.bmp")]);
    assert_eq!(run.status, 2);
    assert!(run.err.ends_with("a picture's name ends in .svg, .png or .gif\n"), "{}", run.err);
    assert_eq!(tengen(&["render", "h8", &path("b.png"), "--width", "9999999"]).status, 2);
}

#[test]
fn every_command_helps_with_an_example() {
    let run = tengen(&["--help"]);
    assert_eq!(run.status, 0);
    let list = run.out.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // A command stands two columns to the right; what it does may go on further right.
    let names = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names =
        names.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    let commands: Vec<&str> = names.filter(|&name| name != "help").collect();
    for command in ["serve", "match", "train", "regenerate", "man"] {
        assert!(commands.contains(&command), "{command} is not listed: {list}");
    }
    assert!(!commands.contains(&"remake"), "an old name is read, not shown");
    for command in commands {
        let help = tengen(&[command, "--help"]);
        assert_eq!(help.status, 0);
        assert!(help.out.contains("Example"), "{command} has no example");
    }
    assert_eq!(tengen(&["dance"]).status, 2);
}

#[test]
fn packagers_get_completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = tengen(&["completions", shell]);
        assert!(run.out.contains("convert"), "{shell}");
    }
    assert!(tengen(&["man"]).out.contains(".TH tengen 1"));
    let folder = tempfile::tempdir().unwrap();
    tengen(&["man", "--dir", folder.path().to_str().unwrap()]);
    assert!(folder.path().join("tengen-convert.1").exists());
    let run = tengen(&["desktop", "--dir", folder.path().to_str().unwrap()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("share/applications/tengen.desktop").starts_with(b"[Desktop Entry]\n"));
    assert!(read("share/icons/hicolor/scalable/apps/tengen.svg").starts_with(b"<svg"));
    for width in [64u32, 128, 256] {
        let icon = read(&format!("share/icons/hicolor/{width}x{width}/apps/tengen.png"));
        assert!(icon.starts_with(b"\x89PNG") && icon[16..20] == width.to_be_bytes());
    }
    assert!(
        String::from_utf8_lossy(&read("lib/systemd/user/tengen.service"))
            .contains("serve --no-open")
    );
}
