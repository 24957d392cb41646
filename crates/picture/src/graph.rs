//! The graph of a game: Black's winning chance from move to move.

use std::fmt::Write;

use crate::PictureError;
use crate::png::rasterized;
use crate::svg::FONTS;
use crate::text::Escaped;

/// Winning chances over a game, and moves that stand out.
///
/// ```
/// # use tengen_picture::{Dot, Graph};
/// let graph = Graph {
///     chances: vec![Some(0.5), Some(0.6), None, Some(0.1)],
///     dots: vec![(3, Dot::Blunder)],
///     caption: "Black against White".into(),
/// };
/// assert!(graph.svg().contains("Black against White"));
/// assert!(graph.png(640)?.starts_with(b"\x89PNG"));
/// # Ok::<(), tengen_picture::PictureError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// Black's chance, 0 to 1, before the first move and after each; none where nothing is known.
    pub chances: Vec<Option<f64>>,
    /// Places that stand out.
    pub dots: Vec<(usize, Dot)>,
    /// A text above the graph; may be empty.
    pub caption: String,
}

/// Why a place stands out, from the least to the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dot {
    /// A little is lost there.
    Inaccuracy,
    /// Much is lost there.
    Mistake,
    /// All is lost there.
    Blunder,
}

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 320.0;
/// The plot lies inside these margins: left, right, top, bottom.
const MARGINS: [f64; 4] = [52.0, 16.0, 40.0, 34.0];
const INK: &str = "#333333";
const PAPER: &str = "#fffdf8";

impl Dot {
    /// Colour and radius: who cannot tell the colours apart sees the size.
    const fn look(self) -> (&'static str, f64) {
        match self {
            Dot::Inaccuracy => ("#b58900", 3.5),
            Dot::Mistake => ("#cb5b16", 5.0),
            Dot::Blunder => ("#c1121f", 6.5),
        }
    }
}

impl Graph {
    /// The graph as SVG text.
    pub fn svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"{FONTS}\">\n<title>{}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{PAPER}\"/>\n",
            Escaped(&self.title()),
        );
        self.grid(&mut svg);
        for stretch in self.stretches() {
            self.area(&mut svg, &stretch);
        }
        for &(place, dot) in &self.dots {
            if let Some(chance) = self.chances.get(place).copied().flatten() {
                let (colour, radius) = dot.look();
                let (x, y) = (self.x(place), y(chance));
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\" stroke=\"{PAPER}\"/>"
                );
            }
        }
        svg + "</svg>\n"
    }

    /// The graph as a PNG file, `width` pixels wide.
    ///
    /// # Errors
    /// If the width is not one of [`WIDTHS`](crate::WIDTHS).
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PictureError> {
        rasterized(&self.svg(), width, HEIGHT / WIDTH)
    }

    fn title(&self) -> String {
        match self.caption.as_str() {
            "" => "Black's winning chance".to_owned(),
            caption => format!("Black's winning chance. {caption}"),
        }
    }

    fn x(&self, place: usize) -> f64 {
        let [left, right, ..] = MARGINS;
        let steps = self.chances.len().saturating_sub(1).max(1);
        left + (WIDTH - left - right) * place as f64 / steps as f64
    }

    /// Lines for 0, 50 and 100 %, numbers of moves, and the caption.
    fn grid(&self, svg: &mut String) {
        let [left, right, ..] = MARGINS;
        for percent in [0, 50, 100] {
            let y = y(f64::from(percent) / 100.0);
            let _ = writeln!(
                svg,
                "<path d=\"M{left} {y:.1}H{}\" stroke=\"{INK}\" stroke-opacity=\"0.3\"/>\
                 <text x=\"{}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"end\" fill=\"{INK}\">{percent}%</text>",
                WIDTH - right,
                left - 6.0,
                y + 4.5,
            );
        }
        for place in (10..self.chances.len()).step_by(10) {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\" fill=\"{INK}\">{place}</text>",
                self.x(place),
                HEIGHT - 12.0,
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"25\" font-size=\"16\" fill=\"{INK}\">{}</text>",
            Escaped(&self.title()),
        );
    }

    /// The stretches in which every chance is known: nothing is drawn across a gap.
    fn stretches(&self) -> Vec<Vec<(usize, f64)>> {
        let mut stretches = vec![Vec::new()];
        for (place, chance) in self.chances.iter().enumerate() {
            match chance {
                Some(chance) => stretches.last_mut().expect("there is one").push((place, *chance)),
                None => stretches.push(Vec::new()),
            }
        }
        stretches.retain(|stretch| !stretch.is_empty());
        stretches
    }

    fn area(&self, svg: &mut String, stretch: &[(usize, f64)]) {
        let points: Vec<String> = stretch
            .iter()
            .map(|&(place, chance)| format!("{:.1} {:.1}", self.x(place), y(chance)))
            .collect();
        let (first, last) = (self.x(stretch[0].0), self.x(stretch[stretch.len() - 1].0));
        let (line, bottom) = (points.join("L"), y(0.0));
        let _ = writeln!(
            svg,
            "<path d=\"M{first:.1} {bottom:.1}L{line}L{last:.1} {bottom:.1}Z\" fill=\"{INK}\" fill-opacity=\"0.18\"/>\
             <path d=\"M{line}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>",
        );
    }
}

/// How high a chance stands.
fn y(chance: f64) -> f64 {
    let [_, _, top, bottom] = MARGINS;
    HEIGHT - bottom - (HEIGHT - top - bottom) * chance.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_drawn_across_a_gap() {
        let chances = vec![Some(0.5), Some(0.6), None, Some(0.2), Some(0.1)];
        let graph = Graph { chances, ..Graph::default() };
        assert_eq!(graph.stretches(), [vec![(0, 0.5), (1, 0.6)], vec![(3, 0.2), (4, 0.1)]]);
    }

    #[test]
    fn a_caption_cannot_break_the_picture() {
        let caption = "<script>&".to_owned();
        let graph = Graph { caption, ..Graph::default() };
        assert!(!graph.svg().contains("<script>") && graph.png(320).is_ok());
    }
}
