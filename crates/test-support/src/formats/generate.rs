//! Records of all kinds, the odd ones more often than life has them.

use fastrand::Rng;
use tengen_core::{Move, Point, Rule, Side, Size};
use tengen_formats::{Editor, Ending, How, Mark, Notes, Property, Record, Setup};

/// How odd a record is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Oddness {
    /// One line of stones in turn.
    Plain,
    /// The same, with everything people write beside it.
    Noted,
    /// Variations and passes.
    Branched,
    /// Set-ups, one side moving twice, nodes without a move.
    Wild,
}

/// All of them.
pub const ALL_KINDS: [Oddness; 4] =
    [Oddness::Plain, Oddness::Noted, Oddness::Branched, Oddness::Wild];

/// A record from the generator.
pub fn record(rng: &mut Rng, oddness: Oddness) -> Record {
    let size = Size::new(rng.u8(5..=22)).unwrap();
    let mut editor = Editor::new(size);
    if oddness == Oddness::Wild && rng.bool() {
        set_up(rng, &mut editor);
    }
    let mut side = if oddness == Oddness::Wild { some_side(rng) } else { Side::Black };
    // Some odd records have nothing but their moves, so that nothing else is lost.
    let is_bare = oddness == Oddness::Plain || oddness >= Oddness::Branched && rng.u8(0..3) == 0;
    let longest = if is_bare && rng.bool() { 4 } else { 40 };
    for _ in 0..rng.usize(0..longest) {
        step(rng, &mut editor, &mut side, oddness);
        if !is_bare && rng.u8(0..3) == 0 {
            annotate(rng, &mut editor);
        }
    }
    if !is_bare {
        tell(rng, editor.record_mut());
    }
    editor.finish()
}

fn step(rng: &mut Rng, editor: &mut Editor, side: &mut Side, oddness: Oddness) {
    let what = rng.u8(0..100);
    match what {
        0..10 if oddness >= Oddness::Branched => climb(rng, editor, side),
        10..16 if oddness >= Oddness::Branched => {
            editor.play(*side, Move::Pass).unwrap();
            *side = !*side;
        }
        16..24 if oddness == Oddness::Wild => {
            editor.add_empty().unwrap();
            set_up(rng, editor);
        }
        24..28 if oddness == Oddness::Wild => drop(editor.add_empty().unwrap()),
        28..34 if oddness == Oddness::Wild => *side = !*side,
        _ => {
            if let Some(point) = rng.choice(editor.board().free_points().collect::<Vec<_>>()) {
                editor.play(*side, Move::Stone(point)).unwrap();
                *side = !*side;
            }
        }
    }
}

/// Back to some node on the way, to branch off or, at the last node itself, to go on.
fn climb(rng: &mut Rng, editor: &mut Editor, side: &mut Side) {
    let path = editor.record().path_to(editor.at());
    let fork = rng.choice(path).unwrap();
    editor.climb_to(fork).unwrap();
    *side = editor.record().play(fork).map_or(Side::Black, |play| !play.side);
}

fn set_up(rng: &mut Rng, editor: &mut Editor) {
    let (size, board) = (editor.record().size(), editor.board().clone());
    let occupied: Vec<Point> = size.points().filter(|&p| board.at(p).is_some()).collect();
    let mut setup = Setup::default();
    for _ in 0..rng.usize(0..4) {
        setup.cleared.extend(rng.choice(&occupied).copied());
        // Nothing lies there: nothing happens.
        setup.cleared.extend(rng.choice(board.free_points().collect::<Vec<_>>()));
    }
    let mut free: Vec<Point> = board.free_points().collect();
    free.extend(setup.cleared.iter().filter(|&&point| board.at(point).is_some()));
    free.sort();
    free.dedup();
    rng.shuffle(&mut free);
    if rng.bool() {
        // First those on which stones lay: a stone takes another's place.
        free.sort_by_key(|&point| board.is_free(point));
    }
    free.truncate(rng.usize(0..7));
    setup.stones = free.into_iter().map(|point| (point, some_side(rng))).collect();
    setup.to_move = rng.bool().then(|| some_side(rng));
    editor.set_up(setup).unwrap();
}

fn annotate(rng: &mut Rng, editor: &mut Editor) {
    let mut notes = Notes::default();
    if rng.bool() {
        notes.comment = text(rng);
    }
    for _ in 0..rng.usize(0..4) {
        // One off the board is dropped by the record.
        let point = Point::new(rng.u8(0..22), rng.u8(0..22)).unwrap();
        let mark = match rng.u8(0..7) {
            0 => Mark::Circle,
            1 => Mark::Triangle,
            2 => Mark::Square,
            3 => Mark::Cross,
            // One that ends where it begins is dropped too.
            4 => Mark::Arrow(Point::new(rng.u8(0..22), rng.u8(0..22)).unwrap()),
            _ => Mark::Label(text(rng)),
        };
        notes.marks.push((point, mark));
    }
    notes.millis = rng.bool().then(|| rng.u32(..) >> rng.u8(0..32));
    notes.hot = rng.u8(0..8) == 0;
    for _ in 0..rng.usize(0..3) {
        // Malformed ones and those with a field of their own are dropped by the record.
        let name = rng.choice(["GN", "N", "KO", "5A", "RU", "RE", "SZ", "C", "b", ""]).unwrap();
        let values = (0..rng.usize(0..3)).map(|_| text(rng)).collect();
        notes.extra.push(Property { name: name.to_owned(), values });
    }
    editor.annotate(|kept| *kept = notes);
}

fn tell(rng: &mut Rng, record: &mut Record) {
    record.rule = rng.bool().then(|| rng.choice(Rule::ALL).unwrap());
    let info = &mut record.info;
    for side in Side::BOTH {
        info.players[side] = text(rng);
    }
    info.event = text(rng);
    info.round = text(rng);
    info.date = text(rng);
    let how = rng.choice([How::Play, How::Resignation, How::Time, How::Forfeit]).unwrap();
    info.ending = match rng.u8(0..8) {
        0 | 1 => Some(Ending::Won(Side::Black, how)),
        2 | 3 => Some(Ending::Won(Side::White, how)),
        4 => Some(Ending::Drawn),
        5 => Some(Ending::Void),
        6 => Some(Ending::Finished),
        _ => None,
    };
}

/// Texts that end lines, values, lists and programs.
#[rustfmt::skip]
const HOSTILE: [&str; 37] = [
    "", "a", "]", "[", "\\", "\\]", "]\\", ":", ";", "(", ")", "\n", "\r\n", "\r", "\n\r", "\"", "'",
    "五子棋", "🦀", "é", " ", "\t", "\u{0}", "\u{8}", "\u{1b}", "\u{7f}", "\u{85}", "\u{2028}",
    "\u{feff}", "1,2", "1, 2,3", "-1", "BOARD", "CA[GBK]", "renju", "4", "B+R",
];

fn text(rng: &mut Rng) -> String {
    let parts = rng.usize(0..4);
    (0..parts).map(|_| rng.choice(HOSTILE).unwrap()).collect()
}

fn some_side(rng: &mut Rng) -> Side {
    rng.choice(Side::BOTH).unwrap()
}
