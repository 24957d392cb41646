//! The project's own JSON.

use tengen_core::Side;
use tengen_formats::{Ending, Format, How, Mark, Record};

use crate::{main_moves, moves_to, record, refusal, setup_at};

const JSON: Format = Format::Json;

/// A file with one game of these nodes on fifteen lines.
fn file(nodes: &str) -> String {
    format!(
        "{{\"format\":\"tengen\",\"version\":1,\"games\":[\n{{\"size\":15,\"nodes\":[\n{nodes}\n]}}\n]}}\n"
    )
}

#[test]
fn a_file_as_it_is_written() {
    let text = r#"{"format":"tengen","version":1,"games":[
{"size":9,"rule":"caro","black":"a","white":"b","event":"e","round":"1","date":"2026-11-15","ending":{"white":"time"},"nodes":[
{"setup":{"black":["a1"],"white":["b1"],"to_move":"black"},"comment":"one\ntwo","extra":[["GN",["x"]]]},
{"side":"black","move":"e5","marks":[{"point":"a2","mark":"circle"},{"point":"a3","mark":"label","text":"L"},{"point":"a2","mark":"arrow","to":"c4"}],"ms":12,"hot":true},
{"side":"white","move":"--"},
{"parent":1,"setup":{"cleared":["a1"]}},
{"side":"white","move":"a1"}
]},
{"size":15,"ending":"drawn","nodes":[
{}
]}
]}
"#;
    let reading = crate::reading(JSON, text);
    let [first, second] = &reading.records[..] else { panic!("two games") };
    assert_eq!(first.info.ending, Some(Ending::Won(Side::White, How::Time)));
    assert_eq!(setup_at(first, Record::ROOT), "black a1, white b1, black to move");
    let leaves: Vec<String> = first.leaves().map(|leaf| moves_to(first, leaf)).collect();
    assert_eq!(leaves, ["black e5, white --", "black e5, white a1"]);
    let e5 = first.notes(first.main_node_after(1).unwrap());
    assert_eq!((e5.millis, e5.hot), (Some(12), true));
    assert_eq!(e5.marks[1].1, Mark::Label("L".to_owned()));
    assert_eq!(e5.marks[2].1, Mark::Arrow("c4".parse().unwrap()));
    assert_eq!((second.info.ending, second.node_count()), (Some(Ending::Drawn), 1));
    let written = tengen_formats::write(&reading.records, JSON, Default::default()).unwrap();
    assert_eq!(String::from_utf8(written.bytes).unwrap(), text);
}

#[test]
fn arrows_of_older_files_become_marks() {
    let text = r#"{"format":"tengen","version":1,"games":[
{"size":9,"nodes":[{"extra":[["AR",["aa:bb","odd","cc:cc","zz:aa"]],["GN",["x"]]]}]}]}"#;
    let game = record(JSON, text);
    let notes = game.notes(Record::ROOT);
    let point = |name: &str| name.parse().unwrap();
    assert_eq!(notes.marks, [(point("a9"), Mark::Arrow(point("b8")))]);
    assert_eq!(notes.extra.len(), 1);
}

#[test]
fn blanks_and_the_order_of_fields_in_a_game_do_not_matter() {
    let text = "\u{feff} {\"version\": 1,\n\"format\": \"tengen\", \"games\": [ { \"size\": 15,\n\
                \"nodes\": [{ }, {\"move\": \"H8\", \"side\": \"black\"}], \"rule\": \"renju\"}]}";
    let game = record(JSON, text);
    assert_eq!(main_moves(&game), "black h8");
    assert_eq!(game.rule, Some(tengen_core::Rule::Renju));
}

/// That a file is refused at a line for this reason.
#[track_caller]
fn check(text: &str, line: usize, problem: &str, games: usize, moves: usize) {
    let error = refusal(JSON, text);
    let tengen_formats::Place::Line { line: told, .. } = error.place else { panic!("{error}") };
    assert_eq!((told, error.problem.as_str()), (line, problem));
    let read: usize = error.read.iter().map(Record::move_count).sum();
    assert_eq!((error.read.len(), read), (games, moves), "{error}");
}

