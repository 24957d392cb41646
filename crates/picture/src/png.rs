//! A diagram as pixels.

use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::layout::{CELL, Layout};
use crate::palette::Palette;
use crate::{Diagram, Look, svg};

/// The widths that a picture may have, in pixels. The widest takes some 300 MB while it is drawn.
pub const WIDTHS: RangeInclusive<u32> = 64..=8192;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Too narrow to show anything, or too large to hold.
    #[error(
        "a picture is {min} to {max} pixels wide, not {0}",
        min = WIDTHS.start(),
        max = WIDTHS.end()
    )]
    Width(u32),
    /// The renderer refused. No diagram is known that makes it do so.
    #[error("the picture cannot be drawn: {0}")]
    Renderer(String),
}

/// The picture of a diagram as a PNG file, `width` pixels wide.
///
/// # Errors
/// If the width is not one of [`WIDTHS`].
pub fn png(diagram: &Diagram, look: &Look, width: u32) -> Result<Vec<u8>, PictureError> {
    let pixels = pixels(diagram, look, width)?;
    pixels.encode_png().map_err(|error| PictureError::Renderer(error.to_string()))
}

pub(crate) fn pixels(diagram: &Diagram, look: &Look, width: u32) -> Result<Pixmap, PictureError> {
    if !WIDTHS.contains(&width) {
        return Err(PictureError::Width(width));
    }
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(&svg(diagram, look), &options)
        .map_err(|error| PictureError::Renderer(error.to_string()))?;
    let layout = Layout::new(diagram, look);
    let height = (f64::from(width) * layout.height / layout.width).round() as u32;
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| PictureError::Renderer(format!("{width} by {height} pixels")))?;
    let [red, green, blue] = Palette::of(look.theme).board.channels();
    pixels.fill(Color::from_rgba8(red, green, blue, 255));
    resvg::render(&tree, placement(&layout, width, height), &mut pixels.as_mut());
    Ok(pixels)
}

