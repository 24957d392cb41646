//! The `BOARD … DONE` block of the Gomocup protocol, with the size and rule lines before it.
//!
//! Stones are `x,y,field`: 1 for the side to move, 2 for the other. Which of them is Black follows
//! from the order if the stones alternate, else from their number, else from the first line.

use std::fmt::Write as _;

use tengen_core::{Board, Move, Point, Rule, Side, Size};

use crate::error::{Fault, excerpt};
use crate::reading::Collected;
use crate::record::{Setup, stones};
use crate::{Editor, Format, ReadOptions, Record, WriteError};

/// Whether a text begins as such a block does.
pub(crate) fn opens_board(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(is_command)
}

fn is_command(word: &str) -> bool {
    ["START", "INFO", "BOARD", "YXBOARD"].iter().any(|command| word.eq_ignore_ascii_case(command))
}

/// A word of the text with the byte at which it starts.
#[derive(Clone, Copy)]
struct Word<'a> {
    at: usize,
    text: &'a str,
}

/// A stone as it stands in the block.
#[derive(Clone, Copy)]
struct Stone {
    at: usize,
    point: Point,
    is_own: bool,
}

/// Reads one position into `games`, as far as it goes.
pub(crate) fn read(text: &str, options: &ReadOptions, games: &mut Collected) -> Result<(), Fault> {
    let mut words = words(text).peekable();
    let mut size = options.size;
    let mut rule = None;
    let end = |problem: &str| Fault::new(text.len(), problem);
    loop {
        let word = words.next().ok_or_else(|| end("the word BOARD is missing"))?;
        let mut value = || words.next().ok_or_else(|| end("here the text ends too early"));
        match word.text.to_ascii_uppercase().as_str() {
            "START" => size = board_size(value()?)?,
            "INFO" if value()?.text.eq_ignore_ascii_case("rule") => {
                rule = Some(board_rule(value()?)?);
            }
            // Other values may be of several words, like the name of a folder.
            "INFO" => while words.next_if(|word| !is_command(word.text)).is_some() {},
            "BOARD" | "YXBOARD" => break,
            _ => {
                let problem = format!("{} is not START, INFO or BOARD", excerpt(word.text));
                return Err(Fault::new(word.at, problem));
            }
        }
    }
    let mut block = Vec::new();
    let done = read_block(&mut words, size, &mut block, text.len());
    let mut editor = games.editor_at(0, size)?;
    editor.record_mut().rule = rule;
    let placed = place(&block, &mut editor);
    games.push(editor.finish());
    placed.and(done)?;
    match words.next() {
        Some(word) => Err(Fault::new(word.at, format!("{} follows DONE", excerpt(word.text)))),
        None => Ok(()),
    }
}

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| Word { at: word.as_ptr() as usize - start, text: word })
}

fn board_size(word: Word) -> Result<Size, Fault> {
    word.text.parse().ok().and_then(Size::new).ok_or_else(|| {
        Fault::new(word.at, format!("{} is not a board of 5 to 22 lines", excerpt(word.text)))
    })
}

fn board_rule(word: Word) -> Result<Rule, Fault> {
    word.text.parse().ok().and_then(Rule::from_code).ok_or_else(|| {
        Fault::new(word.at, format!("{} is not the code of a rule", excerpt(word.text)))
    })
}

fn read_block<'a>(
    words: &mut impl Iterator<Item = Word<'a>>,
    size: Size,
    block: &mut Vec<Stone>,
    end: usize,
) -> Result<(), Fault> {
    let mut taken = Board::new(size);
    for word in words {
        if word.text.eq_ignore_ascii_case("done") {
            return Ok(());
        }
        let stone = stone(word, size)?;
        if !taken.is_free(stone.point) {
            return Err(Fault::new(word.at, format!("{} is occupied", stone.point)));
        }
        taken.place(stone.point, Side::Black);
        block.push(stone);
    }
    Err(Fault::new(end, "the word DONE is missing"))
}

