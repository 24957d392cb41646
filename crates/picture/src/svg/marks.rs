//! Forbidden points and the author's marks, on stones and on empty points, and arrows between them.

use std::fmt;

use tengen_core::{Foul, Point};

use super::{BOLD, CAP_HEIGHT, Drawing, Len, SMALL_HEIGHT, text};
use crate::layout::CELL;
use crate::palette::Colour;
use crate::text::{Escaped, cut, width};
use crate::{FoulMarks, Mark};

/// How far the arms of a forbidden point's cross reach to each side.
const FOUL_ARM: f64 = 0.215;
/// The same of an author's cross.
const CROSS_ARM: f64 = 0.17;
/// The largest label, its smallest size, and the room it has on a point.
const LABEL: f64 = 0.58;
const SMALLEST_LABEL: f64 = 0.26;
const LABEL_ROOM: f64 = 0.8;
/// How far from the centres an arrow begins and ends, and the length of its barbs.
const TAIL: f64 = 0.28;
const HEAD: f64 = 0.2;
const BARB: f64 = 0.26;

impl Drawing<'_> {
    /// Whether something other than a number is written on a point.
    pub(super) fn is_marked(&self, point: Point) -> bool {
        let mut fouls = self.diagram.visible_fouls();
        let mut marks = self.diagram.visible_marks();
        fouls.any(|(at, _)| at == point) || marks.any(|(at, mark)| at == point && mark.covers())
    }

    pub(super) fn fouls(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<g class=\"forbidden\" fill=\"none\">\n")?;
        for (point, foul) in self.diagram.visible_fouls() {
            let stone = self.diagram.stone_at(point);
            let colour = stone.map_or(self.palette.foul, |stone| self.palette.last[stone.side]);
            if stone.is_none() {
                self.cross(f, point, FOUL_ARM, (self.palette.foul_seam, 0.19))?;
            }
            self.cross(f, point, FOUL_ARM, (colour, 0.095))?;
            if self.look.fouls == FoulMarks::CrossAndKind && stone.is_none() {
                self.kind(f, point, foul)?;
            }
        }
        f.write_str("</g>\n")
    }

    /// A small digit in the corner below and to the right of a forbidden point.
    fn kind(&self, f: &mut fmt::Formatter<'_>, point: Point, foul: Foul) -> fmt::Result {
        let (x, y) = self.layout.centre(point);
        let size = 0.34 * CELL;
        let place = (x + 0.36 * CELL, y + 0.29 * CELL + CAP_HEIGHT / 2.0 * size);
        let digit = &foul.code()[..1];
        let (ink, board) = (self.palette.ink, self.palette.board);
        let seam = Len(0.12 * CELL);
        write!(f, r#"<g font-size="{}" fill="{ink}" stroke="{board}""#, Len(size))?;
        write!(f, r#" stroke-width="{seam}" paint-order="stroke">"#)?;
        text(f, place, "middle", &digit)?;
        f.write_str("</g>\n")
    }

    pub(super) fn marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<g class=\"marks\">\n")?;
        for (point, mark) in self.diagram.visible_marks() {
            self.mark(f, point, mark)?;
        }
        f.write_str("</g>\n")
    }

    /// Arrows lie over everything, from the rim of one point to the rim of the other.
    pub(super) fn arrows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = self.diagram.visible_marks().filter_map(|(from, mark)| match mark {
            Mark::Arrow(to) => Some((from, *to)),
            _ => None,
        });
        let mut ends = ends.peekable();
        if ends.peek().is_none() {
            return Ok(());
        }
        f.write_str(r#"<g class="arrows" fill="none" stroke-linecap="round""#)?;
        f.write_str(" stroke-linejoin=\"round\">\n")?;
        for (from, to) in ends {
            self.arrow(f, from, to)?;
        }
        f.write_str("</g>\n")
    }

    fn arrow(&self, f: &mut fmt::Formatter<'_>, from: Point, to: Point) -> fmt::Result {
        let ((x1, y1), (x2, y2)) = (self.layout.centre(from), self.layout.centre(to));
        let length = (x2 - x1).hypot(y2 - y1);
        let (dx, dy) = ((x2 - x1) / length * CELL, (y2 - y1) / length * CELL);
        let (start, end) = ((x1 + TAIL * dx, y1 + TAIL * dy), (x2 - HEAD * dx, y2 - HEAD * dy));
        let barb = |side: f64| {
            (end.0 - BARB * dx - side * BARB * dy, end.1 - BARB * dy + side * BARB * dx)
        };
        let (left, right) = (barb(0.7), barb(-0.7));
        let place = |(x, y): (f64, f64)| format!("{} {}", Len(x), Len(y));
        let path = format!(
            "M{}L{}M{}L{}L{}",
            place(start),
            place(end),
            place(left),
            place(end),
            place(right)
        );
        for (colour, width) in [(self.palette.board, 0.2), (self.palette.arrow, 0.1)] {
            let width = Len(width * CELL);
            writeln!(f, r#"<path d="{path}" stroke="{colour}" stroke-width="{width}"/>"#)?;
        }
        Ok(())
    }

    /// On an empty point a mark stands on a patch of board, so that no line runs through it.
    fn mark(&self, f: &mut fmt::Formatter<'_>, point: Point, mark: &Mark) -> fmt::Result {
        let stone = self.diagram.stone_at(point);
        let colour = stone.map_or(self.palette.ink, |stone| self.palette.on_stone[stone.side]);
        let ground = stone.map_or(self.palette.board, |stone| self.palette.stone[stone.side]);
        let paint = format!(
            r#" fill="{ground}" stroke="{colour}" stroke-width="{}" stroke-linejoin="round""#,
            Len(0.06 * CELL)
        );
        match mark {
            Mark::Circle => self.circle(f, point, 0.25, &paint)?,
            Mark::Triangle => self.polygon(f, point, &TRIANGLE, &paint)?,
            Mark::Square => self.polygon(f, point, &SQUARE, &paint)?,
            Mark::Cross => {
                if stone.is_none() {
                    self.cross(f, point, CROSS_ARM, (ground, 0.15))?;
                }
                self.cross(f, point, CROSS_ARM, (colour, 0.055))?;
            }
            Mark::Label(label) => self.label(f, point, label, (colour, ground))?,
            // See `arrows`.
            Mark::Arrow(_) => return Ok(()),
        }
        f.write_str("\n")
    }

    fn label(
        &self,
        f: &mut fmt::Formatter<'_>,
        point: Point,
        label: &str,
        (colour, ground): (Colour, Colour),
    ) -> fmt::Result {
        self.circle(f, point, 0.37, &format!(r#" fill="{ground}""#))?;
        let (x, y) = self.layout.centre(point);
        let label = cut(label.trim(), LABEL_ROOM / SMALLEST_LABEL);
        let size = CELL * LABEL.min(LABEL_ROOM / width(&label));
        let baseline = y + height(&label) / 2.0 * size;
        let bold = Len(BOLD);
        write!(f, r#"<g font-size="{}" fill="{colour}" stroke="{colour}""#, Len(size))?;
        write!(f, r#" stroke-width="{bold}">"#)?;
        text(f, (x, baseline), "middle", &Escaped(&label))?;
        f.write_str("</g>")
    }

    fn cross(
        &self,
        f: &mut fmt::Formatter<'_>,
        point: Point,
        arm: f64,
        (colour, width): (Colour, f64),
    ) -> fmt::Result {
        let (x, y) = self.layout.centre(point);
        let (left, right) = (Len(x - arm * CELL), Len(x + arm * CELL));
        let (top, bottom) = (Len(y - arm * CELL), Len(y + arm * CELL));
        let width = Len(width * CELL);
        write!(f, r#"<path d="M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}""#)?;
        writeln!(f, r#" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>"#)
    }

    /// A closed figure, its corners as parts of a cell from the point.
    fn polygon(
        &self,
        f: &mut fmt::Formatter<'_>,
        point: Point,
        corners: &[(f64, f64)],
        paint: &str,
    ) -> fmt::Result {
        let (x, y) = self.layout.centre(point);
        f.write_str(r#"<polygon points=""#)?;
        for (dx, dy) in corners {
            write!(f, "{},{} ", Len(x + dx * CELL), Len(y + dy * CELL))?;
        }
        write!(f, r#""{paint}/>"#)
    }
}

/// Its centre of gravity lies on the point.
const TRIANGLE: [(f64, f64); 3] = [(0.0, -0.31), (0.27, 0.155), (-0.27, 0.155)];
const SQUARE: [(f64, f64); 4] = [(-0.21, -0.21), (0.21, -0.21), (0.21, 0.21), (-0.21, 0.21)];

/// How high a label is. Small letters count the mean of those with and without a stem, so that
/// labels in a row stand on one line.
fn height(label: &str) -> f64 {
    if label.chars().all(char::is_lowercase) { SMALL_HEIGHT } else { CAP_HEIGHT }
}
