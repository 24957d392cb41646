//! `tengen solve`: what it answers, and what it refuses.

use std::fs;

use serde_json::{Value, json};
use tengen_core::{Rule, Side, Size};
use tengen_formats::{Rows, parse_position};
use tengen_test_support::process::{Run, tengen, tengen_fed};

/// Black k8 makes a four and an open three: five after five plies, under every rule.
const FOUR_THREE: &str = "b=h8i8j8k9k10;w=a1a3a5g8;t=b";
/// Black j8 makes two threes: a win by threats alone, which renju forbids.
const TWO_THREES: &str = "h8a1i8o1j9a15j10o15";
/// White must stop a three.
const THREE: &str = "h8a1i8c1j8";

fn solve(arguments: &[&str]) -> Run {
    tengen(&[&["solve", "--memory", "4", "--nodes", "1000000"], arguments].concat())
}

/// The only answer, and the exit status.
fn view(arguments: &[&str]) -> (Value, i32) {
    let run = solve(&[&["--json"], arguments].concat());
    assert_eq!(run.err, "", "{arguments:?}");
    (serde_json::from_str(&run.out).unwrap(), run.status)
}

/// The answers to positions on standard input.
fn views(input: &str) -> Vec<Value> {
    let arguments = ["solve", "--memory", "4", "--nodes", "1000000", "--json", "-"];
    let run = tengen_fed(&arguments, input);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Replays a line to its end: whether this side makes five with its last stone.
fn makes_five(position: &str, rule: Rule, line: &Value, winner: Side) -> bool {
    let mut game = parse_position(position, Size::default(), rule, Rows::Bottom).unwrap();
    let mut outcome = None;
    for point in line.as_array().unwrap() {
        outcome = game.play(point.as_str().unwrap().parse().unwrap()).unwrap();
    }
    outcome.and_then(tengen_core::Outcome::winner) == Some(winner)
}

#[test]
fn a_win_is_proved_and_checked_under_every_rule() {
    let kinds = |rule| ["vcf", "vct", "win"].map(|kind| (rule, kind));
    for (rule, kind) in Rule::ALL.into_iter().flat_map(kinds) {
        let (view, status) = view(&["--rule", rule.name(), "--kind", kind, FOUR_THREE]);
        assert_eq!(status, 0, "{rule} {kind}");
        assert_eq!(view["position"], FOUR_THREE);
        assert_eq!((&view["result"], &view["checked"]), (&json!("win"), &json!(true)));
        assert_eq!((&view["kind"], &view["rule"]), (&json!(kind), &json!(rule.name())));
        assert_eq!((&view["plies"], &view["line"][0]), (&json!(5), &json!("k8")), "{rule} {kind}");
        assert_eq!(view["line"].as_array().unwrap().len(), 5);
        assert!(makes_five(FOUR_THREE, rule, &view["line"], Side::Black), "{}", view["line"]);
        assert!(view["nodes"].is_u64() && view["ms"].is_f64(), "{view}");
    }
}

#[test]
fn people_read_a_line_of_words() {
    for (arguments, words, status) in [
        (vec![FOUR_THREE], "Proved win in 5, checked: k8 l8 ", 0),
        (vec!["--kind", "vcf", TWO_THREES], "No win by fours (", 1),
        (vec!["h8i9"], "No win by threats (", 1),
        (vec!["--kind", "win", "h8i9"], "Not found within the limit of 1000000 nodes (", 1),
        (
            vec!["--solver", "fast", "--max-plies", "3", "--time", "60000", TWO_THREES],
            "Not found within the limit of 60000 ms, 1000000 nodes, 3 plies, level fast (",
            1,
        ),
    ] {
        let run = solve(&arguments);
        assert_eq!((run.status, run.err.as_str()), (status, ""), "{arguments:?}");
        assert!(run.out.starts_with(words), "{arguments:?}: {}", run.out);
        assert!(run.out.ends_with(" ms)\n") && run.out.lines().count() == 1, "{}", run.out);
    }
}

#[test]
fn none_is_said_only_of_a_complete_search() {
    for (arguments, result) in [
        (vec!["h8i9"], "none"),
        (vec!["--kind", "vcf", TWO_THREES], "none"),
        (vec!["--solver", "medium", "h8i9"], "unknown"),
        (vec!["--solver", "fast", "h8i9"], "unknown"),
        (vec!["--max-plies", "3", TWO_THREES], "unknown"),
        (vec!["--kind", "vcf", "--max-plies", "3", FOUR_THREE], "unknown"),
    ] {
        let (view, status) = view(&arguments);
        assert_eq!((&view["result"], status), (&json!(result), 1), "{arguments:?}");
        assert_eq!((&view["plies"], &view["line"]), (&json!(null), &json!([])), "{arguments:?}");
        assert_eq!(view["checked"], false);
    }
    let run = tengen(&["solve", "--memory", "4", "--nodes", "1", "--json", TWO_THREES]);
    assert!(run.status == 1 && run.out.contains(r#""result":"unknown""#), "{}", run.out);
}

#[test]
fn threats_win_where_fours_do_not() {
    let (view, status) = view(&[TWO_THREES]);
    assert_eq!((&view["result"], &view["plies"], status), (&json!("win"), &json!(5), 0));
    assert!(makes_five(TWO_THREES, Rule::Freestyle, &view["line"], Side::Black));
}

#[test]
fn many_positions_are_answered_in_order_and_their_status_is_0() {
    let answers = views(&format!("{TWO_THREES}\nh8i9\n{FOUR_THREE}\n{THREE}\n"));
    let told: Vec<_> = answers.iter().map(|view| (&view["position"], &view["result"])).collect();
    let expected = [(TWO_THREES, "win"), ("h8i9", "none"), (FOUR_THREE, "win"), (THREE, "none")];
    let expected = expected.map(|(position, result)| (json!(position), json!(result)));
    assert_eq!(told, expected.each_ref().map(|(position, result)| (position, result)));
    assert_eq!(solve(&["h8i9", "h8i9i8"]).status, 0);
    let run = tengen_fed(&["solve", "--memory", "4", "-"], "h8i9\n");
    assert_eq!(run.status, 1, "a single position is one on standard input too");
}

#[test]
fn what_is_remembered_of_one_rule_says_nothing_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let file = |rule: &str| {
        let path = folder.path().join(format!("{rule}.sgf")).to_str().unwrap().to_owned();
        let run = tengen_fed(&["convert", "-", &path, "--from", "pos", "--rule", rule], TWO_THREES);
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        path
    };
    let files = ["freestyle", "renju", "standard"].map(file);
    let told = |files: &[&str]| -> Vec<[Value; 4]> {
        let run = solve(&[&["--json"], files].concat());
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        let views = run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        views
            .map(|view| ["rule", "result", "plies", "line"].map(|field| view[field].clone()))
            .collect()
    };
    let together = told(&files.each_ref().map(String::as_str));
    let alone: Vec<_> = files.iter().flat_map(|file| told(&[file])).collect();
    assert_eq!(together, alone);
    let plies: Vec<_> = together.iter().map(|answer| answer[2].as_u64().unwrap()).collect();
    assert!(plies[1] > plies[0] && plies[0] == plies[2], "Black may not make two threes in renju");
}

#[test]
fn defences_are_listed_with_what_is_known_of_them() {
    let (view, status) = view(&["--defend", THREE]);
    let holds = |point: &str| json!({ "move": point, "status": "holds" });
    assert_eq!(status, 0);
    assert_eq!(view["position"], THREE);
    assert_eq!(view["defences"], json!([holds("g8"), holds("k8")]));
    assert_eq!((&view["complete"], &view["side"]), (&json!(true), &json!("white")));
    assert!(view["nodes"].is_u64() && view["ms"].is_f64(), "{view}");
    let run = solve(&["--defend", THREE]);
    assert!(run.out.starts_with("Holds: g8 k8 ("), "{}", run.out);
}

#[test]
fn a_defence_that_only_the_limit_saves_is_not_said_to_hold() {
    let (view, status) = view(&["--defend", "--solver", "fast", THREE]);
    assert_eq!((&view["complete"], status), (&json!(false), 0));
    let open = |point: &str| json!({ "move": point, "status": "not-refuted" });
    assert_eq!(view["defences"], json!([open("g8"), open("k8")]));
    let run = solve(&["--defend", "--solver", "fast", THREE]);
    let words = "Not refuted within the limit of 1000000 nodes, level fast: g8 k8 (";
    assert!(run.out.starts_with(words), "{}", run.out);
}

#[test]
fn where_every_move_loses_the_answer_is_no() {
    let open_four = "h8a1i8c1j8e1k8";
    let (view, status) = view(&["--defend", open_four]);
    assert_eq!((&view["defences"], &view["complete"], status), (&json!([]), &json!(true), 1));
    assert!(solve(&["--defend", open_four]).out.starts_with("No defence: every move loses"));
    assert_eq!(solve(&["--defend", open_four, THREE]).status, 0, "many positions");
}

#[test]
fn without_a_win_no_proof_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("win.proof");
    let run = solve(&["--proof", path.to_str().unwrap(), "h8i9"]);
    assert_eq!(run.status, 1);
    let sentence = format!("there is no proof, so {} is not written\n", path.display());
    assert_eq!(run.err, sentence);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn bad_usage_and_bad_positions_are_refused() {
    let several = "--proof holds the proof of one position, and several are given";
    for (arguments, sentence) in [
        (vec!["--proof", "x.proof", "h8i9", "h8i8"], several),
        (vec!["--proof", "-", "h8i9"], "--proof: standard output has the answer; a file is wanted"),
        (vec!["h8h8"], "h8h8: column 3: h8 is occupied"),
        (
            vec!["a1a2b1b2c1c2d1d2e1"],
            "a1a2b1b2c1c2d1d2e1: the game is over: black wins: five in a row",
        ),
    ] {
        let run = solve(&arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert_eq!(run.err, format!("tengen: {sentence}\n"), "{arguments:?}");
    }
    let run = solve(&["--defend", "--kind", "win", "h8"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(run.err, "tengen: --defend stops fours or threats: --kind vcf or vct\n");
    for arguments in [
        vec![],
        vec!["--kind", "vcx", "h8"],
        vec!["--solver", "off", "h8"],
        vec!["--max-plies", "0", "h8"],
        vec!["--time", "soon", "h8"],
        vec!["--defend", "--proof", "x.proof", "h8"],
    ] {
        let run = solve(&arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
    }
    let run = tengen_fed(&["solve", "--memory", "4", "-"], "h8i9\na1a2b1b2c1c2d1d2e1\n");
    assert_eq!((run.status, run.out.lines().count()), (2, 1));
    let sentence = "standard input, line 2: the game is over: black wins: five in a row";
    assert_eq!(run.err, format!("tengen: {sentence}\n"));
}

#[test]
fn a_proof_that_cannot_be_written_is_bad_input() {
    for (place, problem) in [
        ("no/such/folder/win.proof", "there is no folder no/such/folder"),
        ("README.md/win.proof", "there is no folder README.md"),
        ("docs", "this is a folder"),
    ] {
        let run = solve(&["--proof", place, FOUR_THREE]);
        // That is seen before the search, which may take long.
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{place}");
        assert_eq!(run.err, format!("tengen: writing {place}: {problem}\n"));
    }
}

#[test]
fn where_nothing_is_to_be_stopped_no_list_of_all_points_is_told() {
    for (rule, position) in [("freestyle", "h8"), ("renju", "b=f8g8h9h10;w=a1c1;t=b")] {
        let run = solve(&["--defend", "--kind", "vcf", "--rule", rule, position]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{rule}");
        let words = "Every move holds: there is no win by fours to stop (";
        assert!(run.out.starts_with(words), "{rule}: {}", run.out);
    }
}

#[test]
fn lines_may_end_as_on_windows() {
    let lines = [TWO_THREES, "h8i9", FOUR_THREE].map(|line| format!("{line}\r\n")).concat();
    let results: Vec<_> = views(&lines).into_iter().map(|view| view["result"].clone()).collect();
    assert_eq!(results, ["win", "none", "win"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_search_and_says_so() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    use tengen_test_support::process::{command, wait_for_work};
    let mut child = command()
        // The second search has no end but its time.
        .args(["solve", "--memory", "4", "--time", "3600000", "--kind", "win"])
        .args([FOUR_THREE, "h8i9", "h8i9i8"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let (mut first, mut rest, mut noise) = (String::new(), String::new(), String::new());
    out.read_line(&mut first).unwrap();
    // The second search begins right after the first answer.
    wait_for_work(child.id());
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    out.read_to_string(&mut rest).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut noise).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(first.starts_with("Proved win in 5"), "{first}");
    assert!(rest.starts_with("Not found before the search was stopped ("), "{rest}");
    assert_eq!(rest.lines().count(), 1, "the third is not begun");
    assert!(noise.ends_with("stopped: what was not found may still be there\n"), "{noise}");
}
