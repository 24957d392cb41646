//! RenLib libraries, byte by byte.

use tengen_formats::{Format, Mark, ReadOptions, Record, Rows, read, write};

use crate::{check_refused, main_moves, moves_to, record};

const LIB: Format = Format::Lib;

/// A library: a header of version 3.4 and these bytes.
fn library(nodes: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xFFRenLib\xFF\x03\x04".to_vec();
    bytes.extend([0xFF; 10]);
    bytes.extend(nodes);
    bytes
}

/// h8; then i9 with a comment, followed by i10; or i8 with a board text.
const EXAMPLE: &[u8] = b"\x00\x00\x78\x00\x69\x88one\x08more\x00\x00\x59\x40\x79\x41\x00\x01W\x00";

#[test]
fn the_example_of_the_description() {
    let bytes = library(EXAMPLE);
    let reading = read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(reading.format, LIB);
    let tree = &reading.records[0];
    let leaves: Vec<String> = tree.leaves().map(|leaf| moves_to(tree, leaf)).collect();
    assert_eq!(leaves, ["black h8, white i9, black i10", "black h8, white i8"]);
    let h8 = tree.main_node_after(1).unwrap();
    let i9 = tree.main_node_after(2).unwrap();
    assert_eq!(tree.notes(i9).comment, "one\nmore");
    // The text stands on the board before i8 is played there.
    let i8 = ("i8".parse().unwrap(), Mark::Label("W".to_owned()));
    assert_eq!(tree.notes(h8).marks, [i8]);
    assert_eq!(tree.node_count(), 5);
}

#[test]
fn old_comments_end_with_the_top_bit() {
    let tree = record(LIB, library(b"\x00\x00\x78\x20ab\x08c\xE4\x00\x69\x40"));
    let h8 = tree.main_node_after(1).unwrap();
    assert_eq!(tree.notes(h8).comment, "ab\ncd");
    assert_eq!(main_moves(&tree), "black h8, white i9");
    let even = record(LIB, library(b"\x00\x00\x78\x60a\xE2"));
    assert_eq!(even.notes(even.main_end()).comment, "ab");
    let both = record(LIB, library(b"\x00\x00\x78\x68a\xE9\x00\x00"));
    assert_eq!(both.notes(both.main_end()).comment, "aé", "the new kind goes first");
}

#[test]
fn files_without_a_header_or_a_root() {
    let headless = b"\x78\x00\x69\x40";
    assert_eq!(Format::recognise(headless), Some(LIB));
    assert_eq!(main_moves(&record(LIB, headless)), "black h8, white i9");
    assert_eq!(main_moves(&record(LIB, library(headless))), "black h8, white i9");
}

#[test]
fn a_later_zero_is_a_pass() {
    let tree = record(LIB, library(b"\x00\x00\x78\x00\x00\x00\x69\x40"));
    assert_eq!(main_moves(&tree), "black h8, white --, black i9");
    let passes = record(LIB, library(b"\x00\x00\x00\x00\x00\x40"));
    assert_eq!(main_moves(&passes), "black --, white --");
}

#[test]
fn nodes_that_are_no_moves_only_carry_texts() {
    // On h8: a text on i9, one on i8 with a comment, then the move i10.
    let tree = record(
        LIB,
        library(b"\x00\x00\x78\x00\x69\xC3\x00\x01A\x00\x79\xCB\x00\x01note\x00\x00B\x00\x59\x40"),
    );
    assert_eq!(main_moves(&tree), "black h8, white i10");
    let h8 = tree.main_node_after(1).unwrap();
    let labels: Vec<String> =
        tree.notes(h8).marks.iter().map(|(p, mark)| format!("{p} {mark:?}")).collect();
    assert_eq!(labels, ["i9 Label(\"A\")", "i8 Label(\"B\")"]);
    assert_eq!(tree.notes(h8).comment, "note");
    assert_eq!(tree.node_count(), 3);
}

#[test]
fn marked_nodes_are_hot() {
    let tree = record(LIB, library(b"\x00\x00\x78\x10\x69\x44"));
    let hot: Vec<bool> = tree.preorder().map(|id| tree.notes(id).hot).collect();
    assert_eq!(hot, [false, true, false]);
    // Marked is what one node that is no move says; the next one has only a comment.
    let tree = record(LIB, library(b"\x00\x00\x79\xD2\x79\xCAc\x00\x78\x40"));
    assert!(tree.notes(Record::ROOT).hot);
}

#[test]
fn corners_lie_where_renlib_puts_them() {
    let tree = record(LIB, library(b"\x00\x00\x01\x00\x0F\x00\xE1\x00\xEF\x40"));
    assert_eq!(main_moves(&tree), "black a15, white o15, black a1, white o1");
}

