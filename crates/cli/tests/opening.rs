//! `tengen opening` and `tengen analyze --balance`: what they print, and what they refuse.

use tengen_core::opening::OpeningRule;
use tengen_test_support::process::tengen;

const SMALL: [&str; 4] = ["--memory", "4", "--nodes", "3000"];

fn told(arguments: &[&str]) -> String {
    let run = tengen(&[arguments, &SMALL].concat());
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}");
    run.out
}

fn view(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&told(&[arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn proposals_are_openings_for_a_match() {
    let proposals = told(&["opening", "--count", "3", "--rule", "renju"]);
    let lines: Vec<&str> = proposals.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0] != lines[1] && lines[1] != lines[2], "{proposals}");
    for line in lines {
        let seen = view(&["analyze", line, "--rule", "renju"]);
        assert_eq!((&seen["position"], &seen["side"]), (&line.into(), &"white".into()));
    }
}

#[test]
fn a_proposal_is_answered() {
    let strong = view(&["opening", "h8", "a1", "h9"]);
    assert_eq!(strong["acts"], serde_json::json!(["take-black"]));
    assert_eq!((&strong["step"], &strong["opening"]), (&"swap2.choose".into(), &"swap2".into()));
    assert_eq!(strong["position"], "h8a1h9");
    assert!(strong["reply"].is_null() && strong["black"].as_f64().unwrap() > 0.5, "{strong}");
    let weak = told(&["opening", "a1", "h8", "o15"]);
    assert!(weak.starts_with("stay-white "), "{weak}");
    let first = told(&["opening", "h8", "--opening", "swap-first"]);
    assert_eq!(first, "take-black\n");
}

#[test]
fn every_opening_rule_is_opened_to_its_end() {
    for opening in OpeningRule::ALL.map(OpeningRule::name).into_iter().skip(1) {
        let mut acts: Vec<String> = Vec::new();
        let over = loop {
            let words: Vec<&str> = acts.iter().map(String::as_str).collect();
            let rule = ["--opening", opening, "--rule", "renju", "--json"];
            let run = tengen(&[&["opening"], &rule[..], &SMALL, &words].concat());
            if run.status != 0 {
                break run.err;
            }
            let seen: serde_json::Value = serde_json::from_str(&run.out).unwrap();
            let more = seen["acts"].as_array().unwrap().iter();
            acts.extend(more.map(|act| act.as_str().unwrap().to_owned()));
        };
        assert!(over.contains("the opening is over"), "{opening} {acts:?}: {over}");
    }
}

#[test]
fn offers_are_kept_and_numbers_declared() {
    let renju = |opening: &'static str, acts: &[&'static str]| {
        let rule = ["opening", "--rule", "renju", "--opening", opening];
        told(&[&rule, acts].concat())
    };
    let kept = renju("rif", &["h8", "h9", "i9", "stay", "g7", "i7", "j8"]);
    assert!(kept.starts_with("i7 ") || kept.starts_with("j8 "), "{kept}");
    let declared = renju("soosyrv8", &["h8", "h9", "i9", "stay", "g7"]);
    assert!((1..=8).contains(&declared.trim().parse::<u8>().unwrap()), "{declared}");
    let offered = renju("soosyrv8", &["h8", "h9", "i9", "stay", "g7", "3", "stay"]);
    let seen = view(&["analyze", offered.trim()]);
    assert_eq!(seen["position"], offered.trim(), "three points that can be read");
}

#[test]
fn a_position_is_made_even() {
    let one = view(&["analyze", "h8h9j6", "--balance", "1"]);
    assert_eq!(one["stones"].as_array().unwrap().len(), 1);
    assert_eq!((&one["side"], &one["position"]), (&"white".into(), &"h8h9j6".into()));
    let two = view(&["analyze", "h8h9j6", "--balance", "2", "--bias", "-50"]);
    assert_eq!(two["stones"].as_array().unwrap().len(), 2);
    assert!(two["score"].is_i64() && two["nodes"].is_u64() && two["ms"].is_f64(), "{two}");
    let text = told(&["analyze", "h8h9j6", "--balance", "2", "--seed", "3"]);
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn what_cannot_be_opened_is_said() {
    for (arguments, sentence) in [
        (&["opening", "h8", "h8"][..], "act 2, h8: h8 is occupied"),
        (&["opening", "h8", "take-black"], "act 2, take-black: "),
        (&["opening", "a1", "b1", "c1", "take-black"], "the opening is over"),
        (&["opening", "--opening", "none"], "the opening is over"),
        (&["opening", "--opening", "rif", "--size", "20"], "rif needs an odd number of lines"),
        (&["opening", "--opening", "rif", "h8", "a1"], "the stone must lie inside the square"),
        (&["opening", "x99"], "'x99' is neither a choice nor a point"),
        (&["analyze", "h8", "--balance", "3"], "3 is not in 1..=2"),
        (&["analyze", "h8", "--bias", "30"], "--balance"),
    ] {
        let run = tengen(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(sentence), "{arguments:?}: {}", run.err);
    }
}
