//! PSQ: games of Piskvork and of the Gomocup judge.
//!
//! A header line, a line `x,y,milliseconds` for each stone (both coordinates from one, rows from
//! the top), optionally two names, and a result code.

use std::fmt::Write as _;

use tengen_core::{BySide, Move, Point, Side, Size};

use crate::error::{Fault, excerpt};
use crate::lines::{self, Line};
use crate::reading::Collected;
use crate::{Editor, Ending, How, Record};

/// The first word of a file.
const WORD: &str = "Piskvorky";

/// Result codes.
const FINISHED: i32 = 0;
const UNKNOWN: i32 = -1;
const BROKE_DOWN: i32 = -2;
const TIME_OVER: i32 = 15;

/// Reads one game into `games`, as far as it goes.
pub(crate) fn read(text: &str, games: &mut Collected) -> Result<(), Fault> {
    let blank = text.len() - text.trim_start().len();
    let lines = lines::of(text[blank..].trim_end());
    let mut lines = lines.map(|line| Line { at: blank + line.at, ..line }).peekable();
    let header = Header::parse(lines.next().expect("a text has a first line"))?;
    let mut editor = games.editor_at(0, header.size)?;
    let done = read_stones(&mut lines, &mut editor);
    let rest: Vec<Line> = lines.collect();
    let mut record = editor.finish();
    let done = done.and_then(|()| read_end(&rest, text, &header, &mut record));
    games.push(record);
    done
}

/// Whether a text begins as such a game does.
pub(crate) fn opens_game(text: &str) -> bool {
    text.get(..WORD.len()).is_some_and(|start| start.eq_ignore_ascii_case(WORD))
}

struct Header {
    size: Size,
    /// Whether the second player made the first move.
    second_begins: bool,
}

impl Header {
    /// `Piskvorky 15x15, 11:11, 0`.
    fn parse(line: Line) -> Result<Header, Fault> {
        if !opens_game(line.text) {
            return Err(Fault::new(line.at, "a PSQ file begins with the word Piskvorky"));
        }
        let mut parts = line.text[WORD.len()..].split(',');
        let board = parts.next().unwrap_or("").trim();
        let (width, height) = board.split_once(['x', 'X']).unwrap_or((board, ""));
        let lines = width.parse().ok().filter(|_| width == height).and_then(Size::new);
        let size = lines.ok_or_else(|| {
            let problem = format!("{} is not a square board of 5 to 22 lines", excerpt(board));
            Fault::new(line.at + WORD.len() + 1, problem)
        })?;
        Ok(Header { size, second_begins: parts.nth(1).is_some_and(|first| first.trim() == "1") })
    }
}

fn read_stones<'a>(
    lines: &mut std::iter::Peekable<impl Iterator<Item = Line<'a>>>,
    editor: &mut Editor,
) -> Result<(), Fault> {
    let mut side = Side::Black;
    while let Some((line, numbers)) = lines.peek().and_then(|&line| Some((line, stone(line)?))) {
        let size = editor.record().size();
        let coordinate =
            |n: i64| u8::try_from(n.checked_sub(1)?).ok().filter(|&n| n < size.lines());
        let point = coordinate(numbers[0]).zip(coordinate(numbers[1]));
        let point = point.and_then(|(x, y)| Point::new(x, y)).ok_or_else(|| {
            let problem = format!("{} is off the board of {size}×{size}", excerpt(line.text));
            Fault::new(line.at, problem)
        })?;
        let action = Move::Stone(point.flipped(size));
        editor.play(side, action).map_err(|error| Fault::new(line.at, error))?;
        if let Some(&millis) = numbers.get(2) {
            let millis = u32::try_from(millis).map_err(|_| {
                Fault::new(line.at, format!("{millis} is not a number of milliseconds"))
            })?;
            editor.note(|notes| notes.millis = Some(millis));
        }
        side = !side;
        lines.next();
    }
    Ok(())
}

/// Two or three numbers with commas between.
fn stone(line: Line) -> Option<Vec<i64>> {
    let numbers: Option<Vec<i64>> =
        line.text.split(',').map(|number| number.trim().parse().ok()).collect();
    numbers.filter(|numbers| (2..=3).contains(&numbers.len()))
}

/// Names, if there are any, and the result code.
fn read_end(rest: &[Line], text: &str, header: &Header, record: &mut Record) -> Result<(), Fault> {
    let (names, code) = match rest {
        [] => return Err(Fault::new(text.len(), "the result code at the end is missing")),
        [code] => (None, code),
        // The judge adds a line of its own after the code.
        [code, _] if code.text.trim().parse::<i32>().is_ok() => (None, code),
        [_, _] => return Err(Fault::new(text.len(), "after the names a result code is missing")),
        [first, second, code, ..] => (Some([first, second]), code),
    };
    if let Some([first, second]) = names.map(|names| names.map(|name| name.text.trim().to_owned()))
    {
        record.info.players = match header.second_begins {
            false => BySide::new(first, second),
            true => BySide::new(second, first),
        };
    }
    let number: i32 =
        code.text.trim().parse().map_err(|_| {
            Fault::new(code.at, format!("{} is not a result code", excerpt(code.text)))
        })?;
    let winner = !record.line_to(record.main_end()).to_move();
    record.info.ending = match number {
        UNKNOWN => None,
        BROKE_DOWN => Some(Ending::Won(winner, How::Forfeit)),
        TIME_OVER => Some(Ending::Won(winner, How::Time)),
        _ => Some(Ending::Finished),
    };
    Ok(())
}

/// Writes one game, already reduced to what the format holds.
pub(crate) fn write(record: &Record) -> String {
    let size = record.size();
    let mut text = format!("Piskvorky {size}x{size}, 11:11, 0\n");
    for id in record.main_line() {
        if let Some(Move::Stone(point)) = record.play(id).map(|play| play.action) {
            let from_top = point.flipped(size);
            let _ = write!(text, "{},{}", from_top.x() + 1, from_top.y() + 1);
            if let Some(millis) = record.notes(id).millis {
                let _ = write!(text, ",{millis}");
            }
            text.push('\n');
        }
    }
    let players = &record.info.players;
    if Side::BOTH.iter().any(|&side| !players[side].is_empty()) {
        let _ = writeln!(text, "{}\n{}", players[Side::Black], players[Side::White]);
    }
    let code = match record.info.ending {
        None => UNKNOWN,
        Some(Ending::Won(_, How::Time)) => TIME_OVER,
        Some(Ending::Won(_, How::Forfeit)) => BROKE_DOWN,
        Some(_) => FINISHED,
    };
    let _ = writeln!(text, "{code}");
    text
}

/// A name as it can stand on a line of its own without being taken for a stone.
pub(crate) fn name(name: &str) -> String {
    let line = joined(name);
    match stone(Line { at: 0, text: &line }) {
        Some(_) => joined(&line.replace(',', " ")),
        None => line,
    }
}

/// The words of a text with one blank between them.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
