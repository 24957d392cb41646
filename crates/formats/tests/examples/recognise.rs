//! Which format a file has, by what it holds.

use tengen_formats::{Format, ReadOptions, read};

#[track_caller]
fn check(format: Option<Format>, files: &[&[u8]]) {
    for file in files {
        assert_eq!(Format::recognise(file), format, "{}", String::from_utf8_lossy(file));
    }
}

#[test]
fn every_format_by_its_first_words() {
    check(
        Some(Format::Sgf),
        &[b"(;GM[4])", b" \n(;", b"\xEF\xBB\xBF(;GM[4])", b"(", b"(;C[\xFF])"],
    );
    check(Some(Format::Sgf), &[b"\xFF\xFE(\0;\0", b"\xFE\xFF\0(\0;"]);
    check(Some(Format::Json), &[b"{\"format\":\"tengen\"}", b"\n{"]);
    check(Some(Format::Psq), &[b"Piskvorky 15x15, 11:11, 0\n", b"piskvorky", b"\r\nPISKVORKY"]);
    check(Some(Format::Board), &[b"BOARD\n7,7,1", b"start 15\n", b"INFO rule 1", b"yxboard"]);
    check(Some(Format::Offset), &[b"0,0", b"-1,2, 3,4", b" +1,0", b"12,"]);
    check(Some(Format::Pos), &[b"h8", b"H8I9", b"--", b"--h8", b"b=h8", b"T=b", b"m=h8;t=b"]);
    check(Some(Format::Pos), &[b"1.h8 2.i9", b"1. h8", b"12.--"]);
    check(Some(Format::Lib), &[b"\xFFRenLib\xFF", b"\x78\x00\x69\x40", b"\x78\x80", b"x=1"]);
}

#[test]
fn everything_else_is_refused() {
    check(None, &[b"", b" ", b"\n\n", b"\0", b"\xFF", b"hello", b"1", b"-", b"+", b"1.", b"1.x"]);
    check(None, &[b"x", b"xyz", b"\xEF\xBB\xBF", b"\xFF\xFE", b"8h", "五子棋".as_bytes()]);
    check(None, &[b"[Event \"1\"]", b"one.exe\ntwo.exe\n10,10,0\n0\n", b"startled", b"boards"]);
    for file in [&b""[..], b"hello", b"\0\0\0", "五".as_bytes()] {
        let error = read(file, &ReadOptions::default()).unwrap_err();
        assert_eq!(error.format, None);
        assert_eq!(
            error.to_string(),
            "line 1, column 1: this looks like none of sgf, psq, lib, pos, offset, board, json \
             (nothing was read)"
        );
    }
}

#[test]
fn the_first_kilobytes_decide_even_if_they_end_inside_a_character() {
    for fill in 0..4 {
        let text = format!("(;GM[4]SZ[15]C[{}{}])", " ".repeat(fill), "五".repeat(5000));
        assert_eq!(Format::recognise(text.as_bytes()), Some(Format::Sgf));
    }
}

#[test]
fn names_and_extensions() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        assert_eq!(Format::from_extension(&format.name().to_uppercase()), Some(format));
    }
    assert_eq!(Format::from_extension("txt"), Some(Format::Pos));
    assert_eq!(Format::from_extension("doc"), None);
    assert!("doc".parse::<Format>().unwrap_err().to_string().starts_with("'doc' is not a format"));
}
