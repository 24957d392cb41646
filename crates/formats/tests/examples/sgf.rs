//! Smart Game Format and its dialects.

use tengen_core::{Rule, Side};
use tengen_formats::{Ending, Format, How, Mark, ReadOptions, Record, Rows, read, write};

use crate::{at, check_refused, main_moves, moves_to, reading, record, refusal, setup_at};

const SGF: Format = Format::Sgf;

fn ending(result: &str) -> Option<Ending> {
    record(SGF, format!("(;GM[4]SZ[15]RE[{result}])")).info.ending
}

#[test]
fn the_example_of_the_description() {
    let game = record(SGF, "(;FF[4]GM[4]SZ[15]RU[renju]PB[a]PW[b]RE[W+];B[hh];W[ih];B[hi])");
    assert_eq!(game.rule, Some(Rule::Renju));
    assert_eq!((&*game.info.players[Side::Black], &*game.info.players[Side::White]), ("a", "b"));
    assert_eq!(game.info.ending, Some(Ending::Won(Side::White, How::Play)));
    assert_eq!(main_moves(&game), "black h8, white i8, black h7");
}

#[test]
fn games_of_c_gomoku_cli() {
    let reading = reading(
        SGF,
        "(;FF[4]GM[4]GN[1]EV[B x A]DT[2026.11.15 18:43:41]RO[1.1]RU[4]SZ[15]PB[B]PW[A]RE[W+1]\
         TE[Black play forbidden move - double four]\n\
         ;B[hh]C[opening move];W[ih]C[opening move];B[hi]C[opening move]\n\
         ;W[aa]C[0ms];B[ba]C[0ms])\n\n\
         (;FF[4]GM[4]GN[2]EV[A x B]RO[1.2]RU[0]SZ[20]PB[A]PW[B]RE[0]TE[];B[tt])\n",
    );
    let [first, second] = &reading.records[..] else { panic!("two games") };
    assert_eq!((&*first.info.event, &*first.info.round), ("B x A", "1.1"));
    assert_eq!(first.info.date, "2026.11.15 18:43:41");
    assert_eq!(first.rule, Some(Rule::Renju));
    assert_eq!(first.info.ending, Some(Ending::Won(Side::White, How::Play)));
    assert_eq!(main_moves(first), "black h8, white i8, black h7, white a15, black b15");
    assert_eq!(first.notes(first.main_end()).comment, "0ms");
    let extra: Vec<&str> =
        first.notes(Record::ROOT).extra.iter().map(|extra| extra.name.as_str()).collect();
    assert_eq!(extra, ["GN", "TE"]);
    assert_eq!((second.rule, second.info.ending), (Some(Rule::Freestyle), Some(Ending::Drawn)));
    assert_eq!(main_moves(second), "black t1");
    assert_eq!(reading.notices, [] as [&str; 0]);
}

#[test]
fn results_in_all_dialects() {
    assert_eq!(ending("B+"), Some(Ending::Won(Side::Black, How::Play)));
    assert_eq!(ending("W+1"), Some(Ending::Won(Side::White, How::Play)));
    assert_eq!(ending("b+resign"), Some(Ending::Won(Side::Black, How::Resignation)));
    assert_eq!(ending("B+R"), Some(Ending::Won(Side::Black, How::Resignation)));
    assert_eq!(ending("W+T"), Some(Ending::Won(Side::White, How::Time)));
    assert_eq!(ending("W+Forfeit"), Some(Ending::Won(Side::White, How::Forfeit)));
    assert_eq!(ending("B+Draw"), Some(Ending::Drawn), "as Kurnik writes it");
    assert_eq!(ending("0"), Some(Ending::Drawn));
    assert_eq!(ending("Draw"), Some(Ending::Drawn));
    assert_eq!(ending("Void"), Some(Ending::Void));
    assert_eq!(ending("?"), Some(Ending::Finished));
}

