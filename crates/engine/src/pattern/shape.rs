//! Shapes: what a line becomes for a side that plays at a point of it.
//!
//! [`line`] is the definition, a recursion over the cells around the point; [`table`] is its cache.

mod line;
mod table;

pub(crate) use line::{HALF_CELLS, Half, HalfId, Line};
pub(crate) use table::LineTable;

/// What a line becomes when a side plays at an empty point of it, weakest first.
///
/// In the pictures `*` is the point played, `x` are own stones, `o` stops the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Shape {
    /// No five through this point is possible any more on this line.
    #[default]
    None,
    /// `o*____`: one stone that can only grow with a stopped end.
    ClosedOne,
    /// `__*__`: one stone with room.
    OpenOne,
    /// `ox*___`: two stones, one move from a closed three.
    ClosedTwo,
    /// `_x*___`: two stones with two ways to an open three; there is never just one.
    OpenTwo,
    /// Two stones with three ways to an open three.
    OpenTwoBroad,
    /// Two stones with four ways or more.
    OpenTwoWide,
    /// `oxx*__`: one move from a four.
    ClosedThree,
    /// `_xx*_`: one way to an open four.
    OpenThree,
    /// `__xx*__`: two ways to an open four.
    OpenThreeBroad,
    /// `oxxx*_`, `xx_x*`: one point makes five.
    Four,
    /// `x_x*x_x`: two points make five, but the stones are no straight four.
    TwoFours,
    /// `_xxx*_`: a straight four, two points make five.
    OpenFour,
    /// Five as the rule counts it.
    Five,
    /// A row too long to win.
    Overline,
}

impl Shape {
    /// How many shapes there are.
    pub const COUNT: usize = Shape::Overline as usize + 1;

    /// All shapes, weakest first.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::None,
        Shape::ClosedOne,
        Shape::OpenOne,
        Shape::ClosedTwo,
        Shape::OpenTwo,
        Shape::OpenTwoBroad,
        Shape::OpenTwoWide,
        Shape::ClosedThree,
        Shape::OpenThree,
        Shape::OpenThreeBroad,
        Shape::Four,
        Shape::TwoFours,
        Shape::OpenFour,
        Shape::Five,
        Shape::Overline,
    ];

    /// The name users see; grades of one kind share it, and two fours on one line are a four: the
    /// point's threat tells that there are two.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::None => "none",
            Shape::ClosedOne | Shape::OpenOne => "one",
            Shape::ClosedTwo => "closed-two",
            Shape::OpenTwo | Shape::OpenTwoBroad | Shape::OpenTwoWide => "open-two",
            Shape::ClosedThree => "closed-three",
            Shape::OpenThree | Shape::OpenThreeBroad => "open-three",
            Shape::Four | Shape::TwoFours => "four",
            Shape::OpenFour => "open-four",
            Shape::Five => "five",
            Shape::Overline => "overline",
        }
    }

    /// Whether this is an open two of any grade.
    pub const fn is_open_two(self) -> bool {
        matches!(self, Shape::OpenTwo | Shape::OpenTwoBroad | Shape::OpenTwoWide)
    }

    /// Whether this is an open three of any grade.
    pub const fn is_open_three(self) -> bool {
        matches!(self, Shape::OpenThree | Shape::OpenThreeBroad)
    }

    /// Whether one more stone makes five.
    pub const fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::TwoFours | Shape::OpenFour)
    }

    /// The shape with this number, as packed memory holds it.
    pub(crate) const fn from_bits(bits: u8) -> Shape {
        Shape::ALL[bits as usize]
    }
}
