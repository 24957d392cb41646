//! Where things are: points, margins, coordinates, caption.
//!
//! All lengths are in units of the SVG, [`CELL`] of them from line to line.

use tengen_core::{Point, Size};

use crate::{Coordinates, Diagram, Look, text};

/// From one line of the grid to the next.
pub(crate) const CELL: f64 = 40.0;
/// From the outer line to the end of the picture, where no coordinates are: half a stone, and air.
const BARE_MARGIN: f64 = 0.8 * CELL;
/// The same where coordinates are.
const NAMED_MARGIN: f64 = 1.5 * CELL;
/// Size of the caption's letters, and from one of its lines to the next.
pub(crate) const CAPTION: f64 = 0.52 * CELL;
const CAPTION_LINE: f64 = 0.72 * CELL;
/// Nobody reads a novel below a board; and a picture has to end somewhere.
const CAPTION_LINES: usize = 8;

/// The measures of one picture.
pub(crate) struct Layout {
    size: Size,
    /// Where the left and the top line run.
    pub(crate) left: f64,
    pub(crate) top: f64,
    /// The whole picture.
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The caption, line by line, and the baseline of the first.
    pub(crate) caption: Vec<String>,
    first_baseline: f64,
}

impl Layout {
    pub(crate) fn new(diagram: &Diagram, look: &Look) -> Layout {
        let (near, far) = match look.coordinates {
            Coordinates::Hidden => (BARE_MARGIN, BARE_MARGIN),
            Coordinates::TwoEdges => (NAMED_MARGIN, BARE_MARGIN),
            Coordinates::FourEdges => (NAMED_MARGIN, NAMED_MARGIN),
        };
        let side = CELL * f64::from(diagram.size.lines() - 1);
        // Centred below the grid, so the narrower margin limits it on both sides.
        let room = side + 2.0 * far - CAPTION / 2.0;
        let caption = diagram.caption.as_deref().unwrap_or_default();
        let caption = text::wrapped(caption, room / CAPTION, CAPTION_LINES);
        let board_height = near + side + far;
        Layout {
            size: diagram.size,
            left: near,
            top: far,
            width: near + side + far,
            height: board_height + caption_height(caption.len()),
            caption,
            first_baseline: board_height + 0.4 * CELL,
        }
    }

    /// Where the right and the bottom line run.
    pub(crate) fn right(&self) -> f64 {
        self.left + self.side()
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.side()
    }

    fn side(&self) -> f64 {
        CELL * f64::from(self.size.lines() - 1)
    }

    /// The centre of a column, from zero at the left.
    pub(crate) fn column(&self, x: u8) -> f64 {
        self.left + CELL * f64::from(x)
    }

    /// The centre of a row, from zero at the bottom: in a picture `y` grows downwards.
    pub(crate) fn row(&self, y: u8) -> f64 {
        self.bottom() - CELL * f64::from(y)
    }

    /// The centre of a point.
    pub(crate) fn centre(&self, point: Point) -> (f64, f64) {
        (self.column(point.x()), self.row(point.y()))
    }

    /// The caption's lines, each with its middle and its baseline.
    pub(crate) fn caption_lines(&self) -> impl Iterator<Item = (f64, f64, &str)> {
        let middle = (self.left + self.right()) / 2.0;
        let baselines = (0..).map(|n| self.first_baseline + CAPTION_LINE * f64::from(n));
        baselines.zip(&self.caption).map(move |(y, line)| (middle, y, line.as_str()))
    }
}

/// What the caption adds to the picture: its lines, and some air if there are any.
fn caption_height(lines: usize) -> f64 {
    if lines == 0 { 0.0 } else { CAPTION_LINE * lines as f64 + 0.1 * CELL }
}

/// The points that carry a dot, row by row from the bottom left.
///
/// The fourth lines meet in four of them and the centre is the fifth; large boards add the middles
/// of the fourth lines, boards too small for corners keep the centre alone.
///
/// ```
/// # use tengen_core::Size;
/// # use tengen_picture::star_points;
/// let stars: Vec<_> = star_points(Size::default()).iter().map(|p| p.to_string()).collect();
/// assert_eq!(stars, ["d4", "l4", "h8", "d12", "l12"]);
/// ```
pub fn star_points(size: Size) -> Vec<Point> {
    let lines = size.lines();
    let fourth = [3, lines - 4];
    let has_corners = lines >= 12;
    let has_middles = lines >= 17;
    let is_star = |&point: &Point| {
        let (x, y) = (point.x(), point.y());
        let centred = |n| size.centre().is_some_and(|centre| centre.x() == n);
        let cornered = |n| has_corners && fourth.contains(&n);
        match (cornered(x), cornered(y)) {
            (true, true) => true,
            (true, false) => has_middles && centred(y),
            (false, true) => has_middles && centred(x),
            (false, false) => centred(x) && centred(y),
        }
    };
    size.points().filter(is_star).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stars(lines: u8) -> String {
        let points = star_points(Size::new(lines).unwrap());
        points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn star_points_are_the_usual_ones() {
        assert_eq!(stars(5), "c3");
        assert_eq!(stars(7), "d4");
        assert_eq!(stars(8), "");
        assert_eq!(stars(11), "f6");
        assert_eq!(stars(12), "d4 i4 d9 i9");
        assert_eq!(stars(13), "d4 j4 g7 d10 j10");
        assert_eq!(stars(15), "d4 l4 h8 d12 l12");
        assert_eq!(stars(19), "d4 j4 p4 d10 j10 p10 d16 j16 p16");
        assert_eq!(stars(20), "d4 q4 d17 q17");
    }

    #[test]
    fn row_one_is_at_the_bottom_and_column_a_at_the_left() {
        let layout = Layout::new(&Diagram::new(Size::default()), &Look::default());
        let corner = |name: &str| layout.centre(name.parse().unwrap());
        assert_eq!(corner("a1"), (layout.left, layout.bottom()));
        assert_eq!(corner("o15"), (layout.right(), layout.top));
        assert!(layout.bottom() > layout.top && layout.right() > layout.left);
    }

    #[test]
    fn a_caption_makes_the_picture_taller_but_never_endless() {
        let height = |caption: &str| {
            let caption = Some(caption.into());
            let diagram = Diagram { caption, ..Diagram::new(Size::default()) };
            Layout::new(&diagram, &Look::default()).height
        };
        assert_eq!(height(""), height("  "));
        assert!(height("Black to move") > height(""));
        assert!(height(&"word ".repeat(50)) > height("Black to move"));
        assert_eq!(height(&"word ".repeat(5_000)), height(&"x".repeat(50_000)));
        assert!(height(&"x".repeat(50_000)) < 1.5 * height(""));
    }
}
