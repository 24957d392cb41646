//! The losses of a lesson as a picture.

use std::fmt::Write;

use tengen_train::{Lesson, Round};

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
/// Room for the words around a panel.
const MARGIN: f64 = 48.0;

/// Two panels, the evaluation and the order of moves: what was learned from and what was held back.
pub(super) fn draw(lesson: &Lesson) -> String {
    let width = 2.0 * WIDTH;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
    );
    panel(&mut svg, 0.0, "evaluation", &lesson.value);
    // A lesson that was interrupted may know nothing of the order yet.
    if !lesson.order.is_empty() {
        panel(&mut svg, WIDTH, "order of moves", &lesson.order);
    }
    svg + "</svg>\n"
}

fn panel(svg: &mut String, left: f64, title: &str, curve: &[Round]) {
    let losses = || curve.iter().flat_map(|round| [round.learned, round.held_back]);
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(f64::NEG_INFINITY, f64::max).max(low + 1e-9);
    let rounds = curve.len().max(2) - 1;
    let x = |number: usize| left + MARGIN + (WIDTH - 2.0 * MARGIN) * number as f64 / rounds as f64;
    let y = |loss: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - loss) / (high - low);
    let mut text = |x: f64, y: f64, colour: &str, text: &str| {
        let _ = write!(svg, "<text x=\"{x:.0}\" y=\"{y:.0}\" fill=\"{colour}\">{text}</text>");
    };
    text(left + MARGIN, 20.0, "#222", &format!("{title}: mean loss by round"));
    text(left + MARGIN, 36.0, LEARNED, "learned from");
    text(left + MARGIN + 90.0, 36.0, HELD_BACK, "held back");
    text(left + 4.0, y(high) + 4.0, "#222", &format!("{high:.4}"));
    text(left + 4.0, y(low) + 4.0, "#222", &format!("{low:.4}"));
    text(x(0), HEIGHT - MARGIN + 20.0, "#222", "0");
    text(x(rounds) - 12.0, HEIGHT - MARGIN + 20.0, "#222", &rounds.to_string());
    for (colour, loss) in [
        (LEARNED, (|round| round.learned) as fn(&Round) -> f64),
        (HELD_BACK, |round| round.held_back),
    ] {
        let points: Vec<String> = curve
            .iter()
            .map(|round| format!("{:.1},{:.1}", x(round.number), y(loss(round))))
            .collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }
}

const LEARNED: &str = "#0b6e5f";
const HELD_BACK: &str = "#b4532a";