#[test]
fn what_is_not_understood_is_kept() {
    let text = "(;GM[4]SZ[15]RE[B+é]RU[swap2]5A[hj][ii];B[hh]KO[])";
    let game = record(SGF, text);
    assert_eq!((game.rule, game.info.ending), (None, None));
    let kept: Vec<String> = game
        .notes(Record::ROOT)
        .extra
        .iter()
        .map(|extra| format!("{}={}", extra.name, extra.values.join("/")))
        .collect();
    assert_eq!(kept, ["RE=B+é", "RU=swap2", "5A=hj/ii"]);
    let written = write(&[game], SGF, Rows::Bottom).unwrap().bytes;
    let written = String::from_utf8(written).unwrap();
    assert!(written.contains("RE[B+é]RU[swap2]5A[hj][ii]"), "{written}");
    assert!(written.contains(";B[hh]KO[]"), "{written}");
}

#[test]
fn tt_passes_where_it_is_off_the_board() {
    for (lines, expected) in [
        (15, "black --, white --"),
        (19, "black --, white --"),
        (20, "black t1, white --"),
        (22, "black t3, white --"),
    ] {
        let game = record(SGF, format!("(;GM[4]SZ[{lines}];B[tt];W[])"));
        assert_eq!(main_moves(&game), expected, "{lines} lines");
    }
}

#[test]
fn rectangles_stand_for_their_points() {
    let game =
        record(SGF, "(;GM[4]SZ[15]AB[aa:bb][bb]AW[oo:no]PL[W]TR[hh:hi][hh];AE[ba:bb]CR[ih:hh])");
    assert_eq!(setup_at(&game, Record::ROOT), "black a14 b14 a15 b15, white n1 o1, white to move");
    let marks: Vec<String> =
        game.notes(Record::ROOT).marks.iter().map(|(point, _)| point.to_string()).collect();
    assert_eq!(marks, ["h8", "h7"], "a point is marked once");
    assert_eq!(setup_at(&game, game.main_end()), "cleared b14 b15");
    assert_eq!(game.notes(game.main_end()).marks.len(), 2);
}

#[test]
fn a_stone_put_on_another_takes_its_place() {
    let game = record(SGF, "(;GM[4]SZ[15];B[hh];AW[hh]AE[aa];AW[hh])");
    let nodes: Vec<_> = game.main_line().collect();
    assert_eq!(setup_at(&game, nodes[1]), "white h8, cleared h8");
    assert_eq!(setup_at(&game, nodes[2]), "white h8, cleared h8");
    let line = game.line_to(game.main_end());
    assert_eq!((line.start.count(Side::Black), line.start.count(Side::White)), (0, 1));
    let written = write(std::slice::from_ref(&game), SGF, Rows::Bottom).unwrap();
    assert_eq!(record(SGF, &written.bytes), game);
    let text = String::from_utf8(written.bytes).unwrap();
    assert!(!text.contains("AE"), "a point is named once: {text}");
    check_refused(
        SGF,
        "(;GM[4]SZ[15];AB[ii][hh]AW[hh])",
        "line 1, column 28: h8 is occupied (0 moves read)",
    );
}

#[test]
fn arrows_are_marks_with_two_ends() {
    let game = record(SGF, "(;GM[4]SZ[15]AR[hh:ih][hh:hg][aa:aa])");
    let point = |name: &str| name.parse().unwrap();
    let arrows = [("h8", "i8"), ("h8", "h9")];
    let arrows = arrows.map(|(from, to)| (point(from), Mark::Arrow(point(to))));
    assert_eq!(game.notes(Record::ROOT).marks, arrows);
    let written = String::from_utf8(write(&[game], SGF, Rows::Bottom).unwrap().bytes).unwrap();
    assert!(written.contains("AR[hh:ih][hh:hg]"), "{written}");
    check_refused(
        SGF,
        "(;GM[4]SZ[9]AR[aa])",
        "line 1, column 16: the arrow 'aa' has no ':' (0 moves read)",
    );
    check_refused(
        SGF,
        "(;GM[4]SZ[9]AR[aa:kk])",
        "line 1, column 16: 'kk' is not a point of a board of 9×9 (0 moves read)",
    );
}

