//! Parts of the board in which openings lie.

use std::fmt;
use std::str::FromStr;

use tengen_core::{Point, Size};

/// Where the middle of an opening's stones lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// Around the centre of the board.
    Centre,
    /// Neither there nor near an edge.
    OffCentre,
    /// Near an edge or a corner.
    Edge,
}

/// A text that names no zone.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not centre, off-centre or edge")]
pub struct BadZone(String);

impl Zone {
    /// All of them.
    pub const ALL: [Zone; 3] = [Zone::Centre, Zone::OffCentre, Zone::Edge];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Zone::Centre => "centre",
            Zone::OffCentre => "off-centre",
            Zone::Edge => "edge",
        }
    }

    /// The zone of the middle of these stones, of which there is at least one.
    ///
    /// On 15 lines the edge is the outer three lines, and the centre has five by five points; on 20 lines
    /// the edge is the outer three lines too, and the centre has six by six.
    ///
    /// ```
    /// # use tengen_core::{Point, Size};
    /// # use tengen_train::openings::Zone;
    /// let zone = |texts: &[&str]| -> Result<Zone, tengen_core::ParsePointError> {
    ///     let stones: Vec<Point> = texts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    ///     Ok(Zone::of(&stones, Size::default()))
    /// };
    /// assert_eq!(zone(&["f6"])?, Zone::Centre);
    /// assert_eq!((zone(&["e8"])?, zone(&["d8"])?), (Zone::OffCentre, Zone::OffCentre));
    /// assert_eq!(zone(&["c8"])?, Zone::Edge);
    /// assert_eq!(zone(&["a1", "o15"])?, Zone::Centre, "their middle is h8");
    /// # Ok::<(), tengen_core::ParsePointError>(())
    /// ```
    pub fn of(stones: &[Point], size: Size) -> Zone {
        let count = stones.len() as i32;
        let last = i32::from(size.lines()) - 1;
        let sum = |of: fn(Point) -> u8| stones.iter().map(|&stone| i32::from(of(stone))).sum();
        let (x, y): (i32, i32) = (sum(Point::x), sum(Point::y));
        // Everything is `count` times as large as on the board, so that integers suffice.
        let from_edge = [x, count * last - x, y, count * last - y].into_iter().min().unwrap_or(0);
        let (most, band) = (last / 2, (last / 2 - 1) / 3);
        if 2 * from_edge <= count * (2 * band + 1) {
            Zone::Edge
        } else if 2 * from_edge >= count * (2 * (most - band) - 1) {
            Zone::Centre
        } else {
            Zone::OffCentre
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Zone {
    type Err = BadZone;

    fn from_str(text: &str) -> Result<Zone, BadZone> {
        let named = Zone::ALL.into_iter().find(|zone| zone.name() == text);
        named.ok_or_else(|| BadZone(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_points_in_every_zone() {
        for size in Size::all() {
            for zone in Zone::ALL {
                assert!(
                    size.points().any(|point| Zone::of(&[point], size) == zone),
                    "{size} {zone}"
                );
                assert_eq!(zone.name().parse(), Ok(zone));
            }
        }
        let count = |lines, zone| {
            let size = Size::new(lines).unwrap();
            size.points().filter(|&point| Zone::of(&[point], size) == zone).count()
        };
        assert_eq!(Zone::ALL.map(|zone| count(15, zone)), [25, 56, 144]);
        assert_eq!(Zone::ALL.map(|zone| count(20, zone)), [36, 160, 204]);
    }
}