/// A text in SVG as a PNG file, `width` pixels wide and `proportion` times as high.
pub(crate) fn rasterized(svg: &str, width: u32, proportion: f64) -> Result<Vec<u8>, PictureError> {
    if !WIDTHS.contains(&width) {
        return Err(PictureError::Width(width));
    }
    let failed = |problem: &dyn std::fmt::Display| PictureError::Renderer(problem.to_string());
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    let height = (f64::from(width) * proportion).round() as u32;
    let scale = width as f32 / tree.size().width();
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| failed(&"no room"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}

/// From units to pixels, so that every line of the grid runs through the middle of its pixels: a
/// cell is a whole number of them, and what is left over widens the margins.
fn placement(layout: &Layout, width: u32, height: u32) -> Transform {
    let (width, height) = (f64::from(width), f64::from(height));
    let exact = width / layout.width;
    let whole = (exact * CELL).floor() / CELL;
    // In a tiny picture the rest would be much of it.
    let scale = if exact * CELL < 8.0 { exact } else { whole };
    let offset = |line: f64, length: f64, pixels: f64| {
        let margin = (pixels - length * scale) / 2.0;
        (line * scale + margin).floor() + 0.5 - line * scale
    };
    let x = offset(layout.left, layout.width, width);
    let y = offset(layout.top, layout.height, height);
    Transform::from_row(scale as f32, 0.0, 0.0, scale as f32, x as f32, y as f32)
}

/// The embedded font and no other: what is installed on a machine must not change a picture.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_source(fontdb::Source::Binary(Arc::new(dejavu::sans_condensed::regular())));
    let family = fonts.faces().find_map(|face| face.families.first().cloned());
    if let Some((name, _)) = family {
        fonts.set_sans_serif_family(name);
    }
    Arc::new(fonts)
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::Colour;
    use crate::{Coordinates, FoulMarks, Mark, Numbers, Stone, Theme};
    use proptest::prelude::*;
    use resvg::usvg::{Group, Node, Rect};
    use tengen_core::{Foul, Game, Point, Rule, Side, Size};

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn played(size: u8, rule: Rule, moves: &str) -> Diagram {
        let mut game = Game::new(Size::new(size).unwrap(), rule);
        for name in moves.split(' ') {
            game.play(point(name)).unwrap();
        }
        Diagram::of(&game)
    }

    /// A decoded picture that can be asked for the colour at a place of the board.
    struct Photo {
        pixels: Pixmap,
        placement: Transform,
        layout: Layout,
    }

    impl Photo {
        fn new(diagram: &Diagram, look: &Look, width: u32) -> Photo {
            let pixels = Pixmap::decode_png(&png(diagram, look, width).unwrap()).unwrap();
            let layout = Layout::new(diagram, look);
            let placement = placement(&layout, pixels.width(), pixels.height());
            Photo { pixels, placement, layout }
        }

        /// The colour at a point, or this many cells to the right of and above it.
        fn at(&self, point: Point, right: f64, up: f64) -> [u8; 3] {
            let (x, y) = self.layout.centre(point);
            let place = |value: f64, shift: f32| (value as f32 * self.placement.sx + shift) as u32;
            self.pixel(
                place(x + right * CELL, self.placement.tx),
                place(y - up * CELL, self.placement.ty),
            )
        }

        fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
            let colour = self.pixels.pixel(x, y).unwrap().demultiply();
            [colour.red(), colour.green(), colour.blue()]
        }
    }

    /// Whether two colours are the same but for rounding.
    fn same(seen: [u8; 3], meant: Colour) -> bool {
        seen.iter().zip(meant.channels()).all(|(&a, b)| a.abs_diff(b) <= 2)
    }

    #[test]
    fn stones_and_board_have_their_colours() {
        for theme in Theme::ALL {
            let mut diagram = played(15, Rule::Freestyle, "h8 a1 o15 c12 k3");
            diagram.last = None;
            let photo = Photo::new(&diagram, &Look { theme, ..Look::default() }, 611);
            let palette = Palette::of(theme);
            for point in diagram.size.points() {
                let stone = diagram.stone_at(point);
                let meant = stone.map_or(palette.board, |stone| palette.stone[stone.side]);
                // Beside the centre, where an empty point shows no line.
                let seen = photo.at(point, 0.2, 0.2);
                assert!(same(seen, meant), "{theme}: {point} is {seen:?}, not {meant}");
                let crossing = photo.at(point, 0.0, 0.0);
                assert!(stone.is_some() || !same(crossing, palette.board), "{theme}: {point}");
            }
        }
    }

    #[test]
    fn row_one_is_at_the_bottom_of_the_picture() {
        let mut diagram = Diagram::new(Size::default());
        diagram.stones.push(Stone { point: point("b1"), side: Side::White, number: None });
        let photo = Photo::new(&diagram, &Look::default(), 500);
        let white = |&(x, y): &(u32, u32)| photo.pixel(x, y) == [255; 3];
        let all = (0..500).flat_map(|x| (0..500).map(move |y| (x, y)));
        let found: Vec<_> = all.filter(white).collect();
        assert!(found.len() > 300, "a stone is that large");
        assert!(found.iter().all(|&(x, y)| x < 150 && y > 400), "bottom left");
    }

    #[test]
    fn pictures_have_the_width_that_was_asked_for() {
        let diagram = Diagram::new(Size::default());
        for width in [64, 65, 333, 1024] {
            let photo = Photo::new(&diagram, &Look::default(), width);
            assert_eq!((photo.pixels.width(), photo.pixels.height()), (width, width));
        }
        for width in [0, 63, 8193, u32::MAX] {
            let error = png(&diagram, &Look::default(), width).unwrap_err();
            assert_eq!(error, PictureError::Width(width));
            assert!(error.to_string().contains("64 to 8192"));
        }
    }

    #[test]
    fn every_size_can_be_drawn_at_every_width() {
        for size in Size::all() {
            for (theme, width) in Theme::ALL.into_iter().zip([64, 211, 512]) {
                let mut diagram = Diagram::new(size);
                let first = Point::new(0, 0).unwrap();
                diagram.stones.push(Stone { point: first, side: Side::Black, number: None });
                let photo = Photo::new(&diagram, &Look { theme, ..Look::default() }, width);
                let palette = Palette::of(theme);
                assert!(same(photo.pixel(0, 0), palette.board), "{size}");
                assert!(same(photo.pixel(width - 1, width - 1), palette.board), "{size}");
                assert!(width == 64 || same(photo.at(first, 0.0, 0.0), palette.stone[Side::Black]));
            }
        }
    }

    #[test]
    fn forbidden_points_and_no_others_carry_a_cross() {
        let diagram = played(15, Rule::Renju, "g8 a1 i8 a3 h7 a5 h9 a7 d4 n1 d5 n3 d6 n5");
        assert_eq!(diagram.forbidden, [(point("h8"), Foul::DoubleThree)]);
        for (theme, fouls) in Theme::ALL
            .into_iter()
            .flat_map(|theme| [FoulMarks::Cross, FoulMarks::CrossAndKind].map(|f| (theme, f)))
        {
            let photo = Photo::new(&diagram, &Look { theme, fouls, ..Look::default() }, 900);
            let palette = Palette::of(theme);
            for point in diagram.size.points().filter(|&p| diagram.stone_at(p).is_none()) {
                let arms = [(0.16, 0.16), (0.16, -0.16), (-0.16, 0.16), (-0.16, -0.16)];
                let crossed = arms.iter().all(|&(x, y)| same(photo.at(point, x, y), palette.foul));
                let forbidden = diagram.forbidden.iter().any(|&(p, _)| p == point);
                assert_eq!(crossed, forbidden, "{theme}: {point}");
            }
        }
    }

    #[test]
    fn a_forbidden_move_that_was_played_carries_its_cross() {
        let diagram = played(15, Rule::Renju, "g8 a1 i8 a3 h7 a5 h9 a7 h8");
        let photo = Photo::new(&diagram, &Look::default(), 900);
        let meant = Palette::of(Theme::Wood).last[Side::Black];
        assert!(same(photo.at(point("h8"), 0.1, 0.1), meant));
        assert!(!same(photo.at(point("g8"), 0.1, 0.1), meant));
    }

    #[test]
    fn winning_stones_and_no_others_carry_a_ring() {
        let diagram = played(15, Rule::Freestyle, "h8 h9 i8 i9 j8 j9 k8 k9 a1 a2 l8");
        for theme in Theme::ALL {
            let photo = Photo::new(&diagram, &Look { theme, ..Look::default() }, 1200);
            for stone in &diagram.stones {
                let ring = photo.at(stone.point, 0.0, 0.395);
                let won = same(ring, Palette::of(theme).win[stone.side]);
                assert_eq!(won, diagram.winning_rows[0].contains(&stone.point), "{stone:?}");
            }
        }
    }

    #[test]
    fn a_label_hides_the_lines_beneath_it() {
        let mut diagram = Diagram::new(Size::default());
        diagram.marks.push((point("e5"), Mark::Label(".".into())));
        let photo = Photo::new(&diagram, &Look::default(), 900);
        let board = Palette::of(Theme::Wood).board;
        let on_lines = [(0.3, 0.0), (-0.3, 0.0), (0.0, 0.3)];
        for (right, up) in on_lines {
            assert!(same(photo.at(point("e5"), right, up), board));
            assert!(!same(photo.at(point("f6"), right, up), board));
        }
    }

    #[test]
    fn the_last_move_is_dotted_where_no_number_says_so() {
        let diagram = played(15, Rule::Freestyle, "h8 h9");
        let photo = Photo::new(&diagram, &Look::default(), 600);
        let palette = Palette::of(Theme::Wood);
        assert!(same(photo.at(point("h9"), 0.0, 0.0), palette.last[Side::White]));
        assert!(same(photo.at(point("h8"), 0.0, 0.0), palette.stone[Side::Black]));
    }

    #[test]
    fn all_lines_are_equally_sharp_at_any_width() {
        let diagram = Diagram::new(Size::default());
        for width in [300, 457, 611, 800, 1001] {
            let photo = Photo::new(&diagram, &Look::default(), width);
            let on_line: Vec<_> =
                (1..14).map(|x| photo.at(Point::new(x, 5).unwrap(), 0.0, 0.5)).collect();
            assert!(on_line.iter().all(|&colour| colour == on_line[0]), "{width}: {on_line:?}");
            assert!(!same(on_line[0], Palette::of(Theme::Wood).board), "{width}");
        }
    }

    #[test]
    fn the_same_diagram_gives_the_same_bytes() {
        let diagram = played(15, Rule::Freestyle, "h8 h9 i9");
        let look = Look { numbers: Numbers::All, ..Look::default() };
        assert_eq!(png(&diagram, &look, 400), png(&diagram.clone(), &look, 400));
        assert_ne!(png(&diagram, &look, 400), png(&diagram, &Look::default(), 400));
    }

    /// The ink of every text of a drawing, in units.
    fn inked(diagram: &Diagram, look: &Look) -> Vec<Rect> {
        fn collect(group: &Group, boxes: &mut Vec<Rect>) {
            for node in group.children() {
                match node {
                    Node::Group(group) => collect(group, boxes),
                    Node::Text(text) => boxes.push(text.flattened().abs_bounding_box()),
                    Node::Path(_) | Node::Image(_) => {}
                }
            }
        }
        let options = Options { fontdb: FONTS.clone(), ..Options::default() };
        let tree = Tree::from_str(&svg(diagram, look), &options).unwrap();
        let mut boxes = Vec::new();
        collect(tree.root(), &mut boxes);
        boxes
    }

    #[test]
    fn numbers_fit_their_stones_and_stand_in_the_middle() {
        for number in [1, 4, 7, 10, 11, 44, 99, 100, 111, 225, 484, 888, 1234, u32::MAX] {
            let centre = point("c3");
            let mut diagram = Diagram::new(Size::MIN);
            let stone = Stone { point: centre, side: Side::Black, number: Some(number) };
            diagram.stones.push(stone);
            let (numbers, coordinates) = (Numbers::All, Coordinates::Hidden);
            let look = Look { numbers, coordinates, ..Look::default() };
            let (x, y) = Layout::new(&diagram, &look).centre(centre);
            let [ink] = inked(&diagram, &look)[..] else { panic!("{number} is not drawn") };
            let reach = |low: f32, high: f32, middle: f64| {
                (middle - f64::from(low)).max(f64::from(high) - middle) / CELL
            };
            let (across, up) =
                (reach(ink.left(), ink.right(), x), reach(ink.top(), ink.bottom(), y));
            // The ring of a won row begins at 0.37.
            assert!(across.hypot(up) < 0.37, "{number}: {across} by {up}");
            let lopsided = f64::from(ink.top() + ink.bottom()) / 2.0 - y;
            assert!(lopsided.abs() < 0.02 * CELL, "{number}: {lopsided}");
        }
    }

    #[test]
    fn no_text_leaves_the_picture_or_its_point() {
        let long = "Black to move and win by fours, and WWWWWW MMMMMM @@@@@@ ".repeat(9);
        for size in Size::all() {
            let coordinates = Coordinates::FourEdges;
            let look = Look { coordinates, ..Look::default() };
            let caption = Some(long.clone());
            let diagram = Diagram { caption, ..Diagram::new(size) };
            let layout = Layout::new(&diagram, &look);
            for ink in inked(&diagram, &look) {
                assert!(ink.left() > 0.0 && ink.top() > 0.0, "{size}: {ink:?}");
                assert!(f64::from(ink.right()) < layout.width, "{size}: {ink:?}");
                assert!(f64::from(ink.bottom()) < layout.height, "{size}: {ink:?}");
            }
        }
        for label in ["A", "m", "W", "WW", "12", "123", "a1?", "MMMM", "very long", "…", "+1.5"] {
            let mut diagram = Diagram::new(Size::MIN);
            diagram.marks.push((point("c3"), Mark::Label(label.into())));
            let look = Look { coordinates: Coordinates::Hidden, ..Look::default() };
            let [ink] = inked(&diagram, &look)[..] else { panic!("{label} is not drawn") };
            assert!(f64::from(ink.width()) < 0.86 * CELL, "{label}: {}", ink.width());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_text_can_be_drawn(
            label in prop::collection::vec(any::<char>(), 0..8),
            caption in prop::collection::vec(any::<char>(), 0..80),
        ) {
            let mut diagram = played(15, Rule::Freestyle, "h8");
            diagram.marks = vec![(point("h8"), Mark::Label(label.into_iter().collect()))];
            diagram.caption = Some(caption.into_iter().collect());
            prop_assert!(png(&diagram, &Look::default(), 128).is_ok());
        }
    }
}
