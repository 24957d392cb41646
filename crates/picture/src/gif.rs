//! A game as an animated picture.

use std::borrow::Cow;
use std::time::Duration;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use tengen_core::Game;

use crate::png::pixels;
use crate::{Diagram, Look, PictureError};

/// How an animation runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Animation {
    /// Its width in pixels, one of [`WIDTHS`](crate::WIDTHS).
    pub width: u32,
    /// How long a picture is shown. The format counts hundredths of a second, to about ten minutes.
    pub delay: Duration,
    /// How long the last one is shown before it begins again.
    pub last_delay: Duration,
}

impl Default for Animation {
    fn default() -> Animation {
        let (delay, last_delay) = (Duration::from_secs(1), Duration::from_secs(3));
        Animation { width: 600, delay, last_delay }
    }
}

/// The positions of a game, from the one with `first` moves on to its end.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// use tengen_picture::{Animation, Look, diagrams, gif};
///
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "h9", "i9"] {
///     game.play(point.parse()?)?;
/// }
/// let pictures = diagrams(&game, 1);
/// assert_eq!(pictures.len(), 3);
/// assert!(gif(&pictures, &Look::default(), &Animation::default())?.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagrams(game: &Game, first: usize) -> Vec<Diagram> {
    let mut game = game.clone();
    let mut pictures = vec![Diagram::of(&game)];
    while game.moves().len() > first {
        game.undo();
        pictures.push(Diagram::of(&game));
    }
    pictures.reverse();
    pictures
}

/// Pictures one after the other as a GIF file that repeats. They have the size of board and the caption of
/// the first.
///
/// # Errors
/// If the width is not one of [`WIDTHS`](crate::WIDTHS).
pub fn gif(
    diagrams: &[Diagram],
    look: &Look,
    animation: &Animation,
) -> Result<Vec<u8>, PictureError> {
    let refused = |error: gif::EncodingError| PictureError::Renderer(error.to_string());
    let Some(first) = diagrams.first() else {
        return Err(PictureError::Renderer("there is nothing to show".to_owned()));
    };
    let mut shown = pixels(first, look, animation.width)?;
    let sides = (shown.width() as u16, shown.height() as u16);
    let mut encoder = Encoder::new(Vec::new(), sides.0, sides.1, &[]).map_err(refused)?;
    encoder.set_repeat(Repeat::Infinite).map_err(refused)?;
    for (index, diagram) in diagrams.iter().enumerate() {
        let mut area = Area::whole(&shown);
        if index > 0 {
            let diagram = Diagram { caption: first.caption.clone(), ..diagram.clone() };
            let next = pixels(&diagram, look, animation.width)?;
            area = Area::changed(&shown, &next);
            shown = next;
        }
        let is_last = index + 1 == diagrams.len();
        let delay = if is_last { animation.last_delay } else { animation.delay };
        encoder.write_frame(&area.frame(&shown, delay)).map_err(refused)?;
    }
    encoder.into_inner().map_err(|error| PictureError::Renderer(error.to_string()))
}

