//! Points as the protocol writes them.

use std::fmt;
use std::str::FromStr;

use tengen_core::{Point, Size};

/// A point as the protocol counts it: `x` from the left and `y` from the **top**, both from zero.
///
/// It may lie on no board at all; [`Spot::on`] asks.
///
/// ```
/// # use tengen_core::Size;
/// # use tengen_protocol::Spot;
/// let spot: Spot = " 0 , 0 ".parse()?;
/// assert_eq!(spot.on(Size::default()).unwrap().to_string(), "a15");
/// # Ok::<(), tengen_protocol::ParseSpotError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// Column from the left.
    pub x: u32,
    /// Row from the top.
    pub y: u32,
}

impl Spot {
    /// How the protocol names `point`.
    ///
    /// # Panics
    /// If the point is not on a board of this size.
    pub fn of(point: Point, size: Size) -> Spot {
        let from_top = point.flipped(size);
        Spot { x: from_top.x().into(), y: from_top.y().into() }
    }

    /// The point of this board, if it has it.
    pub fn on(self, size: Size) -> Option<Point> {
        let (x, y) = (u8::try_from(self.x).ok()?, u8::try_from(self.y).ok()?);
        Point::new(x, y).filter(|&point| size.contains(point)).map(|point| point.flipped(size))
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A text that is not `x,y`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a point x,y")]
pub struct ParseSpotError(String);

impl FromStr for Spot {
    type Err = ParseSpotError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match numbers(text).as_deref() {
            Some(&[x, y]) => Ok(Spot { x, y }),
            _ => Err(ParseSpotError(text.trim().chars().take(20).collect())),
        }
    }
}

/// The numbers of a text, separated by commas or blanks; none if anything else stands there.
pub(crate) fn numbers(text: &str) -> Option<Vec<u32>> {
    let between = |c: char| c == ',' || c.is_whitespace();
    let words = text.split(between).filter(|word| !word.is_empty());
    let plain = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    words.map(|word| plain(word).then(|| word.parse().ok())?).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_count_from_the_top() {
        let twenty = Size::new(20).unwrap();
        assert_eq!(Spot { x: 10, y: 10 }.on(twenty).unwrap().to_string(), "k10");
        assert_eq!(Spot::of("h8".parse().unwrap(), Size::default()), Spot { x: 7, y: 7 });
        for point in twenty.points() {
            assert_eq!(Spot::of(point, twenty).on(twenty), Some(point));
        }
    }

    #[test]
    fn a_spot_may_be_off_the_board() {
        for text in ["15,0", "0,15", "4294967295,0"] {
            assert_eq!(text.parse::<Spot>().unwrap().on(Size::default()), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_spot_is_refused() {
        for text in ["", "7", "7,", "7,7,1", "-1,2", "+1,2", "a,b", "7;7", "4294967296,0"] {
            assert!(text.parse::<Spot>().is_err(), "{text}");
        }
    }
}
