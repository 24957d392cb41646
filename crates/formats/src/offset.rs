//! Gomocup's opening files: on each line the stones' distances from the middle, `0,0, 1,-1, -2,3`.

use tengen_core::{Move, Point, Side, Size};

use crate::error::{Fault, excerpt};
use crate::lines::{self, Line};
use crate::reading::Collected;
use crate::{Editor, ReadOptions, Record};

/// Reads an opening a line into `games`; empty lines are skipped.
pub(crate) fn read(text: &str, options: &ReadOptions, games: &mut Collected) -> Result<(), Fault> {
    for line in lines::of(text).filter(|line| !line.text.trim().is_empty()) {
        let mut editor = games.editor_at(line.at, options.size)?;
        let done = read_opening(line, &mut editor);
        games.push(editor.finish());
        done?;
    }
    Ok(())
}

fn read_opening(line: Line, editor: &mut Editor) -> Result<(), Fault> {
    let mut side = Side::Black;
    let mut numbers = numbers(line);
    while let Some(first) = numbers.next() {
        let (at, dx) = first?;
        let Some(second) = numbers.next() else {
            return Err(Fault::new(at, "the last number has no partner"));
        };
        let point = point(dx, second?.1, editor.record().size()).ok_or_else(|| {
            let size = editor.record().size();
            Fault::new(at, format!("this stone is off the board of {size}×{size}"))
        })?;
        editor.play(side, Move::Stone(point)).map_err(|error| Fault::new(at, error))?;
        side = !side;
    }
    Ok(())
}

/// The numbers of a line, each with its place.
fn numbers(line: Line<'_>) -> impl Iterator<Item = Result<(usize, i32), Fault>> {
    let text = line.text.trim_end();
    // Some files end their lines with a comma.
    let text = text.strip_suffix(',').unwrap_or(text);
    let mut at = line.at;
    text.split(',').map(move |part| {
        let start = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        let number = part.trim().parse();
        let number = number
            .map_err(|_| Fault::new(start, format!("{} is not a number", excerpt(part.trim()))));
        Ok((start, number?))
    })
}

/// Distances count from the point `size/2, size/2` of rows numbered from the top.
fn point(dx: i32, dy: i32, size: Size) -> Option<Point> {
    let middle = i32::from(size.lines() / 2);
    let x = u8::try_from(dx.checked_add(middle)?).ok()?;
    let y = u8::try_from(dy.checked_add(middle)?).ok()?;
    Point::new(x, y).filter(|&point| size.contains(point)).map(|point| point.flipped(size))
}

/// Writes the main line of each record on a line.
pub(crate) fn write(records: &[Record]) -> String {
    records.iter().map(|record| opening(record) + "\n").collect()
}

fn opening(record: &Record) -> String {
    let middle = i32::from(record.size().lines() / 2);
    let plays = record.main_line().filter_map(|id| record.play(id));
    let pairs = plays.filter_map(|play| match play.action {
        Move::Stone(point) => {
            let from_top = point.flipped(record.size());
            let (x, y) = (i32::from(from_top.x()), i32::from(from_top.y()));
            Some(format!("{},{}", x - middle, y - middle))
        }
        Move::Pass => None,
    });
    pairs.collect::<Vec<_>>().join(", ")
}