#[test]
fn escapes_and_line_breaks() {
    let game = record(
        SGF,
        "(;GM[4]SZ[15]PB[a\r\nb\\\r\nc]C[one\\]\\\\ \\:two\\\nthree\n\rfour\rfive]LB[hh:x\\:y\nz][hi:])",
    );
    assert_eq!(game.info.players[Side::Black], "a bc");
    let root = game.notes(Record::ROOT);
    assert_eq!(root.comment, "one]\\ :twothree\nfour\nfive");
    assert_eq!(root.marks[0].1, Mark::Label("x:y z".to_owned()));
    assert_eq!(root.marks[1].1, Mark::Label(String::new()));
    let written = String::from_utf8(write(&[game], SGF, Rows::Bottom).unwrap().bytes).unwrap();
    assert!(written.contains(r"LB[hh:x\:y z][hi:]"), "other readers part at any colon: {written}");
    assert!(written.contains(r"C[one\]\\ :twothree"), "{written}");
}

#[test]
fn a_move_in_the_root_becomes_a_node() {
    let game = record(SGF, "(;GM[4]SZ[15]GN[7]B[hh]C[first]AB[aa];W[ih])");
    assert_eq!(main_moves(&game), "black h8, white i8");
    assert_eq!(setup_at(&game, Record::ROOT), "black a15");
    let first = game.main_node_after(1).unwrap();
    assert_eq!(game.notes(first).comment, "first");
    assert_eq!(game.notes(Record::ROOT).extra[0].name, "GN", "it belongs to the game");
}

#[test]
fn variations_and_loose_nodes() {
    let game = record(SGF, "(;GM[4]SZ[15];B[hh](;W[ih];B[ii])(;W[hi](;B[aa])(;B[bb]));W[cc];;)");
    let leaves: Vec<String> = game.leaves().map(|leaf| moves_to(&game, leaf)).collect();
    assert_eq!(
        leaves,
        [
            "black h8, white i8, black i7",
            "black h8, white h7, black a15",
            "black h8, white h7, black b14",
            "black h8, white c13",
        ]
    );
}

#[test]
fn a_property_told_twice_is_one() {
    let game = record(SGF, "(;GM[4]SZ[15]AB[aa]C[x]AB[bb]XX[1]C[y]XX[2])");
    assert_eq!(setup_at(&game, Record::ROOT), "black b14 a15");
    let root = game.notes(Record::ROOT);
    assert_eq!((root.comment.as_str(), root.extra.len()), ("x\ny", 1));
    assert_eq!(root.extra[0].values, ["1", "2"]);
}

#[test]
fn old_names_count_by_their_capitals() {
    let game = record(SGF, "(;GaMe[4]SiZe[15]PlayerBlack[x];Black[hh];White[ih])");
    assert_eq!(main_moves(&game), "black h8, white i8");
    assert_eq!(game.info.players[Side::Black], "x");
}

#[test]
fn the_charset_that_the_file_names() {
    let mut bytes = b"(;GM[4]CA[GBK]SZ[15]PB[".to_vec();
    bytes.extend([0xCE, 0xE5, 0xD7, 0xD3, 0xC6, 0xE5]);
    bytes.extend(b"])");
    assert_eq!(record(SGF, &bytes).info.players[Side::Black], "五子棋");
}

#[test]
fn the_charset_that_nobody_names() {
    let bytes = b"(;GM[4]SZ[15]PB[caf\xE9])";
    assert_eq!(record(SGF, bytes).info.players[Side::Black], "café");
    let options = ReadOptions { charset: encoding_rs::KOI8_R, ..ReadOptions::default() };
    let game = read(b"(;GM[4]SZ[15]PB[\xC4\xC1])", &options).unwrap().records.remove(0);
    assert_eq!(game.info.players[Side::Black], "да");
}

