//! A diagram as SVG text, layer by layer from the board up.

use std::fmt;

use tengen_core::Point;

use crate::layout::{CAPTION, CELL, Layout};
use crate::palette::Palette;
use crate::text::Escaped;
use crate::{Coordinates, Diagram, Look, star_points};

mod marks;
mod stones;

/// The picture of a diagram as SVG text.
///
/// It has no size of its own, only proportions: it fills the place it is given. Its texts name the
/// embedded font first and leave the rest to the viewer.
pub fn svg(diagram: &Diagram, look: &Look) -> String {
    let layout = Layout::new(diagram, look);
    Drawing { diagram, look, layout, palette: Palette::of(look.theme) }.to_string()
}

/// The font of [`crate::png()`], and what resembles it where it is not installed.
pub(crate) const FONTS: &str =
    "'DejaVu Sans Condensed', 'DejaVu Sans', Arial, Helvetica, sans-serif";
/// Letters and numbers along the edges.
const COORDINATE: f64 = 0.42 * CELL;
/// From the outer line to the nearest end of a coordinate.
const COORDINATE_GAP: f64 = 0.74 * CELL;
/// Capitals and digits are this high in most fonts, as a multiple of the size.
const CAP_HEIGHT: f64 = 0.73;
/// Small letters on the average.
const SMALL_HEIGHT: f64 = 0.64;
/// A seam around letters that makes them a little bolder than the one weight of the font.
const BOLD: f64 = 0.02 * CELL;

/// All that the layers need to know.
struct Drawing<'a> {
    diagram: &'a Diagram,
    look: &'a Look,
    layout: Layout,
    palette: Palette,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (Len(self.layout.width), Len(self.layout.height));
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" role="img""#)?;
        writeln!(f, r#" viewBox="0 0 {width} {height}" font-family="{FONTS}">"#)?;
        writeln!(f, "<title>{}</title>", Escaped(&self.title()))?;
        let board = self.palette.board;
        writeln!(f, r#"<rect class="board" width="{width}" height="{height}" fill="{board}"/>"#)?;
        self.grid(f)?;
        self.stars(f)?;
        self.coordinates(f)?;
        self.stones(f)?;
        self.winning_rows(f)?;
        self.numbers(f)?;
        self.fouls(f)?;
        self.marks(f)?;
        self.arrows(f)?;
        self.caption(f)?;
        f.write_str("</svg>\n")
    }
}