#[test]
fn texts_are_unicode_or_in_the_author_s_code_page() {
    let utf8 = record(LIB, library(b"\x00\x00\x78\x48\xE4\xBA\x94\x00"));
    assert_eq!(utf8.notes(utf8.main_end()).comment, "五");
    let gbk = library(b"\x00\x00\x78\x48\xCE\xE5\r\n\x00\x00");
    let options = ReadOptions { charset: encoding_rs::GBK, ..ReadOptions::default() };
    let tree = read(&gbk, &options).unwrap().records.remove(0);
    assert_eq!(tree.notes(tree.main_end()).comment, "五\n");
}

#[test]
fn a_sibling_of_the_first_move() {
    let tree = record(LIB, library(b"\x00\x00\x78\xC0\x79\x40"));
    let leaves: Vec<String> = tree.leaves().map(|leaf| moves_to(&tree, leaf)).collect();
    assert_eq!(leaves, ["black h8", "black i8"]);
    assert_eq!(tree.children(Record::ROOT).count(), 2);
}

#[test]
fn errors_say_at_which_byte_and_how_much_was_read() {
    for (nodes, message) in [
        (&b"\x00\x00\x78"[..], "byte 23: the file ends inside the tree (0 moves read)"),
        (b"\x00\x00\x78\x00", "byte 24: the file ends inside the tree (1 move read)"),
        (b"\x00\x00\x78\x40\x69", "byte 24: 1 byte follows the end of the tree (1 move read)"),
        (b"\x00\x00\x78\x40\x69\x40", "byte 24: 2 bytes follow the end of the tree (1 move read)"),
        (b"\x00\x00\x78\x48abc", "byte 24: this text has no end (0 moves read)"),
        (b"\x00\x00\x78\x60abc", "byte 24: this text has no end (0 moves read)"),
        (b"\x00\x00\x78\x48ab\x00", "byte 27: the file ends inside the tree (0 moves read)"),
        (b"\x00\x00\x78\x01\x00", "byte 25: the file ends inside the tree (0 moves read)"),
        (b"\x00\x00\x78\x00\x78\x40", "byte 24: h8 is occupied (1 move read)"),
        (b"\x00\x00\x78\x00\x70\x40", "byte 24: 0x70 is not a point of a library (1 move read)"),
        (b"\x00\x00\x78\x00\xF1\x40", "byte 24: 0xf1 is not a point of a library (1 move read)"),
    ] {
        check_refused(LIB, library(nodes), message);
    }
    check_refused(
        LIB,
        b"\xFFRenLib\xFF\x03",
        "byte 9: the file ends inside the tree (0 moves read)",
    );
    check_refused(LIB, b"", "byte 0: the file ends inside the tree (0 moves read)");
}

#[test]
fn what_stands_before_an_error_is_kept() {
    let error = crate::refusal(LIB, library(&EXAMPLE[..EXAMPLE.len() - 1]));
    let tree = &error.read[0];
    assert_eq!(main_moves(tree), "black h8, white i9, black i10");
    assert_eq!(tree.variation_count(), 0);
}

#[test]
fn what_is_written_is_the_example_of_the_description() {
    let bytes = library(EXAMPLE);
    let records = read(&bytes, &ReadOptions::default()).unwrap().records;
    let written = write(&records, LIB, Rows::Bottom).unwrap();
    assert_eq!(written.bytes, bytes, "version 3.4, root first");
    assert_eq!(written.lost, [] as [&str; 0]);
}

#[test]
fn a_label_on_no_move_is_a_node_without_one() {
    let sgf = record(Format::Sgf, b"(;GM[4]SZ[15];B[hh]LB[ih:A][aa:B]TR[oo];W[ih])");
    let written = write(&[sgf], LIB, Rows::Bottom).unwrap();
    let nodes = b"\x00\x00\x78\x00\x79\xC1\x00\x01A\x00\x01\xC3\x00\x01B\x00\xEF\x43\x00\x01^\x00";
    assert_eq!(written.bytes, library(nodes));
    assert_eq!(written.lost, ["1 marked position as written"]);
}

#[test]
fn what_a_library_cannot_hold_is_refused_with_a_sentence() {
    for (sgf, why) in [
        ("(;GM[4]SZ[19];B[hh])", "lib files hold boards of 15 lines, not of 19"),
        ("(;GM[4]SZ[15]AB[hh]AW[ii])", "lib files cannot hold a position that was set up"),
        (
            "(;GM[4]SZ[15];B[hh];B[ii])",
            "lib files cannot hold two moves of one side in a row, or a first move of White",
        ),
    ] {
        let game = record(Format::Sgf, sgf);
        assert_eq!(write(&[game], LIB, Rows::Bottom).unwrap_err().to_string(), why);
    }
}

#[test]
fn a_node_without_a_move_gives_its_comment_to_the_one_before() {
    let sgf = record(Format::Sgf, b"(;GM[4]SZ[15]RU[renju];C[intro];B[hh])");
    let written = write(&[sgf], LIB, Rows::Bottom).unwrap();
    assert_eq!(written.bytes, library(b"\x00\x08intro\x00\x78\x40"));
    assert_eq!(written.lost, ["1 node without a move", "the rule"]);
}
