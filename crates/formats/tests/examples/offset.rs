//! Openings as distances from the middle.

use tengen_formats::{Format, Rows, write};

use crate::{check_refused, points, reading, record, record_on};

const OFFSET: Format = Format::Offset;

#[test]
fn the_example_of_the_description() {
    assert_eq!(points(&record(OFFSET, "0,0, 1,-1, -2,3, 4,0")), "h8 i9 f5 l8");
}

#[test]
fn the_middle_of_odd_and_even_boards() {
    for (lines, expected) in [(15, "h8 i9 a15 o1"), (16, "i8 j9 b15 p1"), (20, "k10 l11 d17 r3")] {
        let game = record_on(lines, OFFSET, "0,0, 1,-1, -7,-7, 7,7");
        assert_eq!(points(&game), expected, "{lines} lines");
    }
    assert_eq!(points(&record_on(5, OFFSET, "-2,-2, 2,2")), "a5 e1");
    assert_eq!(points(&record_on(20, OFFSET, "-10,-10, 9,9")), "a20 t1");
}

#[test]
fn blanks_signs_commas_and_empty_lines() {
    let reading = reading(OFFSET, "\u{feff}\n  0,0 ,\t1 , -1  \r\n\r\n0,0,+1,1,\r\n-3,2");
    let openings: Vec<String> = reading.records.iter().map(points).collect();
    assert_eq!(openings, ["h8 i9", "h8 i7", "e6"]);
    let written = write(&reading.records, OFFSET, Rows::Bottom).unwrap().bytes;
    assert_eq!(String::from_utf8(written).unwrap(), "0,0, 1,-1\n0,0, 1,1\n-3,2\n");
}

#[test]
fn errors_say_where_and_how_much_was_read() {
    for (text, message) in [
        ("0,0, 1", "line 1, column 6: the last number has no partner (1 move read)"),
        (
            "0,0\n1,1, 8,0",
            "line 2, column 6: this stone is off the board of 15×15 (2 games with 2 moves read)",
        ),
        ("0,0, -8,0", "line 1, column 6: this stone is off the board of 15×15 (1 move read)"),
        ("0,0, 0,0", "line 1, column 6: h8 is occupied (1 move read)"),
        ("0,0, x,1", "line 1, column 6: 'x' is not a number (1 move read)"),
        ("0,0, 1,五", "line 1, column 8: '五' is not a number (1 move read)"),
        ("五,0", "line 1, column 1: '五' is not a number (0 moves read)"),
        ("0,0,,1,1", "line 1, column 5: '' is not a number (1 move read)"),
        (",", "line 1, column 1: '' is not a number (0 moves read)"),
        ("0,0,1,1,,", "line 1, column 9: '' is not a number (2 moves read)"),
        ("0;0", "line 1, column 1: '0;0' is not a number (0 moves read)"),
        ("2147483647,0", "line 1, column 1: this stone is off the board of 15×15 (0 moves read)"),
        ("-2147483648,0", "line 1, column 1: this stone is off the board of 15×15 (0 moves read)"),
        ("2147483648,0", "line 1, column 1: '2147483648' is not a number (0 moves read)"),
    ] {
        check_refused(OFFSET, text, message);
    }
}