impl Drawing<'_> {
    /// What a screen reader says.
    fn title(&self) -> String {
        let size = self.diagram.size;
        let stones = match self.visible_stones().count() {
            1 => "1 stone".to_owned(),
            count => format!("{count} stones"),
        };
        let mut title = format!("Board {size} by {size}, {stones}");
        if let Some(last) = self.diagram.last {
            title += &format!(", last move {last}");
        }
        for caption in self.diagram.caption.iter().filter(|caption| !caption.trim().is_empty()) {
            title += &format!(". {}", caption.trim());
        }
        title
    }

    /// Thin lines, and a thicker one around them.
    fn grid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = &self.layout;
        let (left, right) = (Len(layout.left), Len(layout.right()));
        let (top, bottom) = (Len(layout.top), Len(layout.bottom()));
        write!(f, r#"<g class="grid" fill="none" stroke="{}"><path d=""#, self.palette.line)?;
        for n in 1..self.diagram.size.lines() - 1 {
            write!(f, "M{left} {}H{right}", Len(layout.row(n)))?;
            write!(f, "M{} {top}V{bottom}", Len(layout.column(n)))?;
        }
        let (inner, outer) = (Len(0.024 * CELL), Len(0.065 * CELL));
        write!(f, r#"" stroke-width="{inner}"/>"#)?;
        let side = Len(layout.right() - layout.left);
        write!(f, r#"<rect x="{left}" y="{top}" width="{side}" height="{side}""#)?;
        writeln!(f, r#" stroke-width="{outer}"/></g>"#)
    }

    fn stars(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"<g class="stars" fill="{}">"#, self.palette.line)?;
        for point in star_points(self.diagram.size) {
            self.circle(f, point, 0.095, "")?;
        }
        f.write_str("</g>\n")
    }

    fn coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all_edges = match self.look.coordinates {
            Coordinates::Hidden => return Ok(()),
            Coordinates::TwoEdges => false,
            Coordinates::FourEdges => true,
        };
        let (ink, size) = (self.palette.ink, Len(COORDINATE));
        let (left, right) =
            (self.layout.left - COORDINATE_GAP, self.layout.right() + COORDINATE_GAP);
        // Some letters reach below their line: above the board they stand a little higher.
        let above = self.layout.top - COORDINATE_GAP - 0.1 * COORDINATE;
        let below = self.layout.bottom() + COORDINATE_GAP + CAP_HEIGHT * COORDINATE;
        writeln!(f, r#"<g class="coordinates" font-size="{size}" fill="{ink}">"#)?;
        for n in 0..self.diagram.size.lines() {
            let (column, letter) = (self.layout.column(n), char::from(b'a' + n));
            let row = self.layout.row(n) + CAP_HEIGHT / 2.0 * COORDINATE;
            text(f, (column, below), "middle", &letter)?;
            text(f, (left, row), "end", &(n + 1))?;
            if all_edges {
                text(f, (column, above), "middle", &letter)?;
                text(f, (right, row), "start", &(n + 1))?;
            }
        }
        f.write_str("</g>\n")
    }

    fn caption(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.layout.caption.is_empty() {
            return Ok(());
        }
        let (ink, size) = (self.palette.ink, Len(CAPTION));
        writeln!(f, r#"<g class="caption" font-size="{size}" fill="{ink}">"#)?;
        for (x, y, line) in self.layout.caption_lines() {
            text(f, (x, y), "middle", &Escaped(line))?;
        }
        f.write_str("</g>\n")
    }

    /// A circle around a point, its radius as a part of a cell.
    fn circle(
        &self,
        f: &mut fmt::Formatter<'_>,
        point: Point,
        radius: f64,
        paint: &str,
    ) -> fmt::Result {
        let (x, y) = self.layout.centre(point);
        let (x, y, r) = (Len(x), Len(y), Len(radius * CELL));
        write!(f, r#"<circle cx="{x}" cy="{y}" r="{r}"{paint}/>"#)
    }
}

/// A text in the colour and size of its group. The caller escapes what needs it.
fn text(
    f: &mut fmt::Formatter<'_>,
    (x, baseline): (f64, f64),
    anchor: &str,
    content: &dyn fmt::Display,
) -> fmt::Result {
    let (x, y) = (Len(x), Len(baseline));
    writeln!(f, r#"<text x="{x}" y="{y}" text-anchor="{anchor}">{content}</text>"#)
}

/// A length with two decimals at most: enough for any printer.
struct Len(f64);

impl fmt::Display for Len {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (self.0 * 100.0).round() / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mark, Numbers, Stone, Theme};
    use proptest::prelude::*;
    use resvg::usvg::roxmltree::{Document, Node};
    use tengen_core::{Game, Rule, Side, Size};

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn played(moves: &str) -> Diagram {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        for name in moves.split(' ') {
            game.play(point(name)).unwrap();
        }
        Diagram::of(&game)
    }

    fn layer<'a>(document: &'a Document<'_>, class: &str) -> Node<'a, 'a> {
        document.descendants().find(|node| node.attribute("class") == Some(class)).unwrap()
    }

    fn texts(layer: Node<'_, '_>) -> Vec<String> {
        let texts = layer.descendants().filter(|node| node.has_tag_name("text"));
        texts.map(|node| node.text().unwrap_or_default().to_owned()).collect()
    }

    fn looks() -> impl Iterator<Item = Look> {
        let edges = [Coordinates::Hidden, Coordinates::TwoEdges, Coordinates::FourEdges];
        Theme::ALL.into_iter().flat_map(move |theme| {
            edges.map(|coordinates| Look { theme, coordinates, ..Look::default() })
        })
    }

    #[test]
    fn every_size_has_its_lines_letters_and_numbers() {
        for (size, look) in Size::all().flat_map(|size| looks().map(move |look| (size, look))) {
            let text = svg(&Diagram::new(size), &look);
            let document = Document::parse(&text).unwrap();
            let lines = usize::from(size.lines());
            let inner = layer(&document, "grid").first_element_child().unwrap();
            assert_eq!(inner.attribute("d").unwrap().matches('M').count(), 2 * (lines - 2));
            let edges = match look.coordinates {
                Coordinates::Hidden => {
                    assert!(!text.contains("<text"));
                    continue;
                }
                Coordinates::TwoEdges => 1,
                Coordinates::FourEdges => 2,
            };
            let names = texts(layer(&document, "coordinates"));
            assert_eq!(names.len(), 2 * edges * lines);
            for name in size.points().map(|point| point.to_string()) {
                let (letter, number) = name.split_at(1);
                assert!(names.iter().any(|n| n == letter) && names.iter().any(|n| n == number));
            }
        }
    }

    #[test]
    fn rows_are_counted_from_the_bottom() {
        let text = svg(&Diagram::new(Size::default()), &Look::default());
        let document = Document::parse(&text).unwrap();
        let place = |name: &str, axis: &str| -> f64 {
            let mut nodes = layer(&document, "coordinates").children();
            let node = nodes.find(|node| node.text() == Some(name)).unwrap();
            node.attribute(axis).unwrap().parse().unwrap()
        };
        assert!(place("1", "y") > place("2", "y") && place("2", "y") > place("15", "y"));
        assert!(place("a", "x") < place("b", "x") && place("b", "x") < place("o", "x"));
        assert!(place("a", "y") > place("1", "y"), "letters stand below");
    }

    #[test]
    fn a_screen_reader_learns_what_it_is() {
        let mut diagram = played("h8 h9 i9");
        diagram.caption = Some("White to <move>".into());
        let text = svg(&diagram, &Look::default());
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        assert_eq!(root.attribute("viewBox").unwrap().split(' ').count(), 4);
        let title = root.first_element_child().unwrap();
        assert!(title.has_tag_name("title"));
        assert_eq!(title.text(), Some("Board 15 by 15, 3 stones, last move i9. White to <move>"));
    }

    #[test]
    fn every_stone_is_drawn_once_and_none_off_the_board() {
        let mut diagram = played("h8 h9 i9 i10 g7");
        let far = Stone { point: point("p16"), side: Side::White, number: Some(6) };
        diagram.stones.push(far);
        diagram.marks.push((far.point, Mark::Circle));
        diagram.forbidden.push((far.point, tengen_core::Foul::Overline));
        let text = svg(&diagram, &Look { numbers: Numbers::All, ..Look::default() });
        let document = Document::parse(&text).unwrap();
        let stones = layer(&document, "stones");
        let count = |side: &str| {
            stones.children().filter(|node| node.attribute("class") == Some(side)).count()
        };
        assert_eq!((count("black"), count("white")), (3, 2));
        assert_eq!(texts(layer(&document, "numbers")).len(), 5);
        assert_eq!(layer(&document, "marks").first_element_child(), None);
        assert_eq!(layer(&document, "forbidden").first_element_child(), None);
    }

    #[test]
    fn numbers_are_shown_as_asked_and_the_last_is_underlined() {
        let diagram = played("h8 h9 i9 i10 g7");
        let numbers = |diagram: &Diagram, numbers| {
            let text = svg(diagram, &Look { numbers, ..Look::default() });
            let document = Document::parse(&text).unwrap();
            let layer = layer(&document, "numbers");
            let lines = layer.descendants().filter(|node| node.has_tag_name("path")).count();
            let dots = layer.descendants().filter(|node| node.has_tag_name("circle")).count();
            (texts(layer).join(" "), lines, dots)
        };
        assert_eq!(numbers(&diagram, Numbers::Hidden), (String::new(), 0, 1));
        assert_eq!(numbers(&diagram, Numbers::All), ("1 2 3 4 5".into(), 1, 0));
        assert_eq!(numbers(&diagram, Numbers::Last(2)), ("4 5".into(), 1, 0));
        let unmarked = Diagram { last: None, ..diagram.clone() };
        assert_eq!(numbers(&unmarked, Numbers::Hidden), (String::new(), 0, 0));
        assert_eq!(numbers(&unmarked, Numbers::Last(1)), ("5".into(), 0, 0));
        let marked = Diagram { marks: vec![(point("g7"), Mark::Square)], ..diagram };
        assert_eq!(numbers(&marked, Numbers::All), ("1 2 3 4".into(), 0, 0));
    }

    #[test]
    fn hostile_texts_stay_texts() {
        for (hostile, read_back) in [
            ("<&\"]]>", "<&\"]]>"),
            ("a'b", "a'b"),
            ("\0\u{1b}\u{1}", "\u{fffd}\u{fffd}\u{fffd}"),
            ("\u{ffff}", "\u{fffd}"),
            ("&#0;", "&#0;"),
            ("-->", "-->"),
            ("黒", "黒"),
        ] {
            let mut diagram = played("h8 h9");
            diagram.marks = vec![(point("h8"), Mark::Label(hostile.into()))];
            diagram.marks.push((point("a1"), Mark::Label(hostile.into())));
            diagram.caption = Some(hostile.into());
            let text = svg(&diagram, &Look::default());
            let document = Document::parse(&text).unwrap();
            assert_eq!(texts(layer(&document, "caption")), [read_back]);
            for label in texts(layer(&document, "marks")) {
                assert!(label == read_back || label.ends_with('…'), "{label}");
            }
        }
    }

    #[test]
    fn blank_labels_are_no_marks() {
        let mut diagram = played("h8");
        diagram.marks = vec![(point("h8"), Mark::Label(" \t".into()))];
        let text = svg(&diagram, &Look { numbers: Numbers::All, ..Look::default() });
        let document = Document::parse(&text).unwrap();
        assert_eq!(texts(layer(&document, "numbers")), ["1"]);
    }

    #[test]
    fn an_arrow_leaves_the_number_where_it_begins() {
        let mut diagram = played("h8");
        let arrow = |to: &str| (point("h8"), Mark::Arrow(point(to)));
        diagram.marks = vec![arrow("k9"), arrow("h8"), arrow("v22")];
        let text = svg(&diagram, &Look { numbers: Numbers::All, ..Look::default() });
        let document = Document::parse(&text).unwrap();
        assert_eq!(texts(layer(&document, "numbers")), ["1"]);
        let paths = layer(&document, "arrows").children().filter(Node::is_element);
        assert_eq!(
            paths.count(),
            2,
            "one arrow with its seam, the others have no end on the board"
        );
    }

    #[test]
    fn a_small_board_is_drawn_like_this() {
        let mut game = Game::new(Size::MIN, Rule::Freestyle);
        for name in ["c3", "b3", "c4"] {
            game.play(point(name)).unwrap();
        }
        let mut diagram = Diagram::of(&game);
        diagram.marks.push((point("d2"), Mark::Triangle));
        diagram.marks.push((point("a5"), Mark::Label("A".into())));
        diagram.caption = Some("White to move".into());
        insta::assert_snapshot!(svg(&diagram, &Look { numbers: Numbers::All, ..Look::default() }));
    }

    proptest! {
        #[test]
        fn any_text_can_be_a_label_and_a_caption(
            label in prop::collection::vec(any::<char>(), 0..12),
            caption in prop::collection::vec(any::<char>(), 0..300),
        ) {
            let mut diagram = played("h8");
            diagram.marks = vec![(point("h8"), Mark::Label(label.into_iter().collect()))];
            diagram.caption = Some(caption.into_iter().collect());
            let text = svg(&diagram, &Look::default());
            prop_assert!(Document::parse(&text).is_ok());
        }
    }
}
