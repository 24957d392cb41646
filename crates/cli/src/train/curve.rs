//! The loss curves of a training run as a picture.

use std::fmt::Write;

use tengen_train::Epoch;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
/// Room for the words around a panel.
const MARGIN: f64 = 48.0;

/// Two panels, value and policy, each with the training and the validation loss.
pub(super) fn plot([value, policy]: &[Vec<Epoch>; 2]) -> String {
    let width = 2.0 * WIDTH;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
    );
    panel(&mut svg, 0.0, "value", value);
    // A run that was interrupted may not have trained the policy yet.
    if !policy.is_empty() {
        panel(&mut svg, WIDTH, "policy", policy);
    }
    svg + "</svg>\n"
}

fn panel(svg: &mut String, left: f64, title: &str, curve: &[Epoch]) {
    let losses = || curve.iter().flat_map(|epoch| [epoch.train_loss, epoch.validation_loss]);
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(f64::NEG_INFINITY, f64::max).max(low + 1e-9);
    let epochs = curve.len().max(2) - 1;
    let x = |number: usize| left + MARGIN + (WIDTH - 2.0 * MARGIN) * number as f64 / epochs as f64;
    let y = |loss: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - loss) / (high - low);
    let mut text = |x: f64, y: f64, colour: &str, text: &str| {
        let _ = write!(svg, "<text x=\"{x:.0}\" y=\"{y:.0}\" fill=\"{colour}\">{text}</text>");
    };
    text(left + MARGIN, 20.0, "#222", &format!("{title}: mean loss by epoch"));
    text(left + MARGIN, 36.0, TRAIN, "train");
    text(left + MARGIN + 90.0, 36.0, VALIDATION, "validation");
    text(left + 4.0, y(high) + 4.0, "#222", &format!("{high:.4}"));
    text(left + 4.0, y(low) + 4.0, "#222", &format!("{low:.4}"));
    text(x(0), HEIGHT - MARGIN + 20.0, "#222", "0");
    text(x(epochs) - 12.0, HEIGHT - MARGIN + 20.0, "#222", &epochs.to_string());
    for (colour, loss) in [
        (TRAIN, (|epoch| epoch.train_loss) as fn(&Epoch) -> f64),
        (VALIDATION, |epoch| epoch.validation_loss),
    ] {
        let points: Vec<String> = curve
            .iter()
            .map(|epoch| format!("{:.1},{:.1}", x(epoch.number), y(loss(epoch))))
            .collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }
}

const TRAIN: &str = "#0b6e5f";
const VALIDATION: &str = "#b4532a";
