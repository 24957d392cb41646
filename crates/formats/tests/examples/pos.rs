//! Positions as text, in files and as users type them.

use tengen_core::{Rule, Side, Size};
use tengen_formats::{Format, ReadOptions, Record, Rows, parse_position, position_text, read};

use crate::{check_refused, main_moves, points, reading, record, record_on, setup_at};

const POS: Format = Format::Pos;

/// A position on fifteen lines, freestyle, printed again.
fn printed(text: &str) -> String {
    let game = parse_position(text, Size::default(), Rule::Freestyle, Rows::Bottom);
    position_text(&game.unwrap_or_else(|error| panic!("{text}: {error}")), Rows::Bottom)
}

#[test]
fn moves_with_and_without_anything_between() {
    for text in
        ["h8i9h10", "H8I9H10", "h8 i9\th10 ", " h8i9 h10", "1.h8 2.i9 3.h10", "1. h8\n2. i9 3.h10"]
    {
        assert_eq!(printed(text), "h8i9h10", "{text}");
    }
    assert_eq!(printed(""), "");
    assert_eq!(printed("h8--i9----"), "h8--i9----");
    assert_eq!(printed("a1b10c1d11"), "a1b10c1d11", "one or two digits, as many as there are");
}

#[test]
fn set_ups_in_any_order() {
    for text in [
        "b=h8i9;w=g7;t=w;m=a1--b2",
        "T = white ; M=A1 -- B2; W=g7;B=i9h8",
        "w=g7;b=1.h8 2.i9;t=w;m=a1--b2",
    ] {
        assert_eq!(printed(text), "b=h8i9;w=g7;t=w;m=a1--b2", "{text}");
    }
    assert_eq!(printed("b=;w=;t=b"), "", "the empty board");
    assert_eq!(printed("t=b;m=h8"), "h8");
    assert_eq!(printed("t=w"), "b=;w=;t=w");
}

#[test]
fn rows_from_the_top_and_from_the_bottom() {
    for (lines, bottom, top) in [(15, "h8i1", "h8i15"), (20, "k10a20", "k11a1")] {
        let size = Size::new(lines).unwrap();
        let game = parse_position(bottom, size, Rule::Renju, Rows::Bottom).unwrap();
        assert_eq!(parse_position(top, size, Rule::Renju, Rows::Top).unwrap(), game);
        assert_eq!(position_text(&game, Rows::Top), top);
    }
    let options = ReadOptions { rows: Rows::Top, ..ReadOptions::default() };
    assert_eq!(points(&read(b"h8i1", &options).unwrap().records[0]), "h8 i15");
}

#[test]
fn a_position_a_line() {
    let reading = reading(POS, "h8i7j10\r\n\r\n  \nb=h8;w=i9;t=b\nb=;w=;t=w;m=--a1\n\n");
    let [first, second, third] = &reading.records[..] else { panic!("three positions") };
    assert_eq!(main_moves(first), "black h8, white i7, black j10");
    assert_eq!(setup_at(second, Record::ROOT), "black h8, white i9, black to move");
    assert_eq!(setup_at(third, Record::ROOT), "white to move");
    assert_eq!(main_moves(third), "white --, black a1");
    assert_eq!(points(&record_on(22, POS, "v22u1")), "v22 u1");
    assert_eq!(record(POS, "b=;w=;t=b\n").node_count(), 1);
}

#[test]
fn set_ups_of_files_may_be_won() {
    // Whether a position can be played on is asked later, when the rule is known.
    let text = "b=h8i8j8k8l8;w=;t=w";
    let won = record(POS, text);
    assert_eq!(won.line_to(Record::ROOT).start.count(Side::Black), 5);
    assert!(won.game_at(Record::ROOT, Rule::Freestyle).is_err());
    let error = parse_position(text, Size::default(), Rule::Freestyle, Rows::Bottom).unwrap_err();
    assert_eq!(error.to_string(), "column 1: black already has five at h8");
}

/// Problems with the text itself, told alike by files and by `parse_position`.
const PROBLEMS: [(&str, usize, &str); 24] = [
    ("h8zz", 3, "'zz' is not a point"),
    ("h8 zz i9", 4, "'zz' is not a point"),
    ("h8p1", 3, "p1 is off the board of 15×15"),
    ("h8a16", 3, "a16 is off the board of 15×15"),
    ("h8i23", 3, "'i23' is not a point"),
    ("h8h0", 3, "'h0' is not a point"),
    ("h8h08", 3, "'h08' is not a point"),
    ("h8h8", 3, "h8 is occupied"),
    ("h8-i9", 3, "'-i9' is not a point"),
    ("h8,i9", 3, "',i9' is not a point"),
    ("h8;i9", 3, "';i9' is not a point"),
    ("五h8", 1, "'五h8' is not a point"),
    ("é八 h8", 1, "'é八' is not a point"),
    ("b=h8;w=é9;t=b", 8, "'é9' is not a point"),
    ("b=h8;b=i9;t=b", 6, "'b=' stands here a second time"),
    ("b=h8;w=i9", 10, "t=b or t=w is missing: who moves next?"),
    ("b=h8;w=i9;t=x", 13, "'x' is neither b nor w"),
    ("b=h8; q=i9;t=b", 7, "'q' is unknown: a set-up has b=, w=, t= and m="),
    ("b=h8;w;t=b", 6, "'w' has no '='"),
    ("b=h8;w=--;t=b", 8, "a set-up has stones only, no pass"),
    ("b=h8i9h8;w=;t=b", 7, "h8 is set twice"),
    ("b=h8;w=i9h8;t=b", 10, "h8 is set twice"),
    ("b=h8;w=i9;t=b;m=a1a1", 19, "a1 is occupied"),
    ("b=h8;w=i9;t=b;m=i9", 17, "i9 is occupied"),
];

#[test]
fn errors_name_their_column() {
    for (text, column, problem) in PROBLEMS {
        let error =
            parse_position(text, Size::default(), Rule::Freestyle, Rows::Bottom).unwrap_err();
        assert_eq!((error.column, error.problem.as_str()), (column, problem), "{text}");
        let error = crate::refusal(POS, format!("h8\n{text}"));
        assert_eq!(
            (error.place, error.problem.as_str()),
            (crate::at(2, column), problem),
            "{text}"
        );
    }
}

#[test]
fn a_move_after_the_end_is_refused() {
    let text = "a1b1a2b2a3b3a4b4a5--";
    let error = parse_position(text, Size::default(), Rule::Freestyle, Rows::Bottom).unwrap_err();
    assert_eq!(error.to_string(), "column 19: the game is over: black wins: five in a row");
    assert_eq!(record(POS, text).move_count(), 10, "a file tells what was written");
}

#[test]
fn errors_say_how_much_was_read() {
    check_refused(
        POS,
        "h8i9\nh8\n\nxx",
        "line 4, column 1: 'xx' is not a point (2 games with 3 moves read)",
    );
    check_refused(POS, "h8i9h8", "line 1, column 5: h8 is occupied (2 moves read)");
    check_refused(POS, "h8 i9 zz99", "line 1, column 7: 'zz99' is not a point (2 moves read)");
}
