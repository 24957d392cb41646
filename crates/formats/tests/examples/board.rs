//! The `BOARD … DONE` block of the protocol.

use tengen_core::{Rule, Side};
use tengen_formats::{Format, Record, Rows, write};

use crate::{check_refused, main_moves, record, record_on, setup_at};

const BOARD: Format = Format::Board;

#[test]
fn stones_in_turn_are_moves() {
    // Own stones first: Black is to move.
    let own_first = record(BOARD, "BOARD\n7,7,1\n8,7,2\nDONE\n");
    assert_eq!(main_moves(&own_first), "black h8, white i8");
    // The opponent's first: he is Black.
    let opponent_first = record(BOARD, "BOARD\n7,7,2\n8,7,1\n7,8,2\nDONE\n");
    assert_eq!(main_moves(&opponent_first), "black h8, white i8, black h7");
}

#[test]
fn one_line_or_many() {
    let expected = record(BOARD, "START 20\nINFO rule 1\nBOARD\n10,10,2\nDONE\n");
    assert_eq!(main_moves(&expected), "black k10");
    assert_eq!((expected.size().lines(), expected.rule), (20, Some(Rule::Standard)));
    for text in [
        "START 20 INFO rule 1 BOARD 10,10,2 DONE",
        "start 20\r\ninfo RULE 1\r\nyxboard\r\n10,10,2\r\ndone\r\n",
        "INFO timeout_turn 1000\nINFO folder C:\\Program Files\\gomoku\nINFO folder\nSTART 20\n\
         INFO rule 1\nBOARD 10,10,2\nDONE",
    ] {
        assert_eq!(record(BOARD, text), expected, "{text}");
    }
}

#[test]
fn stones_out_of_turn_are_a_set_up() {
    // Even numbers, shuffled: Black is to move.
    let shuffled = record(BOARD, "BOARD 7,7,2 8,7,1 0,0,1 1,1,2 DONE");
    assert_eq!(setup_at(&shuffled, Record::ROOT), "black i8 a15, white h8 b14, black to move");
    // One more of the opponent's: White is to move.
    let odd = record(BOARD, "BOARD 7,7,1 8,7,2 0,0,2 DONE");
    assert_eq!(setup_at(&odd, Record::ROOT), "black i8 a15, white h8, white to move");
    // Numbers that tell nothing: the first stone is Black's.
    let own_first = record(BOARD, "BOARD 7,7,1 8,7,1 0,0,1 DONE");
    assert_eq!(setup_at(&own_first, Record::ROOT), "black h8 i8 a15, black to move");
    let single = record(BOARD, "BOARD 7,7,1 DONE");
    assert_eq!(setup_at(&single, Record::ROOT), "black h8, black to move");
    let opponent_first = record(BOARD, "BOARD 7,7,2 8,7,2 0,0,2 DONE");
    assert_eq!(setup_at(&opponent_first, Record::ROOT), "black h8 i8 a15, white to move");
}

#[test]
fn the_empty_board() {
    let empty = record_on(9, BOARD, "BOARD\nDONE");
    assert_eq!((empty.node_count(), empty.size().lines()), (1, 9));
    let written = write(&[empty], BOARD, Rows::Bottom).unwrap();
    assert_eq!(written.bytes, b"START 9\nBOARD\nDONE\n");
}

#[test]
fn what_is_written() {
    let position = record(Format::Pos, "b=h8a1;w=i8;t=w");
    let written = write(&[position], BOARD, Rows::Bottom).unwrap();
    assert_eq!(written.bytes, b"START 15\nBOARD\n0,14,2\n7,7,2\n8,7,1\nDONE\n");
    assert_eq!(written.lost, [] as [&str; 0]);
    let game = record(Format::Sgf, "(;GM[4]SZ[15]RU[4];B[hh];W[ih])");
    let written = write(&[game], BOARD, Rows::Bottom).unwrap();
    assert_eq!(written.bytes, b"START 15\nINFO rule 4\nBOARD\n7,7,1\n8,7,2\nDONE\n");
}

#[test]
fn a_set_up_that_looks_like_moves_is_read_as_moves() {
    let position = record(Format::Pos, "b=h8;w=i8;t=b");
    let written = write(&[position], BOARD, Rows::Bottom).unwrap();
    assert_eq!(written.lost, ["the way the position was set up"]);
    assert_eq!(main_moves(&record(BOARD, &written.bytes)), "black h8, white i8");
}

#[test]
fn a_turn_that_the_stones_do_not_show_is_refused() {
    for (text, side) in
        [("t=w", Side::White), ("b=h8;w=i8;t=w", Side::White), ("w=h8;t=b", Side::Black)]
    {
        let error = write(&[record(Format::Pos, text)], BOARD, Rows::Bottom).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("board files cannot say that {side} is to move in this position")
        );
    }
}

#[test]
fn errors_say_where_and_how_much_was_read() {
    for (text, message) in [
        ("BOARD\n7,7,2\n", "line 3, column 1: the word DONE is missing (1 move read)"),
        ("BOARD 7,7,2 7,7,1 DONE", "line 1, column 13: h8 is occupied (1 move read)"),
        ("BOARD 7,7,3 DONE", "line 1, column 7: '7,7,3' belongs to neither side (0 moves read)"),
        (
            "BOARD 15,7,1 DONE",
            "line 1, column 7: '15,7,1' is off the board of 15×15 (0 moves read)",
        ),
        ("BOARD 7,7 DONE", "line 1, column 7: '7,7' is not a stone x,y,1 or x,y,2 (0 moves read)"),
        (
            "BOARD 7,-7,1 DONE",
            "line 1, column 7: '7,-7,1' is not a stone x,y,1 or x,y,2 (0 moves read)",
        ),
        (
            "BOARD 256,7,1 DONE",
            "line 1, column 7: '256,7,1' is not a stone x,y,1 or x,y,2 (0 moves read)",
        ),
        ("BOARD 五 DONE", "line 1, column 7: '五' is not a stone x,y,1 or x,y,2 (0 moves read)"),
        ("BOARD 7,7,2 DONE 五", "line 1, column 18: '五' follows DONE (1 move read)"),
        (
            "START 23 BOARD DONE",
            "line 1, column 7: '23' is not a board of 5 to 22 lines (nothing was read)",
        ),
        ("START", "line 1, column 6: here the text ends too early (nothing was read)"),
        ("START 15", "line 1, column 9: the word BOARD is missing (nothing was read)"),
        ("INFO", "line 1, column 5: here the text ends too early (nothing was read)"),
        (
            "INFO rule 3 BOARD DONE",
            "line 1, column 11: '3' is not the code of a rule (nothing was read)",
        ),
        (
            "START 15\nTURN 7,7",
            "line 2, column 1: 'TURN' is not START, INFO or BOARD (nothing was read)",
        ),
        ("", "line 1, column 1: the word BOARD is missing (nothing was read)"),
    ] {
        check_refused(BOARD, text, message);
    }
}
