//! Records by themselves: what can be noted, what is lost, what is refused.

use tengen_core::{Move, Point, Rule, Side, Size};
use tengen_formats::{
    EditError, Editor, Format, Mark, Property, Record, ReplayError, Rows, Setup, reduce, write,
};

use crate::{main_moves, record, setup_at};

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// What writing the SGF text in a format loses.
fn lost(format: Format, text: &str) -> Vec<String> {
    write(&[record(Format::Sgf, text)], format, Rows::Bottom).unwrap().lost
}

#[test]
fn notes_that_no_file_can_hold_are_dropped() {
    let mut editor = Editor::new(Size::new(9).unwrap());
    let property =
        |name: &str, value: &str| Property { name: name.into(), values: vec![value.into()] };
    let setup = Setup { stones: vec![(point("a1"), Side::Black)], ..Setup::default() };
    editor.annotate(|notes| {
        notes.marks.extend([(point("a10"), Mark::Cross), (point("a9"), Mark::Cross)]);
        notes.marks.extend(["a10", "a9", "b9"].map(|to| (point("a9"), Mark::Arrow(point(to)))));
        notes.setup = setup;
        let names = ["GN", "gn", "", "C", "SZ", "N 1"];
        notes.extra.extend(names.map(|name| property(name, "x")));
        notes.extra.extend(["]", "\\", "\\]"].map(|value| property("N", value)));
        notes.extra.extend(["renju", "odd"].map(|value| property("RU", value)));
        notes.extra.extend(["B+R", "odd"].map(|value| property("RE", value)));
        notes.extra.push(Property { name: "XX".into(), values: Vec::new() });
    });
    let record = editor.finish();
    let notes = record.notes(Record::ROOT);
    let arrow = Mark::Arrow(point("b9"));
    assert_eq!(notes.marks, [(point("a9"), Mark::Cross), (point("a9"), arrow)]);
    assert!(notes.setup.is_empty());
    let kept = [("GN", "x"), ("N", "\\]"), ("RU", "odd"), ("RE", "odd")];
    assert_eq!(notes.extra, kept.map(|(name, value)| property(name, value)));
}

#[test]
fn what_cannot_lie_on_a_board_is_refused_and_changes_nothing() {
    let mut editor = Editor::new(Size::new(9).unwrap());
    editor.play(Side::Black, Move::Stone(point("e5"))).unwrap();
    let refused = editor.play(Side::White, Move::Stone(point("e5")));
    assert_eq!(refused, Err(EditError::Occupied(point("e5"))));
    let refused = editor.play(Side::White, Move::Stone(point("e10")));
    assert_eq!(refused, Err(EditError::OffBoard(point("e10"))));
    editor.add_empty().unwrap();
    let board = editor.board().clone();
    let setup = Setup {
        stones: vec![
            (point("e5"), Side::White),
            (point("a1"), Side::White),
            (point("j1"), Side::Black),
        ],
        cleared: vec![point("e5")],
        to_move: None,
    };
    assert_eq!(editor.set_up(setup), Err(EditError::OffBoard(point("j1"))));
    assert_eq!(*editor.board(), board);
    let nothing = Setup { cleared: vec![point("a1"), point("j1")], ..Setup::default() };
    editor.set_up(nothing).unwrap();
    let record = editor.finish();
    assert_eq!(setup_at(&record, record.main_end()), "", "there was nothing to clear");
}

#[test]
fn a_line_branches_off_above() {
    let mut editor = Editor::new(Size::default());
    let first = editor.play(Side::Black, Move::Pass).unwrap();
    let second = editor.play(Side::White, Move::Stone(point("h8"))).unwrap();
    editor.climb_to(first).unwrap();
    assert!(editor.board().is_free(point("h8")));
    assert_eq!(editor.climb_to(second), Err(EditError::NotAbove));
    assert_eq!(editor.at(), Record::ROOT);
}

