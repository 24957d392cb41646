//! `tengen analyze`: what it prints about a search, and what it refuses.

use tengen_test_support::process::tengen;

fn view(arguments: &[&str]) -> serde_json::Value {
    let run = tengen(&[&["analyze", "--json", "--memory", "4"], arguments].concat());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn json_has_all_that_is_known() {
    let view = view(&["h8i9i7", "--depth", "4", "--multipv", "2"]);
    assert_eq!(view["position"], "h8i9i7");
    assert_eq!((&view["rule"], &view["side"]), (&"freestyle".into(), &"white".into()));
    assert_eq!((&view["depth"], &view["size"]), (&4.into(), &15.into()));
    assert_eq!(view["lines"].as_array().unwrap().len(), 2);
    assert_eq!((&view["best"], &view["pv"]), (&view["lines"][0]["move"], &view["lines"][0]["pv"]));
    assert!(view["mate"].is_null() && view["likely"].is_null());
    for number in ["score", "wp", "seldepth", "nodes", "ms", "nps", "table_fill"] {
        assert!(view[number].is_number(), "{number}: {}", view[number]);
    }
}

#[test]
fn a_five_is_a_mate_in_one() {
    let view = view(&["h8a1i8a2j8a3k8a4", "--depth", "3"]);
    assert_eq!((&view["mate"], &view["wp"]), (&1.into(), &1.0.into()));
    assert_eq!(view["pv"].as_array().unwrap().len(), 1);
}

#[test]
fn a_likely_loss_is_shown_as_one_and_not_as_a_proof() {
    // White makes five, but the other moves of Black are not looked at.
    let arguments = ["a1h8a3i8a5j8a7k8", "--only", "o15", "--depth", "4"];
    let view = view(&arguments);
    for verdict in [&view, &view["lines"][0]] {
        assert_eq!((&verdict["likely"], &verdict["mate"]), (&"loss".into(), &().into()), "{view}");
        assert_eq!((&verdict["score"], &verdict["wp"]), (&(-26_999).into(), &0.005.into()));
    }
    let told = tengen(&[&["analyze"], arguments.as_slice()].concat()).out;
    assert!(told.contains("\n  likely loss      o15"), "{told}");
}

#[test]
fn after_a_pass_the_other_side_shows_its_threats() {
    let threat = view(&["h8a1i8c1j8", "--pass", "--depth", "3"]);
    assert_eq!((&threat["position"], &threat["side"]), (&"h8a1i8c1j8--".into(), &"black".into()));
    assert_eq!(threat["mate"], 3);
    let passed = view(&["h8a1i8c1j8--", "--depth", "3"]);
    assert_eq!((&passed["pv"], &passed["nodes"]), (&threat["pv"], &threat["nodes"]));
    let setup = view(&["b=h8i8j8;w=a1;t=w", "--pass", "--depth", "3"]);
    assert_eq!((&setup["position"], &setup["mate"]), (&"b=h8i8j8;w=a1;t=w;m=--".into(), &3.into()));
    let told = tengen(&["analyze", "h8a1i8c1j8", "--pass", "--depth", "3"]).out;
    assert!(told.starts_with("after a pass, black to move:\ndepth "), "{told}");
    assert!(told.contains("wins in 3"), "{told}");
}

#[test]
fn moves_that_cannot_be_looked_at_are_refused() {
    for (arguments, sentence) in [
        (["h8", "--only", "h8"], "h8: --only: h8 is occupied"),
        (["h8", "--only", "t20"], "h8: --only: t20 is off the board of 15×15"),
        (["h8", "--exclude", "p1"], "h8: --exclude: p1 is off the board of 15×15"),
    ] {
        let run = tengen(&[&["analyze"], arguments.as_slice()].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert_eq!(run.err, format!("tengen: {sentence}\n"));
    }
}

/// Black has a forced win in 13 plies, which the main search does not see within few nodes.
const FAR_WIN: &str = "g7g6h6j7f5j6f8i5f7f6";

#[test]
fn a_far_win_is_found_by_the_solver_alone() {
    let found = |options: &[&str]| view(&[&[FAR_WIN, "--nodes", "10000"], options].concat());
    for options in [&[][..], &["--solver", "fast"], &["--solver", "medium"], &["--solver", "slow"]]
    {
        let view = found(options);
        assert_eq!((&view["mate"], &view["best"]), (&13.into(), &"e9".into()), "{options:?}");
        assert_eq!(view["pv"].as_array().unwrap().len(), 13, "{options:?}");
    }
    let off = found(&["--solver", "off"]);
    assert!(off["mate"].is_null() && off["best"] != "e9", "{off}");
    assert_eq!(off["nodes"], 10_000, "without a win all nodes are used");
}

#[test]
fn few_max_plies_leave_a_far_win_unseen() {
    let mate = |plies| view(&[FAR_WIN, "--nodes", "10000", "--max-plies", plies])["mate"].clone();
    assert_eq!((mate("13"), mate("1000")), (13.into(), 13.into()));
    for plies in ["1", "5", "12"] {
        assert!(mate(plies).is_null(), "{plies}");
    }
}

#[test]
fn older_names_of_options_are_understood() {
    let old = view(&[FAR_WIN, "--nodes", "5000", "--kill", "off", "--lines", "2"]);
    assert_eq!((old["lines"].as_array().unwrap().len(), &old["mate"]), (2, &().into()));
    let old = view(&[FAR_WIN, "--nodes", "10000", "--kill", "fast", "--kill-depth", "12"]);
    assert!(old["mate"].is_null(), "{old}");
}

#[test]
fn solvers_that_do_not_exist_are_refused() {
    for (option, value, problem) in [
        ("--solver", "of", "invalid value 'of' for '--solver <LEVEL>'"),
        ("--solver", "SLOW", "invalid value 'SLOW' for '--solver <LEVEL>'"),
        ("--solver", "", "a value is required for '--solver <LEVEL>' but none was supplied"),
        ("--max-plies", "0", "invalid value '0' for '--max-plies <N>': 0 is not in 1..=42949672"),
        ("--max-plies", "-1", "invalid value '-1' for '--max-plies <N>': -1 is not in 1..=429496"),
        ("--max-plies", "deep", "invalid value 'deep' for '--max-plies <N>': invalid digit foun"),
    ] {
        let run = tengen(&["analyze", "h8", &format!("{option}={value}")]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{option}={value}");
        assert!(run.err.starts_with(&format!("error: {problem}")), "{}", run.err);
    }
    let run = tengen(&["analyze", "h8", "--solver", "of"]);
    assert!(run.err.contains("[possible values: off, fast, medium, slow]"), "{}", run.err);
}

#[test]
fn speed_counts_stops() {
    let run = tengen(&["speed", "--stops", "2", "--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let view: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(view["stops"], 2);
    let time = |name: &str| view[name].as_f64().unwrap();
    assert!(time("p50_ms") <= time("p99_ms") && time("p99_ms") <= time("max_ms"));
}
