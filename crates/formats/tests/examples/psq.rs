//! Games of Piskvork and of the Gomocup judge.

use tengen_core::{Side, Size};
use tengen_formats::{Ending, Format, How, Place, Record, Rows, write};

use crate::{at, check_refused, points, record, refusal};

const PSQ: Format = Format::Psq;

fn times(record: &Record) -> Vec<Option<u32>> {
    record.main_line().map(|id| record.notes(id).millis).collect()
}

fn names(record: &Record) -> (&str, &str) {
    (&record.info.players[Side::Black], &record.info.players[Side::White])
}

#[test]
fn the_example_of_the_description() {
    let text = "Piskvorky 20x20, 11:11, 0\n11,11,0\n12,10,0\n10,9,1250\n9,12,30004\n\
                pbrain-first.exe\npbrain-second.exe\n0\n";
    let game = record(PSQ, text);
    assert_eq!(game.size(), Size::new(20).unwrap());
    assert_eq!(points(&game), "k10 l11 j12 i9");
    assert_eq!(times(&game), [Some(0), Some(0), Some(1250), Some(30004)]);
    assert_eq!(names(&game), ("pbrain-first.exe", "pbrain-second.exe"));
    assert_eq!(game.info.ending, Some(Ending::Finished));
    assert_eq!(write(&[game], PSQ, Rows::Top).unwrap().bytes, text.as_bytes());
}

#[test]
fn the_judge_adds_a_line() {
    let text =
        "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,8,15\r\nA.zip\r\nB.zip\r\n-1\r\n1,Gomocup\r\n";
    let game = record(PSQ, text);
    assert_eq!(points(&game), "h8 i8");
    assert_eq!(names(&game), ("A.zip", "B.zip"));
    assert_eq!(game.info.ending, None);
    let nameless = record(PSQ, "Piskvorky 15x15, 11:11, 0\n8,8,0\n-1\n0,Gomocup\n");
    assert_eq!((names(&nameless), nameless.info.ending), (("", ""), None));
}

#[test]
fn the_second_player_may_begin() {
    let game = record(PSQ, "piskvorky 15X15, 0:3, 1\n8,8,0\nhomo-1\npbrain-x\n0\n");
    assert_eq!(names(&game), ("pbrain-x", "homo-1"));
}

#[test]
fn times_may_be_missing() {
    let game = record(PSQ, "Piskvorky 15x15, 11:11, 0\n8,8\n9,8, 5\n0");
    assert_eq!(times(&game), [None, Some(5)]);
}

#[test]
fn results_speak_of_the_side_to_move() {
    let with_code = |code: &str| {
        let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{code}\n");
        record(PSQ, text).info.ending
    };
    assert_eq!(with_code("-1"), None);
    assert_eq!(with_code("0"), Some(Ending::Finished));
    assert_eq!(with_code("-2"), Some(Ending::Won(Side::Black, How::Forfeit)));
    assert_eq!(with_code("15"), Some(Ending::Won(Side::Black, How::Time)));
    assert_eq!(with_code("7"), Some(Ending::Finished));
}

#[test]
fn names_cannot_pass_for_stones() {
    let mut game = record(PSQ, "Piskvorky 15x15, 11:11, 0\n8,8,0\n0\n");
    for (name, kept) in
        [("1,2", "1 2"), (" 1 , 2,\n3 ", "1 2 3"), ("1,2,3,4", "1,2,3,4"), ("a\r\n b", "a b")]
    {
        game.info.players[Side::Black] = name.to_owned();
        let written = write(std::slice::from_ref(&game), PSQ, Rows::Top).unwrap();
        assert_eq!(names(&record(PSQ, &written.bytes)), (kept, ""));
    }
}

#[test]
fn errors_say_where_and_how_much_was_read() {
    let head = "Piskvorky 15x15, 11:11, 0\n";
    for (text, message) in [
        (format!("{head}8,8,0\n8,8,0\n0"), "line 3, column 1: h8 is occupied (1 move read)"),
        (
            format!("{head}8,8,0\n16,1,0\n0"),
            "line 3, column 1: '16,1,0' is off the board of 15×15 (1 move read)",
        ),
        (
            format!("{head}0,1,0\n0"),
            "line 2, column 1: '0,1,0' is off the board of 15×15 (0 moves read)",
        ),
        (
            format!("{head}-9223372036854775808,1\n0"),
            "line 2, column 1: '-922337203685477…' is off the board of 15×15 (0 moves read)",
        ),
        (
            format!("{head}8,8,-1\n0"),
            "line 2, column 1: -1 is not a number of milliseconds (1 move read)",
        ),
        (
            format!("{head}8,8,4294967296\n0"),
            "line 2, column 1: 4294967296 is not a number of milliseconds (1 move read)",
        ),
        (
            format!("{head}8,8,0\n"),
            "line 3, column 1: the result code at the end is missing (1 move read)",
        ),
        (
            format!("{head}8,8,0\na\nb\n"),
            "line 5, column 1: after the names a result code is missing (1 move read)",
        ),
        (
            format!("{head}8,8,0\né\nb\nç\n"),
            "line 5, column 1: 'ç' is not a result code (1 move read)",
        ),
        (
            "Piskvorky 15x16, 11:11, 0\n".to_owned(),
            "line 1, column 11: '15x16' is not a square board of 5 to 22 lines (nothing was read)",
        ),
        (
            "Piskvorky".to_owned(),
            "line 1, column 10: '' is not a square board of 5 to 22 lines (nothing was read)",
        ),
        (
            "".to_owned(),
            "line 1, column 1: a PSQ file begins with the word Piskvorky (nothing was read)",
        ),
    ] {
        check_refused(PSQ, text, message);
    }
}

#[test]
fn rec_files_are_refused_with_a_place() {
    let error = refusal(PSQ, "one.exe\ntwo.exe\n10,10,0\n0\n");
    assert_eq!(error.place, at(1, 1));
    assert!(matches!(error.place, Place::Line { .. }));
    assert_eq!(Format::recognise(b"one.exe\ntwo.exe\n10,10,0\n0\n"), None);
}

#[test]
fn blank_lines_before_the_header_do_no_harm() {
    assert_eq!(points(&record(PSQ, "\r\n \nPiskvorky 15x15, 11:11, 0\n8,8,0\n0\n")), "h8");
    check_refused(
        PSQ,
        "\n\nPiskvorky 3x3, 11:11, 0\n",
        "line 3, column 11: '3x3' is not a square board of 5 to 22 lines (nothing was read)",
    );
}