#[test]
fn every_loss_is_told() {
    let set_up = ["the way the position was set up"];
    assert_eq!(lost(Format::Pos, "(;GM[4]SZ[15];W[hh])"), set_up);
    assert_eq!(lost(Format::Pos, "(;GM[4]SZ[15];AB[hh]PL[W])"), set_up);
    assert_eq!(lost(Format::Pos, "(;GM[4]SZ[15]AB[hh])"), set_up, "the side to move is named");
    assert_eq!(lost(Format::Pos, "(;GM[4]SZ[15]AB[hh]PL[W])"), [] as [&str; 0]);
    assert_eq!(lost(Format::Pos, "(;GM[4]SZ[15];;B[hh];)"), ["2 nodes without a move"]);
    let twice = ["that one side moved twice in a row"];
    assert_eq!(lost(Format::Pos, "(;GM[4]SZ[15];B[hh];B[hi])"), twice);
    let order = ["the order of the moves", set_up[0]];
    assert_eq!(lost(Format::Pos, "(;GM[4]SZ[15];B[hh];AW[hi]PL[B])"), order);
    assert_eq!(lost(Format::Board, "(;GM[4]SZ[15];B[hh];W[];B[hi])"), ["the order of the moves"]);
    assert_eq!(lost(Format::Sgf, "(;GM[4]SZ[15];B[hh]C[x])"), [] as [&str; 0]);
    assert_eq!(
        lost(
            Format::Psq,
            "(;GM[4]SZ[20]RU[4]PB[a  b]EV[e]RO[1]DT[d]RE[B+R]C[x](;B[hh]MS[1])(;B[ii]MS[2]))"
        ),
        [
            "1 variation",
            "1 comment",
            "1 thinking time",
            "the players' names as written",
            "the event",
            "the round",
            "the date",
            "how the game ended",
            "the rule",
        ]
    );
    let mut game = record(Format::Sgf, "(;GM[4]SZ[15]CR[aa]LB[bb:x];B[hh]C[x])");
    game.annotate(Record::ROOT, |notes| notes.marks.reverse());
    game.annotate(game.main_end(), |notes| notes.comment.push('\r'));
    game.info.event = "a\nb".to_owned();
    assert_eq!(
        reduce(&game, Format::Sgf).unwrap().lost,
        ["1 comment as written", "1 marked position as written", "the event as written"]
    );
}

#[test]
fn a_record_of_a_game_gives_the_game_back() {
    for text in ["", "h8i9--j10", "b=h8i9;w=g7;t=w;m=a1--b2", "b=;w=;t=w"] {
        let game = tengen_formats::parse_position(text, Size::default(), Rule::Caro, Rows::Bottom);
        let game = game.unwrap();
        let record = Record::of(&game);
        assert_eq!(record.rule, Some(Rule::Caro));
        assert_eq!(record.game_at(record.main_end(), Rule::Caro), Ok(game), "{text}");
    }
}

#[test]
fn replaying_asks_the_rules() {
    let won = record(Format::Pos, "a1b1a2b2a3b3a4b4a5b5");
    assert_eq!(
        won.game_at(won.main_end(), Rule::Freestyle).unwrap_err().to_string(),
        "move 10, b5: the game is over: black wins: five in a row"
    );
    assert!(won.game_at(won.main_node_after(9).unwrap(), Rule::Freestyle).is_ok());
    let set_up = record(Format::Pos, "b=a1a2a3a4a5;w=;t=w");
    let refused = set_up.game_at(Record::ROOT, Rule::Freestyle).unwrap_err();
    assert!(matches!(refused, ReplayError::Setup(_)), "{refused}");
}

#[test]
fn who_begins_where_nobody_says() {
    for (text, begins) in [
        ("(;GM[4]SZ[15])", Side::Black),
        ("(;GM[4]SZ[15]AB[hh])", Side::White),
        ("(;GM[4]SZ[15]AB[hh]AW[ii])", Side::Black),
        ("(;GM[4]SZ[15]AB[hh];B[ii])", Side::Black),
        ("(;GM[4]SZ[15]AW[hh]PL[W];B[ii])", Side::White),
    ] {
        let record = record(Format::Sgf, text);
        assert_eq!(record.line_to(record.main_end()).first_to_move, begins, "{text}");
    }
    let passed = record(Format::Sgf, "(;GM[4]SZ[15]AW[hh]PL[W];B[ii])");
    let line = passed.line_to(passed.main_end());
    assert_eq!(line.moves.iter().map(|m| m.1.to_string()).collect::<String>(), "--i7");
    assert_eq!(main_moves(&passed), "black i7");
}
