//! Stones, their numbers, the last one and those that won.

use std::fmt;

use tengen_core::Point;

use super::{BOLD, CAP_HEIGHT, Drawing, Len, text};
use crate::Stone;
use crate::layout::CELL;

/// Neighbours leave a hair of board between them. The rim lies half inside.
const RADIUS: f64 = 0.455;
const RIM: f64 = 0.03;
/// The largest number on a stone, and the room that more digits have to share.
const NUMBER: f64 = 0.5;
const NUMBER_ROOM: f64 = 0.69;
/// The width of a digit as a multiple of the font's size.
const DIGIT_WIDTH: f64 = 0.58;

impl Drawing<'_> {
    pub(super) fn stones(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, r#"<g class="stones" stroke-width="{}">"#, Len(RIM * CELL))?;
        for stone in self.visible_stones() {
            let side = stone.side;
            let (fill, rim) = (self.palette.stone[side], self.palette.rim[side]);
            let paint = format!(r#" class="{side}" fill="{fill}" stroke="{rim}""#);
            self.circle(f, stone.point, RADIUS, &paint)?;
            f.write_str("\n")?;
        }
        f.write_str("</g>\n")
    }

    /// Rings rather than a line: they leave the numbers legible.
    pub(super) fn winning_rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = Len(0.05 * CELL);
        writeln!(f, r#"<g class="winning-rows" fill="none" stroke-width="{width}">"#)?;
        for stone in self.visible_stones().filter(|stone| self.has_won(stone.point)) {
            let paint = format!(r#" stroke="{}""#, self.palette.win[stone.side]);
            self.circle(f, stone.point, 0.395, &paint)?;
            f.write_str("\n")?;
        }
        f.write_str("</g>\n")
    }

    fn has_won(&self, point: Point) -> bool {
        self.diagram.winning_rows.iter().any(|row| row.contains(&point))
    }

    /// The numbers, and the sign of the last move in one way or the other.
    pub(super) fn numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let highest = self.diagram.stones.iter().filter_map(|stone| stone.number).max();
        let highest = highest.unwrap_or_default();
        f.write_str("<g class=\"numbers\">\n")?;
        for stone in self.visible_stones().filter(|stone| !self.is_marked(stone.point)) {
            let is_last = self.diagram.last == Some(stone.point);
            let shown = stone.number.filter(|&n| self.look.numbers.show(n, highest));
            match shown {
                Some(number) => self.number(f, stone, number, is_last)?,
                None if is_last => self.last_dot(f, stone)?,
                None => {}
            }
        }
        f.write_str("</g>\n")
    }

    /// The last number is underlined as well as coloured: print has no colour.
    fn number(
        &self,
        f: &mut fmt::Formatter<'_>,
        stone: &Stone,
        number: u32,
        is_last: bool,
    ) -> fmt::Result {
        let (x, y) = self.layout.centre(stone.point);
        let digits = number.to_string();
        let width = DIGIT_WIDTH * digits.len() as f64;
        let size = CELL * NUMBER.min(NUMBER_ROOM / width);
        let baseline = y + CAP_HEIGHT / 2.0 * size;
        let colour = if is_last { self.palette.last } else { self.palette.on_stone }[stone.side];
        let bold = Len(BOLD);
        write!(f, r#"<g font-size="{}" fill="{colour}" stroke="{colour}""#, Len(size))?;
        writeln!(f, r#" stroke-width="{bold}">"#)?;
        text(f, (x, baseline), "middle", &number)?;
        if is_last {
            let (y, half) = (Len(baseline + 0.09 * CELL), 0.34 * width.min(1.2) * size);
            let (from, to, thick) = (Len(x - half), Len(x + half), Len(0.045 * CELL));
            writeln!(f, r#"<path d="M{from} {y}H{to}" stroke-width="{thick}"/>"#)?;
        }
        f.write_str("</g>\n")
    }

    fn last_dot(&self, f: &mut fmt::Formatter<'_>, stone: &Stone) -> fmt::Result {
        let paint = format!(r#" class="last" fill="{}""#, self.palette.last[stone.side]);
        self.circle(f, stone.point, 0.13, &paint)?;
        f.write_str("\n")
    }

    pub(super) fn visible_stones(&self) -> impl Iterator<Item = &Stone> {
        let size = self.diagram.size;
        self.diagram.stones.iter().filter(move |stone| size.contains(stone.point))
    }
}