/// A part of a picture: a stone changes little, and what stays the same need not be written again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Area {
    fn whole(picture: &Pixmap) -> Area {
        Area { left: 0, top: 0, width: picture.width() as usize, height: picture.height() as usize }
    }

    /// The smallest area with all that differs; a single pixel if nothing does.
    fn changed(before: &Pixmap, after: &Pixmap) -> Area {
        let width = after.width() as usize;
        let pairs = before.pixels().iter().zip(after.pixels()).enumerate();
        let differing = pairs.filter(|(_, (before, after))| before != after);
        let corners = differing.fold(None, |found: Option<[usize; 4]>, (index, _)| {
            let (x, y) = (index % width, index / width);
            let [left, top, right, bottom] = found.unwrap_or([x, y, x, y]);
            Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
        });
        let [left, top, right, bottom] = corners.unwrap_or_default();
        Area { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    fn frame(self, picture: &Pixmap, delay: Duration) -> Frame<'static> {
        let row = |y: usize| {
            let first = y * picture.width() as usize + self.left;
            &picture.pixels()[first..first + self.width]
        };
        let colours = (self.top..self.top + self.height).flat_map(row);
        let colours: Vec<u8> =
            colours.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        // Few colours are kept as they are; of more than 256 the nearest are chosen, with some care.
        let frame = Frame::from_rgb_speed(self.width as u16, self.height as u16, &colours, 10);
        Frame {
            left: self.left as u16,
            top: self.top as u16,
            delay: (delay.as_millis() / 10).clamp(2, u128::from(u16::MAX)) as u16,
            dispose: DisposalMethod::Keep,
            buffer: Cow::Owned(frame.buffer.into_owned()),
            ..frame
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Look, Numbers};
    use tengen_core::{Point, Rule, Size};

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Size::new(9).unwrap(), Rule::Freestyle);
        for name in moves.split(' ') {
            game.play(name.parse().unwrap()).unwrap();
        }
        game
    }

    /// The whole picture after each frame, as a viewer would show it, and the delays in hundredths.
    fn played(file: &[u8]) -> (Vec<Vec<[u8; 3]>>, Vec<u16>) {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let width = usize::from(decoder.width());
        let mut canvas = vec![[0; 3]; width * usize::from(decoder.height())];
        let (mut pictures, mut delays) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (index, pixel) in frame.buffer.chunks(4).enumerate() {
                let x = usize::from(frame.left) + index % usize::from(frame.width);
                let y = usize::from(frame.top) + index / usize::from(frame.width);
                canvas[y * width + x] = [pixel[0], pixel[1], pixel[2]];
            }
            pictures.push(canvas.clone());
            delays.push(frame.delay);
        }
        (pictures, delays)
    }

    #[test]
    fn every_frame_shows_what_a_still_picture_shows() {
        let game = game("e5 e6 d5 d6 c5 c6 f5 f6 g5");
        let look = Look { numbers: Numbers::All, ..Look::default() };
        let animation = Animation { width: 320, ..Animation::default() };
        let diagrams = diagrams(&game, 0);
        let (pictures, delays) = played(&gif(&diagrams, &look, &animation).unwrap());
        assert_eq!(pictures.len(), 10);
        assert_eq!(delays, [100, 100, 100, 100, 100, 100, 100, 100, 100, 300]);
        for (picture, diagram) in pictures.iter().zip(&diagrams) {
            let still = pixels(diagram, &look, 320).unwrap();
            let still = still.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]);
            // At most 256 colours: some pixels at the rims of stones are a little off.
            let is_off = |(shown, drawn): (&[u8; 3], [u8; 3])| {
                shown.iter().zip(drawn).any(|(shown, drawn)| shown.abs_diff(drawn) > 24)
            };
            let off = picture.iter().zip(still).filter(|&pair| is_off(pair)).count();
            assert!(off * 200 < picture.len(), "{off} of {} pixels are off", picture.len());
        }
    }

    #[test]
    fn a_stone_takes_few_bytes() {
        let look = Look::default();
        let (one, ten) = (game("e5"), game("e5 a1 i9 a9 i1 c3 g7 c7 g3 e3"));
        let size = |game| gif(&diagrams(game, 0), &look, &Animation::default()).unwrap().len();
        assert!(size(&ten) < 8 * size(&one), "{} and {} bytes", size(&one), size(&ten));
    }

    #[test]
    fn a_pass_and_an_empty_list_do_no_harm() {
        let mut game = game("e5 e6");
        game.pass().unwrap();
        let animation = Animation { delay: Duration::ZERO, ..Animation::default() };
        let (pictures, delays) =
            played(&gif(&diagrams(&game, 2), &Look::default(), &animation).unwrap());
        // Viewers take a delay of nothing for a mistake and slow down.
        assert_eq!((pictures.len(), delays), (2, vec![2, 300]));
        assert!(gif(&[], &Look::default(), &animation).is_err());
    }

    #[test]
    fn a_beginning_after_the_end_shows_the_end() {
        let game = game("e5 e6");
        assert_eq!(diagrams(&game, 9), [Diagram::of(&game)]);
        let last: Option<Point> = diagrams(&game, 2)[0].last;
        assert_eq!(last, "e6".parse().ok());
    }
}