#[test]
fn byte_order_marks() {
    let text = "(;GM[4]SZ[15]PB[五é];B[hh])";
    let little: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
    let eight = format!("\u{feff}{text}").into_bytes();
    for bytes in [little, big, eight] {
        let reading = read(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(reading.format, SGF);
        assert_eq!(reading.records[0].info.players[Side::Black], "五é");
    }
}

#[test]
fn sizes_and_game_types() {
    let plain = reading(SGF, "(;FF[4]GM[4];B[hh])(;GM[4])");
    assert_eq!(plain.notices, ["the file names no board size; 15 is assumed"]);
    assert_eq!(plain.records[0].size().lines(), 15);
    assert_eq!(record(SGF, "(;GM[4]SZ[20:20])").size().lines(), 20);
    let go = reading(SGF, "(;GM[1]SZ[19];B[aa])(;GM[1]SZ[19])");
    assert_eq!(go.notices, ["the file says that it is a game of Go"]);
    check_refused(
        SGF,
        "(;GM[2]SZ[8])",
        "line 1, column 6: game type '2' is not five in a row, 4 (0 moves read)",
    );
    for size in ["4", "23", "15:19", "x", "", "-15", "99999999999999999999"] {
        let error = refusal(SGF, format!("(;GM[4]SZ[{size}])"));
        assert_eq!(error.place, at(1, 11), "{error}");
        assert!(error.problem.ends_with("is not a square board of 5 to 22 lines"), "{error}");
        assert_eq!(error.read.len(), 0);
    }
}

#[test]
fn errors_say_where_and_how_much_was_read() {
    for (text, message) in [
        ("(;GM[4]SZ[15];B[hh];W[hh])", "line 1, column 23: h8 is occupied (1 move read)"),
        (
            "(;GM[4]SZ[15];B[hh]\n;W[ih]\n;B[pp])",
            "line 3, column 4: 'pp' is not a point of a board of 15×15 (2 moves read)",
        ),
        (
            "(;GM[4]SZ[15];B[hh",
            "line 1, column 16: the value of 'B' has no end, ']' (0 moves read)",
        ),
        ("(;GM[4]SZ[15];B[hh]", "line 1, column 20: the file ends inside a game (1 move read)"),
        (
            "(;GM[4]SZ[15];B[hh])x",
            "line 1, column 21: a game begins with '(', but here is 'x' (1 move read)",
        ),
        (
            "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[hh];W)",
            "line 1, column 42: the property 'W' has no value, but here is ')' \
             (2 games with 2 moves read)",
        ),
        (
            "(GM[4])",
            "line 1, column 2: a game begins with a node, ';', but here is 'G' (nothing was read)",
        ),
        (
            "(;GM[4]SZ[15](B[hh]))",
            "line 1, column 15: a variation begins with a node, ';', but here is 'B' (0 moves read)",
        ),
        ("(;GM[4]SZ[15];b[hh])", "line 1, column 15: 'b' is not a property (0 moves read)"),
        (
            "(;GM[4]SZ[15];B[hh]W[ii])",
            "line 1, column 20: this node has a second move (0 moves read)",
        ),
        ("(;GM[4]SZ[15]PL[x])", "line 1, column 17: 'x' is neither B nor W (0 moves read)"),
        ("(;GM[4]SZ[15]LB[hh])", "line 1, column 17: the label 'hh' has no ':' (0 moves read)"),
        (
            "(;GM[4]SZ[15];B[hh]MS[4294967296])",
            "line 1, column 23: '4294967296' is not a number of milliseconds (0 moves read)",
        ),
        (
            "(;GM[4]SZ[15]C[五子棋]五)",
            "line 1, column 20: expected ';', '(' or ')', but here is '五' (0 moves read)",
        ),
        (
            "(;GM[4]SZ[15]C[五];B[é])",
            "line 1, column 21: 'é' is not a point of a board of 15×15 (0 moves read)",
        ),
    ] {
        check_refused(SGF, text, message);
    }
}