fn stone(word: Word, size: Size) -> Result<Stone, Fault> {
    let fault = |problem: &str| Fault::new(word.at, format!("{} {problem}", excerpt(word.text)));
    let numbers: Option<Vec<u8>> = word.text.split(',').map(|number| number.parse().ok()).collect();
    let Some(&[x, y, field]) = numbers.as_deref() else {
        return Err(fault("is not a stone x,y,1 or x,y,2"));
    };
    let point = Point::new(x, y).filter(|&point| size.contains(point));
    let point = point.ok_or_else(|| fault(&format!("is off the board of {size}×{size}")))?;
    let is_own = match field {
        1 => true,
        2 => false,
        _ => return Err(fault("belongs to neither side")),
    };
    Ok(Stone { at: word.at, point: point.flipped(size), is_own })
}

/// Puts the stones of a block: as moves where they alternate and the side to move comes next, else
/// as a set-up.
fn place(block: &[Stone], editor: &mut Editor) -> Result<(), Fault> {
    let own = own_side(block);
    let side = |stone: &Stone| if stone.is_own { own } else { !own };
    let turn = |number: usize| if number.is_multiple_of(2) { Side::Black } else { Side::White };
    let in_turn = block.iter().enumerate().all(|(number, stone)| turn(number) == side(stone));
    if in_turn && turn(block.len()) == own {
        for stone in block {
            let placed = editor.play(side(stone), Move::Stone(stone.point));
            placed.map_err(|error| Fault::new(stone.at, error))?;
        }
        return Ok(());
    }
    let stones = block.iter().map(|stone| (stone.point, side(stone))).collect();
    let setup = Setup { stones, to_move: Some(own), ..Setup::default() };
    editor.set_up(setup).map_err(|error| Fault::new(block[0].at, error))
}

/// Which colour the side to move has.
fn own_side(block: &[Stone]) -> Side {
    let Some(first) = block.first() else { return Side::Black };
    let own = block.iter().filter(|stone| stone.is_own).count();
    let other = block.len() - own;
    match () {
        () if own == other => Side::Black,
        () if own + 1 == other => Side::White,
        () if first.is_own => Side::Black,
        () => Side::White,
    }
}

/// The record that the block of its final position gives back.
pub(crate) fn flatten(record: &Record) -> Result<Record, WriteError> {
    let block = block(record);
    let to_move = record.line_to(record.main_end()).to_move();
    if own_side(&block) != to_move {
        return Err(WriteError::Turn(Format::Board, to_move));
    }
    let mut editor = Editor::new(record.size());
    place(&block, &mut editor).expect("the stones of a board can be put on a board");
    let mut flat = editor.finish();
    (flat.rule, flat.info) = (record.rule, record.info.clone());
    Ok(flat)
}

/// The stones in the order in which they are written: that of the moves if there is nothing else.
fn block(record: &Record) -> Vec<Stone> {
    let line = record.line_to(record.main_end());
    let own = line.to_move();
    let sides = [line.first_to_move, !line.first_to_move].into_iter().cycle();
    let moves = line.moves.iter().zip(sides).filter_map(|(&(_, action), side)| match action {
        Move::Stone(point) => Some((point, side)),
        Move::Pass => None,
    });
    let in_order: Vec<_> = stones(&line.start).chain(moves).collect();
    let stone = |(point, side)| Stone { at: 0, point, is_own: side == own };
    if line.is_plain() && in_order.len() == line.moves.len() {
        return in_order.into_iter().map(stone).collect();
    }
    let mut board = Board::new(record.size());
    in_order.iter().for_each(|&(point, side)| board.place(point, side));
    stones(&board).map(stone).collect()
}

/// Writes one position, already flattened.
pub(crate) fn write(record: &Record) -> String {
    let mut text = format!("START {}\n", record.size());
    if let Some(rule) = record.rule {
        let _ = writeln!(text, "INFO rule {}", rule.code());
    }
    text.push_str("BOARD\n");
    for stone in block(record) {
        let from_top = stone.point.flipped(record.size());
        let field = if stone.is_own { 1 } else { 2 };
        let _ = writeln!(text, "{},{},{field}", from_top.x(), from_top.y());
    }
    text.push_str("DONE\n");
    text
}