#[test]
fn what_a_file_says_of_itself_is_checked_first() {
    let version = r#"{"format":"tengen","version":2,"games":[]}"#;
    check(version, 1, "version 2 is unknown; this is 1", 0, 0);
    let format = r#"{"format":"五子棋","version":1,"games":[]}"#;
    check(format, 1, "the format is '五子棋', not tengen", 0, 0);
    let order = "format and version must stand before the games";
    check(r#"{"format":"tengen","games":[]}"#, 1, order, 0, 0);
    check(r#"{"games":[],"format":"tengen","version":1}"#, 1, order, 0, 0);
    check(r#"{"format":"tengen","version":1}"#, 1, "games are missing", 0, 0);
    check(r#"{"format":"tengen","version":1,"x":0}"#, 1, "'x' is not a field of this format", 0, 0);
    assert_eq!(refusal(JSON, "[]").read.len(), 0);
    assert_eq!(refusal(JSON, "").read.len(), 0);
}

#[test]
fn games_are_checked_as_they_are_read() {
    let game = |fields: &str| {
        format!("{{\"format\":\"tengen\",\"version\":1,\"games\":[\n{{{fields}}}]}}")
    };
    check(&game(r#""nodes":[{}]"#), 2, "a game begins with its size", 0, 0);
    check(&game(r#""size":23,"nodes":[{}]"#), 2, "23 is not a board of 5 to 22 lines", 0, 0);
    check(&game(r#""size":15"#), 2, "the game's nodes are missing", 1, 0);
    check(&game(r#""size":15,"nodes":[]"#), 2, "a game has at least a root", 1, 0);
    check(&game(r#""size":15,"nodes":[{}],"nodes":[{}]"#), 2, "a game has one list of nodes", 1, 0);
    check(&game(r#""size":15,"colour":1"#), 2, "'colour' is not a field of this format", 1, 0);
    assert!(refusal(JSON, game(r#""size":256,"nodes":[{}]"#)).problem.contains("256"));
    assert!(refusal(JSON, game(r#""size":15,"rule":"go""#)).problem.contains("'go' is not a rule"));
}

#[test]
fn nodes_are_checked_as_they_are_read() {
    for (node, problem) in [
        (r#"{"side":"white"}"#, "a move needs a side, and a side a move"),
        (r#"{"move":"i9"}"#, "a move needs a side, and a side a move"),
        (r#"{"side":"white","move":"h8"}"#, "h8 is occupied"),
        (r#"{"side":"white","move":"p1"}"#, "'p1' is not a point of a board of 15×15"),
        (r#"{"side":"white","move":"五"}"#, "'五' is not a point of a board of 15×15"),
        (r#"{"side":"white","move":"a1","setup":{}}"#, "a node has a move or a set-up"),
        (r#"{"setup":{"black":["h8"]}}"#, "h8 is occupied"),
        (r#"{"setup":{"black":["a1"],"white":["a1"]}}"#, "a1 is occupied"),
        (r#"{"parent":2}"#, "node 2 is not an earlier node"),
        (r#"{"parent":4294967295}"#, "node 4294967295 is not an earlier node"),
        (r#"{"marks":[{"point":"a1","mark":"label"}]}"#, "a label needs a text"),
        (r#"{"marks":[{"point":"a1","mark":"cross","text":"x"}]}"#, "only a label has a text"),
        (
            r#"{"marks":[{"point":"a16","mark":"cross"}]}"#,
            "'a16' is not a point of a board of 15×15",
        ),
        (r#"{"extra":[["b",["x"]]]}"#, "'b' cannot be an extra property"),
        (r#"{"extra":[["C",["x"]]]}"#, "'C' cannot be an extra property"),
        (r#"{"extra":[["XX",[]]]}"#, "'XX' cannot be an extra property"),
        (r#"{"extra":[["XX",["]"]]]}"#, "'XX' cannot be an extra property"),
        (r#"{"extra":[["XX",["\\"]]]}"#, "'XX' cannot be an extra property"),
    ] {
        let nodes = format!("{{}},\n{{\"side\":\"black\",\"move\":\"h8\"}},\n{node}");
        check(&file(&nodes), 5, problem, 1, 1);
    }
    check(&file(r#"{"side":"black","move":"h8"}"#), 3, "the root has no move", 1, 0);
    check(&file(r#"{"parent":0}"#), 3, "node 0 is not an earlier node", 1, 0);
}

#[test]
fn unknown_fields_are_refused_wherever_they_stand() {
    for node in
        [r#"{"x":1}"#, r#"{"setup":{"x":1}}"#, r#"{"marks":[{"point":"a1","mark":"cross","x":1}]}"#]
    {
        let error = refusal(JSON, file(node));
        assert!(error.problem.starts_with("unknown field `x`"), "{error}");
    }
    let odd = refusal(JSON, file(r#"{"x\n\u0000y":1}"#)).to_string();
    assert!(!odd.contains(char::is_control), "{odd:?}");
    let long = refusal(JSON, file(&format!("{{\"{}\":1}}", "x".repeat(100_000)))).to_string();
    assert!(long.len() < 1000);
}

#[test]
fn a_line_branches_off_only_from_its_own_way() {
    let nodes = "{},\n{\"side\":\"black\",\"move\":\"h8\"},\n\
                 {\"parent\":0,\"side\":\"black\",\"move\":\"a1\"},\n\
                 {\"parent\":1,\"side\":\"white\",\"move\":\"i9\"}";
    let problem = "a line can only branch off from an earlier node of the line before it";
    check(&file(nodes), 6, problem, 1, 2);
}

#[test]
fn what_stands_before_a_break_is_kept() {
    let whole =
        file("{},\n{\"side\":\"black\",\"move\":\"h8\"},\n{\"side\":\"white\",\"move\":\"i9\"}");
    let cut = &whole[..whole.find("i9").unwrap()];
    let error = refusal(JSON, cut);
    assert_eq!(error.place, crate::at(5, 24));
    assert_eq!(main_moves(&error.read[0]), "black h8");
    for end in (0..whole.len() - 1).filter(|&end| whole.is_char_boundary(end)) {
        if end < whole.trim_end().len() {
            let _ = refusal(JSON, &whole[..end]);
        }
    }
}
